package commands

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"nimatron/commands/view"
	"nimatron/explain"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
)

// The puzzles there are.
const (
	puzzleDaily = "daily"
	puzzleMine  = "mine"
	puzzleAny   = "any"
)

var puzzleCommand = &Command{
	Name:    "puzzle",
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
		{Name: "answer", Summary: "Your move in the puzzle that you were asked last"},
		{Name: "id", Summary: "The puzzle whose result is shown", Hidden: true},
		shareOption,
	},
	Private:   true,
	Shareable: true,
	Costly:    true,
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		answer := r.option("answer")
		switch {
		case r.shared():
			return s.puzzleResult(ctx, r)
		case answer == "":
			p, err := s.nextPuzzle(ctx, r)
			if err == nil {
				err = s.referee.CheckAdvice(ctx, r.By.ID, p.Variant.Family.ID)
			}
			if err != nil {
				return view.Reply{}, err
			}
			return s.askPuzzle(ctx, r, p)
		}
		p, err := s.answeredPuzzle(ctx, r)
		if err != nil {
			return view.Reply{}, err
		}
		if err := s.referee.CheckAdvice(ctx, r.By.ID, p.Variant.Family.ID); err != nil {
			return view.Reply{}, err
		}
		if p.Solved {
			return s.puzzleReply(ctx, r, p)
		}
		return s.answerPuzzle(ctx, r, p, answer)
	},
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

// askPuzzle shows a puzzle and notes that an answer belongs to it.
func (s *Service) askPuzzle(ctx context.Context, r *Request, p *referee.Puzzle) (view.Reply, error) {
	if err := s.referee.AskPuzzle(ctx, r.Channel, r.By.player(), p); err != nil {
		return view.Reply{}, err
	}
	return s.puzzleReply(ctx, r, p)
}

// puzzleReply shows a puzzle, and a solved one with its solution.
func (s *Service) puzzleReply(ctx context.Context, r *Request, p *referee.Puzzle) (view.Reply, error) {
	var streak []string
	if p.Solved {
		var err error
		if streak, err = s.streakLines(ctx, r, p); err != nil {
			return view.Reply{}, err
		}
	}
	return view.Reply{Card: view.PuzzleCard(p, streak, s.lookOf(ctx, r))}, nil
}

// answerPuzzle judges an answer.
func (s *Service) answerPuzzle(ctx context.Context, r *Request, p *referee.Puzzle, answer string) (view.Reply, error) {
	which := fmt.Sprintf("%s, %s.", view.PuzzleTitle(p), view.Code(p.Position.String()))
	a, err := s.referee.Answer(ctx, r.By.player(), p, answer)
	var illegal *games.IllegalMove
	if errors.As(err, &illegal) {
		return view.Reply{}, refuse("%s\n%s", which, view.Sentence(illegal.Reason))
	}
	if err != nil {
		return view.Reply{}, err
	}
	lines := []string{which}
	reply := view.Reply{}
	if a.Right {
		lines = append(lines, fmt.Sprintf("**Right** %s: %s.\nWhy: %s", view.Tries(p.Tries), view.Solutions(p), explain.Advice(p.Variant, p.Position, a.Reason)))
		reply.Card = &view.Card{Actions: view.SolvedActions(p)}
		view.OfferWhole(&reply, p.Variant, p.Position, explain.Full(p.Variant, p.Position, a.Reason))
	} else {
		lines = append(lines, fmt.Sprintf("No: against perfect play `%s` loses. Try again (%s so far).", a.Refutation[0].Step.Move, words.Count(p.Tries, "try")))
		lines = append(lines, view.Refutation(p.Variant, a)...)
		if err := s.referee.AskPuzzle(ctx, r.Channel, r.By.player(), p); err != nil { // once more
			return view.Reply{}, err
		}
	}
	if a.Rating != nil {
		was, is := a.Rating.Before.Value, a.Rating.After.Value
		lines = append(lines, fmt.Sprintf("Your rating in puzzles: %.0f (%+.0f).", is, is-was))
	}
	if a.Right {
		streak, err := s.streakLines(ctx, r, p)
		if err != nil {
			return view.Reply{}, err
		}
		lines = append(lines, streak...)
	}
	reply.Text = strings.Join(lines, "\n")
	return reply, nil
}

// streakLines tell of the streak where a daily puzzle is solved.
func (s *Service) streakLines(ctx context.Context, r *Request, p *referee.Puzzle) ([]string, error) {
	if !p.Daily() {
		return nil, nil
	}
	record, err := s.referee.PuzzleRecord(ctx, r.By.ID)
	if err != nil || record.Streak == 0 { // one of days ago has none
		return nil, err
	}
	return []string{fmt.Sprintf("Your streak of daily puzzles: %s.", words.Count(record.Streak, "day"))}, nil
}

// puzzleResult tells everybody what somebody has made of a puzzle, and nothing of its
// solution.
func (s *Service) puzzleResult(ctx context.Context, r *Request) (view.Reply, error) {
	id, _ := match.ParsePuzzleID(r.option("id"))
	p, err := s.referee.Puzzle(ctx, id, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	if p == nil || p.Tries == 0 {
		return view.Reply{}, refuse("You have not tried that puzzle, so there is no result to show.")
	}
	article := "a "
	if p.Daily() {
		article = "the "
	}
	which := article + view.PuzzleName(p) + " (" + p.Variant.Name + ")"
	result := fmt.Sprintf("has not solved %s yet, after %s.", which, words.Count(p.Tries, "try"))
	if p.Solved {
		result = fmt.Sprintf("has solved %s %s.", which, view.Tries(p.Tries))
	}
	card := view.PuzzleTeaser(p, s.usualStyle())
	card.Actions = []view.Action{view.Rules(p.Variant)}
	if p.Daily() && p.ID.Day == s.referee.Today() {
		card.Actions = append([]view.Action{{Label: "Today's puzzle", Command: "puzzle", Style: view.Primary}}, card.Actions...)
	}
	return view.Reply{Text: view.Mention(r.By.ID) + " " + result, Card: card}, nil
}

// puzzleNotice announces the puzzle of the day, unless the day is over.
func (s *Service) puzzleNotice(ctx context.Context, n match.Notice) (reply view.Reply, ok bool, err error) {
	if n.Created.Format(time.DateOnly) != s.referee.Today() {
		return view.Reply{}, false, nil
	}
	p, err := s.referee.DailyPuzzle(ctx, match.BotID)
	if errors.Is(err, &referee.Refusal{Code: referee.NoPuzzle}) {
		return view.Reply{}, false, nil
	}
	if err != nil {
		return view.Reply{}, false, err
	}
	card := view.PuzzleTeaser(p, s.usualStyle())
	card.Title, card.Body = view.PuzzleTitle(p), p.Variant.Rules.End+"\n"+card.Body
	card.Actions = []view.Action{
		{Label: "Solve it", Command: "puzzle", Options: map[string]string{"which": puzzleDaily}, Style: view.Primary},
		view.Rules(p.Variant),
	}
	return view.Reply{Card: card}, true, nil
}
