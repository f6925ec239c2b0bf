package referee_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/judge"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// TestReview judges one match: from 1 2 3 whoever moves loses.
func TestReview(t *testing.T) {
	r := newReferee(t)
	if _, err := r.Challenge(t.Context(), ask(t, "nim", "1 2 3", match.FirstMe), bob); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Accept(t.Context(), "lobby", bob, ""); err != nil {
		t.Fatal(err)
	}
	var p *referee.Progress
	for i, move := range []string{
		"1-1", // 2 3: no choice
		"1-1", // 1 3: threw away what was won from the start; 2-1 would have kept it
		"2-2", // 1 1: kept
		"1-1", // 1: no choice
		"1-1", // kept
	} {
		var err error
		if p, err = r.Move(t.Context(), referee.Moment{}, "lobby", []match.Player{ann, bob}[i%2].ID, move); err != nil {
			t.Fatal(err)
		}
	}
	review := r.Review(t.Context(), p.Game)
	var got []string
	for _, d := range review.Decisions {
		got = append(got, fmt.Sprintf("%d %s %v", d.Judgement, d.Better, d.Choice))
	}
	want := []string{
		fmt.Sprintf("%d  false", judge.NoChoice),
		fmt.Sprintf("%d 2-1 true", judge.ThrewAway), // one of five decisions wins
		fmt.Sprintf("%d  true", judge.Kept),         // one of four
		fmt.Sprintf("%d  false", judge.NoChoice),
		fmt.Sprintf("%d  false", judge.Kept), // the only one there is
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

// TestThrewAway tells a win that was held from one that the opponent let slip.
func TestThrewAway(t *testing.T) {
	r := newReferee(t)
	if _, err := r.Challenge(t.Context(), ask(t, "nim", "2 2 1 1 1", match.FirstMe), bob); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Accept(t.Context(), "lobby", bob, ""); err != nil {
		t.Fatal(err)
	}
	var p *referee.Progress
	for i, move := range []string{"5-1", "4-1", "1-1"} { // kept, no choice, threw away
		var err error
		if p, err = r.Move(t.Context(), referee.Moment{}, "lobby", []match.Player{ann, bob}[i%2].ID, move); err != nil {
			t.Fatal(err)
		}
	}
	review := r.Review(t.Context(), p.Game)
	if got := review.Decisions[2].Judgement; got != judge.ThrewAway {
		t.Errorf("judged %d", got)
	}
}

// TestCauses says what cost a match, however it ended. From 1 2 3 of Nim whoever moves
// first loses, which here is ann.
func TestCauses(t *testing.T) {
	const claim, resignAnn, resignBob = "claim", "ann resigns", "bob resigns"
	for _, c := range []struct {
		name   string
		moves  []string
		loser  games.Side
		want   judge.Cause
		number int
	}{
		{"on time after the winner's blunder", []string{"1-1", "1-1", "2-1", claim}, games.Right, judge.StoppedWinning, 0},
		{"on time, lost", []string{"1-1", "1-1", "2-2", claim}, games.Right, judge.LetGo, 2},
		{"on time at once, lost", []string{claim}, games.Left, judge.NeverWon, 0},
		{"on time at once, won", []string{"1-1", claim}, games.Right, judge.StoppedWinning, 0},
		{"resigned, won", []string{"1-1", "1-1", resignAnn}, games.Left, judge.StoppedWinning, 0},
		{"resigned in the other's turn, won", []string{"1-1", resignBob}, games.Right, judge.StoppedWinning, 0},
		{"resigned, lost from the start", []string{"1-1", "2-1", resignAnn}, games.Left, judge.NeverWon, 0},
		{"resigned, thrown away", []string{"1-1", "1-1", "2-1", resignAnn}, games.Left, judge.LetGo, 3},
		{"thrown away in turn", []string{"1-1", "1-1", "2-1", "2-1", resignAnn}, games.Left, judge.LetGo, 3},
		{"played, lost from the start", []string{"1-1", "2-1", "1-2", "1-2"}, games.Left, judge.NeverWon, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
			r := referee.New(storagetest.Open(t), &solver.Solver{}, referee.Options{Now: func() time.Time { return now }})
			a := ask(t, "nim", "1 2 3", match.FirstMe)
			a.TurnTime = time.Hour
			if _, err := r.Challenge(t.Context(), a, bob); err != nil {
				t.Fatal(err)
			}
			p, err := r.Accept(t.Context(), "lobby", bob, "")
			for _, move := range c.moves {
				if err != nil {
					t.Fatal(err)
				}
				switch move {
				case claim:
					now = now.Add(2 * time.Hour)
					p, err = r.Claim(t.Context(), "lobby", p.Game.Player(c.loser.Other()).ID)
				case resignAnn:
					p, err = r.Resign(t.Context(), "lobby", ann.ID)
				case resignBob:
					p, err = r.Resign(t.Context(), "lobby", bob.ID)
				default:
					p, err = r.Move(t.Context(), referee.Moment{}, "lobby", p.Game.Actor().ID, move)
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			if p.Game.Winner != match.Seated(c.loser.Other()) {
				t.Fatalf("the winner is %s", p.Game.Winner)
			}
			if cause, number := r.Review(t.Context(), p.Game).CauseOf(c.loser); cause != c.want || number != c.number {
				t.Errorf("it is by %d, %d; want %d, %d", cause, number, c.want, c.number)
			}
		})
	}
}

// TestFoundBy counts matches without help, and reviews those that were not.
func TestFoundBy(t *testing.T) {
	store := storagetest.Open(t)
	r := referee.New(store, &solver.Solver{}, referee.Options{})
	play := func(position string, steps ...string) {
		t.Helper()
		p, err := r.ChallengeBot(t.Context(), ask(t, "nim", position, match.FirstMe), match.Perfect)
		for _, step := range steps {
			if err != nil {
				t.Fatal(err)
			}
			switch step {
			case "hint":
				_, err = r.Hint(t.Context(), "lobby", ann.ID)
			case "takeback":
				p, err = r.Takeback(t.Context(), "lobby", ann.ID)
			case "resign":
				p, err = r.Resign(t.Context(), "lobby", ann.ID)
			default:
				p, err = r.Move(t.Context(), referee.Moment{}, "lobby", ann.ID, step)
			}
		}
		if err != nil || !p.Game.Finished() {
			t.Fatalf("%+v, %v", p, err)
		}
	}
	want := func(want match.Found, wantMatches int) {
		t.Helper()
		if found, matches, err := r.FoundBy(t.Context(), ann.ID, 10); err != nil || found != want || matches != wantMatches {
			t.Errorf("found %+v in %d, %v; want %+v in %d", found, matches, err, want, wantMatches)
		}
	}
	want(match.Found{}, 0)
	play("1 2", "2-1", "1-1")
	want(match.Found{Wins: 1, Kept: 1}, 1)
	play("1 2", "1-1")
	play("1 2", "hint", "2-1", "1-1")
	play("2 3", "2-2", "takeback", "2-1", "resign")
	want(match.Found{Wins: 2, Kept: 1}, 2)

	// One that ended before reviews were kept.
	m, err := store.MatchByID(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	m.Reviewed = false
	if _, err := store.Import(t.Context(), func(yield func(match.Match, error) bool) { yield(m, nil) }); err != nil {
		t.Fatal(err)
	}
	old, err := store.LastMatch(t.Context(), "lobby")
	if err != nil || old.Reviewed {
		t.Fatalf("%+v, %v", old, err)
	}
	want(match.Found{Wins: 3, Kept: 2}, 3)
	if old, err = store.LastMatch(t.Context(), "lobby"); err != nil || !old.Reviewed || old.Findings != m.Findings {
		t.Errorf("%+v, %v", old, err)
	}
}
