package bot

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// toMove finds the player to move in a message.
var toMove = regexp.MustCompile(`\*\*(?:\S+ )?<@(\d+)>[^*]*\*\*`)

// moveTaps returns the labels on a board for moves and half moves.
func moveTaps(m *discordtest.Message) []string {
	return slices.DeleteFunc(m.Taps(), func(label string) bool {
		first, _, _ := strings.Cut(label, " ")
		return slices.Contains([]string{"Hint", "More", "Back", "Other…"}, first)
	})
}

// calls counts the REST calls so far.
func (w *world) calls() int { return len(w.srv.Requests()) }

// tapCalls lists the later REST calls, except those that ask whether a channel is a match's thread.
func (w *world) tapCalls(begun int, ch *discordtest.Channel) []string {
	var made []string
	for _, r := range w.srv.Requests()[begun:] {
		if r.Path != "/channels/"+ch.ID {
			made = append(made, r.Method+" "+r.Path)
		}
	}
	return made
}

// tapOut plays a match to its end by taps, and returns their number. pick chooses the next tap.
func (w *world) tapOut(ch *discordtest.Channel, board *discordtest.Message, pick func(taps []string) string) (taps int) {
	w.Helper()
	time.Sleep(5 * time.Second) // until earlier calls have ended
	begun := w.calls()
	people := map[string]*discordtest.User{w.alice.ID: w.alice, w.bob.ID: w.bob, w.carol.ID: w.carol}
	for ; ; taps++ {
		found := toMove.FindStringSubmatch(board.Text())
		offered := moveTaps(board)
		if strings.Contains(board.Text(), " wins.**") {
			if len(board.Taps()) > 0 {
				w.Errorf("after the match: %q", board.Taps())
			}
			// One call for each tap, and one for the message about the end.
			w.eventually("all calls", func() bool { return len(w.tapCalls(begun, ch)) > taps })
			if made := w.tapCalls(begun, ch); len(made) != taps+1 {
				w.Errorf("%d taps cost %d calls: %q", taps, len(made), made)
			}
			return taps
		}
		if found == nil || people[found[1]] == nil || len(offered) == 0 || taps > 500 {
			w.Fatalf("after %d taps nobody can tap:\n%s\n%q", taps, board.Text(), board.Taps())
		}
		if lines := strings.Count(strings.Split(board.Text(), "```")[0], "\n"); lines > 10 {
			w.Errorf("%d lines of text:\n%s", lines, board.Text())
		}
		in := people[found[1]].Tap(board, pick(offered))
		next := w.answer(in)
		if in.Response().Type != discordtest.RespondUpdate || next.ID != board.ID {
			w.Fatalf("a tap on %q is answered by a response of type %d: %s", offered, in.Response().Type, next.Text())
		}
		board = next
	}
}

// places are the kinds of channels: in a server, a thread, direct messages, and channels of people who
// installed the bot for themselves.
func (w *world) places() map[string]*discordtest.Channel {
	return map[string]*discordtest.Channel{
		"server": w.srv.AddGuild("guild").AddChannel("tap"),
		"thread": w.srv.AddGuild("guild").AddChannel("tap").AddThread(w.alice, "thread"),
		"direct": w.srv.AddDM(w.alice),
		"user":   w.srv.AddForeignChannel("elsewhere"),
		"group":  w.srv.AddGroupDM("friends"),
	}
}

func TestMatchByTapsAlone(t *testing.T) {
	starts := []struct{ variant, position string }{
		{"nim", "3 1 12"}, {"nim", "1 2 1 3 1 2 1"}, {"nim/misere", "40"}, {"end-nim", "3 9 2"}, {"end-nim/loop", "3 30 2"},
		{"partizan-end-nim", "3 11 2"}, {"split-nim/2", "6 2 9"}, {"split-nim/-3", "7 70"},
		{"move-reverse-nim", "2 9 1 1 1 1 2"}, {"pile-reverse-nim", "2 9 1"}, {"total-reverse-nim/misere", "2 12 1"},
		{"tree-nim", "3(2 5(1 1))"}, {"depot-nim/misere", "a=3 b=2 c=4; *-a a-b b-c"}, {"forklift-nim", "3 1 2 / 4 . 6"},
		{"coloured-depot-nim", "a=2 b=1 c=3; *<a a-b *>b b-c"},
	}
	step := testlong.Times(9, 9, 1) // each kind of channel plays every nth start
	places := []string{"server", "thread", "direct", "user", "group", "people in a server", "people in a thread", "people in a user", "people in a group"}
	for _, place := range testlong.Sample(t, places, 2) {
		first := slices.Index(places, place)
		place, people := strings.CutPrefix(place, "people in a ")
		inBubble(t, fmt.Sprint(first, " ", place), func(t *testing.T) {
			w := play(t)
			ch := w.places()[place]
			for n, played := first%step, 0; n < len(starts); n += step {
				start := starts[n]
				played++
				options := []discordtest.Option{
					discordtest.Opt("game", start.variant), discordtest.Opt("position", start.position), discordtest.Opt("first", "me"),
				}
				if people {
					options = append(options, discordtest.BoolOpt("open", true))
				}
				board := w.answer(w.alice.Slash(ch, "challenge", options...))
				if people {
					board = w.answer(w.bob.Tap(board, "Accept"))
					if toMove.FindStringSubmatch(board.Text())[1] == w.alice.ID { // the player to move
						said := len(ch.Messages())
						w.eventually("the line that the challenger is to move", func() bool {
							all := ch.Messages()
							return len(all) > said || all[len(all)-1].ID != board.ID
						})
					}
				}
				k := n
				taps := w.tapOut(ch, board, func(taps []string) string {
					k += 7
					return taps[k%len(taps)]
				})
				w.eventually("the end", func() bool {
					return slices.ContainsFunc(ch.Messages(), func(m *discordtest.Message) bool {
						return strings.Contains(m.Text(), fmt.Sprintf("match %d", played)) && strings.Contains(labels(m), "Rematch")
					})
				})
				if taps == 0 {
					t.Errorf("%s %s takes no taps", start.variant, start.position)
				}
			}
		})
	}
}

