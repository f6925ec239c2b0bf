package match

import (
	"cmp"

	"nimatron/games"
)

// A Table is a match with everything that its board shows. It is read at once, because every move
// needs it.
type Table struct {
	Match
	Audience
}

// An Audience is the stored data about the players and watchers of a match's board.
type Audience struct {
	Own    [2]PersonSettings // of the players, by side; the bot's are zero
	Played [2]int            // matches of the family that each has finished, 0 for the bot
	Pings  Pings
	// Elsewhere is true in a match against the bot from a chosen start, in which the bot's moves are
	// answers, while the person plays a match that counts, or one against the bot at its best.
	Elsewhere bool
	// Unversioned spells everything in a Table that changes without Version, such as hints and the
	// versions of settings. Two Tables of a running match are equal if it and Version are.
	Unversioned string
}

// A TableVersion identifies the current Table of a channel.
type TableVersion struct {
	ID, Version int64
	Unversioned string
}

// PingsOf returns how a player wants to be notified of their turn, never PingsDefault.
func (a *Audience) PingsOf(side games.Side) Pings {
	return cmp.Or(a.Own[side].Pings, a.Pings, PingsAway)
}
