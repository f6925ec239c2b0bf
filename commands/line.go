package commands

import (
	"fmt"
	"strings"

	"nimatron/games"
)

// ParseLine reads a command as people type it, "/challenge variant:end-nim
// position:3 5 2": a value goes on until the next option of that command, and the options
// that have to be there need no names, "/analyze end-nim 3 5 2". A line that does not
// start with a slash is a command too if its first word names one, "help"; else it is what
// sayCommand takes, mostly a move. The error is a *Refusal.
func ParseLine(line string) (command string, options map[string]string, err error) {
	line = strings.TrimSpace(line)
	rest, slash := strings.CutPrefix(line, "/")
	name, rest, _ := strings.Cut(rest, " ")
	name = strings.ToLower(name)
	c := Find(name)
	switch {
	case c == nil && !slash:
		return sayName, map[string]string{saidOption: line}, nil
	case c == nil:
		return "", nil, refuse("There is no command %s: `/help` lists them.", games.Quote("/"+name))
	}
	options = map[string]string{}
	current := ""
	for _, word := range strings.Fields(rest) {
		key, value, found := strings.Cut(word, ":")
		o := c.Option(strings.ToLower(key))
		if !found || o == nil {
			if current, err = c.nextOption(word, current, options); err != nil {
				return "", nil, err
			}
			o, value = c.Option(current), word
		} else if _, twice := options[o.Name]; twice {
			return "", nil, refuse("`%s:` is given twice: once is enough.", o.Name)
		}
		current = o.Name
		if next := c.glued(value); next != "" {
			return "", nil, refuse("There has to be a space before `%s:` in %s.", next, games.Quote(word))
		}
		if options[current] != "" {
			options[current] += " "
		}
		options[current] += value
	}
	return name, options, nil
}

// nextOption returns the option that a word without a name belongs to, where current is
// the one before it, "" for none.
func (c *Command) nextOption(word, current string, given map[string]string) (string, error) {
	visible := c.visible()
	if len(visible) == 0 {
		return "", refuse("`/%s` takes no options.", c.Name)
	}
	if key, _, found := strings.Cut(word, ":"); found && isWord(key) && c.glued(word) == "" {
		return "", refuse("`/%s` has no option %s: it takes %s.", c.Name, games.Quote(key+":"), usage(visible))
	}
	if current != "" {
		// After a single word the next option goes on that has to be there,
		// "/analyze end-nim 3 5 2".
		if o := c.Option(current); o.Word && given[current] != "" {
			for _, next := range visible {
				if _, there := given[next.Name]; next.Required && !there {
					return next.Name, nil
				}
			}
		}
		return current, nil
	}
	// The first option needs no name where it is the only one, "/profile ann", has to be
	// there, "/move L-3", is a single word, "/challenge end-nim", or has the word among its
	// choices, "/puzzle mine".
	first := visible[0]
	if len(visible) > 1 && !first.Required && !first.Word && !(len(first.Choices) > 0 && first.allows(word)) {
		return "", refuse("Say which option %s is for: `/%s` takes %s.", games.Quote(word), c.Name, usage(visible))
	}
	return first.Name, nil
}

// glued returns the name of the option that was written onto the end of a value without
// a space, as in "perfectfirst:me"; "" for none.
func (c *Command) glued(value string) string {
	longest := "" // of "n" and "pattern" it is the latter
	for _, o := range c.visible() {
		if strings.Index(strings.ToLower(value), o.Name+":") > 0 && len(o.Name) > len(longest) {
			longest = o.Name
		}
	}
	return longest
}

// isWord reports whether text is a word, as the names of options are. No notation
// has a word before a colon.
func isWord(text string) bool {
	return text != "" && strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz") == ""
}

// visible returns the options that people may give.
func (c *Command) visible() []Option {
	var visible []Option
	for _, o := range c.Options {
		if !o.Hidden {
			visible = append(visible, o)
		}
	}
	return visible
}

// usage lists options as people type them.
func usage(options []Option) string {
	names := make([]string, len(options))
	for i, o := range options {
		names[i] = fmt.Sprintf("`%s:`", o.Name)
	}
	return strings.Join(names, " ")
}
