package solver_test

import (
	"context"
	"fmt"
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
	var s solver.Solver
	a, err := s.Analyze(context.Background(), endnim.Misere, "4")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Outcome, a.Winning, a.Why)
	fmt.Printf("%s\n", a.AppendJSON(nil)[:45])
	// Output:
	// N [L-3] N: L-3 leaves a single pile of 1, and a row of equal piles above 1 loses when their number is even, a row of 1s when it is odd
	// {"variant":"end-nim/misere","position":"4","o
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
	fmt.Println(strings.Join(reason.Steps[:4], "\n"))
	// Output:
	//       3 = 011
	//       5 = 101
	//       6 = 110
	// nim-sum = 000
}
