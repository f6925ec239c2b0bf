package commands

import (
	"context"
	"slices"

	"nimatron/commands/view"
)

// Command is one thing that can be said to the bot.
type Command struct {
	// Name is what follows the slash: lower case, at most 32 characters.
	Name string
	// Summary says what it does in at most 100 characters.
	Summary string
	Options []Option
	// Private is true if every answer is for the speaker alone, so that a front can
	// promise that before the answer is known.
	Private bool
	// Shareable is true where a private answer can be shown to everybody.
	Shareable bool
	// Costly is true for a question whose answer can take much work and is nobody's
	// move: fronts answer it beside the channels, few of them at a time.
	Costly bool
	// Tapped commands are what buttons do, or plain text, and are not offered to people.
	Tapped bool

	run func(context.Context, *Service, *Request) (view.Reply, error)
}

// OptionKind says what an option's value is.
type OptionKind uint8

const (
	Text OptionKind = iota
	Person
	Flag
)

// Option is a named value of a command.
type Option struct {
	Name     string
	Summary  string
	Kind     OptionKind
	Required bool
	// Word is true where a value is a single word, so that what follows it belongs to
	// the next option.
	Word bool
	// Choices are the only values allowed, if there are any.
	Choices []view.Choice
	// Hidden options are set by actions and are not offered to people.
	Hidden bool
	// complete offers values for what is typed so far; nil where none can be.
	complete func(context.Context, *Service, *Request, string) []view.Choice
}

// Completes reports whether Service.Complete can offer values for the option.
func (o *Option) Completes() bool { return o.complete != nil }

// Commands is the one list of what can be said, in the order of /help.
func Commands() []*Command {
	return slices.DeleteFunc(slices.Clone(commands), func(c *Command) bool { return c.Tapped })
}

// Find returns the command with that name, or nil.
func Find(name string) *Command {
	for _, c := range commands {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Option returns the option with that name, hidden ones included, or nil.
func (c *Command) Option(name string) *Option {
	for i := range c.Options {
		if c.Options[i].Name == name {
			return &c.Options[i]
		}
	}
	return nil
}
