package match

import (
	"context"
	"errors"
	"iter"
	"time"

	"nimatron/games"
)

// What a store may answer, to be matched with errors.Is. Any other error is a fault of
// the program.
var (
	// ErrNotFound: there is no such match, challenge, player or rating.
	ErrNotFound = errors.New("not found")
	// ErrStale: what was to be changed has changed, or ended, in the meantime.
	ErrStale = errors.New("changed in the meantime")
	// ErrChannelBusy: a match is being played in this channel.
	ErrChannelBusy = errors.New("a match is being played in this channel")
	// ErrChallengeOpen: a challenge is open in this channel.
	ErrChallengeOpen = errors.New("a challenge is open in this channel")
	// ErrTooManyOpen: the challenger has MaxOpenChallenges open.
	ErrTooManyOpen = errors.New("too many challenges are open")
	// ErrTooManyChallenges: the opponent has been challenged often enough for now.
	ErrTooManyChallenges = errors.New("too many challenges to one person")
	// ErrDone: the request was answered before.
	ErrDone = errors.New("answered before")
	// ErrUnavailable: the store can't do it for now, as when the disk is full. Nothing has
	// changed, and later the same call may succeed.
	ErrUnavailable = errors.New("the store is not available")
	// ErrPlaying: this player is in a match that is being played.
	ErrPlaying = errors.New("the player is in a match that is being played")
)

// A Store keeps all of it. Its methods may be called from any goroutine, and each of
// them is one transaction: it happens as a whole or, with an error, not at all.
//
// A write with a context of [WithRequest] records the request as AnsweredDone, in the same
// transaction. If it was noted before, by whatever process and with whatever answer, nothing is
// written and the error is ErrDone.
//
// Times come back in UTC and cut to the millisecond. A limit below 1 means none of
// what is listed.
type Store interface {
	Inbox
	Outbox
	Matches
	Challenges
	Deadlines
	Ratings
	Archive
	Lists
	Privacy
	Puzzles
	PuzzlePosts
	Lessons
	Settings
	Seasons
	Marks
	Leases
	Tournaments
	Classes
	PuzzleSets
	Follows

	// CountPlaying returns how many matches are being played. It is quick, and fails if
	// the store can't be read.
	CountPlaying(ctx context.Context) (int, error)

	// WritesFailSince returns since when nothing could be written, zero if the last write
	// succeeded.
	WritesFailSince() time.Time

	// Close ends the use of the store.
	Close() error
}

// Inbox is which requests were answered, and how.
type Inbox interface {
	// Answered returns how the request was answered, empty where that is not known.
	Answered(ctx context.Context, request string) (Answer, error)

	// NoteAnswers notes how requests are answered for which nothing was written, by request.
	// It returns those that were noted before, with the answers that hold.
	NoteAnswers(ctx context.Context, answers map[string]Answer) (before map[string]Answer, err error)

	// ForgetRequests forgets requests that were noted before a time, the oldest first, and
	// returns how many.
	ForgetRequests(ctx context.Context, before time.Time, limit int) (n int, err error)
}

