package match

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"nimatron/games"
)

// A ChallengeState is the state of a challenge.
type ChallengeState string

// A challenge never returns to ChallengeOpen.
const (
	ChallengeOpen      ChallengeState = "open"
	ChallengeAccepted  ChallengeState = "accepted"
	ChallengeDeclined  ChallengeState = "declined"
	ChallengeCancelled ChallengeState = "cancelled" // by the challenger
	ChallengeExpired   ChallengeState = "expired"   // nobody answered in time, or a moderator ended it
)

// Bounds on challenges.
const (
	MaxOpenChallenges = 5 // by one person
	// MaxChallengesTo bounds the challenges of one person to another within ChallengesWithin. Accepted
	// challenges do not count.
	MaxChallengesTo  = 5
	ChallengesWithin = time.Hour
	// After DeclinesInARow declined challenges, a person takes none of that challenger for DeclinedFor.
	DeclinesInARow = 3
	DeclinedFor    = 24 * time.Hour
)

// A Challenge is an offer to play.
type Challenge struct {
	Variant  string
	Start    string
	Chosen   bool // the challenger chose Start; else it was generated
	First    FirstChoice
	Side     SideChoice
	TurnTime time.Duration

	// These are columns of their own.
	ID         int64          `json:"-"`
	Channel    string         `json:"-"`
	Server     string         `json:"-"`
	Challenger Player         `json:"-"`
	Opponent   Player         `json:"-"` // zero: anyone may accept
	Rated      bool           `json:"-"`
	Created    time.Time      `json:"-"`
	Expires    time.Time      `json:"-"` // zero: never, or it was closed
	Closed     time.Time      `json:"-"`
	State      ChallengeState `json:"-"`
	Message    string         `json:"-"` // the front's handle of its message, "" when none
}

// Kept returns how an open challenge is stored.
func (c *Challenge) Kept() Kept {
	k := Kept{
		Board:  Board{Subject: Subject{Kind: ChallengeSubject, ID: c.ID, Version: 1}, Channel: c.Channel, Message: c.Message},
		Server: c.Server, Status: Status(c.State), Begins: c.Created, Ends: c.Expires, Due: c.Expires, Rated: c.Rated, Host: c.Challenger, State: Encode(c),
	}
	if !c.ToAnyone() {
		k.Guests = []Guest{{Player: c.Opponent, State: "{}"}}
	}
	return k
}

func challengeOf(k Kept) (c Challenge, err error) {
	err = Decode(k.State, &c)
	c.ID, c.Channel, c.Server, c.Challenger, c.Rated, c.Created, c.State, c.Message = k.ID, k.Channel, k.Server, k.Host, k.Rated, k.Begins, ChallengeState(k.Status), k.Message
	if c.Expires = k.Due; !k.GoesOn() {
		c.Closed = k.Ends
	}
	if len(k.Guests) > 0 {
		c.Opponent = k.Guests[0].Player
	}
	return c, err
}

// ChallengeByID returns the challenge with an ID, or ErrNotFound.
func ChallengeByID(ctx context.Context, s Subjects, id int64) (Challenge, error) {
	return As(challengeOf)(s.Kept(ctx, Subject{Kind: ChallengeSubject, ID: id}))
}

// OpenChallenge returns the open challenge in a channel, or ErrNotFound.
func OpenChallenge(ctx context.Context, s Subjects, channel string) (Challenge, error) {
	open, err := AllAs(challengeOf)(s.ListKept(ctx, KeptFilter{Kind: ChallengeSubject, Channel: channel, GoesOn: true, Whole: true}))
	if err != nil || len(open) == 0 {
		return Challenge{}, cmp.Or(err, ErrNotFound)
	}
	return open[0], nil
}

// OpenChallengesBy returns a player's open challenges that have not expired, the oldest first.
func OpenChallengesBy(ctx context.Context, s Subjects, player string, now time.Time) ([]Challenge, error) {
	open, err := AllAs(challengeOf)(s.ListKept(ctx, KeptFilter{Kind: ChallengeSubject, Person: player, GoesOn: true, Whole: true}))
	return slices.DeleteFunc(open, func(c Challenge) bool { return c.Challenger.ID != player || c.Expired(now) }), err
}

