package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee/tournament"
)

// takesNone is what people read who may not challenge somebody, for whatever reason.
const takesNone = "@victim takes no challenges now. Try somebody else, or play me."

// reached lists what a person got: pings and direct messages, in answers to others and notices.
func reached(person string, replies ...view.Reply) (all []string) {
	for _, reply := range replies {
		if d, direct := reply.To.(view.Direct); slices.Contains(reply.Notify, person) || direct && d.Person == person {
			all = append(all, text(reply))
		}
	}
	return all
}

// A way is a door by which the pest could make the victim hear from him.
type way struct {
	// before is done by both while they get along.
	before func(r *room)
	// try is what the pest does; its answers are looked at.
	try func(r *room) []view.Reply
	// silent is true for a door that stays open: the pest may use it, and the victim hears nothing.
	silent bool
}

func saying(by, channel string, all ...string) func(*room) []view.Reply {
	return func(r *room) (replies []view.Reply) {
		for _, line := range all {
			replies = append(replies, r.in(channel, by, line))
		}
		return replies
	}
}

// says carries out lines such as "pest: /challenge …" in the lobby.
func says(all ...string) func(*room) {
	return func(r *room) {
		for _, line := range all {
			by, said, _ := strings.Cut(line, ": ")
			r.say(by, said)
		}
	}
}

// button presses a button with people.
func button(command string, options map[string]string) func(*room) []view.Reply {
	return func(r *room) []view.Reply {
		req := commands.Request{Command: command, Options: options, By: person("pest"), Channel: "den", Server: r.server, Threads: &doors{}, People: map[string]commands.User{"opponent": person("victim")}}
		return []view.Reply{r.service.Do(r.Context(), req)}
	}
}

var playedOnce = says("pest: /challenge game:nim opponent:victim position:1 first:me", "victim: /match accept", "pest: 1-1")

// ways are all doors between two people.
var ways = map[string]way{
	"challenge":          {try: saying("pest", "den", "/challenge game:nim opponent:victim")},
	"rated challenge":    {try: saying("pest", "den", "/challenge game:nim opponent:victim rated:true time:1m")},
	"form":               {try: button("challenge", map[string]string{"game": "nim", "opponent": "victim", "terms": "rated 2m"})},
	"thread":             {try: button("challenge", map[string]string{"game": "nim", "opponent": "victim", "thread": "true"})},
	"menu of the door":   {try: button("challenge", map[string]string{"opponent": "victim", "game": "nim", "size": "small"})},
	"rematch":            {before: playedOnce, try: saying("pest", "lobby", "/match rematch")},
	"open challenge":     {before: says("victim: /challenge game:nim open:true"), try: saying("pest", "lobby", "/match accept")},
	"accept by the live": {before: says("victim: /challenge game:nim open:true"), try: saying("pest", "lobby", "/match accept first:me")},
	"own open challenge": {silent: true, try: saying("pest", "den", "/challenge game:nim open:true", "/match board")},
	"follow":             {before: says("victim: /challenge game:nim"), try: saying("pest", "lobby", "/match follow")},
	"watch":              {before: says("victim: /challenge game:nim"), try: saying("pest", "lobby", "/match board"), silent: true},
	"followed": {silent: true, before: says("pest: /challenge game:nim", "victim: /match follow"),
		try: saying("pest", "lobby", "/match resign sure:true")},
	"takeback": {silent: true, before: says("pest: /challenge game:nim opponent:victim position:3 4 first:me", "victim: /match accept", "pest: 1-1"),
		try: saying("pest", "lobby", "/match takeback")},
	"answer":  {silent: true, before: says("victim: /challenge game:nim opponent:pest"), try: saying("pest", "lobby", "/match decline")},
	"pending": {silent: true, before: says("pest: /challenge game:nim opponent:victim"), try: saying("pest", "lobby", "/match board", "/match cancel")},
	"class":   {before: func(r *room) { r.in("school", "victim", "/class create name:Nim") }, try: saying("pest", "school", "/class join sure:true")},
	"homework": {silent: true, before: func(r *room) {
		r.in("school", "pest", "/class create name:Nim")
		r.in("school", "victim", "/class join sure:true")
	}, try: func(r *room) []view.Reply {
		said := r.in("school", "pest", "/class assign lessons:1 until:3d")
		r.now = r.now.Add(49 * time.Hour)
		return []view.Reply{said}
	}},
	"arena": {silent: true, try: tournamentOf(tournament.Arena)},
	"swiss": {silent: true, try: tournamentOf(tournament.Swiss)},
	"simul": {silent: true, before: func(r *room) {
		t := must.Get(r.service.Env().Tournaments.NewTournament(r.Context(), tournament.Tournament{Server: "den", Channel: "hall", Name: "x", Leader: match.Player{ID: "pest", Name: "pest"}, Format: tournament.Simul, Variant: "nim", Size: "small"}))(r)
		for _, id := range []string{"victim", "friend"} {
			must.Get(r.service.Env().Tournaments.Join(r.Context(), t.ID, match.Player{ID: id, Name: id}))(r)
		}
	}, try: func(r *room) []view.Reply {
		t := must.Get(r.service.Env().Tournaments.StartTournament(r.Context(), 1))(r)
		for _, p := range t.Pairings {
			if p.First == "victim" {
				r.Error("the victim plays the pest")
			}
		}
		r.meet(t, "board")
		r.in("board", "friend", "/match resign sure:true")
		r.advance()
		if over := must.Get(r.service.Env().Tournaments.Tournament(r.Context(), 1))(r); over.State != tournament.Over {
			r.Errorf("the simul is %s", over.State)
		}
		return nil
	}},
	"simul of the victim": {before: func(r *room) {
		must.Get(r.service.Env().Tournaments.NewTournament(r.Context(), tournament.Tournament{Server: "s", Channel: "den", Name: "x", Leader: match.Player{ID: "victim", Name: "victim"}, Format: tournament.Simul, Variant: "nim", Size: "small"}))(r)
	}, try: saying("pest", "den", "/tournament join")},
	"show everyone": {silent: true, before: playedOnce, try: saying("pest", "den", "/history user:victim share:true", "/profile user:victim share:true")},
}

