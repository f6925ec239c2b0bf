package core

import (
	"context"

	"nimatron/commands/view"
	"nimatron/match"
)

// Feature is the contribution of a package of commands to the bot.
type Feature struct {
	Commands      []*Command
	Notifications []*Notification
	// Subjects describes the kinds of the feature's boards and notices.
	Subjects map[match.SubjectKind]Subject
	// Around surrounds the handler of every command of the bot, so that it can refuse requests and add to answers.
	Around func(*Command, Handler) Handler
}

// Subject describes a kind of board or notice.
type Subject struct {
	// Server returns the server whose settings hold for a notice. It is nil if the notice's channel
	// decides alone.
	Server func(ctx context.Context, env *Env, id int64) (string, error)
	// Board shows the subject; nil if no message is kept up to date with it. The error is
	// match.ErrNotFound if the subject no longer exists.
	Board func(ctx context.Context, env *Env, id int64) (view.Reply, error)
}

type Notification struct {
	// Kind is the kind of the referee's notice, empty if the message is part of an answer.
	Kind match.NoticeKind
	// What describes the message in docs/settings.md.
	What string
	// Server and Person name the settings. Person is "" if the message is for nobody and names nobody.
	Server, Person string
	// Least is the news setting from which the message is sent, if the setting is a match.News.
	Least match.News
	// Alone drops the message if none of its recipients wants it.
	Alone bool
	// Stays is true for a board to play on: even if it is switched off, it is posted, but without a
	// text and without pings.
	Stays bool
	// Word puts the notice into words; nil if there is none. ok is false if there is nothing left to say.
	Word func(ctx context.Context, env *Env, n match.Notice) (reply view.Reply, ok bool, err error)
}

// The names of settings that more than one kind of notice has.
const (
	PersonNews      = "news"
	ServerNews      = "server-news"
	PersonReminders = "reminders"
)

// AllowedIn reports whether the news setting of a room allows the message.
func (u Notification) AllowedIn(ctx context.Context, env *Env, room string) (bool, error) {
	set, err := env.Referee.ServerSettings(ctx, room)
	return set.News.Wants(u.Least), err
}

// Wanting returns the people whose settings allow the message.
func (u Notification) Wanting(ctx context.Context, env *Env, people []string) ([]string, error) {
	if u.Person != PersonNews && u.Person != PersonReminders {
		return people, nil
	}
	var wanting []string
	for _, id := range people {
		set, err := env.Store.PersonSettings(ctx, id)
		if err != nil {
			return nil, err
		}
		if u.Person == PersonNews && set.News.Wants(u.Least) || u.Person == PersonReminders && !set.NoReminders {
			wanting = append(wanting, id)
		}
	}
	return wanting, nil
}

// Recipients returns the people in a room who get the message.
func (u Notification) Recipients(ctx context.Context, env *Env, room string, people []string) ([]string, error) {
	if said, err := u.AllowedIn(ctx, env, room); err != nil || !said {
		return nil, err
	}
	return u.Wanting(ctx, env, people)
}

// HideUnnamed clears a player who does not want to be named in posts.
func (env *Env) HideUnnamed(ctx context.Context, p *match.Player) error {
	set, err := env.Store.PersonSettings(ctx, p.ID)
	if set.Unnamed {
		*p = match.Player{}
	}
	return err
}
