package referee_test

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// crowded is a match of a room, and a clock.
type crowded struct {
	*testing.T
	store storage.Store
	r     *referee.Referee
	at    time.Time
}

func (c *crowded) open() *referee.Referee {
	return referee.New(c.store, &solver.Solver{}, referee.Options{Now: func() time.Time { return c.at }, Seed: func() uint64 { return 7 }})
}

func together(t *testing.T) *crowded {
	c := &crowded{T: t, store: storagetest.OpenFile(t, filepath.Join(t.TempDir(), "test.db")), at: time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)}
	c.r = c.open()
	c.begin("lobby")
	return c
}

func (c *crowded) begin(channel string) {
	must.Get(c.r.ChallengeBot(c.Context(), referee.Proposal{
		Channel: channel, By: match.CrowdOf("local"), Leader: ann, TurnTime: time.Minute, Variant: must.Get(catalog.Standard.Find("nim"))(c.T), First: match.FirstMe,
	}, match.Perfect))(c.T)
}

// vote votes for the n-th move of the position.
func (c *crowded) vote(who match.Player, n int) { c.voteIn("lobby", who, n) }

func (c *crowded) voteIn(channel string, who match.Player, n int) {
	c.Helper()
	g := must.Get(c.r.Current(c.Context(), channel))(c.T)
	for step := range g.Play.Position().Options() {
		if n--; n < 0 {
			_, err := c.r.Vote(c.Context(), referee.MatchVersion{Match: g.ID, Version: g.Version}, g, who, step.Move.String())
			must.OK(c.T, err)
			return
		}
	}
}

// A bell that processes ring at once, and again after a kill, plays the elected move once.
func TestBellRingsOnce(t *testing.T) {
	c := together(t)
	cat := match.Player{ID: "cat", Name: "cat"}
	for _, who := range []match.Player{ann, bob} {
		c.vote(who, 1)
	}
	c.vote(cat, 0)
	before := must.Get(c.r.Current(t.Context(), "lobby"))(t)
	c.at = c.at.Add(time.Minute - time.Millisecond)
	must.Get(c.r.RingBells(t.Context()))(t)
	if g := must.Get(c.r.Current(t.Context(), "lobby"))(t); len(g.Moves) != len(before.Moves) {
		t.Fatal("the bell rings early")
	}
	c.at = c.at.Add(time.Millisecond)
	must.OK(t, match.ChangeCrowd(t.Context(), c.store, before.ID, func(c *match.Crowd) bool { // a process was killed here
		c.Closed = true
		return true
	}))
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() { _, _ = c.open().RingBells(t.Context()) })
	}
	group.Wait()
	must.Get(c.r.RingBells(t.Context()))(t)
	g := must.Get(c.open().Current(t.Context(), "lobby"))(t)
	var second string
	n := 0
	for step := range before.Play.Position().Options() {
		if n == 1 {
			second = step.Move.String()
		}
		n++
	}
	if len(g.Moves) != len(before.Moves)+2 || g.Moves[len(before.Moves)].Text != second || g.Version != before.Version+1 {
		t.Errorf("after the bell the moves are %v in version %d, want %s", g.Moves, g.Version, second)
	}
	if bells := must.Get(match.Bells(t.Context(), c.store))(t); len(bells) > 0 {
		t.Errorf("the bells %v wait", bells)
	}
}

// While the platform does not say whether a channel is there, a round asks it once, and no bell is lost.
func TestBellsWhileThePlatformHangs(t *testing.T) {
	c := together(t)
	c.begin("garden")
	c.vote(ann, 1)
	c.voteIn("garden", bob, 1)
	c.at = c.at.Add(time.Minute)
	asked, hangs := 0, errors.New("it hangs")
	c.r.UseLost(match.DiscordFront, func(context.Context, string, string) (match.Held, error) { asked++; return match.Held{}, hangs })
	if played, err := c.r.RingBells(t.Context()); !errors.Is(err, hangs) || len(played) > 0 || asked != 1 {
		t.Errorf("%d questions, played %v: %v", asked, played, err)
	}
	hangs = nil
	if played, err := c.r.RingBells(t.Context()); err != nil || len(played) != 2 {
		t.Errorf("later played %v: %v", played, err)
	}
}

// Ties are decided by a lot that is the same in every process, and a veto passes over a move.
func TestElect(t *testing.T) {
	counts := []match.Count{{Move: "1-1", Votes: 3}, {Move: "1-2", Votes: 3}, {Move: "2-1", Votes: 1}}
	seen := map[string]int{}
	for seed := range uint64(200) {
		move := referee.Elect(counts, match.Crowd{}, seed, 4)
		if again := referee.Elect(counts, match.Crowd{}, seed, 4); again != move {
			t.Fatalf("%s and then %s", move, again)
		}
		seen[move]++
	}
	if seen["2-1"] > 0 || seen["1-1"] < 60 || seen["1-2"] < 60 {
		t.Errorf("the lots are %v", seen)
	}
	veto := match.Crowd{Veto: "1-1", VetoPly: 4}
	if move := referee.Elect(counts, veto, 1, 4); move != "1-2" {
		t.Errorf("after a veto %s is played", move)
	}
	if move := referee.Elect(counts[:1], veto, 1, 4); move != "1-1" {
		t.Errorf("after a veto of the only move %s is played", move)
	}
}
