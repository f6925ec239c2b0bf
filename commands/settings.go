package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
)

const settingsName = "settings"

var settingsCommand = &Command{
	Name:    settingsName,
	Summary: "Show and change your settings and, if you may manage it, this server's",
	Options: []Option{
		{Name: "name", Summary: "What to set; leave it out to see all of it", Word: true, complete: completeSetting},
		{Name: "value", Summary: "What to set it to, or default", complete: completeSettingValue},
	},
	Private: true,
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		name := r.settingName()
		if name == "" && r.option("value") != "" {
			return view.Reply{}, refuse("Say what to set, such as `/settings name:pings value:always`. There are %s.", settingNames(r))
		}
		if name == "" {
			return s.ownSettings(ctx, r)
		}
		if set := findSetting(personSettings, name); set != nil {
			return s.changeOwn(ctx, r, set)
		}
		if set := findSetting(serverSettings, name); set != nil {
			return s.changeServer(ctx, r, set)
		}
		if name == serverPage {
			if err := r.checkManager(); err != nil {
				return view.Reply{}, err
			}
			return s.serversSettings(ctx, r)
		}
		return view.Reply{}, refuse("There is no setting %s. There are %s.", games.Quote(name), settingNames(r))
	},
}

// serverPage is the name under which all settings of a server are shown.
const serverPage = "server"

// settingDefault, as a value, sets what was so at first.
const settingDefault = "default"

// A setting is one thing that can be set in a T: by somebody for themselves, or for a
// server.
type setting[T any] struct {
	name  string // as it is typed
	title string
	// choices are the values that are offered, the default first. Their labels follow
	// the title and a colon.
	choices []view.Choice
	// get returns the value as it is typed, or what else is to be said of it.
	get func(*Service, *Request, *T) string
	// put sets a value. It gets one of the choices or, where there is an example, whatever
	// was typed. The error is errNoValue for what is none, or a refusal.
	put func(*Service, *Request, *T, string) error
	// example is a value that is no choice, with what such values are; "" where there are
	// none.
	example, examples string
	// roles is true where a role of the server can be chosen, beside the choices.
	roles bool
	// complete offers more values than the choices.
	complete func(context.Context, *Service, *Request, string) []view.Choice
}

