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
		lines = append(lines, "The match begins.")
	}
	switch g.Termination {
	case match.TimedOut:
		lines = append(lines, timeUpText(r, p))
	case match.Cancelled:
		text, err := s.calledOffText(ctx, r, g)
		if err != nil {
			return Reply{}, err
		}
		lines = append(lines, text)
	}
	if reply.Card == nil || p.Next != nil { // else the board tells
		for _, d := range p.Decisions {
			lines = append(lines, decisionText(g, d)+": "+code(d.Step.Position.String()))
		}
	}
	if certain := certaintyLines(p); reply.Card != nil && p.Next == nil && len(certain) > 0 {
		reply.Card.Body += "\n" + strings.Join(certain, "\n")
	} else {
		lines = append(lines, certain...)
	}
	switch {
	case p.Next != nil:
		return s.secondGame(ctx, append(lines, ratingChangeText(p)...), p)
	case g.Finished():
		var err error
		if reply.Ending, err = s.endingCard(ctx, g, ratingChangeText(p)); err != nil {
			return Reply{}, err
		}
		reply.Notify = otherPeople(g, r.By.ID)
	default:
		reply.Next = nextDecisionText(g)
		reply.Notify = s.nextToNotify(ctx, r, g)
	}
	reply.Text = strings.Join(lines, "\n")
	return reply, nil
}

// certaintyLines says where the bot has guessed, and where it no longer has to.
func certaintyLines(p *referee.Progress) []string {
	var lines []string
	for _, d := range p.Decisions {
		switch d.Certainty {
		case referee.Guessed:
			lines = append(lines, "I have not proved this position: I play my best guess.")
		case referee.NowProved:
			lines = append(lines, "I have proved this position now: from here on I know who wins, and no longer guess.")
		}
	}
	return lines
}

// nextToNotify returns whom an answer makes aware that they decide now: whoever is not
// the one who is answered. A tap is answered without a message; then there is one for
// this alone, and only where it is wanted.
func (s *Service) nextToNotify(ctx context.Context, r *Request, g *referee.Game) []string {
	actor := g.Actor().ID
	tapped := r.Subject.Kind == MatchSubject
	if actor == r.By.ID || s.pingFor(ctx, g, g.Play.Position().Turn().Actor, !tapped) != channelPing {
		return nil
	}
	return []string{actor}
}

// otherPeople returns the human players of a match but for the one who acted.
func otherPeople(g *referee.Game, but string) []string {
	var ids []string
	for _, p := range g.Sides {
		if p.ID != but && !p.IsBot() {
			ids = append(ids, p.ID)
		}
	}
	return ids
}
