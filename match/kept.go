package match

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"
)

// A Kept is something that lives in a channel: a race, a class, a tournament. It is one row, changes as a whole, and a
// feature turns it into a value of its own.
type Kept struct {
	Board         // its message; Version rises with each change that the message shows
	PartOf int64  // the ID of the whole, such as the class of an assignment; 0 if it is no part
	Server string // "" in the terminal and in direct messages
	Code   string // finds it among those of its kind; "" if nothing does
	Status Status
	Begins time.Time
	Ends   time.Time // when it ends or has ended; zero if that isn't known
	Due    time.Time // when something is to be done with it; zero if nothing is
	Rated  bool      // its results count
	Host   Player    // who leads it; zero for nobody
	Guests []Guest   // the others whom it concerns, in the order of joining; lists leave them out
	State  string    // the rest, in JSON
	Parts  []Kept    // what belongs to it, in the order of kinds and IDs; lists leave them out
}

// A Guest is a person in a Kept.
type Guest struct {
	Player
	Place int    // the final place, 0 for none
	State string // the rest about the person, in JSON
}

// A Status says how far a Kept has got.
type Status string

// A Kept of a status other than these has ended.
const (
	KeptOpen    Status = "open"
	KeptRunning Status = "running"
	KeptOver    Status = "over"
)

// OpenUnless returns the status of something that is open until it is over.
func OpenUnless(over bool) Status {
	if over {
		return KeptOver
	}
	return KeptOpen
}

// GoesOn reports whether a Kept has not ended.
func (k *Kept) GoesOn() bool { return k.Status == KeptOpen || k.Status == KeptRunning }

// Guest returns the place in Guests of the person with an ID, -1 for none.
func (k *Kept) Guest(id string) int {
	return slices.IndexFunc(k.Guests, func(g Guest) bool { return g.ID == id })
}

// Encode returns the JSON of a state, which always has one.
func Encode[T any](state T) string {
	text, err := json.Marshal(state)
	if err != nil {
		panic(err) // the types of states have no channels or functions
	}
	return string(text)
}

// Decode reads a state that Encode wrote.
func Decode[T any](text string, into *T) error { return json.Unmarshal([]byte(text), into) }

// As returns what reads a Kept that was found, as the value of a feature.
func As[T any](of func(Kept) (T, error)) func(Kept, error) (T, error) {
	return func(k Kept, err error) (found T, _ error) {
		if err != nil {
			return found, err
		}
		return of(k)
	}
}

// AllAs is As for a list.
func AllAs[T any](of func(Kept) (T, error)) func([]Kept, error) ([]T, error) {
	return func(found []Kept, err error) (all []T, _ error) {
		for _, k := range found {
			one, badState := of(k)
			all, err = append(all, one), cmp.Or(err, badState)
		}
		return all, err
	}
}

// A KeptFilter selects those of a kind for which everything holds that is not zero.
type KeptFilter struct {
	Kind                SubjectKind
	Room, Channel, Code string
	PartOf              int64
	Person              string    // the host, or a guest
	GoesOn              bool      // they have not ended
	Due                 time.Time // something is due by then
	Whole               bool      // with their guests
	Latest              bool      // those that go on come first, then the latest, in place of the longest due or the oldest
	Limit               int       // 0: none
}

// Subjects has what lives in channels.
type Subjects interface {
	// Keep stores a new Kept and returns it as stored. Without an ID it gets the next one of its kind. With an ID it
	// changes nothing if there is one already. check gets those of the kind that go on in the same room, or in the same
	// channel outside of rooms, and those that the host leads. Its error stores nothing. Others wait meanwhile, so that
	// bounds hold.
	Keep(ctx context.Context, k Kept, check func(goOn []Kept) error) (Kept, error)

	// Kept returns a Kept with its guests and parts, or ErrNotFound.
	Kept(ctx context.Context, about Subject) (Kept, error)

	// ListKept returns those that a filter selects, the oldest first.
	ListKept(ctx context.Context, f KeptFilter) ([]Kept, error)

	// ChangeKept changes a Kept by f and queues the notices, in one transaction that others wait for. It returns it as
	// stored. f may run again, must not ask the store, and stores nothing if it fails. The error is ErrNotFound if there is none.
	//
	// f may also add Parts, which get their IDs then, change them, and take some out. Those are deleted, with the
	// notices about them. A notice about a kind without an ID is about the new Part of that kind.
	ChangeKept(ctx context.Context, about Subject, f func(*Kept) ([]Notice, error)) (Kept, error)

	// ForgetKept deletes those of a kind that ended before a time, the oldest first, and returns how many. The
	// newest of a kind stays without its people and state, so that no ID is given again.
	ForgetKept(ctx context.Context, kind SubjectKind, before time.Time, limit int) (n int, err error)
}
