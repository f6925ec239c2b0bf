//go:build unix

package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/storage/postgres"
)

// patience limits the wait for an answer, on a busy machine.
const patience = 90 * time.Second

func (r *run) soon() context.Context {
	ctx, cancel := context.WithTimeout(r.ctx, patience)
	r.Cleanup(cancel)
	return ctx
}

// served is a simulated Discord with a connected bot.
type served struct {
	*child
	srv      *discordtest.Server
	guild    *discordtest.Guild
	kind     string
	database string
}

// serve starts a bot on a database, and a simulated Discord.
func (r *run) serve(kind, database string) *served { return r.serveWithin(kind, database, patience) }

// serveWithin is serve, with a Discord that takes first answers for that long.
func (r *run) serveWithin(kind, database string, deadline time.Duration) *served {
	srv := discordtest.New(discordtest.Options{Token: secret, ResponseDeadline: deadline})
	r.Cleanup(srv.Close)
	// Discord's own limit on edits.
	srv.SetLimit(discordtest.Limit{Method: "PATCH", Path: "/channels/*/messages/*", Requests: 5, Per: 5 * time.Second})
	s := &served{r.start(work{Bot: kind, Database: database, URL: srv.URL}), srv, srv.AddGuild("guild"), kind, database}
	soon := r.soon()
	if err := srv.WaitCommands(soon); err != nil {
		s.Fatalf("the bot does not come: %v: %s", err, &s.stderr)
	}
	for s.Address != "" && soon.Err() == nil && srv.SetEndpoints(soon, s.Address+"/interactions") != nil {
		time.Sleep(time.Millisecond) // not ready yet
	}
	r.must(soon.Err())
	return s
}

// end stops the bot. The run fails if the bot did anything that Discord forbids.
func (s *served) end() {
	s.stop()
	for _, v := range s.srv.Violations() {
		s.Error("violation:", v)
	}
	s.srv.Close()
}

// figures are the results of a load.
type figures struct {
	interactions int
	elapsed      time.Duration
	text         took // until the text was visible
	bot          used
	server       use // of the PostgreSQL server
}

// each returns the bot's processor time per interaction.
func (f *figures) each() time.Duration {
	return f.bot.Processor / time.Duration(max(1, f.interactions))
}

// add adds what a later load has shown of the same bot.
func (f *figures) add(later figures) {
	f.interactions, f.elapsed, f.text = f.interactions+later.interactions, f.elapsed+later.elapsed, append(f.text, later.text...)
	f.bot.Processor, f.bot.Peak = f.bot.Processor+later.bot.Processor, later.bot.Peak
}

// seat is a channel in which one person plays against the bot, or two against each other.
type seat struct {
	*served
	channel *discordtest.Channel
	people  []*discordtest.User
	board   *discordtest.Message
	counted figures
}

// seats returns n seats for that many people each.
func (s *served) seats(channels, people int) (all []*seat) {
	for n := range channels {
		t := &seat{served: s, channel: s.guild.AddChannel(fmt.Sprint("channel-", n))}
		for k := range people {
			t.people = append(t.people, s.srv.AddUser(fmt.Sprintf("user-%d-%d", n, k)))
		}
		all = append(all, t)
	}
	return all
}

// play takes steps in all seats in parallel for a time. A seat's next step follows the answer to the one before.
func (s *served) play(seats []*seat, step func(*seat), d time.Duration) (f figures) {
	var all sync.WaitGroup
	server, before, begun := serverUse(s.run, s.database), s.used(), time.Now()
	for _, t := range seats {
		t.counted = figures{}
		all.Go(func() {
			for time.Since(begun) < d && !s.Failed() && s.ctx.Err() == nil {
				step(t)
			}
		})
	}
	all.Wait()
	f.elapsed, f.bot, f.server = time.Since(begun), s.used(), serverUse(s.run, s.database).since(server)
	f.bot.Processor -= before.Processor
	for _, t := range seats {
		f.interactions += t.counted.interactions
		f.text = append(f.text, t.counted.text...)
	}
	s.goOn()
	return f
}

// serverUse returns the resources used by the database's server; zero for SQLite.
func serverUse(r *run, database string) (u use) {
	if postgres.Is(database) {
		u = usedBy(r, database)
	}
	return u
}

// wait waits for the answer to an interaction. It counts the interaction if counts is set.
func (t *seat) wait(in *discordtest.Interaction, counts bool) *discordtest.Message {
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	m, err := in.Wait(ctx)
	if err != nil {
		if t.ctx.Err() == nil {
			t.Errorf("%s, %s: %v", t.kind, t.channel.Name, err)
		}
		return nil
	}
	if counts {
		t.counted.interactions++
		t.counted.text = append(t.counted.text, in.Answered())
	}
	return m
}

