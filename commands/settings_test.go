package commands_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
)

// choose picks a value from a menu of an answer.
func (r *room) choose(by string, reply view.Reply, prompt, value string) view.Reply {
	r.Helper()
	for _, m := range reply.Card.Menus {
		if m.Prompt != prompt {
			continue
		}
		options := map[string]string{m.Option: value}
		maps.Copy(options, m.Options)
		return r.do("["+prompt+"… "+value+"]", commands.Request{
			Command: m.Command, Options: options, By: person(by), Channel: "lobby", Server: r.server, Manager: by == "mod",
		})
	}
	r.Fatalf("there is no menu %q: %+v", prompt, reply.Card.Menus)
	return view.Reply{}
}

// TestOwnSettings sets all that somebody can set for themselves.
func TestOwnSettings(t *testing.T) {
	r := newRoom(t)
	r.server = "den"
	all := r.refuses("p1", "/settings", "shown", "as usual here")
	if buttons(all) != "Pictures: text instead, Large text: on, Ground of pictures: light, Calls before a tournament: none, New marks: not told, Your name in posts: left out" || all.To != (view.Page{}) {
		t.Errorf("offered are %s", buttons(all))
	}
	r.press("p1", all, "Pictures: text instead")
	r.press("p1", all, "Large text: on")
	r.choose("p1", all, "Pings at your turn", "direct")
	r.refuses("p1", "/settings name:GROUND value:Light", "**Ground of pictures**: light")
	r.choose("p1", all, "Boards", "wood")
	own, err := r.store.PersonSettings(t.Context(), "p1")
	if want := (match.PersonSettings{Version: 5, Pings: match.PingsDirect, TextOnly: true, LargeText: true, LightBoards: true, Theme: match.Wood}); err != nil || own != want {
		t.Errorf("set are %+v, %v", own, err)
	}
	reply := r.refuses("p1", "/privacy action:show")
	var data struct{ Settings map[string]any }
	if err := json.Unmarshal(reply.Files[0].Data, &data); err != nil || data.Settings["pings"] != "direct" || data.Settings["large_text"] != true {
		t.Errorf("exported are %v, %v", data.Settings, err)
	}
	for _, name := range []string{"pings", "pictures", "large-text", "theme", "ground"} {
		r.refuses("p1", "/settings name:"+name+" value:default")
	}
	r.refuses("p1", "/settings name:pings", "Choose one of")
	if own, err = r.store.PersonSettings(t.Context(), "p1"); err != nil || own != (match.PersonSettings{Version: 10}) {
		t.Errorf("set are %+v, %v", own, err)
	}
	for _, line := range []string{
		"/settings name:colour value:red", "/settings value:red", "/settings name:pings value:often", "/settings name:theme value:dark",
		"/settings name:large-text value:ON\x1b[1m", "/settings name:channels value:here", "/settings name:server", "/settings name:threads",
	} {
		r.refuses("p1", line)
	}
	r.refuses("p1", "/privacy action:delete sure:true")
	if own, err = r.store.PersonSettings(t.Context(), "p1"); err != nil || own != (match.PersonSettings{}) {
		t.Errorf("after the deletion set are %+v, %v", own, err)
	}
}