// Matches are played one at a time in a channel and change in whole steps.
type Matches interface {
	// CreateMatch stores a new match, with the moves that it may already have, and returns it
	// as stored. It may be finished from the start, when the bot's first move has ended it; a
	// State of "" is Playing, a Pace of "" follows from TurnTime. ID, Version, the hints and
	// takebacks, Updated and Ended are set here, and Pair where Leg is FirstLeg. The error is
	// ErrChannelBusy while another match is being played in the channel, ErrChallengeOpen while
	// a challenge that has not expired when the match is created is open there.
	CreateMatch(ctx context.Context, m Match) (Match, error)

	// Append makes a change in a match. The error is ErrStale unless the match is being
	// played, version is its version and the ratings are those that Ratings starts
	// from; it is ErrChannelBusy when Next begins in another channel, where a match is
	// being played.
	Append(ctx context.Context, id, version int64, c Change) (Appended, error)

	// AddHint counts a hint that was given to a side, and in the position on the board. It
	// leaves the version as it is,
	// since the board has not changed. The error is ErrStale unless the match is being
	// played and version is its version.
	AddHint(ctx context.Context, id, version int64, to games.Side) error

	// NoteAdvice makes Advised the matches of these families that the player is playing now
	// and that might be for the wall of honour. They keep their versions.
	NoteAdvice(ctx context.Context, player string, families []string) error

	// LastMatch returns the newest match in the channel, whether it is being played or
	// finished, or ErrNotFound.
	LastMatch(ctx context.Context, channel string) (Match, error)

	// MatchByID returns the match with this ID, or ErrNotFound.
	MatchByID(ctx context.Context, id int64) (Match, error)

	// SecondLeg returns the second match of a pair, by the ID of the first, or ErrNotFound.
	SecondLeg(ctx context.Context, first int64) (Match, error)

	// RunningRated returns the rated matches that the player is playing now, the oldest
	// first and without their moves.
	RunningRated(ctx context.Context, player string) ([]Match, error)

	// CalledOff returns when the player has called off rated matches since then, in order,
	// those from before a deletion included: see FormerLife.
	CalledOff(ctx context.Context, player string, since time.Time) ([]time.Time, error)

	// Running returns the matches that the player is in and that go on, the oldest first.
	Running(ctx context.Context, player string, limit int) ([]Match, error)

	// SetFindings notes what a review of a finished match has found. The error is
	// ErrNotFound unless there is such a match and it is finished.
	SetFindings(ctx context.Context, id int64, f Findings) error
}

// Challenges are open one at a time in a channel.
type Challenges interface {
	// CreateChallenge stores a new, open challenge and returns it as stored. The error
	// is ErrChannelBusy while a match is being played in the channel, ErrChallengeOpen
	// while another challenge is open there, ErrTooManyOpen and ErrTooManyChallenges beyond
	// the bounds of MaxOpenChallenges, MaxChallengesTo and MaxChallengesToOne.
	CreateChallenge(ctx context.Context, c Challenge) (Challenge, error)

	// CloseChallenge ends an open challenge without a match. The error is ErrStale when
	// it is no longer open.
	CloseChallenge(ctx context.Context, id int64, state ChallengeState, now time.Time) error

	// AcceptChallenge closes an open challenge and starts its match, as CreateMatch
	// does. The error is ErrStale when the challenge is no longer open, ErrChannelBusy
	// while another match is being played in the channel.
	AcceptChallenge(ctx context.Context, id int64, m Match) (Match, error)

	// OpenChallenge returns the open challenge in the channel, or ErrNotFound.
	OpenChallenge(ctx context.Context, channel string) (Challenge, error)

	// OpenChallengesOf returns the open challenges of a player that have not expired, the
	// oldest first.
	OpenChallengesOf(ctx context.Context, player string, now time.Time) ([]Challenge, error)

	// ChallengeByID returns the challenge with this ID, or ErrNotFound.
	ChallengeByID(ctx context.Context, id int64) (Challenge, error)
}

// Deadlines are what falls due by itself. Each call deals with a limited number, that
// which has waited longest first, and returns with how many. What there is to say of it
// is put in the outbox by the same transaction.
type Deadlines interface {
	// ExpireChallenges closes open challenges whose time is up, with an ExpiredNotice.
	ExpireChallenges(ctx context.Context, now time.Time, limit int) (n int, err error)

	// Remind puts in a ReminderNotice for matches in which it is time to remind the player who
	// decides now, once for each time that Remind was set.
	Remind(ctx context.Context, now time.Time, limit int) (n int, err error)

	// Overdue returns rated matches in which the player who decides now has run out of time. It
	// changes nothing.
	Overdue(ctx context.Context, now time.Time, limit int) ([]Match, error)

	// Abandon ends matches whose AbandonAt has come, as Abandoned and without a winner,
	// with an AbandonedNotice.
	Abandon(ctx context.Context, now time.Time, limit int) (n int, err error)
}

