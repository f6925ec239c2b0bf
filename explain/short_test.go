package explain_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/internal/testlong"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// longest is how long a whole reason may be, so that it can be shown without a cut.
const longest = 2600

// TestLengths asks for reasons of boards as large as there are.
func TestLengths(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 12))
	const top = games.MaxPile
	alike := func(n int, pile uint64) []uint64 {
		board := make([]uint64, n)
		for i := range board {
			board[i] = pile
		}
		return board
	}
	huge := func(n int) []uint64 {
		board := make([]uint64, n)
		for i := range board {
			board[i] = top - random.Uint64N(1<<uint(random.IntN(59)+1))
		}
		return board
	}
	boards := [][]uint64{alike(1000, top), append(alike(999, top), top-1), append(alike(998, 1), top, top-1), append([]uint64{top - 1}, alike(999, top)...)}
	for range testlong.Times(2, 4, 12) {
		board := huge(999)
		boards = append(boards, board, append(board, xorOf(board)), huge(2), huge(3), huge(4), huge(7), huge(16))
		small := huge(5)
		boards = append(boards, append(append([]uint64{top}, small...), top), append(append([]uint64{top}, small...), top-1))
	}
	ids := []string{"split-nim/999999999999999998", "split-nim/576460752303423486", "split-nim/-999999999999999999",
		"split-nim/999999999999999998/misere", "split-nim/576460752303423486/misere", "split-nim/-999999999999999999/misere"}
	all := append([]*games.Variant(nil), variants...)
	for _, id := range ids {
		v, err := catalog.Standard.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	most := 0
	for _, v := range all {
		for _, board := range boards {
			nominations := []int{-1}
			if v.Reverse && !strings.HasPrefix(v.ID, "total") {
				nominations = append(nominations, 0, len(board)-1)
			}
			for _, nominated := range nominations {
				for _, side := range []games.Side{games.Left, games.Right} {
					p, err := v.Parse(string(games.AppendPiles(nil, board, nominated)), side)
					if err != nil {
						continue // a pile of 0, or one above 10^18
					}
					r := reasonOf(t, v, p)
					short, full := explain.Short(v, p, r), strings.Join(explain.Full(v, p, r), "\n")
					if n := utf8.RuneCountInString(short); n > explain.MaxShort || !strings.HasSuffix(short, ".") {
						t.Errorf("%s: %d characters: %s", v.ID, n, short)
					}
					if n := utf8.RuneCountInString(full); n > longest {
						t.Errorf("%s %.60s: %d characters: %s", v.ID, p, n, full)
					} else {
						most = max(most, n)
					}
				}
			}
			if p, err := v.Parse(string(games.AppendPiles(nil, board, -1)), games.Left); err == nil && v.Partizan {
				a, err := new(solver.Solver).Analyze(t.Context(), v, p)
				if err != nil {
					t.Fatal(err)
				}
				if short := explain.Analysis(a); utf8.RuneCountInString(short) > explain.MaxShort || !strings.HasSuffix(short, ".") {
					t.Errorf("%d characters: %s", utf8.RuneCountInString(short), short)
				}
			}
		}
	}
	t.Logf("the longest whole reason has %d characters", most)
}

// letters are those that stand for numbers in books, and the classes of positions.
var letters = regexp.MustCompile(`\b(?:[NPLR]: |u = |g = |l = |r = |l \+ r|L\*|R\*|[uglr]\b[^'’.)-])|⊕|⌊|4k`)

// TestNoUndefinedLetter looks for letters in short forms, and in whole ones before they are
// said what they are; and for words that would mean two people.
func TestNoUndefinedLetter(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 12))
	for n := range testlong.Times(1000, 2000, 6000) {
		v := variants[n%len(variants)]
		p, err := v.Parse(drawBoard(random, v), games.Side(random.IntN(2)))
		if err != nil || games.Over(p) {
			continue
		}
		r := reasonOf(t, v, p)
		short, full := explain.Short(v, p, r), strings.Join(explain.Full(v, p, r), "\n")
		_, defined, found := strings.Cut(full, "Let l be that count at the left end and r at the right.")
		if found {
			full = strings.TrimSuffix(full, defined)
			full = strings.ReplaceAll(full, "Let l be that count at the left end and r at the right.", "")
		}
		for _, text := range []string{short, full} {
			if letter := letters.FindString(text); letter != "" {
				t.Fatalf("%s %s: %q is not said what it is:\n%s", v.ID, p, letter, text)
			}
			if strings.Contains(text, "owner") || strings.Contains(text, "the opponent") {
				t.Fatalf("%s %s: who is that:\n%s", v.ID, p, text)
			}
		}
	}
}

// TestTheoremsAreShort keeps theorems within the field that shows them.
func TestTheoremsAreShort(t *testing.T) {
	for _, v := range variants {
		known := solver.FamilyOf(v)
		if text, source := known.Statement(v), known.Source(v); text == "" || len(text) > 1000 || len(text)+len(source) > 1020 {
			t.Errorf("%s: %d bytes, and %d of the source", v.ID, len(text), len(source))
		}
	}
}

// TestOverAndUnproved has what is said where nothing is worked out.
func TestOverAndUnproved(t *testing.T) {
	for _, v := range variants {
		text := "0"
		if v == endnim.Loop {
			text = "7"
		}
		p := read(t, v, text, games.Left)
		r := reasonOf(t, v, p)
		winner, _ := v.Winner(p)
		if (r.Claim == theory.HasWon) != (winner == p.Turn().Actor) || r.Ground != nil {
			t.Errorf("%s: %+v", v.ID, r)
		}
		if short := explain.Short(v, p, r); short != "The game is over. "+v.Rules.End {
			t.Errorf("%s: %s", v.ID, short)
		}
	}
	r := solver.Reason{Claim: theory.Unproved}
	p := read(t, variants[0], "3 5", games.Left)
	if short := explain.Short(variants[0], p, r); !strings.HasPrefix(short, "Who wins is not proved") || explain.Full(variants[0], p, r) != nil {
		t.Error(short)
	}
}
