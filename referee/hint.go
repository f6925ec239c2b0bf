package referee

import (
	"context"
	"errors"
	"fmt"

	"nimatron/games"
	"nimatron/match"
	"nimatron/solver"
)

// HintStep is the length of a hint.
type HintStep uint8

// The steps: every hint in the same position goes one further.
const (
	HintVerdict HintStep = 1 + iota // whether there is a win
	HintPlace                       // the place of a winning move or, in a lost position, why there is none
	HintMove                        // what to play, and why
)

// Hint is advice for the player who decides.
type Hint struct {
	Game *Game
	// Step is the level of detail of the hint. It is HintMove if the position is not proved or has
	// a single legal decision.
	Step         HintStep
	Move         games.Move
	Forced, Only bool // no other decision is legal; no other one wins
	// Keeping are replies that keep the opponent's win, for the last step in a lost position if the opponent
	// decides next: all of them if KeepingAll. Replies counts all legal replies, 0 if too many.
	Keeping    []games.Move
	KeepingAll bool
	Replies    int
	// Wins is true if Move wins by force. Known is false if the search could not prove it.
	Wins, Known bool
	Reason      solver.Reason
}

// Hint advises a player whose turn it is. The match counts every step for its side, and the result mentions
// them.
func (r *Referee) Hint(ctx context.Context, channel, by string) (*Hint, error) {
	g, seat, err := r.gameAndSeat(ctx, channel, by)
	if err != nil {
		return nil, err
	}
	if g.Rated {
		return nil, &Refusal{Words: RatedMatch, Game: g}
	}
	v, p := g.Play.Variant(), g.Play.Position()
	if p.Turn().Actor != seat {
		return nil, &Refusal{Words: NotYourTurn, Game: g}
	}
	if err := r.CheckAdviceOpen(ctx, g.Player(seat)); err != nil {
		return nil, err
	}
	h := &Hint{Game: g, Step: min(HintVerdict+HintStep(min(g.HintsHere, int(HintMove))), HintMove), Forced: !games.HasMoreOptions(p, 1)}
	if err := r.advise(ctx, h, v, p); err != nil {
		return nil, err
	}
	if h.Forced || !h.Known {
		h.Step = HintMove
	}
	if err := r.CheckAdvice(ctx, g.Player(seat)); err != nil {
		return nil, err
	}
	if err := r.store.AddHint(ctx, g.ID, g.Version, seat); err != nil {
		return nil, RefusedIf(err, match.ErrStale, &Refusal{Words: Busy})
	}
	return h, nil
}

func (r *Referee) advise(ctx context.Context, h *Hint, v *games.Variant, p games.Position) error {
	winning, complete, err := r.solver.Winning(ctx, v, p, 2)
	h.Wins, h.Only = len(winning) > 0, len(winning) == 1 && complete
	h.Known = err == nil && (h.Wins || complete)
	if h.Known {
		h.Reason, err = r.solver.Explain(ctx, v, p)
	}
	if errors.Is(err, solver.ErrBudget) {
		h.Known, err = false, nil
	}
	if err != nil {
		return err
	}
	if h.Wins && h.Known {
		h.Move = h.Reason.Move
		return nil
	}
	step, err := r.solver.Choose(ctx, v, p, 0, RandomAt(h.Game.Seed, 1+len(h.Game.Moves)))
	if err != nil {
		return err
	}
	h.Move = step.Move
	if next := step.Position; h.Known && h.Step == HintMove && next.Turn().Actor != p.Turn().Actor {
		for range next.Options() {
			if h.Replies++; h.Replies > countedReplies {
				h.Replies = 0
				break
			}
		}
		// If this fails the hint says less.
		h.Keeping, h.KeepingAll, _ = r.solver.Winning(ctx, v, next, countedReplies)
	}
	return ctx.Err()
}

const countedReplies = 1000

// FoundBy counts a player's chances to win, and those found, in the last limit matches. Matches
// with a hint or a takeback are left out; matches counts the rest. Matches without a review are
// reviewed now, once.
func (r *Referee) FoundBy(ctx context.Context, player string, limit int) (found match.Found, matches int, err error) {
	recent, _, err := r.store.History(ctx, player, limit, 0)
	if err != nil {
		return found, 0, err
	}
	for _, past := range recent {
		m := past.Match
		seat, _ := m.SeatOf(player)
		if m.Sides[seat].Helped() {
			continue
		}
		if !m.Reviewed {
			if err := r.reviewNow(ctx, &m); err != nil {
				return found, 0, err
			}
		}
		found = found.Plus(m.Findings[seat])
		matches++
	}
	return found, matches, nil
}

