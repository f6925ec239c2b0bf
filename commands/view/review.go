package view

import (
	"fmt"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
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

// Review says where a finished match was lost, how well each side played and who
// was helped. turning is the number of the decision that lost it, 0 for none.
func Review(g *referee.Game, review *referee.Review) (lines []string, turning int) {
	if winner, ok := g.Winner.Side(); ok {
		lines = append(lines, lossReason(g, review, winner.Other())...)
		if cause, number := review.CauseOf(winner.Other()); cause == referee.LetGo {
			turning = number
		}
	}
	lines = append(lines, accuracyText(g, review)...)
	if g.MayBeHonoured() {
		lines = append(lines, honourText(&g.Match))
	}
	for _, side := range []games.Side{games.Left, games.Right} {
		switch hints := g.Sides[side].Hints; {
		case hints > 0:
			lines = append(lines, fmt.Sprintf("%s asked for %s.", PlayerName(g.Player(side).ID), words.Count(hints, "hint")))
		case g.Advised && g.BeatPerfect() && side == g.Human():
			lines = append(lines, PlayerName(g.Player(side).ID)+" asked elsewhere how such boards are played, so this is not for `/honour`.")
		}
	}
	return lines, turning
}

// lossReason says what cost the loser the match, as far as that is certain.
func lossReason(g *referee.Game, review *referee.Review, loser games.Side) []string {
	player, winner := PlayerName(g.Player(loser).ID), PlayerName(g.Player(loser.Other()).ID)
	switch cause, number := review.CauseOf(loser); cause {
	case referee.StoppedWinning:
		how := "gave up"
		if g.Termination == match.TimedOut {
			how = "ran out of time in"
		}
		return []string{fmt.Sprintf("Why: %s %s a won position: %s.", player, how, Code(review.Final.String()))}
	case referee.LetGo:
		d := review.Decisions[number-1]
		would := "would have kept the win"
		if d.Judgement == referee.Missed {
			would = "would have won"
		}
		return []string{fmt.Sprintf("Why: the turning point was move %d. From %s, %s played `%s`; `%s` %s.",
			number, Code(d.Position.String()), player, d.Move, d.Better, would)}
	case referee.NeverWon:
		return []string{fmt.Sprintf("Why: %s had the win from the start, %s, and never let go of it.", winner, Code(g.Start))}
	}
	return nil
}

// Judgement says what a decision, taken at that turn, was and what it did.
func Judgement(g *referee.Game, turn games.Turn, d referee.JudgedDecision) string {
	text := DecisionText(g, referee.Decision{Turn: turn, Step: games.Step{Move: d.Move}})
	switch d.Judgement {
	case referee.Kept:
		return text + ", which kept the win."
	case referee.ThrewAway:
		return fmt.Sprintf("%s, a **blunder** that threw the win away; `%s` would have kept it.", text, d.Better)
	case referee.Missed:
		return fmt.Sprintf("%s, which **missed a win**: `%s` would have won.", text, d.Better)
	case referee.NoChoice:
		return text + "; every move loses there."
	default:
		return text + "; I have not proved who wins there."
	}
}

// accuracyText says how many of the wins that were there each player found.
func accuracyText(g *referee.Game, review *referee.Review) []string {
	var lines []string
	switch n := review.Unsettled(); {
	case n > 0 && n == len(review.Decisions):
		return append(lines, "I have not proved who wins from any position of this match, so nothing that was played is judged.")
	case n > 0:
		lines = append(lines, fmt.Sprintf("In %d of the %s I have not proved who wins: what was played there is not judged.",
			n, words.Count(len(review.Decisions), "position")))
	}
	for _, side := range []games.Side{games.Left, games.Right} {
		player := PlayerName(g.Player(side).ID)
		switch f := review.Found(side); {
		case len(review.Decisions) == 0:
		case f.Wins == 0 && stoppedWinning(g, review, side): // there was one in the end
		case f.Wins == 0 && review.Unsettled() > 0:
			lines = append(lines, player+" had no win to find that I know of.")
		default:
			lines = append(lines, player+" "+FoundText(f)+".")
		}
		if takebacks := g.Sides[side].Takebacks; takebacks > 0 {
			lines = append(lines, fmt.Sprintf("%s had %s: moves that were taken back are not judged.", player, words.Count(takebacks, "takeback")))
		}
	}
	return lines
}

// stoppedWinning reports whether a side lost by the clock or by resigning where it could
// have won.
func stoppedWinning(g *referee.Game, review *referee.Review, side games.Side) bool {
	winner, ok := g.Winner.Side()
	cause, _ := review.CauseOf(side)
	return ok && winner != side && cause == referee.StoppedWinning
}

// FoundText says which of the wins a player has found, after the player's name, and
// the accuracy that this is.
func FoundText(f match.Found) string {
	accuracy, ok := f.Accuracy()
	switch {
	case !ok:
		return "never had a win to find"
	case f.Wins == 1 && f.Kept == 1:
		return "found the only win (100%)"
	case f.Wins == 1:
		return "missed the only win (0%)"
	}
	return fmt.Sprintf("found %d of %d wins (%.0f%%)", f.Kept, f.Wins, 100*accuracy)
}
