package commands

import (
	"context"
	"fmt"
)

// Sweep notes what has fallen due by itself, such as challenges that went
// unanswered, and returns what to say of it; there may be some beside an error, too.
func (s *Service) Sweep(ctx context.Context) ([]Announcement, error) {
	result, failed := s.referee.Sweep(ctx)
	var announcements []Announcement
	for _, c := range result.Expired {
		reply, err := s.challengeReply(c)
		if err != nil {
			return announcements, err
		}
		announcements = append(announcements, Announcement{Channel: c.Channel, Reply: reply})
	}
	for _, g := range result.Reminders {
		actor := g.Actor().ID
		announcements = append(announcements, Announcement{Channel: g.Channel, Reply: Reply{
			Text:   fmt.Sprintf("%s, a quarter of your time is left in match %d: it ends %s.", playerName(actor), g.ID, Moment(g.Deadline, Relative)),
			Notify: []string{actor},
		}})
	}
	for _, p := range result.TimedOut {
		reply, err := s.progressReply(ctx, &Request{}, p)
		if err != nil {
			return announcements, err
		}
		announcements = append(announcements, Announcement{Channel: p.Game.Channel, Reply: reply})
	}
	for _, g := range result.Abandoned {
		reply, err := s.boardReply(ctx, g)
		if err != nil {
			return announcements, err
		}
		reply.Text = fmt.Sprintf("Match %d is over without a winner: nobody continued it.", g.ID)
		announcements = append(announcements, Announcement{Channel: g.Channel, Reply: reply})
	}
	return announcements, failed
}

// Announcement is something that the bot says by itself.
type Announcement struct {
	Channel string
	Reply   Reply
}
