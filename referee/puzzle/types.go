// Package puzzle asks for winning moves: the puzzle of the day, a player's own mistakes, boards
// drawn at a level, and positions chosen by a teacher. It judges the answers and rates players by
// them.
package puzzle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/match"
)

// Kind is the origin of a puzzle, in the database's spelling.
type Kind string

const (
	Daily     Kind = "daily" // of a day, the same for all
	FromMatch Kind = "match" // a win that a player missed in a match
	Drawn     Kind = "drawn" // drawn for a player
	FromSet   Kind = "set"   // of a Set

	// The store keeps no tries of these.
	FromLesson Kind = "lesson" // an exercise of a lesson
	Drilled    Kind = "drill"  // a board of one rule of a lesson
)

// ID identifies a puzzle. Fields of other kinds are zero, and the zero ID is no puzzle.
type ID struct {
	Kind Kind
	Day  string
	// Number is 0 for the first board of a day, and from 2 to OfDay for the others.
	// Match and Number identify a decision of a match, or Set and Number a puzzle of a set. Number is
	// counted from 1.
	Match, Set int64
	Number     int
	// A drawn puzzle follows from these.
	Variant, Level string
	Seed           uint32
	// Lesson and Number identify an exercise of a lesson. A drill has the number of the rule, and draws from Seed.
	Lesson string
}

// Asked is a puzzle that a player was asked.
type Asked struct {
	Puzzle  ID
	Channel string // where the puzzle was asked; "" if unknown
	At      time.Time
	Posed   time.Time // when it was first asked, if no other was asked since; the store sets it
}

// String returns the spelling that ParseID reads, such as "2025-03-14", "2025-03-14.2", "7.12",
// "end-nim.easy.0000002a", "set.3.12", "lesson.copying.2" or "drill.copying.1.0000002a".
func (id ID) String() string {
	switch id.Kind {
	case Daily:
		if id.Number > 0 {
			return fmt.Sprintf("%s.%d", id.Day, id.Number)
		}
		return id.Day
	case FromMatch:
		return fmt.Sprintf("%d.%d", id.Match, id.Number)
	case FromSet:
		return fmt.Sprintf("%s%d", SetPrefix(id.Set), id.Number)
	case FromLesson:
		return fmt.Sprintf("lesson.%s.%d", id.Lesson, id.Number)
	case Drilled:
		return fmt.Sprintf("drill.%s.%d.%08x", id.Lesson, id.Number, id.Seed)
	case Drawn:
		return fmt.Sprintf("%s.%s.%08x", id.Variant, id.Level, id.Seed)
	}
	return ""
}

// SetPrefix returns the beginning of the IDs of the puzzles of a set.
func SetPrefix(set int64) string { return fmt.Sprintf("set.%d.", set) }

// ParseID reads an ID as String writes it; ok is false for other text.
func ParseID(text string) (id ID, ok bool) {
	parts := strings.Split(text, ".")
	number := func(i int) int64 {
		n, _ := strconv.ParseInt(parts[i], 10, 64)
		return n
	}
	seed := func(i int) uint32 {
		n, _ := strconv.ParseUint(parts[i], 16, 32)
		return uint32(n)
	}
	_, notDay := time.Parse(time.DateOnly, parts[0])
	switch {
	case len(parts) == 1:
		id = ID{Kind: Daily, Day: text}
		ok = notDay == nil
	case len(parts) == 2 && notDay == nil:
		id = ID{Kind: Daily, Day: parts[0], Number: int(number(1))}
		ok = 2 <= id.Number && id.Number <= OfDay
	case len(parts) == 2:
		id = ID{Kind: FromMatch, Match: number(0), Number: int(number(1))}
		ok = id.Match > 0 && id.Number > 0
	case len(parts) == 3 && parts[0] == "set":
		id = ID{Kind: FromSet, Set: number(1), Number: int(number(2))}
		ok = id.Set > 0 && id.Number > 0
	case len(parts) == 3 && parts[0] == "lesson":
		id = ID{Kind: FromLesson, Lesson: parts[1], Number: int(number(2))}
		ok = true
	case len(parts) == 4 && parts[0] == "drill":
		id = ID{Kind: Drilled, Lesson: parts[1], Number: int(number(2)), Seed: seed(3)}
		ok = true
	case len(parts) == 3:
		id = ID{Kind: Drawn, Variant: parts[0], Level: parts[1], Seed: seed(2)}
		ok = id.Variant != "" && id.Level != ""
	}
	if !ok || id.String() != text {
		return ID{}, false
	}
	return id, true
}

