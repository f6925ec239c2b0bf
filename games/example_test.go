package games_test

import (
	"errors"
	"fmt"

	"nimatron/games"
	"nimatron/games/endnim"
)

// A match of End-Nim, with a slip on the way.
func ExampleMatch() {
	m, err := games.NewMatch(endnim.Normal, "3 5 2", games.Left)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"L-1", "left 9", "take 2 from right", "R-3", "L all", "R-2"} {
		by := m.Position().Turn().Actor
		move, err := m.Position().Read(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		next, err := m.Play(by, move)
		var illegal *games.IllegalMove
		if errors.As(err, &illegal) {
			fmt.Printf("%s: %s\n", by, illegal.Error())
			continue
		}
		m = next
		fmt.Printf("%s %s: %s\n", by, m.Variant().Say(m.Position(), move), m.Position())
	}
	winner, over := m.Winner()
	fmt.Println(winner, "has won:", over)
	// Output:
	// left took 1 from the left end: 2 5 2
	// right: the left pile has 2 counters: take 1 to 2, such as `L-2`
	// right took 2 from the right end: 2 5
	// left took 3 from the right end: 2 2
	// right took 2 from the left end: 2
	// left took 2 from the left end: 0
	// left has won: true
}
