package storagetest

import (
	"reflect"
	"testing"

	"nimatron/games"
)

// What is stored is what was made, and all that follows from it agrees.
func TestFillStoresTheCommunity(t *testing.T) {
	t.Parallel()
	c := Community{Matches: 2_000, Players: 100, Servers: 5}
	s := Open(t)
	WantErr(t, c.Fill(t.Context(), s), nil)
	rated := make(ledger)
	pairs, perfect := 0, 0
	stored := archive(t, s)
	for m := range c.All() {
		got := stored[m.ID-1]
		if !reflect.DeepEqual(got, m) {
			t.Fatalf("got\n%+v\nwant\n%+v", got, m)
		}
		rated.Changes(m)
		if m.Sides[games.Left].Player == m.Sides[games.Right].Player {
			t.Errorf("match %d is between %s and the same", m.ID, m.Sides[games.Left].ID)
		}
		if m.Leg == 2 {
			pairs++
		}
		if m.Level == "perfect" {
			perfect++
		}
	}
	if len(stored) != c.Matches || pairs < 300 || perfect < 100 {
		t.Errorf("%d matches with %d pairs and %d against the perfect bot", len(stored), pairs, perfect)
	}
	for key, want := range rated {
		ratings := Got(s.Ratings(t.Context(), key.Player)).OK(t)
		if got := ratings[key.Player][key.In]; got != want {
			t.Errorf("%v: got %+v, want %+v", key, got, want)
		}
	}
}
