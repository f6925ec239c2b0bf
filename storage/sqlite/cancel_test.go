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
	other := storagetest.Got(rawDB(t, path).Conn(t.Context())).OK(t)
	defer other.Close()
	storagetest.Got(other.ExecContext(t.Context(), `BEGIN IMMEDIATE`)).Must(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	failed := make(chan error)
	go func() {
		_, err := s.Append(ctx, m.ID, 1, storagetest.Turn(storagetest.Move(games.Left, 1)))
		failed <- err
	}()

	<-ctx.Done()
	storagetest.Got(s.LastMatch(t.Context(), "c")).OK(t)
	storagetest.Got(other.ExecContext(t.Context(), `ROLLBACK`)).Must(t)
	storagetest.WantErr(t, <-failed, context.DeadlineExceeded)
	a := storagetest.Got(s.Append(t.Context(), m.ID, 1, storagetest.Turn(storagetest.Move(games.Left, 1)))).OK(t)
	storagetest.WantEqual(t, a.Version, 2)
}