// findSetting returns the setting with that name, or nil.
func findSetting[T any](all []*setting[T], name string) *setting[T] {
	if i := slices.IndexFunc(all, func(s *setting[T]) bool { return s.name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// errNoValue is the error for what a setting can't be set to.
var errNoValue = errors.New("no value of the setting")

// set sets what somebody has typed.
func (set *setting[T]) set(s *Service, r *Request, all *T, typed string) error {
	value := strings.ToLower(typed)
	if value == settingDefault {
		value = set.choices[0].Value
	}
	err := errNoValue
	if set.example != "" || slices.ContainsFunc(set.choices, func(c view.Choice) bool { return c.Value == value }) {
		err = set.put(s, r, all, value)
	}
	if errors.Is(err, errNoValue) {
		err = refuse("%s is no value for `%s`. %s", games.Quote(typed), set.name, set.values())
	}
	return err
}

// values says what the setting can be set to.
func (set *setting[T]) values() string {
	var typed []string
	for _, c := range set.choices {
		typed = append(typed, "`"+c.Value+"`")
	}
	text := "Choose one of " + strings.Join(typed, ", ")
	if set.example != "" {
		text = "Choose " + strings.Join(typed, ", ") + " or " + set.examples + ", such as `" + set.example + "`"
	}
	return text + "."
}

// label says in words what is set.
func (set *setting[T]) label(s *Service, r *Request, all *T) string {
	is := set.get(s, r, all)
	for _, c := range set.choices {
		if c.Value == is {
			return c.Label
		}
	}
	return is
}

// line says what is set, after its title.
func (set *setting[T]) line(s *Service, r *Request, all *T) string {
	return fmt.Sprintf("**%s**: %s", set.title, set.label(s, r, all))
}

// offer adds to a card what the setting can be set to: a menu where there is much, and a
// page of its own where there is very much, else a button for the value that it does not
// have.
func (set *setting[T]) offer(s *Service, r *Request, all *T, card *view.Card) {
	options := func() map[string]string { return map[string]string{"name": set.name} }
	switch {
	case set.complete != nil, set.roles:
		card.Actions = append(card.Actions, view.Action{Label: set.title + "…", Command: settingsName, Options: options()})
	case len(set.choices) > 2:
		card.Menus = append(card.Menus, set.menu(set.choices))
	default:
		for _, c := range set.choices {
			if set.get(s, r, all) == c.Value {
				continue
			}
			a := view.Action{Label: set.title + ": " + c.Label, Command: settingsName, Options: options()}
			a.Options["value"] = c.Value
			card.Actions = append(card.Actions, a)
		}
	}
}

// menu returns a menu of values.
func (set *setting[T]) menu(values []view.Choice) view.Menu {
	menu := view.Menu{Prompt: set.title, Command: settingsName, Options: map[string]string{"name": set.name}, Option: "value"}
	for _, c := range values {
		menu.Choices = append(menu.Choices, view.Choice{Label: view.SentenceStart(c.Label), Value: c.Value})
	}
	return menu
}

// mostOffered is how many values are offered in menus: there are a few more games than one of
// Discord's can show.
const mostOffered = 2 * view.MaxChoices

// page shows the setting alone, with all that it can be set to.
func (set *setting[T]) page(ctx context.Context, s *Service, r *Request, all *T) view.Reply {
	card := &view.Card{Title: set.title, Body: "Now: " + set.label(s, r, all) + ".\n" + set.values()}
	values := set.offered(ctx, s, r, "")
	switch {
	case set.roles:
		menu := set.menu(nil)
		menu.Roles = true
		card.Menus = []view.Menu{menu, set.menu(set.choices)}
	case set.complete != nil:
		for some := range slices.Chunk(values[:min(len(values), mostOffered)], view.MaxChoices) {
			card.Menus = append(card.Menus, set.menu(some))
		}
	default:
		set.offer(s, r, all, card)
	}
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}
}

// settingsCard shows what is set, and offers to change it.
func settingsCard[T any](s *Service, r *Request, title string, list []*setting[T], all *T) *view.Card {
	card := &view.Card{Title: title}
	var lines []string
	for _, set := range list {
		lines = append(lines, set.line(s, r, all)+fmt.Sprintf(" (`%s`)", set.name))
		set.offer(s, r, all, card)
	}
	card.Body = strings.Join(lines, "\n")
	return card
}

// settingName returns the name of the setting that the request is about.
func (r *Request) settingName() string { return strings.ToLower(r.option("name")) }

// room returns whose settings hold where the request is made.
func (r *Request) room() string { return match.RoomOf(r.Channel, r.Server) }

// checkManager refuses what is for those who may manage the server.
func (r *Request) checkManager() error {
	switch {
	case r.room() == "":
		return refuse("This is a direct message: a server's settings are seen and changed on the server itself. `/settings` alone shows your own.")
	case !r.Manager:
		return refuse("A server's settings are for those who may manage it (the permission Manage Server, which I see when `/settings` is used as a slash command). `/settings` alone shows your own.")
	}
	return nil
}

// manages reports whether the speaker may change settings of the room.
func (r *Request) manages() bool { return r.checkManager() == nil }

// settingNames lists what the speaker can set.
func settingNames(r *Request) string {
	names := namesOf(personSettings)
	if r.manages() {
		names = append(names, namesOf(serverSettings)...)
	}
	return words.And(names)
}

func namesOf[T any](list []*setting[T]) []string {
	var names []string
	for _, set := range list {
		names = append(names, "`"+set.name+"`")
	}
	return names
}

// completeSetting offers the names of what the speaker can set.
func completeSetting(_ context.Context, _ *Service, r *Request, typed string) []view.Choice {
	choices := choicesOf(personSettings, "Yours")
	if r.manages() {
		choices = append(choices, choicesOf(serverSettings, "Server")...)
		choices = append(choices, view.Choice{Label: "Server: show all of it", Value: serverPage})
	}
	return choicesWith(choices, typed)
}

func choicesOf[T any](list []*setting[T], whose string) []view.Choice {
	var choices []view.Choice
	for _, set := range list {
		choices = append(choices, view.Choice{Label: whose + ": " + strings.ToLower(set.title), Value: set.name})
	}
	return choices
}

// completeSettingValue offers the values of the setting that is named already.
func completeSettingValue(ctx context.Context, s *Service, r *Request, typed string) []view.Choice {
	if set := findSetting(personSettings, r.settingName()); set != nil {
		return set.offered(ctx, s, r, typed)
	}
	if set := findSetting(serverSettings, r.settingName()); set != nil && r.manages() {
		return set.offered(ctx, s, r, typed)
	}
	return nil
}

// offered returns the values that go with what is typed.
func (set *setting[T]) offered(ctx context.Context, s *Service, r *Request, typed string) []view.Choice {
	var choices []view.Choice
	for _, c := range set.choices {
		choices = append(choices, view.Choice{Label: view.SentenceStart(c.Label), Value: c.Value})
	}
	choices = choicesWith(choices, typed)
	if set.complete != nil {
		choices = append(choices, set.complete(ctx, s, r, typed)...)
	}
	return choices
}

// choicesWith returns the choices that have in them what is typed.
func choicesWith(choices []view.Choice, typed string) []view.Choice {
	typed = strings.ToLower(strings.TrimSpace(typed))
	return slices.DeleteFunc(choices, func(c view.Choice) bool {
		return !strings.Contains(c.Value, typed) && !strings.Contains(strings.ToLower(c.Label), typed)
	})
}
