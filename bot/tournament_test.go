package bot

import (
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/discordtest"
	"nimatron/referee"
	"nimatron/storage/storagetest"
)

// joined creates a tournament that all three join by its button, and returns its message.
func (w *world) joined(opts ...discordtest.Option) *discordtest.Message {
	w.Helper()
	m := w.answer(w.alice.Slash(w.general, "tournament", append(opts, discordtest.Opt("action", "create"), discordtest.Opt("name", "Friday"))...))
	for _, u := range []*discordtest.User{w.alice, w.bob, w.carol} {
		w.refused(u.ClickLabel(m, "Join"), "You are in.")
	}
	return w.board(w.general, m.ID, "3 of 128 places")
}

// thread waits for the nth thread of the channel, counted from 1.
func (w *world) thread(n int) *discordtest.Channel {
	w.Helper()
	w.eventually("a thread", func() bool { return len(w.general.Threads()) >= n })
	return w.general.Threads()[n-1]
}

// gives has somebody resign the game of a thread.
func (w *world) gives(u *discordtest.User, ch *discordtest.Channel) {
	w.Helper()
	w.answer(u.ClickLabel(w.answer(u.Slash(ch, "resign")), "Yes, resign"))
}

// A tournament is made, joined, begun, played in a thread and ended; all is told once.
func TestTournamentOnDiscord(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		m := w.joined(discordtest.Opt("format", "swiss"), discordtest.Opt("variant", "end-nim"), discordtest.Opt("rounds", "1"))
		w.refused(w.bob.ClickLabel(m, "Join"), "are in")
		w.refused(w.alice.ClickLabel(m, "Start now"), "It begins")
		thread := w.thread(1)
		board := w.sees(thread, "you play two games here")
		w.contains(board, "round 1 of Friday, game 1 of 2")
		w.board(w.general, m.ID, "Playing now")
		w.board(w.general, m.ID, "have a bye this round")
		pinged := w.pinged(thread)
		if len(pinged) != 2 || pinged[0] == pinged[1] {
			t.Fatalf("pinged are %v, want both players once", pinged)
		}
		people := map[string]*discordtest.User{"alice": w.alice, "bob": w.bob, "carol": w.carol}
		loser := people[pinged[0]]
		delete(people, pinged[0])
		delete(people, pinged[1])
		for _, bye := range people {
			w.refused(bye.Slash(w.general, "analyze", discordtest.Opt("variant", "end-nim"), discordtest.Opt("position", "3 5 2")), "tournament")
		}
		w.gives(loser, thread)
		w.sees(thread, "round 1 of Friday, game 2 of 2")
		w.gives(loser, thread)
		w.ok(thread.WaitArchived(soon(t)))
		over := w.sees(w.general, "**Friday is over.**")
		final := w.board(w.general, m.ID, "wins.**")
		if row := regexp.MustCompile(`1\. <@\d+> 2 \(Buchholz \d`); !row.MatchString(final.Text()) {
			t.Errorf("the standings are %q", final.Text())
		}
		if len(final.Files) != 1 || final.Files[0].Name != "standings.png" || strings.Contains(final.Text(), "+ won") {
			t.Errorf("the pictures are %v beside %q", final.Files, final.Text())
		}
		if len(over.Body.Pings.Users) > 0 {
			t.Errorf("the end pings %v", over.Body.Pings.Users)
		}
		closed := 0
		for _, r := range w.srv.Requests() {
			if r.Method == http.MethodPatch && strings.HasSuffix(r.Path, "/channels/"+thread.ID) {
				closed++
			}
		}
		told := slices.DeleteFunc(messagesWith(w.general, "**Friday"), func(text string) bool { return !strings.Contains(text, "is over.**") })
		if closed != 1 || len(told) != 1 || len(w.general.Threads()) != 1 {
			t.Errorf("the thread was closed %d times, the end told %d times, there are %d threads", closed, len(told), len(w.general.Threads()))
		}
	})
}

// The form asks for a tournament in five inputs.
func TestTournamentForm(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		list := w.refused(w.alice.Slash(w.general, "tournament"), "There was none here yet.")
		open := w.alice.ClickLabel(list, "New tournament")
		if got, want := w.shownForm(open), "name format variant time starts"; got != want {
			t.Errorf("the form asks for %s, want %s", got, want)
		}
		m := w.answer(w.alice.Submit(open, map[string]string{"name": "Cup", "format": "knockout", "variant": "nim", "time": "1m rated", "starts": "in 3h"}))
		w.contains(m, "Cup · Knockout", "Nim, 1 minute a turn, rated", "0 of 128 places", "It begins <t:", "if two have joined")
		if m.Ephemeral {
			t.Error("nobody else sees it")
		}
		w.contains(w.answer(w.bob.Slash(w.general, "tournament")), "Cup · Knockout (open to join)")
	})
}

// Where no thread can be made, the message says why, and it is tried again.
func TestTournamentWithoutThreads(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		m := w.joined(discordtest.Opt("format", "knockout"), discordtest.Opt("variant", "nim"))
		w.srv.Fail(discordtest.Fault{Method: "POST", Path: "/channels/*/threads", Status: 403, Code: 50013, Message: "Missing Permissions"})
		w.answer(w.alice.ClickLabel(m, "Start now"))
		w.board(w.general, m.ID, "I can't make threads here")
		w.sees(w.thread(1), "you play two games here")
		w.eventually("the message without the reason", func() bool {
			return !strings.Contains(w.board(w.general, m.ID, "Playing now").Text(), "I can't make threads here")
		})
	})
}

