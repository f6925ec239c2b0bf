package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"nimatron/commands/core"
	tournamentcmd "nimatron/commands/tournament"
	"nimatron/commands/view"
	"nimatron/match"
)

// Sweep handles what is due by itself, such as expired challenges. Its messages become notices.
func (s *Service) Sweep(ctx context.Context) error { return s.env.Referee.Sweep(ctx) }

// AdvanceTournaments does what is due in tournaments. BeginPairings begins their games.
func (s *Service) AdvanceTournaments(ctx context.Context) error {
	return s.env.Tournaments.AdvanceTournaments(ctx)
}

// AdvanceShared starts and ends races, rings the bells of votes, and returns the boards to redraw. It also learns
// whom other processes have shut out.
func (s *Service) AdvanceShared(ctx context.Context) (changed []match.Board, err error) {
	races, err := s.env.Races.Advance(ctx)
	for _, r := range races {
		changed = append(changed, match.Board{Subject: match.Subject{Kind: match.RaceSubject, ID: r.ID}, Channel: r.Channel, Message: r.Message})
	}
	played, err2 := s.env.Referee.RingBells(ctx)
	for _, b := range played {
		if s.env.Live != nil {
			s.env.Live.Changed(b.Subject, "")
		}
	}
	return append(changed, played...), errors.Join(err, err2, s.env.Store.RefreshRefusals(ctx))
}

// BeginPairings begins the pairings that wait on a front, each in a thread of the tournament's
// channel. A notice tells the players there.
func (s *Service) BeginPairings(ctx context.Context, front string, threads func(channel string) core.Threads) {
	tournamentcmd.BeginPairings(ctx, s.env, front, threads)
}

// Notice words a notice for the current state. ok is false if there is nothing left to say, such as
// after a reminded player has moved, or if nobody wants it. A match.RetireNotice has no words.
func (s *Service) Notice(ctx context.Context, n match.Notice) (reply view.Reply, ok bool, err error) {
	u := notificationOf(n.Kind)
	if u == nil {
		return view.Reply{}, false, fmt.Errorf("a notice of an unknown kind: %q", n.Kind)
	}
	said, server := true, ""
	if u.Server == core.ServerNews {
		if about := subjectOf(n.About.Kind); about != nil && about.Server != nil {
			if server, err = about.Server(ctx, s.env, n.About.ID); err != nil {
				return view.Reply{}, false, err
			}
		}
		if said, err = u.AllowedIn(ctx, s.env, match.RoomOf(n.Channel, server)); err != nil || !said && !u.Stays {
			return view.Reply{}, false, err
		}
	}
	if reply, ok, err = u.Word(ctx, s.env, n); err != nil || !ok {
		return view.Reply{}, false, err
	}
	if reply.Notify, err = u.Wanting(ctx, s.env, reply.Notify); err != nil {
		return view.Reply{}, false, err
	}
	if ok, err = s.dropRefused(ctx, match.RoomOf(n.Channel, server), &reply); err != nil || !ok {
		return view.Reply{}, false, err
	}
	if u.Alone && len(reply.Notify) == 0 {
		return view.Reply{}, false, nil
	}
	if !said {
		reply.Notify = nil
		if reply.Card != nil {
			reply.Text = ""
		}
	}
	return reply, true, ctx.Err()
}

// dropRefused removes the recipients whom the bot refuses to serve in the notice's room. It returns false if
// nobody is left.
func (s *Service) dropRefused(ctx context.Context, room string, reply *view.Reply) (ok bool, err error) {
	if _, refused, err := s.env.Referee.Refused(ctx, "", room); err != nil || refused {
		return false, err
	}
	direct, isDirect := reply.To.(view.Direct)
	var heard []string
	for _, id := range reply.Notify {
		_, refused, err := s.env.Referee.Refused(ctx, id, room)
		switch {
		case err != nil:
			return false, err
		case !refused:
			heard = append(heard, id)
		case isDirect && direct.Person == id:
			return false, nil
		}
	}
	reply.Notify = heard
	return true, nil
}

func notificationOf(kind match.NoticeKind) *core.Notification {
	for _, f := range features {
		for _, u := range f.Notifications {
			if u.Kind == kind && u.Word != nil {
				return u
			}
		}
	}
	return nil
}

func subjectOf(kind match.SubjectKind) *core.Subject {
	for _, f := range features {
		if about, ok := f.Subjects[kind]; ok {
			return &about
		}
	}
	return nil
}

// Board shows the current content of a message that the bot keeps up to date. The error is
// match.ErrNotFound if its subject no longer exists.
func (s *Service) Board(ctx context.Context, b match.Board) (view.Reply, error) {
	about := subjectOf(b.Kind)
	if about == nil || about.Board == nil {
		return view.Reply{}, errors.New("a board of nothing")
	}
	reply, err := about.Board(ctx, s.env, b.ID)
	return reply, cmp.Or(err, ctx.Err()) // a board that was cut short is none
}
