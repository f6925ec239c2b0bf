package explain_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver"
)

// TestSeen has reasons that were wrong once, or no help: each says what it has to, and
// nothing of what it must not.
func TestSeen(t *testing.T) {
	for _, c := range []struct {
		variant, position string
		side              games.Side
		has               []string // in the short form
		full              []string // in the whole one
		lacks             []string // in both
	}{
		// The reason of normal play loses where two piles are large.
		{variant: "nim/misere", position: "2 3",
			has:  []string{"leaves two equal piles", "When just one pile is above 1, leave an odd number of 1s instead"},
			full: []string{"take all of that pile or all but 1, whichever makes the number of 1s odd"}},
		{variant: "nim/misere", position: "3 5 7", has: []string{"when just one pile is above 1, leave an odd number of 1s"}},
		// What was worked out was the board before the number is said.
		{variant: "pile-reverse-nim", position: "1 [3]",
			has: []string{"say 2 (`-2`). Then only 1s are left, 2 of them", "the last one goes in your turn, which wins for you"}},
		{variant: "move-reverse-nim", position: "3 [5] 2", has: []string{"the number of 1s is odd (1) when you name next"}},
		// Too few of the moves that fail were listed.
		{variant: "end-nim", position: "5", has: []string{"take the last pile whole (`L-5`)"}, full: []string{"The only move that wins: L-5."}},
		// The player to move was said to take the last one.
		{variant: "total-reverse-nim", position: "1 1",
			has:   []string{"your opponent's hand takes the last one, which wins for you"},
			full:  []string{"each of you plays misère Nim with your own hand"},
			lacks: []string{"the player to move"}},
		// A move was played, and another one explained.
		{variant: "partizan-end-nim", position: "3 6 4 4", has: []string{"take your whole end pile (`L-3`)"}, lacks: []string{"L-1"}},
		// Left's working was shown to Right.
		{variant: "partizan-end-nim", position: "9 2 4 1 2", side: games.Right,
			has: []string{"Every move loses: your 2 needs 7 here, so it is 5 short; your opponent's 9 needs"}, lacks: []string{"L-", "Left to move"}},
		// The rule by which piles count was left out where numbers are long.
		{variant: "split-nim/0", position: "999999999999999999 1000000000000000000 1 3", has: []string{"counting 3, 7, 11 … as one more and 4, 8, 12 … as one less"}},
		{variant: "split-nim/2", position: "999999999999999999 1000000000000000000 1 3", full: []string{"if there is an even number of 1s before the last digit, flip the last digit"}},
		{variant: "split-nim/12", position: "999999999999999999 1000000000000000000 1 3", full: []string{"has at least two 1s among the digits worth 8 or more"}},
		// It was not said how the moves are answered.
		{variant: "end-nim", position: "3 5 3",
			has: []string{"clear an end, and your opponent cuts the 5 to 3", "leave 1 or 2 at an end, and they leave the same at the other end"}},
		{variant: "end-nim", position: "4 4", has: []string{"leave 3 or fewer at an end, and your opponent leaves the same at the other end"}},
	} {
		v := find(t, c.variant)
		p := read(t, v, c.position, c.side)
		r := reasonOf(t, v, p)
		short, full := explain.Short(v, p, r), strings.Join(explain.Full(v, p, r), "\n")
		for _, words := range c.has {
			if !strings.Contains(short, words) {
				t.Errorf("%s %s lacks %q: %s", c.variant, c.position, words, short)
			}
		}
		for _, words := range c.full {
			if !strings.Contains(full, words) {
				t.Errorf("%s %s lacks %q:\n%s", c.variant, c.position, words, full)
			}
		}
		for _, words := range c.lacks {
			if strings.Contains(short+full, words) {
				t.Errorf("%s %s has %q:\n%s", c.variant, c.position, words, full)
			}
		}
	}
}

// TestStartsSayHowToGoOn has generated starts of Split-2-Nim: seven of 180 short forms said
// what a move leaves, and not how to go on.
func TestStartsSayHowToGoOn(t *testing.T) {
	v := find(t, "split-nim/2")
	random := rand.New(rand.NewPCG(2, 180))
	for _, size := range games.Sizes {
		for range 60 {
			p := read(t, v, v.Generate(random, size), games.Left)
			short := explain.Short(v, p, reasonOf(t, v, p))
			if !regexp.MustCompile(`even again|restores|[Kk]eep it so|twin|whole pile`).MatchString(short) {
				t.Errorf("%s: how to go on is not in: %s", p, short)
			}
		}
	}
}

// TestEqualPilesHaveTheRule has rows of equal piles: what comes of them is decided by the
// rule for all rows, which 37 of them in misère play left out.
func TestEqualPilesHaveTheRule(t *testing.T) {
	for _, id := range []string{"end-nim", "end-nim/misere", "end-nim/loop"} {
		v := find(t, id)
		for length := 2; length <= 8; length++ {
			for height := 1; height <= 6; height++ {
				if v == endnim.Loop && length == 2 {
					continue // the move ends the game
				}
				p := read(t, v, strings.TrimSpace(strings.Repeat(fmt.Sprint(height, " "), length)), games.Left)
				full := strings.Join(explain.Full(v, p, reasonOf(t, v, p)), "\n")
				if !strings.Contains(full, "if its ends are equal and l + r is even") {
					t.Errorf("%s %s: the rule is not in:\n%s", id, p, full)
				}
			}
		}
	}
}

// TestShortFormsStandAlone looks for words that ask to read more before anything is said.
func TestShortFormsStandAlone(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 20))
	for n := range 3000 {
		v := variants[n%len(variants)]
		p, err := v.Parse(drawBoard(random, v), games.Side(random.IntN(2)))
		if err != nil || games.Over(p) {
			continue
		}
		short := explain.Short(v, p, reasonOf(t, v, p))
		for _, words := range []string{"such a row", "mostly", "as the whole reason says", "says why", "says which"} {
			if strings.Contains(short, words) {
				t.Fatalf("%s %s: %s", v.ID, p, short)
			}
		}
	}
}

// TestMoveAndReasonAreOne asks about every move that wins: the reason is about that one.
func TestMoveAndReasonAreOne(t *testing.T) {
	s := new(solver.Solver)
	for _, v := range variants {
		for _, text := range smallBoards(v) {
			if len(text) > 5 {
				continue
			}
			p, err := v.Parse(text, games.Left)
			if err != nil || games.Over(p) {
				continue
			}
			moves, _, err := s.Winning(t.Context(), v, p, 100)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range moves {
				r, err := s.ExplainMove(t.Context(), v, p, m)
				if err != nil || r.Move != m {
					t.Fatalf("%s %s: %s is explained by %s, %v", v.ID, p, m, r.Move, err)
				}
				if text := explain.Advice(v, p, r); strings.Contains(text, "`") && !strings.Contains(text, "`"+m.String()+"`") {
					t.Fatalf("%s %s: %s is explained by: %s", v.ID, p, m, text)
				}
			}
			for step := range p.Options() {
				if slices.Contains(moves, step.Move) {
					continue
				}
				if r, err := s.ExplainMove(t.Context(), v, p, step.Move); err == nil {
					t.Fatalf("%s %s: %s, which loses, is explained by %+v", v.ID, p, step.Move, r)
				}
			}
		}
	}
}

// find returns a variant by its id.
func find(t *testing.T, id string) *games.Variant {
	t.Helper()
	i := slices.IndexFunc(variants, func(v *games.Variant) bool { return v.ID == id })
	if i < 0 {
		t.Fatalf("no %s", id)
	}
	return variants[i]
}
