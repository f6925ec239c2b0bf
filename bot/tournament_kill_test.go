//go:build unix

package bot

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/discordtest"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/storage/postgres"
	"nimatron/storage/storagetest"
)

// tournamentSpeed is how much faster the clock runs of a bot that is killed in tournaments: an
// arena of 20 minutes takes five seconds.
const tournamentSpeed = "240"

// A league is people who play tournaments with a bot that is killed again and again.
type league struct {
	*survivors
	all   sync.WaitGroup
	halls []*discordtest.Channel
}

// play has people play tournaments of a format in a server of their own, one after the other, the
// last of which is that in which the test is over.
func (p *league) play(format string, people int, options ...discordtest.Option) {
	hall := p.srv.AddGuild(format).AddChannel(format)
	p.halls = append(p.halls, hall)
	var users []*discordtest.User
	for n := range people {
		users = append(users, p.srv.AddUser(fmt.Sprint(format, n)))
	}
	r := p.random(len(p.halls))
	options = append(options, discordtest.Opt("action", "create"), discordtest.Opt("format", format), discordtest.Opt("time", "20m"), discordtest.Opt("size", "small"), discordtest.BoolOpt("rated", true))
	p.all.Go(func() {
		for n := 1; n == 1 || !p.over.Load(); n++ {
			p.one(hall, fmt.Sprint(format, " ", n), users, options, r)
		}
	})
}

