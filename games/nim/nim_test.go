package nim_test

import (
	"errors"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/gamestest"
	"nimatron/games/nim"
	"nimatron/internal/must"
)

// parse parses a valid position.
func parse(t gamestest.TB, v *games.Variant, text string) *nim.Board {
	t.Helper()
	return gamestest.Parse(t, v, text, games.Left).(*nim.Board)
}

func TestPlay(t *testing.T) {
	for _, test := range []struct{ position, move, canonical, after string }{
		{"3 5 2", "2-3", "2-3", "3 2 2"},
		{"3 5 2", "2-5", "2-5", "3 0 2"},
		{"3 5 2", "1-3", "1-3", "0 5 2"},
		{"0 5 2", "2-4", "2-4", "0 1 2"},
		{"0 5 0", "2 all", "2-5", "0"},
		{"0 4 2", "3 all", "3-2", "0 4 0"},
		{"3 5 2", "3-2", "3-2", "3 5 0"},
		{"3 5 2", "2 3", "2-3", "3 2 2"},
		{"3 5 2", "2 all", "2-5", "3 0 2"},
		{"3 5 2", "take 3 from 2", "2-3", "3 2 2"},
		{"3 5 2", "take all from pile 2", "2-5", "3 0 2"},
		{"1", "1-1", "1-1", "0"},
		{"1000000000000000000 1", "1-999999999999999999", "1-999999999999999999", "1 1"},
		{"1000000000000000000 1", "1 all", "1-1000000000000000000", "0 1"},
	} {
		t.Run(test.position+" "+test.move, func(t *testing.T) {
			for _, v := range []*games.Variant{nim.Normal, nim.Misere} {
				p := parse(t, v, test.position)
				step, err := gamestest.Play(p, test.move)
				if err != nil || step.Move.String() != test.canonical || step.Position.String() != test.after {
					t.Fatalf("%s: got %+v, %v; want %s to %s", v.ID, step, err, test.canonical, test.after)
				}
				if turn := step.Position.Turn(); turn != (games.Turn{Owner: games.Right, Actor: games.Right}) {
					t.Errorf("%s: after Left's turn it is %+v", v.ID, turn)
				}
			}
		})
	}
}

func TestPlayRefuses(t *testing.T) {
	for _, test := range []struct{ position, move, says string }{
		{"3 5 2", "2-6", "pile 2 has 5 counters: take 1 to 5, such as `2-5`"},
		{"3 5 2", "2-0", "pile 2 has 5 counters: take 1 to 5"},
		{"1 5", "1-2", "pile 1 has 1 counter: take 1, such as `1-1`"},
		{"3 5 2", "4-1", "there is no pile `4`: piles are numbered 1 to 3"},
		{"3", "2-1", "there is no pile `2`: the only pile is 1"},
		{"3 5 2", "0-1", "there is no pile `0`"},
		{"3 5 2", "L-1", "there is no pile `l`"},
		{"3 5 2", "18446744073709551617-1", "there is no pile"},
		{"3 5 2", "1-18446744073709551617", "pile 1 has 3 counters"},
		{"3 5 2", "2", "write the pile's number, 1 to 3, and how many to take"},
		{"3 5 2", "-2", "write the pile's number"},
		{"3 5 2", "2=3+2", "write the pile's number"},
		{"3 5 2", "hello", "write the pile's number"},
		{"3 5 2", "", "write the pile's number"},
		{"0", "1-1", "the game is over"},
		{"0 5 2", "1-1", "pile 1 is empty: choose pile 2 or 3, such as `2-5`"},
		{"0 5 2", "1", "write the pile's number, 2 or 3, and how many to take, such as `2-5`"},
		{"0 5", "1-1", "pile 1 is empty: choose pile 2, such as `2-5`"},
		{"1 0 1 2", "2-1", "pile 2 is empty: choose pile 1, 3 or 4, such as `1-1`"},
	} {
		t.Run(test.position+" "+test.move, func(t *testing.T) {
			p := parse(t, nim.Normal, test.position)
			step, err := gamestest.Play(p, test.move)
			var illegal *games.IllegalMove
			if !errors.As(err, &illegal) || step != (games.Step{}) {
				t.Fatalf("got %+v, %v", step, err)
			}
			if !strings.Contains(illegal.Error(), test.says) {
				t.Errorf("the reason is %q, without %q", illegal.Error(), test.says)
			}
		})
	}
}