// A tournament whose message nobody knows, as the process that posted it was killed before it
// noted that, is shown anew, and from then on kept true.
func TestTournamentWhoseMessageIsLost(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		reply := w.service.Do(t.Context(), commands.Request{
			Command: "tournament", Options: map[string]string{"action": "create", "name": "Cup", "format": "knockout"},
			By: commands.User{ID: w.alice.ID, Name: "alice"}, Channel: w.general.ID, Server: w.general.GuildID, Manager: true,
		})
		if reply.Result != view.ResultDone {
			t.Fatalf("%+v", reply)
		}
		m := w.sees(w.general, "0 of 128 places")
		w.refused(w.bob.ClickLabel(m, "Join"), "You are in.")
		w.board(w.general, m.ID, "1 of 128 places")
		if n := len(messagesWith(w.general, "Cup · ")); n != 1 {
			t.Errorf("it is shown %d times", n)
		}
	})
}

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

// aside waits for what an interaction tells its user alone beside the answer.
func (w *world) aside(in *discordtest.Interaction, text string) *discordtest.Message {
	w.Helper()
	w.answer(in)
	var told *discordtest.Message
	w.eventually("an aside with "+text, func() bool {
		i := slices.IndexFunc(in.Followups(), func(m *discordtest.Message) bool { return strings.Contains(m.Text(), text) })
		if i >= 0 {
			told = in.Followups()[i]
		}
		return i >= 0
	})
	if !told.Ephemeral {
		w.Errorf("everybody sees %q", told.Text())
	}
	return told
}

// Somebody plays five others at once: one game each, in five threads. The list of boards and what
// is told after a move lead from one to the next.
func TestSimulOnDiscord(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		others := []*discordtest.User{w.bob, w.carol, w.srv.AddUser("dave"), w.srv.AddUser("erin"), w.srv.AddUser("frank")}
		m := w.answer(w.alice.Slash(w.general, "tournament", discordtest.Opt("action", "create"), discordtest.Opt("name", "Friday"),
			discordtest.Opt("format", "simul"), discordtest.Opt("variant", "end-nim")))
		w.refused(w.alice.ClickLabel(m, "Join"), "You play everybody who joins")
		for _, u := range others {
			w.refused(u.ClickLabel(m, "Join"), "You are in.")
		}
		m = w.board(w.general, m.ID, "5 of 30 places")
		w.refused(w.alice.ClickLabel(m, "Start now"), "It begins")
		w.thread(5)
		threads := map[string]*discordtest.Channel{}
		for i, u := range others {
			thread := w.general.Threads()[i]
			threads[u.ID] = thread
			called := discordtest.Body{}
			_, err := thread.WaitMessage(soon(t), func(m *discordtest.Message) bool { // it may have been brought up to date since
				return slices.ContainsFunc(m.History, func(b discordtest.Body) bool {
					called = b
					return strings.Contains(b.Text(), u.Mention()+", you play "+w.alice.Mention()+" here, one game")
				})
			})
			if w.ok(err); !slices.Equal(called.Pings.Users, []string{u.ID}) {
				t.Errorf("the thread of %s calls %v", u.Name, called.Pings.Users)
			}
		}
		w.refused(w.carol.Slash(threads[w.bob.ID], "move", discordtest.Opt("move", "L-1")), "not playing")

		first := []*discordtest.User{others[3], w.bob, w.carol}
		for _, u := range first {
			w.answer(u.Slash(threads[u.ID], "move", discordtest.Opt("move", "L-1")))
		}
		m = w.board(w.general, m.ID, "5 still to end")
		list := w.refused(w.alice.ClickLabel(m, "My boards"), "3 of 5 wait for you")
		at := -1
		for _, u := range first {
			next := strings.Index(list.Text(), "<#"+threads[u.ID].ID+">")
			if next <= at {
				t.Errorf("the list does not begin with whoever waits longest: %q", list.Text())
			}
			at = next
		}
		next := w.aside(w.alice.Slash(threads[first[0].ID], "move", discordtest.Opt("move", "L-1")), "<#"+threads[w.bob.ID].ID+">")
		w.contains(next, "Then 1 more.")
		w.contains(w.answer(w.alice.ClickLabel(next, "My boards")), "2 of 5 wait for you")

		// One board after another ends: the leader gives up two.
		for i, u := range others {
			loser := u
			if i < 2 {
				loser = w.alice
			}
			w.gives(loser, threads[u.ID])
			w.ok(threads[u.ID].WaitArchived(soon(t)))
		}
		over := w.sees(w.general, "**Friday is over.**")
		w.contains(over, "has won 3 and lost 2.")
		final := w.board(w.general, m.ID, "has won 3 and lost 2.")
		w.contains(final, w.bob.Mention()+": won", w.carol.Mention()+": won", others[4].Mention()+": lost")
		for _, u := range others {
			for _, said := range threads[u.ID].Messages() {
				if slices.ContainsFunc(said.History, func(b discordtest.Body) bool { return slices.Contains(b.Pings.Users, w.alice.ID) }) {
					t.Errorf("the leader is called by %q", said.Text())
				}
			}
		}
	})
}