// Ratings follow from the rated matches.
type Ratings interface {
	// Ratings returns the ratings of these players: by player, then by ladder. A player without
	// any is not in it.
	Ratings(ctx context.Context, players ...string) (map[string]map[Ladder]Rating, error)

	// ReplaceRatings replaces all ratings and their changes by those that follow from the
	// finished matches. It calls settle with each of them, in the order in which they ended,
	// whatever the clock said then; settle returns what the match changes, with MatchID and At
	// set. The error is ErrStale if a change doesn't start from what the one before it has led
	// to: then all has to start over.
	//
	// Others read and write meanwhile. What differs is changed at the end: the changes of
	// past matches bit by bit, then all ratings in one transaction. So an error, as when
	// this is interrupted, leaves the ratings as they were.
	ReplaceRatings(ctx context.Context, settle func(Match) ([]RatingChange, error)) error

	// CheckRatings returns how many ratings, and changes of ratings, ReplaceRatings would
	// add, remove or change. It changes nothing.
	CheckRatings(ctx context.Context, settle func(Match) ([]RatingChange, error)) (different int, err error)

	// PairsSince returns how many rated pairs the two have completed since then: those
	// whose second match had a winner, and those from before a deletion included: see
	// FormerLife. In a tournament only those count that changed ratings.
	PairsSince(ctx context.Context, one, other string, since time.Time) (int, error)
}

// Lists are what people look up.
type Lists interface {
	// Leaderboard returns a page of a leaderboard, the best first, and how many players the
	// whole of it has. They are sorted by the ratings' Score and, among equals, by when the
	// players came to the bot.
	Leaderboard(ctx context.Context, q LeaderboardQuery) (page []Standing, total int, err error)

	// RankOf returns the player's row of the leaderboard that the player is in: of the
	// established or the provisional players, of the server or, for "", of all. The error is
	// ErrNotFound if the player is in neither.
	RankOf(ctx context.Context, in Ladder, server, player string) (Standing, error)

	// Record returns the player's results in numbers. It is empty for a player who has
	// finished no match.
	Record(ctx context.Context, player string) (Record, error)

	// Tallies returns the player's results by family. It is empty for a player who has
	// finished no match.
	Tallies(ctx context.Context, player string) (map[string]Tally, error)

	// HeadToHead returns how often one has won against the other, the other against the
	// one, and neither, in all their finished matches.
	HeadToHead(ctx context.Context, one, other string) (won, lost, neither int, err error)

	// Honour returns the matches whose Critical is HonourDecisions or more, newest first
	// and without their moves.
	Honour(ctx context.Context, limit int) ([]Match, error)

	// BestWins returns the player's rated wins at any pace, those against the highest rated
	// opponents first. Opponents who were forgotten are left out.
	BestWins(ctx context.Context, player string, limit int) ([]Win, error)
}

// Archive is all finished matches.
type Archive interface {
	// History returns the player's finished matches that are older than the match
	// before, or the newest for 0: at most limit of them, newest first, and whether there
	// are more.
	History(ctx context.Context, player string, limit int, before int64) (page []HistoryEntry, more bool, err error)

	// LostBy returns the newest matches that the player has lost, newest first.
	LostBy(ctx context.Context, player string, limit int) ([]Match, error)

	// ForEachFinished calls f with every match that is finished now, and its moves, in
	// the order in which they ended, whatever the clock said then. It ends with the first error, which it returns.
	ForEachFinished(ctx context.Context, f func(Match) error) error

	// ForEachPlaying calls f with every match that is being played, and its moves. It ends
	// with the first error, which it returns.
	ForEachPlaying(ctx context.Context, f func(Match) error) error

	// Import stores finished matches, for example of another database, as they are. Only their
	// IDs are new, in the order in which the matches come. The second match of a pair must come
	// after the first. Players who are known here keep their names, and deleted players stay
	// deleted.
	//
	// Many matches make one transaction: after an error, which may be one that matches
	// yields, n says how many at the beginning were stored.
	Import(ctx context.Context, matches iter.Seq2[Match, error]) (n int, err error)
}

// Privacy is what a person may ask for.
type Privacy interface {
	// Export returns everything that is stored about the player, or ErrNotFound.
	Export(ctx context.Context, player string) (PersonalData, error)

	// Forget makes a player nobody. The ID and the name are replaced. All ratings, puzzles,
	// lessons, settings and counts are removed, and open challenges by or to the player are
	// cancelled. The finished matches stay for the opponents, as a deleted player's. Somebody
	// who comes back with the same ID starts as a new player, but for what is counted until
	// FormerUntil so that it limits others too. The error is ErrPlaying while the player is in a
	// match that is being played, ErrNotFound when there is no such player.
	Forget(ctx context.Context, player string, now time.Time) error

	// ForgetFormer forgets whose the matches of players were whose FormerUntil is over, and
	// returns of how many.
	ForgetFormer(ctx context.Context, now time.Time, limit int) (n int, err error)
}

