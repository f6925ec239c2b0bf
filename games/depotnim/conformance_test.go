package depotnim_test

import (
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/gamestest"
)

// all are the variants of the package.
var all = []*games.Variant{
	depotnim.Tree, depotnim.TreeMisere, depotnim.Depot, depotnim.DepotMisere,
	depotnim.Forklift, depotnim.ForkliftMisere, depotnim.Coloured,
}

func TestConformance(t *testing.T) {
	for _, v := range all {
		t.Run(v.ID, func(t *testing.T) { gamestest.Run(t, v) })
	}
}
