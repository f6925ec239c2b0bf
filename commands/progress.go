package commands

import (
	"context"
	"strings"

	"nimatron/match"
	"nimatron/referee"
)

// progressReply says what a request changed in a match, with the board.
func (s *Service) progressReply(ctx context.Context, r *Request, p *referee.Progress) (Reply, error) {
	g := p.Game
	reply := Reply{Show: matchSubject(g), ShownIn: g.Message}
	if !r.Brief || g.Message == "" {
		var err error
		if reply, err = s.boardReply(ctx, g); err != nil {
			return Reply{}, err
		}
	}
	var lines []string
	if g.Version == 1 {
		lines = append(lines, "The match begins: "+matchup(g)+".")
	}
	switch g.Termination {
	case match.Resigned:
		lines = append(lines, playerName(r.By.ID)+" resigned.")
	case match.TimedOut:
		lines = append(lines, timeUpText(r, p))
	case match.Cancelled:
		text, err := s.calledOffText(ctx, r, g)
		if err != nil {
			return Reply{}, err
		}
		lines = append(lines, text)
	}
	lines = append(lines, decisionLines(p)...)
	if g.Finished() {
		pair, err := s.pairText(ctx, g)
		if err != nil {
			return Reply{}, err
		}
		reply.Next = resultText(g) + pair
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

// decisionLines says what was decided, and which decisions of the bot were guesses.
func decisionLines(p *referee.Progress) []string {
	var lines []string
	for _, d := range p.Decisions {
		lines = append(lines, decisionText(p.Game, d)+": "+code(d.Step.Position.String()))
		switch d.Certainty {
		case referee.Guessed:
			lines = append(lines, "I have not proved this position: I play my best guess.")
		case referee.NowProved:
			lines = append(lines, "I have proved this position now: from here on I know who wins, and no longer guess.")
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
