package referee_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/referee"
	"nimatron/referee/puzzle"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// clocked returns rules whose clock is *now and whose seeds count from 1.
func clocked(t testing.TB, now *time.Time) *puzzle.Rules {
	seed, store := uint64(0), storagetest.Open(t)
	return puzzle.New(referee.New(store, &solver.Solver{}, referee.Options{
		Now:  func() time.Time { return *now },
		Seed: func() uint64 { seed++; return seed },
	}), store)
}

// TestDrawnPuzzles draws puzzles of every game, alternately medium and hard.
func TestDrawnPuzzles(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	r := clocked(t, &now)
	hard, simple := 0, 0
	for i, v := range variants() {
		if i%testlong.Times(9, 3, 1) > 0 {
			continue
		}
		for _, level := range []puzzle.Level{puzzle.Medium, puzzle.Hard, puzzle.Medium}[i%2:][:testlong.Times(1, 1, 2)] {
			p := must.Get(r.DrawPuzzle(t.Context(), ann.ID, v, level))(t)
			if level == puzzle.Hard {
				hard++
			}
			if p == nil && level == puzzle.Hard { // its rule may be too simple
				simple++
				level = puzzle.Medium
				p = must.Get(r.DrawPuzzle(t.Context(), ann.ID, v, level))(t)
			}
			if p == nil {
				t.Errorf("there is no %s puzzle of %s", level, v.ID)
				continue
			}
			winning, complete, err := new(solver.Solver).Winning(t.Context(), v, p.Position, 3)
			if err != nil || !complete || !slices.Equal(winning, p.Winning) || len(winning) == 0 || len(winning) > 2 {
				t.Errorf("%s: winning are %v, %v, %v", p.ID, winning, complete, err)
			}
			if p.Grade.Level() != level || p.Variant != v && p.Variant.ID != v.ID || p.Daily() {
				t.Errorf("%s is %+v", p.ID, p)
			}
			again, err := r.Puzzle(t.Context(), p.ID, ann.ID)
			if err != nil || again == nil || again.Position.String() != p.Position.String() || *again.Grade != *p.Grade {
				t.Errorf("%s comes back as %+v, %v", p.ID, again, err)
			}
		}
	}
	if 4*simple > hard {
		t.Errorf("%d of %d games have no hard puzzle", simple, hard)
	}
	for _, id := range []string{"", "1.2.3", "nim.odd.1", "chess.easy.1", "7.1"} {
		if p, err := r.Puzzle(t.Context(), storagetest.Puzzle(id), ann.ID); p != nil || err != nil {
			t.Errorf("%q is the puzzle %+v, %v", id, p, err)
		}
	}
}

// An unknown level is refused before any position is drawn.
func TestPuzzleOfNoLevel(t *testing.T) {
	asked := 0
	store := storagetest.Open(t)
	r := puzzle.New(referee.New(store, &solver.Solver{
		Watch: func(solver.Question, time.Duration, bool) { asked++ },
	}, referee.Options{}), store)
	if p, err := r.Puzzle(t.Context(), storagetest.Puzzle("nim.odd.1"), ann.ID); p != nil || err != nil || asked > 0 {
		t.Errorf("it is %+v, %v, and the solver is asked %d times", p, err, asked)
	}
}

// TestGrade compares pairs of positions, one clearly harder than the other.
func TestGrade(t *testing.T) {
	grade := puzzle.Grade{Winning: 2, Options: 8, Answers: 3, Depth: 4}
	if got := grade.Points(); got != 700+150*2+50*1+20*4 {
		t.Errorf("it has %v points", got)
	}
	for _, harder := range []puzzle.Grade{
		{Winning: 1, Options: 8, Answers: 3, Depth: 4},
		{Winning: 2, Options: 9, Answers: 3, Depth: 4},
		{Winning: 2, Options: 8, Answers: 2, Depth: 4},
		{Winning: 2, Options: 8, Answers: 3, Depth: 5},
	} {
		if harder.Points() <= grade.Points() {
			t.Errorf("%+v is not harder", harder)
		}
	}
}

