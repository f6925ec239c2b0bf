package splitnim_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/games/gamestest"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/internal/must"
)

func board(t gamestest.TB, q int64, position string) *nim.Board {
	t.Helper()
	return gamestest.Parse(t, splitnim.Of(q), position, games.Left).(*nim.Board)
}

// TestMovesByDefinition plays every take and every split with numbers beyond the pile, and compares
// with the rules: at least one counter is taken, or q are added and both parts are at most n-1.
// Options yields the same moves, each once.
func TestMovesByDefinition(t *testing.T) {
	const largest, beyond = 18, 32
	for q := -6; q <= 12; q++ {
		for n := 1; n <= largest; n++ {
			b := board(t, int64(q), fmt.Sprintf("1 %d", n))
			legal := map[string]string{} // by spelling: the canonical move, then the position after it
			play := func(text, canonical, after string, ok bool) {
				step, err := gamestest.Play(b, text)
				switch {
				case ok && (err != nil || step.Move.String() != canonical || step.Position.String() != after):
					t.Errorf("q = %d, %s: %s is played as %s to %v, %v; want %s to %s", q, b, text, step.Move, step.Position, err, canonical, after)
				case !ok && err == nil:
					t.Errorf("q = %d, %s: %s is played as %s to %s", q, b, text, step.Move, step.Position)
				case ok:
					legal[canonical] = after
				}
			}
			for count := range beyond {
				after := fmt.Sprintf("1 %d", n-count)
				take := fmt.Sprintf("2-%d", count)
				play(take, take, after, 1 <= count && count <= n)
			}
			for one := range beyond {
				for other := range beyond {
					small, large := min(one, other), max(one, other)
					split := fmt.Sprintf("2=%d+%d", small, large)
					after := fmt.Sprintf("1 %d %d", small, large)
					if small == 0 { // an empty part is a removal under another name
						split = fmt.Sprintf("2-%d", n-large)
						after = fmt.Sprintf("1 %d", large)
					}
					play(fmt.Sprintf("2=%d+%d", one, other), split, after, one+other == n+q && large <= n-1)
				}
			}
			legal["1-1"] = fmt.Sprintf("0 %d", n)
			checkOptions(t, b, legal)
		}
	}
}

// checkOptions compares Options with legal, which has no split of the first pile.
func checkOptions(t *testing.T, b *nim.Board, legal map[string]string) {
	t.Helper()
	seen := map[string]bool{}
	for step := range b.Options() {
		move := step.Move.String()
		after, ok := legal[move]
		if !ok || seen[move] || step.Position.String() != after || step.Position.Turn().Owner != games.Right {
			t.Errorf("q = %d, %s: Options yields %s to %s, want it once, to %q", b.Q(), b, step.Move, step.Position, after)
		}
		seen[move] = true
	}
	if len(seen) != len(legal) {
		t.Errorf("q = %d, %s: Options yields %d moves of %d", b.Q(), b, len(seen), len(legal))
	}
}

// TestPartsBounds checks that exactly the sizes that Parts allows are legal.
func TestPartsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := rapid.OneOf(rapid.Int64Range(-9, 9), rapid.Int64Range(-splitnim.MaxQ, splitnim.MaxQ)).Draw(t, "q")
		n := rapid.Uint64Range(1, games.MaxPile).Draw(t, "n")
		sum, least, ok := nim.Parts(n, q)
		if wantOK := int64(n) >= max(q, -q)+2; ok != wantOK {
			t.Fatalf("a pile of %d can be split: %v, want %v", n, ok, wantOK)
		}
		if !ok {
			return
		}
		if int64(sum) != int64(n)+q || least < 1 || sum-least > n-1 || least > 1 && sum-(least-1) <= n-1 {
			t.Fatalf("the parts of %d make %d, the smaller from %d", n, sum, least)
		}
		small := rapid.Uint64Range(0, sum).Draw(t, "small")
		_, err := gamestest.Play(board(t, q, fmt.Sprint(n)), fmt.Sprintf("1=%d+%d", small, sum-small))
		allowed := least <= min(small, sum-small) || q < 0 && min(small, sum-small) == 0
		if (err == nil) != allowed {
			t.Fatalf("the split of %d into %d and %d: %v", n, small, sum-small, err)
		}
	})
}

