package bot

import (
	"slices"
	"strings"
	"testing"

	"nimatron/games/catalog"
	"nimatron/internal/discordtest"
	"nimatron/match"
	"nimatron/referee/lesson"
	"nimatron/solver"
)

// exercise returns a decision that wins in the exercise that somebody is asked, and one
// that loses.
func (w *world) exercise(u *discordtest.User, id string) (right, wrong string) {
	w.Helper()
	all, err := w.outbox.(match.Store).Lessons(w.Context(), u.ID)
	w.ok(err)
	i := slices.IndexFunc(all, func(l match.Lesson) bool { return l.ID == id })
	if i < 0 {
		w.Fatalf("lesson %s is not open: %+v", id, all)
	}
	l := lesson.Find(id)
	v, err := catalog.Standard.Find(l.Variant)
	w.ok(err)
	p, winning, err := l.Exercise(w.Context(), &solver.Solver{}, v, all[i].Seed, all[i].Exercises+1)
	w.ok(err)
	for step := range p.Options() {
		if !slices.Contains(winning, step.Move) {
			wrong = step.Move.String()
		}
	}
	return winning[0].String(), wrong
}

// A lesson is learnt by taps alone: menus, the test and the way back to it.
func TestALessonIsTapped(t *testing.T) {
	w := playSwept(t)
	shown := w.refused(w.alice.Slash(w.general, "learn"), "Lesson 1 of 14: Copying", "Exercise 1 of 3")
	for number := range lesson.Exercises {
		right, wrong := w.exercise(w.alice, "copying")
		lost := w.refused(w.alice.Tap(shown, wrong), "No: ", "So I win.", "Exercise "+string(rune('1'+number))+" of 3")
		if lost.ID != shown.ID {
			t.Error("a wrong answer is answered by a message of its own")
		}
		shown = w.refused(w.alice.Tap(lost, right), "Right", "Why:")
	}
	for range lesson.Wins {
		shown = w.refused(w.alice.Slash(w.general, "learn"), "The test.")
		board := w.answer(w.alice.Tap(shown, "Take the test"))
		if !strings.Contains(board.Text(), "test of the lesson") {
			t.Fatalf("the test begins with %s", board.Text())
		}
		w.winTest(w.alice, w.general)
	}
	w.refused(w.alice.Slash(w.general, "learn", discordtest.Opt("lesson", "all")), "Lessons: 1 of 14 done", "1. Copying (done)")
	w.refused(w.alice.Slash(w.general, "learn"), "Lesson 2 of 14")
	w.refused(w.bob.Slash(w.general, "learn"), "Lesson 1 of 14", "Exercise 1 of 3")
}

// winTest plays the match of a channel to its end by perfect play.
func (w *world) winTest(u *discordtest.User, ch *discordtest.Channel) {
	w.Helper()
	for range 100 {
		m, err := w.outbox.(match.Store).LastMatch(w.Context(), ch.ID)
		w.ok(err)
		if m.Finished() {
			if winner, won := m.Victor(); !won || winner.ID != u.ID {
				w.Fatalf("the test is won by %+v", winner)
			}
			return
		}
		v, err := catalog.Standard.Find(m.Variant)
		w.ok(err)
		p, err := v.Parse(m.Start, m.First)
		w.ok(err)
		for _, move := range m.Moves {
			read, err := p.Read(move.Text)
			w.ok(err)
			p, err = p.Play(read)
			w.ok(err)
		}
		winning, _, err := (&solver.Solver{}).Winning(w.Context(), v, p, 1)
		w.ok(err)
		w.answer(u.Slash(ch, "move", discordtest.Opt("move", winning[0].String())))
	}
	w.Fatal("the test does not end")
}
