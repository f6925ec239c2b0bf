package referee_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/season"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// hall is a referee with a clock that the test controls, on a database file that several may share.
type hall struct {
	*referee.Referee
	store storage.Store
	now   *time.Time
}

func newHall(t testing.TB, path string, now *time.Time, cat *catalog.Catalog) hall {
	t.Helper()
	store := storagetest.OpenFile(t, path)
	r := referee.New(store, &solver.Solver{}, referee.Options{
		Catalog: cat, Now: func() time.Time { return *now }, Seed: func() uint64 { return 7 },
	})
	season.New(r, store)
	return hall{r, store, now}
}

// timedOut returns the notices of matches that a sweep has ended.
func (h hall) timedOut(t testing.TB) []match.Notice {
	t.Helper()
	notices := must.Get(h.store.TakeNotices(t.Context(), match.DiscordFront, time.Now(), time.Now().Add(time.Minute), 99))(t)
	return slices.DeleteFunc(notices, func(n match.Notice) bool { return n.Kind != match.TimeUpNotice })
}

// ratedPair starts a rated pair between Ann, who goes first, and Bob.
func (h hall) ratedPair(t testing.TB, turn time.Duration) {
	t.Helper()
	p := ask(t, "nim", "", match.FirstMe)
	p.Rated, p.TurnTime = true, turn
	begin(t, h.Referee, p)
}

// TestTheClockDecidesOnce lets late moves, claims and the sweeps of two programs coincide with the
// deadline. One of them ends the game, and the others see that.
func TestTheClockDecidesOnce(t *testing.T) {
	for round := range testlong.Times(1, 4, 20) {
		now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		path := filepath.Join(t.TempDir(), "test.db")
		one, other := newHall(t, path, &now, nil), newHall(t, path, &now, nil)
		one.ratedPair(t, time.Minute)
		now = now.Add(time.Minute)
		var (
			wait  sync.WaitGroup
			mu    sync.Mutex
			ended int
		)
		count := func(n int) { mu.Lock(); ended += n; mu.Unlock() }
		sweep := func(h hall) {
			if err := h.Sweep(t.Context()); err != nil {
				t.Error(err)
			}
		}
		step := func(do func(context.Context, string, string) (*referee.Progress, error), by string) {
			p, err := do(t.Context(), "lobby", by)
			if err == nil && !p.Game.RanOut().IsZero() {
				count(1)
			}
		}
		move := func(h hall) func(context.Context, string, string) (*referee.Progress, error) {
			return func(ctx context.Context, channel, by string) (*referee.Progress, error) {
				return h.Move(ctx, referee.MatchVersion{}, channel, by, "1-1")
			}
		}
		for _, do := range []func(){
			func() { sweep(one) }, func() { sweep(other) }, func() { step(move(one), ann.ID) }, func() { step(move(other), ann.ID) },
			func() { step(one.Claim, bob.ID) }, func() { step(other.Resign, ann.ID) },
		} {
			wait.Go(do)
		}
		wait.Wait()
		first, err := one.store.MatchByID(t.Context(), 1)
		if err != nil || first.Termination != match.TimedOut || first.Winner != match.RightSeat || len(first.Moves) != 0 {
			t.Fatalf("round %d: game 1 is %+v, %v", round, first, err)
		}
		if ended += len(one.timedOut(t)); ended != 1 {
			t.Errorf("round %d: the clock has ended game 1 %d times", round, ended)
		}
		second, err := one.store.LastMatch(t.Context(), "lobby")
		if err != nil || second.ID != 2 || second.Leg != match.SecondLeg || second.Deadline.Before(now.Add(time.Minute)) && !second.Finished() {
			t.Fatalf("round %d: game 2 is %+v, %v", round, second, err)
		}
	}
}

// The end of a pair's first game is announced with its second game. The words are the same even if
// the second game and others are over by then.
func TestEndOfAFirstGameToldLate(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	h := newHall(t, filepath.Join(t.TempDir(), "test.db"), &now, nil)
	h.ratedPair(t, time.Minute)
	now = now.Add(time.Minute)
	must.OK(t, h.Sweep(t.Context()))
	told := func(when string) {
		t.Helper()
		if p, err := h.Ended(t.Context(), 1); err != nil || p.Next == nil || p.Next.Game.ID != 2 {
			t.Errorf("%s: %+v, %v", when, p, err)
		}
	}
	told("at once")
	must.Get(h.Resign(t.Context(), "lobby", ann.ID))(t)
	h.ratedPair(t, time.Minute)
	told("in the next pair")
}

