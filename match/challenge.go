package match

import (
	"math/rand/v2"
	"time"

	"nimatron/games"
)

// A ChallengeState says what has become of a challenge.
type ChallengeState string

// The states of a challenge. It leaves ChallengeOpen once and for all.
const (
	ChallengeOpen      ChallengeState = "open"
	ChallengeAccepted  ChallengeState = "accepted"
	ChallengeDeclined  ChallengeState = "declined"
	ChallengeCancelled ChallengeState = "cancelled" // by the challenger
	ChallengeExpired   ChallengeState = "expired"   // nobody answered in time, or a moderator has ended it
)

// Bounds on challenges.
const (
	// MaxOpenChallenges is how many of one person are open at once.
	MaxOpenChallenges = 5
	// MaxChallengesTo is how many of one person to another that were not accepted are made
	// within ChallengesWithin, and MaxChallengesToOne how many of all to one person.
	MaxChallengesTo    = 5
	MaxChallengesToOne = 10
	ChallengesWithin   = time.Hour
)

// A Challenge is an offer to play.
type Challenge struct {
	ID         int64
	Channel    string
	Server     string // "" in direct messages and in the local chat
	Challenger Player
	Opponent   Player // zero: anyone may accept
	Variant    string
	Start      string // the start in canonical notation
	Chosen     bool   // the challenger chose Start, it was not generated
	First      FirstChoice
	Side       SideChoice
	Rated      bool          // counts for the ratings
	TurnTime   time.Duration // 0: no limit
	Created    time.Time
	Expires    time.Time // zero: never
	Closed     time.Time // zero while open
	State      ChallengeState
	Message    string // the front's handle of its message, "" when none
}

// ToAnyone reports whether anyone may accept.
func (c *Challenge) ToAnyone() bool { return c.Opponent == Player{} }

// Expired reports whether it is too late for an answer.
func (c *Challenge) Expired(now time.Time) bool {
	return !c.Expires.IsZero() && !c.Expires.After(now)
}

// A FirstChoice says who takes the first turn, as the challenger asks for it.
type FirstChoice string

// The ways to settle the first turn.
const (
	FirstRandom   FirstChoice = "random"
	FirstMe       FirstChoice = "me"
	FirstOpponent FirstChoice = "opponent"
	// FirstChoose lets the player who accepts pick.
	FirstChoose FirstChoice = "choose"
)

// Resolve returns who takes the first turn when the challenger sits on a side. Only
// FirstRandom tosses, and FirstChoose settles nothing: then ok is false.
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

// A SideChoice says where the challenger of a partizan game sits. In other games the
// sides are only two names, and the challenger sits left.
type SideChoice string

// The ways to settle the sides.
const (
	SideLeft   SideChoice = "left"
	SideRight  SideChoice = "right"
	SideRandom SideChoice = "random"
)

// SideOf returns the choice of one side.
func SideOf(side games.Side) SideChoice { return SideChoice(side.String()) }

// Resolve returns where the challenger sits: left if nothing was asked for. Only
// SideRandom tosses.
func (s SideChoice) Resolve(toss *rand.Rand) games.Side {
	switch s {
	case SideRight:
		return games.Right
	case SideRandom:
		return games.Side(toss.IntN(2))
	}
	return games.Left
}
