package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
)

// honourShown is how many wins the wall of honour shows.
const honourShown = 15

var honourCommand = &Command{
	Name:    "honour",
	Summary: "Show who has beaten me at the perfect level, and from which start",
	Private: true,
	run: func(ctx context.Context, s *Service, _ *Request) (view.Reply, error) {
		wins, err := s.store.Honour(ctx, honourShown)
		if err != nil {
			return view.Reply{}, err
		}
		card := &view.Card{
			Title: "The wall of honour",
			Body: fmt.Sprintf("Nobody is here yet. It takes a win against me at the perfect level, from a start that I draw, without a hint or a takeback, "+
				"with at least %d decisions that could have lost it: `/challenge variant:end-nim level:perfect`.", match.HonourDecisions),
			Footer: "Wins against the perfect level without help, newest first",
		}
		var lines []string
		for i := range wins {
			m := &wins[i]
			winner := m.Human()
			order := "second"
			if m.First == winner {
				order = "first"
			}
			lines = append(lines, fmt.Sprintf("%s: `%s` from %s, going %s, with %s that could have lost (match %d)",
				view.PlayerName(m.Player(winner).ID), m.Variant, view.Code(words.Cut(m.Start, 60)), order, words.Count(m.Critical, "decision"), m.ID))
		}
		if len(lines) > 0 {
			card.Body = strings.Join(lines, "\n")
		}
		return view.Reply{Card: card}, nil
	},
}
