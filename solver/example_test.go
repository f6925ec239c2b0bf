package solver_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/solver"
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
	fmt.Println(a.Reason.Short)
	// Output:
	// N [L-3] 3
	// N: L-3 leaves a single pile of 1, and a row of equal piles above 1 loses when their number is even, a row of 1s when it is odd
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
	p, err := nim.Normal.Parse("3 5 6", games.Left)
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
	fmt.Println(strings.Join(reason.Steps()[:4], "\n"))
	// Output:
	//       3 = 011
	//       5 = 101
	//       6 = 110
	// nim-sum = 000
}
