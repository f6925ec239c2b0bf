package commands

import (
	"context"
	"fmt"
	"strings"
)

var helpCommand = &Command{
	Name:    "help",
	Summary: "List what I understand",
	Private: true,
	run: func(context.Context, *Service, *Request) (Reply, error) {
		var body strings.Builder
		body.WriteString("I referee and play Nim games, one match at a time in each channel. Start with `/challenge variant:end-nim`, then write your moves with `/move`, such as `/move L-1`.\n\n")
		for _, c := range Commands() {
			line := "`/" + c.Name
			for _, o := range c.visible() {
				if o.Required {
					line += " " + o.Name + ":"
				} else {
					line += " [" + o.Name + ":]"
				}
			}
			fmt.Fprintf(&body, "%s` %s.\n", line, c.Summary)
		}
		return Reply{Card: &Card{Title: "Nimatron", Body: strings.TrimSpace(body.String())}}, nil
	},
}
