package storagetest

import (
	"runtime"
	"testing"
	"time"
	"weak"

	"nimatron/internal/testlong"
	"nimatron/match"
)

// Export, check and rebuild-ratings hold a batch of matches at a time, not all. A long run looks at the bytes, too, which
// show rows of ratings. The test is not parallel, because it reads the size of the heap.
func TestMemoryHasABatchOfMatches(t *testing.T) {
	matches := testlong.Times(400, 400, 8000)
	const atOnce, bound = 130, 3 << 20 // two batches of 64; bytes, of which 8,000 matches would take more than 4 MB
	s := Open(t)
	Got(s.Import(t.Context(), Community{Matches: matches, Players: 20, Servers: 1, Between: time.Minute}.All())).OK(t)
	for name, walk := range map[string]func(func(match.Match) ([]match.RatingChange, error)) error{
		"export": func(look func(match.Match) ([]match.RatingChange, error)) error {
			return s.ForEachMatch(t.Context(), match.Finished, func(m match.Match) error { _, err := look(m); return err })
		},
		"check": func(look func(match.Match) ([]match.RatingChange, error)) error {
			_, err := s.CheckRatings(t.Context(), look)
			return err
		},
		"rebuild-ratings": func(look func(match.Match) ([]match.RatingChange, error)) error {
			return s.ReplaceRatings(t.Context(), look)
		},
	} {
		l, n, start, most, held := make(ledger), 0, heap(), uint64(0), 0
		moves := make([]weak.Pointer[match.Move], 0, matches) // of each match so far
		WantErr(t, walk(func(m match.Match) ([]match.RatingChange, error) {
			moves = append(moves, weak.Make(&m.Moves[0]))
			if n++; n == 400 || n%500 == 0 {
				most = max(most, heap())
			}
			if n == 400 {
				for _, first := range moves {
					if first.Value() != nil {
						held++
					}
				}
			}
			return l.Changes(m), nil
		}), nil)
		if n != matches || held > atOnce || most > start+bound {
			t.Errorf("%s: %d matches took %d bytes, want %d and at most %d; %d of 400 are held", name, n, most-start, matches, bound, held)
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
