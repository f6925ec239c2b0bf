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
