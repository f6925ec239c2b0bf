package lesson

import (
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver"
)

var perfect = &solver.Solver{}

func variant(t *testing.T, l *Lesson) *games.Variant {
	t.Helper()
	return must.Get(catalog.Standard.Find(l.Variant))(t)
}

// In every exercise the lesson's rule gives a winning decision, and there is a losing one.
func TestRuleSolvesEveryExercise(t *testing.T) {
	for _, l := range All() {
		v, drawn := variant(t, l), map[string]bool{}
		for seed := range uint64(testlong.Times(10, 30, 60)) {
			for number := 1; number <= Exercises; number++ {
				e := must.Get(l.Exercise(t.Context(), perfect, v, seed, number))(t)
				p, winning := e.Position, e.Winning
				drawn[p.String()] = true
				if p.Turn().Actor != games.Left {
					t.Fatalf("%s, %s: it is not for the learner to decide", l.ID, p)
				}
				piles, named, _ := read(p)
				text, ok := learners[l.ID](p, piles, named)
				if !ok {
					t.Errorf("%s, %s: the rule says nothing; %v win", l.ID, p, winning)
					continue
				}
				after := played(t, p, text)
				if wins, err := perfect.Wins(t.Context(), v, after); err != nil || wins != (after.Turn().Actor == games.Left) {
					t.Errorf("%s, %s: the rule plays %s, which loses; %v win", l.ID, p, text, winning)
				}
				if rule := l.Rule(e); rule == "" || len(rule) > 100 {
					t.Errorf("%s, %s: whoever goes wrong has broken %q", l.ID, p, rule)
				}
				options := 0
				for range p.Options() {
					options++
				}
				if options > MaxOptions || len(winning) == options || len(winning) == 0 {
					t.Errorf("%s, %s: %d of %d win", l.ID, p, len(winning), options)
				}
			}
		}
		if len(drawn) < testlong.Times(8, 12, 12) {
			t.Errorf("%s has only %d exercises", l.ID, len(drawn))
		}
	}
}

func played(t *testing.T, p games.Position, text string) games.Position {
	t.Helper()
	move := must.Get(p.Read(text))(t)
	after, err := p.Play(move)
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	return after
}

// A learner who knows only a lesson's rule passes its test, against the perfect level and against
// every possible reply.
func TestRulePassesTheTest(t *testing.T) {
	for _, l := range testlong.Sample(t, All(), 8) {
		v, drawn := variant(t, l), map[string]bool{}
		for seed := range uint64(testlong.Times(14, 16, 25)) {
			p := must.Get(l.Test(t.Context(), perfect, v, seed))(t)
			drawn[p.String()] = true
			e := examiner{T: t, l: l, v: v, seen: map[string]bool{}, left: 2000}
			e.plays(p)
		}
		if len(drawn) < 7 {
			t.Errorf("%s has only %d tests", l.ID, len(drawn))
		}
	}
}

// An examiner gives every reply to the learner, in a bounded number of positions.
type examiner struct {
	*testing.T
	l    *Lesson
	v    *games.Variant
	seen map[string]bool
	left int
}

func (e *examiner) plays(p games.Position) {
	key := p.String() + p.Turn().Owner.String()
	if e.seen[key] || e.left == 0 || e.Failed() {
		return
	}
	e.seen[key] = true
	e.left--
	if winner, over := e.v.Winner(p); over {
		if winner != games.Left {
			e.Errorf("%s: the learner loses at %s", e.l.ID, p)
		}
		return
	}
	if p.Turn().Actor != games.Left {
		for step := range p.Options() {
			e.plays(step.Position)
		}
		return
	}
	piles, named, _ := read(p)
	text, ok := learners[e.l.ID](p, piles, named)
	if !ok {
		e.Errorf("%s: the rule says nothing at %s", e.l.ID, p)
		return
	}
	e.plays(played(e.T, p, text))
}

func TestLessonsAreInOrder(t *testing.T) {
	seen := map[string]bool{}
	for i, l := range All() {
		if Find(l.ID) != l || l.Number() != i+1 || seen[l.ID] || len(l.ID) > 20 {
			t.Errorf("lesson %s", l.ID)
		}
		seen[l.ID] = true
		if next := l.Next(); i+1 < len(all) && next != all[i+1] || i+1 == len(all) && next != nil {
			t.Errorf("after %s comes %+v", l.ID, next)
		}
	}
	if Find("nothing") != nil {
		t.Error("there is a lesson nothing")
	}
}

// A phone shows little text at a time, so the lessons are short.
func TestLessonsAreShort(t *testing.T) {
	families := map[string]bool{}
	for _, l := range All() {
		families[variant(t, l).Family.ID] = true
		length := 0
		for _, text := range l.Text {
			length += len(text)
			if len(text) > MaxParagraph {
				t.Errorf("lesson %s has a paragraph of %d letters", l.ID, len(text))
			}
		}
		if length < 50 || length > 800 || len(l.Title) > 50 {
			t.Errorf("lesson %s has %d letters", l.ID, length)
		}
	}
	for _, family := range []string{"nim", "reverse-nim", "end-nim", "partizan-end-nim", "split-nim", "tree-nim", "sum", "partizan-sum", "nim/max", "fibonacci-nim"} {
		if !families[family] {
			t.Errorf("there is no lesson about %s", family)
		}
	}
}

// TestTwoAheadNamesTheRule checks that the reply to a wrong answer is the rule's sentence for that
// board, and that each sentence occurs.
func TestTwoAheadNamesTheRule(t *testing.T) {
	l := Find("two-ahead")
	told := map[string]int{}
	for seed := range uint64(60) {
		for number := 1; number <= Exercises; number++ {
			e := must.Get(l.Exercise(t.Context(), perfect, variant(t, l), seed, number))(t)
			p := e.Position
			text, _ := twoAhead(p, nil, -1)
			left, want := played(t, p, text), ""
			move, _ := p.Read(text)
			number, on := move.InPart()
			switch piles := rowsOf(p)[number-1]; {
			case on.Count == piles[0] && len(piles) == 1 && !oddSingles(left, nil): // the sentence fits both
			case on.Count == piles[0]:
				want = "whole pile"
			case len(piles) == 1:
				want = "all even"
			default:
				want = "yours"
			}
			rule := l.Rule(e)
			told[rule]++
			if !strings.Contains(rule, want) {
				t.Errorf("%s: the rule plays %s, and whoever goes wrong is told %q", p, text, rule)
			}
		}
	}
	if len(told) != 3 {
		t.Errorf("told are %v", told)
	}
	t.Log(told)
}
