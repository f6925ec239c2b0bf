package chat

import (
	"context"
	"maps"
	"slices"
	"strings"

	"nimatron/commands"
	"nimatron/internal/words"
	"nimatron/match"
)

// complete returns completions for line, the text before the cursor. head is the part of line that
// stays in front of each offer.
func (s *session) complete(ctx context.Context, line string) (head string, offers []string) {
	by := s.user
	name, text := splitSpeaker(line)
	if name != "" {
		folded, err := speaker(name)
		if err != nil {
			return line, nil
		}
		by = folded
	}
	text = strings.TrimLeft(text, " ")
	typed := text
	rest, slash := strings.CutPrefix(text, "/")
	c, rest := commands.Split(rest)
	switch {
	case slash && (c == nil || len(c.Subcommands) > 0 || rest == "" && !strings.HasSuffix(text, " ")):
		offers = commandNames(text)
	case slash:
		typed, offers = s.completeOptions(ctx, by, c, rest)
	default:
		move := commands.Find("move")
		offers = s.values(ctx, s.request(by, move.Name, nil), move.Option("move"), text)
		if text == "" && len(offers) == 0 {
			offers = commandNames("/")
		}
	}
	return strings.TrimSuffix(line, typed), offers
}

func commandNames(typed string) []string {
	var names []string
	for c := range commands.Runnable(commands.Commands()) {
		if name := "/" + c.Name + " "; words.HasPrefixFold(name, typed) {
			names = append(names, name)
		}
	}
	return names
}

// completeOptions completes a command's options. typed is the part of rest that the offers replace.
func (s *session) completeOptions(ctx context.Context, by string, c *commands.Command, rest string) (typed string, offers []string) {
	_, given, err := commands.ParseLine("/" + c.Name + " " + rest)
	if err != nil {
		given = nil // the values so far may not parse
	}
	last := rest[strings.LastIndexByte(rest, ' ')+1:]
	if o, value := openOption(c, rest); o != nil && (last != "" || value == "") {
		offers := s.values(ctx, s.request(by, c.Name, given), o, value)
		if o.Word || o.Kind != commands.Text || len(o.Choices) > 0 {
			for i := range offers {
				offers[i] += " " // the value is complete, and another option may follow
			}
		}
		if len(offers) > 0 {
			return value, offers
		}
	}
	for _, o := range c.Options {
		if name := o.Name + ":"; !strings.Contains(rest, name) && words.HasPrefixFold(name, last) {
			offers = append(offers, name)
		}
	}
	return last, offers
}

// openOption returns the option whose value ends rest, and the value so far. The only option of a
// command needs no name.
func openOption(c *commands.Command, rest string) (*commands.Option, string) {
	var open *commands.Option
	value := rest
	for at := 0; at < len(rest); {
		word, _, _ := strings.Cut(rest[at:], " ")
		if key, _, found := strings.Cut(word, ":"); found {
			if o := c.Option(strings.ToLower(key)); o != nil {
				open, value = o, rest[at+len(key)+1:]
			}
		}
		at += len(word) + 1
	}
	if open == nil && len(c.Options) == 1 {
		open = &c.Options[0]
	}
	return open, strings.TrimLeft(value, " ")
}

func (s *session) values(ctx context.Context, req commands.Request, o *commands.Option, typed string) []string {
	var values []string
	switch {
	case o.Kind == commands.Flag:
		values = []string{"true", "false"}
	case o.Kind == commands.Person:
		values = append(slices.Sorted(maps.Keys(s.people)), match.BotID)
	case len(o.Choices) > 0:
		for _, choice := range o.Choices {
			values = append(values, choice.Value)
		}
	default:
		for _, choice := range s.Service.Complete(ctx, req, o.Name, typed) {
			values = append(values, choice.Value)
		}
	}
	return slices.DeleteFunc(values, func(v string) bool { return !words.HasPrefixFold(v, typed) })
}
