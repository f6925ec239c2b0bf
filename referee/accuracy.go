package referee

import (
	"context"

	"nimatron/match"
)

// FoundBy counts the wins that a player had to find, and found, in the newest matches that they
// have finished: at most limit of them, and matches says how many those are. Matches in which
// the player had a hint or took moves back are left out. Matches that were not reviewed when
// they ended are reviewed now, once.
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

// reviewNow reviews a match that ended without it, and stores what that has found.
func (r *Referee) reviewNow(ctx context.Context, m *match.Match) error {
	whole, err := r.store.MatchByID(ctx, m.ID)
	if err != nil {
		return err
	}
	g, err := r.load(whole)
	if err != nil {
		return err
	}
	m.Reviewed, m.Findings = true, r.Review(ctx, g).Findings()
	if ctx.Err() != nil {
		return ctx.Err() // what was found in too short a time is not to stay
	}
	return r.store.SetFindings(ctx, m.ID, m.Findings)
}
