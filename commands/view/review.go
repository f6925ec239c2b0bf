package view

import (
	"fmt"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/judge"
)

// honourText says whether a win that may be honoured was hard enough.
func honourText(m *match.Match) string {
	winner, _ := m.Victor()
	text := fmt.Sprintf("%s made %s that could have lost", PlayerName(winner.ID), words.Count(m.Critical, "decision"))
	if m.Critical < match.HonourDecisions {
		return fmt.Sprintf("%s; the wall of honour takes %d.", text, match.HonourDecisions)
	}
	return text + ": a win for `/honour`."
}

// Judgement says what a decision, taken at that turn, was and what it did.
func Judgement(g *referee.Game, turn games.Turn, d judge.Decision) string {
	text := DecisionText(g, referee.Decision{Turn: turn, Step: games.Step{Move: d.Move}})
	switch d.Judgement {
	case judge.Kept:
		return text + ", which kept the win."
	case judge.ThrewAway:
		return fmt.Sprintf("%s, a **blunder** that threw the win away; `%s` would have kept it.", text, d.Better)
	case judge.Missed:
		return fmt.Sprintf("%s, which **missed a win**: `%s` would have won.", text, d.Better)
	case judge.NoChoice:
		return text + "; every move loses there."
	default:
		return text + "; I have not proved who wins there."
	}
}

// accuracyText says how many of the chances that were there each player found.
func accuracyText(g *referee.Game, review *judge.Review) []string {
	lines := unprovedText(review)
	for _, side := range []games.Side{games.Left, games.Right} {
		if f := review.Found(side); f.Wins > 0 {
			lines = append(lines, fmt.Sprintf("%s %s.", PlayerName(g.Player(side).ID), FoundText(f)))
		}
	}
	return lines
}

// unprovedText says what of a match is not judged.
func unprovedText(review *judge.Review) []string {
	switch n := review.Unsettled(); {
	case n == 0:
		return nil
	case n == len(review.Decisions):
		return []string{"I have not proved who wins from any position of this match, so nothing that was played is judged."}
	default:
		return []string{fmt.Sprintf("In %d of the %s I have not proved who wins: what was played there is not judged.",
			n, words.Count(len(review.Decisions), "position"))}
	}
}

// FoundText says which of the chances to win a player has found, after the player's name.
func FoundText(f match.Found) string {
	return fmt.Sprintf("found %d of %s", f.Kept, words.Count(f.Wins, "chance"))
}
