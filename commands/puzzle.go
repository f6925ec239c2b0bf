package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/internal/words"
	"nimatron/picture"
	"nimatron/referee"
)

// The puzzles there are.
const (
	puzzleDaily = "daily"
	puzzleMine  = "mine"
)

var puzzleCommand = &Command{
	Name:    "puzzle",
	Summary: "Find the winning move: one puzzle a day, or from your own mistakes",
	Options: []Option{
		{Name: "which", Summary: "Which puzzle; today's if you leave it out", Choices: []Choice{
			{Label: "Today's, the same for all", Value: puzzleDaily},
			{Label: "A win that I let slip", Value: puzzleMine},
		}},
		{Name: "answer", Summary: "Your move"},
	},
	Private: true,
	run: func(ctx context.Context, s *Service, r *Request) (Reply, error) {
		which := strings.ToLower(r.option("which"))
		p, err := s.puzzle(ctx, r, which)
		if err != nil {
			return Reply{}, err
		}
		if err := s.referee.CheckAdvice(ctx, r.By.ID, p.Variant.Family.ID); err != nil {
			return Reply{}, err
		}
		if answer := r.option("answer"); answer != "" && !p.Solved {
			return s.answerPuzzle(ctx, r, p, answer)
		}
		return s.puzzleReply(ctx, r, p, which)
	},
}

// puzzle finds the puzzle that the request is about.
func (s *Service) puzzle(ctx context.Context, r *Request, which string) (*referee.Puzzle, error) {
	if which != puzzleMine {
		return s.referee.DailyPuzzle(ctx, r.By.ID)
	}
	p, err := s.referee.OwnPuzzle(ctx, r.By.ID)
	if err == nil && p == nil {
		err = refuse("In your last lost matches there is no win that you let slip and have not found since. `/puzzle` shows today's puzzle.")
	}
	return p, err
}

// puzzleReply shows a puzzle, and a solved one with its solution.
func (s *Service) puzzleReply(ctx context.Context, r *Request, p *referee.Puzzle, which string) (Reply, error) {
	card := &Card{
		Title:   fmt.Sprintf("Puzzle for %s: %s", p.ID, p.Variant.Name),
		Drawing: picture.Text(p.Position.Shape()),
		Footer:  "Position: " + words.Cut(p.Position.String(), maxNotation),
		Actions: []Action{{Label: "Rules", Command: "rules", Options: map[string]string{"variant": p.Variant.ID}}},
	}
	if p.Match != 0 {
		card.Title = fmt.Sprintf("From match %d, move %d: %s", p.Match, p.Number, p.Variant.Name)
	}
	if p.Solved {
		streak, err := s.referee.PuzzleStreak(ctx, r.By.ID)
		if err != nil {
			return Reply{}, err
		}
		card.Body = fmt.Sprintf("You have solved it, in %s: %s. %s", words.Count(p.Tries, "try"), solutions(p), streakText(streak))
		return Reply{Card: card}, nil
	}
	answer := "/puzzle answer:" + exampleMove(p.Position)
	if which == puzzleMine {
		answer = "/puzzle which:mine answer:" + exampleMove(p.Position)
	}
	ways := "One move wins."
	if len(p.Winning) == 2 {
		ways = "Two moves win."
	}
	lines := []string{p.Variant.Rules.Turn, p.Variant.Rules.End}
	switch turn := p.Position.Turn(); {
	case turn.Actor != turn.Owner:
		lines = append(lines, "It is your opponent's turn, and you decide now.")
	case p.Variant.Partizan:
		lines = append(lines, fmt.Sprintf("You are %s and move now.", sideName(turn.Actor)))
	default:
		lines = append(lines, "It is your turn.")
	}
	card.Body = strings.Join(append(lines, fmt.Sprintf("%s Answer with a line such as `%s`.", ways, answer)), "\n")
	return Reply{Card: card}, nil
}

// answerPuzzle judges an answer.
func (s *Service) answerPuzzle(ctx context.Context, r *Request, p *referee.Puzzle, answer string) (Reply, error) {
	right, reason, err := s.referee.Answer(ctx, r.By.player(), p, answer)
	if err != nil {
		return Reply{}, err
	}
	if !right {
		return Reply{Text: fmt.Sprintf("No: that loses against perfect play. Try again (%s so far).", words.Count(p.Tries, "try"))}, nil
	}
	text := fmt.Sprintf("**Right**, in %s: %s.\nWhy: %s", words.Count(p.Tries, "try"), solutions(p), sentence(reason.Short))
	if p.Match == 0 {
		streak, err := s.referee.PuzzleStreak(ctx, r.By.ID)
		if err != nil {
			return Reply{}, err
		}
		text += "\n" + streakText(streak)
	}
	return Reply{Text: text}, nil
}

// solutions says which decisions win.
func solutions(p *referee.Puzzle) string {
	if len(p.Winning) == 1 {
		return moveList(p.Winning, "") + " wins"
	}
	return moveList(p.Winning, " and ") + " win"
}

// streakText says on how many days in a row the daily puzzle was solved.
func streakText(days int) string {
	return fmt.Sprintf("Your streak of daily puzzles: %s.", words.Count(days, "day"))
}
