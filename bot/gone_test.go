package bot

import (
	"fmt"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/tournament"
	"nimatron/storage"
)

// store returns the store of the running service.
func (w *world) store() storage.Store { return w.outbox.(storage.Store) }

// holdsNothing waits until nothing lives in the server of a channel.
func (w *world) holdsNothing(ch *discordtest.Channel) {
	w.Helper()
	w.eventually("nothing that lives in "+ch.Name, func() bool {
		return len(must.Get(w.store().Living(w.Context(), match.Held{Server: ch.GuildID}, 9))(w)) == 0
	})
}

// endedGone checks that match 1, the only one of a channel, ended without a winner, and that the players are free.
func (w *world) endedGone(ch *discordtest.Channel, players ...*discordtest.User) {
	w.Helper()
	w.holdsNothing(ch)
	first, last := must.Get(w.referee.Game(w.Context(), 1))(w), must.Get(w.referee.Latest(w.Context(), ch.ID))(w)
	if first.Termination != match.ChannelGone || first.Winner != match.Nobody || last.ID != first.ID {
		w.Errorf("match 1 ended as %+v, and match %d as %+v", first.Result, last.ID, last.Result)
	}
	for _, u := range players {
		w.contains(w.answer(u.Slash(w.srv.AddDM(u), "match list")), "You aren't in a match")
		if ratings := must.Get(w.store().Ratings(w.Context(), u.ID))(w); len(ratings) > 0 {
			w.Errorf("%s's ratings changed: %v", u.Name, ratings)
		}
	}
}

// between starts a match of alice and bob in a channel.
func (w *world) between(ch *discordtest.Channel, opts ...discordtest.Option) {
	w.Helper()
	w.challenged(ch, opts...)
	w.answer(w.bob.Slash(ch, "match accept"))
}

// challenged opens a challenge of alice to bob in a channel.
func (w *world) challenged(ch *discordtest.Channel, opts ...discordtest.Option) *discordtest.Message {
	w.Helper()
	return w.answer(w.alice.Slash(ch, "challenge", append(opts, discordtest.Opt("game", "nim"), discordtest.UserOpt("opponent", w.bob))...))
}

var (
	casual = discordtest.Opt("time", "2m")
	rated  = []discordtest.Option{discordtest.BoolOpt("rated", true), casual}
)

// vanishings are the ways in which the channel of a match goes, with its server or alone.
var vanishings = map[string]func(*world, *discordtest.Channel){
	"deleted":                  func(_ *world, ch *discordtest.Channel) { ch.Delete() },
	"deleted unseen":           func(_ *world, ch *discordtest.Channel) { ch.Vanish() },
	"removed from a server":    func(w *world, _ *discordtest.Channel) { w.guild.Remove() },
	"removed unseen":           func(w *world, _ *discordtest.Channel) { w.guild.RemoveUnseen() },
	"deleted while it is down": func(w *world, ch *discordtest.Channel) { w.restart(ch.Delete) },
	"removed while it is down": func(w *world, _ *discordtest.Channel) { w.restart(w.guild.Remove) },
}

// restart stops the bot, lets something happen, and starts it again.
func (w *world) restart(happens func()) {
	w.Helper()
	w.stop()
	happens()
	w.serve(w.service)
}

// TestGoneMatch: a match whose channel is gone ends without a winner, a rated one too, although its clock
// runs out. An unseen deletion is found out when a reminder is due, or before the clock decides.
func TestGoneMatch(t *testing.T) {
	for name, vanish := range testlong.Few(t, vanishings, 1) {
		for kind, opts := range map[string][]discordtest.Option{"casual": {casual}, "rated": rated} {
			inBubble(t, name+" "+kind, func(t *testing.T) {
				w := play(t)
				w.between(w.general, opts...)
				vanish(w, w.general)
				time.Sleep(5 * time.Minute)
				w.endedGone(w.general, w.alice, w.bob)
			})
		}
	}
}

// TestGoneSilently: without reminders, only the clock asks whether the channel is there.
func TestGoneSilently(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.answer(w.alice.Slash(w.general, "settings server", discordtest.Opt("name", "server-news"), discordtest.Opt("value", "off")))
		w.between(w.general, rated...)
		w.general.Vanish()
		time.Sleep(5 * time.Minute)
		w.endedGone(w.general, w.alice, w.bob)
	})
}

