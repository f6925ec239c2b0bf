package tournament

import (
	"fmt"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/referee/tournament"
)

// simulText explains a simultaneous display. v is its game, nil if it is not drawn yet.
func simulText(t *tournament.Tournament, v *games.Variant) string {
	game := "a random game"
	if v != nil {
		game = v.Name
	}
	return fmt.Sprintf("%s plays everybody who joins at the same time, one game each: %s, %s per turn. The others go first, from a position they can win.",
		view.PlayerName(t.Leader.ID), game, view.Duration(t.TurnTime))
}

// simulScore is the score of the leader against all others.
func simulScore(t *tournament.Tournament) string {
	won, lost := 0, 0
	for _, m := range t.Pairings {
		won, lost = won+m.Won[1], lost+m.Won[0]
	}
	score := fmt.Sprintf("%s has won %d and lost %d", view.PlayerName(t.Leader.ID), won, lost)
	if open := t.Open(); open > 0 {
		return fmt.Sprintf("%s; %d still running.", score, open)
	}
	return score + "."
}

// simulResult is the result of a player against the leader.
func simulResult(t *tournament.Tournament, s *tournament.Standing) string {
	switch {
	case s.Won > 0:
		return "won"
	case s.Lost > 0 && s.Missed > 0:
		return "did not come"
	case s.Lost > 0:
		return "lost"
	case t.Closed():
		return "no result"
	}
	return "plays"
}
