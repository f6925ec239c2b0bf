package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/view"
)

var variantsCommand = &Command{
	Name:    "variants",
	Summary: "List the games that can be played",
	Private: true,
	run: func(_ context.Context, s *Service, _ *Request) (view.Reply, error) {
		var body strings.Builder
		for _, v := range s.referee.Catalog().All() {
			fmt.Fprintf(&body, "`%s` **%s**: %s\n", v.ID, v.Name, v.Rules.Summary)
		}
		return view.Reply{Card: &view.Card{
			Title:  "Games",
			Body:   strings.TrimSpace(body.String()),
			Footer: "/rules variant:… explains one, /challenge variant:… starts it.",
		}}, nil
	},
}
