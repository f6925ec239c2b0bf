package partizan_test

import (
	"context"
	"fmt"

	"nimatron/solver/partizan"
)

func ExampleThresholds() {
	t := partizan.Thresholds([]uint64{2, 4, 1})
	fmt.Println(t.Outcome, t.L, t.R, t.LStar, t.RStar)
	// Output: N 6 7 6 7
}

func ExamplePhase() {
	d, err := partizan.Phase(context.Background(), []uint64{2, 4, 1}, 8)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(d)
	// Output:
	// 8 | L L L L L L L L
	// 7 | L L L L L L L P
	// 6 | L L L L L L P R
	// 5 | N N N N N N R R
	// 4 | N N N N N N R R
	// 3 | N N N N N N R R
	// 2 | N N N N N N R R
	// 1 | N N N N N N R R
	// --+----------------
	//     1       5
}
