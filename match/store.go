package match

import (
	"context"
	"errors"
	"io"
	"iter"
	"time"

	"nimatron/games"
)

// The errors of a store, for errors.Is. Any other error is a fault of the program.
var (
	// ErrNotFound: there is no such match, challenge, player or rating.
	ErrNotFound = errors.New("not found")
	// ErrStale: somebody else has changed or ended it meanwhile.
	ErrStale = errors.New("changed in the meantime")
	// ErrChannelBusy: a match is being played in this channel.
	ErrChannelBusy = errors.New("a match is being played in this channel")
	// ErrCounts: the player may not have answers now.
	ErrCounts = errors.New("the player plays a match that counts")
	// ErrChallengeOpen: a challenge is open in this channel.
	ErrChallengeOpen = errors.New("a challenge is open in this channel")
	// ErrTooManyOpen: the challenger has MaxOpenChallenges open.
	ErrTooManyOpen = errors.New("too many challenges are open")
	// ErrDone: the request was answered before.
	ErrDone = errors.New("answered before")
	// ErrReplaced: a newer match is shown in the message.
	ErrReplaced = errors.New("the message shows a newer match")
	// ErrUnavailable: the store fails for now, for example because the disk is full. Nothing has
	// changed, and the same call may succeed later.
	ErrUnavailable = errors.New("the store is not available")
	// ErrPlaying: the player is in a match that is being played.
	ErrPlaying = errors.New("the player is in a match that is being played")
)

// Inbox has the requests that were answered.
type Inbox interface {
	// Answered returns the answer to a request, "" if none is recorded.
	Answered(ctx context.Context, request string) (Answer, error)

	// RecordAnswers records the answers, by request, to requests that are not recorded yet. For refused and
	// failed requests it returns the answers that were recorded before, which stay.
	RecordAnswers(ctx context.Context, answers map[string]Answer) (before map[string]Answer, err error)

	// ForgetRequests forgets requests that were recorded before a time, the oldest first, and
	// returns how many.
	ForgetRequests(ctx context.Context, before time.Time, limit int) (n int, err error)
}

// Matches are played one at a time in a channel and change in whole steps.
type Matches interface {
	// CreateMatch stores a new match, with any moves it has, and returns it as stored. It may be
	// finished already, if the bot's first move ended it. A State of "" is Playing, and a Pace of ""
	// follows from TurnTime. CreateMatch sets ID, Version, hints, takebacks, Updated, Ended and, for
	// FirstLeg, Pair. The bot's moves from a chosen start are answers: it notes them as NoteAdvice does. The error is
	// ErrCounts if the person plays a match that counts, ErrChannelBusy if another match is being played in the
	// channel, ErrChallengeOpen if a challenge is open there that has not expired.
	CreateMatch(ctx context.Context, m Match) (Match, error)

	// Append changes a match. The error is ErrStale unless the match is running, version is its
	// version, Unversioned is empty or as stored, and Ratings starts from the stored ratings. It is
	// ErrChannelBusy if Next begins in another channel that already has a running match.
	Append(ctx context.Context, id, version int64, c Change) (Appended, error)

	// AddHint counts a hint to a side, including in the current position. The version stays, as the
	// board does. The error is ErrStale unless the match is running and version is its version.
	AddHint(ctx context.Context, id, version int64, to games.Side) error

	// NoteAdvice returns the oldest of RunningRated. If there is none, it returns the zero match,
	// notes the time of an answer to the player about a chosen position, and sets Advised in their
	// running matches against the bot at its best, from a drawn start. The versions of those stay.
	NoteAdvice(ctx context.Context, player Player, now time.Time) (running Match, err error)

	// LastAdvice returns the last time of NoteAdvice, zero for none.
	LastAdvice(ctx context.Context, player string) (time.Time, error)

	// LastMatch returns the newest match in the channel, finished or not, or ErrNotFound.
	LastMatch(ctx context.Context, channel string) (Table, error)

	// LastVersion returns the version of LastMatch, and is much cheaper.
	LastVersion(ctx context.Context, channel string) (TableVersion, error)

	// TableByID is MatchByID with the audience.
	TableByID(ctx context.Context, id int64) (Table, error)

	// MatchByID returns the match with this ID, or ErrNotFound.
	MatchByID(ctx context.Context, id int64) (Match, error)

	// SecondLeg returns the second match of a pair, by the ID of the first, or ErrNotFound.
	SecondLeg(ctx context.Context, first int64) (Match, error)

	// RunningRated returns the rated matches that the player is playing, the oldest first and
	// without their moves.
	RunningRated(ctx context.Context, player string) ([]Match, error)

	// CalledOff returns the times at which the player called off rated matches since then, in order.
	// It includes those from before a deletion: see FormerLife.
	CalledOff(ctx context.Context, player string, since time.Time) ([]time.Time, error)

	// Running returns the matches that the player is playing, the oldest first.
	Running(ctx context.Context, player string, limit int) ([]Match, error)

	// SetFindings stores the findings of a review. The error is ErrNotFound unless the match exists
	// and is finished.
	SetFindings(ctx context.Context, id int64, f Findings) error
}

// Challenges are open one at a time in a channel.
type Challenges interface {
	// CreateChallenge stores a new, open challenge and returns it as stored. The error is
	// ErrChannelBusy if a match is being played in the channel, ErrChallengeOpen if another challenge
	// is open there, and ErrTooManyOpen beyond MaxOpenChallenges. If there is no other error, it is
	// ErrBlocked, or ErrTakesNone if the opponent does not take the challenge.
	CreateChallenge(ctx context.Context, c Challenge) (Challenge, error)

	// CheckTaken returns the last of these errors for a challenge to one person that is not stored.
	CheckTaken(ctx context.Context, c Challenge) error

	// AcceptChallenge closes an open challenge and starts its match, as CreateMatch does. The error
	// is ErrStale if the challenge is no longer open, ErrChannelBusy if another match is being played
	// in the channel, and otherwise that of CheckBlocks for the player who accepts.
	AcceptChallenge(ctx context.Context, id int64, m Match) (Match, error)
}

