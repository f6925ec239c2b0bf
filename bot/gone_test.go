package bot

import (
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
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
		held := must.Get(w.store().ChannelsHeld(w.Context(), ch.GuildID, 9))(w)
		running := must.Get(w.store().RunningIn(w.Context(), match.Held{Server: ch.GuildID}, 9))(w)
		return len(held) == 0 && len(running) == 0
	})
}

// endedGone checks that the last match of a channel ended without a winner, and that the players are free.
func (w *world) endedGone(ch *discordtest.Channel, players ...*discordtest.User) {
	w.Helper()
	w.holdsNothing(ch)
	g := must.Get(w.referee.Latest(w.Context(), ch.ID))(w)
	if g.Termination != match.ChannelGone || g.Winner != match.Nobody {
		w.Errorf("the match ended as %+v", g.Result)
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
	for name, vanish := range vanishings {
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

// TestGoneThread: threads go with their channel, without events of their own.
func TestGoneThread(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		thread := w.general.AddThread(w.alice, "games")
		w.between(thread, casual)
		other := w.guild.AddChannel("other")
		w.challenged(other)
		w.general.Delete()
		w.eventually("the match is over", func() bool { return must.Get(w.referee.Latest(t.Context(), thread.ID))(t).Finished() })
		if held := must.Get(w.store().ChannelsHeld(t.Context(), w.guild.ID, 9))(t); len(held) != 1 || held[0] != other.ID {
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
	for name, vanish := range vanishings {
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

// TestGonePairing: a pairing whose thread is gone begins again in another, and its leader is told if there
// can be none.
func TestGonePairing(t *testing.T) {
	for _, how := range []string{"deleted", "deleted unseen"} {
		inBubble(t, how, func(t *testing.T) {
			w := play(t)
			m := w.joined(discordtest.Opt("format", "swiss"), discordtest.Opt("game", "nim"), discordtest.IntOpt("rounds", 1), discordtest.Opt("time", "1h"))
			w.answer(w.alice.ClickLabel(m, "Start now"))
			first := w.thread(1)
			w.sees(first, "you play two games here")
			vanishings[how](w, first)
			second := w.thread(1) // of those that are there
			w.sees(second, "you play two games here")
			if pinged := w.pinged(second); second.ID == first.ID || len(pinged) != 2 {
				t.Errorf("%s pings %v", second.Name, pinged)
			}
			time.Sleep(time.Minute)

			w.general.Deny(discordtest.CreatePublicThreads)
			vanishings[how](w, second)
			time.Sleep(35 * time.Minute)
			w.sees(w.srv.AddDM(w.alice), "I couldn't make threads in")
			w.sees(w.general, "**Friday is over.**")
			w.holdsNothing(w.general)
			cup := must.Get(w.store().Tournament(t.Context(), 1))(t)
			if p := cup.Pairings[0]; !p.Over || !p.Forfeit || p.Won != [2]int{} {
				t.Errorf("the pairing is %+v", p)
			}
		})
	}
}

// TestGoneTournament: a tournament ends with its channel or server, and its leader is told.
func TestGoneTournament(t *testing.T) {
	for _, how := range []string{"deleted", "deleted unseen", "removed from a server", "deleted while it is down"} {
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
			if cup := must.Get(w.store().Tournament(t.Context(), 1))(t); cup.State != tournament.Over || cup.Open() > 0 {
				t.Errorf("the tournament is %s, with %d open pairings", cup.State, cup.Open())
			}
		})
	}
}
