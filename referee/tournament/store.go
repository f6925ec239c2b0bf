package tournament

import (
	"context"
	"time"

	"nimatron/match"
)

// A Store has tournaments, which change in whole steps, each under the version that it was made from.
type Store interface {
	// CreateTournament stores a new tournament, open and without players, and returns it as
	// stored. The error is ErrTooManyTournaments if the server has MaxTournaments.
	CreateTournament(ctx context.Context, t Tournament) (Tournament, error)

	// Tournament returns a tournament with its entrants and pairings, or ErrNotFound.
	Tournament(ctx context.Context, id int64) (Tournament, error)

	// TournamentsOf returns the tournaments of a server, or of a channel if the server is "". Open and
	// running ones come first, then the latest.
	TournamentsOf(ctx context.Context, server, channel string, limit int) ([]Tournament, error)

	// DueTournaments returns the IDs of tournaments in which something may be due, the oldest first: a
	// start, a result, a round, the end, or pairings without a thread since stuck or before.
	DueTournaments(ctx context.Context, now, stuck time.Time, limit int) ([]int64, error)

	// EventOf returns the tournament in which a match is the first game of a pairing, or
	// ErrNotFound.
	EventOf(ctx context.Context, match int64) (Event, error)

	// TournamentsWith returns the running tournaments of a player, without entrants and pairings. Of
	// those that the player has left it returns arenas only, which can be joined again.
	TournamentsWith(ctx context.Context, player string) ([]Tournament, error)

	// SaveTournament stores the state, round, times, Apart, entrants and pairings; entrants and
	// pairings are never removed. The error is ErrStale unless version is the tournament's. It adds
	// a notice, unless that is NoNotice. One that calls all entrants has a part for each CalledAtOnce.
	SaveTournament(ctx context.Context, t Tournament, version int64, notice match.NoticeKind, now time.Time) error

	// TakePairings returns tournaments of a front with pairings that have not begun. No other call
	// returns them before until or ReleasePairings.
	TakePairings(ctx context.Context, front string, now, until time.Time, limit int) ([]int64, error)

	// ReleasePairings lets TakePairings return a tournament again from due on, and sets its Stuck.
	ReleasePairings(ctx context.Context, tournament int64, stuck, due time.Time) error

	// BeginPairing starts the first match of a pairing in its channel, as CreateMatch does, and
	// adds a PairingNotice. The error is ErrStale if it has begun or has other players.
	BeginPairing(ctx context.Context, tournament int64, round, board, game int, m match.Match) (match.Match, error)

	// OftenMet returns the pairs of entrants of a tournament that have completed at least least rated
	// pairs of games since a time, as PairsSince counts them.
	OftenMet(ctx context.Context, tournament int64, since time.Time, least int) ([][2]match.Player, error)

	// PairingsOver returns the open pairings of a tournament whose games have ended, or whose first
	// game has ended without a winner. They have no First and Second.
	PairingsOver(ctx context.Context, tournament int64) ([]Pairing, error)

	// MatchByID and SecondLeg return the games of a pairing, as match.Matches says.
	MatchByID(ctx context.Context, id int64) (match.Match, error)
	SecondLeg(ctx context.Context, first int64) (match.Match, error)

	// Ratings returns the ratings of players, as match.Ratings says.
	Ratings(ctx context.Context, players ...string) (map[string]map[match.Ladder]match.Rating, error)
}
