package solver

import (
	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/solver/partizan"
	"nimatron/solver/piles"
	"nimatron/solver/rows"
	"nimatron/solver/splits"
	"nimatron/solver/theory"
)

// families has what is proved, by the family of the variant.
var families = map[*games.Family]theory.Family{
	nim.Family:            piles.Nim{},
	nim.ReverseFamily:     piles.ReverseNim{},
	endnim.Family:         rows.EndNim{},
	endnim.PartizanFamily: partizan.EndNim{},
	splitnim.Family:       splits.SplitNim{},
}