func TestPlayForms(t *testing.T) {
	for _, c := range []struct {
		q           int64
		position    string
		text        string
		move, after string
	}{
		{0, "5 8 3", "2=3+5", "2=3+5", "5 3 3 5"}, // the smaller part stays pile 2, the larger comes last
		{0, "5 8 3", "2=5+3", "2=3+5", "5 3 3 5"},
		{0, "5 8 3", "split 2 5 3", "2=3+5", "5 3 3 5"},
		{0, "5 8 3", "SPLIT pile 2 into 3 and 5", "2=3+5", "5 3 3 5"},
		{0, "5 8 3", "2 = 5 + 3", "2=3+5", "5 3 3 5"},
		{0, "5 8 3", "2 8", "2-8", "5 0 3"},
		{0, "5 8 3", "2 all", "2-8", "5 0 3"},
		{0, "0 8 0", "2=2+6", "2=2+6", "0 2 0 6"},
		{0, "0 8 0", "2 all", "2-8", "0"},
		{0, "5 8 3", "take 2 from pile 3", "3-2", "5 8 1"},
		{0, "1", "1-1", "1-1", "0"},
		{2, "4", "1=3+3", "1=3+3", "3 3"},
		{-2, "4", "1=1+1", "1=1+1", "1 1"},
		{-2, "4 4", "1=2+0", "1-2", "2 4"}, // an empty part: a removal
		{-2, "4 4", "1=0+2", "1-2", "2 4"},
		{-4, "4 4", "1=0+0", "1-4", "0 4"},
		{0, "1000000000000000000", "1=1+999999999999999999", "1=1+999999999999999999", "1 999999999999999999"},
		{splitnim.MaxQ - 2, "1000000000000000000", "1=999999999999999999+999999999999999999",
			"1=999999999999999999+999999999999999999", "999999999999999999 999999999999999999"},
	} {
		b := board(t, c.q, c.position)
		step, err := gamestest.Play(b, c.text)
		if err != nil || step.Move.String() != c.move || step.Position.String() != c.after {
			t.Errorf("q = %d, %s: %q is played as %s to %v, %v; want %q to %s", c.q, b, c.text, step.Move, step.Position, err, c.move, c.after)
		}
		if b.String() != c.position {
			t.Errorf("%q changed the board to %s", c.text, b)
		}
	}
}

// TestRefusals checks that each refusal says what would be right.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		q        int64
		position string
		text     string
		want     []string // parts of the error
	}{
		{0, "0", "1-1", []string{"over"}},
		{0, "5 8 3", "2", []string{"not a move", "`1-5`", "`1=1+4`"}},
		{0, "5 8 3", "-3", []string{"not a move", "`1-5`"}},
		{0, "5 8 3", "4-1", []string{"no pile", "1 to 3"}},
		{0, "5 0 3", "2-1", []string{"pile 2 is empty: choose pile 1 or 3, such as `1-5`"}},
		{2, "0 5 3", "1=1+1", []string{"pile 1 is empty", "`2-5`"}},
		{-2, "0 5 3", "1=0+0", []string{"pile 1 is empty"}},
		{0, "0 8", "1", []string{"not a move", "`2-8`"}},
		{0, "5 8 3", "0-1", []string{"no pile", "1 to 3"}},
		{0, "5 8 3", "18446744073709551617-1", []string{"no pile", "1 to 3"}},
		{0, "5 8 3", "4=1+2", []string{"no pile", "1 to 3"}},
		{0, "5 8 3", "2-9", []string{"pile 2 has 8 counters", "1 to 8", "`2-8`"}},
		{0, "5 8 3", "2-0", []string{"pile 2 has 8 counters", "1 to 8"}},
		{0, "5 8 3", "2=3+4", []string{"make 8 together", "from 1 to 7", "`2=1+7`"}},
		{0, "5 8 3", "2=0+8", []string{"make 8 together", "from 1 to 7"}},
		{0, "5 8 3", "2=0+0", []string{"make 8 together"}},
		{2, "5 8 3", "2=2+8", []string{"make 10 together", "from 3 to 7", "`2=3+7`"}},
		{2, "5 8 3", "3=2+3", []string{"can't be split", "pile of 4 or more", "1 to 3", "`3-3`"}},
		{-2, "5 8 3", "3=1+0", nil}, // a removal: accepted
		{-2, "5 8 3", "3=1+1", []string{"can't be split", "pile of 4 or more"}},
		{-9, "5", "1=0+0", []string{"can't be split", "pile of 11 or more", "`1-5`"}},
		{-5, "5", "1=0+5", []string{"can't be split"}}, // no move takes 0
		{-2, "6", "1=0+6", []string{"make 4 together", "from 1 to 3"}},
		{-2, "6", "1=0+3", []string{"make 4 together", "from 1 to 3"}},
		{splitnim.MaxQ, "5", "1=1+1", []string{"can't be split", "1000000000000000002"}},
		{-splitnim.MaxQ, "5", "1=0+0", []string{"can't be split", "1000000000000000002"}},
		// Parts whose sum is right only modulo 2^64.
		{0, "8", "1=18446744073709551615+9", []string{"make 8 together"}},
		{0, "8", "1=9+18446744073709551615", []string{"make 8 together"}},
		{0, "8", "1=9223372036854775812+9223372036854775812", []string{"make 8 together"}},
		{-2, "8", "1=18446744073709551622+0", []string{"make 6 together"}},
		{-2, "8", "1=0+18446744073709551615", []string{"make 6 together"}},
		{-5, "2", "1=0+18446744073709551613", []string{"can't be split"}},
		{0, "8", "1=99999999999999999999999+1", []string{"make 8 together"}},
	} {
		step, err := gamestest.Play(board(t, c.q, c.position), c.text)
		if c.want == nil {
			if err != nil {
				t.Errorf("q = %d, %s: %q is refused: %v", c.q, c.position, c.text, err)
			}
			continue
		}
		var illegal *games.IllegalMove
		if !errors.As(err, &illegal) {
			t.Errorf("q = %d, %s: %q is played as %s, %v", c.q, c.position, c.text, step.Move, err)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(illegal.Error(), part) {
				t.Errorf("q = %d, %s: %q is refused with %q, which has no %q", c.q, c.position, c.text, illegal.Error(), part)
			}
		}
	}
}

