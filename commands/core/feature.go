package core

import (
	"context"

	"nimatron/commands/view"
	"nimatron/match"
)

// Feature is what a package of commands adds to the bot.
type Feature struct {
	Commands      []*Command
	Notifications []*Notification
	// Subjects are what the feature's boards and notices are about.
	Subjects map[match.SubjectKind]Subject
}

// Subject is what a board or a notice is about.
type Subject struct {
	// Server returns the server whose settings hold for a notice. It is nil if the notice's channel
	// decides alone.
	Server func(ctx context.Context, env *Env, id int64) (string, error)
	// Board shows the subject; nil if no message is kept up to date with it. The error is
	// match.ErrNotFound if the subject no longer exists.
	Board func(ctx context.Context, env *Env, id int64) (view.Reply, error)
}
