package endnim_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/gamestest"
)

// parse parses a valid position.
func parse(t gamestest.TB, v *games.Variant, text string, first games.Side) *endnim.Row {
	t.Helper()
	return gamestest.Parse(t, v, text, first).(*endnim.Row)
}

func TestPlay(t *testing.T) {
	for _, test := range []struct{ position, move, canonical, after string }{
		{"3 5 2", "L-1", "L-1", "2 5 2"},
		{"3 5 2", "L-3", "L-3", "5 2"},
		{"3 5 2", "R-1", "R-1", "3 5 1"},
		{"3 5 2", "R-2", "R-2", "3 5"},
		{"3 5 2", "l 3", "L-3", "5 2"},
		{"3 5 2", "right 1", "R-1", "3 5 1"},
		{"3 5 2", "take 2 from right", "R-2", "3 5"},
		{"3 5 2", "L all", "L-3", "5 2"},
		{"3 5 2", "r1", "R-1", "3 5 1"},
		{"4 4", "R-4", "R-4", "4"},
		{"1000000000000000000 1", "L-999999999999999999", "L-999999999999999999", "1 1"},
	} {
		t.Run(test.position+" "+test.move, func(t *testing.T) {
			for _, v := range []*games.Variant{endnim.Normal, endnim.Misere, endnim.Loop} {
				step, err := gamestest.Play(parse(t, v, test.position, games.Right), test.move)
				if err != nil || step.Move.String() != test.canonical || step.Position.String() != test.after {
					t.Fatalf("%s: got %+v, %v; want %s to %s", v.ID, step, err, test.canonical, test.after)
				}
				if turn := step.Position.Turn(); turn != (games.Turn{}) {
					t.Errorf("%s: after Right's turn it is %+v", v.ID, turn)
				}
			}
		})
	}
}

func TestSinglePileHasOneEnd(t *testing.T) {
	for _, v := range []*games.Variant{endnim.Normal, endnim.Misere} {
		for _, move := range []string{"L-2", "R-2", "right 2"} {
			step, err := gamestest.Play(parse(t, v, "5", games.Left), move)
			if err != nil || step.Move.String() != "L-2" || step.Position.String() != "3" {
				t.Errorf("%s: %q gives %+v, %v", v.ID, move, step, err)
			}
		}
		var moves []string
		for step := range parse(t, v, "2", games.Left).Options() {
			moves = append(moves, step.Move.String())
		}
		if !slices.Equal(moves, []string{"L-1", "L-2"}) {
			t.Errorf("%s: the options of a pile of 2 are %q", v.ID, moves)
		}
	}
}

