package discordtest

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Limits on messages.
const (
	maxContent      = 2000
	maxRows         = 5
	maxRowButtons   = 5
	maxMenuOptions  = 25
	maxAllowedUsers = 100
	maxChoices      = 25
)

// Button styles with rules of their own.
const (
	styleLink    = 5
	stylePremium = 6
)

// checkMessage checks the fields of a message; prefix comes before their names. A
// message of the form v2 is made of components alone.
func checkMessage(f *formErrors, prefix string, p *payload, v2 bool) {
	if v2 {
		checkLayout(f, prefix, p)
		return
	}
	f.length(prefix+"content", strings.TrimSpace(p.Content.Value), 0, maxContent)
	if len(p.Embeds.Value) > 0 {
		f.add(prefix+"embeds", "BASE_TYPE_BAD_LENGTH", "Embeds are not supported here.")
	}
	f.count(prefix+"components", len(p.Components.Value), 0, maxRows)
	seen := map[string]bool{}
	for i, row := range p.Components.Value {
		checkRow(f, fmt.Sprintf("%scomponents.%d", prefix, i), row, seen)
	}
	if p.AllowedMentions != nil {
		checkAllowedMentions(f, prefix+"allowed_mentions", p.AllowedMentions)
	}
}

// checkURL checks the URL of a picture or of a button, if there is one.
func checkURL(f *formErrors, path, text string) {
	if text == "" {
		return
	}
	u, err := url.Parse(text)
	if err != nil || !slices.Contains([]string{"http", "https", "attachment"}, u.Scheme) {
		f.add(path, "URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('http', 'https').", text)
	}
}

// checkRow checks a row of a message; seen are the custom ids of those before it.
func checkRow(f *formErrors, at string, row Component, seen map[string]bool) {
	if row.Type != TypeRow {
		f.add(at+".type", "UNION_TYPE_CHOICES", `Value of field "type" must be one of (1,).`)
		return
	}
	f.count(at+".components", len(row.Components), 1, maxRowButtons)
	for j, c := range row.Components {
		at := fmt.Sprintf("%s.components.%d", at, j)
		if c.Type == TypeButton {
			checkButton(f, at, c)
		} else {
			checkMenu(f, at, c)
			if len(row.Components) > 1 {
				f.add(at, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
			}
		}
		if c.CustomID != "" && seen[c.CustomID] {
			f.add(at+".custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
		}
		seen[c.CustomID] = true
	}
}

func checkButton(f *formErrors, path string, c Component) {
	f.length(path+".label", c.Label, 0, 80)
	if c.Label == "" && c.Emoji == nil {
		f.add(path, "BUTTON_COMPONENT_INVALID_LABEL_OR_EMOJI", "A button must have a label or an emoji")
	}
	checkEmoji(f, path+".emoji", c.Emoji)
	switch {
	case c.Style == styleLink:
		f.length(path+".url", c.URL, 1, 512)
		checkURL(f, path+".url", c.URL)
		if c.CustomID != "" {
			f.add(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
		}
	case c.Style >= 1 && c.Style < styleLink:
		f.length(path+".custom_id", c.CustomID, 1, 100)
		if c.URL != "" {
			f.add(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified")
		}
	case c.Style == stylePremium:
		f.add(path+".style", "BASE_TYPE_CHOICES", "Premium buttons are not supported here.")
	default:
		f.add(path+".style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
	}
}

// checkEmoji checks that an emoji, if there is one, is a custom one by its id
// or looks like a Unicode one.
func checkEmoji(f *formErrors, path string, e *Emoji) {
	if e == nil || e.ID != "" {
		return
	}
	if !strings.ContainsFunc(e.Name, func(r rune) bool { return r >= 0xA9 }) {
		f.add(path+".name", "COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}

func checkMenu(f *formErrors, path string, c Component) {
	if c.Type != TypeSelect && c.Type != TypeUserSelect && c.Type != TypeRoleSelect {
		f.add(path+".type", "UNION_TYPE_CHOICES", `Value of field "type" must be one of (2, 3, 5, 6).`)
		return
	}
	f.length(path+".custom_id", c.CustomID, 1, 100)
	f.length(path+".placeholder", c.Placeholder, 0, 150)
	if c.Type != TypeSelect {
		f.count(path+".options", len(c.Options), 0, 0)
		return
	}
	f.count(path+".options", len(c.Options), 1, maxMenuOptions)
	checkMenuOptions(f, path, c.Options)
	least, most := c.picks()
	if least < 0 || most < 1 || least > most || most > len(c.Options) {
		f.add(path+".max_values", "SELECT_COMPONENT_VALUES_RANGE", "min_values %d and max_values %d do not suit %d options", least, most, len(c.Options))
	}
}

// checkMenuOptions checks the options of a menu or of a radio group.
func checkMenuOptions(f *formErrors, path string, options []SelectOption) {
	values := map[string]bool{}
	for i, o := range options {
		at := fmt.Sprintf("%s.options.%d", path, i)
		f.length(at+".label", o.Label, 1, 100)
		f.length(at+".value", o.Value, 1, 100)
		f.length(at+".description", o.Description, 0, 100)
		checkEmoji(f, at+".emoji", o.Emoji)
		if values[o.Value] {
			f.add(at+".value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		values[o.Value] = true
	}
}

// picks returns how many options of a menu can be picked.
func (c Component) picks() (least, most int) {
	least, most = 1, 1
	if c.MinValues != nil {
		least = *c.MinValues
	}
	if c.MaxValues != nil {
		most = *c.MaxValues
	}
	return least, most
}

func checkAllowedMentions(f *formErrors, path string, a *allowedMentions) {
	for i, kind := range a.Parse {
		if !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			f.add(fmt.Sprintf("%s.parse.%d", path, i), "BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').")
		}
	}
	check := func(kind string, ids []string) {
		f.count(path+"."+kind, len(ids), 0, maxAllowedUsers)
		if len(ids) > 0 && slices.Contains(a.Parse, kind) {
			f.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[%q] and %s: [ids...] are mutually exclusive.", kind, kind)
		}
		for i, id := range ids {
			if slices.Index(ids, id) < i {
				f.add(fmt.Sprintf("%s.%s.%d", path, kind, i), "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
			}
			if !isSnowflake(id) {
				f.add(fmt.Sprintf("%s.%s.%d", path, kind, i), "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", id)
			}
		}
	}
	check("users", a.Users)
	check("roles", a.Roles)
}

// isSnowflake reports whether id is written like an id.
func isSnowflake(id string) bool {
	return id != "" && strings.Trim(id, "0123456789") == ""
}

// checkChoices checks the answer to an autocompletion.
func checkChoices(f *formErrors, path string, choices []Choice) {
	f.count(path, len(choices), 0, maxChoices)
	for i, c := range choices {
		checkChoice(f, fmt.Sprintf("%s.%d", path, i), c)
	}
}

// checkChoice checks a choice of a command option.
func checkChoice(f *formErrors, path string, c Choice) {
	f.length(path+".name", c.Name, 1, 100)
	text, ok := c.Value.(string)
	if !ok {
		f.add(path+".value", "STRING_TYPE_CONVERT", "Could not interpret %v as string.", c.Value)
	}
	f.length(path+".value", text, 0, 100)
}
