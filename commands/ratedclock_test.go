package commands_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
)

// begin starts a rated pair of p1 and p2 at a pace of minutes, in which p1 goes first,
// and returns a move that can be made then.
func (r *room) begin(options string) (move string) {
	r.Helper()
	r.expect("p1", "/challenge variant:nim opponent:p2 rated:true first:me "+options)
	r.expect("p2", "/accept", "@p1, your turn")
	_, move = r.firstMove()
	return move
}

func TestRatedMatchesHaveAClock(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/challenge variant:nim opponent:p2 rated:true time:73h", "at most 3 days", "`time:3d`")
	r.begin("")
	m, err := r.store.LastMatch(t.Context(), "lobby")
	if err != nil || m.TurnTime != 24*time.Hour || !m.AbandonAt.IsZero() {
		t.Fatalf("%+v, %v", m, err)
	}
}

// TestTheClockDecides lets the time run out in both games, where nobody looks at them:
// the second has a clock of its own.
func TestTheClockDecides(t *testing.T) {
	r := newRoom(t)
	r.begin("time:2h")
	r.now = r.now.Add(2*time.Hour - time.Millisecond)
	r.sweeps(1) // a reminder
	r.now = r.now.Add(time.Millisecond)
	said := r.sweeps(1)[0]
	r.hasWords("the sweep", said.reply, []string{"@p1's time ran out at 2026-01-02 05:04 UTC", "**@p2 wins**: @p1 ran out of time", "Now for the second", "game 2 of 2", "@p2 has until 2026-01-02 07:04 UTC"})
	if fmt.Sprint(said.reply.Notify) != "[p2 p1]" || said.channel != "lobby" || said.reply.To != (view.Anew{}) {
		t.Errorf("it is announced so: %+v", said.reply)
	}
	r.sweeps(0)
	r.expect(r.firstMove())
	r.now = r.now.Add(2 * time.Hour)
	said = r.sweeps(1)[0] // and no reminder any more
	r.hasWords("the sweep", said.reply, []string{"Pair: @p2 2–0 @p1", "@p1's rating: 13", "@p2's rating: 16", "in long matches"})
	r.sweeps(0)
	r.refuses("p2", "/claim", "is over")
}

// TestTooLate tries everything that there is after the time has run out and before any
// sweep: none of it happens, and the clock has decided.
func TestTooLate(t *testing.T) {
	for _, late := range []struct{ by, line, want string }{
		{"p1", "move", "so that came too late"}, {"p1", "/resign sure:true", "too late"}, {"p1", "/cancel", "too late"},
		{"p1", "/takeback", "too late"}, {"p1", "/claim", "too late"},
		{"p2", "/claim", "@p1's time ran out"}, {"p2", "/resign sure:true", "@p1's time ran out"}, {"p2", "/cancel", "@p1's time ran out"},
		{"p2", "move", "@p1's time ran out"},
	} {
		t.Run(late.by+" "+late.line, func(t *testing.T) {
			r := newQuietRoom(t, catalog.Standard)
			move := r.begin("time:2m")
			r.now = r.now.Add(2 * time.Minute)
			line := strings.Replace(late.line, "move", move, 1)
			reply := r.expect(late.by, line, late.want, "**@p2 wins**", "game 2 of 2", "@p2, your turn")
			if len(reply.Notify) != 2 {
				t.Errorf("notified are %v", reply.Notify)
			}
			m, err := r.store.MatchByID(t.Context(), 1)
			if err != nil || m.Winner != match.RightSeat || m.Termination != match.TimedOut || len(m.Moves) != 0 {
				t.Errorf("match 1 is %+v, %v", m, err)
			}
			r.sweeps(0)
		})
	}
	// In time all is well, to the millisecond.
	r := newQuietRoom(t, catalog.Standard)
	move := r.begin("time:2m")
	r.now = r.now.Add(2*time.Minute - time.Millisecond)
	r.refuses("p2", "/claim", "after that the clock ends the game by itself")
	r.expect("p1", move, "@p2, your turn")
}

// TestCasualClocksWait shows that /claim is as it was in casual matches.
func TestCasualClocksWait(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim opponent:p2 position:3 4 first:me time:2h")
	r.expect("p2", "/accept")
	r.now = r.now.Add(3 * time.Hour)
	r.sweeps(0) // it is too late for a reminder
	r.expect("p1", "2-1", "@p2, your turn")
	r.now = r.now.Add(3 * time.Hour)
	r.expect("p1", "/claim", "@p1 claimed the win")
}

// TestNothingRatedIsAbandoned leaves rated matches alone for a year.
func TestNothingRatedIsAbandoned(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.begin("time:3d")
	r.in("bot", "p1", "/challenge variant:nim rated:true level:casual")
	r.now = r.now.Add(365 * 24 * time.Hour)
	for range 3 {
		if err := r.service.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.now = r.now.Add(4 * 24 * time.Hour)
	}
	page, _, err := r.store.History(t.Context(), "p1", 9, 0)
	if err != nil || len(page) != 4 {
		t.Fatalf("%d matches have ended, %v", len(page), err)
	}
	for _, past := range page {
		if past.Match.Termination != match.TimedOut || past.Match.Winner == match.Nobody {
			t.Errorf("%+v", past.Match)
		}
	}
}

// TestALiveChallengeIsShort shows that nobody can accept a live challenge when the
// challenger has long gone, to win on time.
func TestALiveChallengeIsShort(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim open:true rated:true time:1m", "stays open for 10 minutes")
	r.now = r.now.Add(referee.LiveChallengeLife)
	r.refuses("p2", "/accept", "no open challenge")
	r.sweeps(1)
}
