package referee

import (
	"context"

	"nimatron/games"
	"nimatron/match"
)

// Judgement is what a decision did to the win.
type Judgement uint8

// The judgements.
const (
	// Unknown: the search could not settle it.
	Unknown Judgement = iota
	// NoChoice: the position was lost, and every decision loses.
	NoChoice
	// Kept: the position was won, and still is.
	Kept
	// ThrewAway: the win that the player already held is gone.
	ThrewAway
	// Missed: the win that the opponent had just let slip was not taken.
	Missed
)

// JudgedDecision is one decision of a match with its judgement.
type JudgedDecision struct {
	// Position is the one in which it was taken, Move the decision itself.
	Position games.Position
	Move     games.Move
	// Judgement says what it did, Better a decision that would have kept the win
	// where it did not.
	Judgement Judgement
	Better    games.Move
	// Weight says how hard the decision was to find, from 0, where every legal
	// decision wins, to nearly 1. It is 0 in lost positions.
	Weight float64
}

// Review is a match with the solver's judgement of every decision.
type Review struct {
	Decisions []JudgedDecision
	// Final is the position after the last decision.
	Final games.Position
	// FinalWon says whether the player who would decide next wins there, and
	// FinalKnown whether that could be settled.
	FinalWon, FinalKnown bool
}

// Bounds on a review.
const (
	// longestReview is the most decisions that are judged.
	longestReview = 400
	// countedOptions is how far legal decisions are counted for a weight.
	countedOptions = 1000
)

// Review judges every decision of a match, finished or not. Those after the first
// 400, and those that the search can't settle in time, stay Unknown.
func (r *Referee) Review(ctx context.Context, g *Game) *Review {
	ctx, cancel := context.WithTimeout(ctx, thinkingTime)
	defer cancel()
	v := g.Play.Variant()
	review := &Review{Final: g.Play.Position()}
	for n, p := range g.Play.Positions() {
		if n < len(g.Play.Moves()) {
			review.Decisions = append(review.Decisions, JudgedDecision{Position: p, Move: g.Play.Moves()[n]})
		}
	}
	held := map[games.Side]bool{} // who won at their last decision and kept it
	for i := range review.Decisions[:min(len(review.Decisions), longestReview)] {
		after := review.Final
		if i+1 < len(review.Decisions) {
			after = review.Decisions[i+1].Position
		}
		r.judge(ctx, v, &review.Decisions[i], after, held)
	}
	var err error
	review.FinalWon, err = r.solver.Wins(ctx, v, review.Final)
	review.FinalKnown = err == nil
	return review
}

// judge judges one decision, which leads to after.
func (r *Referee) judge(ctx context.Context, v *games.Variant, d *JudgedDecision, after games.Position, held map[games.Side]bool) {
	actor := d.Position.Turn().Actor
	winning, complete, err := r.solver.Winning(ctx, v, d.Position, countedOptions)
	if err != nil {
		return
	}
	if len(winning) == 0 {
		if complete {
			d.Judgement, held[actor] = NoChoice, false
		}
		return
	}
	won, err := r.solver.Wins(ctx, v, after)
	if err != nil {
		return
	}
	d.Weight = 1 - winningShare(d.Position, len(winning), complete)
	switch {
	case won == (after.Turn().Actor == actor):
		d.Judgement, held[actor] = Kept, true
		return
	case held[actor]:
		d.Judgement = ThrewAway
	default:
		d.Judgement = Missed
	}
	d.Better, held[actor] = winning[0], false
}

// winningShare returns the share of the legal decisions that win, as far as they are
// counted.
func winningShare(p games.Position, winning int, complete bool) float64 {
	legal := 0
	for range p.Options() {
		if legal++; legal == countedOptions {
			break
		}
	}
	if !complete || winning > legal {
		winning = legal
	}
	return float64(winning) / float64(legal)
}

// critical returns how many of the winner's decisions in a match that has been won were
// taken where some options won and some lost.
func (r *Referee) critical(ctx context.Context, g *Game) int {
	winner, _ := g.Winner.Side()
	count := 0
	for _, d := range r.Review(ctx, g).Decisions {
		if d.Position.Turn().Actor == winner && d.Weight > 0 {
			count++
		}
	}
	return count
}

// Accuracy returns the winning decisions that a side found among those that it
// could have found, weighted by how hard they were, from 0 to 1; ok is false for
// a side that never had to find any.
func (r *Review) Accuracy(side games.Side) (accuracy float64, ok bool) {
	found, faced := r.wins(side)
	if faced == 0 {
		return 0, false
	}
	return found / faced, true
}

// wins returns the weights of the winning decisions that a side found, and of those
// that it could have found.
func (r *Review) wins(side games.Side) (found, faced float64) {
	for _, d := range r.Decisions {
		if d.Position.Turn().Actor != side {
			continue
		}
		faced += d.Weight
		if d.Judgement == Kept {
			found += d.Weight
		}
	}
	return found, faced
}

// AccuracyOf returns the accuracy of a player over the newest matches that they
// have finished, at most limit of them, and how many matches those are.
func (r *Referee) AccuracyOf(ctx context.Context, player string, limit int) (accuracy float64, matches int, ok bool, err error) {
	recent, _, err := r.store.History(ctx, player, limit, 0)
	if err != nil {
		return 0, 0, false, err
	}
	var found, faced float64
	for _, entry := range recent {
		m, err := r.store.MatchByID(ctx, entry.Match.ID)
		if err != nil {
			return 0, 0, false, err
		}
		g, err := r.load(m)
		if err != nil {
			return 0, 0, false, err
		}
		review := r.Review(ctx, g)
		if seat, plays := g.SeatOf(player); plays {
			f, all := review.wins(seat)
			found, faced = found+f, faced+all
		}
	}
	if faced == 0 {
		return 0, len(recent), false, nil
	}
	return found / faced, len(recent), true, nil
}

// TurningPoint returns the number, from 1, of the decision with which a side let a
// win slip for the last time; ok is false if it never had one to let slip, or if that
// is not certain.
func (r *Review) TurningPoint(side games.Side) (number int, ok bool) {
	for i, d := range r.Decisions {
		if d.Position.Turn().Actor == side && (d.Judgement == ThrewAway || d.Judgement == Missed) {
			number, ok = i+1, true
		}
	}
	return number, ok
}

// Hopeless reports whether every position in which a side decided was lost for it. It
// is false unless all positions of the match were settled.
func (r *Review) Hopeless(side games.Side) bool {
	for _, d := range r.Decisions {
		if d.Judgement == Unknown || d.Position.Turn().Actor == side && d.Judgement != NoChoice {
			return false
		}
	}
	return true
}

// FinalWonBy reports whether a side would still win from the last position.
func (r *Review) FinalWonBy(side games.Side) bool {
	return r.FinalKnown && r.FinalWon == (r.Final.Turn().Actor == side)
}

// MatchFor returns a match by its number for somebody who asks on a server. The
// players of a match may see it everywhere, others only where it was played; the
// error is then a *Refusal with NotForYou, and for a number without a match one
// with NoSuchMatch.
func (r *Referee) MatchFor(ctx context.Context, id int64, by, server, channel string) (*Game, error) {
	m, err := r.store.MatchByID(ctx, id)
	if err != nil {
		return nil, refusedIf(err, match.ErrNotFound, &Refusal{Code: NoSuchMatch})
	}
	g, err := r.load(m)
	if err != nil {
		return nil, err
	}
	_, played := g.SeatOf(by)
	here := m.Channel == channel || m.Server != "" && m.Server == server
	if !played && !here {
		return nil, &Refusal{Code: NotForYou}
	}
	return g, nil
}
