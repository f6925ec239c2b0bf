package commands_test

import (
	"testing"
	"time"

	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/storage"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// Everything that runs in the database of an earlier program goes on in this one.
func TestLandedDatabaseGoesOn(t *testing.T) {
	for name, open := range map[string]func(testing.TB) storage.Store{
		"SQLite": storagetest.Landed, "PostgreSQL": func(t testing.TB) storage.Store { return postgrestest.Landed(t) },
	} {
		t.Run(name, func(t *testing.T) {
			r := roomOn(t, open(t), catalog.Standard)
			r.now, r.server = time.Date(2026, 11, 29, 12, 0, 40, 0, time.UTC), "guild"
			says := func(channel, by, line string, words ...string) {
				t.Helper()
				r.hasWords(by+" in "+channel+": "+line, r.in(channel, by, line), words)
			}
			says("den", "ann", "/move L-1", "took 1 from the left end")
			says("park", "ann", "1-1", "took 1 from pile 1", "@bob, your turn")
			rated := must.Get(r.referee.Current(t.Context(), "inn"))(t)
			says("inn", rated.Actor().ID, "1-1", "rated, game 1 of 2")
			says("open", "dan", "/accept", "@cat against", "@dan")
			says("lobby", "ann", "/class list", "Form 7b", "The 21 game")
			says("lobby", "mod", "/class set list", "Own")
			says("hall", "ann", "/tournament standings", "Cup", "@ann", "@dan")
			says("square", "cat", "3-1", "You voted for")
			says("den", "ann", "/settings me", "off, text instead")
			says("track", "eve", "/race join", "another version") // its boards are drawn otherwise since
			r.now = r.now.Add(5 * time.Minute)                    // the bell rings, and the race is over
			must.Get(r.service.AdvanceShared(t.Context()))(t)
			says("square", "ann", "/board", "move 3")
			says("track", "ann", "/race start seconds:60", "Race")
		})
	}
}