// TestPuzzleRating checks that only the first answer is rated, against the puzzle's points.
func TestPuzzleRating(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	r := clocked(t, &now)
	nim, _ := catalog.Standard.Find("nim")
	wrong := func(p *puzzle.Puzzle) string {
		for step := range p.Position.Options() {
			if !slices.Contains(p.Winning, step.Move) {
				return step.Move.String()
			}
		}
		return ""
	}
	p, err := r.DrawPuzzle(t.Context(), ann.ID, nim, "")
	if err != nil || p.Grade.Level() != puzzle.Medium {
		t.Fatalf("%+v, %v", p, err)
	}
	ask := func(p *puzzle.Puzzle) {
		t.Helper()
		must.OK(t, r.AskPuzzle(t.Context(), "lobby", ann, p))
	}
	ask(p)
	a, err := r.Answer(t.Context(), "", ann, p, wrong(p))
	if err != nil || a.Right || a.Rating == nil || a.Rating.After.Value >= 1500 || a.Rating.After.Games != 1 {
		t.Fatalf("%+v, %v", a, err)
	}
	low := a.Rating.After
	if a, err = r.Answer(t.Context(), "", ann, p, p.Winning[0].String()); err != nil || !a.Right || a.Rating != nil {
		t.Fatalf("the second answer counts: %+v, %v", a, err)
	}
	// The level follows the rating, and a tried puzzle does not come back.
	next, err := r.DrawPuzzle(t.Context(), ann.ID, nim, "")
	if err != nil || next.ID == p.ID || next.Grade.Level() != puzzle.Easy {
		t.Fatalf("%+v, %v", next, err)
	}
	ask(next)
	if a, err = r.Answer(t.Context(), "", ann, next, next.Winning[0].String()); err != nil || a.Rating.Before.Value != low.Value || a.Rating.After.Value <= low.Value {
		t.Fatalf("%+v, %v", a, err)
	}
	// The puzzle of the day is not rated, because others may have shared its answer.
	daily := must.Get(r.DailyPuzzle(t.Context(), ann.ID))(t)
	if a, err = r.Answer(t.Context(), "", ann, daily, daily.Winning[0].String()); err != nil || !a.Right || a.Rating != nil {
		t.Fatalf("%+v, %v", a, err)
	}
	record, err := r.PuzzleRecord(t.Context(), ann.ID)
	if err != nil || record.Streak != 1 || record.Rating.Games != 2 || record.Rating.Wins != 1 {
		t.Errorf("%+v, %v", record, err)
	}
}

// TestOtherProcessHasAnswered answers a puzzle that another process has already recorded. Only what
// was stored is announced.
func TestOtherProcessHasAnswered(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	path := filepath.Join(t.TempDir(), "nimatron.db")
	process := func() *puzzle.Rules {
		store := storagetest.OpenFile(t, path)
		return puzzle.New(referee.New(store, &solver.Solver{}, referee.Options{
			Now: func() time.Time { return now }, Seed: func() uint64 { return 1 },
		}), store)
	}
	one, other := process(), process()
	nim, _ := catalog.Standard.Find("nim")
	here := must.Get(one.DrawPuzzle(t.Context(), ann.ID, nim, ""))(t)
	must.OK(t, one.AskPuzzle(t.Context(), "lobby", ann, here))
	there := must.Get(other.Puzzle(t.Context(), here.ID, ann.ID))(t)
	first, err := one.Answer(t.Context(), "", ann, here, here.Winning[0].String())
	if err != nil || first.Rating == nil || here.Tries != 1 {
		t.Fatalf("%+v after %d tries, %v", first, here.Tries, err)
	}
	second, err := other.Answer(t.Context(), "", ann, there, there.Winning[0].String())
	if err != nil || !second.Right || second.Rating != nil || there.Tries != 1 {
		t.Errorf("%+v after %d tries, %v", second, there.Tries, err)
	}
	record, err := other.PuzzleRecord(t.Context(), ann.ID)
	if err != nil || record.Rating.Value != first.Rating.After.Value || record.Rating.Games != 1 {
		t.Errorf("%+v, %v", record, err)
	}
}
