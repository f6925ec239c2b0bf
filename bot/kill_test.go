//go:build unix

package bot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/storage/storagetest"
)

// killClock is how much faster the clock of a bot runs that is going to be killed: a
// turn of a day takes four seconds.
const killClock = 20_000

// quickClock is such a clock, the same in each process: the test that starts them says
// when it began, in ms, and how many times as fast it runs, where that is not killClock.
func quickClock(began, speed string) time.Time {
	ms, _ := strconv.ParseInt(began, 10, 64)
	times, err := strconv.Atoi(speed)
	if err != nil {
		times = killClock
	}
	begun := time.UnixMilli(ms)
	return begun.Add(time.Since(begun) * time.Duration(times))
}

// times returns how often something is to be done: as often as a variable of the environment
// says, else as often as usual.
func times(t *testing.T, variable string, usual int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}

// kills are how often the bot is killed.
func kills(t *testing.T) int { return times(t, "NIMATRON_KILLS", testlong.Times(4, 8, 300)) }

// mayKill has a test run beside others, or not at all where there is little time.
func mayKill(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts many processes")
	}
	t.Parallel()
}

// survivors is what people do with a bot that is killed again and again, and what they
// have seen of it.
type survivors struct {
	*testing.T
	srv  *discordtest.Server
	over atomic.Bool
	idle atomic.Pointer[discordtest.Channel] // in which nobody moves: the clock ends the matches
	fan  atomic.Pointer[discordtest.User]    // who follows matches

	mu         sync.Mutex
	asked      map[string]askedMove // by channel and text
	unanswered []*discordtest.Interaction
	refused    []*discordtest.Interaction // the last of them
	again      int                        // how often something refused was delivered again

	seed  uint64
	began string // of quickClock
}

func newSurvivors(t *testing.T, o discordtest.Options) *survivors {
	o.Token = secret
	s := &survivors{T: t, srv: discordtest.New(o), asked: map[string]askedMove{}}
	t.Cleanup(s.srv.Close)
	s.began = fmt.Sprint(time.Now().UnixMilli())
	s.seed = uint64(times(t, "NIMATRON_SEED", rand.IntN(1_000_000)))
	t.Logf("what is drawn here is drawn again with NIMATRON_SEED=%d", s.seed)
	return s
}

// random returns numbers for one of those who draw, which the seed settles.
func (s *survivors) random(who int) *rand.Rand { return rand.New(rand.NewPCG(s.seed, uint64(who))) }

// upTo returns a time below most.
func upTo(r *rand.Rand, most time.Duration) time.Duration {
	return time.Duration(r.Int64N(int64(most)))
}

// ask waits for the answer to an interaction, nil where none comes: the bot is dead.
func (s *survivors) ask(in *discordtest.Interaction) *discordtest.Message {
	if in.Err() != nil { // there is no session
		time.Sleep(10 * time.Millisecond)
		return nil
	}
	ctx, cancel := context.WithTimeout(s.Context(), 4*time.Second)
	defer cancel()
	m, err := in.Wait(ctx)
	if err == nil {
		return m
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unanswered = append(s.unanswered, in)
	return nil
}

// play has two people play in a channel until it is over. Every move has a text of its
// own, from first on, so that none can be made twice unseen. Now and then they stop until somebody is
// reminded, or one resigns.
func (s *survivors) play(ch *discordtest.Channel, a, b *discordtest.User, first int, r *rand.Rand) {
	n := first
	for !s.over.Load() {
		u := []*discordtest.User{a, b}[r.IntN(2)]
		switch r.IntN(40) {
		case 0:
			time.Sleep(4500 * time.Millisecond) // the time for a turn
		case 1:
			if sure := s.ask(u.Slash(ch, "resign")); sure != nil && len(sure.Buttons()) > 0 && sure.Ephemeral {
				s.ask(u.ClickLabel(sure, "Yes, resign"))
			}
		case 2, 3, 4:
			s.ask(a.Slash(ch, "challenge", discordtest.Opt("variant", "end-nim"), discordtest.Opt("position", playStart),
				discordtest.UserOpt("opponent", b), discordtest.Opt("time", "1d")))
			s.ask(b.Slash(ch, "accept"))
		default:
			n++
			in := s.move(u, ch, fmt.Sprint("L-", n))
			if r.IntN(4) == 0 && in.Err() == nil {
				in.Again()
			}
			if r.IntN(4) == 0 {
				s.refusedAgain(r)
			}
		}
	}
}

// playStart is where the matches of play begin.
const playStart = "900000000 900000000 900000000"

// move has somebody move, and notes when, and what they are answered.
func (s *survivors) move(u *discordtest.User, ch *discordtest.Channel, text string) *discordtest.Interaction {
	answered := s.asks(ch, text)
	in := u.Slash(ch, "move", discordtest.Opt("move", text))
	if m := s.ask(in); m != nil && answered(m.Text()) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.refused = append(s.refused, in); len(s.refused) > 20 {
			s.refused = s.refused[1:]
		}
	}
	return in
}

