package commands

import (
	"fmt"
	"strings"

	"nimatron/games"
)

// ParseLine reads a command as people type it, "/challenge variant:end-nim
// position:3 5 2": a value goes on until the next option of that command. A line
// that does not start with a slash is a move, as if it were "/move move:LINE".
// The error is a *Refusal.
func ParseLine(line string) (command string, options map[string]string, err error) {
	line = strings.TrimSpace(line)
	rest, slash := strings.CutPrefix(line, "/")
	if !slash {
		return "move", map[string]string{"move": line}, nil
	}
	name, rest, _ := strings.Cut(rest, " ")
	name = strings.ToLower(name)
	c := Find(name)
	if c == nil {
		return "", nil, refuse("There is no command %s: `/help` lists them.", games.Quote("/"+name))
	}
	options = map[string]string{}
	current := ""
	for _, word := range strings.Fields(rest) {
		key, value, found := strings.Cut(word, ":")
		if o := c.Option(strings.ToLower(key)); found && o != nil {
			current = o.Name
			if _, twice := options[current]; twice {
				return "", nil, refuse("`%s:` is given twice: once is enough.", current)
			}
			options[current] = value
			continue
		}
		visible := c.visible()
		if len(visible) == 0 {
			return "", nil, refuse("`/%s` takes no options.", name)
		}
		if found && isWord(key) {
			return "", nil, refuse("`/%s` has no option %s: it takes %s.", name, games.Quote(key+":"), usage(visible))
		}
		if current == "" {
			// The first option needs no name where it is the only one, "/profile ann",
			// has to be there, "/move L-3", or has the word among its choices,
			// "/puzzle mine".
			if first := visible[0]; len(visible) > 1 && !first.Required && !(len(first.Choices) > 0 && first.allows(word)) {
				return "", nil, refuse("Say which option %s is for: `/%s` takes %s.", games.Quote(word), name, usage(visible))
			}
			current = visible[0].Name
		}
		if options[current] != "" {
			options[current] += " "
		}
		options[current] += word
	}
	return name, options, nil
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
