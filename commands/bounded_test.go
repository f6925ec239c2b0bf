package commands_test

import (
	"fmt"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
)

// TestOpenChallengesAreBounded opens challenges in as many channels as it can.
func TestOpenChallengesAreBounded(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	refusal := fmt.Sprintf("You have %d challenges open", match.MaxOpenChallenges)
	for n := range 40 {
		reply := r.in(fmt.Sprint("c", n), "p1", "/challenge variant:nim open:true")
		if refused := reply.Private(); refused != (n >= match.MaxOpenChallenges) {
			t.Fatalf("challenge %d: %s", n, text(reply))
		} else if refused {
			r.hasWords("one too many", reply, []string{refusal, "/cancel", "/matches"})
		}
	}
	r.inPrivate("elsewhere", "p1", "/matches", "Your challenge to anyone in #c0: `nim`, open until 2026-01-02 05:04 UTC", "#c4")
	if reply := r.in("c40", "p2", "/challenge variant:nim open:true"); reply.Private() {
		t.Errorf("another is refused: %s", text(reply))
	}
	// Each that is closed makes room for one.
	r.in("c1", "p1", "/cancel")
	r.in("c2", "p3", "/accept")
	for n, private := range []bool{false, false, true} {
		if reply := r.in(fmt.Sprint("d", n), "p1", "/challenge variant:nim opponent:p4"); reply.Private() != private {
			t.Errorf("challenge %d after two were closed: %s", n, text(reply))
		}
	}
	// Those that have expired are closed even before they are swept.
	r.now = r.now.Add(referee.OpenChallengeLife)
	if reply := r.in("d3", "p1", "/challenge variant:nim open:true"); reply.Private() {
		t.Errorf("after all have expired: %s", text(reply))
	}
}

// TestPingsAreBounded challenges somebody who does not accept again and again.
func TestPingsAreBounded(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	pings := 0
	challenges := func(by string) (refused bool) {
		t.Helper()
		reply := r.in("by "+by, by, "/challenge variant:nim opponent:victim")
		if reply.Private() {
			r.hasWords("one too many", reply, []string{"@victim", "within an hour", "`open:true`"})
			return true
		}
		pings += len(reply.Notify)
		r.in("by "+by, by, "/cancel")
		return false
	}
	for n := range 40 {
		if refused := challenges("p1"); refused != (n >= match.MaxChallengesTo) {
			t.Fatalf("challenge %d is refused: %v", n, refused)
		}
		if n == match.MaxChallengesTo {
			r.say("p1", "/privacy action:delete sure:true")
		}
	}
	for n := range 40 { // by many
		challenges(fmt.Sprint("q", n))
	}
	if pings != match.MaxChallengesToOne {
		t.Errorf("there are %d pings", pings)
	}
	r.now = r.now.Add(time.Hour)
	if challenges("p1") {
		t.Error("an hour later it is refused")
	}
}

// TestAcceptedChallengesAreNoNuisance plays one short match after another.
func TestAcceptedChallengesAreNoNuisance(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for range match.MaxChallengesToOne + 1 {
		r.expect("p1", "/challenge variant:nim opponent:p2 position:1 first:me")
		r.expect("p2", "/accept")
		r.expect("p1", "1-1")
	}
}

// TestOpenChallengeFreesItsChannel waits for somebody who takes it.
func TestOpenChallengeFreesItsChannel(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim open:true", "stays open for 2 hours, until 2026-01-02 05:04 UTC: then this channel is free again.")
	r.refuses("p2", "/challenge variant:nim", "waiting in this channel for anyone to accept, until 2026-01-02 05:04 UTC")
	r.now = r.now.Add(referee.OpenChallengeLife - time.Millisecond)
	r.sweeps(0)
	r.refuses("p2", "/challenge variant:nim")
	r.now = r.now.Add(time.Millisecond)
	r.sweeps(1)
	r.expect("p2", "/challenge variant:nim")
	r.in("elsewhere", "p1", "/challenge variant:nim opponent:p2")
	c, err := r.store.OpenChallenge(t.Context(), "elsewhere")
	if err != nil || c.Expires.Sub(c.Created) != referee.ChallengeLife {
		t.Errorf("one to a person: %+v, %v", c, err)
	}
}

// TestModeratorsEndChallenges withdraws challenges in the name of others.
func TestModeratorsEndChallenges(t *testing.T) {
	r := newRoom(t)
	r.server = "home"
	for _, to := range []string{"open:true", "opponent:p2"} {
		reply := r.expect("p1", "/challenge variant:nim "+to)
		r.refuses("p3", "/cancel", "Only @p1 can withdraw this challenge", "manage this server")
		r.expect("mod", "/cancel", "A moderator has ended @p1's challenge.")
		r.refuses("p3", "/accept", "no open challenge")
		c, err := r.store.ChallengeByID(t.Context(), reply.Show.ID)
		if err != nil || c.State != match.ChallengeExpired {
			t.Errorf("%+v, %v", c, err)
		}
	}
	r.expect("mod", "/challenge variant:nim open:true")
	r.expect("mod", "/cancel", "@mod withdrew the challenge.")
	// In direct messages nobody is a moderator.
	r.server = ""
	r.expect("p1", "/challenge variant:nim opponent:p2")
	r.refuses("mod", "/cancel", "Only @p1 can withdraw this challenge")
	r.expect("p1", "/cancel", "@p1 withdrew the challenge.")
	// Who may manage the channel may, where it is set so.
	r.server = "home"
	r.expect("p1", "/challenge variant:nim opponent:p2")
	req := commands.Request{Command: "cancel", By: person("p3"), Channel: "lobby", Server: "home", ChannelManager: true}
	if reply := r.do("/cancel", req); !reply.Private() {
		t.Errorf("who may manage the channel: %s", text(reply))
	}
	r.say("mod", "/settings name:channel-managers-end value:on")
	if reply := r.do("/cancel", req); reply.Private() {
		t.Errorf("who may manage the channel, where it is set so: %s", text(reply))
	}
}
