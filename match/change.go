package match

import (
	"errors"
	"fmt"
	"time"
)

// A Change is one step of a match. Its parts happen in the order of the fields.
type Change struct {
	Takeback   int  // the number of last moves to take back
	TakebackBy Seat // the side that gets them back; Nobody if and only if Takeback is 0
	Ply        int  // the number of moves that stay; only with Moves
	Moves      []Move

	// Offer is the side that asks to take moves back. It is ignored if moves are made or taken
	// back, or if the match ends.
	Offer Seat
	// Declines withdraws the offer that stands, and nothing else.
	Declines bool

	// The new times of the match, as in [Match]; ignored if it ends. With Plays, Reminded becomes false.
	Deadline, Remind, AbandonAt time.Time

	End       *Result
	CalledOff Seat           // the side that ended it before it really started; only with End
	Uncounted bool           // as in [Match]; only with End
	Findings  *Findings      // from a review of the whole match; only with End, nil: not reviewed
	Ratings   []RatingChange // of this match, or of Next if that has ended too; only with End
	Advances  int64          // the ID of the tournament that has a result by this end, 0 for none

	// Next is a match to create in the same transaction; only with End. If it is a SecondLeg, this
	// match becomes the first of its pair.
	Next *Match

	Notice NoticeKind // about the match, for changes that don't answer a request

	Unversioned string // Unversioned of the Table that the change is based on, "" if it does not matter
	Undisputed  bool   // nobody has asked to take back, or been declined, in the match that the change is based on

	Now time.Time
}

// Appended is the result of a [Change].
type Appended struct {
	Version     int64
	Unversioned string
	Next        *Match // as stored; nil if Change.Next is nil
}

// Plays reports whether moves are made or taken back or the match ends.
func (c *Change) Plays() bool { return len(c.Moves) > 0 || c.Takeback > 0 || c.End != nil }

// Check returns an error for a change that is invalid in every match.
func (c *Change) Check() error {
	switch {
	case c.Takeback < 0 || (c.Takeback > 0) != (c.TakebackBy != Nobody):
		return fmt.Errorf("%d moves taken back for %s", c.Takeback, c.TakebackBy)
	case c.End == nil && (c.Next != nil || c.Findings != nil || len(c.Ratings) > 0 || c.CalledOff != Nobody || c.Uncounted):
		return errors.New("what only an end brings, but no end")
	case c.Declines && (c.Plays() || c.Offer != Nobody), !c.Plays() && !c.Declines && c.Offer == Nobody:
		return errors.New("nothing to change")
	}
	return nil
}
