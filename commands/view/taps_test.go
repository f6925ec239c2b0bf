package view_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/games/gamestest/walk"
	"nimatron/games/splitnim"
	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/picture"
	"nimatron/referee/puzzle"
)

// notation matches notation, which labels must not use.
var notation = regexp.MustCompile(`^[0-9]+-[0-9]+$|^[LR]-[0-9]+$|=|>`)

// tap is a tap that a board offers.
type tap struct {
	label, move, where string
	other              bool
}

// tapsOf returns the taps of a card.
func tapsOf(card *view.Card) (taps []tap) {
	for _, a := range slices.Concat(card.Taps...) {
		o := a.Options()
		if a.Label != "Back" {
			taps = append(taps, tap{a.Label, o["move"], o["where"], o["other"] != ""})
		}
	}
	for _, m := range card.Menus {
		for _, c := range m.Choices {
			t := tap{label: c.Label, move: c.Value}
			if m.Option == "where" {
				t = tap{label: c.Label, where: c.Value}
			}
			taps = append(taps, t)
		}
	}
	return taps
}

// parts counts the Discord components in a card's keys. 31 are free besides a title, a picture, a
// question, a footer and the row of Hint and More.
func parts(card *view.Card) (n int) {
	for _, row := range card.Taps {
		n += len(row) + (len(row)+4)/5
	}
	return n + 2*len(card.Menus)
}

// keys returns the taps for the moves of a position.
func keys(v *games.Variant, p games.Position, where string) *view.Card {
	card := &view.Card{}
	view.BoardKeys(v, p, where).Offer(card)
	return card
}

// checkKeys checks the keys of a position: labels are distinct words, no two taps make the same
// move, and two taps reach exactly the legal moves, or there is a form.
func checkKeys(t *testing.T, v *games.Variant, p games.Position) {
	t.Helper()
	moves, form := map[string]string{}, false
	var look func(where string)
	look = func(where string) {
		card := keys(v, p, where)
		if !strings.HasSuffix(card.Question, "?") || parts(card) > 31 {
			t.Errorf("%s from %s: the question %q, %d parts", v.ID, p, card.Question, parts(card))
		}
		labels := map[string]bool{}
		for _, tapped := range tapsOf(card) {
			if tapped.label == "" || labels[tapped.label] || notation.MatchString(tapped.label) {
				t.Errorf("%s from %s: a label %q, beside %v", v.ID, p, tapped.label, labels)
			}
			labels[tapped.label] = true
			switch {
			case tapped.other:
				form = true
			case tapped.move != "":
				if before, twice := moves[tapped.move]; twice {
					t.Errorf("%s from %s: both %q and %q make the move %s", v.ID, p, before, tapped.label, tapped.move)
				}
				moves[tapped.move] = tapped.label
			default:
				if m, only := view.OnlyMove(p, tapped.where); only {
					moves[m.String()] = tapped.label
				} else if where == "" {
					look(tapped.where)
				}
			}
		}
	}
	look("")
	for step := range p.Options() {
		if len(moves) == 0 && form {
			return
		}
		if _, reached := moves[step.Move.String()]; !reached && !form {
			t.Errorf("%s from %s: no taps reach %s", v.ID, p, step.Move)
		}
		if delete(moves, step.Move.String()); form && len(moves) == 0 {
			return
		}
	}
	if len(moves) > 0 {
		t.Errorf("%s from %s: taps make %v, which is not legal", v.ID, p, moves)
	}
}

// The keys of every game are words, from starts of all sizes down to the last move.
func TestKeysAreWords(t *testing.T) {
	variants := append(slices.Clone(catalog.Standard.All()), walk.Variant, splitnim.Of(-3), splitnim.Of(5))
	for _, v := range variants {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(1, 2))
			starts := []string{v.Rules.Example}
			for _, size := range games.Sizes {
				for range 5 {
					starts = append(starts, v.Generate(r, size))
				}
			}
			for _, start := range starts {
				p := must.Get(v.Parse(start, games.Side(r.IntN(2))))(t)
				for !games.Over(p) {
					checkKeys(t, v, p)
					var steps []games.Step
					for step := range p.Options() {
						steps = append(steps, step)
					}
					p = steps[r.IntN(len(steps))].Position
				}
				if t.Failed() {
					t.FailNow()
				}
			}
		})
	}
}

