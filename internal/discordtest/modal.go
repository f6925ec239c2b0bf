package discordtest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits on modals.
const (
	maxModalParts   = 5
	maxRadioOptions = 10
)

// Modal is a form shown to a user.
type Modal struct {
	CustomID string
	Title    string
	// Inputs are the inputs of the form, with their Label and Description.
	Inputs []Component

	rows bool // the inputs are in rows, which is deprecated
}

// newModal checks the data of a response and returns the modal.
func newModal(f *formErrors, data *callbackData) *Modal {
	m := &Modal{CustomID: data.CustomID, Title: data.Title}
	f.length("data.title", m.Title, 1, 45)
	f.length("data.custom_id", m.CustomID, 1, 100)
	f.count("data.components", len(data.Components.Value), 1, maxModalParts)
	seen := map[string]bool{}
	for i, part := range data.Components.Value {
		at := fmt.Sprintf("data.components.%d", i)
		var c Component
		switch {
		case part.Type == TypeText:
			f.length(at+".content", part.Content, 1, maxLayoutText)
			continue
		case part.Type == TypeRow && len(part.Components) == 1 && part.Components[0].Type == TypeTextInput:
			m.rows = true
			c = part.Components[0]
			at += ".components.0"
			f.length(at+".label", c.Label, 1, 45)
		case part.Type == TypeLabel && part.Component != nil:
			f.length(at+".label", part.Label, 1, 45)
			f.length(at+".description", part.Description, 0, 100)
			c = *part.Component
			at += ".component"
			if c.Label != "" {
				f.add(at+".label", "COMPONENT_LABEL_NOT_ALLOWED", "An input within a label has no label of its own.")
			}
			c.Label, c.Description = part.Label, part.Description
		default:
			f.add(at, "UNION_TYPE_CHOICES", "Must be a label with a component, a row of one text input, or a text.")
			continue
		}
		f.length(at+".custom_id", c.CustomID, 1, 100)
		checkInput(f, at, c)
		if seen[c.CustomID] {
			f.add(at+".custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
		}
		seen[c.CustomID] = true
		m.Inputs = append(m.Inputs, c)
	}
	return m
}

// checkInput checks an input of a modal.
func checkInput(f *formErrors, at string, c Component) {
	if c.Disabled {
		f.add(at+".disabled", "COMPONENT_DISABLED_IN_MODAL", "A component of a modal cannot be disabled.")
	}
	switch c.Type {
	case TypeTextInput:
		f.length(at+".placeholder", c.Placeholder, 0, 100)
		f.length(at+".value", c.Value, 0, 4000)
		if c.Style != 1 && c.Style != 2 {
			f.add(at+".style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
		}
		return
	case TypeSelect:
		checkMenu(f, at, c)
	case TypeUserSelect:
		f.length(at+".placeholder", c.Placeholder, 0, 150)
		for i, v := range c.DefaultValues {
			if v.Type != "user" || !isSnowflake(v.ID) {
				f.add(fmt.Sprintf("%s.default_values.%d", at, i), "BASE_TYPE_CHOICES", "Must be the id of a user.")
			}
		}
	case TypeRadio:
		f.count(at+".options", len(c.Options), 2, maxRadioOptions)
		checkMenuOptions(f, at, c.Options)
	default:
		f.add(at+".type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (3, 4, 5, 21).")
		return
	}
	least, most := c.picks()
	if c.required() && least == 0 {
		f.add(at+".min_values", "SELECT_COMPONENT_REQUIRED_MIN_VALUES", "min_values cannot be 0 where required is true")
	}
	if chosen := len(c.chosen()); chosen > most {
		f.add(at, "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "%d values are chosen at first, of which there can be %d", chosen, most)
	}
}

// required reports whether an input must be filled in.
func (c Component) required() bool { return c.Required == nil || *c.Required }

// chosen returns an input's preset values.
func (c Component) chosen() []string {
	var values []string
	if c.Value != "" {
		values = append(values, c.Value)
	}
	for _, o := range c.Options {
		if o.Default {
			values = append(values, o.Value)
		}
	}
	for _, v := range c.DefaultValues {
		values = append(values, v.ID)
	}
	return values
}

// Submit submits the modal that answered an interaction of the same user. The keys are the inputs'
// custom ids. A value is a text, an option's value (several are separated by spaces), or a user's
// id. A missing input keeps its preset value; "" empties it.
func (u *User) Submit(to *Interaction, values map[string]string) *Interaction {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	in := u.interaction(to.Channel, kindModal)
	if to.User != u || to.response == nil || to.response.Modal == nil {
		return in.refuse(errors.New("no modal is shown"))
	}
	in.source = to.source
	modal := to.response.Modal
	var parts []any
	var people []Option
	for _, c := range modal.Inputs {
		given := c.chosen()
		if value, ok := values[c.CustomID]; ok {
			given = slices.DeleteFunc([]string{value}, func(v string) bool { return v == "" })
		}
		filled, err := s.fill(c, given, &people)
		if err != nil {
			return in.refuse(err)
		}
		if modal.rows {
			parts = append(parts, map[string]any{"type": TypeRow, "components": []any{filled}})
		} else {
			parts = append(parts, map[string]any{"type": TypeLabel, "component": filled})
		}
	}
	data := map[string]any{"custom_id": modal.CustomID, "components": parts}
	if len(people) > 0 {
		data["resolved"] = resolvedJSON(in.Channel, people)
	}
	return in.send(in.componentOwners(), data)
}

// fill returns an input with values, as in a submission, and adds chosen users to people. s.mu must
// be held.
func (s *Server) fill(c Component, given []string, people *[]Option) (map[string]any, error) {
	refuse := func() (map[string]any, error) { return nil, fmt.Errorf("input %q does not take %q", c.CustomID, given) }
	if len(given) == 0 && c.required() {
		return refuse()
	}
	filled := map[string]any{"type": c.Type, "custom_id": c.CustomID}
	switch c.Type {
	case TypeTextInput:
		value := ""
		if len(given) > 0 {
			value = given[0]
		}
		n := utf8.RuneCountInString(value)
		if n > 0 && n < c.MinLength || c.MaxLength > 0 && n > c.MaxLength {
			return refuse()
		}
		filled["value"] = value
	case TypeUserSelect:
		filled["values"] = append([]string{}, given...)
		for _, id := range given {
			who := s.users[id]
			if who == nil {
				return refuse()
			}
			*people = append(*people, UserOpt(c.CustomID, who))
		}
	default:
		_, most := c.picks()
		if most > 1 {
			given = strings.Fields(strings.Join(given, " "))
		}
		if len(given) > most {
			return refuse()
		}
		for _, value := range given {
			if !slices.ContainsFunc(c.Options, func(o SelectOption) bool { return o.Value == value }) {
				return refuse()
			}
		}
		if filled["values"] = append([]string{}, given...); c.Type == TypeRadio {
			delete(filled, "values")
			filled["value"] = nil
			if len(given) > 0 {
				filled["value"] = given[0]
			}
		}
	}
	return filled, nil
}
