package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/match"
	"nimatron/referee"
)

// progressReply tells what a request changed in a match, with the board.
func (s *Service) progressReply(ctx context.Context, r *Request, p *referee.Progress) (Reply, error) {
	g := p.Game
	reply, err := s.boardReply(ctx, g)
	if err != nil {
		return Reply{}, err
	}
	var lines []string
	if g.Version == 1 {
		lines = append(lines, "The match begins: "+matchup(g)+".")
	}
	switch g.Termination {
	case match.Resigned:
		lines = append(lines, playerName(r.By.ID)+" resigned.")
	case match.TimedOut:
		lines = append(lines, playerName(r.By.ID)+" claimed the win: their opponent's time had run out.")
	case match.Cancelled:
		lines = append(lines, playerName(r.By.ID)+" cancelled the match before it began.")
	}
	for _, d := range p.Decisions {
		lines = append(lines, decisionText(g, d)+": "+code(d.Step.Position.String()))
	}
	if g.Finished() {
		reply.Next = resultText(g)
		reply.Notify = otherPeople(g, r.By.ID)
	} else {
		reply.Next = nextDecisionText(g)
		if actor := g.Actor().ID; actor != r.By.ID {
			reply.Notify = []string{actor}
		}
	}
	lines = append(lines, ratingChangeText(p)...)
	if p.Next != nil {
		return s.secondGame(ctx, lines, p)
	}
	reply.Text = strings.Join(lines, "\n")
	return reply, nil
}

// secondGame begins the second game of a rated pair: the first keeps its board,
// and the new one comes below.
func (s *Service) secondGame(ctx context.Context, lines []string, p *referee.Progress) (Reply, error) {
	reply, err := s.boardReply(ctx, p.Next)
	if err != nil {
		return Reply{}, err
	}
	lines = append(lines, resultText(p.Game), fmt.Sprintf("Match %d was the first game of the pair. Now for the second, with sides swapped: %s.", p.Game.ID, matchup(p.Next)))
	reply.Text = strings.Join(lines, "\n")
	reply.Next = nextDecisionText(p.Next)
	reply.Repost = true
	reply.Notify = []string{p.Next.Left.ID, p.Next.Right.ID}
	if p.Game.Message != "" {
		reply.Retire = []string{p.Game.Message}
	}
	return reply, nil
}

// ratingChangeText says what the end of a rated match did to the ratings.
func ratingChangeText(p *referee.Progress) []string {
	var lines []string
	if p.Uncounted {
		lines = append(lines, fmt.Sprintf("This pair does not count: only %d a day between the same two players do.", referee.PairsADay))
	}
	for _, c := range p.Ratings {
		if c.After.Family == match.Overall {
			lines = append(lines, fmt.Sprintf("%s's rating: %.0f (%+.0f).", playerName(c.Player), c.After.Value, c.After.Value-c.Before.Value))
		}
	}
	return lines
}

// otherPeople returns the human players of a match but for the one who acted.
func otherPeople(g *referee.Game, but string) []string {
	var ids []string
	for _, p := range []match.Player{g.Left, g.Right} {
		if p.ID != but && !p.IsBot() {
			ids = append(ids, p.ID)
		}
	}
	return ids
}
