package sum_test

import (
	"errors"
	"fmt"
	"strings"
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

// TestMoves plays moves in the forms that people write.
func TestMoves(t *testing.T) {
	for _, test := range []struct{ id, position, text, move, after string }{
		{"sum", "end-nim 3 5 2 + nim 4", "1:L-2", "1:L-2", "end-nim 1 5 2 + nim 4"},
		{"sum", "end-nim 3 5 2 + nim 4", " 2: 1 all ", "2:1-4", "end-nim 3 5 2 + nim 0"},
		{"sum", "end-nim 3 5 2 + nim 4", "part 1: take 2 from right", "1:R-2", "end-nim 3 5 + nim 4"},
		{"sum", "end-nim 3 5 2 + nim 4", "Part1:l 1", "1:L-1", "end-nim 2 5 2 + nim 4"},
		{"sum", "end-nim 3 + nim 0", "L-1", "1:L-1", "end-nim 2 + nim 0"}, // only one part is left
		{"sum", "split-nim/2 6 + nim 1", "1:1=4+4", "1:1=4+4", "split-nim/2 4 4 + nim 1"},
		{"sum", "tree-nim 3(1 2 4) + nim 1", "1:c-2", "1:c-2", "tree-nim a=3(b=1 d=4) + nim 1"},
		{"sum", "forklift-nim 1 2 / 1 1 + nim 1", "1:b1-2", "1:B1-2", "forklift-nim 1 . / 1 1 + nim 1"},
		{"sum", "END-NIM 3,5 +  nim 4", "1:R-5", "1:R-5", "end-nim 3 + nim 4"},
		{"sum", "end-nim/loop 2 5 + nim 4", "1:L-2", "1:L-2", "end-nim/loop 5 + nim 4"},
		{"sum/misere", "nim/misère 2 + end-nim/misere 1", "2:L-1", "2:L-1", "nim/misere 2 + end-nim/misere 0"},
		{"partizan-sum", "partizan-end-nim 2 1 + partizan-end-nim 3 5", "2:3", "2:L-3", "partizan-end-nim 2 1 + partizan-end-nim 5"},
	} {
		p := gamestest.Parse(t, find(t, test.id), test.position, games.Left)
		step, err := gamestest.Play(p, test.text)
		if err != nil || step.Move.String() != test.move || step.Position.String() != test.after {
			t.Errorf("%s %s: %q is %s to %s, %v; want %s to %s", test.id, test.position, test.text, step.Move, step.Position, err, test.move, test.after)
		}
	}
}

// TestRefusals checks that invalid sums and moves are refused with what would be right.
func TestRefusals(t *testing.T) {
	for _, test := range []struct{ id, position, says string }{
		{"sum", "end-nim 3 + nim/misere 4", "part 2 can't be Misère Nim, because the last move loses there"},
		{"sum/misere", "nim 4", "part 1 can't be Nim, because the last move wins there"},
		{"sum", "partizan-end-nim 3 + nim 4", "that is for `partizan-sum`"},
		{"partizan-sum", "end-nim 3", "both sides have the same moves there"},
		{"sum", "move-reverse-nim 3", "two people decide a turn there"},
		{"sum", "sum nim 3", "there is no game `sum` for part 1"},
		{"sum", "nim 3 + ", "part 2 is missing"},
		{"sum", "nim 3 + nim", "part 2 has no position"},
		{"sum", "chess e4", "there is no game `chess`"},
		{"sum", "nim 3 + end-nim 3 0 2", "part 2, End-Nim: pile 2 is 0"},
		{"sum", strings.Repeat("nim 1 + ", 6) + "nim 1", "7 parts: a sum has at most 6"},
	} {
		_, err := find(t, test.id).Parse(test.position, games.Left)
		var bad *games.BadPosition
		if !errors.As(err, &bad) || !strings.Contains(bad.Error(), test.says) {
			t.Errorf("%s %s: %v; want %q", test.id, test.position, err, test.says)
		}
	}
	p := gamestest.Parse(t, find(t, "sum"), "end-nim 3 5 2 + nim 4 + nim 0", games.Left)
	for text, says := range map[string]string{
		"L-2":     "doesn't name a part: write its number, a colon and the move there, such as `1:L-1`",
		"4:1-1":   "there is no part 4: they are numbered 1 to 3",
		"3:1-1":   "part 3 has no moves left for this player, such as `1:L-1`",
		"1:2-1":   "part 1: `2` is not an end of the row: the left end is `L`, the right end is `R`, such as `1:L-1`",
		"1:L-4":   "part 1: the left pile has 3 counters: take 1 to 3, such as `1:L-3`",
		"2:1-0":   "part 2: pile 1 has 4 counters",
		"11:L-1":  "doesn't name a part",
		"1:1:L-1": "part 1: `1:L-1` is not a move here",
	} {
		_, err := gamestest.Play(p, text)
		var illegal *games.IllegalMove
		if !errors.As(err, &illegal) || !strings.Contains(illegal.Error(), says) {
			t.Errorf("%s: %v; want %q", text, err, says)
		}
	}
}

// TestWords checks that moves and places are named with their parts.
func TestWords(t *testing.T) {
	v := find(t, "sum")
	p := gamestest.Parse(t, v, "end-nim 3 5 2 + tree-nim 3(1 2 4) + nim 4", games.Left)
	var said []string
	for _, text := range []string{"1:R-2", "2:b-1", "3:1-4"} {
		step := must.Get(gamestest.Play(p, text))(t)
		where := step.Move.Where
		said = append(said, fmt.Sprintf("%s | %s | %s", v.Say(p, step.Move), v.Words.Place(p, where), v.Words.Phrase(p, where)))
	}
	want := []string{
		"took 2 from the right end in part 1 | Part 1 Right | the right end of part 1",
		"took 1 from b in part 2 | Part 2 b | stack b of part 2",
		"took 4 from pile 1 in part 3 | Part 3 | pile 1 of part 3",
	}
	if strings.Join(said, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(said, "\n"), strings.Join(want, "\n"))
	}
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
