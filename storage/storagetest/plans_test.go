package storagetest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"nimatron/internal/must"
)

// Scans are found in every form of a statement, and the statements of every store are explained.
func TestScansAreFound(t *testing.T) {
	for text, want := range map[string]int{
		"SELECT id FROM matches WHERE channel = $1":                                         0,
		"SELECT id FROM matches m WHERE m.message = $1":                                     1,
		"SELECT count(*) FROM moves AS v":                                                   1,
		"SELECT id FROM matches ORDER BY id LIMIT 5":                                        1,
		"SELECT id FROM shut_out WHERE settled = 0":                                         0,
		"DELETE FROM players WHERE name = $1":                                               1,
		"WITH m AS (SELECT 1 AS id UNION SELECT 2) SELECT id FROM m":                        0,
		"UPDATE moves SET text = '' WHERE text IN (SELECT name FROM players)":               2,
		"SELECT m.id FROM matches m, players p WHERE m.channel = $1 AND p.name = m.message": 1,
		"SELECT v.ply FROM moves v JOIN tallies t ON t.wins = v.ply":                        2, // by an automatic index
	} {
		steps := must.Get(scans(text))(t)
		if len(steps) != want {
			t.Errorf("%s: %q, want %d scans", text, steps, want)
		}
	}
	Got(Open(t).BestWins(t.Context(), "1", 3)).OK(t)
	if !slices.ContainsFunc(slices.Collect(maps.Keys(plans.seen)), func(text string) bool { return strings.Contains(text, "before_volatility AS volatility") }) {
		t.Errorf("a statement was not explained, but %d others", len(plans.seen))
	}
}
