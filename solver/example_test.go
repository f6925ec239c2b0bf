package solver_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/solver"
	"nimatron/solver/piles"
)

func ExampleSolver_Wins() {
	p, err := nim.Normal.Parse("3 5 6", games.Left)
	if err != nil {
		fmt.Println(err)
		return
	}
	var s solver.Solver
	fmt.Println(s.Wins(context.Background(), nim.Normal, p))
	// Output: false <nil>
}

func ExampleSolver_Winning() {
	p, err := nim.Normal.Parse("3 5 7", games.Left)
	if err != nil {
		fmt.Println(err)
		return
	}
	var s solver.Solver
	fmt.Println(s.Winning(context.Background(), nim.Normal, p, 10))
	// Output: [1-1 2-1 3-1] true <nil>
}

func ExampleSolver_Analyze() {
	p, err := endnim.Misere.Parse("4", games.Left)
	if err != nil {
		fmt.Println(err)
		return
	}
	var s solver.Solver
	a, err := s.Analyze(context.Background(), endnim.Misere, p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Outcome, a.Winning.List, a.Grundy)
	fmt.Println(a.Reason.Claim, a.Reason.Move, a.Reason.Justification.Rule())
	// Output:
	// N [L-3] 3
	// win L-3 equal piles
}

func ExampleSolver_Choose() {
	p, err := nim.Normal.Parse("3 5 7", games.Left)
	if err != nil {
		fmt.Println(err)
		return
	}
	var s solver.Solver
	const errorRate = 0.1
	step, err := s.Choose(context.Background(), nim.Normal, p, errorRate, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(step.Move, "leads to", step.Position)
	// Output: 1-1 leads to 2 5 7
}

func ExampleSolver_Explain() {
	p, err := nim.Normal.Parse("3 5 7", games.Left)
	if err != nil {
		fmt.Println(err)
		return
	}
	var s solver.Solver
	reason, err := s.Explain(context.Background(), nim.Normal, p)
	if err != nil {
		fmt.Println(err)
		return
	}
	g := reason.Justification.(*piles.NimJustification)
	fmt.Printf("%s: the nim-sum is %d, and %s makes %d of the %d\n", reason.Claim, g.NimSum, reason.Move, g.To, g.From)
	// Output: win: the nim-sum is 1, and 1-1 makes 2 of the 3
}
