package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/referee"
)

// honourShown is how many wins the wall of honour shows.
const honourShown = 15

var honourCommand = &Command{
	Name:    "honour",
	Summary: "Show who has beaten me at the perfect level, and from where",
	Private: true,
	run: func(ctx context.Context, s *Service, _ *Request) (Reply, error) {
		wins, err := s.store.Honour(ctx, referee.BotID, "", honourShown)
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
			winner, turn := m.Left, "left"
			if winner.ID == referee.BotID {
				winner, turn = m.Right, "right"
			}
			order := "second"
			if m.First == turn {
				order = "first"
			}
			hints := ""
			if m.LeftHints+m.RightHints > 0 {
				hints = ", with " + plural(m.LeftHints+m.RightHints, "hint")
			}
			lines = append(lines, fmt.Sprintf("%s: `%s` from %s, moving %s%s (match %d)", name(winner.ID), m.Variant, code(clip(m.Start, 60)), order, hints, m.ID))
		}
		if len(lines) > 0 {
			card.Body = strings.Join(lines, "\n")
		}
		return Reply{Card: card}, nil
	},
}
