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
	Summary: "Show who has beaten me at the perfect level, and from where",
	Private: true,
	run: func(ctx context.Context, s *Service, _ *Request) (Reply, error) {
		wins, err := s.store.Honour(ctx, honourShown)
		if err != nil {
			return Reply{}, err
		}
		card := &Card{
			Title:  "The wall of honour",
			Body:   "Nobody has beaten me at the perfect level yet. It takes a won start and no mistake: `/challenge` me, and take the first turn where it wins.",
			Footer: "Won matches against the perfect level, newest first",
		}
		var lines []string
		for _, m := range wins {
			winner := m.Human()
			order := "second"
			if m.First == winner {
				order = "first"
			}
			help := ""
			if hints, _ := m.Help(winner); hints > 0 {
				help = ", with " + words.Count(hints, "hint")
			}
			lines = append(lines, fmt.Sprintf("%s: `%s` from %s, moving %s%s (match %d)",
				playerName(m.Player(winner).ID), m.Variant, code(words.Cut(m.Start, 60)), order, help, m.ID))
		}
		if len(lines) > 0 {
			card.Body = strings.Join(lines, "\n")
		}
		return Reply{Card: card}, nil
	},
}
