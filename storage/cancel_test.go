package storage_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"nimatron/storage"
)

func TestCancelledCallsDoNothing(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	m, c := createMatch(t, s, aMatch("c")), createChallenge(t, s, aChallenge("d"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()

	for name, call := range map[string]func() error{
		"Open": func() error {
			_, err := storage.Open(ctx, filepath.Join(t.TempDir(), "nimatron.db"))
			return err
		},
		"CreateChallenge": func() error { _, err := s.CreateChallenge(ctx, aChallenge("e")); return err },
		"CloseChallenge":  func() error { return s.CloseChallenge(ctx, c.ID, storage.ChallengeDeclined, noon) },
		"AcceptChallenge": func() error { _, err := s.AcceptChallenge(ctx, c.ID, aMatch("d")); return err },
		"CreateMatch":     func() error { _, err := s.CreateMatch(ctx, aMatch("e")); return err },
		"Append": func() error {
			_, err := s.Append(ctx, m.ID, 1, turn(move("left", 1)))
			return err
		},
		"AddHint":             func() error { return s.AddHint(ctx, m.ID, 1, "left") },
		"OpenMatch":           func() error { _, err := s.OpenMatch(ctx, "c"); return err },
		"OpenChallenge":       func() error { _, err := s.OpenChallenge(ctx, "d"); return err },
		"LastMatch":           func() error { _, err := s.LastMatch(ctx, "c"); return err },
		"MatchByID":           func() error { _, err := s.MatchByID(ctx, m.ID); return err },
		"ExpireChallenges":    func() error { _, err := s.ExpireChallenges(ctx, noon.AddDate(1, 0, 0), 9); return err },
		"SetMatchMessage":     func() error { return s.SetMatchMessage(ctx, m.ID, "x") },
		"SetChallengeMessage": func() error { return s.SetChallengeMessage(ctx, c.ID, "x") },
		"Counts":              func() error { _, _, _, err := s.Counts(ctx); return err },
		"Overdue":             func() error { _, err := s.Overdue(ctx, noon.AddDate(1, 0, 0), 9); return err },
		"DueReminders":        func() error { _, err := s.DueReminders(ctx, noon.AddDate(1, 0, 0), 9); return err },
		"Abandon":             func() error { _, err := s.Abandon(ctx, noon.AddDate(1, 0, 0), 9); return err },
		"Ratings":             func() error { _, err := s.Ratings(ctx, ann.ID); return err },
		"ReplaceRatings": func() error {
			return s.ReplaceRatings(ctx, func(func(storage.RatingChange) error) error { return nil })
		},
		"Leaderboard": func() error {
			_, _, err := s.Leaderboard(ctx, storage.LeaderboardQuery{Family: storage.Overall, Limit: 1})
			return err
		},
		"RankOf":          func() error { _, err := s.RankOf(ctx, storage.Overall, "", ann.ID); return err },
		"History":         func() error { _, _, err := s.History(ctx, ann.ID, 9, 0); return err },
		"Record":          func() error { _, err := s.Record(ctx, ann.ID); return err },
		"HeadToHead":      func() error { _, _, _, err := s.HeadToHead(ctx, ann.ID, bob.ID); return err },
		"PairsToday":      func() error { _, err := s.PairsToday(ctx, ann.ID, bob.ID, noon); return err },
		"Honour":          func() error { _, err := s.Honour(ctx, bot.ID, "", 9); return err },
		"BestWins":        func() error { _, err := s.BestWins(ctx, ann.ID, 9); return err },
		"LostBy":          func() error { _, err := s.LostBy(ctx, ann.ID, 9); return err },
		"RecordPuzzle":    func() error { return s.RecordPuzzle(ctx, ann, "2025-03-14", noon, true) },
		"PuzzleState":     func() error { _, _, err := s.PuzzleState(ctx, ann.ID, "2025-03-14"); return err },
		"PuzzleStreak":    func() error { _, err := s.PuzzleStreak(ctx, ann.ID, "2025-03-14"); return err },
		"RandomFinished":  func() error { _, err := s.RandomFinished(ctx, 1, 9); return err },
		"ForEachFinished": func() error { return s.ForEachFinished(ctx, func(storage.Match) error { return nil }) },
		"Import":          func() error { _, err := s.Import(ctx, given(nil, nil)); return err },
		"Export":          func() error { _, err := s.Export(ctx, ann.ID); return err },
		"Forget":          func() error { return s.Forget(ctx, bob.ID, noon) },
	} {
		if err := call(); err == nil || ctx.Err() == nil {
			t.Errorf("%s succeeded", name)
		} else {
			wantErr(t, err, context.Canceled)
		}
	}
	gotMatch, err := s.OpenMatch(t.Context(), "c")
	wantErr(t, err, nil)
	wantEqual(t, gotMatch, m)
	gotChallenge, err := s.OpenChallenge(t.Context(), "d")
	wantErr(t, err, nil)
	wantEqual(t, gotChallenge, c)
}

// Another process holds the write lock for longer than a call will wait. The call
// says why it failed, changes nothing, and the store works on.
func TestCancelledWhileWaiting(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	m := createMatch(t, s, aMatch("c"))
	other, err := rawDB(t, path).Conn(t.Context())
	wantErr(t, err, nil)
	defer other.Close()
	if _, err := other.ExecContext(t.Context(), `BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	failed := make(chan error)
	go func() {
		_, err := s.Append(ctx, m.ID, 1, turn(move("left", 1)))
		failed <- err
	}()

	<-ctx.Done()
	_, err = s.OpenMatch(t.Context(), "c") // readers wait for no writer
	wantErr(t, err, nil)
	if _, err := other.ExecContext(t.Context(), `ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	wantErr(t, <-failed, context.DeadlineExceeded)
	a, err := s.Append(t.Context(), m.ID, 1, turn(move("left", 1)))
	wantErr(t, err, nil)
	wantEqual(t, a.Version, 2)
}

// A turn that is cancelled at any moment is stored whole or not at all, and the
// error says which.
func TestCancelledAtAnyMoment(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	m := createMatch(t, s, aMatch("c"))
	version, cancelled := m.Version, 0
	for n := range 2000 {
		ctx, cancel := context.WithCancel(t.Context())
		timer := time.AfterFunc(time.Duration(n%200)*time.Microsecond, cancel)
		next, err := s.Append(ctx, m.ID, version, turn(move("left", 1), move("right", 2)))
		timer.Stop()
		cancel()
		if err == nil {
			version = next.Version
			continue
		}
		wantErr(t, err, context.Canceled)
		cancelled++
	}
	got, err := s.MatchByID(t.Context(), m.ID)
	wantErr(t, err, nil)
	wantEqual(t, got.Version, version)
	wantEqual(t, len(got.Moves), 2*int(version-1))
	t.Logf("%d of 2000 turns were cancelled", cancelled)
}
