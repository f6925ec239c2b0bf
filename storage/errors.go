package storage

import "errors"

// Errors to match with errors.Is. Any other error is a fault of the disk, the
// database or the caller.
var (
	// ErrNotFound: there is no such match, challenge, player or rating.
	ErrNotFound = errors.New("not found")
	// ErrStale: what was to be changed has changed, or ended, in the meantime.
	ErrStale = errors.New("changed in the meantime")
	// ErrChannelBusy: a match is being played in this channel.
	ErrChannelBusy = errors.New("a match is being played in this channel")
	// ErrChallengeOpen: a challenge is open in this channel.
	ErrChallengeOpen = errors.New("a challenge is open in this channel")
	// ErrPlaying: this player is in a match that is being played.
	ErrPlaying = errors.New("the player is in a match that is being played")
	// ErrNewer: the database was written by a newer version of the program.
	ErrNewer = errors.New("the database is newer than this program")
)
