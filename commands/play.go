package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
)

var playCommand = &Command{
	Name:    view.PlayName,
	Summary: "Start here: play, puzzles, lessons, friends and all games",
	Options: []Option{
		{Name: "game", Summary: "The game whose page is shown", Word: true, Hidden: true, complete: completeVariant},
	},
	Private: true,
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		id := r.option("game")
		if id == "" {
			return s.door(ctx, r)
		}
		v, err := s.referee.Catalog().Find(id)
		if err != nil {
			return view.Reply{}, err
		}
		card, err := view.GamePage(v, s.lookOf(ctx, r))
		return view.Reply{Card: card, To: view.UpdateEphemeral{}}, err
	},
}

// door is the front door, for the speaker alone.
func (s *Service) door(ctx context.Context, r *Request) (view.Reply, error) {
	numbers, err := s.ownNumbers(ctx, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	tournaments, err := s.referee.Tournaments(ctx, r.Server, r.Channel, 1) // one that goes on comes first
	return view.Reply{Card: view.Door(s.referee.Catalog().All(), numbers, len(tournaments) > 0 && !tournaments[0].Closed()), To: view.UpdateEphemeral{}}, err
}

// ownNumbers says in a line how somebody has done so far, "" for who has done nothing yet.
func (s *Service) ownNumbers(ctx context.Context, player string) (string, error) {
	record, err := s.store.Record(ctx, player)
	if err != nil {
		return "", err
	}
	puzzles, err := s.referee.PuzzleRecord(ctx, player)
	if err != nil {
		return "", err
	}
	var all match.Tally
	for _, tally := range record.Tallies {
		all = all.Plus(tally)
	}
	var numbers []string
	if played := all.Wins + all.Losses + all.Draws; played > 0 {
		numbers = append(numbers, fmt.Sprintf("You have won %d of %s.", all.Wins, words.Count(played, "match")))
	}
	if streak := puzzles.Streak; streak > 0 {
		numbers = append(numbers, fmt.Sprintf("Puzzle streak: %s.", words.Count(streak, "day")))
	}
	return strings.Join(numbers, " "), nil
}
