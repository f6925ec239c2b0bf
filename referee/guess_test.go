package referee_test

import (
	"slices"
	"testing"

	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/judge"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// TestGuesses plays on a board that the bot can't prove at first. Each move has a new referee, as
// after a restart. The bot says when it guesses, and says once when it no longer does. An unproved
// decision is never a mistake.
func TestGuesses(t *testing.T) {
	store := storagetest.Open(t)
	again := func() *referee.Referee {
		return referee.New(store, &solver.Solver{BoardNodes: 300}, referee.Options{Seed: func() uint64 { return 7 }})
	}
	const hard = "1 9 8 7 6 / 8 7 9 8 7 / 7 9 8 9 6 / 6 7 6 8 7 / 9 8 7 6 5"
	p := must.Get(again().ChallengeBot(t.Context(), ask(t, "forklift-nim", hard, match.FirstMe), match.Perfect))(t)
	var said []referee.Certainty
	for first := true; !p.Game.Finished(); first = false {
		if hint, err := again().Hint(t.Context(), "lobby", "ann"); err != nil || first && hint.Known {
			t.Fatalf("the hint at first: %+v, %v", hint, err)
		}
		// Emptying the largest stacks leads to a position that can be proved.
		var all string
		most := uint64(0)
		for step := range p.Game.Play.Position().Options() {
			if step.Move.Count > most {
				all, most = step.Move.String(), step.Move.Count
			}
		}
		p = must.Get(again().Move(t.Context(), referee.MatchVersion{}, "lobby", "ann", all))(t)
		if d := p.Decisions[len(p.Decisions)-1]; d.Turn.Actor != 0 {
			said = append(said, d.Certainty)
		}
	}
	proved := slices.Index(said, referee.NowProved)
	if said[0] != referee.Guessed || proved < 1 || slices.Index(said[proved+1:], referee.NowProved) >= 0 {
		t.Errorf("the bot says %v", said)
	}
	review := must.Get(again().Review(t.Context(), p.Game))(t)
	if n := review.Unsettled(); n == 0 || n == len(review.Decisions) || review.Decisions[0].Judgement != judge.Unknown || !review.FinalKnown {
		t.Errorf("%d of %d decisions are not judged", n, len(review.Decisions))
	}
	for i, d := range review.Decisions[:review.Unsettled()] {
		if d.Judgement != judge.Unknown || d.Choice || d.LetGo() {
			t.Errorf("decision %d counts, but nobody has proved who wins there: %+v", i, d)
		}
	}
}