// TestGoneEnded: nobody hears that the players were told in a channel that is gone.
func TestGoneEnded(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.between(w.general, rated...)
		w.general.Vanish()
		end := w.carol.Slash(w.guild.AddChannel("other"), "manage end-match", discordtest.Opt("match", "1"))
		w.refused(end, "its channel is gone, so nobody won")
		w.endedGone(w.general, w.alice, w.bob)
	})
}

// TestGoneThread: threads go with their channel, without events of their own.
func TestGoneThread(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		thread := w.general.AddThread(w.alice, "games")
		w.between(thread, casual)
		other := w.guild.AddChannel("other")
		w.challenged(other)
		w.general.Delete()
		time.Sleep(5 * time.Second)
		if g := must.Get(w.referee.Latest(t.Context(), thread.ID))(t); !g.Finished() {
			t.Error("the match goes on")
		}
		if held := must.Get(w.referee.ChannelsHeld(t.Context(), w.guild.ID))(t); len(held) != 1 || held[0] != other.ID {
			t.Errorf("something lives in %v", held)
		}
		other.AddThread(w.bob, "unused").Delete()
		time.Sleep(time.Minute)
		if _, err := w.referee.OpenChallenge(t.Context(), other.ID); err != nil {
			t.Errorf("a challenge in a channel that is there: %v", err)
		}
	})
}

// TestHiddenIsNotGone: a channel that is hidden from the bot, or a server that Discord can't reach, is there.
func TestHiddenIsNotGone(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.between(w.general, rated...)
		w.general.Deny(discordtest.ViewChannel)
		w.guild.Outage()
		time.Sleep(110 * time.Second) // the reminder can't be sent
		if g := must.Get(w.referee.Latest(t.Context(), w.general.ID))(t); g.Finished() {
			t.Errorf("the match ended as %+v", g.Result)
		}
		time.Sleep(2 * time.Minute) // the clock decides
		g := must.Get(w.referee.Latest(t.Context(), w.general.ID))(t)
		if first := must.Get(w.referee.Game(t.Context(), 1))(t); first.Termination != match.TimedOut {
			t.Errorf("the matches ended as %+v and %+v", first.Result, g.Result)
		}
	})
}

// TestGoneChallenge: a challenge whose channel is gone ends, and its message is not edited.
func TestGoneChallenge(t *testing.T) {
	for name, vanish := range testlong.Few(t, vanishings, 1) {
		inBubble(t, name, func(t *testing.T) {
			w := play(t)
			w.challenged(w.general, rated...)
			vanish(w, w.general)
			time.Sleep(referee.LiveChallengeLife + time.Minute)
			w.holdsNothing(w.general)
			if lagging := must.Get(w.store().LaggingBoards(t.Context(), match.DiscordFront, 9))(t); len(lagging) > 0 {
				t.Errorf("boards lag: %v", lagging)
			}
		})
	}
}

// TestGoneTournament: a tournament ends with its channel or server, and its leader is told.
func TestGoneTournament(t *testing.T) {
	for _, how := range testlong.Sample(t, []string{"deleted", "deleted unseen", "removed from a server", "deleted while it is down"}, 1) {
		inBubble(t, how, func(t *testing.T) {
			w := play(t)
			m := w.joined(discordtest.Opt("format", "swiss"), discordtest.Opt("game", "nim"), discordtest.IntOpt("rounds", 3), casual)
			w.answer(w.alice.ClickLabel(m, "Start now"))
			thread := w.thread(1)
			w.sees(thread, "you play two games here")
			vanishings[how](w, w.general)
			time.Sleep(5 * time.Minute)
			w.sees(w.srv.AddDM(w.alice), "has ended,** because its channel is gone")
			w.endedGone(thread, w.alice, w.bob, w.carol)
			if cup := must.Get(tournament.ByID(t.Context(), w.store(), 1))(t); cup.State != tournament.Over || cup.Open() > 0 {
				t.Errorf("the tournament is %s, with %d open pairings", cup.State, cup.Open())
			}
		})
	}
}

