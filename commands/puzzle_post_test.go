package commands_test

import (
	"errors"
	"testing"

	puzzlecmd "nimatron/commands/puzzle"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee/puzzle"
)

// daily returns today's puzzle.
func (r *room) daily() *puzzle.Puzzle {
	r.Helper()
	return must.Get(r.service.Env().Puzzles.DailyPuzzle(r.Context(), match.BotID))(r)
}

// If its post is deleted, a puzzle of the day is neither announced nor shown.
func TestPuzzlePostThatIsGone(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	if _, ok, err := r.service.Notice(t.Context(), match.Notice{Kind: match.PuzzleNotice, Channel: "lobby", Created: r.now}); ok || !errors.Is(err, match.ErrNotFound) {
		t.Errorf("announced: %v, %v", ok, err)
	}
	if _, err := r.service.Board(t.Context(), match.Board{Subject: match.Subject{Kind: match.PuzzleSubject, ID: 9}}); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("shown with %v", err)
	}
}

// Squares show the number of tries, up to the width of a line.
func TestSquares(t *testing.T) {
	for want, state := range map[string]puzzle.State{
		"":      {},
		"🟥🟥":    {Tries: 2},
		"🟥🟥🟩":   {Tries: 3, Solved: true},
		"🟥⬛":    {Tries: 2, GaveUp: true},
		"🟥×99🟩": {Tries: 100, Solved: true},
		"🟥🟥🟥🟥🟥🟥🟥🟥🟥🟥": {Tries: 10},
	} {
		if got := puzzlecmd.Squares(state); got != want {
			t.Errorf("%+v is shown as %s, want %s", state, got, want)
		}
	}
}
