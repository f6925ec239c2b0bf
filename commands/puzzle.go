package commands

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/picture"
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
		{Name: "which", Summary: "Which puzzle; today's if you leave it out", Choices: []Choice{
			{Label: "Today's, the same for all", Value: puzzleDaily},
			{Label: "A win that I let slip", Value: puzzleMine},
			{Label: "A new one", Value: puzzleAny},
		}},
		{Name: "variant", Summary: "The game of a new puzzle; any if you leave it out", complete: completeVariant},
		{Name: "level", Summary: "How hard a new puzzle is; as your puzzle rating says if you leave it out", Choices: []Choice{
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
	run: func(ctx context.Context, s *Service, r *Request) (Reply, error) {
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
				return Reply{}, err
			}
			return s.askPuzzle(ctx, r, p)
		}
		p, err := s.answeredPuzzle(ctx, r)
		if err != nil {
			return Reply{}, err
		}
		if err := s.referee.CheckAdvice(ctx, r.By.ID, p.Variant.Family.ID); err != nil {
			return Reply{}, err
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
		if p == nil || p.Match == 0 {
			return s.nextPuzzle(ctx, r)
		}
	case puzzleAny:
		if p == nil || p.Grade == nil {
			return nil, refuse("I have not asked you a new puzzle yet: `/puzzle which:any` asks one.")
		}
	}
	if p == nil {
		return s.nextPuzzle(ctx, r) // who was asked nothing means the one that everybody has
	}
	return p, nil
}

// askPuzzle shows a puzzle and notes that an answer belongs to it.
func (s *Service) askPuzzle(ctx context.Context, r *Request, p *referee.Puzzle) (Reply, error) {
	if err := s.referee.AskPuzzle(ctx, r.By.player(), p); err != nil {
		return Reply{}, err
	}
	return s.puzzleReply(ctx, r, p)
}

