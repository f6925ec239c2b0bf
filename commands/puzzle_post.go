package commands

import (
	"context"
	"errors"
	"slices"
	"time"

	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/referee"
)

const (
	// streakDays is how far back those are looked for whose streaks a post tells.
	streakDays = 30
	// streaksFrom of them, who have found the most, are looked at.
	streaksFrom = 10
	// streaksTold are told, the longest first.
	streaksTold = 3
)

// puzzleNotice announces the puzzle of the day with what came of the one before, unless the day
// is over.
func (s *Service) puzzleNotice(ctx context.Context, n match.Notice) (reply view.Reply, ok bool, err error) {
	day := n.Created.UTC().Format(time.DateOnly)
	if day != s.referee.Today() {
		return view.Reply{}, false, nil
	}
	post, err := s.store.PuzzlePostIn(ctx, n.Channel, day)
	if errors.Is(err, match.ErrNotFound) { // a process of an earlier version has put the notice in
		post, err = match.PuzzlePost{Channel: n.Channel, Day: day}, nil
	}
	if err != nil {
		return view.Reply{}, false, err
	}
	reply, err = s.puzzlePost(ctx, post)
	if errors.Is(err, &referee.Refusal{Code: referee.NoPuzzle}) {
		return view.Reply{}, false, nil
	}
	if post.Version > 1 {
		reply.To = view.NewMessage{} // an earlier try may have posted it with other counts
	}
	return reply, err == nil, err
}

// puzzlePost shows the puzzle of a day to a room, as things stand with it now. When the day is
// over, it shows the solution.
func (s *Service) puzzlePost(ctx context.Context, post match.PuzzlePost) (view.Reply, error) {
	p, err := s.dailyPuzzle(ctx, post.Day)
	if err != nil {
		return view.Reply{}, err
	}
	page := view.PuzzlePost{Post: post, Puzzle: p, Style: s.usualStyle()}
	if s.referee.DayIsOver(p) {
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

// dailyPuzzle returns the puzzle of a day as nobody has tried it.
func (s *Service) dailyPuzzle(ctx context.Context, day string) (*referee.Puzzle, error) {
	p, err := s.referee.Puzzle(ctx, match.PuzzleID{Kind: match.DailyPuzzle, Day: day}, match.BotID)
	if err == nil && p == nil {
		err = match.ErrNotFound // the clock was set back
	}
	return p, err
}

// puzzleOver returns the solution of a day that is over, and who of a room has found it.
func (s *Service) puzzleOver(ctx context.Context, room string, p *referee.Puzzle) (*view.PuzzleOver, error) {
	reason, err := s.referee.Solution(ctx, p)
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

// longestStreaks returns those of a room with the longest streaks up to a day.
func (s *Service) longestStreaks(ctx context.Context, room, day string) ([]match.PuzzleFinder, error) {
	finders, err := s.store.PuzzleFinders(ctx, room, dayBefore(day, streakDays-1), day, day, streaksFrom)
	finders = slices.DeleteFunc(finders, func(f match.PuzzleFinder) bool { return f.Streak < 2 })
	slices.SortStableFunc(finders, func(a, b match.PuzzleFinder) int { return b.Streak - a.Streak })
	finders = finders[:min(len(finders), streaksTold)]
	for i := range finders {
		if err == nil {
			err = s.named(ctx, &finders[i].Player)
		}
	}
	return finders, err
}

// dayBefore returns the day so many days before another, which is a day of the calendar.
func dayBefore(day string, days int) string {
	at, _ := time.Parse(time.DateOnly, day)
	return at.AddDate(0, 0, -days).Format(time.DateOnly)
}
