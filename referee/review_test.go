package referee_test

import (
	"fmt"
	"slices"
	"testing"

	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/judge"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// TestReview judges one match from 1 2 3, which the player to move loses.
func TestReview(t *testing.T) {
	r := newReferee(t)
	begin(t, r, ask(t, "nim", "1 2 3", match.FirstMe))
	p := play(t, r,
		"1-1", // 0 2 3: no choice
		"2-1", // 0 1 3: threw away the win it had from the start; 3-1 would have kept it
		"3-2", // 0 1 1: kept
		"2-1", // 0 0 1: no choice
		"3-1", // kept
	)
	review := must.Get(r.Review(t.Context(), p.Game))(t)
	var got []string
	for _, d := range review.Decisions {
		got = append(got, fmt.Sprintf("%d %s %v", d.Judgement, d.Better, d.Choice))
	}
	want := []string{
		fmt.Sprintf("%d  false", judge.NoChoice),
		fmt.Sprintf("%d 3-1 true", judge.ThrewAway), // one of five decisions wins
		fmt.Sprintf("%d  true", judge.Kept),         // one of four
		fmt.Sprintf("%d  false", judge.NoChoice),
		fmt.Sprintf("%d  false", judge.Kept), // the only decision
	}
	if !slices.Equal(got, want) {
		t.Errorf("judged %q, want %q", got, want)
	}
	if cause, number := review.CauseOf(games.Right); cause != judge.LetGo || number != 2 {
		t.Errorf("bob's loss is by %d, %d", cause, number)
	}
	for side, want := range map[games.Side]match.Found{games.Left: {Wins: 1, Kept: 1}, games.Right: {Wins: 1}} {
		if got := review.Found(side); got != want {
			t.Errorf("%s found %+v, want %+v", side, got, want)
		}
	}
	if want := (match.Findings{games.Left: match.Found{Wins: 1, Kept: 1}, games.Right: match.Found{Wins: 1}}); !p.Game.Reviewed || p.Game.Findings != want {
		t.Errorf("noted are %v, %+v", p.Game.Reviewed, p.Game.Findings)
	}
	stored, err := r.Latest(t.Context(), "lobby")
	if err != nil || stored.Findings != p.Game.Findings || !stored.Reviewed {
		t.Errorf("stored are %+v, %v", stored.Findings, err)
	}
}

// TestThrewAway distinguishes a win that was held from one that the opponent let slip.
func TestThrewAway(t *testing.T) {
	r := newReferee(t)
	begin(t, r, ask(t, "nim", "2 2 1 1 1", match.FirstMe))
	review := must.Get(r.Review(t.Context(), play(t, r, "5-1", "4-1", "1-1").Game))(t) // kept, no choice, threw away
	if got := review.Decisions[2].Judgement; got != judge.ThrewAway {
		t.Errorf("judged %d", got)
	}
}

// TestFoundBy counts matches without help, and adds missing reviews.
func TestFoundBy(t *testing.T) {
	store := storagetest.Open(t)
	r := referee.New(store, &solver.Solver{}, referee.Options{})
	against := func(position string, steps ...string) {
		t.Helper()
		must.Get(r.ChallengeBot(t.Context(), ask(t, "nim", position, match.FirstMe), match.Perfect))(t)
		if p := play(t, r, steps...); !p.Game.Finished() {
			t.Fatalf("%+v", p)
		}
	}
	want := func(want match.Found, wantMatches int) {
		t.Helper()
		if found, matches, err := r.FoundBy(t.Context(), ann.ID, 10); err != nil || found != want || matches != wantMatches {
			t.Errorf("found %+v in %d, %v; want %+v in %d", found, matches, err, want, wantMatches)
		}
	}
	want(match.Found{}, 0)
	against("1 2", "2-1", "2-1")
	want(match.Found{Wins: 1, Kept: 1}, 1)
	against("1 2", "1-1")
	against("1 2", "hint", "2-1", "2-1")
	against("2 3", "2-2", "takeback", "2-1", "ann resigns")
	want(match.Found{Wins: 2, Kept: 1}, 2)

	// A match from before reviews were stored.
	m := must.Get(store.MatchByID(t.Context(), 1))(t)
	m.Reviewed = false
	must.Get(store.Import(t.Context(), func(yield func(match.Match, error) bool) { yield(m, nil) }))(t)
	old, err := store.LastMatch(t.Context(), "lobby")
	if err != nil || old.Reviewed {
		t.Fatalf("%+v, %v", old, err)
	}
	want(match.Found{Wins: 3, Kept: 2}, 3)
	if old, err = store.LastMatch(t.Context(), "lobby"); err != nil || !old.Reviewed || old.Findings != m.Findings {
		t.Errorf("%+v, %v", old, err)
	}
}

// TestSuitedLevel gives new players the easy level for two matches.
func TestSuitedLevel(t *testing.T) {
	r := newReferee(t)
	for i, want := range []match.Level{match.Easy, match.Easy, match.Casual} {
		if got, err := r.SuitedLevel(t.Context(), ann.ID); err != nil || got != want {
			t.Errorf("match %d is at %s, %v; want %s", i+1, got, err, want)
		}
		must.Get(r.ChallengeBot(t.Context(), ask(t, "nim", "1", match.FirstMe), match.Perfect))(t)
		play(t, r, "1-1")
	}
}
