package storagetest

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/referee/puzzle"
	"nimatron/storage"
)

// stateOf returns the player's progress with a puzzle.
func stateOf(t *testing.T, s storage.Store, player, id string) puzzle.State {
	t.Helper()
	return Got(s.PuzzleStates(t.Context(), player, Puzzle("1.77"), Puzzle(id))).OK(t)[1]
}

func (suite) PuzzleStates(ctx context.Context, t *testing.T, s storage.Store) {
	want := func(player, puzzle string, want puzzle.State) {
		t.Helper()
		WantEqual(t, stateOf(t, s, player, puzzle), want)
	}
	want(Ann.ID, "2025-03-14", puzzle.State{})
	for n, solved := range []bool{false, false, true, false, true} {
		WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Ann, Puzzle: Puzzle("2025-03-14"), At: Noon.Add(time.Duration(n) * time.Minute), Solved: solved}), nil)
	}
	WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Bob, Puzzle: Puzzle("2025-03-14"), At: Noon}), nil)
	want(Ann.ID, "2025-03-14", puzzle.State{Tries: 3, Solved: true}) // later tries don't count
	want(Ann.ID, "2025-03-15", puzzle.State{})
	want(Bob.ID, "2025-03-14", puzzle.State{Tries: 1})
	want("local:nobody", "2025-03-14", puzzle.State{})
	exported(t, s, Ann).has(t, "puzzles", `{"puzzle": "2025-03-14", "tries": 3, "tried_utc": "2025-03-14T11:02:00.123Z", "solved_utc": "2025-03-14T11:02:00.123Z"`)

	// A puzzle that was given up can't be solved any more, and a solved one can't be given up.
	WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Ann, Puzzle: Puzzle("2025-03-14"), At: Noon, GaveUp: true}), nil)
	want(Ann.ID, "2025-03-14", puzzle.State{Tries: 3, Solved: true})
	WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Bob, Puzzle: Puzzle("2025-03-14"), At: Noon, GaveUp: true}), nil)
	WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Bob, Puzzle: Puzzle("2025-03-14"), At: Noon.Add(time.Minute), Solved: true}), nil)
	want(Bob.ID, "2025-03-14", puzzle.State{Tries: 2, GaveUp: true})
	exported(t, s, Bob).has(t, "puzzles", `"gave_up_utc": "`)

	if err := RecordTry(ctx, s, puzzle.Try{Player: Ann, At: Noon, Solved: true}); err == nil {
		t.Error("a puzzle without an ID was recorded")
	}
}

func (suite) PuzzleStreak(ctx context.Context, t *testing.T, s storage.Store) {
	for _, day := range []string{"2025-02-26", "2025-02-27", "2025-02-28", "2025-03-01", "2025-03-02", "2025-03-05", "2025-03-03.2", "2025-03-04.5", "7.3", "nim.easy.00000001"} {
		WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Ann, Puzzle: Puzzle(day), At: Noon, Solved: true}), nil)
	}
	WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Ann, Puzzle: Puzzle("2025-02-25"), At: Noon}), nil) // not solved
	for _, day := range []string{"2025-04-02", "2025-04-05"} {
		WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Ann, Puzzle: Puzzle(day), At: Noon, Solved: true}), nil)
	}
	for day := range 13 { // the 5th and the 10th are missed
		if day != 4 && day != 9 {
			solved := fmt.Sprintf("2025-05-%02d", day+1)
			WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Ann, Puzzle: Puzzle(solved), At: Noon, Solved: true}), nil)
		}
	}
	WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Ann, Puzzle: Puzzle("2025-04-03"), At: Noon, GaveUp: true}), nil)
	WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Bob, Puzzle: Puzzle("2025-03-03"), At: Noon, Solved: true}), nil)
	for today, want := range map[string]int{
		"2025-02-25": 0, "2025-02-26": 1, "2025-02-28": 3, "2025-03-02": 5,
		"2025-03-03": 5, // still open
		"2025-03-04": 5, // a day was missed
		"2025-03-05": 1, "2025-03-07": 1, "2025-03-08": 0,
		"2025-04-02": 1, "2025-04-03": 1, // given up
		"2025-04-04": 1, "2025-04-05": 1, "2025-05-09": 8, "2025-05-10": 8, "2025-05-12": 6, "2025-05-13": 7,
	} {
		got := Got(s.PuzzleStreak(ctx, Ann.ID, today)).OK(t)
		if got != want {
			t.Errorf("on %s the streak is %d, want %d", today, got, want)
		}
	}
	if _, err := s.PuzzleStreak(ctx, Ann.ID, "today"); err == nil {
		t.Error("a streak up to a day that is none")
	}
}

