package match

import (
	"errors"
	"fmt"
	"time"
)

// A Change is one step of a match. Its parts happen in the order of the fields.
type Change struct {
	Takeback   int    // how many of the last moves are taken back
	TakebackBy Seat   // for whom; Nobody exactly when Takeback is 0
	Moves      []Move // are made

	// Offer is who now asks to take moves back. It is ignored where moves are made or
	// taken back and where the match ends.
	Offer Seat

	// The new times of the match, as in [Match]; ignored where it ends. Reminded
	// becomes false where Remind changes.
	Deadline, Remind, AbandonAt time.Time

	End       *Result        // nil: the match goes on
	CalledOff Seat           // who has ended it before it began; only with End
	Uncounted bool           // as in [Match]; only with End
	Critical  int            // as in [Match], and stored as 0 where the match is Advised; only with End
	Findings  *Findings      // of a review of the whole match; only with End, nil: not reviewed
	Ratings   []RatingChange // what the end changes, or that of Next if it has ended too; only with End

	// Next begins when this match has ended, as with CreateMatch; only with End. If it
	// is a SecondLeg, this match becomes the first of its pair.
	Next *Match

	// Notice, about the match, is put in the outbox; NoNotice for none. It is for what
	// nobody hears of as the answer to a request.
	Notice NoticeKind

	Now time.Time
}

// Appended is what a [Change] has led to.
type Appended struct {
	Version int64  // of the match
	Next    *Match // as stored, nil where Change.Next is
}

// Plays reports whether moves are made or taken back or the match ends.
func (c *Change) Plays() bool { return len(c.Moves) > 0 || c.Takeback > 0 || c.End != nil }

// Check returns an error if the change makes no sense in any match.
func (c *Change) Check() error {
	switch {
	case c.Takeback < 0 || (c.Takeback > 0) != (c.TakebackBy != Nobody):
		return fmt.Errorf("%d moves taken back for %s", c.Takeback, c.TakebackBy)
	case c.End == nil && (c.Next != nil || c.Findings != nil || len(c.Ratings) > 0 || c.CalledOff != Nobody || c.Uncounted || c.Critical != 0):
		return errors.New("what only an end brings, but no end")
	case !c.Plays() && c.Offer == Nobody:
		return errors.New("nothing to change")
	}
	return nil
}
