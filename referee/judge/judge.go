// Package judge reviews matches: it judges the effect of each decision, and finds the mistake that
// cost a player the match. It needs a solver, and no store.
package judge

import (
	"context"

	"nimatron/games"
	"nimatron/match"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// Judgement is the effect of a decision on the win.
type Judgement uint8

const (
	Unknown  Judgement = iota // the search could not settle it
	NoChoice                  // the position was lost, and every decision loses
	Kept                      // the position was won, and still is
	// ThrewAway: the win that the player held, from the start or since their last
	// decision, is gone.
	ThrewAway
	Missed // the win that the opponent had just given away was not taken
)

type Decision struct {
	Position games.Position
	Move     games.Move
	// Judgement is the effect of the decision. Better is a decision that would have kept the win,
	// if this one did not.
	Judgement Judgement
	Better    games.Move
	// Choice is true if some decisions win and others lose. It is false if more than 1,000 win.
	Choice bool
}

// LetGo reports whether the decision gave a win away.
func (d *Decision) LetGo() bool { return d.Judgement == ThrewAway || d.Judgement == Missed }

// Mistakes returns the numbers, from 1, of the decisions that gave a win away.
func (r *Review) Mistakes() []int {
	var numbers []int
	for i := range r.Decisions {
		if r.Decisions[i].LetGo() {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}

// Review is a match with the solver's judgement of every decision.
type Review struct {
	Decisions            []Decision
	Final                games.Position
	FinalWon, FinalKnown bool // the next player wins in Final; that is proved
}

// Bounds on a review.
const (
	longestReview = 400
	countedWins   = 1000
)

// Of judges every decision of a match. Decisions after the first 400, and those that the search
// can't settle, stay Unknown: all of them together take solver.VerdictWork at most. Decisions that were taken back are not part of a match. The error is
// ctx.Err().
func Of(ctx context.Context, s *solver.Solver, play *games.Match) (*Review, error) {
	ctx, done := theory.Ask(ctx, solver.VerdictWork)
	defer done()
	v, quick := play.Variant(), s.QuickBudget()
	moves := play.Moves()
	review := &Review{Final: play.Position(), Decisions: make([]Decision, len(moves))}
	for i, move := range moves {
		review.Decisions[i].Move = move
	}
	var positions []games.Position
	for n, p := range play.Positions() {
		if positions = append(positions, p); n == min(len(moves), longestReview) {
			break
		}
	}
	var err error
	review.FinalWon, err = quick.Wins(ctx, v, review.Final)
	review.FinalKnown = err == nil
	judged := positions[:len(positions)-1]
	found := make([]foundMoves, len(judged))
	for n := range judged {
		review.Decisions[n].Position = judged[n]
	}
	// Without a theorem the end is easier to settle than the beginning, and helps with it. If a position is
	// too hard, those before it are harder still.
	for n := len(judged) - 1; n >= 0; n-- {
		f := &found[n]
		if f.moves, f.complete, err = quick.Winning(ctx, v, judged[n], countedWins); err != nil {
			break
		}
		f.known = true
	}
	held := holder(ctx, quick, v, play.Start())
	for n := range judged {
		review.Decisions[n].judge(ctx, s, v, found[n], positions[n+1], held)
	}
	return review, ctx.Err()
}

// holder returns the side that holds the win from the start, if that is proved.
func holder(ctx context.Context, quick *solver.Solver, v *games.Variant, start games.Position) map[games.Side]bool {
	won, err := quick.Wins(ctx, v, start)
	if err != nil {
		return map[games.Side]bool{}
	}
	actor := start.Turn().Actor
	return map[games.Side]bool{actor: won, actor.Other(): !won}
}

type foundMoves struct {
	moves           []games.Move
	complete, known bool
}

// Unsettled counts the decisions that are not judged.
func (r *Review) Unsettled() int {
	n := 0
	for i := range r.Decisions {
		if d := &r.Decisions[i]; d.Judgement == Unknown && d.Position != nil {
			n++
		}
	}
	return n
}

func (d *Decision) judge(ctx context.Context, s *solver.Solver, v *games.Variant, in foundMoves, after games.Position, held map[games.Side]bool) {
	actor, winning, complete := d.Position.Turn().Actor, in.moves, in.complete
	if !in.known {
		return
	}
	if len(winning) == 0 {
		if complete {
			d.Judgement, held[actor] = NoChoice, false
		}
		return
	}
	won, err := s.QuickBudget().Wins(ctx, v, after)
	if err != nil {
		return
	}
	d.Choice = complete && games.HasMoreOptions(d.Position, len(winning))
	switch {
	case won == (after.Turn().Actor == actor):
		d.Judgement, held[actor] = Kept, true
		return
	case held[actor]:
		d.Judgement = ThrewAway
	default:
		d.Judgement = Missed
	}
	d.Choice, d.Better, held[actor] = true, winning[0], false
	if solver.FamilyOf(v).Theorem == nil {
		return // even the easiest one takes a search
	}
	if reason, err := s.Explain(ctx, v, d.Position); err == nil {
		d.Better = reason.Move
	}
}

// Found counts a side's chances to win, and those found.
func (r *Review) Found(side games.Side) match.Found {
	var f match.Found
	for _, d := range r.Decisions {
		if d.Choice && d.Position.Turn().Actor == side {
			f.Wins++
			if d.Judgement == Kept {
				f.Kept++
			}
		}
	}
	return f
}

// Findings are the stored part of a review.
func (r *Review) Findings() match.Findings {
	return match.Findings{games.Left: r.Found(games.Left), games.Right: r.Found(games.Right)}
}

// Cause is the reason why a side lost the match.
type Cause uint8

const (
	Uncertain Cause = iota // the search could not decide every relevant position
	// StoppedWinning: the match ended, by the clock or by resigning, in a position that the loser
	// could have won.
	StoppedWinning
	LetGo // the loser had a win and gave it away
	// NeverWon: the loser never decided in a position that could be won, and the winner gave
	// nothing away.
	NeverWon
)

// CauseOf returns why a side lost the match. With LetGo, number is the number, from 1, of the last
// decision that gave a win away.
func (r *Review) CauseOf(loser games.Side) (cause Cause, number int) {
	if !r.FinalKnown {
		return Uncertain, 0
	}
	if r.FinalWon == (r.Final.Turn().Actor == loser) {
		return StoppedWinning, 0
	}
	// The end is lost for the loser. So the last one to give a win away was the loser, or nobody
	// was.
	for i := len(r.Decisions) - 1; i >= 0; i-- {
		d := &r.Decisions[i]
		if d.Judgement == Unknown {
			return Uncertain, 0
		}
		if d.LetGo() {
			return LetGo, i + 1
		}
	}
	return NeverWon, 0
}
