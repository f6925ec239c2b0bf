// Package puzzle has the commands of puzzles and their cards.
package puzzle

import (
	"context"
	"errors"
	"fmt"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// Feature are the commands of puzzles.
var Feature = core.Feature{
	Commands: []*core.Command{command}, Notifications: puzzleNotices,
	Subjects: map[match.SubjectKind]core.Subject{match.PuzzleSubject: puzzleSubject},
}

// asking makes a subcommand that finds a puzzle and asks it.
func asking[In any](name input.Name[In], summary string,
	find func(context.Context, *core.Env, *core.Request, *In) (*puzzle.Puzzle, error), options ...core.Option,
) *core.Command {
	return core.New(name, core.Command{Summary: summary, Private: true, Costly: true, Advises: true, Options: options},
		func(ctx context.Context, env *core.Env, r *core.Request, in *In) (view.Reply, error) {
			p, err := find(ctx, env, r, in)
			if err != nil {
				return view.Reply{}, err
			}
			return solve(ctx, env, r, p, input.PuzzleAnswerInput{})
		})
}

// Answer is the subcommand that answers the puzzle asked last. Buttons name their puzzle.
var Answer = core.New(input.PuzzleAnswer, core.Command{
	Summary: "Answer your current puzzle", Private: true, Shareable: true, Costly: true, Advises: true,
	Options: []core.Option{{Name: "move", Complete: func(ctx context.Context, env *core.Env, r *core.Request, typed string) []view.Choice {
		p, err := env.Puzzles.AskedPuzzle(ctx, r.By.ID)
		if err != nil || p == nil {
			return nil
		}
		return core.CompleteMove(p.Position, typed)
	}}},
}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.PuzzleAnswerInput) (view.Reply, error) {
	if r.Shared() {
		return puzzleResult(ctx, env, r, in.ID)
	}
	p, err := namedPuzzle(ctx, env, r, in.ID)
	if err != nil {
		return view.Reply{}, err
	}
	return solve(ctx, env, r, p, *in)
})

