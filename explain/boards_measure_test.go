package explain_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/testlong"
	"nimatron/referee/start"
	"nimatron/solver"
	"nimatron/solver/depots"
)

// boardFamilies are the games on trees, graphs and grids.
var boardFamilies = []string{"tree-nim", "depot-nim", "forklift-nim", "coloured-depot-nim"}

// boardVariants are the variants of these.
func boardVariants() (all []*games.Variant) {
	for _, id := range boardFamilies {
		for _, v := range catalog.Standard.All() {
			if v.Family.ID == id {
				all = append(all, v)
			}
		}
	}
	return all
}

// startsOf draws starts of matches, as the bot proposes them.
func startsOf(t *testing.T, v *games.Variant, size games.Size, n int) (starts []games.Position) {
	t.Helper()
	random := rand.New(rand.NewPCG(20, uint64(size)))
	for range n {
		side := games.Side(random.IntN(2))
		text, first, err := start.ToWin(t.Context(), random, v, size, side, games.Left, games.Right)
		if err != nil {
			t.Fatal(err)
		}
		starts = append(starts, read(t, v, text, first))
	}
	return starts
}

// TestSearchedShare measures how often no better reason is found for a generated start of a
// board than that every line was tried. -v prints the shares.
func TestSearchedShare(t *testing.T) {
	n := testlong.Times(3, 20, 60)
	for _, v := range boardVariants() {
		for _, size := range []games.Size{games.Small, games.Medium, games.Large} {
			if testlong.Short() && size != games.Small {
				continue
			}
			s := solver.WithTable(depots.NewTable(1 << 26))
			searched, whole, complete := 0, 0, 0
			var most time.Duration
			for _, p := range startsOf(t, v, size, n) {
				began := time.Now()
				r, err := s.Explain(t.Context(), v, p)
				if err != nil {
					t.Fatalf("%s: %v", p, err)
				}
				most = max(most, time.Since(began))
				g := r.Ground.(*depots.Ground)
				short := explain.Short(v, p, r)
				if strings.Contains(short, "every line") {
					searched++
				}
				if g.All || g.Kind != depots.Sum && g.Kind != depots.Searched {
					complete++
					if !strings.Contains(short, "very other move") {
						whole++
					}
				}
			}
			t.Logf("%-22s %-6s of %d starts %d are searched, %d have a complete table or rule, %d have it in the short form; at most %v", v.ID, size, n, searched, complete, whole, most)
			if size != games.Large && (10*searched > n || searched > 0 && v.Partizan) {
				t.Errorf("%s %s: of %d of %d starts no more is said than that every line was tried", v.ID, size, searched, n)
			}
		}
	}
}
