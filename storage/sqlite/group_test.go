package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"nimatron/match"
)

// together makes all writes share a transaction, in their order, and returns their errors.
func together(t *testing.T, s *Store, writes ...func() error) []error {
	t.Helper()
	s.db.writers.turn <- struct{}{} // another writer has the turn
	errs := make([]chan error, len(writes))
	for i, write := range writes {
		errs[i] = make(chan error, 1)
		go func() { errs[i] <- write() }()
		synctest.Wait() // until it waits
	}
	<-s.db.writers.turn
	all := make([]error, len(writes))
	for i := range errs {
		all[i] = <-errs[i]
	}
	return all
}

// Writes that share a transaction run in order. A failed one changes nothing and does not stop the
// others.
func TestWritesTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, writesTogether)
}

func writesTogether(t *testing.T) {
	for _, broken := range []bool{false, true} {
		s := openTemp(t)
		m := play(t, s, "c")
		insert := func(id string, then error) func() error {
			return func() error {
				return s.db.Write(t.Context(), func(_ context.Context, tx *sql.Tx) error {
					if _, err := tx.ExecContext(t.Context(), `INSERT INTO inbox (id, at) VALUES (?, 1)`, id); err != nil {
						return err
					}
					return then
				})
			}
		}
		move := func(id string, version int64) func() error {
			return func() error {
				_, err := s.Append(match.WithRequest(t.Context(), id), m.ID, version, match.Change{Ply: int(version - 1), Moves: []match.Move{{Text: "1", At: now}}, Now: now})
				return err
			}
		}
		failed := errors.New("failed")
		writes := []func() error{
			insert("a", nil),
			insert("b", failed),
			move("m1", 1),
			move("m1 late", 1), // the version has changed by then
			move("m2", 2),
			move("m1", 3), // the second delivery
			func() error {
				return s.db.Write(t.Context(), func(_ context.Context, tx *sql.Tx) error {
					if _, err := tx.ExecContext(t.Context(), `INSERT INTO inbox (id, at) VALUES ('p', 1)`); err != nil {
						t.Error(err)
					}
					panic("test")
				})
			},
			insert("a", nil), // the row exists already
			insert("c", nil),
		}
		want := []string{"", "failed", "", "changed in the meantime", "", "answered before", "panic: test", "UNIQUE", ""}
		if broken { // a full disk, or an interrupted statement, ends the whole transaction
			writes = append(writes, func() error {
				return s.db.Write(t.Context(), func(_ context.Context, tx *sql.Tx) error {
					_, err := tx.ExecContext(t.Context(), `ROLLBACK`)
					return errors.Join(err, failed)
				})
			})
			want = append(want, "failed")
		}
		for i, err := range together(t, s, writes...) {
			if want[i] == "" && err != nil || want[i] != "" && (err == nil || !strings.Contains(err.Error(), want[i])) {
				t.Errorf("broken %v: write %d ends with %v, want %q", broken, i, err, want[i])
			}
		}
		var noted string
		if err := s.db.writer.QueryRow(`SELECT group_concat(id) FROM (SELECT id FROM inbox ORDER BY id)`).Scan(&noted); err != nil || noted != "a,c,m1,m2" {
			t.Errorf("broken %v: noted are %s, %v", broken, noted, err)
		}
		if got, err := s.LastMatch(t.Context(), "c"); err != nil || got.Version != 3 || len(got.Moves) != 2 {
			t.Errorf("broken %v: the match is %+v, %v", broken, got, err)
		}
	}
}

// A write whose caller gives up is not made. A write that waits too long fails.
func TestWaitingToWrite(t *testing.T) {
	t.Parallel()
	synctest.Test(t, waitingToWrite)
}

func waitingToWrite(t *testing.T) {
	s := openTemp(t)
	s.db.writers.turn <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	never := func(context.Context, *sql.Tx) error { t.Error("it is written"); return nil }
	if err := s.db.Write(ctx, never); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := s.db.WriteLong(ctx, never); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := s.db.Write(t.Context(), never); !errors.Is(err, match.ErrUnavailable) {
		t.Error(err)
	}
	<-s.db.writers.turn
	if len(s.db.writers.waiting) > 0 {
		t.Errorf("%d wait", len(s.db.writers.waiting))
	}
	// More writes than share a transaction.
	var writes []func() error
	for n := range maxGroup + 10 {
		writes = append(writes, func() error {
			return s.db.Write(t.Context(), func(_ context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(t.Context(), `INSERT INTO inbox (id, at) VALUES (?, 1)`, fmt.Sprint(n))
				return err
			})
		})
	}
	for n, err := range together(t, s, writes...) {
		if err != nil {
			t.Errorf("write %d: %v", n, err)
		}
	}
	var noted int
	if err := s.db.writer.QueryRow(`SELECT count(*) FROM inbox`).Scan(&noted); err != nil || noted != len(writes) {
		t.Errorf("%d are noted, %v", noted, err)
	}
}
