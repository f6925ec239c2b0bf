package sum_test

import (
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
)

func find(t *testing.T, id string) *games.Variant {
	t.Helper()
	return must.Get(catalog.Standard.Find(id))(t)
}

// TestTurns checks turns in a partizan sum: in each part it is the mover's turn. The mover loses
// without a move in any part, even if the opponent has moves.
func TestTurns(t *testing.T) {
	v := find(t, "partizan-sum")
	p := gamestest.Parse(t, v, "coloured-depot-nim a=2; *<a + partizan-end-nim 1", games.Right)
	step := must.Get(gamestest.Play(p, "2:R-1"))(t)
	if _, over := v.Winner(step.Position); over {
		t.Error("Left has a move")
	}
	if winner, over := v.Winner(step.Position.WithTurn(games.Right)); !over || winner != games.Left {
		t.Errorf("Right has no move, and %s has won: %v", winner, over)
	}
}
