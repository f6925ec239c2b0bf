package referee

import (
	"context"

	"nimatron/match"
)

// WinsToNextLevel is how many matches in a row somebody has to win against a level of
// the bot to be offered the next one.
const WinsToNextLevel = 3

// looked is how many of a player's newest matches are looked at for those wins.
const looked = 50

// NextLevel returns the level that a person is ready for after a match against the bot:
// the next one, if the person has won this match and those against the same level before
// it, WinsToNextLevel in all. Matches against others, and those that were called off, lie
// between them without breaking the row.
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
