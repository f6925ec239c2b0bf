package commands

import (
	"context"
	"fmt"
)

var rulesCommand = &Command{
	Name:    "rules",
	Summary: "Explain how a game is played",
	Options: []Option{variantOption("The game, such as end-nim")},
	Private: true,
	run: func(_ context.Context, _ *Service, r *Request) (Reply, error) {
		v, err := r.variant()
		if err != nil {
			return Reply{}, err
		}
		return Reply{Card: &Card{
			Title: v.Name,
			Body:  v.Rules.Summary,
			Fields: []Field{
				{"Your turn", v.Rules.Turn},
				{"The end", v.Rules.End},
				{"Writing moves", v.Rules.Moves},
				{"Try it", fmt.Sprintf("`/challenge variant:%s position:%s first:me`", v.ID, v.Rules.Example)},
			},
		}}, nil
	},
}