// refusedAgain delivers one of those again that were refused lately: by now it may be
// somebody else's turn.
func (s *survivors) refusedAgain(r *rand.Rand) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.refused) > 0 {
		s.again++
		s.refused[r.IntN(len(s.refused))].Again()
	}
}

// refusalWords are words of those answers to a move that say that it is not made.
var refusalWords = []string{"not your turn", "no match in this channel", "is over", "nothing was changed", "nothing has changed", "did nothing"}

// asks notes that a move is asked for now, and answered what is said of it then. It reports
// whether that is a refusal.
func (s *survivors) asks(ch *discordtest.Channel, text string) (answered func(said string) (refused bool)) {
	asked := askedMove{from: time.Now()}
	note := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.asked[ch.ID+" "+text] = asked
	}
	note()
	return func(said string) bool {
		if !strings.Contains(said, "(`"+text+"`)") {
			asked.refused = slices.ContainsFunc(refusalWords, func(words string) bool { return strings.Contains(said, words) })
			note()
			return asked.refused
		}
		asked.to = time.Now()
		if _, after, ok := strings.Cut(said, "(`"+text+"`): `"); ok {
			asked.left, _, _ = strings.Cut(after, " ")
		}
		note()
		return false
	}
}

// enough reports whether so much has happened that a look at it can find something wrong. Under
// the race detector it may be less, as everything takes ten times as long.
func (s *survivors) enough(channels map[string]*discordtest.Channel) bool {
	if testlong.Race {
		return true
	}
	idle := s.idle.Load()
	if idle == nil || len(messagesWith(idle, timeUpWords)) < 2 { // the games of a pair
		return false
	}
	for _, words := range []string{reminderWords, expiredWords, puzzleWords} {
		seen := false
		for _, ch := range channels {
			seen = seen || len(messagesWith(ch, words)) > 0
		}
		if !seen {
			return false
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	acknowledged := func(a askedMove) bool { return !a.to.IsZero() }
	return s.again > 0 && slices.ContainsFunc(slices.Collect(maps.Values(s.asked)), acknowledged)
}

// rated has somebody play rated matches against the bot, and lose them.
func (s *survivors) rated(ch *discordtest.Channel, u *discordtest.User) {
	for !s.over.Load() {
		s.ask(u.Slash(ch, "challenge", discordtest.Opt("variant", "nim"), discordtest.Opt("level", "casual"), discordtest.BoolOpt("rated", true)))
		if sure := s.ask(u.Slash(ch, "resign")); sure != nil && len(sure.Buttons()) > 0 && sure.Ephemeral {
			s.ask(u.ClickLabel(sure, "Yes, resign"))
		}
		time.Sleep(time.Second) // as often as a channel's boards can be edited
	}
}

// lonely has somebody make challenges that nobody accepts.
func (s *survivors) lonely(ch *discordtest.Channel, u *discordtest.User) {
	for !s.over.Load() {
		s.ask(u.Slash(ch, "challenge", discordtest.Opt("variant", "nim"), discordtest.BoolOpt("open", true)))
		time.Sleep(500 * time.Millisecond)
	}
}

// timed has somebody begin rated matches against the bot and do nothing else, so that the
// clock ends them.
func (s *survivors) timed(ch *discordtest.Channel, u *discordtest.User) {
	s.idle.Store(ch)
	for !s.over.Load() {
		s.ask(u.Slash(ch, "challenge", discordtest.Opt("variant", "nim"), discordtest.Opt("level", "casual"), discordtest.BoolOpt("rated", true), discordtest.Opt("time", "1d")))
		time.Sleep(time.Second)
	}
}

// puzzled has somebody ask for the puzzle of the day in a channel, each day.
func (s *survivors) puzzled(ch *discordtest.Channel, u *discordtest.User) {
	for !s.over.Load() {
		if m := s.ask(u.Slash(ch, "settings", discordtest.Opt("name", "puzzle-channel"), discordtest.Opt("value", "here"))); m != nil && strings.Contains(m.Text(), "Done.") {
			return
		}
	}
}

// follows has somebody follow the matches of a channel.
func (s *survivors) follows(ch *discordtest.Channel, u *discordtest.User) {
	s.fan.Store(u)
	for !s.over.Load() {
		if m := s.ask(u.Slash(ch, "follow")); m == nil || !strings.Contains(m.Text(), "no longer") {
			time.Sleep(500 * time.Millisecond)
		}
	}
}

// messagesWith returns the texts of a channel's messages that have these words, or had them
// before they were edited.
func messagesWith(ch *discordtest.Channel, words string) (texts []string) {
	for _, m := range ch.Messages() {
		for _, body := range m.History {
			if text := body.Text(); strings.Contains(text, words) {
				texts = append(texts, text)
				break
			}
		}
	}
	return texts
}

// TestKilled kills the bot at any moment, again and again, while people play. In the end
// no move that was acknowledged is lost or made twice, the ratings are those that follow
// from the matches, every board shows its match, and everything was said once.
func TestKilled(t *testing.T) {
	mayKill(t)
	file := filepath.Join(t.TempDir(), "nimatron.db")
	s := newSurvivors(t, discordtest.Options{})
	s.srv.SetSessionStarts(kills(t)+100, 24*time.Hour) // each process begins one
	guild := s.srv.AddGuild("guild")
	var all sync.WaitGroup
	channels := map[string]*discordtest.Channel{}
	room := func(name string) *discordtest.Channel {
		ch := guild.AddChannel(name)
		channels[ch.ID] = ch
		return ch
	}
	for n := range 4 {
		ch, a, b := room(fmt.Sprint("room-", n)), s.srv.AddUser(fmt.Sprint("a", n)), s.srv.AddUser(fmt.Sprint("b", n))
		all.Go(func() { s.play(ch, a, b, 1000, s.random(1+n)) })
	}
	ladder, eve := room("ladder"), s.srv.AddUser("eve")
	all.Go(func() { s.rated(ladder, eve) })
	waiting, max := room("waiting"), s.srv.AddUser("max")
	all.Go(func() { s.lonely(waiting, max) })
	daily, clock, tim := room("daily"), room("clock"), s.srv.AddUser("tim")
	all.Go(func() { s.puzzled(daily, max) })
	all.Go(func() { s.timed(clock, tim) })

	fan := s.srv.AddUser("fan")
	all.Go(func() { s.follows(clock, fan) })
	all.Go(func() { s.follows(ladder, fan) })

	r, begun := s.random(0), time.Now()
	more := func(n int) bool {
		return n < kills(t) || !s.enough(channels)
	}
	for n := 0; more(n); n++ {
		if time.Since(begun) > 20*time.Minute {
			t.Fatalf("after %d kills too little was said", n)
		}
		c := startChild(t, s.srv, killedChild, file, childBegun+"="+s.began)
		time.Sleep(200*time.Millisecond + upTo(r, 1500*time.Millisecond))
		_ = c.Process.Kill()
		var killed *os.SyscallError
		if err := c.Wait(); err == nil || errors.As(err, &killed) || c.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("the bot ended by itself: %v: %s", err, &c.said)
		}
		if strings.Contains(c.said.String(), "DATA RACE") {
			t.Errorf("%s", &c.said)
		}
		s.deliverAgain(r)
	}
	last := startChild(t, s.srv, killedChild, file, childBegun+"="+s.began)
	time.Sleep(time.Second)
	s.over.Store(true)
	all.Wait()
	store := storagetest.OpenFile(t, file)
	defer func() { t.Logf("the last bot said: %s", &last.said) }()
	s.wait(store)
	last.stop(t)
	s.checkMoves(store, channels)
	s.checkRatings(store)
	s.checkBoards(store, channels)
	s.checkNotices(store, channels)
}

// deliverAgain delivers half of that again which nobody has answered, as Discord may, and
// some of that which was refused.
func (s *survivors) deliverAgain(r *rand.Rand) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, in := range s.unanswered {
		if r.IntN(2) == 0 {
			in.Again()
		}
	}
	s.unanswered = nil
	for _, in := range s.refused {
		if r.IntN(2) == 0 {
			s.again++
			in.Again()
		}
	}
}