// A Post is the message that announces the puzzle of a day in a room.
type Post struct {
	ID      int64
	Room    string
	Channel string
	Day     string
	Message string
	Version int64 // from 1; rises when the puzzle of a later day is announced
}

// NewPost returns how the message of a day is stored in a channel.
func NewPost(channel, server, day string) (match.Kept, error) {
	at, err := time.Parse(time.DateOnly, day)
	return match.Kept{
		Board: match.Board{Subject: match.Subject{Kind: match.PuzzleSubject, Version: 1}, Channel: channel}, Server: server,
		Code: match.RoomOf(channel, server) + " " + day, Status: match.KeptOpen, Begins: at, Ends: at.AddDate(0, 0, 1), State: "{}",
	}, err
}

func postOf(k match.Kept) Post {
	return Post{k.ID, match.RoomOf(k.Channel, k.Server), k.Channel, k.Begins.Format(time.DateOnly), k.Message, k.Version}
}

// PostByID returns a post, or match.ErrNotFound. Posts are kept for PostLife.
func PostByID(ctx context.Context, s match.Subjects, id int64) (Post, error) {
	k, err := s.Kept(ctx, match.Subject{Kind: match.PuzzleSubject, ID: id})
	return postOf(k), err
}

// PostIn returns the post of a day in a channel, or match.ErrNotFound once a later one was announced there.
func PostIn(ctx context.Context, s match.Subjects, channel, day string) (Post, error) {
	posts, err := s.ListKept(ctx, match.KeptFilter{Kind: match.PuzzleSubject, Channel: channel, GoesOn: true})
	for _, k := range posts {
		if p := postOf(k); p.Day == day {
			return p, nil
		}
	}
	return Post{}, cmp.Or(err, error(match.ErrNotFound))
}

// Count has the numbers of people in a room who have tried and who have solved the puzzle of a day.
type Count struct {
	Day          string
	Tried, Found int
	First        match.Player // who solved it first, zero for nobody
	FirstTries   int          // until then
}

// A Finder is a player who has solved daily puzzles in a room.
type Finder struct {
	Player match.Player
	Found  int
	Tries  int
	// Streak is the number of consecutive days, up to today, on which the player has solved the
	// puzzle in any room.
	Streak int
}

// Posts have the results of a room in the puzzle of the day. A day is written "2025-03-14".
type Posts interface {
	// PuzzleCounts returns the counts of a room, from one day to another, in order. It leaves out days
	// without tries.
	PuzzleCounts(ctx context.Context, room, from, to string) ([]Count, error)

	// PuzzleFinders returns the players of a room who have solved the most puzzles from one day to
	// another. Of equals, those with fewer tries come first.
	PuzzleFinders(ctx context.Context, room, from, to, today string, limit int) ([]Finder, error)
}

// PostLife is the number of days for which a Post is kept.
const PostLife = 30

// Solved is a puzzle that a player has solved.
type Solved struct {
	ID    ID
	Tries int
}

// State is a player's progress with a puzzle. At most one of Solved and GaveUp is
// true.
type State struct {
	Tries  int // giving up counts as one
	Solved bool
	GaveUp bool
	InARow int // right answers in a row, in a drill
}

// Closed reports whether further tries are ignored.
func (s State) Closed() bool { return s.Solved || s.GaveUp }

// A Try is an answer to a puzzle, or giving up.
type Try struct {
	Player match.Player
	// Room is where the puzzle was answered; see [RoomOf]. The first room in which a player answers
	// it counts it.
	Room    string
	Puzzle  ID
	Variant string
	Solved  bool
	GaveUp  bool
	At      time.Time
	Rating  *match.RatingChange // nil unless the first try changes it
}

