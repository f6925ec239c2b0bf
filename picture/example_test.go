package picture_test

import (
	"fmt"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/picture"
)

// A row of End-Nim: the ends, where a move takes from, are marked.
func ExampleText() {
	p, err := endnim.Normal.Parse("1 3 2", games.Left)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(picture.Text(p.Shape()))
	// Output:
	//     ███
	//     ███ ███
	// ███ ███ ███
	//  1   3   2
	//  L       R
}
