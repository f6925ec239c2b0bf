package commands

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// The puzzles there are.
const (
	puzzleDaily = "daily"
	puzzleMine  = "mine"
	puzzleAny   = "any"
)

var puzzleCommand = &Command{
	Name:    view.PuzzleName,
	Summary: "Find the winning move: one puzzle a day, from your own mistakes, or as many as you like",
	Options: []Option{
		{Name: "which", Summary: "Which puzzle; today's if you leave it out", Choices: []view.Choice{
			{Label: "Today's, the same for all", Value: puzzleDaily},
			{Label: "A win that I let slip", Value: puzzleMine},
			{Label: "A new one", Value: puzzleAny},
		}},
		{Name: "variant", Summary: "The game of a new puzzle; any if you leave it out", complete: completeVariant},
		{Name: "level", Summary: "How hard a new puzzle is; as your puzzle rating says if you leave it out", Choices: []view.Choice{
			{Label: "Easy", Value: string(referee.EasyPuzzle)},
			{Label: "Medium", Value: string(referee.MediumPuzzle)},
			{Label: "Hard", Value: string(referee.HardPuzzle)},
		}},
		{Name: view.AnswerName, Summary: "Your move in the puzzle that you were asked last"},
		{Name: view.PuzzleID, Summary: "The puzzle that a button is about", Hidden: true},
		{Name: view.SolutionName, Summary: "true: show the solution", Kind: Flag, Hidden: true},
		{Name: view.StepName, Summary: "How far a wrong answer is played out", Hidden: true},
		whereOption,
		otherOption,
		shareOption,
	},
	Private:   true,
	Shareable: true,
	Costly:    true,
	run:       puzzle,
}

