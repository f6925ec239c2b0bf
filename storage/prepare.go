package storage

import (
	"errors"
	"slices"
	"time"

	"nimatron/match"
)

// ErrNewer is what opening a database returns that was written by a newer version of
// the program.
var ErrNewer = errors.New("the database is newer than this program")

// ErrOlder is what opening a database returns that an older version of the program wrote, and
// that is not to be brought up to date.
var ErrOlder = errors.New("the database is older than this program")

// ErrPrerelease is what opening a database returns whose tables are from before the first release.
var ErrPrerelease = errors.New("the database is from before the first release, and can't be brought up to date")

// ErrEmpty is what opening a database returns that has nothing in it, and that is not to be made.
var ErrEmpty = errors.New("there is nothing in the database")

// Access is for what a database is opened.
type Access int

// The kinds of access.
const (
	Upgrade Access = iota // to use it, after it has been brought up to date
	Keep                  // to use it if it is up to date; the error is ErrOlder otherwise
	Look                  // the same, and to change nothing
)

// ErrForeign is what opening a database returns that another program made.
var ErrForeign = errors.New("this is a database of another program, which stays as it is: name another")

// ErrServed is the error while another process serves a database.
var ErrServed = errors.New("another process serves this database")

// ErrDeleted is the error for a deleted player in what is to be stored.
var ErrDeleted = errors.New("a deleted player does not play")

// Moment returns t as it comes back from a store: in UTC and cut to the millisecond.
func Moment(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return time.UnixMilli(t.UnixMilli()).UTC()
}

// NewMatch returns a match that begins as it comes back once it is stored, but for
// what the store has to give it: the ID and, in the first match of a pair, Pair.
func NewMatch(m match.Match) match.Match {
	m.Sides = match.Between(m.Sides[0].Player, m.Sides[1].Player)
	m.Version, m.HintsHere, m.Reminded, m.Offer = 1, 0, false, match.Nobody
	m.Updated, m.Ended = m.Created, time.Time{}
	switch m.State {
	case "":
		m.State = match.Playing
	case match.Finished:
		m.Ended = m.Created
	}
	return AsStored(m)
}

// AsStored returns a match as it comes back: with the times that are kept, the pace of its
// turn time if it says none, and without what a match that goes on or is finished can't
// have.
func AsStored(m match.Match) match.Match {
	if m.Finished() {
		m.Deadline, m.Remind, m.AbandonAt = time.Time{}, time.Time{}, time.Time{}
		m.Reminded, m.Offer = false, match.Nobody
	} else {
		m.Reviewed = false
	}
	if !m.Reviewed {
		m.Findings = match.Findings{}
	}
	for _, t := range []*time.Time{&m.Created, &m.Updated, &m.Ended, &m.Deadline, &m.Remind, &m.AbandonAt} {
		*t = Moment(*t)
	}
	m.TurnTime = m.TurnTime.Truncate(time.Millisecond)
	if m.Pace == "" {
		m.Pace = match.PaceOf(m.TurnTime)
	}
	m.Moves = slices.Clone(m.Moves)
	for i := range m.Moves {
		m.Moves[i].At = Moment(m.Moves[i].At)
	}
	return m
}

// NewChallenge returns a challenge as it comes back once it is stored, but for the ID.
func NewChallenge(c match.Challenge) match.Challenge {
	c.State, c.Closed = match.ChallengeOpen, time.Time{}
	c.Created, c.Expires = Moment(c.Created), Moment(c.Expires)
	c.TurnTime = c.TurnTime.Truncate(time.Millisecond)
	return c
}

// NewTournament returns a tournament as it comes back once it is stored, but for its ID.
func NewTournament(t match.Tournament) match.Tournament {
	t.State, t.Round, t.Version, t.Message = match.TournamentOpen, 0, 1, ""
	t.Started, t.Ended, t.Entrants, t.Pairings, t.Apart = time.Time{}, time.Time{}, nil, nil, nil
	t.Created, t.Starts = Moment(t.Created), Moment(t.Starts)
	return t
}
