package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture"
	"nimatron/referee"
)

// mistakeAction shows a decision that let a win go, by its number from 1.
func mistakeAction(g *referee.Game, number int, label string) Action {
	return Action{Label: label, Command: "replay", Options: map[string]string{
		"match": strconv.FormatInt(g.ID, 10), "mistake": strconv.Itoa(number),
	}}
}

// mistakeReply shows the mistake that the request names: the position in which it was made,
// and what would have won, and why.
func (s *Service) mistakeReply(ctx context.Context, r *Request, g *referee.Game, review *referee.Review) (Reply, error) {
	mistakes := review.Mistakes()
	number, err := strconv.Atoi(r.option("mistake"))
	at := slices.Index(mistakes, number)
	if err != nil || at < 0 {
		return Reply{}, noMistake(g, r.option("mistake"), mistakes)
	}
	v, d := g.Play.Variant(), review.Decisions[number-1]
	reason, err := s.solver.ExplainMove(ctx, v, d.Position, d.Better)
	if err != nil {
		return Reply{}, err
	}
	l := s.lookOf(ctx, r)
	card := &Card{
		Title: fmt.Sprintf("%s, match %d, mistake %d of %d", v.Name, g.ID, at+1, len(mistakes)),
		Body: strings.Join([]string{
			matchup(g),
			fmt.Sprintf("From here, move %d: %s", number, judgementText(g, d.Position.Turn(), d)),
			fmt.Sprintf("In %s's place: %s", playerName(g.Player(d.Position.Turn().Actor).ID), explain.Advice(v, d.Position, reason)),
		}, "\n"),
		Drawing: picture.Text(d.Position.Shape()),
		Picture: l.of(replayPicture(g, review, number-1, l.Style)),
		Footer:  "Position: " + words.Cut(d.Position.String(), maxNotation),
		Tone:    Finished,
	}
	if at > 0 {
		card.Actions = append(card.Actions, mistakeAction(g, mistakes[at-1], "Previous mistake"))
	}
	if at+1 < len(mistakes) {
		card.Actions = append(card.Actions, mistakeAction(g, mistakes[at+1], "Next mistake"))
	}
	card.Actions = append(card.Actions, Action{Label: "All moves", Command: "replay", Options: map[string]string{
		"match": strconv.FormatInt(g.ID, 10), "step": strconv.Itoa(number),
	}})
	reply := Reply{Card: card, Replace: true}
	offerWhole(&reply, v, d.Position, explain.Full(v, d.Position, reason))
	withShare(r, card)
	return reply, nil
}

// noMistake is the refusal for a number that is none of a mistake.
func noMistake(g *referee.Game, text string, mistakes []int) error {
	if len(mistakes) == 0 {
		return refuse("Nobody let a win go in match %d.", g.ID)
	}
	texts := make([]string, len(mistakes))
	for i, number := range mistakes {
		texts[i] = strconv.Itoa(number)
	}
	return refuse("%s is not a mistake: those of match %d are its moves %s.", games.Quote(text), g.ID, and(texts))
}
