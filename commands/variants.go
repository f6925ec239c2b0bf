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
		reply, err := s.door(ctx, r)
		if err == nil {
			menus := reply.Card.Menus
			menus[len(menus)-1].Brief = false // the games are what is asked for
		}
		return reply, err
	},
}
