package sqlite_test

import (
	"context"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/storage/storagetest"
)

// Another process holds the write lock for longer than a call will wait. The call
// says why it failed, changes nothing, and the store works on.
func TestCancelledWhileWaiting(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	m := storagetest.CreateMatch(t, s, storagetest.Match("c"))
	other, err := rawDB(t, path).Conn(t.Context())
	storagetest.WantErr(t, err, nil)
	defer other.Close()
	if _, err := other.ExecContext(t.Context(), `BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	failed := make(chan error)
	go func() {
		_, err := s.Append(ctx, m.ID, 1, storagetest.Turn(storagetest.Move(games.Left, 1)))
		failed <- err
	}()

	<-ctx.Done()
	_, err = s.LastMatch(t.Context(), "c") // readers wait for no writer
	storagetest.WantErr(t, err, nil)
	if _, err := other.ExecContext(t.Context(), `ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	storagetest.WantErr(t, <-failed, context.DeadlineExceeded)
	a, err := s.Append(t.Context(), m.ID, 1, storagetest.Turn(storagetest.Move(games.Left, 1)))
	storagetest.WantErr(t, err, nil)
	storagetest.WantEqual(t, a.Version, 2)
}
