package commands

import (
	"context"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
)

// variantOption names a game, completed from the catalog.
func variantOption(summary string) Option {
	return Option{Name: "variant", Summary: summary, Required: true, Word: true, complete: completeVariant}
}

// variant finds the game that a request names.
func (s *Service) variant(r *Request) (*games.Variant, error) {
	return s.referee.Catalog().Find(r.option("variant"))
}

// userOption names somebody; left out it is who speaks.
func userOption(summary string) Option {
	return Option{Name: "user", Summary: summary, Kind: Person}
}

// user returns the user whom the request names, or the speaker.
func (r *Request) user() (User, error) {
	if r.option("user") == "" {
		return r.By, nil
	}
	u, ok := r.People["user"]
	if !ok {
		return User{}, refuse("I don't know who %s is: name somebody with `user:`, or leave it out for yourself.", games.Quote(r.option("user")))
	}
	if u.Bot {
		return User{}, refuse("%s is a bot and doesn't play matches with me.", view.Mention(u.ID))
	}
	return u, nil
}

// completeVariant offers the games whose id or name contains what is typed.
func completeVariant(_ context.Context, s *Service, _ *Request, typed string) []view.Choice {
	typed = strings.ToLower(strings.TrimSpace(typed))
	var choices []view.Choice
	listed := false
	for _, v := range s.referee.Catalog().All() {
		listed = listed || v.ID == typed
		if strings.Contains(v.ID, typed) || strings.Contains(strings.ToLower(v.Name), typed) {
			choices = append(choices, view.Choice{Label: v.Name, Value: v.ID})
		}
	}
	// A game with a parameter is not listed until it is written out.
	if v, err := s.referee.Catalog().Find(typed); err == nil && !listed {
		choices = append(choices, view.Choice{Label: v.Name, Value: v.ID})
	}
	return choices
}

// completePosition offers the example of the game that is chosen already.
func completePosition(_ context.Context, s *Service, r *Request, typed string) []view.Choice {
	v, err := s.variant(r)
	if err != nil || !strings.HasPrefix(v.Rules.Example, typed) {
		return nil
	}
	return []view.Choice{{Label: v.Rules.Example, Value: v.Rules.Example}}
}

// allows reports whether value is one of the option's choices, in any case.
func (o *Option) allows(value string) bool {
	for _, c := range o.Choices {
		if strings.EqualFold(c.Value, strings.TrimSpace(value)) {
			return true
		}
	}
	return false
}

// listChoices returns the values there are, for an error.
func (o *Option) listChoices() string {
	values := make([]string, len(o.Choices))
	for i, c := range o.Choices {
		values[i] = "`" + c.Value + "`"
	}
	return strings.Join(values, ", ")
}

// flag reads an option of kind Flag; it is false if left out.
func (r *Request) flag(name string) (bool, error) {
	switch value := strings.ToLower(r.option(name)); value {
	case "", "false", "no":
		return false, nil
	case "true", "yes":
		return true, nil
	default:
		return false, refuse("%s is not a valid `%s:`: write `true` or `false`.", games.Quote(value), name)
	}
}
