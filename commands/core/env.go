// Package core has the types that commands consist of: a [Command] with its [Option]s, the
// [Request] that it answers, and the [Env] that it uses. Each feature is in a separate package
// above, and none imports another.
package core

import (
	"context"
	"log/slog"

	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee"
	"nimatron/referee/class"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
	"nimatron/referee/season"
	"nimatron/referee/tournament"
	"nimatron/solver"
)

// Store is the part of the store that the commands read.
type Store interface {
	match.Inbox
	match.Challenges
	match.Follows
	match.Archive
	match.Ratings
	match.Lists
	tournament.Store
	class.Store
	puzzle.Store
	puzzle.Posts
	lesson.Store
	season.Store
	match.Privacy
}

// Env has the dependencies of commands.
type Env struct {
	Referee     *referee.Referee
	Tournaments *tournament.Rules
	Classes     *class.Rules
	Puzzles     *puzzle.Rules
	Lessons     *lesson.Rules
	Seasons     *season.Rules

	Store  Store // for lists; the referee makes all changes of matches
	Solver solver.Solver
	Log    *slog.Logger
	Theme  picture.Theme // the default
	Pages  []view.Link   // to documents elsewhere
	Page   string        // the address of the page for browsers, "" for none
	Live   LiveBoard     // nil without a live board
	// Find returns the command with a name, or nil.
	Find func(name string) *Command
}

// LiveBoard leads to the live boards of matches.
type LiveBoard interface {
	// Link returns a link to a match: for a player, or for watching if player is "".
	Link(match int64, player string) (string, error)
	// Changed says that a request of this process has changed a match.
	Changed(match int64)
}

// NewEnv returns the environment of commands over a referee and its store.
func NewEnv(r *referee.Referee, store Store, log *slog.Logger) *Env {
	puzzles := puzzle.New(r, store)
	return &Env{
		Referee: r, Tournaments: tournament.New(r, store), Classes: class.New(r, store, puzzles), Puzzles: puzzles,
		Lessons: lesson.New(r, store, puzzles), Seasons: season.New(r, store), Store: store, Log: log,
		Theme: picture.Surfaces[0].Theme,
	}
}

// Answered returns the earlier answer to a request, empty if it is not known.
func (env *Env) Answered(ctx context.Context, id string) match.Answer {
	answer, err := env.Store.Answered(ctx, id)
	if err != nil {
		env.Log.Error("the inbox can't be read", "request", id, "err", err)
	}
	return answer
}
