package referee_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"nimatron/games/catalog"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// TestRebuiltRatingsEqualTheStored plays many rated matches over some days, in which the
// clock is set back now and then, as across a restart, and works the ratings out anew.
func TestRebuiltRatingsEqualTheStored(t *testing.T) {
	whole(t)
	store := storagetest.Open(t)
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	draw := rand.New(rand.NewPCG(3, 4))
	r := referee.New(store, &solver.Solver{}, referee.Options{
		Now:  func() time.Time { return now },
		Seed: draw.Uint64,
	})
	pairs := testlong.Times(0, 70, 300)
	people := make([]match.Player, 6)
	ids := make([]string, len(people))
	for i := range people {
		ids[i] = fmt.Sprint("p", i)
		people[i] = match.Player{ID: ids[i], Name: ids[i]}
	}
	uncounted, timedOut := 0, 0
	count := func(p *referee.Progress, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if p.Uncounted {
			uncounted++
		}
	}
	// lose ends the game that goes on: somebody resigns, or lets the time run out.
	lose := func(by string) {
		t.Helper()
		if draw.IntN(20) > 0 {
			count(r.Resign(t.Context(), "lobby", by))
			return
		}
		now = now.Add(24 * time.Hour)
		if err := r.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		notices := hall{store: store}.timedOut(t)
		if len(notices) != 1 {
			t.Fatalf("the clock has ended %d games", len(notices))
		}
		timedOut++
		count(r.Ended(t.Context(), notices[0].Match))
		if err := store.EndNotice(t.Context(), notices[0].ID); err != nil {
			t.Fatal(err)
		}
	}
	for n := range pairs {
		// A store keeps whole milliseconds: what is reckoned with has to be the same.
		now = now.Add(time.Duration(draw.IntN(20))*time.Minute + time.Duration(draw.IntN(1_000_000)))
		if n%100 == 50 {
			now = now.Add(-30 * time.Hour)
		}
		a, b := draw.IntN(2), 2+draw.IntN(2) // few, so that the day's limit is met
		if n%10 < 2 {
			a, b = 4, 5
		}
		proposal := referee.Proposal{Channel: "lobby", By: people[a], Variant: catalog.Standard.All()[draw.IntN(3)], First: match.FirstRandom, Rated: true}
		if draw.IntN(2) == 0 {
			proposal.TurnTime = match.LiveTurn
		}
		if n%2 == 0 {
			b = a
			must(r.ChallengeBot(t.Context(), proposal, []match.Level{match.Casual, match.Strong}[draw.IntN(2)]))(t)
		} else {
			must(r.Challenge(t.Context(), proposal, people[b]))(t)
			must(r.Accept(t.Context(), "lobby", people[b], ""))(t)
			if n%100 == 5 { // seldom enough that rated matches stay open
				must(r.CancelMatch(t.Context(), "lobby", people[a].ID))(t)
				continue
			}
		}
		for range 2 {
			now = now.Add(time.Minute)
			lose(people[[]int{a, b}[draw.IntN(2)]].ID)
		}
	}
	if uncounted < 2 || timedOut < pairs/30 {
		t.Fatalf("%d pairs did not count and %d games ended by the clock: the test shows less than it should", uncounted, timedOut)
	}
	before := must(store.Ratings(t.Context(), ids...))(t)
	matches, err := r.RebuildRatings(t.Context(), nil)
	if err != nil || matches < 2*pairs-pairs/20 {
		t.Fatalf("rebuilt from %d matches, %v", matches, err)
	}
	after := must(store.Ratings(t.Context(), ids...))(t)
	if len(before) != len(people) || !reflect.DeepEqual(before, after) {
		t.Errorf("rebuilt are\n%+v\nstored were\n%+v", after, before)
	}
}
