package referee_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/nim"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/referee"
	"nimatron/referee/puzzle"
	"nimatron/solver"
	"nimatron/solver/explain"
	"nimatron/solver/theory"
	"nimatron/storage/storagetest"
)

// TestDailyPuzzlesStay pins the puzzles of some days that people have played.
func TestDailyPuzzlesStay(t *testing.T) {
	store := storagetest.OpenFile(t, filepath.Join(t.TempDir(), "test.db"))
	for _, want := range []struct{ day, variant, position string }{
		{"2026-11-23", "nim", "4 1"},
		{"2026-11-24", "end-nim", "4 3 1"},
		{"2026-11-25", "end-nim/misere", "4 6 3"},
		{"2026-11-26", "split-nim/2", "5 1"},
		{"2026-11-27", "end-nim", "3 3 3 8 1 8"},
		{"2026-11-28", "tree-nim", "4(2(2(2 5) 3 2))"},
		{"2026-11-29", "nim", "2 10 3 10"},
		{"2026-11-30", "end-nim", "4 2 2"},
		{"2026-11-30.2", "nim/max/7", "8 18"},
		{"2026-11-30.5", "nim", "9 9 9 9 5"},
		{"2027-02-28.5", "split-nim/0", "7 4 3 2"},
		{"2030-12-24.4", "end-nim/misere", "9 1 1 1 5 6"},
	} {
		r := puzzle.New(referee.New(store, &solver.Solver{}, referee.Options{}), store)
		id, _ := puzzle.ParseID(want.day)
		p := must.Get(r.DayBoard(t.Context(), id))(t)
		if p.Variant.ID != want.variant || p.Position.String() != want.position {
			t.Errorf("%s: %s from %s, want %s from %s", want.day, p.Variant.ID, p.Position, want.variant, want.position)
		}
	}
}

// Some puzzles are boards whose closed stacks no player should open.
func TestPuzzlesWithHighStacks(t *testing.T) {
	sunday := time.Date(2027, 2, 28, 0, 0, 0, 0, time.UTC)
	store := storagetest.Open(t)
	r := puzzle.New(referee.New(store, &solver.Solver{}, referee.Options{Now: func() time.Time { return sunday }}), store)
	for _, text := range []string{"tree-nim.hard.00000003", "forklift-nim.hard.00000000"} {
		id, _ := puzzle.ParseID(text)
		p := must.Get(r.Puzzle(t.Context(), id, "ann"))(t)
		if p == nil {
			t.Fatalf("%s is no puzzle", text)
		}
		reason := must.Get(r.Solution(t.Context(), p))(t)
		if why := explain.Short(p.Variant, p.Position, reason); !strings.Contains(why, "opens a high") {
			t.Errorf("%s from %s: %s", p.Variant.ID, p.Position, why)
		}
	}
}

// figures returns the number of options in a puzzle, and the ratio of options to winning ones.
func figures(p *puzzle.Puzzle) (options int, odds float64) {
	for range p.Position.Options() {
		options++
	}
	return options, float64(options) / float64(len(p.Winning))
}

// A day's puzzles start with a familiar game that can be solved by eye, and become harder board by board.
func TestDailyPuzzlesRise(t *testing.T) {
	first := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	store := storagetest.Open(t)
	r := puzzle.New(referee.New(store, &solver.Solver{}, referee.Options{}), store)
	known := map[string]bool{"nim": true, "end-nim": true}
	variants := map[string]int{}
	before := 0.0
	for board := 1; board <= puzzle.OfDay; board++ {
		sum, days := 0.0, 60
		for day := range days {
			p, err := r.DayBoard(t.Context(), puzzle.DayID(first.AddDate(0, 0, day).Format(time.DateOnly), board))
			if err != nil {
				t.Fatal(day, board, err)
			}
			variants[p.Variant.ID]++
			_, odds := figures(p)
			sum += odds
			if board == 1 && !known[p.Variant.ID] {
				t.Errorf("%s: %s", p.ID, p.Variant.ID)
			}
			if eye := foundByEye(p); board == 1 && !eye || board == puzzle.OfDay && eye {
				t.Errorf("%s: %s from %s: by eye is %v", p.ID, p.Variant.ID, p.Position, eye)
			}
			if board == puzzle.OfDay && odds < 10 {
				t.Errorf("%s: in %s from %s every %.1fth decision wins", p.ID, p.Variant.ID, p.Position, odds)
			}
		}
		if mean := sum / float64(days); mean <= before {
			t.Errorf("board %d has %.2f decisions for one that wins, the one before %.2f", board, mean, before)
		} else {
			t.Logf("board %d: one decision in %.1f wins", board, mean)
			before = mean
		}
	}
	for _, rare := range []string{"forklift-nim", "tree-nim", "partizan-end-nim", "move-reverse-nim", "total-reverse-nim", "split-nim/0", "split-nim/2", "end-nim/loop", "nim/max/7", "fibonacci-nim"} {
		if variants[rare] == 0 {
			t.Errorf("%s is never in a puzzle of the day: %v", rare, variants)
		}
	}
}