// one has people play one tournament to its end.
func (p *league) one(hall *discordtest.Channel, name string, users []*discordtest.User, options []discordtest.Option, r *rand.Rand) {
	var shown *discordtest.Message
	for shown == nil { // a bot that dies before it says so may have made one that nobody sees
		p.ask(users[0].Slash(hall, "tournament", append(options, discordtest.Opt("name", name))...))
		shown = findMessage(hall, name+" · ")
	}
	press := func(u *discordtest.User, label string, done ...string) {
		for shown = findMessage(hall, name+" · "); strings.Contains(labels(shown), label); shown = findMessage(hall, name+" · ") {
			if m := p.ask(u.ClickLabel(shown, label)); m != nil && slices.ContainsFunc(done, func(words string) bool { return strings.Contains(m.Text(), words) }) {
				return
			}
		}
	}
	for _, u := range users {
		press(u, "Join", "You are in", "is done already")
	}
	press(users[0], "Start now", "It begins", "is done already")
	seen := map[string]bool{}
	var games sync.WaitGroup
	seed := r.Uint64()
	for findMessage(hall, "**"+name+" is over.**") == nil {
		for _, thread := range hall.Threads() {
			if !seen[thread.ID] && strings.Contains(thread.Name, " "+name+": ") {
				seen[thread.ID] = true
				draw := rand.New(rand.NewPCG(seed, uint64(len(seen))))
				games.Go(func() {
					p.meeting(thread, users, draw, func() bool { return findMessage(hall, "**"+name+" is over.**") != nil })
				})
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	games.Wait()
}

// meeting has two people play in their thread: they give up, or claim. Who is not called does not
// come.
func (p *league) meeting(thread *discordtest.Channel, users []*discordtest.User, r *rand.Rand, over func() bool) {
	for !thread.Archived() && !over() {
		var called []*discordtest.User
		for _, m := range thread.Messages() {
			for _, u := range users {
				if slices.Contains(m.Body.Pings.Users, u.ID) && !slices.Contains(called, u) {
					called = append(called, u)
				}
			}
		}
		if len(called) != 2 {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		u := called[r.IntN(2)]
		if asked := findMessage(thread, "says in secret"); asked != nil {
			if buttons := asked.Buttons(); len(buttons) > 1 {
				p.ask(u.ClickLabel(asked, buttons[r.IntN(2)].Label))
			}
		} else if sure := p.ask(u.Slash(thread, "resign")); sure != nil && sure.Ephemeral && strings.Contains(labels(sure), "Yes, resign") {
			p.ask(u.ClickLabel(sure, "Yes, resign"))
		}
		time.Sleep(upTo(r, 100*time.Millisecond))
	}
}

// findMessage returns a message of a channel that has these words, nil for none.
func findMessage(ch *discordtest.Channel, words string) *discordtest.Message {
	for _, m := range ch.Messages() {
		if strings.Contains(m.Text(), words) {
			return m
		}
	}
	return nil
}

// formats begins tournaments of all formats. Of the arena more people are there than can play.
func (p *league) formats() {
	p.play("swiss", 6, discordtest.Opt("rounds", "3"), discordtest.Opt("variant", "nim"))
	p.play("knockout", 3, discordtest.Opt("variant", "nim"))
	p.play("arena", 5, discordtest.Opt("minutes", "20"), discordtest.Opt("variant", "end-nim"))
}

// Words that are said once for each meeting, claim or tournament.
var (
	calls   = regexp.MustCompile(`you play two games here|you stand 1–1`)
	reveals = regexp.MustCompile(`\*\* goes on|goes on\*\*`)
)

// check looks that each meeting had one thread, to which both were called once; that what was said
// was said once; and that every game counts once.
func (p *league) check(store match.Store, kills int) {
	p.Helper()
	count := func(ch *discordtest.Channel, words *regexp.Regexp) (n int) {
		for _, m := range ch.Messages() { // boards are edited
			if slices.ContainsFunc(m.History, func(b discordtest.Body) bool { return words.MatchString(b.Text()) }) {
				n++
			}
		}
		return n
	}
	meetings, claims, uncalled, empty, open, rounds, tournaments := 0, 0, 0, 0, 0, 0, 0
	for _, hall := range p.halls {
		threads := map[string]*discordtest.Channel{}
		for _, thread := range hall.Threads() {
			threads[thread.ID] = thread
		}
		list, err := store.TournamentsOf(p.Context(), hall.GuildID, hall.ID, 1000)
		if err != nil {
			p.Fatal(err)
		}
		for _, t := range list {
			if t, err = store.Tournament(p.Context(), t.ID); err != nil {
				p.Fatal(err)
			}
			if t.State == match.TournamentOpen { // whoever made it was not told
				continue
			}
			tournaments++
			rounds += t.Round
			begins, ends := count(hall, regexp.MustCompile(`\*\*`+t.Name+` begins\*\*`)), count(hall, regexp.MustCompile(`\*\*`+t.Name+` is over\.\*\*`))
			if t.State != match.TournamentOver || begins > 1 || ends != 1 { // a beginning that comes late, after the end, is not told
				p.Errorf("%s is %s; that it begins was told %d times, that it is over %d times", t.Name, t.State, begins, ends)
			}
			// A message that a killed process has posted without noting it is followed by another.
			isOver := func(m *discordtest.Message) bool {
				return strings.Contains(m.Text(), fmt.Sprintf("Tournament %d", t.ID)) && strings.Contains(m.Text(), "wins.**")
			}
			if !slices.ContainsFunc(hall.Messages(), isOver) {
				p.Errorf("no message of %s, tournament %d, says who wins", t.Name, t.ID)
			}
			won := map[string]int{}
			for _, m := range t.Meetings {
				gone := t.Find(m.First).Gone() || !m.Bye() && t.Find(m.Second).Gone()
				if m.Bye() || m.ByClaims() && m.Channel == "" && m.Over && gone {
					continue
				}
				thread := threads[m.Channel]
				if thread == nil || !m.Over {
					p.Errorf("%+v of %s has no thread of its own", m, t.Name)
					continue
				}
				delete(threads, m.Channel)
				if meetings++; !thread.Archived() {
					open++
				}
				called := count(thread, calls)
				if called > 1 || called == 0 && m.ByClaims() {
					p.Errorf("in %s both were called %d times", thread.Name, called)
				}
				if m.ByClaims() {
					if claims++; count(thread, reveals) != 1 {
						p.Errorf("in %s what came of the claims was told %d times", thread.Name, count(thread, reveals))
					}
					continue
				}
				first, err := store.MatchByID(p.Context(), m.Match)
				if err != nil {
					p.Fatal(err)
				}
				second, err := store.SecondLeg(p.Context(), m.Match)
				if err != nil {
					p.Fatal(err)
				}
				// Where the bot was dead for as long as the clock of the first game ran, its end tells them.
				if called == 0 && first.Termination != match.TimedOut {
					p.Errorf("in %s nobody was called, though match %d was not lost by the clock", thread.Name, m.Match)
				} else if called == 0 {
					uncalled++
				}
				victories := map[string]int{}
				for _, g := range []match.Match{first, second} {
					victor, _ := g.Victor()
					victories[victor.ID]++
					won[victor.ID]++
				}
				if m.Won != [2]int{victories[m.First], victories[m.Second]} || victories[m.First]+victories[m.Second] != 2 {
					p.Errorf("%+v counts otherwise than its games, %v", m, victories)
				}
			}
			for _, s := range referee.Table(&t) {
				if s.Won != won[s.ID] {
					p.Errorf("%s: %s has %d games won, want %d", t.Name, s.Name, s.Won, won[s.ID])
				}
			}
		}
		for _, thread := range threads { // what is left is of a process that was killed between thread and meeting
			if empty++; len(thread.Messages()) > 0 {
				p.Errorf("thread %s belongs to no meeting, but says %q", thread.Name, thread.Messages()[0].Text())
			}
		}
	}
	if empty > kills {
		p.Errorf("%d threads are empty after %d kills", empty, kills)
	}
	played := 0
	each := func(m match.Match) error {
		if m.Tournament != 0 && m.Sides[games.Left].ID != "" {
			played++
		}
		return nil
	}
	if err := store.ForEachFinished(p.Context(), each); err != nil || played != 2*(meetings-claims) {
		p.Errorf("%d games were played of %d meetings, %d of them by claims: %v", played, meetings, claims, err)
	}
	p.Logf("%d tournaments of %d rounds, %d meetings, %d of them by claims and %d over before the bot could call; %d kills, %d empty threads, %d not archived", tournaments, rounds, meetings, claims, uncalled, kills, empty, open)
}

// TestTournamentsOfKilled kills the bot at any moment, again and again, while people play
// tournaments.
func TestTournamentsOfKilled(t *testing.T) {
	mayKill(t)
	file := filepath.Join(t.TempDir(), "nimatron.db")
	p := &league{survivors: newSurvivors(t, discordtest.Options{})}
	p.srv.SetSessionStarts(100_000, 24*time.Hour)
	p.formats()
	r, done := p.random(0), make(chan struct{})
	start := func() *child {
		opened := filepath.Join(t.TempDir(), "opened")
		c := startChild(t, p.srv, killedChild, file, childOpened+"="+opened, childBegun+"="+p.began, childSpeed+"="+tournamentSpeed)
		for began := time.Now(); ; time.Sleep(5 * time.Millisecond) { // else a busy machine kills it before it does anything
			if _, err := os.Stat(opened); err == nil && len(p.srv.Serving()) > 0 {
				return c
			}
			if time.Since(began) > 2*time.Minute {
				t.Fatal("the bot does not start")
			}
		}
	}
	go func() { p.all.Wait(); close(done) }()
	n := 0
	for ended := false; !ended; n++ {
		if n >= kills(t)-8 {
			p.over.Store(true) // after this tournament
		}
		c := start()
		select {
		case <-done:
			ended = true
		case <-time.After(300*time.Millisecond + upTo(r, 1500*time.Millisecond)):
		}
		_ = c.Process.Kill()
		_ = c.Wait()
		if c.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("the bot ended by itself: %s", &c.said)
		}
		if n > 10*kills(t)+100 {
			t.Fatal("a tournament does not end")
		}
		p.deliverAgain(r)
	}
	last := start()
	store := storagetest.OpenFile(t, file)
	p.wait(store)
	last.stop(t)
	p.check(store, n)
}

// TestTournamentsOfKilledProcesses is the same with two processes on PostgreSQL, of which one is
// killed.
func TestTournamentsOfKilledProcesses(t *testing.T) {
	k := newKilled(t)
	p := &league{survivors: k.survivors}
	var urls, addresses []string
	for n := range 2 {
		addresses = append(addresses, freeAddress(t))
		urls = append(urls, "http://"+addresses[n])
	}
	k.env = func(n int) string { return childHTTP + "=" + addresses[n] }
	k.speed = tournamentSpeed
	k.serving = func(n int) bool { return get(urls[n]+"/healthz") == http.StatusOK }
	k.begin()
	if err := k.srv.SetEndpoints(soon(t), urls[0]+"/interactions", urls[1]+"/interactions"); err != nil {
		t.Fatal(err)
	}
	p.formats()
	r, done := p.random(0), make(chan struct{})
	go func() { p.all.Wait(); close(done) }()
	n := 0
	for ended := false; !ended; n++ {
		if n >= kills(t)-8 {
			p.over.Store(true)
		}
		select {
		case <-done:
			ended = true
		case <-time.After(upTo(r, 1500*time.Millisecond)):
		}
		if n > 10*kills(t)+100 {
			t.Fatal("a tournament does not end")
		}
		victim := r.IntN(2)
		k.kill(victim)
		p.deliverAgain(r)
		k.start(victim)
	}
	store, err := postgres.Open(t.Context(), k.address)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	p.wait(store)
	for _, c := range k.bots {
		c.stop(t)
	}
	p.check(store, n)
}