// CloseChallenge ends an open challenge, with notices. The error is ErrStale if it is no longer open.
func CloseChallenge(ctx context.Context, s Subjects, id int64, state ChallengeState, now time.Time, notices ...Notice) error {
	_, err := s.ChangeKept(ctx, Subject{Kind: ChallengeSubject, ID: id}, func(k *Kept) ([]Notice, error) { return notices, k.CloseChallenge(state, now) })
	if errors.Is(err, ErrNotFound) {
		err = ErrStale
	}
	return err
}

// CloseChallenge ends an open challenge. The error is ErrStale if it is no longer open. The message of an accepted one
// shows the match.
func (k *Kept) CloseChallenge(state ChallengeState, now time.Time) error {
	if !k.GoesOn() || state == ChallengeOpen {
		return ErrStale
	}
	k.Status, k.Ends, k.Due = Status(state), now, time.Time{}
	if k.Version++; state == ChallengeAccepted {
		k.Shown = k.Version
	}
	return nil
}

// LeaveChallenge ends an open challenge by or to a person who is shut out or forgotten.
func LeaveChallenge(k *Kept, _ string, forgotten bool, now time.Time) error {
	if forgotten {
		return k.CloseChallenge(ChallengeCancelled, now)
	}
	return k.CloseChallenge(ChallengeExpired, now)
}

// ExpireChallenges closes challenges that have expired, at most limit, with an ExpiredNotice. It returns how many.
func ExpireChallenges(ctx context.Context, s Subjects, now time.Time, limit int) (n int, err error) {
	due, err := s.ListKept(ctx, KeptFilter{Kind: ChallengeSubject, Due: now, Limit: limit})
	errs := []error{err}
	for _, k := range due {
		notice := Notice{Channel: k.Channel, Kind: ExpiredNotice, About: k.Unversioned(), Created: now}
		switch err := CloseChallenge(ctx, s, k.ID, ChallengeExpired, now, notice); {
		case err == nil:
			n++
		case !errors.Is(err, ErrStale): // it was answered just now
			errs = append(errs, err)
		}
	}
	return n, errors.Join(errs...)
}

// ToAnyone reports whether anyone may accept.
func (c *Challenge) ToAnyone() bool { return c.Opponent == Player{} }

// Expired reports whether it is too late for an answer.
func (c *Challenge) Expired(now time.Time) bool {
	return !c.Expires.IsZero() && !c.Expires.After(now)
}

// A FirstChoice says how the first turn is decided.
type FirstChoice string

// The ways to decide the first turn.
const (
	FirstRandom   FirstChoice = "random"
	FirstMe       FirstChoice = "me"
	FirstOpponent FirstChoice = "opponent"
	// FirstChoose lets the player who accepts pick.
	FirstChoose FirstChoice = "choose"
)

// Resolve returns the side that goes first if the challenger sits on this side; ok is false for
// FirstChoose. Only FirstRandom uses toss.
func (f FirstChoice) Resolve(challenger games.Side, toss *rand.Rand) (first games.Side, ok bool) {
	switch f {
	case FirstOpponent:
		return challenger.Other(), true
	case FirstRandom:
		return games.Side(toss.IntN(2)), true
	case FirstChoose:
		return 0, false
	}
	return challenger, true
}

// A SideChoice says on which side the challenger of a partizan game sits. In other games the
// challenger sits left.
type SideChoice string

// The ways to decide the sides.
const (
	SideLeft   SideChoice = "left"
	SideRight  SideChoice = "right"
	SideRandom SideChoice = "random"
	SideServer SideChoice = "server" // everybody in the room votes
)

// SideOf returns the choice of a side.
func SideOf(side games.Side) SideChoice { return SideChoice(side.String()) }

// Resolve returns the side of the challenger: left by default. Only SideRandom uses toss.
func (s SideChoice) Resolve(toss *rand.Rand) games.Side {
	switch s {
	case SideRight:
		return games.Right
	case SideRandom:
		return games.Side(toss.IntN(2))
	}
	return games.Left
}