// A match gets a thread, which is archived at the end.
func TestMatchInAThread(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		thread := discordtest.BoolOpt("thread", true)
		told := w.answer(w.alice.Slash(w.general, "challenge", thread,
			discordtest.Opt("game", "nim"), discordtest.Opt("position", "2"), discordtest.Opt("first", "me"), discordtest.UserOpt("opponent", w.bob)))
		made := w.general.Threads()
		if len(made) != 1 || !strings.Contains(told.Text(), "<#"+made[0].ID+">") {
			t.Fatalf("%d threads, told %q", len(made), told.Text())
		}
		challenge := w.sees(made[0], "challenges")
		if made[0].Name != "Nim: alice and bob" || !slices.Contains(challenge.Pings.Users, w.bob.ID) || !slices.Contains(challenge.Pings.Users, w.alice.ID) {
			t.Errorf("the thread %q, pinging %v", made[0].Name, challenge.Pings)
		}
		board := w.answer(w.bob.Tap(challenge, "Accept"))
		// The channel stays free.
		w.answer(w.carol.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "5"), discordtest.Opt("first", "me")))
		w.answer(w.alice.Tap(board, "all 2"))
		w.sees(made[0], "won! · Nim")
		must.OK(w, made[0].WaitArchived(soon(t)))

		// A refused challenge leaves no thread behind.
		w.refused(w.alice.Slash(w.general, "challenge", thread, discordtest.Opt("game", "nim"), discordtest.UserOpt("opponent", w.alice)), "yourself")
		w.refused(w.alice.Slash(w.general, "challenge", thread, discordtest.Opt("game", "nim"), discordtest.Opt("position", "x")), "position")
		if n := len(w.general.Threads()); n != 1 {
			t.Errorf("%d threads", n)
		}
		w.srv.Fail(discordtest.Fault{Method: "POST", Path: "/channels/*/threads", Status: 403, Code: 50013, Message: "Missing Permissions"})
		w.refused(w.alice.Slash(w.general, "challenge", thread, discordtest.Opt("game", "nim")), "I need the permission Create Public Threads")
		w.refused(w.alice.Slash(w.srv.AddDM(w.alice), "challenge", thread, discordtest.Opt("game", "nim")), "no threads here")

		// Somebody else's thread is left alone.
		own := w.general.AddThread(w.alice, "ours")
		board = w.answer(w.alice.Slash(own, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "1"), discordtest.Opt("first", "me")))
		before := w.calls()
		w.answer(w.alice.Tap(board, "take 1"))
		w.eventually("a look at the thread", func() bool {
			return slices.ContainsFunc(w.srv.Requests()[before:], func(r discordtest.Request) bool { return r.Method == "GET" && r.Path == "/channels/"+own.ID })
		})
		if slices.ContainsFunc(w.srv.Requests()[before:], func(r discordtest.Request) bool { return r.Method == "PATCH" && r.Path == "/channels/"+own.ID }) {
			t.Error("it is archived")
		}
	})
}

// `pings` direct sends a direct message, or a ping in the channel to a person who accepts none.
func TestDirectPings(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.refused(w.bob.Slash(w.general, "settings me", discordtest.Opt("name", "pings"), discordtest.Opt("value", "direct")), "by direct message")
		challenge := w.answer(w.alice.Slash(w.general, "challenge",
			discordtest.Opt("game", "nim"), discordtest.Opt("position", "3 4"), discordtest.Opt("first", "me"), discordtest.UserOpt("opponent", w.bob)))
		board := w.answer(w.bob.Tap(challenge, "Accept"))
		board = w.answer(w.alice.Tap(board, "Pile 1: take 1"))
		dm := w.srv.AddDM(w.bob)
		if told := w.sees(dm, "it's your turn in match 1"); !slices.Contains(told.Pings.Users, w.bob.ID) || !strings.Contains(told.Text(), "<#"+w.general.ID+">") {
			t.Errorf("told %q, pinging %v", told.Text(), told.Pings)
		}
		board = w.answer(w.bob.Tap(board, "Pile 1: take 1"))
		w.bob.RefuseDMs()
		w.answer(w.alice.Tap(board, "Pile 1: take 1"))
		if told := w.sees(w.general, "it's your turn in match 1"); !slices.Contains(told.Pings.Users, w.bob.ID) {
			t.Errorf("told %q, pinging %v", told.Text(), told.Pings)
		}
		if n := len(dm.Messages()); n != 1 {
			t.Errorf("%d direct messages", n)
		}
	})
}