// FormerLife is how long after [Privacy.Forget] the pairs that somebody has completed or
// called off still count at least when the same ID comes back: as long as pairs called off in
// one day may close the next.
const FormerLife = 48 * time.Hour

// FormerUntil is until when it is known that somebody deleted comes back: FormerLife at least, and
// until the standings of the month are closed, as points against one person are bounded there.
func FormerUntil(deleted time.Time) time.Time {
	closed := SeasonOf(deleted).Next().Start().Add(SeasonGrace).Add(FormerLife)
	if least := deleted.Add(FormerLife); least.After(closed) {
		return least
	}
	return closed
}

// Puzzles are noted by player and ID.
type Puzzles interface {
	// RecordTry notes that a player has tried a puzzle. Once it is solved or given up nothing
	// more is noted. It returns how many tries are recorded now, and whether the rating of this one was
	// stored. Only the first try has one stored. The error is ErrStale if there is a rating to
	// store that does not start from the player's.
	RecordTry(ctx context.Context, t Try) (tries int, rated bool, err error)

	// AskPuzzle notes which puzzle the player was asked last, and where and when.
	AskPuzzle(ctx context.Context, player Player, asked Asked) error

	// AskedPuzzle returns which puzzle the player was asked last, or ErrNotFound.
	AskedPuzzle(ctx context.Context, player string) (Asked, error)

	// PuzzleRating returns the player's rating in puzzles. It is zero for a player
	// without one.
	PuzzleRating(ctx context.Context, player string) (Rating, error)

	// PuzzleState returns how far the player has come with the puzzle.
	PuzzleState(ctx context.Context, player string, puzzle PuzzleID) (PuzzleState, error)

	// PuzzleStreak returns on how many days in a row, up to today, the player has solved
	// the daily puzzle. Today's may still be open: then they end yesterday. One that is given
	// up ends them.
	PuzzleStreak(ctx context.Context, player, today string) (int, error)
}

// Lessons are noted by player and name.
type Lessons interface {
	// Lessons returns the lessons that a player has turned to, the last one first.
	Lessons(ctx context.Context, player string) ([]Lesson, error)

	// OpenLesson notes that a player turns to a lesson in a channel now. The seed is kept
	// where the player has turned to it before.
	OpenLesson(ctx context.Context, player Player, lesson string, seed uint64, channel string, now time.Time) error

	// SolveExercise notes that a player has solved the exercise with that number, from 1.
	// The error is ErrStale unless it is the first that the player has not solved in a
	// lesson that was opened.
	SolveExercise(ctx context.Context, player, lesson string, exercise int) error

	// BreakRule notes that a player went wrong in an exercise of a lesson where the rule with
	// that number, from 1, decides. The error is ErrStale unless the lesson was opened.
	BreakRule(ctx context.Context, player, lesson string, rule int) error
}

// Tournaments change in whole steps, each under the version that it was made from.
type Tournaments interface {
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
	SaveTournament(ctx context.Context, t Tournament, version int64, notice NoticeKind, now time.Time) error

	// TakePairings returns tournaments of a front with pairings that have not begun. No other call
	// returns them before until or ReleasePairings.
	TakePairings(ctx context.Context, front string, now, until time.Time, limit int) ([]int64, error)

	// ReleasePairings lets TakePairings return a tournament again from due on, and sets its Stuck.
	ReleasePairings(ctx context.Context, tournament int64, stuck, due time.Time) error

	// BeginPairing starts the first match of a pairing in its channel, as CreateMatch does, and
	// adds a PairingNotice. The error is ErrStale if it has begun or has other players.
	BeginPairing(ctx context.Context, tournament int64, round, board, game int, m Match) (Match, error)

	// OftenMet returns the pairs of entrants of a tournament that have completed at least least rated
	// pairs of games since a time, as PairsSince counts them.
	OftenMet(ctx context.Context, tournament int64, since time.Time, least int) ([][2]Player, error)

	// PairingsOver returns the open pairings of a tournament whose games have ended, or whose first
	// game has ended without a winner. They have no First and Second.
	PairingsOver(ctx context.Context, tournament int64) ([]Pairing, error)
}
