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
	"nimatron/referee/lesson"
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

// boardCard draws a match: who plays, what happened last, where it stands, and who decides
// now or who has won.
func (s *Service) boardCard(ctx context.Context, g *referee.Game) (*Card, error) {
	v, p := g.Play.Variant(), g.Play.Position()
	card := &Card{
		Title:   fmt.Sprintf("%s, match %d", v.Name, g.ID),
		Drawing: picture.Text(p.Shape()),
		Tone:    Playing,
	}
	l := s.lookOfMatch(ctx, g)
	card.Picture = l.of(boardPicture(g, "", l.Style))
	body := []string{matchup(g), v.Rules.End}
	if g.Rated {
		rated := "Rated."
		if g.Leg != match.Alone {
			rated = fmt.Sprintf("Rated: game %d of 2.", g.Leg)
		}
		body = append(body, rated)
	}
	if l := lesson.Find(g.Lesson); l != nil {
		body = append(body, "The test of the lesson \""+l.Title+"\".")
	}
	body = append(body, lastMoves(g)...)
	if g.Finished() {
		card.Tone = Finished
		body = append(body, overText(g))
	} else {
		next := nextDecisionText(g)
		if can := v.Rules.Sides[p.Turn().Actor]; can != "" {
			next += fmt.Sprintf(" You are %s: %s.", sideName(p.Turn().Actor), can)
		}
		body = append(body, next)
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
		card.Actions = append(card.Actions, Action{Label: "Resign", Command: "resign", Subject: matchSubject(g), Style: Danger},
			Action{Label: "Rules", Command: "rules", Options: map[string]string{"variant": v.ID}})
		taps{game: g}.offer(card)
		card.Moves = movesText(p)
	}
	card.Body = strings.Join(body, "\n")
	card.Footer = "Position: " + words.Cut(p.String(), maxNotation)
	return card, nil
}

// maxLastMoves is how many moves a board tells.
const maxLastMoves = 3

// lastMoves tells what happened last: the last move or, against the bot, all since the
// person's last one.
func lastMoves(g *referee.Game) []string {
	n := 1
	if g.AgainstBot() {
		n = max(1, min(g.SinceLast(g.Human()), maxLastMoves))
	}
	moves := g.Play.Moves()
	begin := max(0, len(moves)-n)
	var lines []string
	for i, position := range g.Play.Positions() {
		if i >= begin && i < len(moves) {
			d := referee.Decision{Turn: position.Turn(), Step: games.Step{Move: moves[i]}}
			lines = append(lines, fmt.Sprintf("Move %d: %s.", i+1, decisionText(g, d)))
		}
	}
	return lines
}

// endingCard tells of the end of a match: the result, why, how well it was played, and
// what it did to the ratings.
func (s *Service) endingCard(ctx context.Context, g *referee.Game, ratings []string) (*Card, error) {
	pair, err := s.pairText(ctx, g)
	if err != nil {
		return nil, err
	}
	body := []string{resultText(g) + pair}
	turning := 0
	who, err := s.mayNotHear(ctx, g)
	switch {
	case err != nil:
		return nil, err
	case who != "":
		body = append(body, fmt.Sprintf("How it was played I don't say here while %s plays a rated match.", playerName(who)))
	case g.Leg != match.FirstLeg: // what was wrong in it would help in the second game
		var lines []string
		lines, turning = s.reviewText(ctx, g)
		body = append(body, lines...)
	}
	card := &Card{
		Title: fmt.Sprintf("Match %d: %s", g.ID, g.Play.Variant().Name),
		Tone:  Finished,
		Actions: []Action{
			{Label: "Rematch", Command: "rematch", Style: Primary},
			{Label: "Review", Command: "replay", Options: map[string]string{"match": strconv.FormatInt(g.ID, 10)}},
		},
	}
	if turning > 0 {
		card.Actions = append(card.Actions, mistakeAction(g, turning, "Show the turning point"))
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
		Result:  ResultRefused,
		Text:    "That button is out of date and did nothing. This is how things stand now.",
		Card:    card,
	}, true
}
