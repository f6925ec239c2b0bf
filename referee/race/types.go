// Package race runs races: many people solve the same boards at the same time, each at their own pace. The
// boards follow from the race's seed. A person's next board follows from how many they have solved and
// missed, which is all that the store keeps.
package race

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/match"
	"nimatron/referee/puzzle"
	"nimatron/solver"
)

// Bounds on a race.
const (
	MaxRacers   = 200
	MinSeconds  = 60
	MaxSeconds  = 300
	UsualLength = 90 * time.Second
	// Wait is the time between the start command and the first board.
	Wait = 20 * time.Second
	// Pause is how long a person waits after a wrong answer.
	Pause = 3 * time.Second
	// Step is the least time between two updates of the card.
	Step = 3 * time.Second
	// Grace is how long a race stays open after its end, so that answers that came in time are stored.
	Grace = time.Second
	// Life is how long results are kept for the records.
	Life = 30 * 24 * time.Hour
	// MaxWins bounds the winning decisions of a board.
	MaxWins = 3
)

// Errors of the store.
var (
	ErrRunning = errors.New("a race is running in this channel")
	ErrFull    = errors.New("the race is full")
	ErrLeft    = errors.New("the person's data was deleted during the race")
)

// A Race is a race in a channel.
type Race struct {
	Variant string
	Level   puzzle.Level
	Seed    uint64

	// These are columns of their own.
	ID              int64     `json:"-"`
	Room            string    `json:"-"`
	Server, Channel string    `json:"-"`
	Starts, Ends    time.Time `json:"-"`
	Starter         string    `json:"-"` // the ID of the person who started it, "" once it is over
	Over            bool      `json:"-"`
	Version         int64     `json:"-"`
	Message         string    `json:"-"`
}

// Length is the time for solving boards.
func (r *Race) Length() time.Duration { return r.Ends.Sub(r.Starts) }

// A Racer is a person in a race.
type Racer struct {
	Player         match.Player
	Solved, Missed int
	Hardest        int // the number of the last board that was solved, 0 for none
	Free           time.Time
}

// Next is the number of the person's next board, from 1.
func (r *Racer) Next() int { return r.Solved + r.Missed + 1 }

// A Place is the place of a person among all Racers.
type Place struct {
	Racer
	Place int
	Over  bool // the race
	Own   match.PersonSettings
}

// A Standing sums up a race.
type Standing struct {
	Racers, Solved, Hardest int
	Best                    []Racer // the first Shown
	Missed                  []Miss  // after the end
}

// Shown bounds the racers of a Standing.
const Shown = 10

// A Miss is the number of people who missed a board.
type Miss struct{ Board, Times int }

// A Record is the best result of a person.
type Record struct {
	Player match.Player
	Solved int
	Length time.Duration
}

// Rate is the number of boards a minute.
func (r *Record) Rate() float64 { return float64(r.Solved) / r.Length.Minutes() }

// An Answer is an answer to a board.
type Answer struct {
	Race   int64
	Player string
	Number int
	Right  bool
	At     time.Time
	Free   time.Time
}

// A Board is a board of a race. Boards get harder.
type Board struct {
	puzzle.Exercise
	Points float64
}

// Solution explains a winning decision on the board.
type Solution struct {
	Number int
	Board  Board
	Reason solver.Reason
}

// CountMisses adds up the misses of racers, each a list of numbers with spaces, by board.
func CountMisses(racers []string) (all []Miss) {
	times := map[int]int{}
	for _, misses := range racers {
		for number := range strings.FieldsSeq(misses) {
			if n, err := strconv.Atoi(number); err == nil {
				times[n]++
			}
		}
	}
	for _, board := range slices.Sorted(maps.Keys(times)) {
		all = append(all, Miss{board, times[board]})
	}
	return all
}

// Store keeps racers, beside the races.
type Store interface {
	match.Subjects

	// JoinRace enters a person. It does nothing for one who is in already. The errors are match.ErrStale
	// if the race is over, ErrFull, and ErrLeft for a person who was in it before their data was deleted.
	JoinRace(ctx context.Context, id int64, player match.Player, now time.Time) error

	// AnswerRace counts an answer to the person's next board, and returns their place then. The error is match.ErrStale if Number is
	// not that board, the person is not free to answer or plays a rated match, or the race is over.
	AnswerRace(ctx context.Context, a Answer) (Place, error)

	// RacePlace returns the place of a person, and match.ErrNotFound for one who is not in the race.
	RacePlace(ctx context.Context, id int64, player string) (Place, error)

	// RaceOf returns a race that a person is in and that ends after now, or match.ErrNotFound.
	RaceOf(ctx context.Context, player string, now time.Time) (match.Kept, error)

	// RaceStanding sums up a race.
	RaceStanding(ctx context.Context, r Race) (Standing, error)

	// StepRace raises the version of an open race if something has changed since the last step, at least
	// Step ago. After its end and Grace it closes the race. Then it returns true to one caller.
	StepRace(ctx context.Context, id int64, now time.Time) (bool, error)

	// EndRace ends an open race before its bell, or only one that nobody is in. The error is match.ErrStale if there is none.
	EndRace(ctx context.Context, id int64, empty bool) error

	// RaceRecords returns the best results in a room since a time, of one person or, for "", one for each person and the
	// best first, and the number of all such people.
	RaceRecords(ctx context.Context, room, player string, since time.Time, limit, offset int) (page []Record, total int, err error)
}
