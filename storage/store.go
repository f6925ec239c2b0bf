package storage

import (
	"context"
	"time"

	"nimatron/match"
	"nimatron/referee/class"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
	"nimatron/referee/race"
	"nimatron/referee/season"
	"nimatron/referee/tournament"
)

// A Store keeps everything. The packages storage/sqlite and storage/postgres implement it. Each
// feature declares the methods that it needs next to its types. Methods may be called from any
// goroutine. Each is one transaction: after an error nothing has changed.
//
// A write with a context of [match.WithRequest] also records the request as [match.AnsweredDone].
// If an answer or another delivery was recorded before, by any process, nothing is written and
// the error is [match.ErrDone].
//
// Times come back in UTC, truncated to the millisecond. A limit below 1 means 0.
type Store interface {
	match.Inbox
	match.Outbox
	match.Matches
	match.Challenges
	match.Deadlines
	match.Ratings
	match.Archive
	match.Lists
	match.Privacy
	puzzle.Store
	puzzle.Posts
	lesson.Store
	match.Settings
	season.Store
	match.Leases
	tournament.Store
	class.Store
	race.Store
	match.Follows
	match.Blocks
	match.ShutOuts
	match.Departures
	match.Crowds
	match.Subjects
	match.LiveSessions

	// Load returns how much is going on, and how many notices of a front wait. It is quick, and fails if the store can't be read or has not the tables of this
	// version of the program.
	Load(ctx context.Context, front string, now time.Time) (match.Load, error)

	// WritesFailSince returns the time since which all writes have failed, zero if the last one
	// succeeded.
	WritesFailSince() time.Time

	// Close closes the store.
	Close() error
}
