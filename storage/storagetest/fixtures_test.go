package storagetest

import (
	"slices"
	"time"

	"nimatron/match"
	"nimatron/storage"
)

// NobodyWon is the result of a match that was called off.
var NobodyWon = match.Result{Termination: match.Cancelled}

// OpenChallenge is a Challenge to anyone, by a player without other challenges.
func OpenChallenge(channel string) match.Challenge {
	c := Challenge(channel)
	c.Challenger, c.Opponent = match.Player{ID: "local:who waits in " + channel, Name: "W"}, match.Player{}
	return c
}

// Plain returns the part of a rating that a change contains.
func Plain(r match.Rating) match.Rating { return match.Rating{Ladder: r.Ladder, Rating: r.Rating} }

// Stored returns t as a store gives it back.
func Stored(t time.Time) time.Time { return storage.Stored(t) }

// StoredMoves returns moves as a store gives them back.
func StoredMoves(moves ...match.Move) []match.Move {
	moves = slices.Clone(moves)
	for i := range moves {
		moves[i].At = Stored(moves[i].At)
	}
	return moves
}
