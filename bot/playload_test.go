//go:build unix

package bot

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/testlong"
	"nimatron/storage/postgres"
	"nimatron/storage/postgres/postgrestest"
)

// TestPlayLoad tells what whole matches cost that are played as most people do: by taps, on
// boards that are pictures, against the bot and against each other, on either database. It
// takes some seconds, or as long as NIMATRON_LOAD says for each:
//
//	NIMATRON_LOAD=5s go test -v -run '^TestPlayLoad$' ./bot
func TestPlayLoad(t *testing.T) {
	testlong.Measure(t, "NIMATRON_LOAD")
	d := loadTime(t)
	for _, people := range []int{1, 2} {
		t.Run(fmt.Sprintf("SQLite/%d in a match", people), func(t *testing.T) {
			playLoad(t, filepath.Join(t.TempDir(), "nimatron.db"), people, d)
		})
		t.Run(fmt.Sprintf("PostgreSQL/%d in a match", people), func(t *testing.T) {
			playLoad(t, postgrestest.Address(t), people, d)
		})
	}
}

// players play matches in a channel of their own: one against the bot, or two against each
// other.
type players struct {
	*testing.T
	channel *discordtest.Channel
	people  []*discordtest.User

	interactions, matches int
}

// playLoad has matches played in twenty channels for a time, each as fast as it is answered.
func playLoad(t *testing.T, database string, people int, d time.Duration) {
	t.Helper()
	srv := discordtest.New(discordtest.Options{Token: secret})
	defer srv.Close()
	c := startChild(t, srv, realChild, database)
	if err := srv.WaitCommands(soon(t)); err != nil {
		t.Fatalf("%v: %s", err, &c.said)
	}
	used := func() (u postgrestest.Use) {
		if postgres.Is(database) {
			u = postgrestest.Used(t, database)
		}
		return u
	}
	guild := srv.AddGuild("guild")
	var all sync.WaitGroup
	tables := make([]players, 20)
	before, begun := used(), time.Now()
	for n := range tables {
		p := &tables[n]
		p.T, p.channel = t, guild.AddChannel(fmt.Sprint("channel-", n))
		for range people {
			p.people = append(p.people, srv.AddUser(fmt.Sprintf("user-%d-%d", n, len(p.people))))
		}
		all.Go(func() {
			for more := true; more; more = time.Since(begun) < d && !t.Failed() {
				p.play()
			}
		})
	}
	all.Wait()
	var f figures
	f.end(t, c, srv, begun)
	server, interactions, matches := used().Since(before), 0, 0
	for _, p := range tables {
		interactions += p.interactions
		matches += p.matches
	}
	if t.Failed() {
		return
	}
	calls := counted(srv.Requests(), begun)
	if calls >= matches { // some boards may be painted while they are tapped
		t.Errorf("%d matches took %d calls that Discord counts: taps should need none", matches, calls)
	}
	each := func(d time.Duration) time.Duration { return (d / time.Duration(interactions)).Round(time.Microsecond) }
	t.Logf("%d matches, %.0f interactions a second, %.1f in a match; for each %v of processor in the bot, %v in the server, %d bytes of its log; "+
		"%.2f calls in a match that Discord counts; at most %d MiB",
		matches, float64(interactions)/f.elapsed.Seconds(), float64(interactions)/float64(matches),
		each(f.cpu), each(server.Processor), server.Log/int64(interactions),
		float64(calls)/float64(matches), f.memory>>20)
}

// counted returns how many requests since then are of those of which Discord allows 50 a
// second: all but those about interactions.
func counted(requests []discordtest.Request, since time.Time) (n int) {
	for _, r := range requests {
		if r.At.After(since) && !strings.HasPrefix(r.Path, "/interactions/") && !strings.HasPrefix(r.Path, "/webhooks/") {
			n++
		}
	}
	return n
}

// play plays a match to its end.
func (p *players) play() {
	board := p.ask(p.people[0].Slash(p.channel, "challenge", p.challenge()...))
	if len(p.people) == 2 && board != nil {
		board = p.ask(p.people[1].ClickLabel(board, "Accept"))
	}
	for board != nil && !strings.Contains(board.Text(), " wins.**") {
		whose, taps := p.people[0], moveTaps(board)
		if found := toMove.FindStringSubmatch(board.Text()); len(p.people) == 2 && found != nil && found[1] == p.people[1].ID {
			whose = p.people[1]
		}
		if len(taps) == 0 {
			p.Errorf("nothing can be tapped: %s", board.Text())
			return
		}
		board = p.ask(whose.Tap(board, taps[0]))
	}
	p.matches++
}

func (p *players) challenge() []discordtest.Option {
	opts := []discordtest.Option{discordtest.Opt("variant", "end-nim"), discordtest.Opt("position", "3 5 2 4")}
	if len(p.people) == 2 {
		return append(opts, discordtest.UserOpt("opponent", p.people[1]))
	}
	return append(opts, discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect"))
}

// ask waits for the answer to an interaction; nil where there is none.
func (p *players) ask(in *discordtest.Interaction) *discordtest.Message {
	p.interactions++
	ctx, cancel := context.WithTimeout(p.Context(), 90*time.Second)
	defer cancel()
	m, err := in.Wait(ctx)
	if err != nil {
		p.Errorf("%s: %v", p.channel.Name, err)
		return nil
	}
	return m
}
