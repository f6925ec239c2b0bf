package lesson

import (
	"cmp"
	"context"
	"slices"
	"time"

	"nimatron/match"
	"nimatron/referee/puzzle"
)

// InARow is the number of right answers in a row that end a drill.
const InARow = 3

// repeats are the days after which a rule that was learnt is drilled again.
var repeats = []int{1, 3, 7}

const (
	drillBoards = 6  // of which the easiest comes first
	drillDraws  = 60 // to find them
)

// A Broken rule of a lesson, and how often a player broke it in exercises.
type Broken struct {
	Lesson      string
	Rule, Times int
}

// Drill goes on with a player's drill, or begins one: of what is due again, else of the rule that they break most, else
// of one that is new to them. A game that is not "" comes first.
func (r *Rules) Drill(ctx context.Context, by match.Player, game string) (*puzzle.Puzzle, error) {
	broken, err := r.store.BrokenRules(ctx, by.ID)
	if err != nil {
		return nil, err
	}
	set, err := r.referee.ChangePerson(ctx, by, func(set *match.PersonSettings) error {
		left := set.Drill.Right == 0 && set.Drill.Asked.Format(time.DateOnly) < r.today()
		if l := Find(set.Drill.Lesson); l == nil || game != "" && l.Variant != game || left {
			board := r.drillSeed(set.Drill.Board)
			set.Drill = r.chosen(set.Learnt, broken, game)
			set.Drill.Board = board
		}
		set.Drill.Asked = r.referee.Now().UTC().Truncate(time.Second)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return r.draw(ctx, set.Drill)
}

func (r *Rules) openDrill(ctx context.Context, player string, _ puzzle.ID) (*puzzle.Puzzle, error) {
	set, err := r.store.PersonSettings(ctx, player)
	if err != nil || Find(set.Drill.Lesson) == nil {
		return nil, err
	}
	return r.draw(ctx, set.Drill)
}

// drillSeed returns a board's seed, at least 1, that is not that of the board before.
func (r *Rules) drillSeed(before int64) int64 {
	seed := 1 + int64(r.referee.Seed()>>16)
	if seed == before {
		seed++
	}
	return seed
}

func (r *Rules) today() string { return r.referee.Now().UTC().Format(time.DateOnly) }

func (r *Rules) chosen(learnt []match.Learnt, broken []Broken, game string) match.Drill {
	var due, most, fresh []match.Drill
	known := func(d match.Drill) int {
		return slices.IndexFunc(learnt, func(l match.Learnt) bool { return l.Lesson == d.Lesson && l.Rule == d.Rule })
	}
	for _, l := range learnt {
		if Find(l.Lesson) != nil && l.Days > 0 && l.Due <= r.today() {
			due = append(due, match.Drill{Lesson: l.Lesson, Rule: l.Rule})
		}
	}
	for _, b := range broken {
		if d := (match.Drill{Lesson: b.Lesson, Rule: b.Rule}); Find(b.Lesson) != nil && known(d) < 0 {
			most = append(most, d)
		}
	}
	for _, l := range slices.Backward(all) { // later lessons of a game take in the earlier ones
		if d := (match.Drill{Lesson: l.ID, Rule: 1}); known(d) < 0 && l.Variant == game {
			fresh = append(fresh, d)
		}
	}
	for _, l := range all {
		if d := (match.Drill{Lesson: l.ID, Rule: 1}); known(d) < 0 {
			fresh = append(fresh, d)
		}
	}
	every := append(slices.Concat(due, most, fresh), match.Drill{Lesson: all[0].ID, Rule: 1})
	at := slices.IndexFunc(every, func(d match.Drill) bool { return Find(d.Lesson).Variant == game })
	return every[max(at, 0)]
}

// draw returns the board of a drill: the boards get harder with each right answer.
func (r *Rules) draw(ctx context.Context, of match.Drill) (*puzzle.Puzzle, error) {
	l := Find(of.Lesson)
	v, err := r.referee.Catalog().Find(l.Variant)
	if err != nil {
		return nil, err
	}
	var boards []puzzle.Exercise
	for n := 1; n <= drillDraws && len(boards) < drillBoards || len(boards) == 0; n++ {
		e, err := l.Exercise(ctx, r.referee.Solver(), v, uint64(of.Board), n)
		if err != nil {
			return nil, err
		}
		if l.RuleNumber(e) == of.Rule || n > drillDraws {
			boards = append(boards, e)
		}
	}
	slices.SortStableFunc(boards, func(a, b puzzle.Exercise) int { return cmp.Compare(options(a), options(b)) })
	return &puzzle.Puzzle{ID: drillID(of), Exercise: boards[of.Right*(len(boards)-1)/(InARow-1)], State: puzzle.State{InARow: of.Right}}, nil
}

func drillID(d match.Drill) puzzle.ID {
	return puzzle.ID{Kind: puzzle.Drilled, Lesson: d.Lesson, Number: d.Rule, Seed: uint32(d.Board)}
}

func options(e puzzle.Exercise) (n int) {
	for range e.Position.Options() {
		n++
	}
	return n
}

func (r *Rules) recordDrill(ctx context.Context, by match.Player, p *puzzle.Puzzle, a *puzzle.Answered) error {
	if !a.Right {
		if err := r.recordExercise(ctx, by, p, a); err != nil {
			return err
		}
	}
	_, err := r.referee.ChangePerson(ctx, by, func(set *match.PersonSettings) error {
		now := &set.Drill
		if drillID(*now) != p.ID {
			return nil // answered before
		}
		now.Board, now.Asked = r.drillSeed(now.Board), r.referee.Now().UTC().Truncate(time.Second)
		at := slices.IndexFunc(set.Learnt, func(l match.Learnt) bool { return l.Lesson == now.Lesson && l.Rule == now.Rule })
		if now.Right++; !a.Right {
			if now.Right = 0; at >= 0 {
				set.Learnt = slices.Delete(set.Learnt, at, at+1)
			}
		}
		p.InARow, a.Again = now.Right, ""
		if now.Right < InARow {
			return nil
		}
		if at < 0 {
			at = len(set.Learnt)
			set.Learnt = append(set.Learnt, match.Learnt{Lesson: now.Lesson, Rule: now.Rule})
		}
		r.learn(&set.Learnt[at])
		a.Again = set.Learnt[at].Due
		*now = match.Drill{}
		return nil
	})
	return err
}

func (r *Rules) learn(l *match.Learnt) {
	next := slices.Index(repeats, l.Days) + 1 // 0 is none of them
	if l.Days, l.Due = 0, ""; next < len(repeats) {
		l.Days = repeats[next]
		l.Due = r.referee.Now().UTC().AddDate(0, 0, l.Days).Format(time.DateOnly)
	}
}
