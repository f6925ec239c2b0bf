package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee"
)

// boardReply shows a match as it stands.
func (s *Service) boardReply(ctx context.Context, g *referee.Game) (Reply, error) {
	card, err := s.boardCard(ctx, g)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Card: card, Show: matchSubject(g), ShownIn: g.Message}, nil
}

// matchSubject is what the buttons of a match carry.
func matchSubject(g *referee.Game) Subject {
	return Subject{Kind: MatchSubject, ID: g.ID, Version: g.Version}
}

// boardCard draws a match: who plays, where it stands, who decides now or how it
// ended and why.
func (s *Service) boardCard(ctx context.Context, g *referee.Game) (*Card, error) {
	v, p := g.Play.Variant(), g.Play.Position()
	card := &Card{
		Title:   fmt.Sprintf("%s, match %d", v.Name, g.ID),
		Drawing: picture.Text(p.Shape()),
		Tone:    Playing,
	}
	var body []string
	body = append(body, matchup(g), v.Rules.End)
	if n := len(g.Moves); n > 0 {
		body = append(body, fmt.Sprintf("Move %d was `%s`.", n, g.Moves[n-1].Text))
	}
	if g.Rated {
		rated := "Rated."
		if g.Leg != match.Alone {
			rated = fmt.Sprintf("Rated: game %d of 2.", g.Leg)
		}
		body = append(body, rated)
	}
	rules := Action{Label: "Rules", Command: "rules", Options: map[string]string{"variant": v.ID}}
	if g.Finished() {
		card.Tone = Finished
		pair, err := s.pairText(ctx, g)
		if err != nil {
			return nil, err
		}
		body = append(body, resultText(g)+pair)
		if g.Leg != match.FirstLeg { // what was wrong in it would help in the second game
			lines, turning := s.reviewText(ctx, g)
			body = append(body, lines...)
			if turning > 0 {
				card.Actions = append(card.Actions, mistakeAction(g, turning, "Show the turning point"))
			}
		}
		card.Actions = append([]Action{{Label: "Rematch", Command: "rematch", Style: Primary}}, append(card.Actions,
			Action{Label: "Replay", Command: "replay", Options: map[string]string{"match": strconv.FormatInt(g.ID, 10)}},
			rules,
		)...)
		if err := s.offerNextLevel(ctx, g, card, &body); err != nil {
			return nil, err
		}
	} else {
		body = append(body, nextDecisionText(g)+" "+promptText(v, p))
		if g.AgainstBot() && !g.Rated && g.SinceLast(g.Human()) == 0 && s.referee.WonFromStart(ctx, g, g.Human()) {
			body = append(body, "You can win this one.")
		}
		if g.TurnTime > 0 {
			body = append(body, clockText(g))
		}
		if asker, asked := g.Offer.Side(); asked {
			body = append(body, takebackText(g, asker))
		}
		if !g.Rated {
			card.Actions = append(card.Actions, Action{Label: "Hint", Command: "hint", Subject: matchSubject(g), Style: Primary})
		}
		card.Actions = append(card.Actions, Action{Label: "Resign", Command: "resign", Subject: matchSubject(g), Style: Danger}, rules)
	}
	card.Body = strings.Join(body, "\n")
	card.Footer = "Position: " + words.Cut(p.String(), maxNotation)
	return card, nil
}

// offerNextLevel invites a person who is ready for it to the next level of the bot.
func (s *Service) offerNextLevel(ctx context.Context, g *referee.Game, card *Card, body *[]string) error {
	next, ready, err := s.referee.NextLevel(ctx, g)
	if err != nil || !ready {
		return err
	}
	*body = append(*body, fmt.Sprintf("%s has beaten the %s level %d times in a row: time to try the %s one.",
		playerName(g.Player(g.Human()).ID), g.Level, referee.WinsToNextLevel, next))
	play := Action{
		Label: "Play the " + string(next) + " level", Command: "challenge", Style: Primary,
		Options: map[string]string{"variant": g.Variant, "level": string(next)},
	}
	card.Actions = append([]Action{play}, card.Actions...)
	return nil
}

// matchup names the players, the one with the first turn first.
func matchup(g *referee.Game) string {
	first := g.Play.First()
	return fmt.Sprintf("%s against %s", playerLabel(g, first, "first"), playerLabel(g, first.Other()))
}

// playerLabel names the player on a side and their roles: the side in a partizan game,
// and the level of the bot.
func playerLabel(g *referee.Game, s games.Side, roles ...string) string {
	p := g.Player(s)
	if p.IsBot() {
		roles = append(roles, string(g.Level))
	}
	if g.Play.Variant().Partizan {
		roles = append(roles, sideName(s))
	}
	if len(roles) == 0 {
		return playerName(p.ID)
	}
	return fmt.Sprintf("%s (%s)", playerName(p.ID), strings.Join(roles, ", "))
}

// outdatedReply answers a button of a match that has moved on since with the board as it
// stands now; ok is false if the button is up to date or none was pressed.
func (s *Service) outdatedReply(ctx context.Context, r *Request) (reply Reply, ok bool) {
	if r.Subject.Kind == NoSubject {
		return Reply{}, false
	}
	g, err := s.referee.Latest(ctx, r.Channel)
	if err != nil || matchSubject(g) == r.Subject {
		return Reply{}, false
	}
	card, err := s.boardCard(ctx, g)
	if err != nil {
		return Reply{}, false
	}
	return Reply{
		Private: true,
		Text:    "That button is out of date and did nothing. This is how things stand now.",
		Card:    card,
	}, true
}