// foundByEye computes puzzle.Puzzle.ByEye by playing out everything: at most 10 decisions to
// consider, and a win by one's third decision but not by the first.
func foundByEye(p *puzzle.Puzzle) bool {
	options, _ := figures(p)
	actor := p.Position.Turn().Actor
	var within func(p games.Position, decisions int, v *games.Variant) bool
	within = func(at games.Position, decisions int, v *games.Variant) bool {
		if winner, over := v.Winner(at); over {
			return winner == actor
		}
		if decisions == 0 {
			return false
		}
		mine := at.Turn().Actor == actor
		for step := range at.Options() {
			if within(step.Position, decisions-1, v) == mine {
				return mine
			}
		}
		return !mine
	}
	return options <= 10 && !within(p.Position, 1, p.Variant) && within(p.Position, 5, p.Variant)
}

// In every game easy puzzles can be solved by eye, and wrong answers are refuted to the end.
func TestEasyPuzzles(t *testing.T) {
	if testlong.Race {
		t.Skip("a draw has to come to an end in time")
	}
	seed := uint64(0)
	store := storagetest.Open(t)
	r := puzzle.New(referee.New(store, &solver.Solver{}, referee.Options{Seed: func() uint64 { seed += 1000; return seed }}), store)
	for i, v := range variants() {
		if i%testlong.Times(8, 2, 1) > 0 {
			continue
		}
		for n := range testlong.Times(1, 1, 20) {
			p, err := r.DrawPuzzle(t.Context(), "ann", v, puzzle.Easy)
			if err != nil || p == nil {
				t.Fatalf("%s: %v, %v", v.ID, p, err)
			}
			if !foundByEye(p) || p.Grade.Level() != puzzle.Easy {
				options, _ := figures(p)
				t.Errorf("%s from %s is called easy, with %d decisions and %.0f points", v.ID, p.Position, options, p.Grade.Points())
			}
			if n == 0 {
				refuted(t, r, p)
			}
		}
	}
}

// Easy boards of a game by search are found without searching those that are not easy.
func TestEasyPuzzlesTakeLittle(t *testing.T) {
	seed := uint64(0)
	store := storagetest.Open(t)
	r := puzzle.New(referee.New(store, &solver.Solver{}, referee.Options{Seed: func() uint64 { seed += 1000; return seed }}), store)
	ctx, done := theory.Ask(t.Context(), 0)
	defer done()
	const drawn, most = 8, 12_000
	for range drawn {
		if p := must.Get(r.DrawPuzzle(ctx, "ann", depotnim.Tree, puzzle.Easy))(t); p == nil {
			t.Fatal("there is no easy board")
		}
	}
	_, took := theory.Used(ctx)
	if took > most {
		t.Errorf("%d boards took %d positions, want at most %d", drawn, took, most)
	}
}

// A player is not given the same board twice while there are others, and nobody else's boards matter.
func TestDrawnBoardsDiffer(t *testing.T) {
	store := storagetest.Open(t)
	r := puzzle.New(referee.New(store, &solver.Solver{}, referee.Options{Seed: func() uint64 { return 7 }}), store)
	draw := func(player string) string {
		return must.Get(r.DrawPuzzle(t.Context(), player, nim.Normal, puzzle.Easy))(t).Position.String()
	}
	first, boards := draw("ann"), map[string]bool{}
	boards[first] = true
	for range 2 {
		boards[draw("ann")] = true
	}
	if other := draw("bob"); len(boards) < 3 || other != first {
		t.Errorf("Ann is given %v, and Bob %s where she began with %s", boards, other, first)
	}
}

// refuted plays each wrong answer to a puzzle to its end.
func refuted(t *testing.T, r *puzzle.Rules, p *puzzle.Puzzle) {
	t.Helper()
	for step := range p.Position.Options() {
		if slices.Contains(p.Winning, step.Move) {
			continue
		}
		a, err := r.Answer(t.Context(), "", ann, p, step.Move.String())
		if err != nil || a.Right || len(a.Refutation) == 0 || a.Refutation[0].Step.Move != step.Move {
			t.Fatalf("%s %s: %+v, %v", p.ID, step.Move, a, err)
		}
		at := p.Position
		for _, d := range a.Refutation {
			if d.Turn != at.Turn() {
				t.Fatalf("%s %s: the turn is %+v", p.ID, step.Move, d.Turn)
			}
			at = must.Get(at.Play(d.Step.Move))(t)
		}
		if games.Over(at) != a.Over {
			t.Errorf("%s %s: over is %v at %s", p.ID, step.Move, a.Over, at)
		}
		if must.Get(new(solver.Solver).Wins(t.Context(), p.Variant, at))(t) == (at.Turn().Actor == p.Position.Turn().Actor) {
			t.Errorf("%s %s is refuted by %v, which leads to a position that is won", p.ID, step.Move, a.Refutation)
		}
	}
}
