// Package puzzle has the commands of puzzles and their cards.
package puzzle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/puzzle"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// Feature are the commands of puzzles.
var Feature = core.Feature{
	Commands: []*core.Command{command}, Notifications: puzzleNotices,
	Subjects: map[match.SubjectKind]core.Subject{match.PuzzleSubject: puzzleSubject},
}

// commandOf makes a subcommand of puzzles. next finds the puzzle if no button names one, and move is the answer.
func commandOf[In any, P interface {
	*In
	Puzzle() *input.PuzzleInput
}](name input.Name[In], summary string, next func(context.Context, *core.Env, *core.Request, P) (*puzzle.Puzzle, error), move func(P) string, options ...core.Option) *core.Command {
	return core.New(name, core.Command{
		Summary: summary, Private: true, Shareable: true, Costly: true, Advises: true, Options: options,
	}, func(ctx context.Context, env *core.Env, r *core.Request, in *In) (view.Reply, error) {
		find := func() (*puzzle.Puzzle, error) { return next(ctx, env, r, in) }
		return handlePuzzle(ctx, env, r, P(in).Puzzle(), move(in), find)
	})
}

// Answer is the subcommand that answers the puzzle asked last. Buttons name their puzzle.
var Answer = commandOf(input.PuzzleAnswer, "Answer your current puzzle", askedPuzzle, func(in *input.PuzzleAnswerInput) string { return in.Move },
	core.Option{Name: "move", Complete: func(ctx context.Context, env *core.Env, r *core.Request, typed string) []view.Choice {
		p, err := env.Puzzles.AskedPuzzle(ctx, r.By.ID)
		if err != nil || p == nil {
			return nil
		}
		return core.CompleteMove(p.Position, typed)
	}})

var command = &core.Command{Name: "puzzle", Summary: "Find the winning move", Subcommands: []*core.Command{
	commandOf(input.PuzzleToday, "Solve the puzzle of the day", todaysPuzzle, func(in *input.PuzzleTodayInput) string { return in.Move }),
	commandOf(input.PuzzleNew, "Solve a new puzzle", drawPuzzle, func(*input.PuzzleNewInput) string { return "" },
		core.Option{Name: "level", Choices: []view.Choice{
			{Label: "Easy", Value: string(puzzle.Easy)},
			{Label: "Medium", Value: string(puzzle.Medium)},
			{Label: "Hard", Value: string(puzzle.Hard)},
		}}),
	commandOf("puzzle mine", "Find a win you missed in a match", ownPuzzle, func(*input.PuzzleInput) string { return "" }),
	drillCommand,
	Answer,
}}

func handlePuzzle(ctx context.Context, env *core.Env, r *core.Request, in *input.PuzzleInput, answer string, next func() (*puzzle.Puzzle, error)) (view.Reply, error) {
	if r.Shared() {
		return puzzleResult(ctx, env, r, in.ID)
	}
	p, err := puzzleOf(ctx, env, r, in.ID, next)
	if err != nil {
		return view.Reply{}, err
	}
	where := in.Where
	if in.Other {
		return view.Reply{Text: "Write your move with `/puzzle answer move:`.", Form: AskedPuzzle(p).Keys(where).Form()}, nil
	}
	if p.ID.Chosen() {
		if err := env.Referee.CheckAdviceOpen(ctx, r.By.Player()); err != nil {
			return view.Reply{}, err
		}
	}
	page, err := puzzlePage(ctx, env, r, p)
	if err != nil {
		return view.Reply{}, err
	}
	if move, only := view.OnlyMove(p.Position, where); only && answer == "" {
		answer = move.String()
	}
	if in.Step != nil {
		a, err := env.Puzzles.Refute(ctx, p, answer)
		if err != nil || a != nil {
			return wrongPuzzle(page, a, *in.Step), err
		}
	}
	switch {
	case p.Closed():
		reason, err := env.Puzzles.Solution(ctx, p)
		if err != nil {
			return view.Reply{}, err
		}
		return page.Closed(reason.Move, whyWins(p, reason)), nil
	case in.Solution && p.Set != nil:
		return view.Reply{}, core.Refuse("I don't show solutions of class puzzles. Ask your teacher.")
	case in.Solution:
		a, err := env.Puzzles.GiveUp(ctx, r.Room(), r.By.Player(), p)
		if err != nil {
			return view.Reply{}, err
		}
		page, err := puzzlePage(ctx, env, r, p) // the streak has changed
		return page.Solution(a, whyWins(p, a.Reason)), err
	case answer != "":
		reply, err := answerPuzzle(ctx, env, r, p, core.TappedMove(where, answer))
		reply.Earned = true
		return reply, err
	case in.ID == "", p.Set != nil && where == "":
		// A typed answer belongs to this puzzle from now on.
		if err := env.Puzzles.AskPuzzle(ctx, r.Channel, r.By.Player(), p); err != nil {
			return view.Reply{}, err
		}
	}
	page.Helped, err = env.Puzzles.Helped(ctx, r.By.ID, p)
	return page.Ask(where), err
}

