//go:build unix

package bot

import (
	"cmp"
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

	"nimatron/games/gamestest"
	"nimatron/internal/discordtest"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// killClock is how much faster the clock of a bot runs that is going to be killed: a
// turn of a day takes four seconds.
const killClock = 20_000

// quickClock is such a clock, the same in each process: the test that starts them says
// when it began.
func quickClock() time.Time {
	ms, _ := strconv.ParseInt(os.Getenv(childBegun), 10, 64)
	begun := time.UnixMilli(ms)
	return begun.Add(time.Since(begun) * killClock)
}

// kills are how often the bot is killed: NIMATRON_KILLS says more than the usual.
func kills(t *testing.T) int {
	text := os.Getenv("NIMATRON_KILLS")
	if text == "" {
		return 24
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// survivors is what people do with a bot that is killed again and again, and what they
// have seen of it.
type survivors struct {
	*testing.T
	srv  *discordtest.Server
	over atomic.Bool
	idle atomic.Pointer[discordtest.Channel] // in which nobody moves: the clock ends the matches

	mu         sync.Mutex
	asked      map[string]askedMove // by channel and text
	unanswered []*discordtest.Interaction
}

func newSurvivors(t *testing.T) *survivors {
	s := &survivors{T: t, srv: discordtest.New(discordtest.Options{Token: secret}), asked: map[string]askedMove{}}
	t.Cleanup(s.srv.Close)
	return s
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
		}
	}
}

// playStart is where the matches of play begin.
const playStart = "900000000 900000000 900000000"

// move has somebody move, and notes when, and what they are answered.
func (s *survivors) move(u *discordtest.User, ch *discordtest.Channel, text string) *discordtest.Interaction {
	asked := askedMove{from: time.Now()}
	note := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.asked[ch.ID+" "+text] = asked
	}
	note()
	in := u.Slash(ch, "move", discordtest.Opt("move", text))
	if m := s.ask(in); m != nil && strings.Contains(m.Text(), "(`"+text+"`)") {
		asked.to = time.Now()
		if _, after, ok := strings.Cut(m.Text(), "(`"+text+"`): `"); ok {
			asked.left, _, _ = strings.Cut(after, " ")
		}
		note()
	}
	return in
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
	t.Setenv(childBegun, fmt.Sprint(time.Now().UnixMilli()))
	file := filepath.Join(t.TempDir(), "nimatron.db")
	s := newSurvivors(t)
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
		all.Go(func() { s.play(ch, a, b, 1000, rand.New(rand.NewPCG(uint64(n), 7))) })
	}
	ladder, eve := room("ladder"), s.srv.AddUser("eve")
	all.Go(func() { s.rated(ladder, eve) })
	waiting, max := room("waiting"), s.srv.AddUser("max")
	all.Go(func() { s.lonely(waiting, max) })
	daily, clock, tim := room("daily"), room("clock"), s.srv.AddUser("tim")
	all.Go(func() { s.puzzled(daily, max) })
	all.Go(func() { s.timed(clock, tim) })

	r := rand.New(rand.NewPCG(1, 2))
	for range kills(t) {
		c := startChild(t, s.srv, killedChild, file)
		time.Sleep(200*time.Millisecond + rand.N(1500*time.Millisecond))
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
	last := startChild(t, s.srv, killedChild, file)
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

// deliverAgain delivers half of that again which nobody has answered, as Discord may.
func (s *survivors) deliverAgain(r *rand.Rand) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, in := range s.unanswered {
		if r.IntN(2) == 0 {
			in.Again()
		}
	}
	s.unanswered = nil
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

// checkMoves looks that the moves of each channel, in all of its matches, are a history that
// people can have seen.
func (s *survivors) checkMoves(store match.Store, channels map[string]*discordtest.Channel) {
	matches := s.matchesIn(store, channels)
	slices.SortFunc(matches, func(a, b match.Match) int { return cmp.Compare(a.ID, b.ID) })
	histories := map[string][]madeMove{}
	moves := 0
	for _, m := range matches {
		if m.Start != playStart {
			continue
		}
		pile, _, _ := strings.Cut(playStart, " ")
		left, _ := strconv.Atoi(pile)
		for _, move := range m.Moves {
			taken, _ := strconv.Atoi(strings.TrimPrefix(move.Text, "L-"))
			left -= taken
			histories[m.Channel] = append(histories[m.Channel], madeMove{move.Text, strconv.Itoa(left)})
			moves++
		}
	}
	answered := 0
	for id := range channels {
		asked := map[string]askedMove{}
		for key, a := range s.asked {
			if text, ok := strings.CutPrefix(key, id+" "); ok {
				asked[text] = a
				if !a.to.IsZero() {
					answered++
				}
			}
		}
		for _, fault := range historyFaults(histories[id], asked) {
			s.Errorf("channel %s: %s", id, fault)
		}
	}
	s.Logf("%d moves were made, %d of them acknowledged by their own answer, all in order", moves, answered)
	if answered == 0 && !gamestest.RaceEnabled { // then some runs are too short for all that is played
		s.Error("nobody has moved")
	}
}

func (s *survivors) checkRatings(store match.Store) {
	var people []string
	for _, u := range s.srv.Users() {
		people = append(people, u.ID)
	}
	before, err := store.Ratings(s.Context(), people...)
	if err != nil {
		s.Fatal(err)
	}
	n, err := referee.New(store, &solver.Solver{}, referee.Options{}).RebuildRatings(s.Context(), nil)
	if err != nil {
		s.Fatal(err)
	}
	after, err := store.Ratings(s.Context(), people...)
	if err != nil || len(before) == 0 && !gamestest.RaceEnabled || fmt.Sprint(before) != fmt.Sprint(after) {
		s.Errorf("%v: rebuilt from %d matches, the ratings are %v; they were %v", err, n, after, before)
	}
}

func (s *survivors) checkBoards(store match.Store, channels map[string]*discordtest.Channel) {
	r := referee.New(store, &solver.Solver{}, referee.Options{})
	shown := map[string]string{}
	for _, ch := range channels {
		for _, m := range ch.Messages() {
			shown[m.ChannelID+"/"+m.ID] = m.Text()
		}
	}
	for _, m := range s.matchesIn(store, channels) {
		g, err := r.Game(s.Context(), m.ID)
		if err != nil {
			s.Fatal(err)
		}
		text, ok := shown[m.Message]
		if !ok {
			s.Errorf("match %d has no board: %q", m.ID, m.Message)
			continue
		}
		want := []string{fmt.Sprint("match ", m.ID), g.Play.Position().String()}
		if m.Finished() {
			want = append(want, map[bool]string{true: "wins", false: "without a winner"}[m.Winner != match.Nobody])
		} else {
			want = append(want, "to move")
		}
		for _, want := range want {
			if !strings.Contains(text, want) {
				s.Errorf("the board of match %d lacks %q: %s", m.ID, want, text)
			}
		}
	}
}

// What notices have in them.
const (
	reminderWords = "a quarter of your time is left"
	expiredWords  = "went unanswered and is closed"
	timeUpWords   = "time ran out at" // and that ended the match
	puzzleWords   = "Can you find it?"
)

// checkNotices looks that each reminder, end by the clock and puzzle of a day was said once:
// a reminder names the match and the time, an end the match, a puzzle the day.
func (s *survivors) checkNotices(store match.Store, channels map[string]*discordtest.Channel) {
	said, expired := map[string]map[string]int{reminderWords: {}, timeUpWords: {}, puzzleWords: {}}, 0
	for _, ch := range channels {
		expired += len(messagesWith(ch, expiredWords))
		for words, texts := range said {
			for _, text := range messagesWith(ch, words) {
				texts[text]++
			}
		}
	}
	for _, texts := range said {
		for text, n := range texts {
			if n != 1 {
				s.Errorf("said %d times: %s", n, text)
			}
		}
	}
	reminders, ends := said[reminderWords], said[timeUpWords]
	unsaid, _, err := store.Backlog(s.Context(), match.DiscordFront) // what came while the last bots stopped
	if err != nil {
		s.Fatal(err)
	}
	clocks := 0
	for _, m := range s.matchesIn(store, channels) {
		if m.Termination != match.TimedOut || m.Channel != s.idle.Load().ID { // elsewhere answers say it too
			continue
		}
		clocks++
		n := 0
		for text := range ends {
			// The end of the first game of a pair is said with the beginning of the second, or,
			// where that comes late, with its end.
			first := strings.Contains(text, " was the first game")
			if strings.Contains(text, fmt.Sprintf("Match %d was the first game", m.ID)) || !first && strings.Contains(text, fmt.Sprintf("Match %d: ", m.ID)) {
				n++
			}
		}
		if n == 0 && unsaid > 0 {
			unsaid--
		} else if n != 1 {
			s.Errorf("that the time was over in match %d is said %d times: %q", m.ID, n, slices.Collect(maps.Keys(ends)))
		}
	}
	texts := slices.Collect(maps.Keys(reminders))
	for _, m := range s.matchesIn(store, channels) {
		if m.Finished() || !m.Reminded {
			continue
		}
		said := slices.ContainsFunc(texts, func(text string) bool {
			return strings.Contains(text, fmt.Sprintf("in match %d:", m.ID)) && strings.Contains(text, fmt.Sprintf("<t:%d:", m.Deadline.Unix()))
		})
		if !said && quickClock().Before(m.Deadline) {
			s.Errorf("nobody was reminded in match %d", m.ID)
		}
	}
	if !gamestest.RaceEnabled && (len(reminders) == 0 || expired == 0 || clocks == 0 || len(said[puzzleWords]) == 0) {
		s.Error("the test shows less than it should")
	}
	s.Logf("%d reminders were said, %d challenges expired, %d matches were ended by their clock, %d puzzles announced",
		len(reminders), expired, clocks, len(said[puzzleWords]))
}
