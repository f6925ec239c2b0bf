package commands

import (
	"context"
	"strings"

	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/referee"
)

// progressReply says what a request changed in a match, with the board.
func (s *Service) progressReply(ctx context.Context, r *Request, p *referee.Progress) (view.Reply, error) {
	g := p.Game
	reply := view.Reply{Show: view.SubjectOf(g), ShownIn: g.Message}
	if !r.Brief || g.Message == "" {
		reply = s.boardReply(ctx, g)
	}
	var lines []string
	switch g.Termination {
	case match.TimedOut:
		lines = append(lines, timeUpText(r, p))
	case match.Cancelled:
		text, err := s.calledOffText(ctx, r, g)
		if err != nil {
			return view.Reply{}, err
		}
		lines = append(lines, text)
	}
	switch {
	case reply.Card == nil || p.Next != nil: // else the board tells
		for _, d := range p.Decisions {
			lines = append(lines, view.DecisionText(g, d)+": "+view.PositionText(d.Step.Position))
		}
	case r.Subject.Kind == view.NoSubject && g.AgainstBot() && len(p.Decisions) > 1 && g.SinceLast(g.Human()) > 1:
		lines = append(lines, view.DecisionText(g, p.Decisions[0])+".") // the board tells the answer to it
	}
	if certain := view.Certainty(p); reply.Card != nil && p.Next == nil && len(certain) > 0 {
		reply.Card.Body += "\n" + strings.Join(certain, "\n")
	} else {
		lines = append(lines, certain...)
	}
	switch {
	case p.Next != nil:
		return s.secondGame(ctx, append(lines, view.RatingChanges(p)...), p)
	case g.Finished():
		var err error
		if reply.Ending, err = s.endingCard(ctx, g, view.RatingChanges(p)); err != nil {
			return view.Reply{}, err
		}
		if reply.Notify, err = unaskedEnd.to(ctx, s, match.RoomOf(g.Channel, g.Server), otherPeople(g, r.By.ID)); err != nil {
			return view.Reply{}, err
		}
	default:
		reply.Next = view.NextDecision(g)
		reply.Notify = s.nextToNotify(ctx, r, g)
	}
	reply.Text = strings.Join(lines, "\n")
	s.forLeader(ctx, r, g, &reply)
	return reply, nil
}

// nextToNotify returns whom an answer makes aware that they decide now: whoever is not
// the one who is answered. A tap is answered without a message; then there is one for
// this alone, and only where it is wanted.
func (s *Service) nextToNotify(ctx context.Context, r *Request, g *referee.Game) []string {
	actor := g.Actor().ID
	tapped := r.Subject.Kind == view.MatchSubject
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
