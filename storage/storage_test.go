package storage_test

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"nimatron/storage"
)

// noon is the moment at which everything starts. The odd nanoseconds are there to
// be lost: times are stored in milliseconds.
var noon = time.Date(2025, 3, 14, 12, 0, 0, 123_456_789, time.FixedZone("", 3600))

var (
	ann = storage.Player{ID: "local:ann", Name: "Ann"}
	bob = storage.Player{ID: "1234567890123456789", Name: "Bob 🎲"}
)

// newStore returns a store on a new file, and the file's name.
func newStore(t testing.TB) (*storage.Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "nimatron.db")
	return openStore(t, path), path
}

func openStore(t testing.TB, path string) *storage.Store {
	t.Helper()
	s, err := storage.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// rawDB opens the file behind the store's back, as a faulty program would.
func rawDB(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?_busy_timeout=5000&_foreign_keys=1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// aMatch returns a match in which every field has a value of its own.
func aMatch(channel string) storage.Match {
	return storage.Match{
		Channel: channel, Server: "server", Variant: "end-nim/misere", Family: "end-nim", Start: "3 5 2", Chosen: true,
		First: "right", Left: ann, Right: bob, Level: "strong", Seed: 1<<63 + 42, Rated: true,
		TurnTime: 10 * time.Minute, Message: "message:7", Created: noon, Leg: 1,
		Deadline: noon.Add(10 * time.Minute), Remind: noon.Add(9 * time.Minute), AbandonAt: noon.AddDate(0, 0, 7),
	}
}

// turn returns the change that moves make.
func turn(moves ...storage.Move) storage.Change { return storage.Change{Moves: moves, Now: noon} }

// end returns the change that ends a match without a move.
func end(winner, termination string) storage.Change {
	return storage.Change{End: &storage.Result{Winner: winner, Termination: termination}, Now: noon}
}

func aChallenge(channel string) storage.Challenge {
	return storage.Challenge{
		Channel: channel, Server: "server", Challenger: ann, Opponent: bob, Variant: "split-nim/2",
		Start: "4 4 1", Chosen: true, First: "choose", Side: "random", Rated: true, TurnTime: 24 * time.Hour,
		Created: noon, Expires: noon.Add(time.Hour), Message: "message:8",
	}
}

func createMatch(t testing.TB, s *storage.Store, m storage.Match) storage.Match {
	t.Helper()
	m, err := s.CreateMatch(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func createChallenge(t testing.TB, s *storage.Store, c storage.Challenge) storage.Challenge {
	t.Helper()
	c, err := s.CreateChallenge(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// move returns a move of the side that differs from the others.
func move(actor string, n int) storage.Move {
	return storage.Move{Actor: actor, Text: fmt.Sprintf("L-%d", n), At: noon.Add(time.Duration(n) * time.Second)}
}

func wantErr(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("got the error %v, want %v", err, want)
	}
}

func wantEqual[T any](t testing.TB, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

// stored returns t as a database of whole milliseconds gives it back.
func stored(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

func storedMoves(moves ...storage.Move) []storage.Move {
	for i := range moves {
		moves[i].At = stored(moves[i].At)
	}
	return moves
}
