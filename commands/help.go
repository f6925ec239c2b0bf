package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
)

var helpCommand = &Command{
	Name:    "help",
	Summary: "List what I understand, or explain one command",
	Options: []Option{
		{Name: "command", Summary: "The command to explain, such as challenge", Word: true, complete: completeCommand},
	},
	Private: true,
	run: func(_ context.Context, _ *Service, r *Request) (view.Reply, error) {
		if name := strings.ToLower(strings.TrimPrefix(r.option("command"), "/")); name != "" {
			c := Find(name)
			if c == nil {
				return view.Reply{}, refuse("There is no command %s: `/help` lists them.", games.Quote("/"+name))
			}
			return view.Reply{Card: c.explained()}, nil
		}
		var body strings.Builder
		body.WriteString("I referee and play Nim games, one match at a time in each channel. Start with `/challenge variant:end-nim`, then write your moves with `/move`, such as `/move L-1`. `/help challenge` says more about a command.\n\n")
		for _, c := range Commands() {
			line := "`/" + c.Name
			for _, o := range c.visible() {
				if o.Required {
					line += " " + o.Name + ":" + o.values()
				} else {
					line += " [" + o.Name + ":" + o.values() + "]"
				}
			}
			fmt.Fprintf(&body, "%s` %s.\n", line, c.Summary)
		}
		return view.Reply{Card: &view.Card{Title: "Nimatron", Body: strings.TrimSpace(body.String())}}, nil
	},
}

// values returns the values of an option where they can be listed: "casual|strong|perfect".
func (o *Option) values() string {
	if o.Kind == Flag {
		return "true"
	}
	values := make([]string, len(o.Choices))
	for i, c := range o.Choices {
		values[i] = c.Value
	}
	return strings.Join(values, "|")
}

// explained says all that there is to say about a command.
func (c *Command) explained() *view.Card {
	card := &view.Card{Title: "/" + c.Name, Body: c.Summary + "."}
	for _, o := range c.visible() {
		lines := []string{o.Summary + "."}
		if o.Required {
			lines[0] += " Required."
		}
		for _, choice := range o.Choices {
			lines = append(lines, fmt.Sprintf("`%s` %s", choice.Value, choice.Label))
		}
		card.Fields = append(card.Fields, view.Field{Name: o.Name, Value: strings.Join(lines, "\n")})
	}
	return card
}

// completeCommand offers the commands that begin with what is typed.
func completeCommand(_ context.Context, _ *Service, _ *Request, typed string) []view.Choice {
	var choices []view.Choice
	for _, c := range Commands() {
		if hasPrefixFold(c.Name, strings.TrimPrefix(strings.TrimSpace(typed), "/")) {
			choices = append(choices, view.Choice{Label: c.Name, Value: c.Name})
		}
	}
	return choices
}
