package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/view"
	"nimatron/internal/words"
)

// completeLadder completes a game, or the puzzle of the day.
func completeLadder(ctx context.Context, s *Service, r *Request, typed string) []view.Choice {
	choices := completeVariant(ctx, s, r, typed)
	if strings.Contains(view.PuzzleLadder, strings.ToLower(strings.TrimSpace(typed))) {
		choices = append([]view.Choice{{Label: "Puzzle of the day", Value: view.PuzzleLadder}}, choices...)
	}
	return choices
}

// puzzleLeaderboard lists who has found the most puzzles of the day this month, where the request
// is made.
func (s *Service) puzzleLeaderboard(ctx context.Context, r *Request) (view.Reply, error) {
	if r.room() == "" || strings.EqualFold(r.option("scope"), globalScope) || r.option("pace") != "" {
		return view.Reply{}, refuse("The puzzle of the day has a table for each server, without `scope:` and `pace:`: ask for it on a server.")
	}
	today := s.referee.Now().UTC()
	day := s.referee.Today()
	finders, err := s.store.PuzzleFinders(ctx, r.room(), day[:len("2006-01-")]+"01", day, day, leaderboardPage)
	if err != nil {
		return view.Reply{}, err
	}
	card := &view.Card{Title: "Leaderboard: puzzle of the day, " + today.Format("January 2006")}
	lines := make([]string, len(finders))
	for i, f := range finders {
		lines[i] = fmt.Sprintf("`%d.` %s found %d in %s", i+1, view.PlayerName(f.Player.ID), f.Found, words.Count(f.Tries, "try"))
		if f.Streak > 1 {
			lines[i] += ", " + words.Count(f.Streak, "day") + " in a row"
		}
	}
	if card.Body = strings.Join(lines, "\n"); card.Body == "" {
		card.Body = "Nobody has found the puzzle of a day here this month."
	}
	if !r.shared() {
		record, err := s.referee.PuzzleRecord(ctx, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		card.Fields = []view.Field{{Name: "You", Value: "Streak: " + words.Count(record.Streak, "day") + "."}}
	}
	card.Actions = []view.Action{{Label: "Today's puzzle", Command: view.PuzzleName, Style: view.Primary}}
	return view.Reply{Card: withShare(r, card), To: view.UpdateEphemeral{}}, nil
}
