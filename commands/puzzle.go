package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/puzzle"
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
			{Label: "Easy", Value: string(puzzle.Easy)},
			{Label: "Medium", Value: string(puzzle.Medium)},
			{Label: "Hard", Value: string(puzzle.Hard)},
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
	run:       handlePuzzle,
}

func handlePuzzle(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
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
		a, err := s.puzzles.Refute(ctx, p, answer)
		if err != nil || a != nil {
			return wrongPuzzle(page, a, r.step()), err
		}
	}
	solution, err := r.flag(view.SolutionName)
	switch {
	case err != nil:
		return view.Reply{}, err
	case p.Closed():
		reason, err := s.puzzles.Solution(ctx, p)
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
		// A typed answer belongs to this puzzle from now on.
		if err := s.puzzles.AskPuzzle(ctx, r.Channel, r.By.player(), p); err != nil {
			return view.Reply{}, err
		}
	}
	return page.Ask(where), nil
}

// step is the length to which a wrong answer is played out; 0 if it is no number.
func (r *Request) step() int {
	step, _ := strconv.Atoi(r.option(view.StepName))
	return step
}

func (s *Service) puzzleOf(ctx context.Context, r *Request) (*puzzle.Puzzle, error) {
	switch {
	case r.option(view.PuzzleID) != "":
		id, _ := puzzle.ParseID(r.option(view.PuzzleID))
		p, err := s.puzzles.Puzzle(ctx, id, r.By.ID)
		if err == nil && p == nil {
			err = refuse("There is no such puzzle for you any more. `/puzzle` shows today's.")
		}
		return p, err
	case r.option(view.AnswerName) != "":
		return s.answeredPuzzle(ctx, r)
	}
	return s.nextPuzzle(ctx, r)
}

