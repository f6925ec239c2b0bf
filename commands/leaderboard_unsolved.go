package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/solver"
)

// unsolvedShown is how many of the best are shown of each ladder of a game that no
// theorem solves.
const unsolvedShown = 3

// addUnsolved gives the games that no theorem solves their place on the first page of the
// leaderboard of all games: nobody can look up how to play them.
func (s *Service) addUnsolved(ctx context.Context, b *leaderboard, card *view.Card) error {
	if b.family != match.Overall || b.page != 1 {
		return nil
	}
	var lines, names []string
	seen := map[*games.Family]bool{}
	for _, v := range s.referee.Catalog().All() {
		if !solver.GuessesAt(v) || seen[v.Family] {
			continue
		}
		seen[v.Family] = true
		names = append(names, v.Family.Name)
		for _, l := range b.ladders {
			best, _, err := s.store.Leaderboard(ctx, match.LeaderboardQuery{
				Ladder: match.Ladder{Family: v.Family.ID, Pace: l.pace}, Server: b.server, Limit: unsolvedShown,
			})
			if err != nil {
				return err
			}
			if len(best) == 0 {
				continue
			}
			ranked := make([]string, len(best))
			for i, row := range best {
				ranked[i] = view.PlayerName(row.Player.ID) + " " + ratingText(row.Rating)
			}
			lines = append(lines, fmt.Sprintf("%s, %s: %s", v.Family.Name, strings.ToLower(view.PaceName(l.pace)), strings.Join(ranked, "; ")))
		}
	}
	if len(seen) == 0 {
		return nil
	}
	if len(lines) == 0 {
		lines = []string{"Nobody is ranked in these yet: " + strings.Join(names, ", ") + "."}
	}
	card.Fields = append(card.Fields, view.Field{Name: "Games that no theorem solves", Value: strings.Join(lines, "\n")})
	return nil
}