func puzzleOf(ctx context.Context, env *core.Env, r *core.Request, named string, next func() (*puzzle.Puzzle, error)) (*puzzle.Puzzle, error) {
	if named == "" {
		return next()
	}
	id, _ := puzzle.ParseID(named)
	p, err := env.Puzzles.Puzzle(ctx, id, r.By.ID)
	if err == nil && p == nil {
		err = core.Refuse("You no longer have that puzzle. `/puzzle today` shows today's.")
	}
	return p, err
}

func puzzlePage(ctx context.Context, env *core.Env, r *core.Request, p *puzzle.Puzzle) (PuzzlePage, error) {
	page := PuzzlePage{Puzzle: p, Look: env.LookOf(ctx, r)}
	if !p.Daily() {
		return page, nil
	}
	record, err := env.Puzzles.PuzzleRecord(ctx, r.By.ID)
	page.Streak = record.Streak
	return page, err
}

func todaysPuzzle(ctx context.Context, env *core.Env, r *core.Request, _ *input.PuzzleTodayInput) (*puzzle.Puzzle, error) {
	return env.Puzzles.DailyPuzzle(ctx, r.By.ID)
}

func ownPuzzle(ctx context.Context, env *core.Env, r *core.Request, _ *input.PuzzleInput) (*puzzle.Puzzle, error) {
	p, err := env.Puzzles.OwnPuzzle(ctx, r.By.ID)
	if err == nil && p == nil {
		err = core.Refuse("There are no missed wins left to find in your recent losses. `/play` starts another match.")
	}
	return p, err
}

func drawPuzzle(ctx context.Context, env *core.Env, r *core.Request, in *input.PuzzleNewInput) (p *puzzle.Puzzle, err error) {
	p, err = env.Puzzles.DrawPuzzle(ctx, r.By.ID, in.Game, in.Level)
	if err == nil && p == nil {
		err = core.Refuse("I can't find a puzzle like that. Try another `level:` or `game:`.")
	}
	return p, err
}

func askedPuzzle(ctx context.Context, env *core.Env, r *core.Request, _ *input.PuzzleAnswerInput) (*puzzle.Puzzle, error) {
	p, err := env.Puzzles.AskedPuzzle(ctx, r.By.ID)
	if err == nil && p == nil {
		return env.Puzzles.DailyPuzzle(ctx, r.By.ID)
	}
	return p, err
}

// askAgain makes the puzzle of this channel the one to answer again, if it was the last one asked. Other
// solutions may be known.
func askAgain(ctx context.Context, env *core.Env, r *core.Request, p *puzzle.Puzzle) error {
	last, err := env.Puzzles.AskedPuzzle(ctx, r.By.ID)
	if err != nil || last == nil || last.ID != p.ID {
		return err
	}
	return env.Puzzles.AskPuzzle(ctx, r.Channel, r.By.Player(), p)
}

