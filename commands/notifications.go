package commands

import (
	"context"

	"nimatron/match"
)

// A notification is a message that nobody asked for, with the settings that switch it off.
type notification struct {
	// what is its description in docs/settings.md.
	what string
	// server and person name the settings. Person is "" if the message is for nobody and names nobody.
	server, person string
	// least is the least match.News that lets it through, if a setting is match.News.
	least match.News
	// alone is true if the message is dropped when none of its people wants it.
	alone bool
	// stays is true for a board to play on: it is posted even if it is switched off, but without a
	// text and without pings.
	stays bool
}

// The names of settings that more than one kind of notice has.
const (
	personNews      = "news"
	serverNews      = "server-news"
	personReminders = "reminders"
)

// notifications has every kind of notice but match.RetireNotice, which is no message.
var notifications = map[match.NoticeKind]notification{
	match.TurnNotice:      {what: "that it is your turn", server: "default-pings", person: "pings"},
	match.ReminderNotice:  {what: "that a quarter of your time is left", server: serverNews, person: personNews, least: match.NewsNeeded, alone: true},
	match.TimeUpNotice:    {what: "that a match has ended by the clock", server: serverNews, person: personNews, least: match.NewsNeeded},
	match.AbandonedNotice: {what: "that a match has ended because nobody continued it", server: serverNews, least: match.NewsNeeded},
	match.EndedNotice:     {what: "that a moderator has ended a match", server: serverNews, person: personNews, least: match.NewsNeeded},
	match.ExpiredNotice:   {what: "that a challenge has expired", server: serverNews, least: match.NewsNeeded},
	match.PairingNotice:   {what: "that your meeting in a tournament begins", server: serverNews, person: personNews, least: match.NewsNeeded, stays: true},
	match.FollowNotice:    {what: "that a match is over which you follow", server: serverNews, person: personNews, least: match.NewsNeeded, alone: true},
	match.SoonNotice:      {what: "that a tournament begins in an hour, if you joined", server: "tournament-reminders", person: personReminders, alone: true},
	match.StartNotice:     {what: "that a tournament begins", server: serverNews, least: match.NewsAll},
	match.OverNotice:      {what: "that a tournament is over or called off", server: serverNews, person: personNews, least: match.NewsNeeded},
	match.AssignedNotice:  {what: "that a class has something to do", server: serverNews, least: match.NewsNeeded},
	match.DueNotice:       {what: "that an assignment of yours ends in a day", server: serverNews, person: personReminders, least: match.NewsNeeded, alone: true},
	match.PuzzleNotice:    {what: "the puzzle of the day, with who found the last one", server: "puzzle-channel", person: "named"},
	match.SeasonNotice:    {what: "the standings of a month", server: "seasons", person: "named"},
}

// Notifications that are no notices.
var (
	markNotification = notification{what: "that you have a new mark", server: serverNews, person: "marks", least: match.NewsAll}
	endNotification  = notification{what: "that your opponent has ended a match", server: serverNews, person: personNews, least: match.NewsNeeded}
)

// saidIn reports whether the news setting of a room lets it through.
func (u notification) saidIn(ctx context.Context, s *Service, room string) (bool, error) {
	set, err := s.referee.ServerSettings(ctx, room)
	return set.News.Wants(u.least), err
}

// wanting returns the people whose settings let it through.
func (u notification) wanting(ctx context.Context, s *Service, people []string) ([]string, error) {
	if u.person != personNews && u.person != personReminders {
		return people, nil
	}
	var wanting []string
	for _, id := range people {
		set, err := s.referee.PersonSettings(ctx, id)
		if err != nil {
			return nil, err
		}
		if u.person == personNews && set.News.Wants(u.least) || u.person == personReminders && !set.NoReminders {
			wanting = append(wanting, id)
		}
	}
	return wanting, nil
}

// to returns the people in a room who get it.
func (u notification) to(ctx context.Context, s *Service, room string, people []string) ([]string, error) {
	if said, err := u.saidIn(ctx, s, room); err != nil || !said {
		return nil, err
	}
	return u.wanting(ctx, s, people)
}

// named clears a player who does not want to be named in posts.
func (s *Service) named(ctx context.Context, p *match.Player) error {
	set, err := s.referee.PersonSettings(ctx, p.ID)
	if set.Unnamed {
		*p = match.Player{}
	}
	return err
}

// roomOf returns the room whose settings hold for a notice.
func (s *Service) roomOf(ctx context.Context, n match.Notice) (room string, err error) {
	server := ""
	switch {
	case n.About.Kind == match.MatchSubject:
		g, gameErr := s.referee.Game(ctx, n.About.ID)
		if err = gameErr; err == nil {
			server = g.Server
		}
	case n.About.Kind == match.ChallengeSubject:
		c, challengeErr := s.referee.ChallengeByID(ctx, n.About.ID)
		server, err = c.Server, challengeErr
	case n.About.Kind == match.AssignmentSubject:
		c, classErr := s.assignedClass(ctx, n)
		server, err = c.Server, classErr
	case n.About.Kind == match.TournamentSubject:
		t, tournamentErr := s.tournaments.Tournament(ctx, n.About.ID)
		server, err = t.Server, tournamentErr
	}
	return match.RoomOf(n.Channel, server), err
}
