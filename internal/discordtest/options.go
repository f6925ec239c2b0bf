package discordtest

import (
	"fmt"
	"slices"
)

// Option is a value for an option of a command.
type Option struct {
	name  string
	kind  int
	value any // as it is sent
	user  *User
}

// Opt returns a text option.
func Opt(name, value string) Option { return Option{name: name, kind: optionString, value: value} }

// IntOpt returns a whole-number option.
func IntOpt(name string, value int) Option {
	return Option{name: name, kind: optionInteger, value: value}
}

// BoolOpt returns a boolean option.
func BoolOpt(name string, value bool) Option {
	return Option{name: name, kind: optionBoolean, value: value}
}

// UserOpt returns a user option.
func UserOpt(name string, u *User) Option {
	return Option{name: name, kind: optionUser, value: u.ID, user: u}
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

// accepts returns why a value is invalid for the option, or nil.
func (o CommandOption) accepts(g Option) error {
	if g.kind != o.Type {
		return fmt.Errorf("is of type %d, not %d", o.Type, g.kind)
	}
	if _, chosen := g.value.(string); !chosen || len(o.Choices) == 0 || slices.ContainsFunc(o.Choices, func(c Choice) bool { return c.Value == g.value }) {
		return nil
	}
	return fmt.Errorf("%v is not one of its choices", g.value)
}

// optionsJSON returns the options as in an interaction.
func optionsJSON(given []Option) []map[string]any {
	list := []map[string]any{}
	for _, g := range given {
		list = append(list, map[string]any{"name": g.name, "type": g.kind, "value": g.value})
	}
	return list
}

// resolvedJSON returns the users among the options as an interaction in that channel resolves them.
func resolvedJSON(ch *Channel, given []Option) map[string]any {
	users, members := map[string]any{}, map[string]any{}
	for _, g := range given {
		if g.user != nil {
			users[g.user.ID] = g.user.json()
			if guild := ch.srv.guild(ch.GuildID); guild == nil || !guild.kicked[g.user] {
				members[g.user.ID] = g.user.memberJSON()
			}
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
