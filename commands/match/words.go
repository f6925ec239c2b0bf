package match

import (
	"fmt"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
)

// honourLine says whether a win against the perfect level qualifies for the wall of honour; empty
// if the question doesn't arise.
func honourLine(g *referee.Game) string {
	winner, _ := g.Victor()
	switch {
	case g.MayBeHonoured():
		return honourText(&g.Match)
	case g.Advised && g.BeatPerfect() && g.Sides[g.Human()].Hints == 0:
		return view.PlayerName(winner.ID) + " used analysis during the match, so it doesn't count for the wall of honour."
	}
	return ""
}

// honourText says whether a win was hard enough for the wall of honour.
func honourText(m *match.Match) string {
	winner, _ := m.Victor()
	text := fmt.Sprintf("%s made %s that could have lost", view.PlayerName(winner.ID), words.Count(m.Critical, "decision"))
	if m.Critical < match.HonourDecisions {
		return fmt.Sprintf("%s. The wall of honour needs %d.", text, match.HonourDecisions)
	}
	return text + ": a win for the wall of honour."
}

// endedText explains the consequences when a moderator ends a match.
func endedText(g *referee.Game) string {
	text := fmt.Sprintf("A moderator ended match %d. Nobody won", g.ID)
	switch {
	case g.Leg != match.Alone:
		return text + ", its rated pair doesn't count, and no ratings change."
	case g.Rated:
		return text + ", and no ratings change."
	}
	return text + "."
}

// scoreText is the score of a pair.
func scoreText(g *referee.Game, left, right int) string {
	// The winner comes first or, in a draw, the player who sat left in the first game.
	winner, loser := g.Sides[games.Right].Player, g.Sides[games.Left].Player
	if left > right {
		winner, loser = g.Sides[games.Left].Player, g.Sides[games.Right].Player
	}
	return fmt.Sprintf("\nPair: %s %d–%d %s.", view.PlayerName(winner.ID), max(left, right), min(left, right), view.PlayerName(loser.ID))
}

// ratingChanges describes the changes of ratings after a rated match.
func ratingChanges(p *referee.Progress) []string {
	var lines []string
	switch {
	case p.Game.Uncounted && p.Game.Tournament != 0: // unrated, or beyond the day's pairs
		lines = append(lines, "No ratings change.")
	case p.Game.Uncounted && p.Game.Termination == match.TimedOut && len(p.Game.Moves) == 0: // neither showed up, or beyond the day's pairs
		lines = append(lines, "This pair doesn't count. No ratings change.")
	case p.Game.Uncounted && p.Game.AgainstBot():
		lines = append(lines, fmt.Sprintf("This pair doesn't count: only %d a day (UTC) against me do. No ratings change.", referee.BotPairsADay))
	case p.Game.Uncounted:
		lines = append(lines, fmt.Sprintf("This pair doesn't count: only %d a day between the same two players do. No ratings change.", referee.PairsADay))
	}
	for _, c := range p.Ratings {
		if c.After.Family == match.Overall {
			lines = append(lines, fmt.Sprintf("%s's rating: %.0f (%+.0f) in %s matches.",
				view.PlayerName(c.Player), c.After.Value, c.After.Value-c.Before.Value, c.After.Pace))
		}
	}
	return lines
}

// certainty says which moves of the bot were guesses, and when it no longer has to guess.
func certainty(p *referee.Progress) []string {
	var lines []string
	for _, d := range p.Decisions {
		switch d.Certainty {
		case referee.Guessed:
			lines = append(lines, "I haven't proved this position, so I play my best guess.")
		case referee.NowProved:
			lines = append(lines, "I have now solved this position, so I'm no longer guessing.")
		}
	}
	return lines
}
