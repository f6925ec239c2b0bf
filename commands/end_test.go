package commands_test

import (
	"strings"
	"testing"

	"nimatron/commands/view"
	"nimatron/match"
)

// TestEnd ends a match between others.
func TestEnd(t *testing.T) {
	r := newRoom(t)
	r.server = "den"
	r.expect("p1", "/challenge variant:nim opponent:p2 position:3 4 5 first:me")
	r.expect("p2", "/accept")
	r.expect("p1", "1-2")
	for _, by := range []string{"p1", "p3"} {
		r.refuses(by, "/end match:1", "Manage Server")
	}
	for _, line := range []string{"/end", "/end match:x", "/end match:0", "/end match:2", "/end match:-1", "/end match:99999999999999999999"} {
		r.refuses("mod", line)
	}
	if done := r.inAs("mod", "elsewhere", "den", "/end match:#1"); !done.Private() || !strings.Contains(text(done), "In #lobby the players are told") {
		t.Errorf("answered %s", text(done))
	}
	said := r.notices(1)[0]
	if said.channel != "lobby" || strings.Join(said.reply.Notify, " ") != "p1 p2" || said.reply.Show.ID != 1 {
		t.Errorf("said is %+v", said)
	}
	r.refuses("mod", "/end match:1", "over")
	r.refuses("p1", "/history", "no winner (ended by a moderator)")
	r.refuses("p2", "/replay match:1 step:1", "ended by a moderator")
	r.refuses("p2", "/profile")
	files := r.refuses("p1", "/export 1").Files
	if !strings.Contains(string(files[0].Data), `[Termination "ended by a moderator"]`) || !strings.Contains(string(files[1].Data), `"termination":"ended by a moderator"`) {
		t.Errorf("exported are\n%s\n%s", files[0].Data, files[1].Data)
	}
	data := r.refuses("p2", "/privacy action:show").Files[0].Data
	if !strings.Contains(string(data), `"termination": "ended by a moderator"`) {
		t.Errorf("the data are %s", data)
	}
}

// inAs says a line somewhere, as a manager of the server there.
func (r *room) inAs(by, channel, server, line string) view.Reply {
	r.Helper()
	req, err := request(by, line)
	if err != nil {
		r.Fatal(err)
	}
	req.Channel, req.Server, req.Manager = channel, server, true
	return r.do("#"+channel+" "+line, req)
}

// TestEndingARatedPair leaves no rating behind, whichever game it is.
func TestEndingARatedPair(t *testing.T) {
	r := newRoom(t)
	r.server = "den"
	r.begin("")
	r.expect(r.firstMove())
	r.inPrivate("lobby", "mod", "/end match:1", "the rated pair that it belongs to counts nothing")
	r.notices(1)
	r.refuses("mod", "/end match:2", "no match with that number") // there is no second game

	r.begin("")
	r.expect("p1", "/resign sure:true", "game 2 of 2")
	r.inPrivate("lobby", "mod", "/end match:3", "counts nothing")
	r.notices(1)
	ratings, err := r.store.Ratings(t.Context(), "p1", "p2")
	if err != nil || len(ratings) != 0 {
		t.Errorf("the ratings are %+v, %v", ratings, err)
	}
	if faults, _, err := r.referee.Check(t.Context(), nil); err != nil || len(faults) > 0 {
		t.Errorf("the check finds %q, %v", faults, err)
	}
	r.expect("p2", "/challenge variant:nim opponent:p1 rated:true") // nobody is held to have called it off
}

// TestEndIsNoWayOut: somebody who may manage a server, but not to their own advantage.
func TestEndIsNoWayOut(t *testing.T) {
	r := newRoom(t)
	r.server = "den"
	r.expect("mod", "/challenge variant:nim opponent:p1 rated:true time:2h")
	r.expect("p1", "/accept")
	r.refuses("mod", "/end match:1", "rated match of your own", "/resign")
	r.expect("p1", "/resign sure:true", "game 2 of 2")
	r.refuses("mod", "/end match:2", "rated match of your own")

	// Who may manage another server, or nothing, does not end it; neither does anybody in
	// a direct message.
	for _, server := range []string{"another", ""} {
		before := r.snapshot()
		reply := r.inAs("p3", "lobby", server, "/end match:2")
		if !reply.Private() || r.snapshot() != before {
			t.Errorf("from %q: %s", server, text(reply))
		}
	}
	// Over a rated match whose time is up the clock decides, and not who comes then.
	g, err := r.referee.Current(t.Context(), "lobby")
	if err != nil {
		t.Fatal(err)
	}
	r.now = g.Deadline
	if reply := r.inAs("p3", "lobby", "den", "/end match:2"); !strings.Contains(text(reply), "nothing to end") {
		t.Errorf("when the time is up: %s", text(reply))
	}
	r.notices(1)
	m, err := r.store.MatchByID(t.Context(), 2)
	if err != nil || m.Termination != match.TimedOut || m.Winner == match.Nobody {
		t.Errorf("it ended as %+v, %v", m.Result, err)
	}
	// A casual one of one's own is nobody's loss.
	r.expect("mod", "/challenge variant:nim")
	r.inPrivate("lobby", "mod", "/end match:3", "Nobody has won.")
	r.notices(1)
}

// TestEndInDirectMessages is for nobody.
func TestEndInDirectMessages(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim")
	r.refuses("mod", "/end match:1", "direct message", "/resign")
	r.refuses("p1", "/end match:1", "direct message", "/resign")
}

// TestChannelManagersEnd matches of their own channel, where the server lets them.
func TestChannelManagersEnd(t *testing.T) {
	r := newRoom(t)
	r.server = "den"
	r.expect("p1", "/challenge variant:nim position:3 4 5 first:me")
	end := func(channel string) view.Reply {
		t.Helper()
		req, err := request("p3", "/end match:1")
		if err != nil {
			t.Fatal(err)
		}
		req.Channel, req.Server, req.ChannelManager = channel, "den", true
		return r.do("as the manager of "+channel, req)
	}
	r.hasWords("not set", end("lobby"), []string{"Manage Server"})
	r.refuses("mod", "/settings name:channel-managers-end value:on")
	r.hasWords("in another channel", end("777"), []string{"match 1 is not it"})
	r.notices(0)
	r.refuses("p3", "/end match:1", "Manage Server")
	r.hasWords("in its channel", end("lobby"), []string{"In #lobby the players are told"})
	r.notices(1)
}