// TestServerSettings sets all that can be set for a server.
func TestServerSettings(t *testing.T) {
	r := newRoom(t)
	r.server = "den"
	page := r.press("mod", r.refuses("mod", "/settings"), "Settings of this server")
	r.press("mod", page, "Threads: one for each match")
	r.press("mod", page, "May end matches: channel managers too")
	r.press("mod", page, "Puzzle of the day: announced here")
	r.choose("mod", page, "My usual level", "strong")
	r.choose("mod", page, "Usual pings at a turn", "always")
	r.choose("mod", r.press("mod", page, "Usual game…"), "Usual game", "end-nim/misere")
	r.choose("mod", page, "Matches", "here")
	r.refuses("mod", "/settings name:channels value:<#123456> here, <#78> <#78>", "#123456, #lobby and #78")
	want := match.ServerSettings{
		Version: 8, Channels: []string{"123456", "lobby", "78"}, Variant: "end-nim/misere", Level: match.Strong, Threads: true,
		Pings: match.PingsAlways, ChannelsEnd: true, PuzzleChannel: "lobby",
	}
	has := func() {
		t.Helper()
		got, err := r.store.ServerSettings(t.Context(), "den")
		if err != nil || strings.Join(got.Channels, " ") != strings.Join(want.Channels, " ") || got.Variant != want.Variant || got.Version != want.Version ||
			got.Level != want.Level || got.Threads != want.Threads || got.Pings != want.Pings || got.ChannelsEnd != want.ChannelsEnd || got.PuzzleChannel != want.PuzzleChannel {
			t.Errorf("set are %+v, %v", got, err)
		}
	}
	has()
	r.refuses("mod", "/settings name:server")
	for _, line := range []string{
		"/settings name:channels value:add", "/settings name:channels value:#games", "/settings name:channels value:,", "/settings name:channels value:" + strings.Repeat("9", 21),
		"/settings name:channels value:1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26",
		"/settings name:default-variant value:chess", "/settings name:default-level value:weak", "/settings name:threads value:true",
		"/settings name:puzzle-channel value:<#99>", "/settings name:default-pings value:default x",
	} {
		r.refuses("mod", line)
	}
	has()
	r.refuses("mod", "/settings name:channels value:remove", "#123456 and #78")
	r.refuses("mod", "/settings name:channels value:remove", "nothing to remove")
	r.refuses("mod", "/settings name:channels value:add", "#123456, #78 and #lobby")
	r.refuses("mod", "/settings name:channels value:here", "only in this channel")
	r.refuses("mod", "/settings name:channels value:remove", "the only channel")
	for _, name := range []string{"channels", "default-variant", "default-level", "threads", "default-pings", "channel-managers-end", "puzzle-channel"} {
		r.refuses("mod", "/settings name:"+name+" value:default")
	}
	r.refuses("mod", "/settings name:server", "in every channel", "not announced")

	// Others see and change nothing of it, and neither does anybody in a direct message.
	r.refuses("p1", "/settings name:default-level value:perfect", "Manage Server")
	r.server = ""
	r.refuses("mod", "/settings name:default-level value:perfect", "direct message")
	if here := r.refuses("mod", "/settings"); strings.Contains(buttons(here), "server") {
		t.Errorf("offered are %s", buttons(here))
	}
}

// TestSettingsOfTheTerminal are those of all its channels, and everybody's.
func TestSettingsOfTheTerminal(t *testing.T) {
	r := newRoom(t)
	r.inPrivate("local:lobby", "mod", "/settings name:channels value:#Games here", "#local:games and #local:lobby")
	r.inPrivate("local:den", "p1", "/challenge variant:nim", "#local:games or #local:lobby", "the local chat")
	r.inPrivate("local:den", "mod", "/settings name:channels value:#two.words! x", "no value")
	if reply := r.in("local:games", "p1", "/challenge variant:nim"); reply.Private() {
		t.Error(text(reply))
	}
}

// TestMatchesHaveTheirChannels: in others none begins, whatever it is called.
func TestMatchesHaveTheirChannels(t *testing.T) {
	r := newRoom(t)
	r.server = "den"
	r.expect("p1", "/challenge variant:nim position:1 2 first:me opponent:p2")
	r.inPrivate("777", "mod", "/settings name:channels value:here", "only in this channel")
	for _, by := range []string{"p1", "mod"} {
		r.refuses(by, "/challenge variant:nim", "go to #777", "this server decide")
		r.refuses(by, "/challenge variant:nim opponent:p3", "go to #777")
		r.refuses(by, "/challenge", "go to #777")
	}
	r.refuses("p2", "/accept", "go to #777")
	r.expect("p1", "/cancel")

	// What has begun goes on, but has no rematch there.
	r.inPrivate("777", "mod", "/settings name:channels value:everywhere")
	r.expect("p1", "/challenge variant:nim position:1 2 first:me opponent:p2")
	r.expect("p2", "/accept")
	r.inPrivate("777", "mod", "/settings name:channels value:<#777> <#778>")
	r.expect("p1", "2-1")
	r.expect("p2", "1-1")
	r.expect("p1", "1-1", "wins")
	r.refuses("p2", "/rematch", "go to #777 or #778")
	for _, where := range []struct{ channel, parent, server string }{
		{"777", "", "den"}, {"5", "777", "den"}, {"6", "", "another"}, {"7", "", ""}, {"8", "1", "another"},
	} {
		req, err := request("p1", "/challenge variant:nim")
		if err != nil {
			t.Fatal(err)
		}
		req.Channel, req.Parent, req.Server = where.channel, where.parent, where.server
		if reply := r.do("in "+where.channel, req); reply.Private() {
			t.Errorf("in %+v: %s", where, text(reply))
		}
	}
	req, err := request("p1", "/challenge variant:nim")
	if err != nil {
		t.Fatal(err)
	}
	req.Channel, req.Parent, req.Server = "9", "lobby", "den"
	r.hasWords("in a thread of the lobby", r.do("in 9", req), []string{"go to #777 or #778"})

	// In a thread "here" is its whole channel.
	req, err = request("mod", "/settings name:channels value:here")
	if err != nil {
		t.Fatal(err)
	}
	req.Channel, req.Parent, req.Server = "9", "10", "den"
	r.hasWords("here", r.do("in 9", req), []string{"only in this channel"})
	if set, err := r.store.ServerSettings(t.Context(), "den"); err != nil || len(set.Channels) != 1 || set.Channels[0] != "10" {
		t.Errorf("set are %+v, %v", set, err)
	}
}