func answerPuzzle(ctx context.Context, env *core.Env, r *core.Request, p *puzzle.Puzzle, answer string) (view.Reply, error) {
	a, err := env.Puzzles.Answer(ctx, r.Room(), r.By.Player(), p, answer)
	var illegal *games.IllegalMove
	if errors.As(err, &illegal) {
		return view.Reply{}, core.Refuse("%s, %s.\n%s", PuzzleTitle(p), view.Code(p.Position.String()), view.IllegalText(p.Variant, p.Position, illegal))
	}
	if err != nil {
		return view.Reply{}, err
	}
	if !a.Right {
		if err := askAgain(ctx, env, r, p); err != nil {
			return view.Reply{}, err
		}
	}
	page, err := puzzlePage(ctx, env, r, p)
	if a.Right {
		return page.Right(a, whyWins(p, a.Reason)), err
	}
	return wrongPuzzle(page, a, 0), err
}

func wrongPuzzle(page PuzzlePage, a *puzzle.Answered, step int) view.Reply {
	if a == nil {
		return view.Reply{}
	}
	why := ""
	if a.Reason.Justification != nil { // a.Why is too long for a phone
		at := a.Refutation[a.Answered-1].Step.Position
		why = explain.Short(page.Puzzle.Variant, at, view.ReasonOn(page.Puzzle.Variant, at, a.Reason))
	}
	return core.WithLossProof(page.Puzzle.Variant, a, page.Wrong(a, why, step))
}

func whyWins(p *puzzle.Puzzle, reason solver.Reason) Why {
	reason.Done = true
	return Why{Short: view.AdviceInWords(p.Variant, p.Position, reason), Whole: explain.Full(p.Variant, p.Position, view.ReasonOn(p.Variant, p.Position, reason))}
}

