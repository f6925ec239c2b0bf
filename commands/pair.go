package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
)

// secondGame begins the second game of a rated pair: the first keeps its board,
// and the new one comes below. What was wrong in the first is not said: it would help
// in the second.
func (s *Service) secondGame(ctx context.Context, lines []string, p *referee.Progress) (view.Reply, error) {
	first, second := p.Game, p.Next.Game
	reply := s.boardReply(ctx, second)
	text := fmt.Sprintf("Match %d was the first game of the pair. Now for the second, with sides swapped: %s.", first.ID, view.Matchup(second))
	if first.Tournament == 0 { // else they may not
		text += " Ratings change when it is over."
	}
	lines = append(lines, view.ResultText(first), text)
	lines = append(lines, view.Certainty(p.Next)...)
	if second.Finished() { // by the bot's first decision
		var err error
		if reply.Ending, err = s.endingCard(ctx, second, view.RatingChanges(p.Next)); err != nil {
			return view.Reply{}, err
		}
	} else {
		reply.Next = view.NextDecision(second)
	}
	reply.Text = strings.Join(lines, "\n")
	reply.To = view.NewMessage{}
	reply.Notify = otherPeople(second, "")
	return reply, nil
}

// timeUpText says whose time ran out, and what that means for the one who came too late.
func timeUpText(r *Request, p *referee.Progress) string {
	if p.TimeUp.IsZero() {
		return view.PlayerName(r.By.ID) + " claimed the win: their opponent's time had run out."
	}
	loser, _ := p.Game.Loser()
	text := fmt.Sprintf("%s's time ran out at %s", view.PlayerName(loser.ID), view.Moment(p.TimeUp, view.Clock))
	if r.By.ID == loser.ID {
		text += ", so that came too late"
	}
	return text + "."
}

// calledOffText says that a match was ended before it began and, if it was rated, what
// that means.
func (s *Service) calledOffText(ctx context.Context, r *Request, g *referee.Game) (string, error) {
	who := view.PlayerName(r.By.ID)
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
		text, words.Count(count, "pair"), who, view.Moment(until, view.Clock)), nil
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
	return view.ScoreText(g, left, right), nil
}
