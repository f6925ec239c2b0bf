package discordtest

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Option is a value a user gives to an option of a command.
type Option struct {
	name  string
	kind  int
	value any // as it is sent
	user  *User
}

// Opt gives a text.
func Opt(name, value string) Option { return Option{name: name, kind: OptionString, value: value} }

// IntOpt gives a whole number.
func IntOpt(name string, value int64) Option {
	return Option{name: name, kind: OptionInteger, value: value}
}

// NumberOpt gives a number.
func NumberOpt(name string, value float64) Option {
	return Option{name: name, kind: OptionNumber, value: value}
}

// BoolOpt gives true or false.
func BoolOpt(name string, value bool) Option {
	return Option{name: name, kind: OptionBoolean, value: value}
}

// UserOpt gives a user.
func UserOpt(name string, u *User) Option {
	return Option{name: name, kind: OptionUser, value: u.ID, user: u}
}

// resolve finds a command by its path: its name and, separated by spaces, those
// of a group and subcommand. It returns the command, the options it takes, and
// a function that wraps the given options the way the path demands. s.mu must
// be held.
func (s *Server) resolve(path string) (*Command, []CommandOption, func([]map[string]any) []map[string]any, error) {
	names := strings.Fields(path)
	if len(names) == 0 {
		return nil, nil, nil, fmt.Errorf("no command named")
	}
	cmd := s.command(commandChat, names[0])
	if cmd == nil {
		return nil, nil, nil, fmt.Errorf("no command /%s is registered", names[0])
	}
	defs := cmd.Options
	var steps []CommandOption
	for _, name := range names[1:] {
		i := slices.IndexFunc(defs, func(o CommandOption) bool { return o.Name == name && o.Type <= OptionGroup })
		if i < 0 {
			return nil, nil, nil, fmt.Errorf("/%s has no subcommand %q", path, name)
		}
		steps = append(steps, defs[i])
		defs = defs[i].Options
	}
	if slices.ContainsFunc(defs, func(o CommandOption) bool { return o.Type <= OptionGroup }) {
		return nil, nil, nil, fmt.Errorf("/%s needs a subcommand", path)
	}
	wrap := func(values []map[string]any) []map[string]any {
		for _, step := range slices.Backward(steps) {
			values = []map[string]any{{"name": step.Name, "type": step.Type, "options": values}}
		}
		return values
	}
	return cmd, defs, wrap, nil
}

// checkGiven checks given options against their definitions as Discord's
// client does.
func checkGiven(defs []CommandOption, given []Option) error {
	seen := map[string]bool{}
	for _, g := range given {
		i := slices.IndexFunc(defs, func(o CommandOption) bool { return o.Name == g.name })
		if i < 0 {
			return fmt.Errorf("there is no option %q", g.name)
		}
		if seen[g.name] {
			return fmt.Errorf("option %q is given twice", g.name)
		}
		seen[g.name] = true
		if err := defs[i].accepts(g); err != nil {
			return fmt.Errorf("option %q: %w", g.name, err)
		}
	}
	return nil
}

// checkComplete checks that all required options are given.
func checkComplete(defs []CommandOption, given []Option) error {
	for _, d := range defs {
		if d.Required && !slices.ContainsFunc(given, func(g Option) bool { return g.name == d.Name }) {
			return fmt.Errorf("option %q is required", d.Name)
		}
	}
	return nil
}

// accepts returns why a value does not suit the option, or nil.
func (o CommandOption) accepts(g Option) error {
	if g.kind != o.Type {
		return fmt.Errorf("is of type %d, not %d", o.Type, g.kind)
	}
	switch v := g.value.(type) {
	case string:
		n := utf8.RuneCountInString(v)
		if o.MinLength != nil && n < *o.MinLength || o.MaxLength != nil && n > *o.MaxLength {
			return fmt.Errorf("length %d is out of bounds", n)
		}
		return o.offers(v)
	case int64:
		return o.inRange(float64(v))
	case float64:
		return o.inRange(v)
	}
	return nil
}

// inRange returns why a number does not suit the option, or nil.
func (o CommandOption) inRange(v float64) error {
	if o.MinValue != nil && v < *o.MinValue || o.MaxValue != nil && v > *o.MaxValue {
		return fmt.Errorf("%v is out of bounds", v)
	}
	return o.offers(v)
}

// offers returns an error if the option has choices and v is not one of them.
func (o CommandOption) offers(v any) error {
	if len(o.Choices) == 0 || slices.ContainsFunc(o.Choices, func(c Choice) bool { return c.Value == v }) {
		return nil
	}
	return fmt.Errorf("%v is not one of its choices", v)
}

// optionsJSON returns the options as an interaction carries them.
func optionsJSON(given []Option) []map[string]any {
	list := []map[string]any{}
	for _, g := range given {
		list = append(list, map[string]any{"name": g.name, "type": g.kind, "value": g.value})
	}
	return list
}

// resolvedJSON returns the users among the options as an interaction resolves
// them in that channel.
func resolvedJSON(ch *Channel, given []Option) map[string]any {
	users, members := map[string]any{}, map[string]any{}
	for _, g := range given {
		if g.user != nil {
			users[g.user.ID] = g.user.json()
			members[g.user.ID] = g.user.memberJSON()
		}
	}
	resolved := map[string]any{}
	if len(users) > 0 {
		resolved["users"] = users
		if ch.GuildID != "" {
			resolved["members"] = members
		}
	}
	return resolved
}