// TestReverseTurns plays two turns of each reverse version, Left's first, and checks who decides.
func TestReverseTurns(t *testing.T) {
	type decision struct {
		by           games.Side
		move, leaves string
	}
	const left, right = games.Left, games.Right
	for _, test := range []struct {
		variant *games.Variant
		plays   []decision
	}{
		{nim.MoveReverse, []decision{{left, "2", "3 [5] 2"}, {right, "-4", "3 1 2"}, {right, "1", "[3] 1 2"}, {left, "-3", "0 1 2"}}},
		{nim.PileReverse, []decision{{right, "2", "3 [5] 2"}, {left, "-4", "3 1 2"}, {left, "pile 1", "[3] 1 2"}, {right, "all", "0 1 2"}}},
		{nim.TotalReverse, []decision{{right, "2-4", "3 1 2"}, {left, "1 all", "0 1 2"}}},
	} {
		t.Run(test.variant.ID, func(t *testing.T) {
			m := must.Get(games.NewMatch(test.variant, "3 5 2", left))(t)
			for _, play := range test.plays {
				move, err := m.Position().Read(play.move)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := m.Play(play.by.Other(), move); err == nil {
					t.Fatalf("%s may play %q on %s", play.by.Other(), play.move, m.Position())
				}
				if m, err = m.Play(play.by, move); err != nil || m.Position().String() != play.leaves {
					t.Fatalf("%s plays %q: %v, %v; want %s", play.by, play.move, m, err, play.leaves)
				}
			}
			if turn := m.Position().Turn(); turn.Owner != left {
				t.Errorf("after two turns it is %+v", turn)
			}
		})
	}
}

func TestReverseRefuses(t *testing.T) {
	for _, test := range []struct {
		variant        *games.Variant
		position, move string
		says           string
	}{
		{nim.MoveReverse, "3 5 2", "2-3", "`2-3`: first name a pile by its number, 1 to 3, such as `1`"},
		{nim.MoveReverse, "3 5 2", "-3", "first name a pile"},
		{nim.MoveReverse, "6", "-6", "`-6`: first name the pile that is left, such as `1`"},
		{nim.MoveReverse, "3 5 2", "4", "there is no pile `4`: piles are numbered 1 to 3"},
		{nim.MoveReverse, "3 0 2", "2", "pile 2 is empty: choose pile 1 or 3, such as `1`"},
		{nim.MoveReverse, "0 6", "-6", "`-6`: first name the pile that is left, such as `2`"},
		{nim.PileReverse, "0 [5] 2", "1-3", "pile 2 is named and has 5 counters"},
		{nim.PileReverse, "3 [5] 2", "1-3", "pile 2 is named and has 5 counters: say how many to take, 1 to 5, such as `-1`"},
		{nim.PileReverse, "3 [5] 2", "L", "pile 2 is named"},
		{nim.PileReverse, "3 [5] 2", "-6", "pile 2 has 5 counters: take 1 to 5, such as `-5`"},
		{nim.PileReverse, "3 [5] 2", "0", "pile 2 has 5 counters"},
		{nim.TotalReverse, "3 5 2", "2", "write the pile's number, 1 to 3, and how many to take, such as `1-3`"},
	} {
		t.Run(test.variant.ID+" "+test.position+" "+test.move, func(t *testing.T) {
			_, err := gamestest.Play(parse(t, test.variant, test.position), test.move)
			var illegal *games.IllegalMove
			if !errors.As(err, &illegal) || !strings.Contains(illegal.Error(), test.says) {
				t.Errorf("got %v; want %q", err, test.says)
			}
		})
	}
	for _, v := range []*games.Variant{nim.Normal, nim.Misere, nim.TotalReverse} { // one player takes both decisions
		if _, err := v.Parse("3 [5] 2", games.Left); err == nil || !strings.Contains(err.Error(), "without brackets") {
			t.Errorf("%s: %v", v.ID, err)
		}
	}
}