// TestTheWordsOfKeys shows the keys of the boards in keys.txt.
func TestTheWordsOfKeys(t *testing.T) {
	golden.Lines(t, "keys.txt", func(line string) string {
		asked := append(strings.Split(line, " | "), "")
		v := must.Get(catalog.Standard.Find(asked[0]))(t)
		card := keys(v, gamestest.Parse(t, v, asked[1], games.Left), asked[2])
		shown := []string{card.Question}
		for _, m := range card.Menus {
			shown = append(shown, fmt.Sprintf("%s ▾ %s … %s", m.Prompt, m.Choices[0].Label, m.Choices[len(m.Choices)-1].Label))
		}
		for _, row := range card.Taps {
			var labels []string
			for _, a := range row {
				labels = append(labels, "["+a.Label+"]")
			}
			shown = append(shown, strings.Join(labels, " "))
		}
		return strings.Join(shown, " / ")
	})
}

// However large a board is, its keys are computed at once and fit.
func TestKeysOfLargeBoards(t *testing.T) {
	const huge = "1000000000000000000"
	for _, board := range [][2]string{
		{"end-nim", huge + " 3 " + huge}, {"nim", strings.TrimSpace(strings.Repeat(huge+" ", 1000))},
		{"nim", strings.TrimSpace(strings.Repeat("1 ", 1000))}, {"split-nim/0", huge}, {"split-nim/3", huge + " 7"},
		{"pile-reverse-nim", fmt.Sprint(strings.Repeat("2 ", 99), huge)},
	} {
		v := must.Get(catalog.Standard.Find(board[0]))(t)
		p := must.Get(v.Parse(board[1], games.Left))(t)
		for _, where := range []string{"", "1", "L"} {
			card := keys(v, p, where)
			for _, tapped := range tapsOf(card) {
				if notation.MatchString(tapped.label) {
					t.Errorf("%s: a label %q", v.ID, tapped.label)
				}
			}
			if n := parts(card); n == 0 || n > 31 {
				t.Errorf("%s: %d parts", v.ID, n)
			}
		}
	}
}

// The pile behind a cleared end pile is not marked by the hint.
func TestHintMarksOnePile(t *testing.T) {
	v, _ := catalog.Standard.Find("partizan-end-nim")
	p, _ := v.Parse("1 3 2", games.Left)
	m, _ := p.Read("L-1")
	d, err := view.HintPicture(p, m, true, picture.Style{}).LayOut(t.Context())
	if n := strings.Count(fmt.Sprint(d), "hint"); err != nil || n != 1 {
		t.Errorf("%d piles are marked, %v", n, err)
	}
}

// A board whose picture can't be drawn is shown as text, also with a chosen pile or with a chart below.
func TestBoardsHaveTextInPlaceOfPictures(t *testing.T) {
	v, _ := catalog.Standard.Find("partizan-end-nim")
	p, _ := v.Parse("1 3 2", games.Left)
	q := view.Asked{Exercise: puzzle.Exercise{Variant: v, Position: p}, Answer: func(view.Tap) input.Call { return input.Move.Call() }}
	charted := q.Ask("", "", view.Look{})
	charted.Picture = charted.Picture.Above("day", view.Tiles(nil), picture.Style{})
	for name, card := range map[string]*view.Card{"asked": q.Ask("", "", view.Look{}), "chosen": q.Ask("", "L", view.Look{}), "charted": charted} {
		if card.Picture == nil || !strings.Contains(card.Drawn(), "3") {
			t.Errorf("%s: %q", name, card.Drawn())
		}
	}
}
