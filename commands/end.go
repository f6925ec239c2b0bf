package commands

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/referee"
)

var endCommand = &Command{
	Name:    "end",
	Summary: "End a stuck match without a winner, if you may manage this server",
	Options: []Option{
		{Name: "match", Summary: "The number of the match, such as 12", Required: true, complete: completeMatchHere},
	},
	Private: true,
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		id, err := r.matchNumber()
		if err != nil {
			return view.Reply{}, err
		}
		if err := s.checkEnder(ctx, r, id); err != nil {
			return view.Reply{}, err
		}
		p, err := s.referee.End(ctx, id, r.By.ID, r.room())
		if errors.Is(err, &referee.Refusal{Code: referee.MatchFinished}) {
			return view.Reply{}, refuse("Match %d is over already: `/replay match:%d` shows how it ended.", id, id)
		}
		if err != nil {
			return view.Reply{}, err
		}
		reply := view.Reply{Show: view.SubjectOf(p.Game)} // for the log
		if !p.TimeUp.IsZero() {
			loser, _ := p.Game.Loser()
			reply.Text = fmt.Sprintf("There was nothing to end: in match %d the time of %s was up, and the clock has decided it.", id, view.PlayerName(loser.ID))
			return reply, nil
		}
		reply.Text = fmt.Sprintf("Done. In %s the players are told: %s", view.ChannelLink(p.Game.Channel, p.Game.Server), view.EndedText(p.Game))
		return reply, nil
	},
}

// matchNumber reads the number of the match that the request names.
func (r *Request) matchNumber() (int64, error) {
	text := strings.TrimPrefix(r.option("match"), "#")
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, refuse("%s is not a match number: a match's number is on its board, such as `match 12`.", games.Quote(text))
	}
	return id, nil
}

// checkEnder refuses to end a match for those who may not: who may manage the server may,
// and where it is set so who may manage the channel of the match, in that channel.
func (s *Service) checkEnder(ctx context.Context, r *Request, id int64) error {
	if r.room() == "" {
		return refuse("This is a direct message, which nobody manages: `/resign` ends your match here.")
	}
	if r.Manager {
		return nil
	}
	if may, err := s.moderates(ctx, r); err != nil {
		return err
	} else if !may {
		return refuse("Only those who may manage this server can end a match of others (the permission Manage Server, which I see when `/end` is used as a slash command). Players end their own by `/resign`.")
	}
	g, err := s.referee.Latest(ctx, r.Channel)
	if err != nil || g.ID != id {
		return refuse("You may end the match of this channel, and match %d is not it. For others it takes who may manage the server.", id)
	}
	return nil
}

// moderates reports whether somebody may end what others have begun in the channel.
func (s *Service) moderates(ctx context.Context, r *Request) (bool, error) {
	if r.Server == "" {
		return false, nil
	}
	if r.Manager || !r.ChannelManager {
		return r.Manager, nil
	}
	all, err := s.settingsHere(ctx, r)
	return all.ChannelsEnd, err
}

// completeMatchHere offers the match that goes on in the channel.
func completeMatchHere(ctx context.Context, s *Service, r *Request, _ string) []view.Choice {
	g, err := s.referee.Current(ctx, r.Channel)
	if err != nil {
		return nil
	}
	number := strconv.FormatInt(g.ID, 10)
	return []view.Choice{{Label: number + ": the match in this channel", Value: number}}
}
