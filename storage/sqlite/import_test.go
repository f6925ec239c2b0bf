package sqlite_test

import (
	"testing"
	"testing/synctest"
	"time"

	"nimatron/match"
	"nimatron/storage/storagetest"
)

// A long import lets others write between its transactions.
func TestImportLeavesTimeToWrite(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, path := newStore(t)
		m := storagetest.Between(storagetest.Ann, storagetest.Bob)
		m.State, m.Winner, m.Termination, m.Version = match.Finished, match.LeftSeat, match.Played, 1
		m.Updated, m.Ended = storagetest.Noon, storagetest.Noon
		began, written := time.Now(), 0
		const matches = 3500
		time.AfterFunc(100*time.Millisecond, func() {
			other := storagetest.OpenFile(t, path)
			storagetest.CreateMatch(t, other, storagetest.Match("c"))
			if err := other.Close(); err != nil {
				t.Error(err)
			}
			written++
		})
		n, err := s.Import(t.Context(), func(yield func(match.Match, error) bool) {
			for range matches {
				if !yield(m, nil) {
					return
				}
			}
		})
		if err != nil || n != matches || written != 1 {
			t.Errorf("%d imported, %d written beside, %v", n, written, err)
		}
		if took := time.Since(began); took < 450*time.Millisecond {
			t.Errorf("it has left others %v", took)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}
