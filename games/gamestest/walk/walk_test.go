package walk_test

import (
	"testing"

	"nimatron/games"
	"nimatron/games/gamestest/walk"
	"nimatron/internal/must"
)

func TestCatalog(t *testing.T) {
	v, err := walk.Catalog.Find("WALK")
	if err != nil || v != walk.Variant {
		t.Errorf("Find = %v, %v", v, err)
	}
}

// TestMatch plays a whole match and replays it.
func TestMatch(t *testing.T) {
	m := must.Get(games.NewMatch(walk.Variant, "t", games.Left))(t)
	for _, text := range []string{"T > V", "v>y"} {
		turn := m.Position().Turn()
		move := must.Get(m.Position().Read(text))(t)
		m = must.Get(m.Play(turn.Actor, move))(t)
	}
	again := must.Get(games.Replay(walk.Variant, "t", games.Left, []string{"t>v", "v>y"}))(t)
	for _, m := range []*games.Match{m, again} {
		if winner, over := m.Winner(); !over || winner != games.Right || m.Position().String() != "y" {
			t.Errorf("at %s %s has won: %v; want right at y", m.Position(), winner, over)
		}
	}
}
