package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/referee"
)

// endingCard tells of the end of a match: the result, why, how well it was played, and
// what it did to the ratings.
func (s *Service) endingCard(ctx context.Context, g *referee.Game, ratings []string) (*view.Card, error) {
	pair, err := s.pairText(ctx, g)
	if err != nil {
		return nil, err
	}
	body := []string{view.ResultText(g) + pair}
	turning := 0
	var review *referee.Review
	who, err := s.mayNotHear(ctx, g)
	later := false
	if err == nil && g.Tournament != 0 {
		t, err := s.referee.Tournament(ctx, g.Tournament)
		if err != nil {
			return nil, err
		}
		later = !t.Closed()
	}
	switch {
	case err != nil:
		return nil, err
	case who != "":
		body = append(body, fmt.Sprintf("How it was played I don't say here while %s plays a rated match.", view.PlayerName(who)))
	case later:
		body = append(body, "How it was played I say when the tournament is over.")
	case g.Leg != match.FirstLeg: // what was wrong in it would help in the second game
		var lines []string
		review = s.referee.Review(ctx, g)
		lines, turning = view.Review(g, review)
		body = append(body, lines...)
	}
	card := &view.Card{
		Title: fmt.Sprintf("Match %d: %s", g.ID, g.Play.Variant().Name),
		Tone:  view.Finished,
		Actions: []view.Action{
			{Label: "Rematch", Command: "rematch", Style: view.Primary},
			{Label: "Review", Command: "replay", Options: map[string]string{"match": strconv.FormatInt(g.ID, 10)}},
		},
	}
	if g.Tournament != 0 {
		card.Actions[0] = view.BackToTournament(g.Tournament)
	}
	if turning > 0 {
		card.Actions = append(card.Actions, view.MistakeAction(g, turning, "Show the turning point"))
	}
	if review != nil {
		withMatchProof(g, review, card)
	}
	body = append(body, ratings...)
	if err := s.tellOfTest(ctx, g, card, &body); err != nil {
		return nil, err
	}
	if err := s.offerNextLevel(ctx, g, card, &body); err != nil {
		return nil, err
	}
	card.Body = strings.Join(body, "\n")
	return card, nil
}

// mayNotHear returns a player of a finished match from a position of their own to whom what
// was wrong in it would be advice that is refused, "" for none.
func (s *Service) mayNotHear(ctx context.Context, g *referee.Game) (who string, err error) {
	if !g.Chosen {
		return "", nil
	}
	for _, p := range g.Sides {
		if lock, err := s.referee.AdviceLock(ctx, p.ID, g.Family); err != nil || lock != nil {
			return p.ID, err
		}
	}
	return "", nil
}

// offerNextLevel invites a person who is ready for it to the next level of the bot.
func (s *Service) offerNextLevel(ctx context.Context, g *referee.Game, card *view.Card, body *[]string) error {
	next, ready, err := s.referee.NextLevel(ctx, g)
	if err != nil || !ready {
		return err
	}
	*body = append(*body, fmt.Sprintf("%s has beaten the %s level %d times in a row: time to try the %s one.",
		view.PlayerName(g.Player(g.Human()).ID), g.Level, referee.WinsToNextLevel, next))
	play := view.Action{
		Label: "Play the " + string(next) + " level", Command: "challenge", Style: view.Primary,
		Options: map[string]string{"variant": g.Variant, "level": string(next)},
	}
	card.Actions = append([]view.Action{play}, card.Actions...)
	return nil
}
