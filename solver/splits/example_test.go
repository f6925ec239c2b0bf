package splits_test

import (
	"fmt"

	"nimatron/games"
	"nimatron/games/splitnim"
	"nimatron/solver/splits"
)

func ExampleSplitNim() {
	lasker := splitnim.Of(0)
	p, err := lasker.Parse("3 2 1", games.Left)
	if err != nil {
		fmt.Println(err)
		return
	}
	moves, complete := splits.SplitNim{}.Winning(lasker, p, 10)
	fmt.Println(moves, complete)
	// Output: [1=1+2] true
}
