package commands

import (
	"context"
	"fmt"
)

var exportCommand = &Command{
	Name:    "export",
	Summary: "Export a match as files: PGN-shaped text and JSON",
	Options: []Option{
		{Name: "match", Summary: "The number of the match", Required: true},
	},
	Private: true,
	run: func(ctx context.Context, s *Service, r *Request) (Reply, error) {
		g, err := s.matchOption(ctx, r)
		if err != nil {
			return Reply{}, err
		}
		text := fmt.Sprintf("Match %d, as text for people and as JSON for programs.", g.ID)
		if !g.Finished() {
			text += " It is not over yet."
		}
		m := matchRecord(g)
		name := fmt.Sprintf("nimatron-%d", g.ID)
		return Reply{Text: text, Files: []File{
			{Name: name + ".pgn", Data: m.AppendPGN(nil)},
			{Name: name + ".jsonl", Data: m.AppendJSON(nil)},
		}}, nil
	},
}
