package storagetest

import (
	"context"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/lesson"
	"nimatron/storage"
)

func (suite) Lessons(ctx context.Context, t *testing.T, s storage.Store) {
	want := func(player string, want ...lesson.State) {
		t.Helper()
		Got(s.Lessons(ctx, player)).Is(t, want)
	}
	want(Ann.ID)
	WantErr(t, s.AnswerExercise(ctx, Ann.ID, "copying", 1, 0), match.ErrStale) // the exercise is not open yet

	const seed = 1<<63 + 42
	WantErr(t, s.OpenLesson(ctx, Ann, "copying", seed, Noon), nil)
	WantErr(t, s.OpenLesson(ctx, Bob, "copying", 1, Noon), nil)
	later := Noon.Add(time.Minute)
	WantErr(t, s.OpenLesson(ctx, Ann, "misere", 2, later), nil)
	want(Ann.ID, lesson.State{ID: "misere", Seed: 2, Opened: Stored(later)}, lesson.State{ID: "copying", Seed: seed, Opened: Stored(Noon)})

	WantErr(t, s.AnswerExercise(ctx, Ann.ID, "copying", 1, 0), nil)
	for _, exercise := range []int{0, 1, 3} { // solved already, or not open yet
		WantErr(t, s.AnswerExercise(ctx, Ann.ID, "copying", exercise, 0), match.ErrStale)
	}
	WantErr(t, s.AnswerExercise(ctx, Ann.ID, "copying", 2, 0), nil)
	WantErr(t, s.OpenLesson(ctx, Ann, "copying", 7, later.Add(time.Minute)), nil)
	want(Ann.ID, lesson.State{ID: "copying", Seed: seed, Exercises: 2, Opened: Stored(later.Add(time.Minute))},
		lesson.State{ID: "misere", Seed: 2, Opened: Stored(later)})
	want(Bob.ID, lesson.State{ID: "copying", Seed: 1, Opened: Stored(Noon)})

	if err := s.OpenLesson(ctx, Ann, "", 1, Noon); err == nil {
		t.Error("a lesson without a name was opened")
	}
}

// The left player passes a test by winning without help.
func (suite) LessonTests(ctx context.Context, t *testing.T, s storage.Store) {
	WantErr(t, s.OpenLesson(ctx, Ann, "mirroring", 1, Noon), nil)
	WantErr(t, s.OpenLesson(ctx, Ann, "copying", 1, Noon), nil)
	WantErr(t, s.OpenLesson(ctx, Bob, "mirroring", 1, Noon), nil)
	passed := 0
	take := func(m match.Match, r match.Result, change match.Change) {
		t.Helper()
		m = CreateMatch(t, s, m)
		if m.Lesson == "copying" {
			WantErr(t, s.AddHint(ctx, m.ID, m.Version, games.Left), nil)
		}
		Got(s.Append(ctx, m.ID, m.Version, match.Change{Moves: []match.Move{Move(games.Left, 1)}, Now: Noon})).OK(t)
		change.End, change.Now = &r, Noon
		Got(s.Append(ctx, m.ID, m.Version+1, change)).OK(t)
		m = Got(s.MatchByID(ctx, m.ID)).OK(t)
		if m.PassedTest() && m.Sides[games.Left].Player == Ann {
			passed++
		}
		all := Got(s.Lessons(ctx, Ann.ID)).OK(t)
		WantEqual(t, []int{all[0].Wins, all[1].Wins}, []int{0, passed})
	}
	test := Between(Ann, Bob)
	ordinary := test
	ordinary.Lesson = ""
	helped := test
	helped.Lesson = "copying" // a hint is taken in it
	take(test, LeftWins, match.Change{})
	take(test, RightWins, match.Change{})
	take(test, NobodyWon, match.Change{})
	take(ordinary, LeftWins, match.Change{})
	take(helped, LeftWins, match.Change{})
	take(test, LeftWins, match.Change{Takeback: 1, TakebackBy: match.LeftSeat})
	take(Between(Bob, Ann), LeftWins, match.Change{})
	take(test, LeftWins, match.Change{})
	WantEqual(t, passed, 2)
	all := Got(s.Lessons(ctx, Bob.ID)).OK(t)
	WantEqual(t, all[0].Wins, 1)
}
