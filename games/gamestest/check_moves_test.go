package gamestest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/internal/testlong"
)

// sample returns about n of the states, evenly spread, or all if there are fewer.
func sample(states []State, n int) []State {
	step := max(1, len(states)/n)
	var some []State
	for i := 0; i < len(states); i += step {
		some = append(some, states[i])
	}
	return some
}

// smallBoards visits every state reachable from the small boards and compares the variant with the
// model there.
func (s *suite) smallBoards(t *testing.T) {
	piles, size := testlong.Times(2, 3, 3), 4
	states := s.oracle.Reachable(s.oracle.SmallStarts(s.variant, piles, size))
	if !testlong.Long() {
		states = sample(states, testlong.Times(20, 25, 0))
	}
	// The longest checks try every text and every move only in some states. In impartial games Left
	// and Right have the same moves.
	all := states
	if !s.variant.Partizan {
		all = slices.DeleteFunc(slices.Clone(states), func(state State) bool { return state.Owner != games.Left })
	}
	thorough := map[State]bool{}
	for _, state := range sample(all, testlong.Times(3, 3, len(all))) {
		thorough[state] = true
	}
	allMoves := s.everyMove(t, states)
	drawn := map[string]string{}
	reverse := false
	for _, state := range states {
		p := s.parse(t, state.Position, state.Owner)
		if p.String() != state.Position {
			t.Fatalf("Parse(%q) prints as %q", state.Position, p)
		}
		want := games.Turn{Owner: state.Owner, Actor: s.model.actor(state), Decision: s.model.decision(state)}
		if turn := p.Turn(); turn != want {
			t.Fatalf("Parse(%q, %s): the turn is %+v, want %+v", state.Position, state.Owner, turn, want)
		}
		reverse = reverse || p.Turn().Actor != p.Turn().Owner
		legal := s.oracle.Options(state)
		s.checkOptions(t, p, legal)
		if thorough[state] {
			s.checkValues(t, p, allMoves)
			s.checkTexts(t, p, legal, allMoves)
		} else {
			s.checkValues(t, p, nil)
		}
		s.checkPlaces(t, p)
		s.checkNames(t, p)
		s.checkWinner(t, p, legal)
		s.checkWithTurn(t, p)
		s.checkShape(t, p, drawn)
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

// everyMove returns every move that is legal in one of the states, each once.
func (s *suite) everyMove(t *testing.T, states []State) []games.Move {
	t.Helper()
	var moves []games.Move
	seen := map[games.Move]bool{}
	for _, state := range states {
		for step := range s.parse(t, state.Position, state.Owner).Options() {
			if !seen[step.Move] {
				seen[step.Move] = true
				moves = append(moves, step.Move)
			}
		}
	}
	return moves
}

// checkOptions compares Options with the model's list and checks each move: its value, text and
// words are unique, its text reads back, playing it leads to the listed position, and its kind fits
// the decision.
func (s *suite) checkOptions(t *testing.T, p games.Position, legal []Option) {
	t.Helper()
	var got, want []string
	values, words := map[games.Move]bool{}, map[string]games.Move{}
	for step := range p.Options() {
		got = append(got, fmt.Sprintf("%s to %s", step.Move, describe(step.Position)))
		if values[step.Move] {
			t.Errorf("%s: Options yields %#v twice", describe(p), step.Move)
		}
		values[step.Move] = true
		s.checkStep(t, p, step)
		said := s.checkSay(t, p, step.Move)
		if other, taken := words[said]; taken {
			t.Errorf("%s: %s and %s are both said as %q", describe(p), other, step.Move, said)
		}
		words[said] = step.Move
	}
	for _, o := range legal {
		next := games.Turn{Owner: o.State.Owner, Actor: s.model.actor(o.State)}
		want = append(want, fmt.Sprintf("%s to %s", o.Move, describeState(o.State.Position, next)))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: Options yields\n  %s\nthe rules allow\n  %s", describe(p), strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// checkStep checks one of the options of p.
func (s *suite) checkStep(t *testing.T, p games.Position, step games.Step) {
	t.Helper()
	m := step.Move
	if again, err := p.Read(m.String()); err != nil || again != m {
		t.Errorf("%s: Read(%q) = %#v, %v; want %#v", describe(p), m, again, err, m)
	}
	if appended := string(m.AppendTo([]byte("x"))); appended != "x"+m.String() {
		t.Errorf("%q appended to x is %q", m, appended)
	}
	next, err := p.Play(m)
	if err != nil {
		t.Errorf("%s: Play(%#v): %v", describe(p), m, err)
	} else if describe(next) != describe(step.Position) {
		t.Errorf("%s: Options has %q to %s, Play to %s", describe(p), m, describe(step.Position), describe(next))
	}
	kinds := map[games.Decision][]games.MoveKind{
		games.WholeMove:  {games.Take, games.Split, games.Other},
		games.PlaceOnly:  {games.Nominate},
		games.NumberOnly: {games.Dictate},
	}
	if decision := p.Turn().Decision; !slices.Contains(kinds[decision], m.Kind) {
		t.Errorf("%s: a move of the kind %d, %q, where the decision is %d", describe(p), m.Kind, m, decision)
	}
}

// checkValues plays the moves of all positions, and corrupted ones. Only those that Options yields
// are accepted.
func (s *suite) checkValues(t *testing.T, p games.Position, allMoves []games.Move) {
	t.Helper()
	legal := map[games.Move]string{}
	moves := slices.Clone(allMoves)
	for step := range p.Options() {
		legal[step.Move] = describe(step.Position)
		moves = append(moves, corrupted(step.Move)...)
	}
	if len(legal) == 0 {
		moves = append(moves, games.Move{})
	}
	before := describe(p)
	for _, m := range moves {
		want, ok := legal[m]
		next, err := p.Play(m)
		switch {
		case ok && err != nil:
			t.Errorf("%s: the legal move %#v is refused: %v", before, m, err)
		case ok && describe(next) != want:
			t.Errorf("%s: %#v is played to %s, want %s", before, m, describe(next), want)
		case !ok && err == nil:
			t.Errorf("%s: the illegal move %#v is played to %s", before, m, describe(next))
		case !ok:
			checkIllegal(t, p, m.String(), err)
			if next != nil {
				t.Errorf("%s: the illegal move %#v is refused with a position", before, m)
			}
		}
		if t.Failed() {
			t.Logf("that is %#v", m)
			return // the others are probably wrong for the same reason
		}
	}
	if describe(p) != before {
		t.Errorf("playing changed %s to %s", before, describe(p))
	}
}

// corrupted returns values that resemble a legal move. They are invalid, or another legal move of
// the position.
func corrupted(m games.Move) []games.Move {
	var moves []games.Move
	change := func(f func(*games.Move)) {
		other := m
		f(&other)
		moves = append(moves, other)
	}
	for kind := games.Take; kind <= games.Other+1; kind++ {
		change(func(m *games.Move) { m.Kind = kind })
	}
	for _, where := range []string{"", " ", "0", "00", "-1", "l", "r", "zz", "0" + m.Where, "+" + m.Where, m.Where + " ", "18446744073709551617"} {
		change(func(m *games.Move) { m.Where = where })
	}
	for _, index := range []int32{-1, m.Index + 1, m.Index - 1, math.MaxInt32, math.MinInt32} {
		change(func(m *games.Move) { m.Index = index })
	}
	for _, count := range []uint64{0, 1, m.Count + 1, 1 << 63, 1<<64 - 1} {
		change(func(m *games.Move) { m.Count = count })
	}
	for _, parts := range [][2]uint64{{}, {1, 1}, {m.Parts[1], m.Parts[0]}, {0, m.Parts[0] + m.Parts[1]}, {m.Parts[0] + 1, m.Parts[1] - 1}, {1<<64 - 1, m.Parts[0] + m.Parts[1] + 1}} {
		change(func(m *games.Move) { m.Parts = parts })
	}
	for _, text := range []string{"", "x", m.Text + " ", strings.ToUpper(m.Text), "\x00"} {
		change(func(m *games.Move) { m.Text = text })
	}
	return moves
}

// checkTexts plays the texts of all positions' moves, and every text that looks like a move on
// piles with small numbers. The legal ones must be accepted, all others refused.
func (s *suite) checkTexts(t *testing.T, p games.Position, legal []Option, allMoves []games.Move) {
	t.Helper()
	meaning := map[string]Option{} // by spelling
	canonical := map[string]Option{}
	for _, o := range legal {
		canonical[o.Move] = o
		for _, text := range append(o.Also, o.Move) {
			meaning[text] = o
		}
	}
	for text, o := range meaning {
		step, err := Play(p, text)
		if err != nil {
			t.Errorf("%s: the legal move %q is refused: %v", describe(p), text, err)
		} else if step.Move.String() != o.Move || stateOf(step.Position) != o.State {
			t.Errorf("%s: %q is played as %q to %s, want %q to %v", describe(p), text, step.Move, describe(step.Position), o.Move, o.State)
		}
	}
	texts := spellings(legal)
	for _, m := range allMoves {
		texts = append(texts, m.String())
	}
	for _, text := range texts {
		if _, ok := meaning[text]; ok {
			continue
		}
		if step, err := Play(p, text); err != nil {
			checkIllegal(t, p, text, err)
		} else if o, ok := canonical[step.Move.String()]; s.named || !ok || stateOf(step.Position) != o.State {
			// Only a model written from the rules knows all spellings.
			t.Errorf("%s: the illegal move %q is played as %q to %s", describe(p), text, step.Move, describe(step.Position))
		}
		if t.Failed() {
			return // the others are probably wrong for the same reason
		}
	}
}

// spellings returns texts in the forms of moves on piles, with the names in the legal moves, other
// names, and numbers from 0 to beyond a small board.
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

// checkWinner compares Over and Winner with the rule about the last turn.
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
	// Under normal play the owner of the last turn wins.
	want := p.Turn().Owner.Other()
	if s.model.Misere {
		want = p.Turn().Owner
	}
	if winner != want {
		t.Errorf("%s: the winner is %s, want %s", describe(p), winner, want)
	}
	if _, err := games.NewMatch(s.variant, p.String(), p.Turn().Owner); !errors.As(err, new(*games.BadPosition)) {
		t.Errorf("%s: a match from a finished game: %v", describe(p), err)
	}
}
