package core

import (
	"context"
	"iter"
	"strings"

	"nimatron/commands/view"
	"nimatron/internal/words"
)

// Runnable yields the commands of a list that can be run: for one with subcommands, those.
func Runnable(list []*Command) iter.Seq[*Command] {
	return func(yield func(*Command) bool) {
		for _, c := range list {
			if len(c.Subcommands) == 0 && !yield(c) {
				return
			}
			for sub := range Runnable(c.Subcommands) {
				if !yield(sub) {
					return
				}
			}
		}
	}
}

// Word is the last word of the command's name.
func (c *Command) Word() string { return c.Name[strings.LastIndexByte(c.Name, ' ')+1:] }

// Split splits a line into the command of a list that it begins with, without the slash, and the
// rest. The command has subcommands if none of them follows; it is nil if the line begins with none.
func Split(list []*Command, line string) (c *Command, rest string) { return split(list, nil, line) }

func split(list []*Command, parent *Command, line string) (*Command, string) {
	word, rest, _ := strings.Cut(strings.TrimLeft(line, " "), " ")
	for _, c := range list {
		if strings.EqualFold(c.Word(), word) {
			return split(c.Subcommands, c, rest)
		}
	}
	return parent, line
}

// ReadLine reads a line without a slash: a command and its options. c is nil if the line begins with
// no command. The error is a *Refusal.
func ReadLine(list []*Command, line string) (c *Command, options map[string]string, err error) {
	c, rest := Split(list, line)
	switch {
	case c == nil:
		return nil, nil, nil
	case len(c.Subcommands) > 0:
		listed := words.Each(Offered(c.Subcommands), func(s *Command) string { return "`" + s.Word() + "`" })
		return c, nil, Refuse("`/%s` is followed by one of: %s.", c.Name, strings.Join(listed, ", "))
	}
	options, err = c.ReadOptions(rest)
	return c, options, err
}

// Offered returns the commands of a list that people see, each with its visible subcommands.
func Offered(list []*Command) (made []*Command) {
	for _, c := range list {
		if !c.Tapped {
			shown := *c
			shown.Subcommands = Offered(c.Subcommands)
			made = append(made, &shown)
		}
	}
	return made
}

// Tapped marks a command as one that only buttons and typed lines reach.
func Tapped(c *Command) *Command {
	c.Tapped = true
	return c
}

// CompleteNames offers the names of a list that contain the text typed so far, in any case. If the list can't be
// read it offers none.
func CompleteNames[T any](list func(context.Context, *Env, *Request) ([]T, error), choice func(T) view.Choice) func(context.Context, *Env, *Request, string) []view.Choice {
	return func(ctx context.Context, env *Env, r *Request, typed string) (choices []view.Choice) {
		all, _ := list(ctx, env, r)
		for _, t := range all {
			if c := choice(t); strings.Contains(strings.ToLower(c.Value), strings.ToLower(strings.TrimSpace(typed))) {
				choices = append(choices, c)
			}
		}
		return choices
	}
}
