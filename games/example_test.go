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
	for _, move := range []string{"L-1", "left 9", "take 2 from right", "R-3", "L all", "R-2"} {
		turn := m.Position().Turn()
		next, step, err := m.Play(turn.Actor, move)
		var illegal *games.IllegalMove
		if errors.As(err, &illegal) {
			fmt.Printf("%s: %s\n", turn.Actor, illegal.Reason)
			continue
		}
		m = next
		fmt.Printf("%s plays %s: %s\n", turn.Actor, step.Move, step.Position)
	}
	winner, over := m.Winner()
	fmt.Println(winner, "has won:", over)
	// Output:
	// left plays L-1: 2 5 2
	// right: the left pile has 2 counters: take 1 to 2, such as `L-2`
	// right plays R-2: 2 5
	// left plays R-3: 2 2
	// right plays L-2: 2
	// left plays L-2: 0
	// left has won: true
}

// A position is read once and never changes; Play returns what comes after it.
func ExamplePosition() {
	before, _ := endnim.Loop.Parse("1 4 4", games.Right)
	step, _ := before.Play("L-1")
	fmt.Println(before, "→", step.Position)
	fmt.Println("to move:", step.Position.Turn().Owner)
	// Output:
	// 1 4 4 → 4 4
	// to move: left
}
