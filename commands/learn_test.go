package commands_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/lesson"
)

// exercise returns what somebody is asked in a lesson.
func (r *room) exercise(by, id string) *referee.Exercise {
	r.Helper()
	l := lesson.Find(id)
	state, err := r.referee.LessonState(r.Context(), by, l)
	if err != nil {
		r.Fatal(err)
	}
	e, err := r.referee.NextExercise(r.Context(), l, state)
	if err != nil {
		r.Fatal(err)
	}
	return e
}

// listed sends a line of p1 that is answered by the list of lessons, each with how far one is.
func (r *room) listed(line string, wanted ...string) {
	r.Helper()
	shown := r.refuses("p1", line)
	list := text(shown)
	for _, c := range shown.Card.Menus[0].Choices {
		list += "\n" + c.Label + ": " + c.Detail
	}
	for _, words := range wanted {
		if !strings.Contains(list, words) {
			r.Errorf("%s: the list lacks %q: %s", line, words, list)
		}
	}
}

// winTest plays the test of a lesson, which begins in a reply, by perfect play, and returns
// the reply to the last move. Only that one is noted: what the bot plays is no matter here.
func (r *room) winTest(by string, reply view.Reply) view.Reply {
	r.Helper()
	for range 100 {
		g, err := r.referee.Latest(r.Context(), "lobby")
		if err != nil {
			r.Fatal(err)
		}
		if g.Finished() {
			r.note(by, "(the last move of the test)", reply)
			return reply
		}
		p := g.Play.Position()
		winning, _, err := r.referee.Solver().Winning(r.Context(), g.Play.Variant(), p, 1)
		if err != nil || len(winning) == 0 {
			r.Fatalf("%s is lost, %v", p, err)
		}
		req, err := request(by, "/move "+winning[0].String())
		if err != nil {
			r.Fatal(err)
		}
		reply = r.service.Do(r.Context(), req)
	}
	r.Fatal("the test does not end")
	return reply
}

// A whole lesson, from its text to the next one.
func TestLearn(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/learn answer:1-1", "not begun a lesson yet")
	r.refuses("p1", "/learn lesson:nothing", "choose one of `copying`")
	shown := r.refuses("p1", "/learn", "Lesson 1 of 20: Copying", "There are two piles.")
	r.refuses("p1", "/challenge lesson:copying", "when the three exercises of the lesson are solved")

	shown = r.press("p1", shown, "Exercise 1 of 3")
	r.hasWords("asked", shown, []string{"Exercise 1 of 3. It is your turn."})
	first := shown
	e := r.exercise("p1", "copying")
	shown = r.tapMove("p1", shown, losing(e.Position, e.Winning))
	r.hasWords("wrong", shown, []string{"**That breaks the rule:** make the two piles equal.", "You took"})
	r.refuses("p1", "/learn answer:nonsense", "Exercise 1 of \"Copying\"", "is not a move")
	shown = r.tapMove("p1", r.press("p1", shown, "Try again"), e.Winning[0])
	r.hasWords("right", shown, []string{"**Right.** You took", "[Exercise 2 of 3]"})
	old, _ := keyFor(first.Card, e.Winning[0])
	r.hasWords("old keys", r.press("p1", first, old.Label), []string{"solved already", "Exercise 2 of 3"})

	// One may leave a lesson, and take it up again.
	r.now = r.now.Add(time.Minute)
	r.refuses("p1", "/learn copying exercise:3 answer:1-1", "one after another", "Exercise 2 of 3")
	r.refuses("p1", "/learn columns", "Lesson 2 of 20", "Even columns")
	r.listed("/learn all", "Lessons: 0 of 20 done", "1. Copying: 1 of 3 exercises", "2. Even columns: 0 of 3 exercises", "3. Leaving the last counter: ")
	r.refuses("p1", "/learn all answer:1-1", "leave `lesson:` out")
	r.now = r.now.Add(time.Minute)
	r.refuses("p1", "/learn copying", "Exercise 2 of 3")
	for n := 2; n <= lesson.Exercises; n++ {
		shown = r.refuses("p1", "/learn answer:"+r.exercise("p1", "copying").Winning[0].String(), "**Right.**")
	}
	shown = r.press("p1", shown, "To the test")
	r.hasWords("solved", shown, []string{"**The test.**"})
	r.refuses("p1", "/learn answer:1-1", "have solved the exercises")

	// The test, once with a hint.
	r.refuses("p1", "/challenge lesson:copying position:3 4", "leave the other options out")
	r.refuses("p1", "/challenge lesson:nothing", "no lesson `nothing`")
	test := r.press("p1", shown, "Take the test")
	r.hasWords("the test", test, []string{"I make no mistakes, and you can win", "You can win this one."})
	r.press("p1", r.say("p1", "/hint"), "Hint all the same")
	r.hasWords("with help", r.winTest("p1", test), []string{"With help a win does not count", "0 of 2 times"})
	for n, words := range []string{"the test is passed 1 of 2 times", "The lesson \"Copying\" is done."} {
		r.seed += uint64(n) + 1
		end := r.winTest("p1", r.say("p1", "/challenge lesson:copying"))
		r.hasWords("the end", end, []string{words})
		shown = r.press("p1", end, "The lesson")
	}
	r.hasWords("done", shown, []string{"**This lesson is done.**"})
	r.listed("/learn all", "Lessons: 1 of 20 done", "1. Copying: done")
	r.refuses("p1", "/learn copying")
	r.refuses("p1", "/learn", "Lesson 2 of 20") // the next one
	r.hasWords("next", r.press("p1", shown, "Next lesson"), []string{"Lesson 2 of 20"})
}

