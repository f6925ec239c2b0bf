package storagetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/puzzle"
	"nimatron/storage"
)

var try = puzzle.Try{Player: Ann, Puzzle: Puzzle("2025-03-14"), At: Noon}

// Every method that writes for a person writes once for each request.
func (suite) RequestIsNotedOnce(ctx context.Context, t *testing.T, s storage.Store) {
	playing, asked, open := CreateMatch(t, s, Match("playing")), CreateChallenge(t, s, Challenge("asked")), CreateChallenge(t, s, Challenge("open"))
	eve := Between(Eve, Bob)
	eve.Channel, eve.State, eve.Result = "eve's", match.Finished, RightWins
	CreateMatch(t, s, eve)
	n := 0
	for name, write := range map[string]func(id string) error{
		"CreateMatch": func(id string) error {
			_, err := s.CreateMatch(match.WithRequest(t.Context(), id), Match(fmt.Sprint("new ", id)))
			return err
		},
		"CreateChallenge": func(id string) error {
			_, err := s.CreateChallenge(match.WithRequest(t.Context(), id), Challenge(fmt.Sprint("new ", id)))
			return err
		},
		"AcceptChallenge": func(id string) error {
			_, err := s.AcceptChallenge(match.WithRequest(t.Context(), id), asked.ID, Match("asked"))
			return err
		},
		"CloseChallenge": func(id string) error {
			return match.CloseChallenge(match.WithRequest(t.Context(), id), s, open.ID, match.ChallengeDeclined, Noon)
		},
		"Append": func(id string) error {
			_, err := s.Append(match.WithRequest(t.Context(), id), playing.ID, 1, Turn(0, Move(games.Left, 1)))
			return err
		},
		"RecordTry": func(id string) error {
			return RecordTry(match.WithRequest(t.Context(), id), s, try)
		},
		"Forget": func(id string) error { return s.Forget(match.WithRequest(t.Context(), id), Eve.ID, Noon) },
	} {
		n++
		id := fmt.Sprint("request ", n)
		for i, want := range []error{nil, match.ErrDone, match.ErrDone} {
			answer := Got(s.Answered(t.Context(), id)).OK(t)
			WantEqual(t, answer == match.AnsweredDone, i > 0)
			if err := write(id); !errors.Is(err, want) {
				t.Errorf("%s, time %d: %v, want %v", name, i+1, err, want)
			}
		}
	}
	hint := match.WithRequest(t.Context(), "hint")
	WantErr(t, s.AddHint(hint, playing.ID, 2, games.Left), nil)
	WantErr(t, s.AddHint(hint, playing.ID, 2, games.Left), nil) // the same delivery again
	WantErr(t, s.AddHint(match.WithRequest(t.Context(), "hint"), playing.ID, 2, games.Left), match.ErrDone)
	m := Got(s.MatchByID(t.Context(), playing.ID)).OK(t)
	WantEqual(t, []int64{m.Version, int64(m.Sides[games.Left].Hints)}, []int64{2, 2})

	// A request that the store refuses is not recorded: another try gets the same error.
	again := func() error {
		_, err := s.Append(match.WithRequest(t.Context(), "stale"), playing.ID, m.Version-1, Turn(0, Move(games.Left, 1)))
		return err
	}
	WantErr(t, again(), match.ErrStale)
	WantErr(t, again(), match.ErrStale)
	Got(s.Answered(t.Context(), "stale")).Is(t, "")
}