// TestHugePartsNeverWrap draws parts near the bounds of uint64.
func TestHugePartsNeverWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := rapid.SampledFrom([]int64{-splitnim.MaxQ, -7, -1, 0, 1, 6, splitnim.MaxQ}).Draw(t, "q")
		n := rapid.Uint64Range(1, games.MaxPile).Draw(t, "n")
		one := rapid.Uint64Range(games.MaxPile, math.MaxUint64).Draw(t, "one")
		other := n + uint64(q) - one // correct modulo 2^64
		if step, err := gamestest.Play(board(t, q, fmt.Sprint(n)), fmt.Sprintf("1=%d+%d", one, other)); err == nil {
			t.Fatalf("a pile of %d is split by %s", n, step.Move)
		}
	})
}

func TestParse(t *testing.T) {
	v := splitnim.Of(-3)
	if v.ID != "split-nim/-3" || v.Family != splitnim.Family || v.Parameter != -3 || v.Ending != games.Normal {
		t.Errorf("split-nim/-3 is %+v", v)
	}
	misere := splitnim.Misere(-3)
	if misere.ID != "split-nim/-3/misere" || misere.Family != splitnim.Family || misere.Parameter != -3 || misere.Ending != games.Misere {
		t.Errorf("split-nim/-3/misere is %+v", misere)
	}
	for _, text := range []string{"", "3 [0]", "[3] 2", "3 [5] 2", "x", strings.Repeat("1 ", games.MaxPiles+1), "1000000000000000001"} {
		p, err := v.Parse(text, games.Left)
		var bad *games.BadPosition
		if !errors.As(err, &bad) {
			t.Errorf("%.40q is read as %v, %v", text, p, err)
		}
	}
	p := must.Get(v.Parse("5, 8  0", games.Right))(t)
	b := p.(*nim.Board)
	if b.Q() != -3 || !slices.Equal(b.Piles(), []uint64{5, 8, 0}) || b.String() != "5 8 0" || b.Turn() != (games.Turn{Owner: games.Right, Actor: games.Right}) {
		t.Errorf("it is read as q = %d, %s, %+v", b.Q(), b, b.Turn())
	}
}

func TestOptionsAreLazy(t *testing.T) {
	for _, c := range []struct {
		q    int64
		want []string
	}{
		{0, []string{"1-1", "2-1", "1=1+999999999999999999", "2=1+1", "1-2", "2-2", "1=2+999999999999999998", "1-3"}},
		{7, []string{"1-1", "2-1", "1=8+999999999999999999", "1-2", "2-2", "1=9+999999999999999998"}},
		{-7, []string{"1-1", "2-1", "1=1+999999999999999992", "1-2", "2-2", "1=2+999999999999999991"}},
		{splitnim.MaxQ, []string{"1-1", "2-1", "1-2", "2-2", "1-3", "1-4"}},
	} {
		var got []string
		for step := range board(t, c.q, "1000000000000000000 2").Options() {
			if got = append(got, step.Move.String()); len(got) == len(c.want) {
				break
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("q = %d: Options begins with %v, want %v", c.q, got, c.want)
		}
	}
}

// TestFullBoardStillSplits checks that only the parser bounds the number of piles. The theorem has
// no such bound, so a board that only a split wins must stay won.
func TestFullBoardStillSplits(t *testing.T) {
	b := board(t, 0, "3 2 1"+strings.Repeat(" 1", games.MaxPiles-4)+" 1")
	step, err := gamestest.Play(b, "1=1+2")
	if err != nil || len(step.Position.(*nim.Board).Piles()) != games.MaxPiles+1 {
		t.Fatalf("the split of a full board: %v", err)
	}
	split := false
	for step := range b.Options() {
		split = split || step.Move.String() == "1=1+2"
	}
	if !split {
		t.Error("Options has no split of a full board")
	}
}
