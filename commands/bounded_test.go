package commands_test

import (
	"testing"
	"time"

	"nimatron/games/catalog"
	"nimatron/match"
)

// TestPingsAreBounded challenges a person who never accepts, again and again.
func TestPingsAreBounded(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	pings := 0
	challenges := func(by string) (refused bool) {
		t.Helper()
		reply := r.in("by "+by, by, "/challenge game:nim opponent:victim")
		if reply.Private() {
			r.hasWords("one too many", reply, []string{takesNone})
			return true
		}
		pings += len(reply.Notify)
		r.in("by "+by, by, "/match cancel")
		return false
	}
	for n := range 40 {
		if refused := challenges("p1"); refused != (n >= match.MaxChallengesTo) {
			t.Fatalf("challenge %d is refused: %v", n, refused)
		}
		if n == match.MaxChallengesTo {
			r.say("p1", "/settings privacy delete sure:true")
		}
	}
	if pings != match.MaxChallengesTo {
		t.Errorf("there are %d pings", pings)
	}
	r.now = r.now.Add(time.Hour)
	if challenges("p1") {
		t.Error("an hour later it is refused")
	}
}

// TestAcceptedChallengesAreNoNuisance plays many short matches in a row.
func TestAcceptedChallengesAreNoNuisance(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for range 2 * match.MaxChallengesTo {
		r.expect("p1", "/challenge game:nim opponent:p2 position:1 first:me")
		r.expect("p2", "/match accept")
		r.expect("p1", "1-1")
	}
}
