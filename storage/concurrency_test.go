package storage_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"nimatron/storage"
)

const writers = 16

func TestOneOfManyWinsEachVersion(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	m := createMatch(t, s, aMatch("c"))
	const versions = 20
	for version := int64(1); version <= versions; version++ {
		var won atomic.Int32
		var all sync.WaitGroup
		for n := range writers {
			all.Go(func() {
				switch _, err := s.Append(t.Context(), m.ID, version, turn(move("left", n), move("right", n))); {
				case err == nil:
					won.Add(1)
				case !errors.Is(err, storage.ErrStale):
					t.Error(err)
				}
			})
		}
		all.Wait()
		wantEqual(t, won.Load(), 1)
	}
	got, err := s.MatchByID(t.Context(), m.ID)
	wantErr(t, err, nil)
	wantEqual(t, got.Version, versions+1)
	wantEqual(t, len(got.Moves), 2*versions)
}

func TestOneOfManyAccepts(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	c := createChallenge(t, s, aChallenge("c"))
	var won atomic.Int32
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			switch _, err := s.AcceptChallenge(t.Context(), c.ID, aMatch("c")); {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, storage.ErrStale):
				t.Error(err)
			}
		})
	}
	all.Wait()
	wantEqual(t, won.Load(), 1)
}

// Many matches at once, through two stores on the same file as if in two
// processes. Nothing may fail, and a reader always sees whole turns.
func TestManyMatchesAtOnce(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	stores := []*storage.Store{s, openStore(t, path)}
	var all sync.WaitGroup
	for n := range writers {
		all.Go(func() {
			if err := playWhileWatched(t, stores[n%2], stores[(n+1)%2], fmt.Sprint("channel ", n)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	matches, challenges, finished, err := s.Counts(t.Context())
	wantErr(t, err, nil)
	wantEqual(t, []int64{matches, challenges, finished}, []int64{0, 0, writers})
}

func playWhileWatched(t *testing.T, players, watchers *storage.Store, channel string) error {
	ctx := t.Context()
	c, err := players.CreateChallenge(ctx, aChallenge(channel))
	if err != nil {
		return err
	}
	m, err := players.AcceptChallenge(ctx, c.ID, aMatch(channel))
	if err != nil {
		return err
	}
	var watching sync.WaitGroup
	var over atomic.Bool
	watching.Go(func() {
		for !over.Load() {
			seen, err := watchers.LastMatch(ctx, channel)
			if err != nil {
				t.Error(err)
				return
			}
			if want := 2 * int(seen.Version-1); len(seen.Moves) != want {
				t.Errorf("version %d was seen with %d moves, want %d", seen.Version, len(seen.Moves), want)
			}
		}
	})
	defer watching.Wait()
	defer over.Store(true)

	version := m.Version
	for n := range 20 {
		c := turn(move("left", n), move("right", n))
		if n == 19 {
			c.End = &storage.Result{Winner: "left", Termination: "played"}
		}
		a, err := players.Append(ctx, m.ID, version, c)
		if err != nil {
			return err
		}
		version = a.Version
	}
	return nil
}
