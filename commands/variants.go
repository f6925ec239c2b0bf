package commands

import (
	"context"

	"nimatron/commands/view"
)

var variantsCommand = &Command{
	Name:    "variants",
	Summary: "List the games that can be played",
	Private: true,
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		return s.door(ctx, r)
	},
}
