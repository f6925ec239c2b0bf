package storage

import (
	"errors"
	"slices"
	"time"

	"nimatron/match"
)

// ErrNewer is the error for a database of a newer version of the program.
var ErrNewer = errors.New("the database is newer than this program")

// ErrOlder is the error for a database of an older version of the program, if it may not be upgraded.
var ErrOlder = errors.New("the database is older than this program")

// ErrPrerelease is the error for a database from before the first release.
var ErrPrerelease = errors.New("the database is from before the first release, and can't be brought up to date")

// ErrAltered is the error for a database whose tables are not those of its version, which a program between two
// versions has made.
var ErrAltered = errors.New("the tables of the database are not those of version")

// ErrUnversioned is the error for a database whose tables are there, without the one that has their version.
var ErrUnversioned = errors.New("the database has lost what is in its table goose_db_version")

// ErrEmpty is the error for a database without tables, if they may not be created.
var ErrEmpty = errors.New("there is nothing in the database")

// Access is the permission to use or upgrade an open database.
type Access int

// The kinds of access.
const (
	Upgrade        Access = iota // read and write, after an upgrade if necessary
	WithoutUpgrade               // read and write; the error is ErrOlder if an upgrade is necessary
	ReadOnly                     // read; the error is ErrOlder if an upgrade is necessary
)

// ErrForeign is the error for a database of another program.
var ErrForeign = errors.New("this is a database of another program, which stays as it is: name another")

// ErrServed is the error for a database that another process serves.
var ErrServed = errors.New("another process serves this database")

var ErrDeleted = errors.New("a deleted player does not play")

// Stored returns t as a store returns it: in UTC, truncated to the millisecond.
func Stored(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return time.UnixMilli(t.UnixMilli()).UTC()
}

// NewMatch returns a new match as a store returns it, except for the fields that the store sets:
// the ID and, in the first match of a pair, Pair.
func NewMatch(m match.Match) match.Match {
	m.Sides = match.Between(m.Sides[0].Player, m.Sides[1].Player)
	m.Version, m.HintsHere, m.Reminded, m.Offer, m.Declined = 1, 0, false, match.Nobody, match.Nobody
	m.Updated, m.Ended = m.Created, time.Time{}
	switch m.State {
	case "":
		m.State = match.Playing
	case match.Finished:
		m.Ended = m.Created
	}
	return AsStored(m)
}

// AsStored returns a match as a store returns it. Times are truncated, a missing pace is set, and
// fields that its state can't have are zero.
func AsStored(m match.Match) match.Match {
	if m.Finished() {
		m.Deadline, m.Remind, m.AbandonAt = time.Time{}, time.Time{}, time.Time{}
		m.Reminded, m.Offer, m.Declined = false, match.Nobody, match.Nobody
	} else {
		m.Reviewed = false
	}
	if !m.Reviewed {
		m.Findings = match.Findings{}
	}
	for _, t := range []*time.Time{&m.Created, &m.Updated, &m.Ended, &m.Deadline, &m.Remind, &m.AbandonAt} {
		*t = Stored(*t)
	}
	m.TurnTime = m.TurnTime.Truncate(time.Millisecond)
	if m.Pace == "" {
		m.Pace = match.PaceOf(m.TurnTime)
	}
	m.Moves = slices.Clone(m.Moves)
	for i := range m.Moves {
		m.Moves[i].At = Stored(m.Moves[i].At)
	}
	return m
}
