package view_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest/walk"
	"nimatron/games/splitnim"
	"nimatron/internal/must"
	"nimatron/picture"
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

// The exact words of labels, as documented.
func TestTheWordsOfKeys(t *testing.T) {
	for _, board := range []struct{ variant, position, where, question, want string }{
		{"end-nim", "1 5 2 4 3", "", "Which move?", "Left: take 1|Right: take 1|Right: 2|Right: all 3"},
		{"end-nim", "9 5 7", "", "Which end?", "Left · 9|Right · 7"},
		{"end-nim", "9 5 7", "R", "How many from the right end?", "take 1|2|3|4|5|6|all 7|Back"},
		{"end-nim", "3", "", "How many do you take?", "take 1|2|all 3"},
		{"nim", "3 5 7", "", "Which pile?", "Pile 1 · 3|Pile 2 · 5|Pile 3 · 7"},
		{"nim", "1 5 7", "", "Which pile?", "Pile 1: take 1|Pile 2 · 5|Pile 3 · 7"},
		{"nim", "2 3", "", "Which move?", "Pile 1: take 1|Pile 1: all 2|Pile 2: take 1|Pile 2: 2|Pile 2: all 3"},
		{"nim", "1000000 2", "1", "How many from pile 1?", "take 1|2|3|4|5|6|7|8|9|all 1,000,000|Other…|Back"},
		{"split-nim/0", "2 4", "", "Which move?",
			"Pile 1: take 1|Pile 1: all 2|Pile 1 → 1 and 1|Pile 2: take 1|Pile 2: 2|Pile 2: 3|Pile 2: all 4|Pile 2 → 1 and 3|Pile 2 → 2 and 2"},
		{"split-nim/0", "8 9 9", "1", "How many from pile 1, or which split?", "take 1|2|3|4|5|6|7|all 8|1 and 7|2 and 6|3 and 5|4 and 4|Back"},
		{"forklift-nim", "3 1", "", "Which move?", "A1: take 1 box|A1: 2 boxes|A1: all 3 boxes|B1: take 1 box"},
		{"tree-nim", "3(2 5)", "", "Which move?", "b: take 1|b: all 2|c: take 1|c: 2|c: 3|c: 4|c: all 5"},
		{"move-reverse-nim", "3 5", "", "Which pile?", "name pile 1|name pile 2"},
		{"move-reverse-nim", "3 [3]", "", "How many?", "say 1|say 2|say 3"},
		{"total-reverse-nim", "2 9 1", "2", "How many from pile 2?", "take 1|2|3|4|5|6|7|8|all 9|Back"},
	} {
		v := must.Get(catalog.Standard.Find(board.variant))(t)
		p := must.Get(v.Parse(board.position, games.Left))(t)
		card := keys(v, p, board.where)
		var labels []string
		for _, a := range slices.Concat(card.Taps...) {
			labels = append(labels, a.Label)
		}
		if got := strings.Join(labels, "|"); got != board.want || card.Question != board.question {
			t.Errorf("%s %s %s: %q %s\nwant %q %s", board.variant, board.position, board.where, card.Question, got, board.question, board.want)
		}
	}
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
