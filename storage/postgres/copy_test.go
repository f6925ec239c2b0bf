package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"nimatron/match"
	"nimatron/referee/puzzle"
	"nimatron/storage"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/sqlite"
	"nimatron/storage/sqlstore"
	"nimatron/storage/storagetest"
)

// filled is enough matches for some tables to be copied in several parts.
const filled = 600

// fill stores rows in every table.
func fill(t *testing.T, s storage.Store) {
	t.Helper()
	ctx := t.Context()
	storagetest.WantErr(t, storagetest.Community{Matches: filled, Players: 60, Servers: 4}.Fill(ctx, s), nil)
	storagetest.CreateMatch(t, s, storagetest.Match("c"))
	storagetest.CreateChallenge(t, s, storagetest.Challenge("d"))
	late := storagetest.Match("late")
	late.AbandonAt = storagetest.Noon
	storagetest.CreateMatch(t, s, late)
	storagetest.Got(s.Sweep(ctx, storagetest.Noon, 9)).OK(t)
	try := puzzle.Try{Player: storagetest.Eve, Puzzle: storagetest.Puzzle("2025-03-14"), Solved: true, At: storagetest.Noon}
	storagetest.WantErr(t, storagetest.RecordTry(match.WithRequest(ctx, "a request"), s, try), nil)
	storagetest.WantErr(t, s.AskPuzzle(ctx, storagetest.Eve, puzzle.Asked{Puzzle: storagetest.Puzzle("2025-03-15"), At: storagetest.Noon}), nil)
	storagetest.WantErr(t, s.SavePersonSettings(ctx, storagetest.Eve, match.PersonSettings{TextOnly: true}), nil)
	storagetest.WantErr(t, s.SaveServerSettings(ctx, "den", match.ServerSettings{Channels: []string{"1", "2"}}), nil)
	// A forgotten player is in matches, but in no count.
	forgotten := storagetest.Between(match.Player{ID: "local:gone", Name: "Gone"}, storagetest.Bob)
	storagetest.Finish(t, s, forgotten, storagetest.LeftWins)
	storagetest.WantErr(t, s.Forget(ctx, "local:gone", storagetest.Noon), nil)
}

// openSQLite opens a store whose statements are not explained: a copy reads whole tables.
func openSQLite(t *testing.T) *sqlite.Store {
	s := storagetest.Open(t).(*sqlite.Store)
	s.Watch(func(string, bool) {})
	return s
}

// A database copied from SQLite to PostgreSQL and back, with many interruptions, stays the same,
// and can be used afterwards.
func TestCopyThereAndBack(t *testing.T) {
	t.Parallel()
	first := openSQLite(t)
	fill(t, first)
	second := openStore(t, postgrestest.Address(t))
	interrupted := 0
	var rows int
	for stop := 1; ; stop += 2 {
		ctx, cancel := context.WithCancel(t.Context())
		yielded := 0
		n, err := sqlstore.Copy(ctx, second.Store, first.Store, func(done, total int) {
			if yielded++; yielded > 2*stop {
				cancel()
			}
		})
		cancel()
		if err == nil {
			rows = n
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		storagetest.Got(sqlstore.Unfinished(t.Context(), second.Store)).Is(t, true)
		interrupted++
	}
	if interrupted < 5 || rows < 6000 {
		t.Errorf("%d rows, interrupted %d times", rows, interrupted)
	}
	storagetest.Got(sqlstore.Unfinished(t.Context(), second.Store)).Is(t, false)
	sameFor(t, first, second)

	third := openSQLite(t)
	progress := []string{}
	storagetest.Got(sqlstore.Copy(t.Context(), third.Store, second.Store, func(done, total int) {
		progress = append(progress, fmt.Sprintf("%d of %d", done, total))
	})).Is(t, rows)
	storagetest.WantEqual(t, progress[len(progress)-1], fmt.Sprintf("%d of %d", 2*rows, 2*rows))
	sameFor(t, first, third)

	for _, s := range []storage.Store{second, third} {
		// New rows get new numbers and are counted.
		m := storagetest.Finish(t, s, storagetest.Match("new"), storagetest.LeftWins)
		if m.ID <= filled {
			t.Errorf("the new match has the number %d", m.ID)
		}
		record := storagetest.Got(s.Record(t.Context(), storagetest.Ann.ID)).OK(t)
		storagetest.WantEqual(t, record.Tallies["end-nim"].Wins, 1)
	}

	// The target isn't empty.
	_, err := sqlstore.Copy(t.Context(), second.Store, third.Store, func(int, int) {})
	if err == nil || !strings.Contains(err.Error(), "it is not empty") {
		t.Errorf("the error is %v", err)
	}
}

// sameFor compares the data that people can see in two stores.
func sameFor(t *testing.T, one, other storage.Store) {
	t.Helper()
	seen := func(s storage.Store) (all []any) {
		ctx := t.Context()
		collect := func(m match.Match) error { all = append(all, m); return nil }
		storagetest.WantErr(t, errors.Join(s.ForEachMatch(ctx, match.Finished, collect), s.ForEachMatch(ctx, match.Playing, collect)), nil)
		for n := range 15 { // the most active players
			var file strings.Builder
			_, err := s.Export(ctx, storagetest.Community{}.Player(n).ID, &file, func() bool { return false })
			if !errors.Is(err, match.ErrNotFound) {
				storagetest.WantErr(t, err, nil)
			}
			record := storagetest.Got(s.Record(ctx, storagetest.Community{}.Player(n).ID)).OK(t)
			all = append(all, file.String(), record)
		}
		for _, provisional := range []bool{true, false} {
			page, total, err := s.Leaderboard(ctx, match.LeaderboardQuery{
				Ladder: match.Ladder{Family: match.Overall, Pace: match.Long}, Provisional: provisional, Limit: 50, Offset: 7})
			storagetest.WantErr(t, err, nil)
			all = append(all, page, total)
		}
		return all
	}
	a, b := seen(one), seen(other)
	storagetest.WantEqual(t, len(a), len(b))
	for i := range a {
		storagetest.WantEqual(t, b[i], a[i])
	}
}

// Changes during the copy are detected.
func TestCopyIsCompared(t *testing.T) {
	t.Parallel()
	from, to := openSQLite(t), openStore(t, postgrestest.Address(t))
	fill(t, from)
	changed := false
	_, err := sqlstore.Copy(t.Context(), to.Store, from.Store, func(done, total int) {
		if done > total/3 && !changed {
			changed = true
			m := storagetest.Got(from.LastMatch(t.Context(), "c")).OK(t)
			storagetest.Got(from.Append(t.Context(), m.ID, m.Version, storagetest.Turn(0, storagetest.Move(0, 1)))).OK(t)
		}
	})
	if err == nil || !strings.Contains(err.Error(), "the copy differs") {
		t.Errorf("the error is %v", err)
	}
	storagetest.Got(sqlstore.Unfinished(t.Context(), to.Store)).Is(t, true)
}
