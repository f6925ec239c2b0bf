package bot

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/discordtest"
	"nimatron/referee"
	"nimatron/storage/storagetest"
)

// timedWorld is a world whose clock the test sets, in which the bot can be stopped and started.
func timedWorld(t *testing.T) (w *world, clock *atomic.Int64, serve func()) {
	w = newWorld(t)
	store := storagetest.OpenFile(t, filepath.Join(t.TempDir(), "nimatron.db"))
	clock = &atomic.Int64{}
	clock.Store(time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC).Unix())
	o := referee.Options{Now: func() time.Time { return time.Unix(clock.Load(), 0) }}
	return w, clock, func() { w.serve(w.over(store, o)) }
}

// A tournament calls those who joined an hour before it begins, once, whatever processes look at
// it and whichever of them stops, and begins by itself.
func TestTournamentThatBeginsByItself(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w, clock, serve := timedWorld(t)
		serve()
		m := w.joined(discordtest.Opt("format", "swiss"), discordtest.Opt("variant", "nim"), discordtest.Opt("starts", "20:30"))
		w.contains(m, "It begins <t:1795811400:f>, <t:1795811400:R>, if two have joined")
		w.answer(w.carol.Slash(w.general, "settings", discordtest.Opt("name", "reminders"), discordtest.Opt("value", "off")))

		w.stop() // while none sends anything, two processes find that it is time
		clock.Add(int64((7*time.Hour + 31*time.Minute).Seconds()))
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() {
				if err := w.referee.AdvanceTournaments(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		serve()
		called := w.sees(w.general, "**Friday begins <t:1795811400:R>.**")
		if pinged := called.Pings.Users; !slices.Equal(pinged, []string{w.alice.ID, w.bob.ID}) {
			t.Errorf("called are %v", pinged)
		}
		w.stop()
		serve()
		clock.Add(3600)
		w.sees(w.general, "**Friday begins** with 3 players.")
		w.sees(w.thread(1), "you play two games here")
		if told := messagesWith(w.general, "**Friday begins"); len(told) != 2 {
			t.Errorf("it is told %d times: %q", len(told), told)
		}
	})
}

// Where too few have joined when it is to begin, it is called off, and they are told.
func TestTournamentThatIsCalledOff(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w, clock, serve := timedWorld(t)
		serve()
		m := w.answer(w.alice.Slash(w.general, "tournament", discordtest.Opt("action", "create"), discordtest.Opt("format", "arena"), discordtest.Opt("starts", "in 45m")))
		w.refused(w.bob.ClickLabel(m, "Join"), "You are in.")
		clock.Add(46 * 60)
		told := w.sees(w.general, "was called off: fewer than two had joined.")
		if !slices.Equal(told.Pings.Users, []string{w.bob.ID}) {
			t.Errorf("told are %v", told.Pings.Users)
		}
		w.board(w.general, m.ID, "was called off")
		if early := messagesWith(w.general, "begins <t:"); len(early) > 1 { // its own message
			t.Errorf("one that begins within the hour calls them: %q", early)
		}
	})
}

// Whoever has the role that the server's settings name may make and lead tournaments.
func TestTournamentsOfARole(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.bob.Allow(discordgo.PermissionViewChannel | discordgo.PermissionSendMessages)
		create := []discordtest.Option{discordtest.Opt("action", "create"), discordtest.Opt("format", "swiss"), discordtest.Opt("name", "Cup")}
		w.refused(w.bob.Slash(w.general, "tournament", create...), "made by somebody who may manage this server.")
		page := w.refused(w.alice.Slash(w.general, "settings", discordtest.Opt("name", "tournament-role")), "only those who may manage the server")
		w.contains(w.answer(w.alice.SelectRole(page, "May make tournaments", "4242")), "also those with the role <@&4242>")
		w.refused(w.bob.Slash(w.general, "tournament", create...), "or has the role <@&4242>")
		w.bob.Give("4242")
		m := w.answer(w.bob.Slash(w.general, "tournament", create...))
		w.contains(m, "Cup · Swiss", "0 of 128 places")
		w.carol.Allow(0)
		w.carol.Give("17")
		w.refused(w.carol.ClickLabel(m, "Start now"), "Only <@"+w.bob.ID+"> can do that")
		w.refused(w.bob.ClickLabel(m, "Start now"), "two")
		w.contains(w.answer(w.alice.Slash(w.general, "settings", discordtest.Opt("name", "tournament-role"), discordtest.Opt("value", "managers"))), "only those who may manage")
	})
}

// Who leads a tournament keeps two people apart by a form, and nobody else sees whom.
func TestKeptApartOnDiscord(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		m := w.joined(discordtest.Opt("format", "swiss"), discordtest.Opt("variant", "nim"), discordtest.Opt("rounds", "3"))
		w.bob.Allow(0)
		standings := w.refused(w.alice.ClickLabel(m, "Standings"), "Friday")
		form := w.alice.ClickLabel(standings, "Keep two apart")
		if got := w.shownForm(form); got != "user other" {
			t.Errorf("the form asks for %s", got)
		}
		done := w.answer(w.alice.Slash(w.general, "tournament", discordtest.Opt("action", "forbid"), discordtest.UserOpt("user", w.alice), discordtest.UserOpt("other", w.bob)))
		w.contains(done, "do not meet in Friday", "<@"+w.alice.ID+"> – <@"+w.bob.ID+">")
		if seen := w.refused(w.bob.ClickLabel(m, "Standings"), "Friday"); strings.Contains(seen.Text(), "Do not meet") || strings.Contains(labels(seen), "apart") {
			t.Errorf("bob sees %q", seen.Text())
		}
		w.refused(w.bob.Slash(w.general, "tournament", discordtest.Opt("action", "forbid"), discordtest.UserOpt("user", w.alice), discordtest.UserOpt("other", w.bob)), "Only <@"+w.alice.ID+">")
		w.answer(w.alice.ClickLabel(m, "Start now"))
		w.sees(w.thread(1), "you play two games here")
		if pinged := w.pinged(w.thread(1)); !slices.Contains(pinged, "carol") {
			t.Errorf("they meet: %v", pinged)
		}
	})
}
