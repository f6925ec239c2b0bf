package gamestest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
)

// smallBoards visits everything that play can reach from the small boards and
// compares the variant with the model there.
func (s *suite) smallBoards(t *testing.T) {
	piles, size := 3, 4
	if testing.Short() || RaceEnabled {
		piles, size = 2, 4
	}
	reverse := false
	for _, state := range NewOracle(s.model).Reachable(SmallStarts(s.variant, s.model, piles, size)) {
		p := s.parse(t, state.Position, state.Owner)
		if p.String() != state.Position {
			t.Fatalf("Parse(%q) prints as %q", state.Position, p)
		}
		if turn, actor := p.Turn(), s.model.actor(state); turn.Owner != state.Owner || turn.Actor != actor {
			t.Fatalf("Parse(%q, %s): %s, want %s to decide", state.Position, state.Owner, describe(p), actor)
		}
		reverse = reverse || p.Turn().Actor != p.Turn().Owner
		legal := s.model.Options(state)
		s.checkOptions(t, p, legal)
		if s.variant.Partizan || state.Owner == games.Left {
			s.checkPlay(t, p, legal) // by far the longest check; the same moves are Right's
		}
		s.checkWinner(t, p, legal)
		checkPicture(t, p)
		if t.Failed() {
			t.Fatalf("first failure at %s", describe(p))
		}
	}
	if s.variant.Reverse != reverse {
		t.Errorf("Reverse is %v, but that the opponent takes decisions of a turn is %v", s.variant.Reverse, reverse)
	}
	if s.named && s.variant.Partizan != s.model.Partizan {
		t.Errorf("Partizan is %v, the rules say %v", s.variant.Partizan, s.model.Partizan)
	}
}

// checkOptions compares Options with the model's list.
func (s *suite) checkOptions(t *testing.T, p games.Position, legal []Option) {
	t.Helper()
	var got, want []string
	for step := range p.Options() {
		got = append(got, fmt.Sprintf("%s to %s", step.Move, describe(step.Position)))
	}
	for _, o := range legal {
		want = append(want, fmt.Sprintf("%s to %q, %s's turn, %s decides", o.Move, o.State.Position, o.State.Owner, s.model.actor(o.State)))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: Options yields\n  %s\nthe rules allow\n  %s", describe(p), strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// checkPlay plays every move that has a canonical shape and small numbers: the
// legal ones must be accepted, all others refused.
func (s *suite) checkPlay(t *testing.T, p games.Position, legal []Option) {
	t.Helper()
	meaning := map[string]Option{} // by every spelling
	canonical := map[string]Option{}
	for _, o := range legal {
		canonical[o.Move] = o
		for _, text := range append(o.Also, o.Move) {
			meaning[text] = o
		}
	}
	for text, o := range meaning {
		step, err := p.Play(text)
		if err != nil {
			t.Errorf("%s: the legal move %q is refused: %v", describe(p), text, err)
		} else if step.Move != o.Move || stateOf(step.Position) != o.State {
			t.Errorf("%s: %q is played as %q to %s, want %q to %v", describe(p), text, step.Move, describe(step.Position), o.Move, o.State)
		}
	}
	for _, text := range spellings(legal) {
		if _, ok := meaning[text]; ok {
			continue
		}
		if step, err := p.Play(text); err != nil {
			checkIllegal(t, p, text, err)
		} else if o, ok := canonical[step.Move]; s.named || !ok || stateOf(step.Position) != o.State {
			// Only a model written from the rules knows all spellings.
			t.Errorf("%s: the illegal move %q is played as %q to %s", describe(p), text, step.Move, describe(step.Position))
		}
		if t.Failed() {
			return // the others are likely to be wrong in the same way
		}
	}
}

// spellings returns texts of all canonical shapes with the names that occur in
// the legal moves, others, and numbers from 0 to beyond a small board.
func spellings(legal []Option) []string {
	const largest = 6
	wheres := []string{"", "L", "R", "LL", "-1", "zz", "A0"}
	for n := range largest + 1 {
		wheres = append(wheres, strconv.Itoa(n))
	}
	for _, o := range legal {
		where, _, _ := strings.Cut(strings.ReplaceAll(o.Move, "=", "-"), "-")
		if !slices.Contains(wheres, where) {
			wheres = append(wheres, where)
		}
	}
	var texts []string
	for _, where := range wheres {
		texts = append(texts, where, where+"-18446744073709551617") // 2^64 + 1
		for a := range largest + 1 {
			texts = append(texts, fmt.Sprintf("%s-%d", where, a))
		}
	}
	for _, where := range []string{"", "L", "0", "1", "2", "3", "4"} {
		for a := range largest + 1 {
			for b := range largest + 1 {
				texts = append(texts, fmt.Sprintf("%s=%d+%d", where, a, b))
			}
		}
	}
	return texts
}

// checkWinner compares Over and Winner with what the rules say about the last
// turn, and checks that a finished game takes no more moves.
func (s *suite) checkWinner(t *testing.T, p games.Position, legal []Option) {
	t.Helper()
	over := len(legal) == 0
	if games.Over(p) != over {
		t.Errorf("%s: Over is %v", describe(p), !over)
	}
	winner, ok := s.variant.Winner(p)
	if ok != over {
		t.Errorf("%s: Winner reports %v", describe(p), ok)
	}
	if !over {
		return
	}
	// The owner of the last turn wins under normal play.
	want := p.Turn().Owner.Other()
	if s.model.Misere {
		want = p.Turn().Owner
	}
	if winner != want {
		t.Errorf("%s: the winner is %s, want %s", describe(p), winner, want)
	}
}

// checkPicture compares a row's picture with its notation.
func checkPicture(t *testing.T, p games.Position) {
	t.Helper()
	switch picture := p.Picture().(type) {
	case nil:
		t.Errorf("%s has no picture", describe(p))
	case games.Row:
		if got := string(games.AppendPiles(nil, picture.Piles, picture.Nominated)); got != p.String() {
			t.Errorf("%s is pictured as %q", describe(p), got)
		}
	}
}

// emptyBoard checks that the lone 0, where it is a position, is a finished one.
func (s *suite) emptyBoard(t *testing.T) {
	p, err := s.variant.Parse("0", games.Right)
	if err != nil {
		return
	}
	if p.String() != "0" || !games.Over(p) || p.Turn().Owner != games.Right {
		t.Errorf("the empty board is read as %s, over: %v", describe(p), games.Over(p))
	}
	for _, move := range []string{"L-1", "1-1", "1", "-1", "R-1", "all", "a-1"} {
		if step, err := p.Play(move); err == nil {
			t.Errorf("%q is played on the empty board, to %s", move, describe(step.Position))
		} else {
			checkIllegal(t, p, move, err)
		}
	}
}