func TestPlayRefuses(t *testing.T) {
	for _, test := range []struct {
		variant        *games.Variant
		position, move string
		says           string
	}{
		{endnim.Normal, "3 5 2", "L-4", "the left pile has 3 counters: take 1 to 3, such as `L-3`"},
		{endnim.Normal, "3 5 2", "R-3", "the right pile has 2 counters: take 1 to 2, such as `R-2`"},
		{endnim.Normal, "3 5 1", "R-2", "the right pile has 1 counter: take 1, such as `R-1`"},
		{endnim.Normal, "3 5 2", "L-0", "the left pile has 3 counters"},
		{endnim.Normal, "3 5 2", "L-18446744073709551617", "the left pile has 3 counters"},
		{endnim.Normal, "3 5 2", "2-1", "`2` is not an end of the row: the left end is `L`, the right end is `R`, such as `L-1` or `R-2`"},
		{endnim.Normal, "3 5 2", "m-1", "`m` is not an end of the row"},
		{endnim.Normal, "3 5 2", "L", "write the end and how many to take, such as `L-1` or `R-2`"},
		{endnim.Normal, "3 5 2", "-1", "write the end"},
		{endnim.Normal, "3 5 2", "L=1+2", "write the end"},
		{endnim.Normal, "3 5 2", "", "write the end"},
		{endnim.Normal, "0", "L-1", "the game is over"},
		{endnim.Misere, "0", "L-1", "the game is over"},
		{endnim.Loop, "7", "L-1", "the game is over"},
	} {
		t.Run(test.variant.ID+" "+test.position+" "+test.move, func(t *testing.T) {
			step, err := gamestest.Play(parse(t, test.variant, test.position, games.Left), test.move)
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

func TestPartizan(t *testing.T) {
	for _, test := range []struct {
		name, position string
		mover          games.Side
		move           string
		canonical      string // "" if the move is refused
		after          string // the position, or the refusal
	}{
		{"Left on the left", "2 4 1", games.Left, "L-2", "L-2", "4 1"},
		{"Right on the right", "2 4 1", games.Right, "R-1", "R-1", "2 4"},
		{"Left on the right", "2 4 1", games.Left, "R-1", "", "Left takes from the left end only. Take 1 to 2, such as `L-2`"},
		{"Right on the left", "2 4 1", games.Right, "L-1", "", "Right takes from the right end only. Take 1, such as `R-1`"},
		{"Right hears about the own end", "2 4 3", games.Right, "hello", "", "write how many to take from the right end, such as `R-3`"},
		{"Left by a number alone", "4 5 2", games.Left, "1", "L-1", "3 5 2"},
		{"Right by a number alone", "4 5 2", games.Right, "2", "R-2", "4 5"},
		{"Right takes all", "4 5 2", games.Right, "all", "R-2", "4 5"},
		{"Left, too many", "4 5 2", games.Left, "take 5", "", "the left pile has 4 counters: take 1 to 4"},
		{"Left with one pile", "5", games.Left, "L-2", "L-2", "3"},
		{"Left with one pile, by the other name", "5", games.Left, "R-2", "L-2", "3"},
		{"Right with one pile", "5", games.Right, "R-2", "R-2", "3"},
		{"Right with one pile, by the other name", "5", games.Right, "left all", "R-5", "0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			step, err := gamestest.Play(parse(t, endnim.Partizan, test.position, test.mover), test.move)
			if test.canonical == "" {
				if err == nil || !strings.Contains(err.Error(), test.after) {
					t.Errorf("got %s, %v; want %q", step.Move, err, test.after)
				}
				return
			}
			if err != nil || step.Move.String() != test.canonical || step.Position.String() != test.after || step.Position.Turn().Owner != test.mover.Other() {
				t.Errorf("got %+v, %v; want %s to %s", step, err, test.canonical, test.after)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	for _, test := range []struct {
		variant    *games.Variant
		text, says string
	}{
		{endnim.Normal, "3 [5] 2", "without brackets"},
		{endnim.Misere, "[5]", "without brackets"},
		{endnim.Loop, "0", "at least one pile"},
	} {
		_, err := test.variant.Parse(test.text, games.Left)
		var bad *games.BadPosition
		if !errors.As(err, &bad) || !strings.Contains(bad.Error(), test.says) {
			t.Errorf("%s: Parse(%q): %v", test.variant.ID, test.text, err)
		}
	}
}

// TestTakingIsSubtraction takes any number from either end of any row, and compares with a row
// computed independently.
func TestTakingIsSubtraction(t *testing.T) {
	pile := rapid.OneOf(rapid.Uint64Range(1, 9), rapid.Uint64Range(1, games.MaxPile), rapid.Just(uint64(games.MaxPile)))
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SliceOfN(pile, 2, 8).Draw(t, "row")
		end, i := "L", 0
		if rapid.Bool().Draw(t, "right") {
			end, i = "R", len(row)-1
		}
		count := rapid.OneOf(rapid.Uint64Range(0, 10), rapid.Uint64(), rapid.Just(row[i]), rapid.Just(row[i]+1)).Draw(t, "count")

		p := parse(t, endnim.Normal, string(games.AppendPiles(nil, row, -1)), games.Left)
		step, err := gamestest.Play(p, fmt.Sprintf("%s-%d", end, count))
		if legal := count >= 1 && count <= row[i]; legal != (err == nil) {
			t.Fatalf("taking %d from %d: %v", count, row[i], err)
		}
		if !slices.Equal(p.Piles(), row) {
			t.Fatalf("the row %v became %v", row, p.Piles())
		}
		if err != nil {
			return
		}
		want := slices.Clone(row)
		if want[i] -= count; want[i] == 0 {
			want = slices.Delete(want, i, i+1)
		}
		if got := step.Position.(*endnim.Row).Piles(); !slices.Equal(got, want) {
			t.Fatalf("%s-%d on %v leaves %v, want %v", end, count, row, got, want)
		}
	})
}

// TestRowsThatShareTheirPiles follows one line of play and branches at every position. A row after
// a deletion shares piles with the previous row, so no row may change a shared pile.
func TestRowsThatShareTheirPiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SliceOfN(rapid.Uint64Range(2, 9), 2, 10).Draw(t, "row")
		var p games.Position = parse(t, endnim.Normal, string(games.AppendPiles(nil, row, -1)), games.Left)
		line, printed := []games.Position{p}, []string{p.String()}
		for !games.Over(p) {
			deletion := rapid.SampledFrom([]string{"L all", "R all"}).Draw(t, "deletion")
			for _, move := range []string{deletion, "L-1", "R-1"} {
				step, err := gamestest.Play(p, move)
				if err != nil {
					t.Fatalf("%s: %v", p, err)
				}
				line, printed = append(line, step.Position), append(printed, step.Position.String())
			}
			p = line[len(line)-3]
		}
		for i, p := range line {
			if p.String() != printed[i] {
				t.Fatalf("%s became %s", printed[i], p)
			}
		}
	})
}
