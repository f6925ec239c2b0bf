// Package core is what commands are made of: a [Command] with its [Option]s, the [Request] that it
// answers and the [Env] that it answers with. Features stand above it, each in a package of its own,
// and none of them imports another.
package core

import (
	"context"
	"log/slog"

	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/class"
	"nimatron/referee/puzzle"
	"nimatron/referee/season"
	"nimatron/solver"
)

// Store is the part of the store that the commands read.
type Store interface {
	match.Inbox
	match.Archive
	match.Ratings
	match.Lists
	season.Store
	puzzle.Posts
	class.Store
	match.Privacy
}

// Env is what commands answer with.
type Env struct {
	Referee *referee.Referee
	Store   Store // for lists; the referee makes all changes of matches
	Solver  solver.Solver
	Log     *slog.Logger
	Theme   match.Theme // the default
	Pages   []view.Link // to documents elsewhere
	Page    string      // the address of the page for browsers, "" for none
	// Find returns the command with a name, or nil.
	Find      func(name string) *Command
	Standings *Standings
}

// Answered returns the earlier answer to a request, empty if it is not known.
func (env *Env) Answered(ctx context.Context, id string) match.Answer {
	answer, err := env.Store.Answered(ctx, id)
	if err != nil {
		env.Log.Error("the inbox can't be read", "request", id, "err", err)
	}
	return answer
}