// TestUsualChallenge is one that leaves out what the server has set.
func TestUsualChallenge(t *testing.T) {
	r := newRoom(t)
	r.server = "den"
	r.refuses("p1", "/challenge", "All games")
	r.refuses("mod", "/settings name:default-variant value:partizan-end-nim")
	r.refuses("mod", "/settings name:default-level value:perfect")
	r.expect("p1", "/challenge", "Partizan End-Nim", " · perfect")
	r.expect("p1", "/resign sure:true")
	r.expect("p1", "/challenge nim level:casual", "== Nim", " · casual")
	r.expect("p1", "/resign sure:true")
	r.refuses("p1", "/challenge rated:true", "not rated", "level:strong")
	r.expect("p1", "/challenge opponent:p2 side:right", "Partizan End-Nim")
	r.server = "another"
	r.inPrivate("elsewhere", "p1", "/challenge", "All games")
}

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

func TestSettingsAreCompleted(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	values := func(by, line, option, typed string) string {
		req, err := request(by, line)
		if err != nil {
			t.Fatal(err)
		}
		req.Server = "den"
		var values []string
		for _, c := range r.service.Complete(t.Context(), req, option, typed) {
			values = append(values, c.Value)
		}
		return strings.Join(values, " ")
	}
	for _, c := range []struct{ by, line, option, typed, want string }{
		{"p1", "/settings name:", "name", "", "pings pictures large-text theme ground reminders marks news named"},
		{"mod", "/settings name:", "name", "puzzle", "puzzle-channel"},
		{"mod", "/settings name:", "name", "serv", "channels default-variant default-level threads default-pings channel-managers-end puzzle-channel seasons tournament-role tournament-reminders server-news server"},
		{"p1", "/settings name:ground value:", "value", "", "dark light"},
		{"p1", "/settings name:default-level value:", "value", "", ""},
		{"mod", "/settings name:default-level value:", "value", "s", "casual strong"},
		{"mod", "/settings name:default-variant value:", "value", "split-nim/7", "split-nim/7"},
		{"mod", "/settings name:nothing value:", "value", "", ""},
	} {
		if got := values(c.by, c.line, c.option, c.typed); got != c.want {
			t.Errorf("%s, %s %s: offered are %q, want %q", c.by, c.line, c.typed, got, c.want)
		}
	}
}

// TestPuzzleIsAnnounced once a day, where the server wants it.
func TestPuzzleIsAnnounced(t *testing.T) {
	r := newRoom(t)
	r.server = "den"
	r.sweeps(0)
	r.refuses("mod", "/settings name:puzzle-channel value:here")
	said := r.sweeps(1)
	if said[0].channel != "lobby" || len(said[0].reply.Notify) > 0 || said[0].reply.Private() {
		t.Errorf("said is %+v", said)
	}
	if puzzle := r.press("p1", said[0].reply, "Solve it"); !puzzle.Private() || !strings.Contains(text(puzzle), "Show the solution") {
		t.Errorf("it is asked by %s", text(puzzle))
	}
	r.sweeps(0)
	r.now = r.now.AddDate(0, 0, 1)
	if err := r.service.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	// Nobody has sent it when the day is over: that of the next day comes alone.
	r.now = r.now.AddDate(0, 0, 1)
	r.notices(0)
	r.sweeps(1)
	r.refuses("mod", "/settings name:puzzle-channel value:off")
	r.now = r.now.AddDate(0, 0, 1)
	r.sweeps(0)
}

// TestPingsAreHeard by whoever does not want to be pinged at all: nobody is notified of
// their turn, but of the end.
func TestPingsAreHeard(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.say("p2", "/settings name:pings value:off")
	r.expect("p1", "/challenge variant:nim opponent:p2 position:3 5 2 first:me")
	r.expect("p2", "/accept")
	if notified := r.expect("p1", "1-1").Notify; len(notified) > 0 {
		t.Errorf("notified are %v", notified)
	}
	if notified := r.expect("p2", "1-1").Notify; len(notified) != 1 || notified[0] != "p1" {
		t.Errorf("notified are %v", notified)
	}
	if notified := r.expect("p1", "/resign sure:true").Notify; len(notified) != 1 || notified[0] != "p2" {
		t.Errorf("at the end notified are %v", notified)
	}
}