func puzzle(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
	if r.shared() {
		return s.puzzleResult(ctx, r)
	}
	p, err := s.puzzleOf(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	asked, where, answer := view.AskedPuzzle(p), r.option(view.WhereName), r.option(view.AnswerName)
	if other, err := r.flag(view.OtherName); err != nil || other {
		return view.Reply{Text: "Write your move with `/puzzle answer:`.", Form: asked.Keys(where).Form()}, err
	}
	if err := s.referee.CheckAdvice(ctx, r.By.ID, p.Variant.Family.ID); err != nil {
		return view.Reply{}, err
	}
	page, err := s.puzzlePage(ctx, r, p)
	if err != nil {
		return view.Reply{}, err
	}
	if move, only := view.OnlyMove(p.Position, where); only && answer == "" {
		answer = move.String()
	}
	if r.option(view.StepName) != "" {
		a, err := s.referee.Refute(ctx, p, answer)
		if err != nil || a != nil {
			return wrongPuzzle(page, a, r.step()), err
		}
	}
	solution, err := r.flag(view.SolutionName)
	switch {
	case err != nil:
		return view.Reply{}, err
	case p.Closed():
		reason, err := s.referee.Solution(ctx, p)
		if err != nil {
			return view.Reply{}, err
		}
		return page.Closed(reason.Move, whyWins(p, reason)), nil
	case solution && p.Set != nil:
		return view.Reply{}, refuse("The puzzles of a class are there to be found: ask your teacher.")
	case solution:
		return s.giveUpPuzzle(ctx, r, p)
	case answer != "":
		return s.answerPuzzle(ctx, r, p, tappedMove(where, answer))
	case r.option(view.PuzzleID) == "", p.Set != nil && where == "":
		// An answer that is typed belongs to it from now on.
		if err := s.referee.AskPuzzle(ctx, r.Channel, r.By.player(), p); err != nil {
			return view.Reply{}, err
		}
	}
	return page.Ask(where), nil
}

// step is how far a wrong answer is to be played out; 0 for what is no number.
func (r *Request) step() int {
	step, _ := strconv.Atoi(r.option(view.StepName))
	return step
}

// puzzleOf finds the puzzle that the request is about.
func (s *Service) puzzleOf(ctx context.Context, r *Request) (*referee.Puzzle, error) {
	switch {
	case r.option(view.PuzzleID) != "":
		id, _ := match.ParsePuzzleID(r.option(view.PuzzleID))
		p, err := s.referee.Puzzle(ctx, id, r.By.ID)
		if err == nil && p == nil {
			err = refuse("There is no such puzzle for you any more. `/puzzle` shows today's.")
		}
		return p, err
	case r.option(view.AnswerName) != "":
		return s.answeredPuzzle(ctx, r)
	}
	return s.nextPuzzle(ctx, r)
}

// puzzlePage shows a puzzle as things stand with it now.
func (s *Service) puzzlePage(ctx context.Context, r *Request, p *referee.Puzzle) (view.PuzzlePage, error) {
	page := view.PuzzlePage{Puzzle: p, Look: s.lookOf(ctx, r)}
	if !p.Daily() {
		return page, nil
	}
	record, err := s.referee.PuzzleRecord(ctx, r.By.ID)
	page.Streak = record.Streak
	return page, err
}

// which returns the kind of puzzle that the request names, "" for none.
func (r *Request) which() string {
	if which := strings.ToLower(r.option("which")); which != "" {
		return which
	}
	if r.option("variant") != "" || r.option("level") != "" {
		return puzzleAny
	}
	return ""
}

// nextPuzzle finds the puzzle that the request asks for.
func (s *Service) nextPuzzle(ctx context.Context, r *Request) (*referee.Puzzle, error) {
	if r.which() != puzzleAny && (r.option("variant") != "" || r.option("level") != "") {
		return nil, refuse("`variant:` and `level:` are for new puzzles: write `which:any`, or leave them out.")
	}
	switch r.which() {
	case puzzleMine:
		p, err := s.referee.OwnPuzzle(ctx, r.By.ID)
		if err == nil && p == nil {
			err = refuse("In your last lost matches there is no win that you let slip and have not found since. `/puzzle` shows today's puzzle.")
		}
		return p, err
	case puzzleAny:
		return s.drawPuzzle(ctx, r)
	default:
		return s.referee.DailyPuzzle(ctx, r.By.ID)
	}
}

// drawPuzzle draws a new puzzle.
func (s *Service) drawPuzzle(ctx context.Context, r *Request) (p *referee.Puzzle, err error) {
	var v *games.Variant
	if r.option("variant") != "" {
		if v, err = s.variant(r); err != nil {
			return nil, err
		}
	}
	p, err = s.referee.DrawPuzzle(ctx, r.By.ID, v, referee.PuzzleLevel(strings.ToLower(r.option("level"))))
	if err == nil && p == nil {
		err = refuse("I found no such puzzle. Try another `level:` or another `variant:`.")
	}
	return p, err
}

// answeredPuzzle finds the puzzle to which an answer belongs: the one that was asked
// last, unless the answer names another kind.
func (s *Service) answeredPuzzle(ctx context.Context, r *Request) (*referee.Puzzle, error) {
	if r.option("variant") != "" || r.option("level") != "" {
		return nil, refuse("An answer belongs to the puzzle that you were asked last: leave `variant:` and `level:` out.")
	}
	p, err := s.referee.AskedPuzzle(ctx, r.By.ID)
	if err != nil {
		return nil, err
	}
	switch r.which() {
	case puzzleDaily:
		return s.nextPuzzle(ctx, r)
	case puzzleMine:
		if p == nil || p.ID.Kind != match.MatchPuzzle {
			return s.nextPuzzle(ctx, r)
		}
	case puzzleAny:
		if p == nil || p.ID.Kind != match.DrawnPuzzle {
			return nil, refuse("I have not asked you a new puzzle yet: `/puzzle which:any` asks one.")
		}
	}
	if p == nil {
		return s.nextPuzzle(ctx, r) // who was asked nothing means the one that everybody has
	}
	return p, nil
}

// askAgain notes that a puzzle is asked once more here, if it is the one that was asked last: an
// older one stays so, since it may be known by now.
func (s *Service) askAgain(ctx context.Context, r *Request, p *referee.Puzzle) error {
	last, err := s.referee.AskedPuzzle(ctx, r.By.ID)
	if err != nil || last == nil || last.ID != p.ID {
		return err
	}
	return s.referee.AskPuzzle(ctx, r.Channel, r.By.player(), p)
}

// answerPuzzle judges an answer.
func (s *Service) answerPuzzle(ctx context.Context, r *Request, p *referee.Puzzle, answer string) (view.Reply, error) {
	a, err := s.referee.Answer(ctx, r.room(), r.By.player(), p, answer)
	var illegal *games.IllegalMove
	if errors.As(err, &illegal) {
		return view.Reply{}, refuse("%s, %s.\n%s", view.PuzzleTitle(p), view.Code(p.Position.String()), view.Sentence(illegal.Reason))
	}
	if err != nil {
		return view.Reply{}, err
	}
	if !a.Right {
		if err := s.askAgain(ctx, r, p); err != nil {
			return view.Reply{}, err
		}
	}
	page, err := s.puzzlePage(ctx, r, p)
	if a.Right {
		return page.Right(a, whyWins(p, a.Reason)), err
	}
	return wrongPuzzle(page, a, 0), err
}

// wrongPuzzle shows how a wrong answer loses, up to a step.
func wrongPuzzle(page view.PuzzlePage, a *referee.Answered, step int) view.Reply {
	if a == nil {
		return view.Reply{}
	}
	why := ""
	if a.Reason.Justification != nil { // a.Why says more than fits a phone
		why = explain.Short(page.Puzzle.Variant, a.Refutation[a.Answered-1].Step.Position, a.Reason)
	}
	return withLossProof(page.Puzzle.Variant, a, page.Wrong(a, why, step))
}

// whyWins says why a decision solves a puzzle.
func whyWins(p *referee.Puzzle, reason solver.Reason) view.Why {
	return view.Why{Short: view.AdviceInWords(p.Variant, p.Position, reason), Whole: explain.Full(p.Variant, p.Position, reason)}
}

// giveUpPuzzle shows the solution.
func (s *Service) giveUpPuzzle(ctx context.Context, r *Request, p *referee.Puzzle) (view.Reply, error) {
	a, err := s.referee.GiveUp(ctx, r.room(), r.By.player(), p)
	if err != nil {
		return view.Reply{}, err
	}
	page, err := s.puzzlePage(ctx, r, p)
	return page.Solution(a, whyWins(p, a.Reason)), err
}

// puzzleResult tells everybody what somebody has made of a puzzle, and nothing of its
// solution.
func (s *Service) puzzleResult(ctx context.Context, r *Request) (view.Reply, error) {
	id, _ := match.ParsePuzzleID(r.option(view.PuzzleID))
	p, err := s.referee.Puzzle(ctx, id, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	if p == nil || p.Tries == 0 {
		return view.Reply{}, refuse("You have not tried that puzzle, so there is no result to show.")
	}
	which := "a " + view.PuzzlePhrase(p)
	if p.Daily() {
		which = "the " + view.PuzzlePhrase(p) + " " + p.ID.Day
	}
	which += " (" + p.Variant.Name + ")"
	result := fmt.Sprintf("has not solved %s yet, after %s.", which, words.Count(p.Tries, "try"))
	switch {
	case p.Solved:
		result = fmt.Sprintf("has solved %s %s.", which, view.TryText(p.Tries))
	case p.GaveUp:
		result = fmt.Sprintf("has asked for the solution of %s.", which)
	}
	card := view.PuzzleTeaser(p, s.usualStyle())
	card.Actions = []view.Action{view.Rules(p.Variant)}
	if p.Daily() && p.ID.Day == s.referee.Today() {
		card.Actions = append([]view.Action{{Label: "Today's puzzle", Command: view.PuzzleName, Style: view.Primary}}, card.Actions...)
	}
	squares := view.Squares(p.PuzzleState)
	if p.Daily() && p.Solved && !s.referee.DayIsOver(p) {
		record, err := s.referee.PuzzleRecord(ctx, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		squares += fmt.Sprintf(" · streak %d", record.Streak)
	}
	return view.Reply{Text: view.Mention(r.By.ID) + " " + result + "\n" + squares, Card: card}, nil
}