// All lessons, as they are shown, with a wrong answer each.
func TestEveryLesson(t *testing.T) {
	r := newRoom(t)
	for _, l := range lesson.All() {
		r.now = r.now.Add(time.Minute)
		r.refuses("p1", "/learn "+l.ID, l.Title)
		e := r.exercise("p1", l.ID)
		r.refuses("p1", "/learn answer:"+losing(e.Position, e.Winning).String(), "**That breaks the rule:** ")
		r.refuses("p1", "/learn answer:"+r.exercise("p1", l.ID).Winning[0].String(), "**Right.** You ")
	}
}

// Wrong answers are played out to a loss of the learner, whatever the exercise.
func TestWrongAnswersAreSeenToLose(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	seeds := uint64(8)
	if testing.Short() {
		seeds = 2
	}
	for _, l := range lesson.All() {
		for seed := range seeds {
			e, err := r.referee.NextExercise(t.Context(), l, match.Lesson{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			for step := range e.Position.Options() {
				if slices.Contains(e.Winning, step.Move) {
					continue
				}
				a, err := r.referee.AnswerExercise(t.Context(), "p1", e, step.Move.String(), false)
				if err != nil {
					t.Fatal(err)
				}
				last := a.Refutation[len(a.Refutation)-1].Step.Position
				if winner, over := e.Variant.Winner(last); a.Right || !a.Over || !over || winner == e.Position.Turn().Actor {
					t.Errorf("%s, %s: %s ends with %s, won by %v", l.ID, e.Position, step.Move, last, winner)
				}
			}
		}
	}
}

// Who plays a rated match of a family is taught nothing about it.
func TestNoLessonsInARatedMatch(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	text(r.refuses("p1", "/learn copying"))
	for range lesson.Exercises {
		r.say("p1", "/learn answer:"+r.exercise("p1", "copying").Winning[0].String())
	}
	r.now = r.now.Add(time.Minute)
	text(r.refuses("p1", "/learn columns"))
	answer := "/learn answer:" + r.exercise("p1", "columns").Winning[0].String()
	r.expect("p1", "/challenge variant:nim level:casual rated:true")
	refused := text(r.refuses("p1", "/learn"))
	if !strings.Contains(refused, "rated") {
		t.Errorf("it says %s", refused)
	}
	for _, line := range []string{"/learn copying", answer, "/learn columns", "/challenge lesson:copying"} {
		if got := text(r.refuses("p1", line)); got != refused {
			t.Errorf("%s: %s", line, got)
		}
	}
	r.refuses("p1", "/learn mirroring", "[Exercise 1 of 3]") // of another family
	r.refuses("p1", "/learn all", "Lessons: 0 of 20 done")
	r.refuses("p2", "/learn", "[Exercise 1 of 3]")
}

// An answer that is delivered twice solves one exercise.
func TestAnswerDeliveredAgain(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.say("p1", "/learn")
	req, err := request("p1", "/learn lesson:copying exercise:1 answer:"+r.exercise("p1", "copying").Winning[0].String())
	if err != nil {
		t.Fatal(err)
	}
	req.ID = "once"
	r.do("", req)
	r.do("", req)
	if state, err := r.referee.LessonState(t.Context(), "p1", lesson.Find("copying")); err != nil || state.Exercises != 1 {
		t.Errorf("%+v, %v", state, err)
	}
}

// Progress is personal data.
func TestLessonsAreShownAndDeleted(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.say("p1", "/learn bands")
	r.say("p1", "/learn answer:"+r.exercise("p1", "bands").Winning[0].String())
	data := r.say("p1", "/privacy show").Files[0]
	for _, want := range []string{`"lesson": "bands"`, `"exercises_solved": 1`, `"tests_passed": 0`} {
		if !strings.Contains(string(data.Data), want) {
			t.Errorf("there is no %s in %s", want, data.Data)
		}
	}
	r.say("p1", "/privacy action:delete sure:true")
	r.refuses("p1", "/learn", "Lesson 1 of 20", "[Exercise 1 of 3]")
}
