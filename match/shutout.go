package match

import (
	"context"
	"errors"
	"time"
)

// Everywhere is the scope of what the operator forbids.
const Everywhere = "operator"

// Bounds on those who are shut out.
const (
	MaxShutOut    = 1000
	MaxShutOutLog = 200 // past ones that are kept, of one room
	MaxWhy        = 200
)

// ErrTooManyShutOut: the room has shut out MaxShutOut people.
var ErrTooManyShutOut = errors.New("too many people are shut out")

// A ShutOut refuses service to a person in a room or, with the scope Everywhere, to a person or a
// server. It outlives the deletion of the person's data.
type ShutOut struct {
	ID          int64
	Scope       string // a room as RoomOf returns it, or Everywhere
	Subject     string
	Author, Why string // who decided it: an ID, or Everywhere for the operator
	Since       time.Time
	Until       time.Time // zero: for good
	LetInBy     string    // who ended it at Until; "" for nobody
}

// Held selects what a person holds, or what lives in a place: matches, challenges and the like. Each
// field that is not "" narrows it down. A place is a Held without a Person.
type Held struct{ Person, Server, Channel string }

// Living is something that goes on in a channel. NoSubject is the subscription to the puzzle of the day.
type Living struct {
	Kind            SubjectKind
	ID              int64
	Channel, Server string // Server is "" if the bot may never have been in the channel
}

// ShutOuts has those who are refused service.
type ShutOuts interface {
	// ShutOut refuses service, in place of an earlier refusal. The error is ErrTooManyShutOut.
	ShutOut(ctx context.Context, s ShutOut) error

	// LetIn ends a refusal. The error is ErrNotFound if there is none.
	LetIn(ctx context.Context, scope, subject, by string, now time.Time) error

	// ShutOuts returns the refusals of a scope, the current ones first and then the newest.
	ShutOuts(ctx context.Context, scope string, now time.Time, limit int) ([]ShutOut, error)

	// Refused returns why a person is refused service in a room, the operator's reason first. The
	// error is ErrNotFound if they are not. Each may be "".
	Refused(ctx context.Context, person, room string, now time.Time) (ShutOut, error)

	// RefreshRefusals looks for refusals by other processes. For some seconds after it, Refused does not read for
	// people whom it found welcome.
	RefreshRefusals(ctx context.Context) error

	// Unsettled returns refusals for which Settled was not called.
	Unsettled(ctx context.Context, limit int) ([]ShutOut, error)

	// Settled records that those who are shut out hold nothing more.
	Settled(ctx context.Context, id int64) error

	// Living returns what goes on and is held, at most so much of a kind.
	Living(ctx context.Context, h Held, limit int) ([]Living, error)

	// Release closes open challenges as expired, ends follows, sessions of the live board and memberships
	// of classes, and ends classes of that teacher or place.
	Release(ctx context.Context, h Held, now time.Time) error
}
