package referee_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// TestRebuiltRatingsEqualTheStored plays many rated matches over some days, and
// works the ratings out anew.
func TestRebuiltRatingsEqualTheStored(t *testing.T) {
	store := storagetest.Open(t)
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	draw := rand.New(rand.NewPCG(3, 4))
	r := referee.New(store, &solver.Solver{}, referee.Options{
		Now:  func() time.Time { return now },
		Seed: draw.Uint64,
	})
	people := make([]match.Player, 6)
	ids := make([]string, len(people))
	for i := range people {
		ids[i] = fmt.Sprint("p", i)
		people[i] = match.Player{ID: ids[i], Name: ids[i]}
	}
	uncounted := 0
	for n := range 150 {
		// A store keeps whole milliseconds: what is reckoned with has to be the same.
		now = now.Add(time.Duration(draw.IntN(120))*time.Minute + time.Duration(draw.IntN(1_000_000)))
		a, b := draw.IntN(2), 2+draw.IntN(2) // few, so that the day's limit is met
		if n%10 == 0 {
			a, b = 4, 5
		}
		proposal := referee.Proposal{Channel: "lobby", By: people[a], Variant: catalog.Standard.All()[draw.IntN(3)], First: match.FirstRandom, Rated: true}
		if n%4 == 3 {
			if _, err := r.ChallengeBot(t.Context(), proposal, match.Casual); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Resign(t.Context(), "lobby", people[a].ID); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if _, err := r.Challenge(t.Context(), proposal, people[b]); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Accept(t.Context(), "lobby", people[b], ""); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			now = now.Add(time.Minute)
			if n%20 == 5 { // one game of the pair has no winner
				if _, err := r.CancelMatch(t.Context(), "lobby", people[a].ID); err != nil {
					t.Fatal(err)
				}
				break
			}
			p, err := r.Resign(t.Context(), "lobby", people[[]int{a, b}[draw.IntN(2)]].ID)
			if err != nil {
				t.Fatal(err)
			}
			if p.Uncounted {
				uncounted++
			}
		}
	}
	if uncounted == 0 {
		t.Fatal("the day's limit was never met: the test shows less than it should")
	}
	before, err := store.Ratings(t.Context(), ids...)
	if err != nil {
		t.Fatal(err)
	}
	matches, err := r.RebuildRatings(t.Context(), nil)
	if err != nil || matches < 150 {
		t.Fatalf("rebuilt from %d matches, %v", matches, err)
	}
	after, err := store.Ratings(t.Context(), ids...)
	if err != nil {
		t.Fatal(err)
	}
	if len(before) != len(people) || !reflect.DeepEqual(before, after) {
		t.Errorf("rebuilt are\n%+v\nstored were\n%+v", after, before)
	}
}
