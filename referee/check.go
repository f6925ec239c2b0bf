package referee

import (
	"context"
	"fmt"

	"nimatron/match"
)

// maxFaults is how many faults of the matches Check tells one by one.
const maxFaults = 20

// Check examines everything that is stored. It returns, in words for the operator, what breaks
// the rules: matches that can't be played again as they were, and ratings that don't follow
// from the matches. It changes nothing. It tells progress, which may be nil, how many matches
// it has seen so far, and returns how many there were.
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
		return h.settle(m)
	})
	if err != nil {
		return nil, matches, err
	}
	err = r.store.ForEachPlaying(ctx, func(m match.Match) error {
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
		faults = append(faults, fmt.Sprintf("%d ratings or their changes differ from what the matches give: nimatron rebuild-ratings works them out anew", wrong))
	}
	return faults, matches, nil
}

// replayFault returns what the rules have against a match.
func (r *Referee) replayFault(m match.Match) error {
	g, err := r.load(m)
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
