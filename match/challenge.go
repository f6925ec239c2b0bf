package match

import (
	"math/rand/v2"
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
	ID         int64
	Channel    string
	Server     string
	Challenger Player
	Opponent   Player // zero: anyone may accept
	Variant    string
	Start      string
	Chosen     bool // the challenger chose Start; else it was generated
	First      FirstChoice
	Side       SideChoice
	Rated      bool
	TurnTime   time.Duration
	Created    time.Time
	Expires    time.Time
	Closed     time.Time
	State      ChallengeState
	Message    string // the front's handle of its message, "" when none
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
