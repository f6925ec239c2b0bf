package commands_test

import (
	"testing"

	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
)

// Who has set nothing is pinged as the server says, and where it says nothing by what is
// usual.
func TestPings(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.server = "den"
	has := func(server string, want match.Pings) {
		t.Helper()
		if got, err := r.referee.Pings(t.Context(), "p1", &referee.Game{Match: match.Match{Channel: "lobby", Server: server}}); got != want || err != nil {
			t.Errorf("on %q pings are %q, %v; want %q", server, got, err, want)
		}
	}
	has("den", match.PingsAway)
	has("", match.PingsAway)
	r.refuses("mod", "/settings name:default-pings value:off")
	has("den", match.PingsOff)
	has("another", match.PingsAway)
	r.refuses("p1", "/settings name:pings value:always")
	has("den", match.PingsAlways)
	has("", match.PingsAlways)
	r.refuses("p1", "/settings name:pings value:default")
	has("den", match.PingsOff)
}