func puzzleResult(ctx context.Context, env *core.Env, r *core.Request, named string) (view.Reply, error) {
	id, _ := puzzle.ParseID(named)
	p, err := env.Puzzles.Puzzle(ctx, id, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	if p == nil || p.Tries == 0 {
		return view.Reply{}, core.Refuse("You haven't tried that puzzle, so there is no result to show.")
	}
	which := "a " + PuzzlePhrase(p)
	if p.Daily() {
		which = "the " + PuzzlePhrase(p) + " for " + p.ID.Day
	}
	which += " (" + p.Variant.Name + ")"
	result := fmt.Sprintf("hasn't solved %s yet, after %s.", which, words.Count(p.Tries, "try"))
	switch {
	case p.Solved:
		result = fmt.Sprintf("solved %s %s.", which, TryText(p.Tries))
	case p.GaveUp:
		result = fmt.Sprintf("asked for the solution to %s.", which)
	}
	card := PuzzleTeaser(p, env.UsualStyle())
	card.Actions = []view.Action{view.Rules(p.Variant)}
	if p.Daily() && p.ID.Day == env.Puzzles.Today() {
		card.Actions = append([]view.Action{{Label: "Today's puzzle", Call: input.PuzzleToday.Call(), Style: view.Primary}}, card.Actions...)
	}
	squares := Squares(p.State)
	if p.Daily() && p.Solved && !env.Puzzles.DayIsOver(p) {
		record, err := env.Puzzles.PuzzleRecord(ctx, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		squares += fmt.Sprintf(" · streak %d", record.Streak)
	}
	return view.Reply{Text: view.Mention(r.By.ID) + " " + result + "\n" + squares, Card: card}, nil
}

const (
	streakDays = 30
	// streaksFrom bounds the best finders that a post considers.
	streaksFrom = 10
	streaksTold = 3
)

// puzzleNotice announces the puzzle of the day with the results of the last one. It is dropped when
// the day is over.
func puzzleNotice(ctx context.Context, env *core.Env, n match.Notice) (reply view.Reply, ok bool, err error) {
	day := n.Created.UTC().Format(time.DateOnly)
	if day != env.Puzzles.Today() {
		return view.Reply{}, false, nil
	}
	post, err := env.Store.PuzzlePostIn(ctx, n.Channel, day)
	if err != nil {
		return view.Reply{}, false, err
	}
	reply, err = puzzlePost(ctx, env, post)
	if errors.Is(err, &referee.Refusal{Words: puzzle.NoPuzzle}) {
		return view.Reply{}, false, nil
	}
	return reply, err == nil, err
}

func puzzlePost(ctx context.Context, env *core.Env, post puzzle.Post) (view.Reply, error) {
	p, err := dailyPuzzle(ctx, env, post.Day)
	if err != nil {
		return view.Reply{}, err
	}
	page := PuzzlePost{Post: post, Puzzle: p, Style: env.UsualStyle()}
	if env.Puzzles.DayIsOver(p) {
		over, err := puzzleOver(ctx, env, post.Room, p)
		if err != nil {
			return view.Reply{}, err
		}
		return page.Over(over), nil
	}
	yesterday := dayBefore(post.Day, 1)
	counts, err := env.Store.PuzzleCounts(ctx, post.Room, dayBefore(post.Day, 7), yesterday)
	if err != nil {
		return view.Reply{}, err
	}
	page.Week = counts
	if n := len(counts); n > 0 && counts[n-1].Day == yesterday {
		before, err := dailyPuzzle(ctx, env, yesterday)
		if err != nil {
			return view.Reply{}, err
		}
		if page.Yesterday, err = puzzleOver(ctx, env, post.Room, before); err != nil {
			return view.Reply{}, err
		}
	}
	page.Streaks, err = longestStreaks(ctx, env, post.Room, yesterday)
	return page.Open(), err
}

func dailyPuzzle(ctx context.Context, env *core.Env, day string) (*puzzle.Puzzle, error) {
	p, err := env.Puzzles.Puzzle(ctx, puzzle.ID{Kind: puzzle.Daily, Day: day}, match.BotID)
	if err == nil && p == nil {
		err = match.ErrNotFound // the clock was set back
	}
	return p, err
}

func puzzleOver(ctx context.Context, env *core.Env, room string, p *puzzle.Puzzle) (*PuzzleOver, error) {
	reason, err := env.Puzzles.Solution(ctx, p)
	if err != nil {
		return nil, err
	}
	over := &PuzzleOver{Puzzle: p, Solution: reason.Move, Why: whyWins(p, reason).Short}
	counts, err := env.Store.PuzzleCounts(ctx, room, p.ID.Day, p.ID.Day)
	if err != nil || len(counts) == 0 {
		return over, err
	}
	over.Count = counts[0]
	first, err := env.Store.FirstFinder(ctx, room, p.ID.Day)
	if errors.Is(err, match.ErrNotFound) {
		return over, nil
	}
	if err == nil {
		over.First = &first
		err = env.HideUnnamed(ctx, &first.Player)
	}
	return over, err
}

func longestStreaks(ctx context.Context, env *core.Env, room, day string) ([]puzzle.Finder, error) {
	finders, err := env.Store.PuzzleFinders(ctx, room, dayBefore(day, streakDays-1), day, day, streaksFrom)
	finders = slices.DeleteFunc(finders, func(f puzzle.Finder) bool { return f.Streak < 2 })
	slices.SortStableFunc(finders, func(a, b puzzle.Finder) int { return b.Streak - a.Streak })
	finders = finders[:min(len(finders), streaksTold)]
	for i := range finders {
		if err == nil {
			err = env.HideUnnamed(ctx, &finders[i].Player)
		}
	}
	return finders, err
}

func dayBefore(day string, days int) string {
	at, _ := time.Parse(time.DateOnly, day)
	return at.AddDate(0, 0, -days).Format(time.DateOnly)
}

var puzzleNotices = []*core.Notification{
	{Kind: match.PuzzleNotice, What: "the puzzle of the day, and who solved the last one", Server: "puzzle-channel", Person: "named", Word: puzzleNotice},
}

var puzzleSubject = core.Subject{
	Board: func(ctx context.Context, env *core.Env, id int64) (view.Reply, error) {
		post, err := env.Store.PuzzlePost(ctx, id)
		if err != nil {
			return view.Reply{}, err
		}
		return puzzlePost(ctx, env, post)
	},
}