// The first answer to a request holds: nothing is written for it afterwards.
func (suite) FirstAnswerHolds(ctx context.Context, t *testing.T, s storage.Store) {
	m := CreateMatch(t, s, Match("c"))
	turn := func(id string) error {
		_, err := s.Append(match.WithRequest(t.Context(), id), m.ID, m.Version, Turn(0, Move(games.Left, 1)))
		return err
	}
	record := func(answers, want map[string]match.Answer) {
		t.Helper()
		Got(s.RecordAnswers(t.Context(), answers)).Is(t, want)
	}
	kinds := map[string]match.Answer{"a": match.AnsweredRefused, "b": match.AnsweredFailed, "c": match.AnsweredShown}
	record(kinds, map[string]match.Answer{})
	record(map[string]match.Answer{"a": match.AnsweredFailed, "d": match.AnsweredRefused}, map[string]match.Answer{"a": match.AnsweredRefused})
	for id, want := range kinds {
		WantErr(t, turn(id), match.ErrDone)
		Got(s.Answered(t.Context(), id)).Is(t, want)
	}
	WantErr(t, turn("e"), nil)
	record(map[string]match.Answer{"e": match.AnsweredRefused}, map[string]match.Answer{"e": match.AnsweredDone})
	record(nil, map[string]match.Answer{})
	many := map[string]match.Answer{"f 20": match.AnsweredRefused}
	for n := range 40 {
		many[fmt.Sprint("f ", n)] = cmp.Or(many[fmt.Sprint("f ", n)], match.AnsweredShown)
	}
	WantErr(t, turn("f 7"), match.ErrStale)
	record(map[string]match.Answer{"f 7": match.AnsweredFailed}, map[string]match.Answer{})
	record(many, map[string]match.Answer{})
	many["f 7"] = match.AnsweredFailed
	for id, want := range many {
		Got(s.Answered(t.Context(), id)).Is(t, want)
	}
	after := Got(s.MatchByID(t.Context(), m.ID)).OK(t)
	WantEqual(t, after.Version, m.Version+1)
}

// If one process refuses a request while another carries it out, only one of the two takes effect.
func (suite) OneOfTwoAnswers(ctx context.Context, t *testing.T, s storage.Store) {
	m := CreateMatch(t, s, Match("c"))
	made := 0
	for n := range 20 {
		id := fmt.Sprint("request ", n)
		var before map[string]match.Answer
		var all sync.WaitGroup
		var turn, record error
		all.Go(func() {
			_, turn = s.Append(match.WithRequest(t.Context(), id), m.ID, m.Version+int64(made), Turn(made, Move(games.Left, 1)))
		})
		all.Go(func() {
			before, record = s.RecordAnswers(t.Context(), map[string]match.Answer{id: match.AnsweredRefused, "other " + id: match.AnsweredRefused})
		})
		all.Wait()
		WantErr(t, record, nil)
		done := before[id] == match.AnsweredDone
		if done {
			made++
		}
		if done != (turn == nil) || !done && !errors.Is(turn, match.ErrDone) {
			t.Errorf("the move ends with %v, the answer before was %q", turn, before[id])
		}
	}
}

func (suite) RequestsAreForgotten(ctx context.Context, t *testing.T, s storage.Store) {
	for n := range 5 {
		WantErr(t, RecordTry(match.WithRequest(t.Context(), fmt.Sprint(n)), s, try), nil)
	}
	forget := func(before time.Time, want int) {
		t.Helper()
		Got(s.ForgetRequests(t.Context(), before, 2)).Is(t, want)
	}
	forget(time.Now().Add(-time.Hour), 0)
	for _, want := range []int{2, 2, 1, 0} {
		forget(time.Now().Add(time.Hour), want)
	}
	WantErr(t, RecordTry(match.WithRequest(t.Context(), "3"), s, try), nil)
	state := stateOf(t, s, Ann.ID, "2025-03-14")
	WantEqual(t, state.Tries, 6)
}

// One request is delivered many times at once.
func (suite) OneOfManyDeliveries(ctx context.Context, t *testing.T, s storage.Store) {
	m := CreateMatch(t, s, Match("c"))
	for version := int64(1); version <= 10; version++ {
		var won atomic.Int32
		var all sync.WaitGroup
		for n := range writers {
			all.Go(func() {
				ctx := match.WithRequest(t.Context(), fmt.Sprint("request ", version))
				// Each step alone would be legal. Only the request shows that they are the same.
				switch _, err := s.Append(ctx, m.ID, version, Turn(int(version-1), Move(games.Left, n))); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, match.ErrDone):
					t.Error(err)
				}
			})
		}
		all.Wait()
		WantEqual(t, won.Load(), 1)
	}
}