var command = &core.Command{Name: "puzzle", Summary: "Find the winning move", Subcommands: []*core.Command{
	asking(input.PuzzleToday, "Solve the puzzles of the day",
		func(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (*puzzle.Puzzle, error) {
			return env.Puzzles.DailyPuzzle(ctx, r.By.ID)
		}),
	asking(input.PuzzleNew, "Solve a new puzzle", drawPuzzle, core.PuzzleLevel),
	asking("puzzle mine", "Find a win you missed in a match", ownPuzzle),
	asking(input.PuzzleDrill, "Drill the rule you break most", drill),
	Answer,
}}

// solve asks a puzzle, or judges an answer to it.
func solve(ctx context.Context, env *core.Env, r *core.Request, p *puzzle.Puzzle, in input.PuzzleAnswerInput) (view.Reply, error) {
	if p.Instead { // nobody has seen it yet
		in = input.PuzzleAnswerInput{}
	}
	if in.Other {
		return AskedPuzzle(p).Form(in.Where), nil
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
	answer := core.WholeMove(p.Position, in.Where, in.Move)
	if in.Step != nil {
		a, err := env.Puzzles.Refute(ctx, p, answer)
		if err != nil {
			return view.Reply{}, err
		}
		if a != nil {
			return page.Wrong(a, *in.Step), nil
		}
	}
	switch {
	case p.Closed():
		reason, err := env.Puzzles.Solution(ctx, p)
		if err != nil {
			return view.Reply{}, err
		}
		return page.Over(reason), nil
	case in.Solution && (p.Set != nil || page.Lesson != nil):
		return view.Reply{}, core.Refuse("I don't show solutions of lessons and class puzzles. Ask your teacher.")
	case in.Solution:
		a, err := env.Puzzles.GiveUp(ctx, r.Room(), r.By.Player(), p)
		if err != nil {
			return view.Reply{}, err
		}
		page, err := puzzlePage(ctx, env, r, p) // the streak has changed
		return page.Solution(a), err
	case answer != "":
		reply, err := answerPuzzle(ctx, env, r, p, answer)
		reply.Earned = true
		return reply, err
	case in.ID == "", in.Where == "" && (p.Set != nil || page.Lesson != nil):
		// A typed answer belongs to this puzzle from now on.
		if err := env.Puzzles.AskPuzzle(ctx, r.Channel, r.By.Player(), p); err != nil {
			return view.Reply{}, err
		}
	}
	page.Helped, err = env.Puzzles.Helped(ctx, r.By.ID, p)
	return page.Ask(in.Where), err
}

// namedPuzzle returns a puzzle by its ID, or the one that was asked last.
func namedPuzzle(ctx context.Context, env *core.Env, r *core.Request, named string) (p *puzzle.Puzzle, err error) {
	if named == "" {
		if p, err = env.Puzzles.AskedPuzzle(ctx, r.By.ID); err != nil || p != nil {
			return p, err
		}
		return env.Puzzles.DailyPuzzle(ctx, r.By.ID)
	}
	id, _ := puzzle.ParseID(named)
	p, err = env.Puzzles.Puzzle(ctx, id, r.By.ID)
	if err == nil && p == nil {
		err = core.Refuse("You no longer have that puzzle. `/puzzle today` shows today's.")
	}
	return p, err
}

func puzzlePage(ctx context.Context, env *core.Env, r *core.Request, p *puzzle.Puzzle) (PuzzlePage, error) {
	page := PuzzlePage{Puzzle: p, Lesson: lesson.Find(p.ID.Lesson), Look: env.LookOf(ctx, r)}
	if !p.Daily() {
		return page, nil
	}
	record, err := env.Puzzles.PuzzleRecord(ctx, r.By.ID)
	if page.Streak = record.Streak; err == nil && !env.Puzzles.DayIsOver(p) {
		page.Day, err = env.Puzzles.Day(ctx, r.By.ID, p.ID.Day)
	}
	return page, err
}

func ownPuzzle(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (*puzzle.Puzzle, error) {
	p, err := env.Puzzles.OwnPuzzle(ctx, r.By.ID)
	if err == nil && p == nil {
		err = core.Refuse("There are no missed wins left to find in your recent losses. `/play` starts another match.")
	}
	return p, err
}

func drawPuzzle(ctx context.Context, env *core.Env, r *core.Request, in *input.PuzzleNewInput) (*puzzle.Puzzle, error) {
	p, err := env.Puzzles.DrawPuzzle(ctx, r.By.ID, in.Game, in.Level)
	if err == nil && p == nil {
		err = core.Refuse("I can't find a puzzle like that. Try another `level:` or `game:`.")
	}
	return p, err
}

func drill(ctx context.Context, env *core.Env, r *core.Request, in *input.PuzzleDrillInput) (*puzzle.Puzzle, error) {
	game := ""
	if in.Game != nil {
		game = in.Game.ID
	}
	return env.Lessons.Drill(ctx, r.By.Player(), game)
}

// askAgain makes the puzzle of this channel the one to answer again, if it was the last one asked. Other
// solutions may be known.
func askAgain(ctx context.Context, env *core.Env, r *core.Request, p *puzzle.Puzzle) error {
	last, err := env.Puzzles.Asked(ctx, r.By.ID)
	if err != nil || last.Puzzle != p.ID {
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
		return page.Right(a), err
	}
	return page.Wrong(a, 0), err
}

// whyWins says why a decision wins: in a sentence or two, and in full.
func whyWins(p *puzzle.Puzzle, reason solver.Reason) (short string, whole []string) {
	reason.Done = true
	return view.AdviceInWords(p.Variant, p.Position, reason), explain.Full(p.Variant, p.Position, view.ReasonOn(p.Variant, p.Position, reason))
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
	if p.Daily() {
		day, err := env.Puzzles.Day(ctx, r.By.ID, p.ID.Day)
		if err != nil {
			return view.Reply{}, err
		}
		if len(day) > 1 {
			squares = Row(day)
			card.Picture = card.Picture.Above("day", view.Tiles(day), env.UsualStyle())
		}
	}
	if p.Daily() && p.Solved && !env.Puzzles.DayIsOver(p) {
		record, err := env.Puzzles.PuzzleRecord(ctx, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		squares += fmt.Sprintf(" · streak %d", record.Streak)
	}
	return view.Reply{Text: view.Mention(r.By.ID) + " " + result + "\n" + squares, Card: card}, nil
}
