package view

import (
	"fmt"
	"strconv"
	"strings"

	"nimatron/referee"
	"nimatron/referee/judge"
)

// MistakeAction shows a decision that let a win go, by its number from 1.
func MistakeAction(g *referee.Game, number int, label string) Action {
	return Action{Label: label, Command: "replay", Options: map[string]string{
		"match": strconv.FormatInt(g.ID, 10), "mistake": strconv.Itoa(number),
	}}
}

// ReplayCard shows the position after step moves.
func ReplayCard(g *referee.Game, review *judge.Review, step int, l Look) *Card {
	v := g.Play.Variant()
	before, p := positionsAt(g, step)
	won, known := review.FinalWon, review.FinalKnown
	if step < len(review.Decisions) {
		judgement := review.Decisions[step].Judgement
		won, known = judgement != judge.NoChoice, judgement != judge.Unknown
	}
	card := PositionCard(p, ReplayPicture(g, review, step, l.Style), l)
	card.Title, card.Tone = fmt.Sprintf("%s, match %d, %d of %d", v.Name, g.ID, step, len(g.Moves)), Finished
	lines := []string{Matchup(g)}
	if step > 0 {
		lines = append(lines, fmt.Sprintf("Move %d: %s", step, Judgement(g, before.Turn(), review.Decisions[step-1])))
	}
	decider := PlayerName(g.Player(p.Turn().Actor).ID)
	switch {
	case step == len(g.Moves):
		lines = append(lines, ResultText(g))
	case known && won:
		lines = append(lines, Sentence(decider+" decides now, and can win"))
	case known:
		lines = append(lines, Sentence(decider+" decides now, and every move loses against perfect play"))
	default:
		lines = append(lines, Sentence(decider+" decides now; I have not proved who wins from here"))
	}
	if step == len(g.Moves) {
		lines = append(lines, accuracyText(g, review)...)
		lines = append(lines, courseText(g, review))
	}
	card.Body = strings.Join(lines, "\n")
	for _, jump := range []struct {
		label string
		to    int
	}{{"First", 0}, {"Back", step - 1}, {"Forward", step + 1}, {"Last", len(g.Moves)}} {
		if jump.to < 0 || jump.to > len(g.Moves) || jump.to == step {
			continue
		}
		card.Actions = append(card.Actions, Action{Label: jump.label, Command: "replay", Options: map[string]string{
			"match": strconv.FormatInt(g.ID, 10), "step": strconv.Itoa(jump.to),
		}})
	}
	withoutDuplicates(card)
	if mistakes := review.Mistakes(); len(mistakes) > 0 {
		card.Actions = append(card.Actions, MistakeAction(g, mistakes[0], "Mistakes only"))
	}
	return card
}

// withoutDuplicates leaves out actions that do the same as an earlier one: next to an
// end of the match Back is First and Forward is Last.
func withoutDuplicates(card *Card) *Card {
	seen := map[string]bool{}
	var kept []Action
	for _, a := range card.Actions {
		if !seen[a.Options["step"]] {
			seen[a.Options["step"]] = true
			kept = append(kept, a)
		}
	}
	card.Actions = kept
	return card
}
