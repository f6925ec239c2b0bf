package referee_test

import (
	"errors"
	"strings"
	"testing"

	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/class"
	"nimatron/referee/puzzle"
	"nimatron/referee/tournament"
)

// taught opens a class of the teacher with a student, bob.
func (h *arena) taught() class.Class {
	h.Helper()
	c := must.Get(h.classes.NewClass(h.Context(), class.Class{Server: "server", Channel: "hall", Name: "7b", Teacher: match.Player{ID: "teacher", Name: "teacher"}, Code: "AAAAAAAAAA"}, class.MaxClassesLed))(h)
	c = must.Get(h.classes.JoinClass(h.Context(), c.ID, match.Player{ID: "bob", Name: "bob"}))(h)
	return c
}

// Invalid puzzles are refused with a hint at what would be valid.
func TestBadPuzzles(t *testing.T) {
	h := newArena(t)
	c := h.taught()
	for _, bad := range []struct {
		variant, position string
		reason            puzzle.BadReason
		instead           string
	}{
		{"chess", "e4", puzzle.Unreadable, ""},
		{"nim", "3 x", puzzle.Unreadable, ""},
		{"nim", "", puzzle.Unreadable, ""},
		{"nim", "0", puzzle.NoMoves, ""},
		{"nim", "3 5 6", puzzle.NoWin, "2 5 6"},
		{"end-nim", "3 3", puzzle.NoWin, "2 3"},
		{"nim/misere", "1", puzzle.NoWin, ""}, // the only move ends it
		{"nim", strings.Repeat("7 ", puzzle.MostSetWins+1), puzzle.TooManyWins, ""},
		{"forklift-nim", strings.TrimSuffix(strings.Repeat("3 3 3 3 3 / ", 5), " / "), puzzle.NotProved, ""},
	} {
		_, err := h.classes.NewPuzzleSet(t.Context(), c.ID, "teacher", "x", []puzzle.SetPuzzle{{Variant: "nim", Position: "3 5 7"}, {Variant: bad.variant, Position: bad.position}})
		var got *puzzle.BadPosition
		if !errors.As(err, &got) || got.Number != 2 || got.Reason != bad.reason || got.Instead != bad.instead || (got.Err != nil) != (bad.reason == puzzle.Unreadable) {
			t.Errorf("%+v (%v), want %+v", got, err, bad)
		}
	}
	c = must.Get(h.classes.Class(t.Context(), c.ID))(h)
	if len(c.Sets) != 0 {
		t.Errorf("there are sets: %+v", c.Sets)
	}
	good := func() []puzzle.SetPuzzle { return []puzzle.SetPuzzle{{Variant: "nim", Position: "3 5 7"}} }
	refuse(h.classes.NewPuzzleSet(t.Context(), c.ID, "bob", "x", good()))(h, class.NotTeacher)
	refuse(h.classes.NewPuzzleSet(t.Context(), c.ID+1, "teacher", "x", good()))(h, class.NoClass)
	refuse(h.classes.NewPuzzleSet(t.Context(), c.ID, "teacher", "x", nil))(h, class.SetBounds)
	refuse(h.classes.NewPuzzleSet(t.Context(), c.ID, "teacher", "x", make([]puzzle.SetPuzzle, puzzle.MaxSetPuzzles+1)))(h, class.SetBounds)
	for range puzzle.MaxSets {
		must.Get(h.classes.NewPuzzleSet(t.Context(), c.ID, "teacher", "x", good()))(h)
	}
	refuse(h.classes.NewPuzzleSet(t.Context(), c.ID, "teacher", "x", good()))(h, class.TooManySets)
}

// A set can't be used to analyze the board of a rated match.
func TestNoAdviceFromSets(t *testing.T) {
	h := newArena(t)
	c := h.taught()
	id := h.simul(tournament.Tournament{Variant: "nim"}, 1)
	must.Get(h.tournaments.StartTournament(t.Context(), id))(h)
	n := h.tournament(id)
	must.Get(h.tournaments.BeginPairing(t.Context(), &n, &n.Pairings[0], "thread"))(h)
	refuse(h.classes.NewPuzzleSet(t.Context(), c.ID, "teacher", "x", []puzzle.SetPuzzle{{Variant: "end-nim", Position: "3 5 2"}, {Variant: "nim", Position: "3 5 6"}}))(h, referee.NoAdvice)
}
