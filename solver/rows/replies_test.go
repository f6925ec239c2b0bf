package rows

import (
	"fmt"
	"strings"

	"nimatron/games"
	"nimatron/games/endnim"
)

func ExampleJustification_Replies() {
	p, err := endnim.Normal.Parse("3 5 3", games.Left)
	if err != nil {
		fmt.Println(err)
		return
	}
	reason := EndNim{}.Reason(endnim.Normal, p, games.Move{})
	left, _ := reason.Justification.(*Justification).Replies()
	for _, r := range left {
		fmt.Println(strings.TrimSpace(fmt.Sprint(r.Low, " to ", r.High, ": ", r.Kind, " ", r.K, " right ", r.Side == games.Right)))
	}
	// Output:
	// 0 to 0: leave 3 right false
	// 1 to 2: shift 0 right true
}