// puzzlePage shows a puzzle as the speaker has it.
func (s *Service) puzzlePage(ctx context.Context, r *Request, p *puzzle.Puzzle) (view.PuzzlePage, error) {
	page := view.PuzzlePage{Puzzle: p, Look: s.lookOf(ctx, r)}
	if !p.Daily() {
		return page, nil
	}
	record, err := s.puzzles.PuzzleRecord(ctx, r.By.ID)
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

func (s *Service) nextPuzzle(ctx context.Context, r *Request) (*puzzle.Puzzle, error) {
	if r.which() != puzzleAny && (r.option("variant") != "" || r.option("level") != "") {
		return nil, refuse("`variant:` and `level:` are for new puzzles: write `which:any`, or leave them out.")
	}
	switch r.which() {
	case puzzleMine:
		p, err := s.puzzles.OwnPuzzle(ctx, r.By.ID)
		if err == nil && p == nil {
			err = refuse("In your last lost matches there is no win that you let slip and have not found since. `/puzzle` shows today's puzzle.")
		}
		return p, err
	case puzzleAny:
		return s.drawPuzzle(ctx, r)
	default:
		return s.puzzles.DailyPuzzle(ctx, r.By.ID)
	}
}

func (s *Service) drawPuzzle(ctx context.Context, r *Request) (p *puzzle.Puzzle, err error) {
	var v *games.Variant
	if r.option("variant") != "" {
		if v, err = s.variant(r); err != nil {
			return nil, err
		}
	}
	p, err = s.puzzles.DrawPuzzle(ctx, r.By.ID, v, puzzle.Level(strings.ToLower(r.option("level"))))
	if err == nil && p == nil {
		err = refuse("I found no such puzzle. Try another `level:` or another `variant:`.")
	}
	return p, err
}

// answeredPuzzle finds the puzzle of an answer: the last one asked, unless the answer names another
// kind.
func (s *Service) answeredPuzzle(ctx context.Context, r *Request) (*puzzle.Puzzle, error) {
	if r.option("variant") != "" || r.option("level") != "" {
		return nil, refuse("An answer belongs to the puzzle that you were asked last: leave `variant:` and `level:` out.")
	}
	p, err := s.puzzles.AskedPuzzle(ctx, r.By.ID)
	if err != nil {
		return nil, err
	}
	switch r.which() {
	case puzzleDaily:
		return s.nextPuzzle(ctx, r)
	case puzzleMine:
		if p == nil || p.ID.Kind != puzzle.FromMatch {
			return s.nextPuzzle(ctx, r)
		}
	case puzzleAny:
		if p == nil || p.ID.Kind != puzzle.Drawn {
			return nil, refuse("I have not asked you a new puzzle yet: `/puzzle which:any` asks one.")
		}
	}
	if p == nil {
		return s.nextPuzzle(ctx, r) // without a question it is the daily puzzle
	}
	return p, nil
}

// askAgain makes an answer in this channel belong to the puzzle again, if it was the last one
// asked. The solution of an older one may be known by now.
func (s *Service) askAgain(ctx context.Context, r *Request, p *puzzle.Puzzle) error {
	last, err := s.puzzles.AskedPuzzle(ctx, r.By.ID)
	if err != nil || last == nil || last.ID != p.ID {
		return err
	}
	return s.puzzles.AskPuzzle(ctx, r.Channel, r.By.player(), p)
}

func (s *Service) answerPuzzle(ctx context.Context, r *Request, p *puzzle.Puzzle, answer string) (view.Reply, error) {
	a, err := s.puzzles.Answer(ctx, r.room(), r.By.player(), p, answer)
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
func wrongPuzzle(page view.PuzzlePage, a *puzzle.Answered, step int) view.Reply {
	if a == nil {
		return view.Reply{}
	}
	why := ""
	if a.Reason.Justification != nil { // a.Why says more than fits a phone
		why = explain.Short(page.Puzzle.Variant, a.Refutation[a.Answered-1].Step.Position, a.Reason)
	}
	return withLossProof(page.Puzzle.Variant, a, page.Wrong(a, why, step))
}

func whyWins(p *puzzle.Puzzle, reason solver.Reason) view.Why {
	return view.Why{Short: view.AdviceInWords(p.Variant, p.Position, reason), Whole: explain.Full(p.Variant, p.Position, reason)}
}

func (s *Service) giveUpPuzzle(ctx context.Context, r *Request, p *puzzle.Puzzle) (view.Reply, error) {
	a, err := s.puzzles.GiveUp(ctx, r.room(), r.By.player(), p)
	if err != nil {
		return view.Reply{}, err
	}
	page, err := s.puzzlePage(ctx, r, p)
	return page.Solution(a, whyWins(p, a.Reason)), err
}

// puzzleResult shows everybody a person's result in a puzzle, without its solution.
func (s *Service) puzzleResult(ctx context.Context, r *Request) (view.Reply, error) {
	id, _ := puzzle.ParseID(r.option(view.PuzzleID))
	p, err := s.puzzles.Puzzle(ctx, id, r.By.ID)
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
	if p.Daily() && p.ID.Day == s.puzzles.Today() {
		card.Actions = append([]view.Action{{Label: "Today's puzzle", Command: view.PuzzleName, Style: view.Primary}}, card.Actions...)
	}
	squares := view.Squares(p.State)
	if p.Daily() && p.Solved && !s.puzzles.DayIsOver(p) {
		record, err := s.puzzles.PuzzleRecord(ctx, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		squares += fmt.Sprintf(" · streak %d", record.Streak)
	}
	return view.Reply{Text: view.Mention(r.By.ID) + " " + result + "\n" + squares, Card: card}, nil
}

const (
	// streakDays is how many days back a post looks for streaks.
	streakDays = 30
	// streaksFrom is how many of the best finders a post considers.
	streaksFrom = 10
	// streaksTold is how many streaks a post shows, the longest first.
	streaksTold = 3
)

// puzzleNotice announces the puzzle of the day with the results of the last one. It comes to
// nothing when the day is over.
func (s *Service) puzzleNotice(ctx context.Context, n match.Notice) (reply view.Reply, ok bool, err error) {
	day := n.Created.UTC().Format(time.DateOnly)
	if day != s.puzzles.Today() {
		return view.Reply{}, false, nil
	}
	post, err := s.store.PuzzlePostIn(ctx, n.Channel, day)
	if errors.Is(err, match.ErrNotFound) { // a process of an earlier version has put the notice in
		post, err = puzzle.Post{Channel: n.Channel, Day: day}, nil
	}
	if err != nil {
		return view.Reply{}, false, err
	}
	reply, err = s.puzzlePost(ctx, post)
	if errors.Is(err, &referee.Refusal{Words: puzzle.NoPuzzle}) {
		return view.Reply{}, false, nil
	}
	if post.Version > 1 {
		reply.To = view.NewMessage{} // an earlier try may have posted it with other counts
	}
	return reply, err == nil, err
}

// puzzlePost shows the puzzle of a day to a room. When the day is over, it shows the solution.
func (s *Service) puzzlePost(ctx context.Context, post puzzle.Post) (view.Reply, error) {
	p, err := s.dailyPuzzle(ctx, post.Day)
	if err != nil {
		return view.Reply{}, err
	}
	page := view.PuzzlePost{Post: post, Puzzle: p, Style: s.usualStyle()}
	if s.puzzles.DayIsOver(p) {
		over, err := s.puzzleOver(ctx, post.Room, p)
		if err != nil {
			return view.Reply{}, err
		}
		return page.Over(over), nil
	}
	counts, err := s.store.PuzzleCounts(ctx, post.Room, dayBefore(post.Day, 7), post.Day)
	if err != nil {
		return view.Reply{}, err
	}
	if n := len(counts); n > 0 && counts[n-1].Day == post.Day {
		page.Count, counts = counts[n-1], counts[:n-1]
	}
	page.Week = counts
	yesterday := dayBefore(post.Day, 1)
	if n := len(counts); n > 0 && counts[n-1].Day == yesterday {
		before, err := s.dailyPuzzle(ctx, yesterday)
		if err != nil {
			return view.Reply{}, err
		}
		if page.Yesterday, err = s.puzzleOver(ctx, post.Room, before); err != nil {
			return view.Reply{}, err
		}
	}
	page.Streaks, err = s.longestStreaks(ctx, post.Room, yesterday)
	return page.Open(), err
}

// dailyPuzzle returns the puzzle of a day without anybody's tries.
func (s *Service) dailyPuzzle(ctx context.Context, day string) (*puzzle.Puzzle, error) {
	p, err := s.puzzles.Puzzle(ctx, puzzle.ID{Kind: puzzle.Daily, Day: day}, match.BotID)
	if err == nil && p == nil {
		err = match.ErrNotFound // the clock was set back
	}
	return p, err
}

// puzzleOver returns the solution of a past day, and its finders in a room.
func (s *Service) puzzleOver(ctx context.Context, room string, p *puzzle.Puzzle) (*view.PuzzleOver, error) {
	reason, err := s.puzzles.Solution(ctx, p)
	if err != nil {
		return nil, err
	}
	over := &view.PuzzleOver{Puzzle: p, Solution: reason.Move, Why: whyWins(p, reason).Short}
	counts, err := s.store.PuzzleCounts(ctx, room, p.ID.Day, p.ID.Day)
	if err != nil || len(counts) == 0 {
		return over, err
	}
	over.Count = counts[0]
	first, err := s.store.FirstFinder(ctx, room, p.ID.Day)
	if errors.Is(err, match.ErrNotFound) {
		return over, nil
	}
	if err == nil {
		over.First = &first
		err = s.named(ctx, &first.Player)
	}
	return over, err
}

// longestStreaks returns the longest streaks in a room up to a day.
func (s *Service) longestStreaks(ctx context.Context, room, day string) ([]puzzle.Finder, error) {
	finders, err := s.store.PuzzleFinders(ctx, room, dayBefore(day, streakDays-1), day, day, streaksFrom)
	finders = slices.DeleteFunc(finders, func(f puzzle.Finder) bool { return f.Streak < 2 })
	slices.SortStableFunc(finders, func(a, b puzzle.Finder) int { return b.Streak - a.Streak })
	finders = finders[:min(len(finders), streaksTold)]
	for i := range finders {
		if err == nil {
			err = s.named(ctx, &finders[i].Player)
		}
	}
	return finders, err
}

// dayBefore returns the calendar day some days before another.
func dayBefore(day string, days int) string {
	at, _ := time.Parse(time.DateOnly, day)
	return at.AddDate(0, 0, -days).Format(time.DateOnly)
}