// wait waits until all is painted and said.
func (s *survivors) wait(store match.Store) {
	s.Helper()
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		notices, oldest, err := store.Backlog(s.Context(), match.DiscordFront)
		boards, err2 := store.LaggingBoards(s.Context(), match.DiscordFront, 99)
		if err := errors.Join(err, err2); err != nil {
			s.Fatal(err)
		}
		if notices == 0 && len(boards) == 0 {
			s.Logf("all was said and shown within %v", time.Since(begun).Round(time.Second))
			return
		}
		if time.Since(begun) > 5*time.Minute {
			s.Fatalf("%d notices, the oldest of %v, and %d boards are left: %+v", notices, oldest, len(boards), boards)
		}
	}
}

// matchesIn returns all matches of a channel, by the database.
func (s *survivors) matchesIn(store match.Store, channels map[string]*discordtest.Channel) (matches []match.Match) {
	s.Helper()
	add := func(m match.Match) error {
		if channels[m.Channel] == nil {
			return fmt.Errorf("match %d is in channel %s", m.ID, m.Channel)
		}
		matches = append(matches, m)
		return nil
	}
	if err := errors.Join(store.ForEachFinished(s.Context(), add), store.ForEachPlaying(s.Context(), add)); err != nil {
		s.Fatal(err)
	}
	return matches
}
