package storagetest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/storage"
)

// A session lasts until it expires or its player is deleted. Its link works once, even after that.
func (suite) LiveSessions(ctx context.Context, t *testing.T, s storage.Store) {
	m := CreateMatch(t, s, Between(Ann, Bob))
	board := match.LiveBoard(&m)
	begin := func(browser, link, player string, until time.Time, want error) {
		t.Helper()
		WantErr(t, s.BeginSession(ctx, match.LiveSession{Browser: hashed(browser), Link: link, Player: player, Board: board, Until: until}, Noon), want)
	}
	has := func(browser string, at time.Time, want int) {
		t.Helper()
		if seats := Got(s.Seats(ctx, hashed(browser), nil, at)).OK(t); len(seats) != want {
			t.Errorf("the browser %s has %d seats, want %d", browser, len(seats), want)
		}
	}
	later := Noon.Add(time.Hour)
	begin("a", "link", Ann.ID, later, nil)
	ann := match.LiveSession{Link: "link", Browser: hashed("a"), Player: Ann.ID, Name: Ann.Name, Board: board, Until: Stored(later)}
	Got(s.Seats(ctx, hashed("a"), nil, Noon)).Is(t, []match.LiveSession{ann})
	begin("b", "link", Ann.ID, later, match.ErrStale)
	begin("b", "other", "nobody", later, match.ErrNotFound)
	has("b", Noon, 0)
	has("a", later, 0)
	voter := match.LiveSession{Browser: hashed("voter"), Link: "voter", Player: "voter", Name: "vera", Board: "another", Until: Stored(later)}
	WantErr(t, s.BeginSession(ctx, voter, Noon), nil)
	Got(s.Seats(ctx, hashed("voter"), nil, Noon)).Is(t, []match.LiveSession{voter})

	// A board is open until it is closed.
	Got(s.Seats(ctx, "", []string{"elsewhere"}, Noon)).Is(t, nil)
	WantErr(t, s.SawSeats(ctx, []string{"link", "none"}, Noon), nil)
	ann.Seen = Stored(Noon)
	Got(s.Seats(ctx, "", []string{"elsewhere", board}, Noon)).Is(t, []match.LiveSession{ann})
	WantErr(t, s.SawSeats(ctx, []string{"link"}, time.Time{}), nil)
	ann.Seen = time.Time{}
	Got(s.Seats(ctx, "", []string{board}, Noon)).Is(t, []match.LiveSession{ann})

	// A person's oldest sessions end when there are too many. Their links stay used.
	for i := range match.MaxSessionsEach {
		begin(fmt.Sprint("bob", i), fmt.Sprint("bob", i), Bob.ID, later.Add(time.Duration(i)*time.Minute), nil)
	}
	has("bob0", Noon, 1)
	begin("bob", "bob", Bob.ID, later.Add(time.Hour), nil)
	has("bob0", Noon, 0)
	has("bob1", Noon, 1)
	begin("again", "bob0", Bob.ID, later, match.ErrStale)
	has("a", Noon, 1)

	// Sessions that ended long ago are forgotten.
	WantErr(t, s.BeginSession(ctx, match.LiveSession{Browser: hashed("new"), Link: "link", Player: Ann.ID, Board: board, Until: later.Add(9 * time.Hour)}, later.Add(2*time.Hour)), nil)

	end := End(match.LeftSeat, match.Resigned)
	Got(s.Append(ctx, m.ID, m.Version, end)).OK(t)
	exported(t, s, Bob).has(t, "live_sessions", `"until_utc"`)
	if data := exported(t, s, Bob); strings.Contains(fmt.Sprintf("%s", data["live_sessions"]), hashed("bob1")) {
		t.Error("the file has the hashes of sessions")
	}
	WantErr(t, s.Forget(ctx, Bob.ID, Noon), nil)
	has("bob1", Noon, 0)
}

func hashed(name string) string { return strings.Repeat("0", 64-len(name)) + name }

// The version of a live board changes with the match, the next match in its channel, and a
// challenge there.
func (suite) LiveVersions(ctx context.Context, t *testing.T, s storage.Store) {
	m, other := CreateMatch(t, s, Match("c")), CreateMatch(t, s, Match("d"))
	is := func(want ...match.LiveVersion) {
		t.Helper()
		got := map[int64]match.LiveVersion{}
		for _, v := range Got(s.LiveVersions(ctx, []int64{m.ID, 99, other.ID})).OK(t) {
			got[v.Match] = v
		}
		WantEqual(t, len(got), len(want))
		for _, v := range want {
			WantEqual(t, got[v.Match], v)
		}
	}
	still := match.LiveVersion{Match: other.ID, Version: 1, Latest: other.ID}
	is(match.LiveVersion{Match: m.ID, Version: 1, Latest: m.ID}, still)
	Got(s.Append(ctx, m.ID, 1, End(match.LeftSeat, match.Resigned))).OK(t)
	is(match.LiveVersion{Match: m.ID, Version: 2, Latest: m.ID}, still)
	c := CreateChallenge(t, s, Challenge("c"))
	is(match.LiveVersion{Match: m.ID, Version: 2, Latest: m.ID, Challenge: c.ID}, still)
	next := Got(s.AcceptChallenge(ctx, c.ID, Match("c"))).OK(t)
	is(match.LiveVersion{Match: m.ID, Version: 2, Latest: next.ID}, still)
	Got(s.LiveVersions(ctx, nil)).Is(t, nil)
}
