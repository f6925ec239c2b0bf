package core

import (
	"context"
	"iter"
	"slices"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
)

// Command is a command of the bot.
type Command struct {
	// Name is the text after the slash, in lower case. A subcommand's name begins with its
	// command's: "tournament create". Each word has at most 32 characters.
	Name    string
	Summary string
	// Options are offered to people. New appends them to those of the input.
	Options []Option
	// Buttons are the fields of the input that only buttons fill, made by New.
	Buttons []Option
	// Subcommands replace the options: a command that has some can't be run itself. Discord allows
	// two levels of them.
	Subcommands []*Command
	// Private is true if every answer is for the speaker alone, so that a front can
	// promise that before the answer is known.
	Private bool
	// Shareable is true if everybody may see a private answer.
	Shareable bool
	// Costly is true for a question that may take much work and moves nobody's match. Fronts answer
	// few of them at a time, beside the channels.
	Costly bool
	// Advises is true if an answer can be advice in a match, so that it is not shown to everybody
	// next to one.
	Advises bool
	// Plays is true for what a player does in a running match. Fronts carry it out first.
	Plays bool
	// Beside is true for a cheap command that concerns nothing but the speaker. Fronts let it wait for nobody
	// else in the channel.
	Beside bool
	// Answers is true if every answer is about a position that people chose. The service refuses it
	// while the speaker plays a match that counts, and notes it.
	Answers bool
	// Tapped commands are for buttons and plain text. People are not offered them.
	Tapped bool
	// Manages is true for a command that a front lists only for server managers.
	Manages bool

	Run Handler
}

// Handler answers a request, or refuses it with an error.
type Handler func(context.Context, *Env, *Request) (view.Reply, error)

// OptionKind is the type of an option's value.
type OptionKind uint8

// The kinds of options.
const (
	Text OptionKind = iota
	Person
	Flag
	Integer // from Option.Least to Option.Most
)

// Option is a named value of a command.
type Option struct {
	Name     string
	Summary  string
	Kind     OptionKind
	Required bool
	// Needed is true if one of the choices is required beside any other option. Without options a form opens.
	Needed bool
	// Word is true if a value is a single word, so that what follows belongs to the next option.
	Word bool
	// Choices are the only values allowed, if there are any.
	Choices []view.Choice
	// Least and Most bound an Integer. Least is 1 unless it is set.
	Least, Most int
	// Check refuses a text that the command can't read, so that people hear all that is wrong at once; nil if it
	// reads any.
	Check func(env *Env, text string) error
	// Complete offers values for the text typed so far; nil if there are none to offer.
	Complete func(context.Context, *Env, *Request, string) []view.Choice
}

// Option returns the option or the field of a button with that name, or nil.
func (c *Command) Option(name string) *Option {
	for _, list := range [][]Option{c.Options, c.Buttons} {
		if i := slices.IndexFunc(list, func(o Option) bool { return o.Name == name }); i >= 0 {
			return &list[i]
		}
	}
	return nil
}

func (o *Option) single() bool { return o.Word || o.Kind == Flag }

// ListChoices lists the values of choices.
func ListChoices(choices []view.Choice) string {
	return strings.Join(words.Each(choices, func(c view.Choice) string { return "`" + c.Value + "`" }), ", ")
}

// ReadOptions reads the options of a command as people type them. A value goes on until the next
// option. Required options need no names, as in "/study analyze end-nim 3 5 2".
func (c *Command) ReadOptions(text string) (map[string]string, error) {
	options := map[string]string{}
	current := ""
	for _, word := range strings.Fields(text) {
		key, value, found := strings.Cut(word, ":")
		o := c.Option(strings.ToLower(key))
		if last := c.Option(current); o != nil && o.Kind == Flag && !found && (last == nil || last.single() && options[current] != "") {
			value, found = "true", true // "/match resign sure"
		}
		if !found || o == nil {
			var err error
			if current, err = c.nextOption(word, current, options); err != nil {
				return nil, err
			}
			o, value = c.Option(current), word
		} else if _, twice := options[o.Name]; twice {
			return nil, Refuse("`%s:` is given twice: once is enough.", o.Name)
		}
		current = o.Name
		if next := c.glued(value); next != "" {
			return nil, Refuse("Put a space before `%s:` in %s.", next, games.Quote(word))
		}
		if options[current] != "" {
			options[current] += " "
		}
		options[current] += value
	}
	return options, nil
}

func (c *Command) nextOption(word, current string, given map[string]string) (string, error) {
	if len(c.Options) == 0 {
		return "", Refuse("`/%s` takes no options.", c.Name)
	}
	last := c.Option(current)
	prose := last != nil && last.Kind == Text && !last.single() && len(last.Choices) == 0 // may contain any colons
	if key, _, found := strings.Cut(word, ":"); found && !prose && isWord(key) && c.glued(word) == "" {
		return "", Refuse("`/%s` has no option %s: it takes %s.", c.Name, games.Quote(key+":"), usage(c.Options))
	}
	if last != nil {
		// A single word is followed by the next required option,
		// "/study analyze end-nim 3 5 2".
		if last.single() && given[current] != "" {
			for _, next := range c.Options {
				if _, there := given[next.Name]; next.Required && !there {
					return next.Name, nil
				}
			}
		}
		return current, nil
	}
	// The first option needs no name if it is the only one ("/profile ann"), required ("/move L-3"), a single
	// word ("/challenge end-nim"), or has the word among its choices ("/puzzle mine").
	first := c.Options[0]
	if _, chosen := first.choose(word); len(c.Options) > 1 && !first.Required && !first.Word && !(len(first.Choices) > 0 && chosen) {
		return "", Refuse("Which option is %s for? `/%s` takes %s.", games.Quote(word), c.Name, usage(c.Options))
	}
	return first.Name, nil
}

// glued returns the name of the option that was written onto the end of a value without
// a space, as in "perfectfirst:me"; "" for none.
func (c *Command) glued(value string) string {
	longest := "" // of "n" and "pattern" it is "pattern"
	for _, o := range c.Options {
		if strings.Index(strings.ToLower(value), o.Name+":") > 0 && len(o.Name) > len(longest) {
			longest = o.Name
		}
	}
	return longest
}

func isWord(text string) bool {
	return text != "" && strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz") == ""
}

func usage(options []Option) string {
	return strings.Join(words.Each(options, func(o Option) string { return "`" + o.Name + ":`" }), " ")
}

// maxOption is the longest option value in bytes: a thousand piles of 10^18
// take twenty thousand.
const maxOption = 24_000

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
