package referee

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/games/catalog"
	"nimatron/match"
)

// RatedClosed refuses a rated match to a person who has called off too many.
var RatedClosed = Words(fmt.Sprintf("You called off more than %d rated pairs in 24 hours, so you can't play rated matches until {until}. Casual matches are fine: leave out `rated:`.", match.CalledOffADay))

// Refusals of advice that may help in a game that counts.
const (
	NoAdvice Words = "You are in a rated match (match {match}), so I can't help you {which} until {end}. That rules out analysis, hints, tables, puzzles, lessons, reviews, and matches against me from a position you choose. The current turn ends {until}."
)

// checkRated gives a rated proposal its clock, and refuses what a rated match may not have.
func (r *Referee) checkRated(ctx context.Context, p *Proposal) error {
	if !p.Rated {
		return nil
	}
	if p.TurnTime == 0 {
		p.TurnTime = RatedTurnTime
	}
	switch {
	case p.Position != "":
		return &Refusal{Words: "A rated match starts from a random position, so leave out `position:`."}
	case p.TurnTime > MaxRatedTurnTime:
		return &Refusal{Words: Words(fmt.Sprintf("A rated match has at most %d days per turn. Write `time:3d` or less, or leave out `time:` for 1 day.", MaxRatedTurnTime/(24*time.Hour)))}
	}
	return r.CheckOpen(ctx, p.By.ID)
}

// CheckOpen refuses rated matches to a person who has called off too many.
func (r *Referee) CheckOpen(ctx context.Context, player string) error {
	_, until, err := r.CalledOff(ctx, player)
	if err == nil && !until.IsZero() {
		err = &Refusal{Words: RatedClosed, Until: until}
	}
	return err
}

// CalledOff returns how many rated pairs a player has called off in 24 hours, and until when rated
// matches are closed to them; the zero time if they are open.
func (r *Referee) CalledOff(ctx context.Context, player string) (count int, closedUntil time.Time, err error) {
	const day = 24 * time.Hour
	now := r.now()
	// The pairs that close rated matches now may go back two days.
	times, err := r.store.CalledOff(ctx, player, now.Add(-2*day))
	if err != nil {
		return 0, time.Time{}, err
	}
	for _, t := range times {
		if now.Sub(t) < day {
			count++
		}
	}
	if until := match.ClosedUntil(times); until.After(now) {
		closedUntil = until
	}
	return count, closedUntil, nil
}

// CheckAdvice must be called before anybody sees the solver's knowledge about a position of a
// family. It refuses advice that is locked, with NoAdvice or by the hook of a feature. Else it marks the
// player's matches for the wall of honour in that family as advised.
func (r *Referee) CheckAdvice(ctx context.Context, player, family string) error {
	m, err := r.AdviceLock(ctx, player, family)
	if err != nil {
		return err
	}
	if m != nil {
		return noAdvice(m)
	}
	for _, h := range r.hooks {
		if h.LockAdvice != nil {
			if err := h.LockAdvice(ctx, player, family); err != nil {
				return err
			}
		}
	}
	return r.store.MarkAdvised(ctx, player, catalog.Kin(family))
}

// noAdvice says which advice a rated match locks, and until when.
func noAdvice(m *match.Match) error {
	kin := catalog.Kin(m.Family)
	which := "with this kind of game (`" + kin[0] + "`)"
	if others := kin[1:]; len(others) > 0 {
		which += " or with related games (`" + strings.Join(others, "`, `") + "`)"
	}
	end := "both games of its pair are over"
	if m.Leg == match.Alone {
		end = "it is over"
	}
	return &Refusal{Words: NoAdvice, Until: m.Deadline, With: []string{"{match}", strconv.FormatInt(m.ID, 10), "{which}", which, "{end}", end}}
}

// AdviceLock returns the player's rated match that locks advice on a family, nil for none and for
// the bot. A match locks the families that can express its board.
func (r *Referee) AdviceLock(ctx context.Context, player, family string) (*match.Match, error) {
	if player == match.BotID {
		return nil, nil
	}
	running, err := r.store.RunningRated(ctx, player)
	if err != nil {
		return nil, err
	}
	kin := catalog.Kin(family)
	for i := range running {
		if m := &running[i]; slices.Contains(kin, m.Family) {
			return m, nil
		}
	}
	return nil, nil
}