func (suite) AskedPuzzle(ctx context.Context, t *testing.T, s storage.Store) {
	Got(s.AskedPuzzle(ctx, Ann.ID)).Fails(t, match.ErrNotFound)
	for _, puzzleID := range []string{"2025-03-14", "7.3"} {
		WantErr(t, s.AskPuzzle(ctx, Ann, puzzle.Asked{Puzzle: Puzzle(puzzleID), Channel: "c", At: Noon}), nil)
	}
	WantErr(t, s.AskPuzzle(ctx, Bob, puzzle.Asked{Puzzle: Puzzle("2025-03-15"), At: Noon}), nil)
	asked := puzzle.Asked{Puzzle: Puzzle("7.3"), Channel: "c", At: Stored(Noon), Posed: Stored(Noon)}
	Got(s.AskedPuzzle(ctx, Ann.ID)).Is(t, asked)
	asked.At = Stored(Noon.Add(time.Hour)) // shown again
	WantErr(t, s.AskPuzzle(ctx, Ann, puzzle.Asked{Puzzle: asked.Puzzle, Channel: "c", At: asked.At}), nil)
	Got(s.AskedPuzzle(ctx, Ann.ID)).Is(t, asked)
}

// Only the first try at a puzzle changes the rating, and later tries report that.
func (suite) PuzzleRating(ctx context.Context, t *testing.T, s storage.Store) {
	have := func(want match.Rating) {
		t.Helper()
		want.Updated = Stored(want.Updated)
		Got(s.PuzzleRating(ctx, Ann.ID)).Is(t, want)
	}
	have(match.Rating{})
	change := func(from match.Rating, points float64) *match.RatingChange {
		after := rating.Rating{Value: 1500 + 10*points, Deviation: 300 - float64(from.Games), Volatility: 0.06}
		c := from.Change(Ann.ID, puzzle.Ladder, after, points, Noon)
		return &c
	}
	try := func(puzzleID string, solved bool, c *match.RatingChange, wantTries int, wantRated bool) {
		t.Helper()
		tries, rated, err := s.RecordTry(ctx, puzzle.Try{Player: Ann, Puzzle: Puzzle(puzzleID), Solved: solved, At: Noon, Rating: c})
		WantErr(t, err, nil)
		WantEqual(t, tries, wantTries)
		WantEqual(t, rated, wantRated)
	}
	first := change(match.Rating{}, 1)
	try("1.1", false, first, 1, true)
	have(first.After)
	second := change(first.After, 0)
	try("1.1", true, second, 2, false) // the second try
	try("1.1", true, second, 2, false) // solved before
	try("1.3", true, nil, 1, false)
	have(first.After)
	WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Ann, Puzzle: Puzzle("1.2"), Solved: true, At: Noon, Rating: first}), match.ErrStale)
	state := stateOf(t, s, Ann.ID, "1.2")
	WantEqual(t, state.Tries, 0)
	try("1.2", true, second, 1, true)
	have(second.After)
	Got(s.PuzzleRating(ctx, Bob.ID)).Is(t, match.Rating{})
	WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Bob, Puzzle: Puzzle("1.1"), At: Noon, Rating: second}), match.ErrStale)
}

// The same puzzle is answered many times at once in two processes. One answer is rated, and the
// others return its result.
func (suite) FirstTryIsRatedOnce(ctx context.Context, t *testing.T, stores []storage.Store) {
	var all sync.WaitGroup
	var counted atomic.Int32
	var announced atomic.Value
	for n := range writers {
		all.Go(func() {
			after := rating.Rating{Value: 1500 + float64(n), Deviation: 300, Volatility: 0.06}
			c := match.Rating{}.Change(Ann.ID, puzzle.Ladder, after, 0, Noon)
			_, rated, err := stores[n%2].RecordTry(ctx, puzzle.Try{Player: Ann, Puzzle: Puzzle("1.1"), At: Noon, Rating: &c})
			WantErr(t, err, nil)
			if rated {
				counted.Add(1)
				announced.Store(after.Value)
			}
		})
	}
	all.Wait()
	WantEqual(t, counted.Load(), 1)
	for _, s := range stores {
		got := Got(s.PuzzleRating(ctx, Ann.ID)).OK(t)
		WantEqual(t, any(got.Value), announced.Load())
		state := stateOf(t, s, Ann.ID, "1.1")
		WantEqual(t, state.Tries, writers)
	}
}