// Swept counts what a sweep has done.
type Swept struct{ Reminded, Abandoned, Votes, Former, Servers int }

// Deadlines has the work that time makes due.
type Deadlines interface {
	// Sweep does the following for at most limit of each kind, the longest overdue first. Each kind is a transaction with
	// its notices. An error of one kind does not stop the others.
	//   - It adds a ReminderNotice for matches whose Remind has come, once for each value of Remind;
	//   - It ends matches whose AbandonAt has come, as Abandoned and without a winner, with an AbandonedNotice;
	//   - It deletes votes of VotesLife ago;
	//   - It forgets the identity of former players whose FormerUntil has passed;
	//   - It deletes the settings of servers that the bot left SettingsLife ago.
	Sweep(ctx context.Context, now time.Time, limit int) (Swept, error)

	// Overdue returns rated matches whose Deadline has passed. It changes nothing.
	Overdue(ctx context.Context, now time.Time, limit int) ([]Match, error)
}

// Ratings follow from the rated matches.
type Ratings interface {
	// Ratings returns the ratings of these players: by player, then by ladder. Players without
	// ratings are left out.
	Ratings(ctx context.Context, players ...string) (map[string]map[Ladder]Rating, error)

	// ReplaceRatings replaces all ratings and their changes by those that follow from the finished
	// matches. It calls changes with each match in the order in which they ended, regardless of
	// the clock, and expects MatchID and At to be set. The error is ErrStale if a change does not
	// start from the result of the one before: then the caller starts over.
	//
	// Others may read and write meanwhile. The differences are written at the end: past changes in
	// small steps, then all ratings in one transaction. So after an error the ratings are unchanged.
	ReplaceRatings(ctx context.Context, changes func(Match) ([]RatingChange, error)) error

	// CheckRatings returns how many ratings and changes ReplaceRatings would add, remove or change.
	// It changes nothing.
	CheckRatings(ctx context.Context, changes func(Match) ([]RatingChange, error)) (different int, err error)

	// PairsSince returns how many rated pairs the two players have completed since then whose second
	// match had a winner. It includes those from before a deletion: see FormerLife. Pairs of
	// tournaments count only if they changed ratings.
	PairsSince(ctx context.Context, one, other string, since time.Time) (int, error)
}

// Lists are leaderboards and records.
type Lists interface {
	// Leaderboard returns a page of a leaderboard, the best first, and the number of all its
	// players, at the time q.Now. Players with equal Score are in the order in which they first came to
	// the bot.
	Leaderboard(ctx context.Context, q LeaderboardQuery) (page []Standing, total int, err error)

	// RankOf returns the player's row in the leaderboard of the established or the provisional
	// players, of a server or, for "", of all. The error is ErrNotFound if the player is in neither.
	RankOf(ctx context.Context, in Ladder, server, player string, now time.Time) (Standing, error)

	// Record returns the player's results, empty for a player without finished matches.
	Record(ctx context.Context, player string) (Record, error)

	// HeadToHead returns how often one player has won against the other, lost, and neither, in all
	// their finished matches.
	HeadToHead(ctx context.Context, one, other string) (won, lost, neither int, err error)

	// BestWins returns the player's rated wins at any pace, by the opponent's rating, highest first.
	// Deleted opponents are left out.
	BestWins(ctx context.Context, player string, limit int) ([]Win, error)
}

// Archive has all finished matches.
type Archive interface {
	// History returns the player's finished matches with IDs below before, or all for 0: at most
	// limit, newest first, and whether there are more.
	History(ctx context.Context, player string, limit int, before int64) (page []HistoryEntry, more bool, err error)

	// LostBy returns the newest matches that the player lost, newest first.
	LostBy(ctx context.Context, player string, limit int) ([]Match, error)

	// ForEachMatch calls f with every match that is finished, in the order in which they ended, regardless of the clock,
	// or with every one that is being played, and its moves. It stops at the first error and returns it.
	ForEachMatch(ctx context.Context, state State, f func(Match) error) error

	// Import stores finished matches, for example of another database, with new IDs in the order of
	// the sequence. The second match of a pair must come after the first. Known players keep their
	// names, and deleted players stay deleted.
	//
	// A transaction has many matches. After an error, which may come from matches, the first n are
	// stored.
	Import(ctx context.Context, matches iter.Seq2[Match, error]) (n int, err error)
}

// Privacy is for the requests of people about their own data.
type Privacy interface {
	// Export writes everything that is stored about the player, or returns ErrNotFound. The file is a
	// JSON object with a list of rows for each table. Names of times end in _utc, names of
	// milliseconds in _ms. Unknown values are left out. It asks before each row whether that is
	// enough: then the file ends there, as valid JSON.
	Export(ctx context.Context, player string, to io.Writer, enough func() bool) (PersonalData, error)

	// Forget makes a player anonymous. It replaces the ID and the name, removes all ratings, puzzles,
	// lessons, settings and counts, and cancels open challenges by and to the player. The finished
	// matches stay for the opponents. The same ID starts as a new player later, but what limits
	// other players still counts until FormerUntil. The error is ErrPlaying while the player is in a
	// match that is being played, ErrNotFound if there is no such player.
	Forget(ctx context.Context, player string, now time.Time) error
}
