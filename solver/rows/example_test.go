package rows_test

import (
	"context"
	"fmt"

	"nimatron/games/endnim"
	"nimatron/solver/rows"
)

func ExamplePlane() {
	const n = 4
	plane, err := rows.Plane(context.Background(), endnim.Normal, []uint64{4}, n)
	if err != nil {
		fmt.Println(err)
		return
	}
	for a := range n {
		fmt.Println(plane[a*n : (a+1)*n])
	}
	// Output:
	// [0 1 2 3]
	// [1 0 3 2]
	// [2 3 0 1]
	// [3 2 1 4]
}