// Ladder is the ladder of ratings in puzzles, which are separate from ratings in matches.
var Ladder = match.Ladder{Family: "puzzles", Pace: match.Long}

// ErrTooManySets: the class has MaxSets.
var ErrTooManySets = errors.New("the class has too many puzzle sets")

// Bounds on puzzle sets. Names and texts are measured in characters.
const (
	MaxSets       = 10 // of a class
	MaxSetPuzzles = 20
	MaxSetName    = 40
	MaxSetText    = 200 // of a puzzle
)

// A Set is positions that a teacher has chosen for a class.
type Set struct {
	Name    string
	Puzzles []SetPuzzle // in order

	// These are columns of their own.
	ID    int64     `json:"-"`
	Class int64     `json:"-"`
	Made  time.Time `json:"-"`
}

// Kept returns a set as it is stored with its class.
func (s *Set) Kept() match.Kept {
	return match.Kept{
		Board:  match.Board{Subject: match.Subject{Kind: match.SetSubject, ID: s.ID, Version: 1}},
		Status: match.KeptOpen, Begins: s.Made, State: match.Encode(s),
	}
}

// SetOf returns a stored set.
func SetOf(k match.Kept) (s Set, err error) {
	err = match.Decode(k.State, &s)
	s.ID, s.Class, s.Made = k.ID, k.PartOf, k.Begins
	return s, err
}

// SetFor returns a set of a class that a player leads or is in, or match.ErrNotFound.
func SetFor(ctx context.Context, s match.Subjects, id int64, player string) (Set, error) {
	k, err := s.Kept(ctx, match.Subject{Kind: match.SetSubject, ID: id})
	if err != nil {
		return Set{}, err
	}
	classes, err := s.ListKept(ctx, match.KeptFilter{Kind: match.ClassSubject, Person: player, GoesOn: true})
	if err == nil && !slices.ContainsFunc(classes, func(c match.Kept) bool { return c.ID == k.PartOf }) {
		err = match.ErrNotFound
	}
	return match.As(SetOf)(k, err)
}

// A SetPuzzle is a position of a set. The player to move, games.Left, can win.
type SetPuzzle struct {
	Variant  string
	Position string
	Text     string
}

// A Store has the puzzles of players, by player and ID.
type Store interface {
	match.Subjects

	// RecordTry records a player's try at a puzzle, unless it is solved or given up. It returns how
	// many tries are recorded now and whether the rating was stored, which only the first try does.
	// The error is ErrStale if the rating does not start from the stored one.
	RecordTry(ctx context.Context, t Try) (tries int, rated bool, err error)

	// AskPuzzle stores which puzzle the player was asked last.
	AskPuzzle(ctx context.Context, player match.Player, asked Asked) error

	// AskedPuzzle returns the puzzle that the player was asked last, or ErrNotFound.
	AskedPuzzle(ctx context.Context, player string) (Asked, error)

	// LastAdvice returns when the player last got an answer about a chosen position, zero for never.
	LastAdvice(ctx context.Context, player string) (time.Time, error)

	// PuzzleRating returns the player's rating in puzzles, zero for a player without one.
	PuzzleRating(ctx context.Context, player string) (match.Rating, error)

	// PuzzleStates returns the player's progress with puzzles, in their order.
	PuzzleStates(ctx context.Context, player string, puzzles ...ID) ([]State, error)

	// PuzzleStreak returns on how many days in a row, up to today or yesterday, the player has solved
	// the daily puzzle. A puzzle that is given up ends the streak.
	PuzzleStreak(ctx context.Context, player, today string) (int, error)

	// AnnouncePuzzle creates a match.PuzzleNotice and a Post for each room with a puzzle channel that has
	// none for this day, such as "2025-03-14", or a later one. It handles at most limit rooms, and
	// returns how many.
	AnnouncePuzzle(ctx context.Context, day string, now time.Time, limit int) (n int, err error)

	// MatchByID returns a match, or match.ErrNotFound.
	MatchByID(ctx context.Context, id int64) (match.Match, error)

	// LostBy returns the newest matches that the player lost, newest first.
	LostBy(ctx context.Context, player string, limit int) ([]match.Match, error)
}