// tournamentOf is a tournament of pest, victim and two others, whose first two rounds they don't meet.
func tournamentOf(format tournament.Format) func(r *room) []view.Reply {
	return func(r *room) []view.Reply {
		tour := r.service.Env().Tournaments
		t := must.Get(tour.NewTournament(r.Context(), tournament.Tournament{Server: "den", Channel: "hall", Name: "x", Leader: match.Player{ID: "pest", Name: "pest"}, Format: format, Variant: "nim", Size: "small"}))(r)
		for _, id := range []string{"pest", "victim", "p1", "p2"} {
			must.Get(tour.Join(r.Context(), t.ID, match.Player{ID: id, Name: id}))(r)
		}
		t = must.Get(tour.StartTournament(r.Context(), t.ID))(r)
		for _, p := range t.Pairings {
			if slices.Contains([]string{p.First, p.Second}, "victim") && slices.Contains([]string{p.First, p.Second}, "pest") {
				r.Errorf("they meet: %+v", p)
			}
		}
		return nil
	}
}

// TestNobodyHearsFromThePest tries every way after a block, and those of challenges after each other reason.
func TestNobodyHearsFromThePest(t *testing.T) {
	for name, w := range testlong.Few(t, ways, 5) {
		t.Run(name, func(t *testing.T) {
			r := newQuietRoom(t, catalog.Standard)
			r.server = "s"
			if w.before != nil {
				w.before(r)
			}
			must.OK(t, r.service.Sweep(t.Context()))
			r.notifications()
			must.OK(t, r.referee.Block(t.Context(), match.Player{ID: "victim", Name: "victim"}, match.Player{ID: "pest", Name: "pest"}))
			replies := w.try(r)
			for _, reply := range replies {
				refused := reply.Outcome.Bad()
				said := text(reply)
				taken := strings.Contains(said, "takes no challenges now") || strings.Contains(said, "takes no more followers") || strings.Contains(said, "isn't taking new students")
				if !w.silent && (!refused || !taken || !reply.Private()) || strings.Contains(strings.ToLower(said), "block") && !strings.Contains(said, "[Block]") {
					t.Errorf("the pest reads %s", said)
				}
			}
			must.OK(t, r.service.Sweep(t.Context()))
			for _, n := range r.notifications() {
				replies = append(replies, n.reply)
			}
			if heard := reached("victim", replies...); len(heard) > 0 {
				t.Errorf("the victim hears %s", heard)
			}
		})
	}
}

// TestWaysAreOpenToFriends: the same ways reach the victim without a block, so that the test above is one.
func TestWaysAreOpenToFriends(t *testing.T) {
	open := []string{"challenge", "rated challenge", "form", "thread", "menu of the door", "rematch", "followed", "takeback", "answer", "homework"}
	for _, name := range testlong.Sample(t, open, 4) {
		r := newQuietRoom(t, catalog.Standard)
		r.server = "s"
		w := ways[name]
		if w.before != nil {
			w.before(r)
		}
		r.notifications()
		replies := w.try(r)
		must.OK(t, r.service.Sweep(t.Context()))
		for _, n := range r.notifications() {
			replies = append(replies, n.reply)
		}
		if len(reached("victim", replies...)) == 0 {
			t.Errorf("%s does not reach a friend: %s", name, fmt.Sprint(text(replies[0])))
		}
	}
}

// TestSameSentence: every refusal of a challenge reads the same, by every door, and no thread is made.
func TestSameSentence(t *testing.T) {
	for reason, set := range map[string]func(r *room){
		"block": func(r *room) {
			must.OK(r, r.referee.Block(r.Context(), match.Player{ID: "victim"}, match.Player{ID: "pest"}))
		},
		"none":   func(r *room) { r.say("victim", "/settings me name:challenges value:none") },
		"played": func(r *room) { r.say("victim", "/settings me name:challenges value:played") },
		"declined": func(r *room) {
			for range match.DeclinesInARow {
				r.say("pest", "/challenge game:nim opponent:victim")
				r.say("victim", "/match decline")
			}
		},
	} {
		for _, name := range testlong.Sample(t, []string{"challenge", "rated challenge", "form", "thread", "menu of the door"}, 2) {
			r := newQuietRoom(t, catalog.Standard)
			set(r)
			if said := text(ways[name].try(r)[0]); !strings.HasPrefix(said, takesNone) {
				t.Errorf("%s by %s: %s", reason, name, said)
			}
			var d doors
			r.service.Do(t.Context(), commands.Request{Command: "challenge", Options: map[string]string{"game": "nim", "opponent": "victim", "thread": "true"}, By: person("pest"),
				Channel: "den", Server: "s", Threads: &d, People: map[string]commands.User{"opponent": person("victim")}})
			if d.opened > 0 {
				t.Errorf("%s: a thread names them", reason)
			}
			if reason != "none" && reason != "played" {
				r.hasWords("a friend", r.in("hall", "friend", "/challenge game:nim opponent:victim"), []string{"@friend challenges @victim"})
			}
		}
	}
}
