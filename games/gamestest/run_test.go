package gamestest_test

import (
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/gamestest"
	"nimatron/games/nim"
)

// TestRunWithoutModel lets variants that no model knows through the suite, as it
// will be with new games.
func TestRunWithoutModel(t *testing.T) {
	for _, v := range []*games.Variant{nim.Normal, endnim.Loop} {
		unknown := *v
		unknown.ID = "of-no-known-model"
		if _, ok := gamestest.Lookup(unknown.ID); ok {
			t.Fatalf("%s has a model", unknown.ID)
		}
		t.Run(v.ID, func(t *testing.T) { gamestest.Run(t, &unknown) })
	}
}
