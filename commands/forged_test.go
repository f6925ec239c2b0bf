package commands_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/match/record"
)

// forged has invented matches: wins against the perfect level and in a rated match, with texts that
// try to inject markup.
const forged = `{"id":2,"variant":"nim","start":"5","first":"left","left":{"id":"p1","name":"@everyone"},"right":{"id":"nimatron","name":"@here"},` +
	`"level":"perfect","rated":true,"winner":"left","termination":"played","moves":[{"by":"left","move":"1-5"}]}
{"id":3,"variant":"nim","start":"1 2 3","first":"left","left":{"id":"p1","name":"p1"},"right":{"id":"p2","name":"<@1>"},` +
	`"event":"\u202e@everyone","site":"\u200b<@&2>","level":"\u202e@everyone <@3>","rated":true,"winner":"left","termination":"\u202e@everyone\u2066","moves":[]}
{"id":4,"variant":"nim","start":"1 2 3","first":"left","left":{"name":"\u202e<@4>@here"},"right":{"id":"p1","name":"p1"},` +
	`"level":"casual","rated":true,"winner":"right","termination":"resigned","moves":[]}
`

// An imported match gives nobody ratings or best wins. Its texts
// ping nobody and hide nothing.
func TestForgedImport(t *testing.T) {
	r := newRoom(t)
	var matches []match.Match
	for m, err := range record.Read(catalog.Standard, strings.NewReader(forged)) {
		if err != nil {
			t.Fatal(err)
		}
		imported := must.Get(r.referee.Imported(m))(t)
		matches = append(matches, imported)
	}
	n, err := r.store.Import(t.Context(), func(yield func(match.Match, error) bool) {
		for _, m := range matches {
			if !yield(m, nil) {
				return
			}
		}
	})
	if err != nil || n != 3 {
		t.Fatalf("%d are imported: %v", n, err)
	}
	r.refuses("p1", "/leaderboard ratings scope:global", "Nobody has a rating")
	r.refuses("p1", "/profile", "None yet")
	must.Get(r.referee.RebuildRatings(t.Context(), func(int) {}))(t)
	r.refuses("p1", "/leaderboard ratings scope:global", "Nobody has a rating")
	if wins, err := r.store.BestWins(t.Context(), "p1", 9); err != nil || len(wins) != 0 {
		t.Errorf("best wins: %v, %v", wins, err)
	}
	r.refuses("p1", "/history")
	for _, line := range []string{"/review 1", "/review 2", "/review 3"} {
		r.refuses("p1", line)
	}
	said := r.transcript.String()
	for id := range int64(n) {
		m := must.Get(r.store.MatchByID(t.Context(), id+1))(t)
		if m.Rated || m.Level != match.NoLevel && m.Level != match.Perfect && m.Level != match.Casual {
			t.Errorf("stored is %+v", m)
		}
		said += strings.Join([]string{m.Sides[games.Left].ID, m.Sides[games.Left].Name, m.Sides[games.Right].ID, m.Sides[games.Right].Name, string(m.Level), string(m.Termination)}, "\n")
		for _, f := range r.say("p1", "/review files:true "+string(rune('1'+id))).Files {
			said += string(f.Data)
		}
	}
	for _, trap := range []string{"@everyone", "@here", "<@"} {
		if strings.Contains(said, trap) {
			t.Errorf("%s is said", trap)
		}
	}
	if i := slices.IndexFunc([]rune(said), func(c rune) bool { return unicode.In(c, unicode.Cf) }); i >= 0 {
		t.Errorf("%q is said", []rune(said)[max(0, i-20):i+1])
	}
}
