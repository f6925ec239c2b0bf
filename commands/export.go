package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/view"
	"nimatron/referee"
)

var exportCommand = &Command{
	Name:    "export",
	Summary: "Export a match as files: PGN-shaped text and JSON",
	Options: []Option{
		{Name: "match", Summary: "The number of the match", Required: true},
	},
	Private: true,
	Costly:  true,
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		g, err := s.namedMatch(ctx, r)
		if err != nil {
			return view.Reply{}, err
		}
		text := fmt.Sprintf("Match %d, as text for people and as JSON for programs.", g.ID)
		if !g.Finished() {
			if err := mayExportRunning(r, g); err != nil {
				return view.Reply{}, err
			}
			if g.Rated {
				return view.Reply{Text: movesSoFar(g)}, nil
			}
			text += " It is not over yet."
		}
		if err := s.referee.CheckAdvice(ctx, r.By.ID, g.Family); err != nil {
			return view.Reply{}, err
		}
		m := matchRecord(g)
		name := fmt.Sprintf("nimatron-%d", g.ID)
		return view.Reply{Text: text, Files: []view.File{
			{Name: name + ".pgn", Data: m.AppendPGN(nil)},
			{Name: name + ".jsonl", Data: m.AppendJSON(nil)},
		}}, nil
	},
}

// mayExportRunning says who sees a match that goes on: its players do and, if it is not
// rated, those in its channel, who see its board anyhow.
func mayExportRunning(r *Request, g *referee.Game) error {
	_, plays := g.SeatOf(r.By.ID)
	switch {
	case plays, !g.Rated && g.Channel == r.Channel:
		return nil
	case g.Rated:
		return refuse("Match %d is rated and not over yet: until then it can't be exported.", g.ID)
	default:
		return refuse("Match %d is not over yet: until then only its players and those in its channel can export it.", g.ID)
	}
}

// shownMovesSoFar is how many of the last moves movesSoFar shows.
const shownMovesSoFar = 100

// movesSoFar tells the players of a rated match what it would say in a file, which
// nobody gets before its end.
func movesSoFar(g *referee.Game) string {
	text := fmt.Sprintf("Match %d is rated and not over yet: until then it can't be exported. From %s on there are ", g.ID, view.Code(g.Start))
	if len(g.Moves) == 0 {
		return text + "no moves so far."
	}
	text += "these moves so far:"
	skipped := max(0, len(g.Moves)-shownMovesSoFar)
	if skipped > 0 {
		text += " …"
	}
	var moves strings.Builder
	for i, m := range g.Moves[skipped:] {
		fmt.Fprintf(&moves, " %d. `%s`", skipped+i+1, m.Text)
	}
	return text + moves.String()
}