func (r *Referee) reviewNow(ctx context.Context, m *match.Match) error {
	whole, err := r.store.MatchByID(ctx, m.ID)
	if err != nil {
		return err
	}
	g, err := r.Load(whole)
	if err != nil {
		return err
	}
	review, err := r.Review(ctx, g)
	if err != nil {
		return err // an interrupted review is not stored
	}
	m.Reviewed, m.Findings = true, review.Findings()
	return r.store.SetFindings(ctx, m.ID, m.Findings)
}

// easyMatches is the number of matches that a newcomer plays against the easy level.
const easyMatches = 2

// SuitedLevel returns the level of the bot that suits a person: Easy in the first two matches, then
// Casual.
func (r *Referee) SuitedLevel(ctx context.Context, player string) (match.Level, error) {
	past, _, err := r.store.History(ctx, player, easyMatches, 0)
	if err != nil || len(past) >= easyMatches {
		return match.Casual, err
	}
	return match.Easy, nil
}

// WinsToNextLevel is the number of wins in a row against a level that leads to the next one.
const WinsToNextLevel = 3

// looked bounds the player's matches that NextLevel considers.
const looked = 50

// NextLevel returns the next level of the bot if a person is ready for it: they have won
// WinsToNextLevel matches in a row against the level of g, ending with g. Matches against others
// and matches called off don't count.
func (r *Referee) NextLevel(ctx context.Context, g *Game) (next match.Level, ready bool, err error) {
	next, more := g.Level.Next()
	if !more || !g.Finished() || !g.AgainstBot() {
		return match.NoLevel, false, nil
	}
	person := g.Player(g.Human()).ID
	past, _, err := r.store.History(ctx, person, looked, g.ID+1)
	if err != nil {
		return match.NoLevel, false, err
	}
	won := 0
	for _, entry := range past {
		m := entry.Match
		if m.Level != g.Level || m.Termination == match.Cancelled {
			continue
		}
		if winner, ok := m.Victor(); !ok || winner.ID != person {
			break
		}
		if won++; won == WinsToNextLevel {
			return next, true, nil
		}
	}
	return match.NoLevel, false, nil
}

const maxFaults = 20

// Check examines all that is stored and describes the faults to the operator: matches that the
// rules can't replay, and ratings that don't follow from the matches. It changes nothing. Progress
// may be nil; it gets the number of matches so far, and Check returns their total.
func (r *Referee) Check(ctx context.Context, progress func(matches int)) (faults []string, matches int, err error) {
	check := func(m match.Match) {
		if matches++; progress != nil {
			progress(matches)
		}
		if fault := r.replayFault(m); fault != nil && len(faults) <= maxFaults {
			faults = append(faults, fmt.Sprintf("match %d: %v", m.ID, fault))
		}
	}
	h := newRebuiltHistory(nil)
	wrong, err := r.store.CheckRatings(ctx, func(m match.Match) ([]match.RatingChange, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		check(m)
		return h.apply(m)
	})
	if err != nil {
		return nil, matches, err
	}
	err = r.store.ForEachMatch(ctx, match.Playing, func(m match.Match) error {
		check(m)
		return ctx.Err()
	})
	if err != nil {
		return nil, matches, err
	}
	if len(faults) > maxFaults {
		faults[maxFaults] = "and more matches"
	}
	if wrong > 0 {
		faults = append(faults, fmt.Sprintf("%d ratings or their changes differ from what the matches give: "+
			"nimatron rebuild-ratings recomputes them", wrong))
	}
	return faults, matches, nil
}

func (r *Referee) replayFault(m match.Match) error {
	g, err := r.Load(m)
	if err != nil {
		return err
	}
	winner, over := g.Play.Winner()
	switch {
	case !m.Finished() && over:
		return fmt.Errorf("it goes on, though %v has won", winner)
	case m.Termination == match.Played && !over:
		return fmt.Errorf("it ended by the rules, which let it go on from %q", g.Play.Position())
	case m.Termination == match.Played && m.Winner != match.Seated(winner):
		return fmt.Errorf("by the rules %v has won", winner)
	}
	for n, p := range g.Play.Positions() {
		if n < len(m.Moves) && p.Turn().Actor != m.Moves[n].Actor {
			return fmt.Errorf("move %d is not that of %v", n+1, m.Moves[n].Actor)
		}
	}
	return nil
}
