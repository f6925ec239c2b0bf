package puzzle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/puzzle"
)

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
	post, err := puzzle.PostIn(ctx, env.Store, n.Channel, day)
	if err != nil {
		return view.Reply{}, false, err
	}
	reply, err = puzzlePost(ctx, env, post)
	if errors.Is(err, &referee.Refusal{Words: puzzle.NoPuzzle}) {
		return view.Reply{}, false, nil
	}
	return reply, err == nil, err
}

// puzzlePost announces the puzzle of a day to everybody in a channel. Its keys are answered in private. When the day is
// over, it shows the solution.
func puzzlePost(ctx context.Context, env *core.Env, post puzzle.Post) (view.Reply, error) {
	p, err := dailyPuzzle(ctx, env, post.Day)
	if err != nil {
		return view.Reply{}, err
	}
	card := PuzzleTeaser(p, env.UsualStyle())
	card.Actions = []view.Action{view.Rules(p.Variant)}
	if env.Puzzles.DayIsOver(p) {
		err = solvePost(ctx, env, post.Room, p, card)
	} else {
		err = openPost(ctx, env, post, p, card)
	}
	return view.Reply{Card: card, Show: view.Subject{Kind: view.PuzzleSubject, ID: post.ID, Version: post.Version}, ShownIn: post.Message}, err
}

func openPost(ctx context.Context, env *core.Env, post puzzle.Post, p *puzzle.Puzzle, card *view.Card) error {
	AskedPuzzle(p).Keys("").Offer(card)
	card.Moves = view.MovesText(p.Position) + fmt.Sprintf(" (as in /%s id:%s move:MOVE)", input.PuzzleAnswer, p.ID)
	card.Actions = append([]view.Action{
		{Label: "Solve it", Call: input.PuzzleToday.Call(), Style: view.Primary},
		{Label: "Leaderboard", Call: input.PuzzleRecords.Call()},
	}, card.Actions...)
	yesterday := dayBefore(post.Day, 1)
	week, err := env.Store.PuzzleCounts(ctx, post.Room, dayBefore(post.Day, 7), yesterday)
	if err != nil {
		return err
	}
	if n := len(week); n > 0 && week[n-1].Day == yesterday {
		before, err := dailyPuzzle(ctx, env, yesterday)
		if err != nil {
			return err
		}
		text, _, err := solution(ctx, env, post.Room, before)
		if err != nil {
			return err
		}
		card.Fields = append(card.Fields, view.Field{Name: "Yesterday's puzzle · " + before.Variant.Name,
			Value: view.Code(words.Cut(before.Position.String(), view.MaxNotation)) + ": " + text})
	}
	streaks, err := longestStreaks(ctx, env, post.Room, yesterday)
	if len(streaks) > 0 {
		card.Fields = append(card.Fields, view.Field{Name: "Longest streaks", Value: strings.Join(streaks, ", ")})
	}
	if len(week) > 0 {
		days := words.Each(week, func(c puzzle.Count) string {
			day, _ := time.Parse(time.DateOnly, c.Day)
			return fmt.Sprintf("%s %d of %d", day.Format("Mon"), c.Found, c.Tried)
		})
		card.Fields = append(card.Fields, view.Field{Name: "Solved in the last seven days", Value: strings.Join(days, " · ")})
	}
	return err
}

func solvePost(ctx context.Context, env *core.Env, room string, p *puzzle.Puzzle, card *view.Card) error {
	text, move, err := solution(ctx, env, room, p)
	played := AskedPuzzle(p).Played(move, view.Look{Style: env.UsualStyle()})
	card.Drawing, card.Picture, card.Footer = played.Drawing, played.Picture, played.Footer
	card.Body, card.Question = text, ""
	card.Add(p.ID.Day)
	return err
}

func dailyPuzzle(ctx context.Context, env *core.Env, day string) (*puzzle.Puzzle, error) {
	p, err := env.Puzzles.Puzzle(ctx, puzzle.ID{Kind: puzzle.Daily, Day: day}, match.BotID)
	if err == nil && p == nil {
		err = match.ErrNotFound // the clock was set back
	}
	return p, err
}

// solution gives the solution of a past day's puzzle, and how a room did.
func solution(ctx context.Context, env *core.Env, room string, p *puzzle.Puzzle) (text string, move games.Move, err error) {
	reason, err := env.Puzzles.Solution(ctx, p)
	if err != nil {
		return "", move, err
	}
	why, _ := whyWins(p, reason)
	text, move = "**The solution:** "+view.Doing(p.Variant, p.Position, reason.Move)+". "+why, reason.Move
	counts, err := env.Store.PuzzleCounts(ctx, room, p.ID.Day, p.ID.Day)
	if err != nil || len(counts) == 0 {
		return text, move, err
	}
	text += fmt.Sprintf("\n%d tried, %d solved it.", counts[0].Tried, counts[0].Found)
	if first := counts[0].First; first.ID != "" {
		err = env.HideUnnamed(ctx, &first)
		text += " " + view.SentenceStart(view.PlayerName(first.ID)) + " was first, " + TryText(counts[0].FirstTries) + "."
	}
	return text, move, err
}

func longestStreaks(ctx context.Context, env *core.Env, room, day string) (told []string, err error) {
	finders, err := env.Store.PuzzleFinders(ctx, room, dayBefore(day, streakDays-1), day, day, streaksFrom)
	finders = slices.DeleteFunc(finders, func(f puzzle.Finder) bool { return f.Streak < 2 })
	slices.SortStableFunc(finders, func(a, b puzzle.Finder) int { return b.Streak - a.Streak })
	for _, f := range finders[:min(len(finders), streaksTold)] {
		if err == nil {
			err = env.HideUnnamed(ctx, &f.Player)
		}
		told = append(told, view.PlayerName(f.Player.ID)+" "+words.Count(f.Streak, "day"))
	}
	return told, err
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
		post, err := puzzle.PostByID(ctx, env.Store, id)
		if err != nil {
			return view.Reply{}, err
		}
		return puzzlePost(ctx, env, post)
	},
}