// puzzleReply shows a puzzle, and a solved one with its solution.
func (s *Service) puzzleReply(ctx context.Context, r *Request, p *referee.Puzzle) (Reply, error) {
	l := s.lookOf(ctx, r)
	card := &Card{
		Title:   puzzleTitle(p),
		Drawing: picture.Text(p.Position.Shape()),
		Picture: l.of(shapePicture(p.Position, l.Style)),
		Footer:  "Position: " + words.Cut(p.Position.String(), maxNotation),
	}
	rules := Action{Label: "Rules", Command: "rules", Options: map[string]string{"variant": p.Variant.ID}}
	if p.Solved {
		streak, err := s.streakLines(ctx, r, p)
		if err != nil {
			return Reply{}, err
		}
		card.Body = strings.Join(append([]string{fmt.Sprintf("You have solved it %s: %s.", triesText(p.Tries), solutions(p))}, streak...), "\n")
		card.Actions = append(solvedActions(p), rules)
		return Reply{Card: card}, nil
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
	lines = append(lines, fmt.Sprintf("%s Answer with a line such as `/puzzle answer:%s`.", waysText(p), wrongMove(p)))
	card.Body = strings.Join(lines, "\n")
	card.Actions = []Action{rules}
	return Reply{Card: card}, nil
}

// puzzleName says which puzzle it is, within a sentence.
func puzzleName(p *referee.Puzzle) string {
	switch {
	case p.Match != 0:
		return fmt.Sprintf("puzzle from match %d, move %d", p.Match, p.Number)
	case p.Grade != nil:
		return fmt.Sprintf("%s puzzle of %.0f points", p.Grade.Level(), p.Grade.Points())
	default:
		return "puzzle for " + p.ID
	}
}

func puzzleTitle(p *referee.Puzzle) string {
	return sentenceStart(puzzleName(p)) + ": " + p.Variant.Name
}

// waysText says how many moves win.
func waysText(p *referee.Puzzle) string {
	if len(p.Winning) == 2 {
		return "Two moves win."
	}
	return "One move wins."
}

// wrongMove is a legal move that is no solution, to show how an answer is written.
func wrongMove(p *referee.Puzzle) string {
	for step := range p.Position.Options() {
		if !p.Solves(step.Move) {
			return step.Move.String()
		}
	}
	return ""
}

// solvedActions are what can be done after a puzzle was solved.
func solvedActions(p *referee.Puzzle) []Action {
	actions := []Action{shareAction("puzzle", map[string]string{"id": p.ID})}
	if p.Grade != nil {
		actions = append(actions, Action{Label: "Another", Command: "puzzle", Style: Primary,
			Options: map[string]string{"variant": p.Variant.ID, "level": string(p.Grade.Level())}})
	}
	return actions
}

// answerPuzzle judges an answer.
func (s *Service) answerPuzzle(ctx context.Context, r *Request, p *referee.Puzzle, answer string) (Reply, error) {
	which := fmt.Sprintf("%s, %s.", puzzleTitle(p), code(p.Position.String()))
	a, err := s.referee.Answer(ctx, r.By.player(), p, answer)
	var illegal *games.IllegalMove
	if errors.As(err, &illegal) {
		return Reply{}, refuse("%s\n%s", which, sentence(illegal.Reason))
	}
	if err != nil {
		return Reply{}, err
	}
	lines := []string{which}
	reply := Reply{}
	if a.Right {
		lines = append(lines, fmt.Sprintf("**Right** %s: %s.\nWhy: %s", triesText(p.Tries), solutions(p), explain.Advice(p.Variant, p.Position, a.Reason)))
		reply.Card = &Card{Actions: solvedActions(p)}
		offerWhole(&reply, p.Variant, p.Position, explain.Full(p.Variant, p.Position, a.Reason))
	} else {
		lines = append(lines, fmt.Sprintf("No: against perfect play `%s` loses. Try again (%s so far).", a.Refutation[0].Step.Move, words.Count(p.Tries, "try")))
		lines = append(lines, refutationLines(p.Variant, a)...)
	}
	if a.Rating != nil {
		was, is := a.Rating.Before.Value, a.Rating.After.Value
		lines = append(lines, fmt.Sprintf("Your rating in puzzles: %.0f (%+.0f).", is, is-was))
	}
	if a.Right {
		streak, err := s.streakLines(ctx, r, p)
		if err != nil {
			return Reply{}, err
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

// refutationLines say move by move how a wrong answer loses.
func refutationLines(v *games.Variant, a *referee.Answered) []string {
	you := a.Decision.Turn.Actor
	var lines []string
	for i, d := range a.Refutation {
		who, whose := "You", "my"
		if d.Turn.Actor != you {
			who, whose = "I", "your"
		}
		if d.Turn.Actor == d.Turn.Owner {
			whose = ""
		} else {
			whose = " in " + whose + " turn"
		}
		lines = append(lines, fmt.Sprintf("%d. %s %s%s (`%s`): %s", i+1, who, v.Say(d.Step.Move), whose, d.Step.Move, code(d.Step.Position.String())))
	}
	if a.Over {
		return append(lines, "So I win. "+v.Rules.End)
	}
	return append(lines, "And so on, until I win.")
}

// puzzleResult tells everybody what somebody has made of a puzzle, and nothing of its
// solution.
func (s *Service) puzzleResult(ctx context.Context, r *Request) (Reply, error) {
	p, err := s.referee.Puzzle(ctx, r.option("id"), r.By.ID)
	if err != nil {
		return Reply{}, err
	}
	if p == nil || p.Tries == 0 {
		return Reply{}, refuse("You have not tried that puzzle, so there is no result to show.")
	}
	article := "a "
	if p.Daily() {
		article = "the "
	}
	which := article + puzzleName(p) + " (" + p.Variant.Name + ")"
	result := fmt.Sprintf("has not solved %s yet, after %s.", which, words.Count(p.Tries, "try"))
	if p.Solved {
		result = fmt.Sprintf("has solved %s %s.", which, triesText(p.Tries))
	}
	card := &Card{
		Body:    waysText(p) + " Can you find it?",
		Drawing: picture.Text(p.Position.Shape()),
		Picture: shapePicture(p.Position, s.usualStyle()), // everybody sees it
		Footer:  "Position: " + words.Cut(p.Position.String(), maxNotation),
		Actions: []Action{{Label: "Rules", Command: "rules", Options: map[string]string{"variant": p.Variant.ID}}},
	}
	if p.Daily() && p.ID == s.referee.Today() {
		card.Actions = append([]Action{{Label: "Today's puzzle", Command: "puzzle", Style: Primary}}, card.Actions...)
	}
	return Reply{Text: Mention(r.By.ID) + " " + result, Card: card}, nil
}

// puzzleNotice announces the puzzle of the day, unless the day is over.
func (s *Service) puzzleNotice(ctx context.Context, n match.Notice) (reply Reply, ok bool, err error) {
	if n.Created.Format(time.DateOnly) != s.referee.Today() {
		return Reply{}, false, nil
	}
	p, err := s.referee.DailyPuzzle(ctx, match.BotID)
	if errors.Is(err, &referee.Refusal{Code: referee.NoPuzzle}) {
		return Reply{}, false, nil
	}
	if err != nil {
		return Reply{}, false, err
	}
	return Reply{Card: &Card{
		Title:   puzzleTitle(p),
		Body:    p.Variant.Rules.End + "\n" + waysText(p) + " Can you find it?",
		Drawing: picture.Text(p.Position.Shape()),
		Picture: shapePicture(p.Position, s.usualStyle()),
		Footer:  "Position: " + words.Cut(p.Position.String(), maxNotation),
		Actions: []Action{
			{Label: "Solve it", Command: "puzzle", Options: map[string]string{"which": puzzleDaily}, Style: Primary},
			{Label: "Rules", Command: "rules", Options: map[string]string{"variant": p.Variant.ID}},
		},
	}}, true, nil
}

// triesText says how many tries it took.
func triesText(tries int) string {
	if tries == 1 {
		return "at the first try"
	}
	return "in " + words.Count(tries, "try")
}

// solutions says which decisions win.
func solutions(p *referee.Puzzle) string {
	if len(p.Winning) > 1 {
		return moveList(p.Winning, " and ") + " win"
	}
	return moveList(p.Winning, "") + " wins"
}
