package explain_test

import (
	"context"
	"fmt"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver"
	"nimatron/solver/explain"
)

func ExampleAppendJSON() {
	p, err := endnim.Loop.Parse("3 5", games.Left)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := new(solver.Solver).Analyze(context.Background(), endnim.Loop, p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", explain.AppendJSON(nil, a))
	// Output: {"variant":"end-nim/loop","position":"3 5","outcome":"N","grundy":7,"winning":["L-3","R-5"],"winning_complete":true,"exact":true,"method":"theorem","why":"You can win: `L-3` takes the left pile whole, which leaves a single pile.","reason":{"claim":"win","move":"L-3","rule":"whole pile"}}
}
