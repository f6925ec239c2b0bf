package commands

import (
	"context"
	"fmt"
	"strings"
)

var variantsCommand = &Command{
	Name:    "variants",
	Summary: "List the games that can be played",
	Private: true,
	run: func(_ context.Context, s *Service, _ *Request) (Reply, error) {
		var body strings.Builder
		for _, v := range s.referee.Catalog().All() {
			fmt.Fprintf(&body, "`%s` **%s**: %s\n", v.ID, v.Name, v.Rules.Summary)
		}
		return Reply{Card: &Card{
			Title:  "Games",
			Body:   strings.TrimSpace(body.String()),
			Footer: "/rules variant:… explains one, /challenge variant:… starts it.",
		}}, nil
	},
}
