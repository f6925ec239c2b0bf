package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/internal/words"
)

// honourShown is how many wins the wall of honour shows.
const honourShown = 15

var honourCommand = &Command{
	Name:    "honour",
	Summary: "Show who has beaten me at the perfect level, and from which start",
	Private: true,
	run: func(ctx context.Context, s *Service, _ *Request) (Reply, error) {
		wins, err := s.store.Honour(ctx, honourShown)
		if err != nil {
			return Reply{}, err
		}
		card := &Card{
			Title:  "The wall of honour",
			Body:   "Nobody has beaten me at the perfect level yet. It takes a winning start and no mistakes: `/challenge` me, and go first where that wins.",
			Footer: "Wins against the perfect level, newest first",
		}
		var lines []string
		for _, m := range wins {
			winner := m.Human()
			order := "second"
			if m.First == winner {
				order = "first"
			}
			lines = append(lines, fmt.Sprintf("%s: `%s` from %s, going %s%s (match %d)",
				playerName(m.Player(winner).ID), m.Variant, code(words.Cut(m.Start, 60)), order, assistanceText(&m, winner), m.ID))
		}
		if len(lines) > 0 {
			card.Body = strings.Join(lines, "\n")
		}
		return Reply{Card: card}, nil
	},
}
