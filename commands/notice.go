package commands

import (
	"context"
	"errors"
	"fmt"

	"nimatron/commands/view"
	"nimatron/match"
)

// Sweep handles what is due by itself, such as expired challenges. Its messages become notices.
func (s *Service) Sweep(ctx context.Context) error { return s.referee.Sweep(ctx) }

// Notice words a notice as things stand now. Ok is false if there is nothing left to say, such as
// after a reminded player has moved, or if nobody wants to hear it. A match.RetireNotice has no
// words.
func (s *Service) Notice(ctx context.Context, n match.Notice) (reply view.Reply, ok bool, err error) {
	u, known := notifications[n.Kind]
	if !known {
		return view.Reply{}, false, fmt.Errorf("a notice of an unknown kind: %q", n.Kind)
	}
	said := true
	if u.server == serverNews {
		room, err := s.roomOf(ctx, n)
		if err != nil {
			return view.Reply{}, false, err
		}
		if said, err = u.saidIn(ctx, s, room); err != nil || !said && !u.stays {
			return view.Reply{}, false, err
		}
	}
	if reply, ok, err = s.wordNotice(ctx, n); err != nil || !ok {
		return view.Reply{}, false, err
	}
	if reply.Notify, err = u.wanting(ctx, s, reply.Notify); err != nil {
		return view.Reply{}, false, err
	}
	if u.alone && len(reply.Notify) == 0 {
		return view.Reply{}, false, nil
	}
	if !said {
		reply.Notify = nil
		if reply.Card != nil {
			reply.Text = ""
		}
	}
	return reply, true, nil
}

// wordNotice words a notice without asking who wants it.
func (s *Service) wordNotice(ctx context.Context, n match.Notice) (reply view.Reply, ok bool, err error) {
	switch n.Kind {
	case match.ReminderNotice:
		g, err := s.referee.Game(ctx, n.About.ID)
		if err != nil || !g.Reminded || !s.referee.HasTime(g) {
			return view.Reply{}, false, err
		}
		actor := g.Actor().ID
		return view.Reply{
			Text:   fmt.Sprintf("%s, a quarter of your time is left in match %d: it ends %s.", view.PlayerName(actor), g.ID, view.Moment(g.Deadline, view.Relative)),
			Notify: []string{actor},
		}, true, nil
	case match.TimeUpNotice:
		p, err := s.referee.Ended(ctx, n.About.ID)
		reply, err = s.progressReply(ctx, &Request{}, p, err)
		return reply, err == nil, err
	case match.AbandonedNotice:
		g, err := s.referee.Game(ctx, n.About.ID)
		if err != nil {
			return view.Reply{}, false, err
		}
		reply = s.boardReply(ctx, g)
		reply.Text = fmt.Sprintf("Match %d is over without a winner: nobody continued it.", g.ID)
		return reply, true, nil
	case match.EndedNotice:
		g, err := s.referee.Game(ctx, n.About.ID)
		if err != nil {
			return view.Reply{}, false, err
		}
		reply = s.boardReply(ctx, g)
		reply.Text, reply.Notify = view.EndedText(g), otherPeople(g, "")
		return reply, true, nil
	case match.TurnNotice:
		return s.turnNotice(ctx, n)
	case match.SoonNotice, match.StartNotice, match.OverNotice:
		return s.tournamentNotice(ctx, n)
	case match.PairingNotice:
		return s.pairingNotice(ctx, n)
	case match.AssignedNotice, match.DueNotice:
		return s.assignmentNotice(ctx, n)
	case match.PuzzleNotice:
		return s.puzzleNotice(ctx, n)
	case match.SeasonNotice:
		return s.seasonNotice(ctx, n)
	case match.FollowNotice:
		return s.followNotice(ctx, n)
	case match.ExpiredNotice:
		c, err := s.referee.ChallengeByID(ctx, n.About.ID)
		if err != nil || c.State != match.ChallengeExpired {
			return view.Reply{}, false, err
		}
		reply, err = s.challengeReply(c, nil)
		return reply, err == nil, err
	}
	return view.Reply{}, false, fmt.Errorf("a notice of an unknown kind: %q", n.Kind)
}

// turnNotice tells a player by direct message that it is their turn.
func (s *Service) turnNotice(ctx context.Context, n match.Notice) (reply view.Reply, ok bool, err error) {
	g, err := s.referee.Game(ctx, n.About.ID)
	if err != nil || g.Finished() || g.Actor().IsBot() {
		return view.Reply{}, false, err
	}
	actor := g.Actor().ID
	pings, err := s.referee.Pings(ctx, actor, g)
	if err != nil || pings != match.PingsDirect {
		return view.Reply{}, false, err
	}
	return view.Reply{
		Text:   fmt.Sprintf("%s, it is your turn in match %d: %s.", view.PlayerName(actor), g.ID, view.ChannelLink(g.Channel, g.Server)),
		Notify: []string{actor},
		To:     view.Direct{Person: actor},
	}, true, nil
}

// Board shows the current content of a message that the bot keeps up to date. The error is
// match.ErrNotFound if its subject no longer exists.
func (s *Service) Board(ctx context.Context, b match.Board) (view.Reply, error) {
	switch b.Kind {
	case match.MatchSubject:
		g, err := s.referee.Game(ctx, b.ID)
		if err != nil {
			return view.Reply{}, err
		}
		reply := s.boardReply(ctx, g)
		if g.Finished() {
			latest, err := s.referee.Latest(ctx, g.Channel)
			reply.Closes = err == nil && latest.Finished()
		}
		return reply, nil
	case match.ChallengeSubject:
		c, err := s.referee.ChallengeByID(ctx, b.ID)
		return s.challengeReply(c, err)
	case match.TournamentSubject:
		t, err := s.tournaments.Tournament(ctx, b.ID)
		if err != nil {
			return view.Reply{}, err
		}
		return s.tournamentReply(&t), nil
	case match.ClassSubject:
		c, err := s.store.Class(ctx, b.ID)
		if err != nil {
			return view.Reply{}, err
		}
		return s.classReply(ctx, &c)
	case match.PuzzleSubject:
		post, err := s.store.PuzzlePost(ctx, b.ID)
		if err != nil {
			return view.Reply{}, err
		}
		return s.puzzlePost(ctx, post)
	}
	return view.Reply{}, errors.New("a board of nothing")
}
