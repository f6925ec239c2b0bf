package commands_test

import (
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
)

// A player without a setting is pinged by the server's setting, or by the default if there is none.
func TestPings(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.server = "den"
	matches := map[string]match.Match{}
	for _, server := range []string{"den", "another", ""} {
		m := match.Match{Channel: "on " + server, Server: server, Variant: "nim", Family: "nim", Start: "1 2", Sides: match.Between(match.Player{ID: "p1"}, match.Player{ID: "p2"}), Created: r.now}
		m = must.Get(r.store.CreateMatch(t.Context(), m))(t)
		matches[server] = m
	}
	has := func(server string, want match.Pings) {
		t.Helper()
		a, err := r.referee.Audience(t.Context(), &referee.Game{Match: matches[server]})
		if got := a.PingsOf(games.Left); got != want || err != nil {
			t.Errorf("on %q pings are %q, %v; want %q", server, got, err, want)
		}
	}
	has("den", match.PingsAway)
	has("", match.PingsAway)
	r.refuses("mod", "/settings server name:default-pings value:off")
	has("den", match.PingsOff)
	has("another", match.PingsAway)
	r.refuses("p1", "/settings me name:pings value:always")
	has("den", match.PingsAlways)
	has("", match.PingsAlways)
	r.refuses("p1", "/settings me name:pings value:default")
	has("den", match.PingsOff)
}
