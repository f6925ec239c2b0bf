package lesson

import (
	"cmp"
	"context"
	"errors"
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

// A Drill is an exercise of the rule that a player breaks most.
type Drill struct {
	*Exercise
	match.Drill
}

// Rule is the rule that is drilled.
func (d *Drill) Rule() string { return d.Exercise.Lesson.Sentence(d.Drill.Rule) }

// Drill goes on with a player's drill, or begins one: of what is due again, else of the rule that they break most, else
// of one that is new to them. A game that is not "" comes first.
func (r *Rules) Drill(ctx context.Context, channel string, by match.Player, game string) (*Drill, error) {
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
		set.Drill.Channel, set.Drill.Asked = channel, r.referee.Now().UTC().Truncate(time.Second)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return r.draw(ctx, set.Drill)
}

// OpenDrill returns a player's drill, nil for none.
func (r *Rules) OpenDrill(ctx context.Context, player string) (*Drill, error) {
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
func (r *Rules) draw(ctx context.Context, of match.Drill) (*Drill, error) {
	l := Find(of.Lesson)
	v, err := r.referee.Catalog().Find(l.Variant)
	if err != nil {
		return nil, err
	}
	var boards []*Exercise
	for n := 1; n <= drillDraws && len(boards) < drillBoards || len(boards) == 0; n++ {
		e := &Exercise{Lesson: l, Variant: v, Number: n}
		if e.Position, e.Winning, err = l.Exercise(ctx, r.referee.Solver(), v, uint64(of.Board), n); err != nil {
			return nil, err
		}
		if l.RuleNumber(e.Position, e.Winning) == of.Rule || n > drillDraws {
			boards = append(boards, e)
		}
	}
	slices.SortStableFunc(boards, func(a, b *Exercise) int { return cmp.Compare(options(a), options(b)) })
	return &Drill{boards[of.Right*(len(boards)-1)/(InARow-1)], of}, nil
}

func options(e *Exercise) (n int) {
	for range e.Position.Options() {
		n++
	}
	return n
}

// A Drilled is the result of an answer in a drill.
type Drilled struct {
	*puzzle.Answered
	InARow int
	// Again is the day on which a rule that was learnt is repeated, "" for one that was not or is not.
	Again string
}

// AnswerDrill judges a decision on the board of a drill. The error is a *games.IllegalMove for an illegal one.
func (r *Rules) AnswerDrill(ctx context.Context, by match.Player, d *Drill, text string) (Drilled, error) {
	a, after, err := puzzle.Answer(d.Variant, d.Position, d.Winning, text)
	if err != nil {
		return Drilled{}, err
	}
	done := Drilled{Answered: a}
	if a.Right {
		a.Reason, err = r.referee.Solver().ExplainMove(ctx, d.Variant, d.Position, a.Decision.Step.Move)
	} else if err = r.puzzles.Refutation(ctx, a, d.Variant, after, longestLesson); err == nil {
		err = r.store.BreakRule(ctx, by.ID, d.Drill.Lesson, d.Drill.Rule)
		if errors.Is(err, match.ErrStale) { // the lesson was never opened
			err = nil
		}
	}
	if err != nil {
		return done, err
	}
	_, err = r.referee.ChangePerson(ctx, by, func(set *match.PersonSettings) error {
		if set.Drill.Board != d.Board {
			return nil // answered before
		}
		now := &set.Drill
		now.Board, now.Asked = r.drillSeed(now.Board), r.referee.Now().UTC().Truncate(time.Second)
		now.Channel = "" // a move that is written answers the next board once it was shown
		at := slices.IndexFunc(set.Learnt, func(l match.Learnt) bool { return l.Lesson == now.Lesson && l.Rule == now.Rule })
		if now.Right++; !a.Right {
			if now.Right = 0; at >= 0 {
				set.Learnt = slices.Delete(set.Learnt, at, at+1)
			}
		}
		done.InARow, done.Again = now.Right, ""
		if now.Right < InARow {
			return nil
		}
		if at < 0 {
			at = len(set.Learnt)
			set.Learnt = append(set.Learnt, match.Learnt{Lesson: now.Lesson, Rule: now.Rule})
		}
		r.learn(&set.Learnt[at])
		done.Again = set.Learnt[at].Due
		*now = match.Drill{}
		return nil
	})
	return done, err
}

func (r *Rules) learn(l *match.Learnt) {
	next := slices.Index(repeats, l.Days) + 1 // 0 is none of them
	if l.Days, l.Due = 0, ""; next < len(repeats) {
		l.Days = repeats[next]
		l.Due = r.referee.Now().UTC().AddDate(0, 0, l.Days).Format(time.DateOnly)
	}
}
