// Package commands answers requests to the bot: a [Request] in, a [view.Reply] out. It knows
// neither Discord nor the terminal; the packages bot and chat parse requests and draw replies for
// those.
//
// One list, [Commands], drives Discord's registration, the terminal's parser and
// /help. An error never reaches a front: [Service.Do] turns it into a private
// reply that says what would have been right.
package commands

import (
	"iter"
	"slices"
	"strings"

	classcmd "nimatron/commands/class"
	"nimatron/commands/core"
	lessoncmd "nimatron/commands/lesson"
	matchcmd "nimatron/commands/match"
	"nimatron/commands/people"
	puzzlecmd "nimatron/commands/puzzle"
	racecmd "nimatron/commands/race"
	"nimatron/commands/study"
	tournamentcmd "nimatron/commands/tournament"
	"nimatron/games"
	"nimatron/games/spoken"
)

var frontDoor = core.Feature{Commands: []*core.Command{playCommand, helpCommand, sayCommand, deleteCommand, againCommand, doorMoreCommand}}

var features []core.Feature

func init() {
	features = []core.Feature{
		{Around: core.Conceal}, {Around: core.Share}, frontDoor, matchcmd.Feature, tournamentcmd.Feature, classcmd.Feature,
		puzzlecmd.Feature, racecmd.Feature, lessoncmd.Feature, people.Feature, study.Feature,
	}
	for c := range core.Runnable(all()) {
		byName[c.Name], handlers[c.Name] = c, around(c, c.Run)
	}
}

func around(c *core.Command, h core.Handler) core.Handler {
	for _, f := range slices.Backward(features) {
		if f.Around != nil {
			h = f.Around(c, h)
		}
	}
	return h
}

// Commands lists the commands shown to people, each with its subcommands.
func Commands() []*core.Command { return core.Offered(all()) }

// Runnable yields the commands of a list that can be run: for one with subcommands, those.
func Runnable(list []*Command) iter.Seq[*Command] { return core.Runnable(list) }

func all() (list []*core.Command) {
	for _, f := range features {
		list = append(list, f.Commands...)
	}
	return list
}

// Find returns the command with that name if it can be run, or nil.
func Find(name string) *core.Command { return byName[name] }

// byName holds the commands that can be run; handlers have their handlers with everything that features put
// around them.
var (
	byName   = map[string]*core.Command{}
	handlers = map[string]core.Handler{}
)

// Split splits a line into the command that it begins with, without the slash, and the rest, as
// core.Split does.
func Split(line string) (c *core.Command, rest string) { return core.Split(all(), line) }

// ParseLine reads a command as people type it, "/challenge game:end-nim position:3 5 2". Without a slash a
// line is a command if its first word names one that people are offered, or if people say it for one, as "I give up".
// Any other line goes to sayCommand, mostly as a move. The error is a *Refusal.
func ParseLine(line string) (command string, options map[string]string, err error) {
	line = strings.TrimSpace(line)
	rest, slash := strings.CutPrefix(line, "/")
	if meant, ok := said(rest); ok {
		rest, slash = meant, true
	} else if c, more := Split("match " + rest); more == "" && len(c.Subcommands) == 0 && !c.Tapped {
		return c.Name, map[string]string{}, nil
	}
	c, options, err := core.ReadLine(all(), rest)
	switch {
	case !slash && (c == nil || c.Tapped && c.Word() == c.Name || err != nil && len(c.Options) == 0 || c == playCommand && spoken.Counts(options["game"])):
		say := sayName.With(sayInput{Text: line})
		return say.Command, say.Options(), nil
	case c == nil:
		word, _, _ := strings.Cut(strings.ToLower(rest), " ")
		return "", nil, core.Refuse("There is no command %s. `/help` lists them.", games.Quote("/"+word))
	case err != nil:
		return "", nil, err
	}
	return c.Name, options, nil
}