// slash uses a command, which is not counted.
func (t *seat) slash(command string, options ...string) *discordtest.Message {
	var opts []discordtest.Option
	for i := 0; i < len(options); i += 2 {
		opts = append(opts, discordtest.Opt(options[i], options[i+1]))
	}
	return t.wait(t.people[0].Slash(t.channel, command, opts...), false)
}

// tap taps on a board. Without a board it makes one, which is not counted.
func (t *seat) tap() {
	if t.board == nil {
		t.board = t.slash("challenge", "game", "end-nim", "position", "9 9 9 9", "first", "me", "level", "perfect")
		return
	}
	t.tapOn(t.people[0])
}

// tapOn taps the first move on the board. It drops the board when the match is over.
func (t *seat) tapOn(u *discordtest.User) {
	taps := slices.DeleteFunc(t.board.Taps(), func(label string) bool {
		first, _, _ := strings.Cut(label, " ")
		return slices.Contains([]string{"Hint", "More", "Back", "Other…"}, first)
	})
	if len(taps) == 0 {
		t.Errorf("%s: nothing can be tapped: %s", t.kind, t.board.Text())
		return
	}
	t.board = t.wait(u.Tap(t.board, taps[0]), true)
	if t.board != nil && t.kind != constantBot && strings.Contains(t.board.Text(), " wins.**") {
		t.board = nil
	}
}

// toMove returns the player to move on a board.
var toMove = regexp.MustCompile(`\*\*(?:\S+ )?<@(\d+)>[^*]*\*\*`)

// whole plays a match to its end, against the bot or between the two people of the seat.
func (t *seat) whole() {
	options := []discordtest.Option{discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "3 5 2 4")}
	if len(t.people) == 2 {
		options = append(options, discordtest.UserOpt("opponent", t.people[1]))
	} else {
		options = append(options, discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect"))
	}
	t.board = t.wait(t.people[0].Slash(t.channel, "challenge", options...), true)
	if len(t.people) == 2 && t.board != nil {
		t.board = t.wait(t.people[1].ClickLabel(t.board, "Accept"), true)
	}
	for t.board != nil && !t.Failed() {
		whose := t.people[0]
		if found := toMove.FindStringSubmatch(t.board.Text()); len(t.people) == 2 && found != nil && found[1] == t.people[1].ID {
			whose = t.people[1]
		}
		t.tapOn(whose)
	}
}

// tapRounds is the number of rounds in which the bots of tapLoad take turns, so that a slower machine
// affects them all.
const tapRounds = 8

// tapLoad measures half choices and moves against the bot. Each answer updates the board.
func tapLoad(r *run) {
	d := r.long(4*time.Second, 300*time.Millisecond)
	r.head("channels", "bot", "interactions a second", "p50", "p95", "p99", "processor each", "times the constant's", "memory")
	each(r, []int{1, 20, 200}, func(channels int) {
		names := []string{constantBot, gatewayBot, gatewayBot + ", with pictures", webhookBot}
		seats, sums := make([][]*seat, len(names)), make([]figures, len(names))
		for i, name := range names {
			kind, _, pictures := strings.Cut(name, ", ")
			seats[i] = r.serve(kind, r.file()).seats(channels, 1)
			for _, t := range seats[i] {
				if !pictures && kind != constantBot {
					t.slash("settings me", "name", "pictures", "value", "off")
				}
			}
		}
		for range tapRounds {
			for i := range names {
				r.goOn()
				sums[i].add(seats[i][0].play(seats[i], (*seat).tap, d/tapRounds))
			}
		}
		for i, name := range names {
			seats[i][0].end()
			f := &sums[i]
			r.row(channels, name, perSecond(f.interactions, f.elapsed), short(f.text.at(.5)), short(f.text.at(.95)), short(f.text.at(.99)),
				micros(f.each()), fmt.Sprintf("%.1f", float64(f.each())/float64(max(1, sums[0].each()))), mib(f.bot.Peak))
		}
	})
}

// matchLoad measures whole matches in 20 channels.
func matchLoad(r *run) {
	d := r.long(5*time.Second, 300*time.Millisecond)
	r.head("database", "people", "interactions a second", "processor for each: bot", "PostgreSQL", "its log", "memory")
	databases(r, func(name string, open func() string) {
		each(r, []int{1, 2}, func(people int) {
			s := r.serve(gatewayBot, open())
			f := s.play(s.seats(20, people), (*seat).whole, d)
			s.end()
			n := int64(max(1, f.interactions))
			r.row(name, people, perSecond(f.interactions, f.elapsed), micros(f.each()),
				micros(f.server.processor/time.Duration(n)), fmt.Sprint(f.server.log/n, " B"), mib(f.bot.Peak))
		})
	})
}
