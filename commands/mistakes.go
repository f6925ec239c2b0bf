package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/referee"
	"nimatron/referee/judge"
	"nimatron/solver/explain"
)

// mistakeReply shows the mistake that the request names: the position in which it was made,
// and what would have won, and why.
func (s *Service) mistakeReply(ctx context.Context, r *Request, g *referee.Game, review *judge.Review) (view.Reply, error) {
	mistakes := review.Mistakes()
	number, err := strconv.Atoi(r.option("mistake"))
	at := slices.Index(mistakes, number)
	if err != nil || at < 0 {
		return view.Reply{}, noMistake(g, r.option("mistake"), mistakes)
	}
	v, d := g.Play.Variant(), review.Decisions[number-1]
	reason, err := s.solver.ExplainMove(ctx, v, d.Position, d.Better)
	if err != nil {
		return view.Reply{}, err
	}
	l := s.lookOf(ctx, r)
	card := view.PositionCard(d.Position, view.ReplayPicture(g, review, number-1, l.Style), l)
	card.Title, card.Tone = fmt.Sprintf("%s, match %d, mistake %d of %d", v.Name, g.ID, at+1, len(mistakes)), view.Finished
	card.Body = strings.Join([]string{
		view.Matchup(g),
		fmt.Sprintf("From here, move %d: %s", number, view.Judgement(g, d.Position.Turn(), d)),
		fmt.Sprintf("In %s's place: %s", view.PlayerName(g.Player(d.Position.Turn().Actor).ID), explain.Advice(v, d.Position, reason)),
	}, "\n")
	if at > 0 {
		card.Actions = append(card.Actions, view.MistakeAction(g, mistakes[at-1], "Previous mistake"))
	}
	if at+1 < len(mistakes) {
		card.Actions = append(card.Actions, view.MistakeAction(g, mistakes[at+1], "Next mistake"))
	}
	card.Actions = append(card.Actions, view.Action{Label: "All moves", Command: "replay", Options: map[string]string{
		"match": strconv.FormatInt(g.ID, 10), "step": strconv.Itoa(number),
	}})
	reply := view.Reply{Card: card, To: view.UpdateEphemeral{}}
	view.OfferWhole(&reply, v, d.Position, explain.Full(v, d.Position, reason))
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
	return refuse("%s is not a mistake: those of match %d are its moves %s.", games.Quote(text), g.ID, words.And(texts))
}