// TestOneBrokenMatchStopsNoClock has an overdue match of a game that no longer exists.
func TestOneBrokenMatchStopsNoClock(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	h := newHall(t, filepath.Join(t.TempDir(), "test.db"), &now, nil)
	must.Get(h.store.CreateMatch(t.Context(), match.Match{
		Channel: "museum", Variant: "nim/1902", Family: "nim", Start: "1", Sides: match.Between(ann, bob), Rated: true, Leg: match.FirstLeg,
		TurnTime: time.Second, Deadline: now.Add(time.Second), Created: now,
	}))(t)
	h.ratedPair(t, time.Minute)
	now = now.Add(time.Minute)
	if err := h.Sweep(t.Context()); err == nil {
		t.Error("the match that can't be read was ended")
	}
	if notices := h.timedOut(t); len(notices) != 1 || notices[0].About.ID != 2 {
		t.Errorf("the sweep has ended %+v", notices)
	}
}

// TestTheBotEndsTheSecondGameAtOnce plays a pair in which the first move wins. The second game is
// over as soon as it starts, and the pair counts.
func TestTheBotEndsTheSecondGameAtOnce(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	nim := must.Get(catalog.Standard.Find("nim"))(t)
	one := *nim
	one.Generate = func(*rand.Rand, games.Size) string { return "1" }
	c := catalog.New([]*games.Variant{&one})
	for seed := uint64(1); ; seed++ {
		if seed == 30 {
			t.Fatal("the person never goes first")
		}
		store := storagetest.Open(t)
		r := referee.New(store, &solver.Solver{}, referee.Options{
			Catalog: c, Now: func() time.Time { return now }, Seed: func() uint64 { return seed },
		})
		p := must.Get(r.ChallengeBot(t.Context(), referee.Proposal{
			Channel: "lobby", By: ann, Variant: &one, First: match.FirstRandom, Rated: true,
		}, match.Strong))(t)
		if p.Game.Finished() {
			continue
		}
		p = must.Get(r.Move(t.Context(), referee.MatchVersion{}, "lobby", ann.ID, "1-1"))(t)
		if p.Next == nil || !p.Next.Game.Finished() || len(p.Next.Decisions) != 1 || len(p.Next.Ratings) != 2 || len(p.Ratings) != 0 {
			t.Fatalf("game 2 is %+v", p.Next)
		}
		left, right, complete, err := r.PairScore(t.Context(), p.Next.Game)
		if fmt.Sprint(left, right, complete, err) != "1 1 true <nil>" {
			t.Errorf("the score is %d–%d, %v, %v", left, right, complete, err)
		}
		before, err := store.Ratings(t.Context(), ann.ID)
		if err != nil || len(before[ann.ID]) != 2 {
			t.Fatalf("%+v, %v", before, err)
		}
		must.Get(r.RebuildRatings(t.Context(), nil))(t)
		after, err := store.Ratings(t.Context(), ann.ID)
		if err != nil || fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("rebuilt is %+v, was %+v", after, before)
		}
		return
	}
}

// TestASecondGameHasASeedOfItsOwn checks that game 2 has another seed. Exporting one's data reveals
// game 1's seed, and it would predict the bot's errors.
func TestASecondGameHasASeedOfItsOwn(t *testing.T) {
	seed := uint64(0)
	store := storagetest.Open(t)
	r := referee.New(store, &solver.Solver{}, referee.Options{Seed: func() uint64 { seed++; return seed }})
	p := ask(t, "nim", "", match.FirstRandom)
	p.Rated = true
	first := must.Get(r.ChallengeBot(t.Context(), p, match.Casual))(t)
	end, err := r.Resign(t.Context(), "lobby", ann.ID)
	if err != nil || end.Next == nil || end.Next.Game.Seed == first.Game.Seed {
		t.Errorf("game 2 is %+v, %v", end.Next, err)
	}
}