// TestPrivateAnswers: where nobody else would see a match, it is played in direct messages, and nobody is
// challenged.
func TestPrivateAnswers(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		foreign := w.srv.AddForeignChannel("foreign")
		w.alice.Allow(discordtest.ViewChannel | discordtest.SendMessages | discordgo.PermissionManageGuild)
		w.refused(w.alice.Slash(foreign, "challenge", discordtest.Opt("game", "nim")), "so your match is in our direct messages")
		w.sees(w.srv.AddDM(w.alice), "your turn")
		const nobody = "Nobody but you can see my answers in this channel"
		w.refused(w.alice.Slash(foreign, "challenge", discordtest.Opt("game", "nim"), discordtest.UserOpt("opponent", w.bob)), nobody)
		w.refused(w.alice.Slash(foreign, "challenge", discordtest.Opt("game", "nim"), discordtest.BoolOpt("open", true)), nobody)
		w.refused(w.alice.Slash(foreign, "match rematch"), nobody)
		w.refused(w.alice.Slash(foreign, "class create", discordtest.Opt("name", "Nim")), nobody, "on a server that has added me")
		w.refused(w.alice.Slash(foreign, "tournament create", discordtest.Opt("format", "swiss")), nobody)
		if held := must.Get(w.referee.ChannelsHeld(t.Context(), foreign.GuildID))(t); len(held) > 0 {
			t.Errorf("something lives in %v", held)
		}
		// bob may show answers, and a public message can be answered by all.
		challenge := w.answer(w.bob.Slash(foreign, "challenge", discordtest.Opt("game", "nim"), discordtest.BoolOpt("open", true)))
		w.contains(w.answer(w.alice.ClickLabel(challenge, "Accept")), "your turn")
	})
}

// TestAbsentOpponent: nobody is challenged who can't read the channel.
func TestAbsentOpponent(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.bob.Allow(discordtest.SendMessages)
		w.guild.Kick(w.carol)
		for _, u := range []*discordtest.User{w.bob, w.carol} {
			w.refused(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.UserOpt("opponent", u)), "can't read this channel")
		}
		w.holdsNothing(w.general)
	})
}

// TestGoneSettings: settings end 30 days after the bot was removed, unless it is back. Until then nothing is
// posted there.
func TestGoneSettings(t *testing.T) {
	for _, back := range []bool{false, true} {
		inBubble(t, fmt.Sprint("back ", back), func(t *testing.T) {
			w := play(t)
			for _, set := range [][2]string{{"puzzle-channel", "here"}, {"default-game", "nim"}} {
				w.answer(w.alice.Slash(w.general, "settings server", discordtest.Opt("name", set[0]), discordtest.Opt("value", set[1])))
			}
			w.guild.Remove()
			time.Sleep(time.Minute)
			w.stop()
			calls := len(w.srv.Requests())
			days := func(n int) {
				time.Sleep(time.Duration(n) * 24 * time.Hour)
				must.OK(t, w.service.Sweep(t.Context()))
			}
			for range 29 {
				days(1)
			}
			w.serve(w.service)
			if back {
				w.guild.Readd()
			}
			time.Sleep(time.Minute)
			for _, r := range w.srv.Requests()[calls:] {
				if r.Method == "POST" && !back {
					t.Errorf("the bot tried %s %s", r.Method, r.Path)
				}
			}
			w.stop()
			days(2)
			set := must.Get(w.store().ServerSettings(t.Context(), w.guild.ID))(t)
			if stays := set.Variant == "nim" && set.PuzzleChannel == w.general.ID; stays != back || !stays && set.Version != 0 {
				t.Errorf("the settings are %+v", set)
			}
			if left := must.Get(w.store().LeftServers(t.Context(), time.Time{}))(t); len(left) > 0 {
				t.Errorf("the bot has left %v", left)
			}
		})
	}
}

// TestLeaver: a player who has left the server loses by the usual clock, or resigns from anywhere.
func TestLeaver(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.between(w.general, casual)
		w.guild.Kick(w.bob)
		list := w.answer(w.bob.Slash(w.srv.AddDM(w.bob), "match list"))
		sure := w.answer(w.bob.Select(list, list.Menus()[0].CustomID, "1"))
		w.answer(w.bob.ClickLabel(sure, "Yes, resign"))
		w.holdsNothing(w.general)
	})
}
