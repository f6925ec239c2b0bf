package storagetest

import (
	"runtime"
	"testing"
	"time"

	"nimatron/match"
)

// Export, check and rebuild-ratings hold a batch of matches at a time, not all. The test is not parallel, because it
// reads the size of the heap.
func TestMemoryHasABatchOfMatches(t *testing.T) {
	if testing.Short() {
		t.Skip("it imports thousands of matches")
	}
	const matches, bound = 8_000, 3 << 20 // bytes; all matches would take more than 4 MB
	s := Open(t)
	Got(s.Import(t.Context(), Community{Matches: matches, Players: 20, Servers: 1, Between: time.Minute}.All())).OK(t)
	for name, walk := range map[string]func(func(match.Match) ([]match.RatingChange, error)) error{
		"export": func(look func(match.Match) ([]match.RatingChange, error)) error {
			return s.ForEachFinished(t.Context(), func(m match.Match) error { _, err := look(m); return err })
		},
		"check": func(look func(match.Match) ([]match.RatingChange, error)) error {
			_, err := s.CheckRatings(t.Context(), look)
			return err
		},
		"rebuild-ratings": func(look func(match.Match) ([]match.RatingChange, error)) error {
			return s.ReplaceRatings(t.Context(), look)
		},
	} {
		l, n, start, most := make(ledger), 0, heap(), uint64(0)
		WantErr(t, walk(func(m match.Match) ([]match.RatingChange, error) {
			if n++; n%500 == 0 {
				most = max(most, heap())
			}
			return l.Changes(m), nil
		}), nil)
		if n != matches || most > start+bound {
			t.Errorf("%s: %d matches took %d bytes, want %d and at most %d", name, n, most-start, matches, bound)
		}
	}
}

// heap returns the bytes of the objects that are in use.
func heap() uint64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
