package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
)

// secondGame begins the second game of a rated pair: the first keeps its board,
// and the new one comes below. What was wrong in the first is not said: it would help
// in the second.
func (s *Service) secondGame(ctx context.Context, lines []string, p *referee.Progress) (Reply, error) {
	first, second := p.Game, p.Next.Game
	reply, err := s.boardReply(ctx, second)
	if err != nil {
		return Reply{}, err
	}
	lines = append(lines, resultText(first), fmt.Sprintf(
		"Match %d was the first game of the pair. Now for the second, with sides swapped: %s. Ratings change when it is over.", first.ID, matchup(second)))
	lines = append(lines, certaintyLines(p.Next)...)
	if second.Finished() { // by the bot's first decision
		if reply.Ending, err = s.endingCard(ctx, second, ratingChangeText(p.Next)); err != nil {
			return Reply{}, err
		}
	} else {
		reply.Next = nextDecisionText(second)
	}
	reply.Text = strings.Join(lines, "\n")
	reply.Repost = true
	reply.Notify = otherPeople(second, "")
	return reply, nil
}

// timeUpText says whose time ran out, and what that means for the one who came too late.
func timeUpText(r *Request, p *referee.Progress) string {
	if p.TimeUp.IsZero() {
		return playerName(r.By.ID) + " claimed the win: their opponent's time had run out."
	}
	loser, _ := p.Game.Loser()
	text := fmt.Sprintf("%s's time ran out at %s", playerName(loser.ID), Moment(p.TimeUp, Clock))
	if r.By.ID == loser.ID {
		text += ", so that came too late"
	}
	return text + "."
}

// calledOffText says that a match was ended before it began and, if it was rated, what
// that means.
func (s *Service) calledOffText(ctx context.Context, r *Request, g *referee.Game) (string, error) {
	who := playerName(r.By.ID)
	if !g.Rated {
		return who + " cancelled the match before it began.", nil
	}
	text := who + " called the pair off before it began. Nobody's rating changes."
	count, until, err := s.referee.CalledOff(ctx, r.By.ID)
	if err != nil {
		return "", err
	}
	if until.IsZero() {
		return fmt.Sprintf("%s That makes %s called off in 24 hours; after more than %d, rated matches are closed for a day.",
			text, words.Count(count, "pair"), match.CalledOffADay), nil
	}
	return fmt.Sprintf("%s That makes %s called off in 24 hours: rated matches are closed to %s until %s.",
		text, words.Count(count, "pair"), who, Moment(until, Clock)), nil
}

// pairText is the score of a rated pair whose second game has ended, to follow its
// result; empty for other matches.
func (s *Service) pairText(ctx context.Context, g *referee.Game) (string, error) {
	if g.Leg != match.SecondLeg || !g.Finished() {
		return "", nil
	}
	left, right, complete, err := s.referee.PairScore(ctx, g)
	if err != nil || !complete {
		return "", err
	}
	// Who won more comes first; in a draw who sat left in the first game.
	winner, loser := g.Sides[games.Right].Player, g.Sides[games.Left].Player
	if left > right {
		winner, loser = g.Sides[games.Left].Player, g.Sides[games.Right].Player
	}
	return fmt.Sprintf("\nPair: %s %d–%d %s.", playerName(winner.ID), max(left, right), min(left, right), playerName(loser.ID)), nil
}

// ratingChangeText says what the end of a rated match did to the ratings.
func ratingChangeText(p *referee.Progress) []string {
	var lines []string
	switch {
	case p.Uncounted && p.Game.AgainstBot():
		lines = append(lines, fmt.Sprintf("This pair does not count: only %d a day (UTC) against me do. Nobody's rating changes.", referee.BotPairsADay))
	case p.Uncounted:
		lines = append(lines, fmt.Sprintf("This pair does not count: only %d a day between the same two players do. Nobody's rating changes.", referee.PairsADay))
	}
	for _, c := range p.Ratings {
		if c.After.Family == match.Overall {
			lines = append(lines, fmt.Sprintf("%s's rating: %.0f (%+.0f) in %s matches.",
				playerName(c.Player), c.After.Value, c.After.Value-c.Before.Value, c.After.Pace))
		}
	}
	return lines
}
