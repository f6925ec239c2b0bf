package bot

import (
	"strings"
	"testing"

	"nimatron/internal/discordtest"
)

// A knockout that stands 1–1 twice is decided by who knows who wins: both say so in secret, may
// change their minds and get no advice, and then it is told to both.
func TestClaimsOnDiscord(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		m := w.answer(w.alice.Slash(w.general, "tournament", discordtest.Opt("action", "create"), discordtest.Opt("name", "Cup"), discordtest.Opt("format", "knockout"), discordtest.Opt("variant", "end-nim")))
		for _, u := range []*discordtest.User{w.alice, w.bob} {
			w.refused(u.ClickLabel(m, "Join"), "You are in.")
		}
		w.refused(w.alice.ClickLabel(m, "Start now"), "It begins")
		for n := range 2 {
			thread := w.thread(n + 1)
			w.sees(thread, []string{"you play two games here", "two more games on a smaller board decide"}[n])
			w.gives(w.alice, thread)
			w.sees(thread, "game 2 of 2")
			w.gives(w.bob, thread)
		}
		thread := w.thread(3)
		asked := w.sees(thread, "each of you says in secret who wins from this board")
		if got, want := labels(asked), "Whoever moves first wins, Whoever moves second wins, Rules"; got != want {
			t.Errorf("the buttons are %s, want %s", got, want)
		}
		w.contains(asked, "Cup, round 1: who wins?", "Position: ")
		_, position, _ := strings.Cut(asked.Text(), "Position: ")
		position, _, _ = strings.Cut(position, "\n")
		for _, u := range []*discordtest.User{w.alice, w.bob} {
			w.refused(u.Slash(thread, "analyze", discordtest.Opt("variant", "end-nim"), discordtest.Opt("position", position)), "You are in a tournament")
			w.refused(u.OnMessage(asked, "Analyze position"), "You are in a tournament")
		}
		w.refused(w.carol.ClickLabel(asked, "Whoever moves first wins"), "Only the two")
		// What is right? Carol is not in, and may ask.
		right, wrong := "Whoever moves first wins", "Whoever moves second wins"
		if analysis := w.answer(w.carol.Slash(w.general, "analyze", discordtest.Opt("variant", "end-nim"), discordtest.Opt("position", position))); !strings.Contains(analysis.Text(), "The next player wins") {
			right, wrong = wrong, right
		}
		w.refused(w.bob.ClickLabel(asked, wrong), "You claim", "You can change it")
		w.refused(w.bob.ClickLabel(asked, right), "You claim", "You can change it")
		w.refused(w.alice.ClickLabel(asked, wrong), "You claim", "Both of you have claimed")
		told := w.sees(thread, "which is right")
		w.contains(told, "<@"+w.alice.ID+"> has claimed “"+wrong+"”, which is wrong.", "<@"+w.bob.ID+"> has claimed “"+right+"”, which is right.",
			"**"+right+".**", "**<@"+w.bob.ID+"> goes on**, who knew it.")
		if why := strings.Split(told.Text(), "\n")[2]; len(why) < len(right)+20 {
			t.Errorf("the reason is %q", why)
		}
		w.refused(w.bob.ClickLabel(asked, wrong), "too late")
		w.ok(thread.WaitArchived(soon(t)))
		w.sees(w.general, "**Cup is over.** 1. <@"+w.bob.ID+">")
		if pinged := w.pinged(thread); len(pinged) != 4 {
			t.Errorf("pinged are %v, want both twice", pinged)
		}
		if n := len(messagesWith(thread, "goes on**")); n != 1 || len(w.general.Threads()) != 3 {
			t.Errorf("it is told %d times, in %d threads", n, len(w.general.Threads()))
		}
		w.board(w.general, m.ID, "1. <@"+w.bob.ID+">: 2 won, 2 lost") // a claim is no game
	})
}
