package people

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
)

const settingsName = "settings"

var settingsCommand = &core.Command{
	Name:    settingsName,
	Summary: "Show and change your settings and, if you may manage it, this server's",
	Options: []core.Option{
		{Name: "name", Summary: "What to set; leave it out to see all of it", Word: true, Complete: completeSetting},
		{Name: "value", Summary: "What to set it to, or default", Complete: completeSettingValue},
	},
	Private: true,
	Run: func(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
		name := settingName(r)
		if name == "" && r.Option("value") != "" {
			return view.Reply{}, core.Refuse("Say what to set, such as `/settings name:pings value:always`. There are %s.", settingNames(r))
		}
		if name == "" {
			return ownSettings(ctx, env, r)
		}
		if set := findSetting(personSettings, name); set != nil {
			return set.change(ctx, env, r, func() (match.PersonSettings, error) { return env.Store.PersonSettings(ctx, r.By.ID) },
				func(change func(*match.PersonSettings) error) (match.PersonSettings, error) {
					return env.Referee.ChangePerson(ctx, r.By.Player(), change)
				}, ownReply)
		}
		set := findSetting(serverSettings, name)
		if set == nil && name != serverPage {
			return view.Reply{}, core.Refuse("There is no setting %s. There are %s.", games.Quote(name), settingNames(r))
		}
		if err := checkManager(r); err != nil {
			return view.Reply{}, err
		}
		if set == nil {
			return serversSettings(ctx, env, r)
		}
		return set.change(ctx, env, r, func() (match.ServerSettings, error) { return env.SettingsHere(ctx, r) },
			func(change func(*match.ServerSettings) error) (match.ServerSettings, error) {
				return env.Referee.ChangeServer(ctx, r.Room(), change)
			}, serverReply)
	},
}

// serverPage is the name under which all settings of a server are shown.
const serverPage = "server"

// settingDefault is a value that restores the default.
const settingDefault = "default"

// A setting is a value in a T that a person sets for themselves or for a server.
type setting[T any] struct {
	name  string // as it is typed
	title string
	// choices are the offered values, the default first. Their labels follow the title and a colon.
	choices []view.Choice
	// get returns the value as it is typed, or a description.
	get func(*core.Env, *core.Request, *T) string
	// put sets a value: one of the choices or, if there is an example, any text. The error is
	// errNoValue for an unknown value, or a refusal.
	put func(*core.Env, *core.Request, *T, string) error
	// example is a value beside the choices, and examples describes such values; "" for none.
	example, examples string
	// roles is true if a role of the server is a value, too.
	roles bool
	// complete offers more values than the choices.
	complete func(context.Context, *core.Env, *core.Request, string) []view.Choice
}

func findSetting[T any](all []*setting[T], name string) *setting[T] {
	if i := slices.IndexFunc(all, func(s *setting[T]) bool { return s.name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// errNoValue is the error for a value that a setting doesn't have.
var errNoValue = errors.New("no value of the setting")

func (set *setting[T]) set(env *core.Env, r *core.Request, all *T, typed string) error {
	value := strings.ToLower(typed)
	if value == settingDefault {
		value = set.choices[0].Value
	}
	err := errNoValue
	if set.example != "" || slices.ContainsFunc(set.choices, func(c view.Choice) bool { return c.Value == value }) {
		err = set.put(env, r, all, value)
	}
	if errors.Is(err, errNoValue) {
		err = core.Refuse("%s is no value for `%s`. %s", games.Quote(typed), set.name, set.values())
	}
	return err
}

func (set *setting[T]) values() string {
	typed := core.ListChoices(set.choices)
	text := "Choose one of " + typed
	if set.example != "" {
		text = "Choose " + typed + " or " + set.examples + ", such as `" + set.example + "`"
	}
	return text + "."
}

func (set *setting[T]) label(env *core.Env, r *core.Request, all *T) string {
	is := set.get(env, r, all)
	for _, c := range set.choices {
		if c.Value == is {
			return c.Label
		}
	}
	return is
}

func (set *setting[T]) line(env *core.Env, r *core.Request, all *T) string {
	return fmt.Sprintf("**%s**: %s", set.title, set.label(env, r, all))
}

// offer adds the possible values to a card: a menu for many, a page for very many, else a button
// for the other value.
func (set *setting[T]) offer(env *core.Env, r *core.Request, all *T, card *view.Card) {
	options := func() map[string]string { return map[string]string{"name": set.name} }
	switch {
	case set.complete != nil, set.roles:
		card.Actions = append(card.Actions, view.Action{Label: set.title + "…", Command: settingsName, Options: options()})
	case len(set.choices) > 2:
		card.Menus = append(card.Menus, set.menu(set.choices))
	default:
		for _, c := range set.choices {
			if set.get(env, r, all) == c.Value {
				continue
			}
			a := view.Action{Label: set.title + ": " + c.Label, Command: settingsName, Options: options()}
			a.Options["value"] = c.Value
			card.Actions = append(card.Actions, a)
		}
	}
}

func (set *setting[T]) menu(values []view.Choice) view.Menu {
	menu := view.Menu{Prompt: set.title, Command: settingsName, Options: map[string]string{"name": set.name}, Option: "value"}
	for _, c := range values {
		menu.Choices = append(menu.Choices, view.Choice{Label: view.SentenceStart(c.Label), Value: c.Value})
	}
	return menu
}

// mostOffered is how many values the menus offer: one menu of Discord is too small for all games.
const mostOffered = 2 * view.MaxChoices

func (set *setting[T]) page(ctx context.Context, env *core.Env, r *core.Request, all *T) view.Reply {
	card := &view.Card{Title: set.title, Body: "Now: " + set.label(env, r, all) + ".\n" + set.values()}
	values := set.offered(ctx, env, r, "")
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
		set.offer(env, r, all, card)
	}
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}
}

func settingsCard[T any](env *core.Env, r *core.Request, title string, list []*setting[T], all *T) *view.Card {
	card := &view.Card{Title: title}
	var lines []string
	for _, set := range list {
		lines = append(lines, set.line(env, r, all)+fmt.Sprintf(" (`%s`)", set.name))
		set.offer(env, r, all, card)
	}
	card.Body = strings.Join(lines, "\n")
	return card
}

// settingName returns the name of the setting that the request is about.
func settingName(r *core.Request) string { return strings.ToLower(r.Option("name")) }

// checkManager refuses people who may not manage the server.
func checkManager(r *core.Request) error {
	switch {
	case r.Room() == "":
		return core.Refuse("This is a direct message: a server's settings are seen and changed on the server itself. `/settings` alone shows your own.")
	case !r.Manager:
		return core.Refuse("A server's settings are for those who may manage it (the permission Manage Server, which I see when `/settings` is used as a slash command). `/settings` alone shows your own.")
	}
	return nil
}

// manages reports whether the speaker may change settings of the room.
func manages(r *core.Request) bool { return checkManager(r) == nil }

func settingNames(r *core.Request) string {
	names := namesOf(personSettings)
	if manages(r) {
		names = append(names, namesOf(serverSettings)...)
	}
	return words.And(names)
}

func namesOf[T any](list []*setting[T]) []string {
	return words.Each(list, func(set *setting[T]) string { return "`" + set.name + "`" })
}

func completeSetting(_ context.Context, _ *core.Env, r *core.Request, typed string) []view.Choice {
	choices := choicesOf(personSettings, "Yours")
	if manages(r) {
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
func completeSettingValue(ctx context.Context, env *core.Env, r *core.Request, typed string) []view.Choice {
	if set := findSetting(personSettings, settingName(r)); set != nil {
		return set.offered(ctx, env, r, typed)
	}
	if set := findSetting(serverSettings, settingName(r)); set != nil && manages(r) {
		return set.offered(ctx, env, r, typed)
	}
	return nil
}

// offered returns the values that match the typed text.
func (set *setting[T]) offered(ctx context.Context, env *core.Env, r *core.Request, typed string) []view.Choice {
	var choices []view.Choice
	for _, c := range set.choices {
		choices = append(choices, view.Choice{Label: view.SentenceStart(c.Label), Value: c.Value})
	}
	choices = choicesWith(choices, typed)
	if set.complete != nil {
		choices = append(choices, set.complete(ctx, env, r, typed)...)
	}
	return choices
}

// choicesWith returns the choices whose value or label contains the typed text.
func choicesWith(choices []view.Choice, typed string) []view.Choice {
	typed = strings.ToLower(strings.TrimSpace(typed))
	return slices.DeleteFunc(choices, func(c view.Choice) bool {
		return !strings.Contains(c.Value, typed) && !strings.Contains(strings.ToLower(c.Label), typed)
	})
}

// The typed values of a server's settings.
const (
	channelsEverywhere = "everywhere"
	channelsHere       = "here"
	channelsAdd        = "add"
	channelsRemove     = "remove"
	noChannel          = "off"
	noVariant          = "none"
	noRole             = "managers"
)

// serverSettings are the settings of a server, for people who may manage it.
var serverSettings = []*setting[match.ServerSettings]{
	{
		name: "channels", title: "Matches",
		choices: []view.Choice{
			{Label: "in every channel", Value: channelsEverywhere}, {Label: "only in this channel and its threads", Value: channelsHere},
			{Label: "also in this channel", Value: channelsAdd}, {Label: "no more in this channel", Value: channelsRemove},
		},
		example: "#games #nim", examples: "all the channels for matches",
		get: func(_ *core.Env, r *core.Request, all *match.ServerSettings) string {
			switch {
			case len(all.Channels) == 0:
				return channelsEverywhere
			case len(all.Channels) == 1 && all.Channels[0] == wholeChannel(r):
				return channelsHere
			}
			return "only in " + core.ChannelList(all.Channels, r.Server) + " and their threads"
		},
		put: func(_ *core.Env, r *core.Request, all *match.ServerSettings, value string) error {
			return setChannels(r, value, &all.Channels)
		},
	},
	{
		name: "default-variant", title: "Usual game",
		choices: []view.Choice{{Label: "none, a challenge has to name one", Value: noVariant}},
		example: "end-nim", examples: "a game",
		complete: core.CompleteVariant,
		get: func(env *core.Env, _ *core.Request, all *match.ServerSettings) string {
			if all.Variant == "" {
				return noVariant
			}
			return env.GameName(all.Variant)
		},
		put: func(env *core.Env, _ *core.Request, all *match.ServerSettings, value string) error {
			if all.Variant = ""; value == noVariant {
				return nil
			}
			v, err := env.Referee.Catalog().Find(value)
			if err == nil {
				all.Variant = v.ID
			}
			return err
		},
	},
	oneOf("default-level", "My usual level", string(match.Casual),
		[]view.Choice{{Label: "casual", Value: string(match.Casual)}, {Label: "easy", Value: string(match.Easy)}, {Label: "strong", Value: string(match.Strong)}, {Label: "perfect", Value: string(match.Perfect)}},
		func(all *match.ServerSettings) *match.Level { return &all.Level }),
	toggle("threads", "Threads", "one for each match", "none", false, func(all *match.ServerSettings) *bool { return &all.Threads }),
	oneOf("default-pings", "Usual pings at a turn", string(match.PingsAway), pingChoices,
		func(all *match.ServerSettings) *match.Pings { return &all.Pings }),
	toggle("channel-managers-end", "May end matches", "channel managers too", "server managers", false,
		func(all *match.ServerSettings) *bool { return &all.ChannelsEnd }),
	{
		name: "puzzle-channel", title: "Puzzle of the day",
		choices: []view.Choice{{Label: "not announced", Value: noChannel}, {Label: "announced here", Value: channelsHere}},
		get: func(_ *core.Env, r *core.Request, all *match.ServerSettings) string {
			switch all.PuzzleChannel {
			case "":
				return noChannel
			case r.Channel:
				return channelsHere
			}
			return "announced in " + view.ChannelLink(all.PuzzleChannel, r.Server)
		},
		// Only the channel of the request is known to belong to the server.
		put: func(_ *core.Env, r *core.Request, all *match.ServerSettings, value string) error {
			if all.PuzzleChannel = ""; value == channelsHere {
				all.PuzzleChannel = r.Channel
			}
			return nil
		},
	},
	toggle("seasons", "Standings of a month", "announced with the puzzle", "not announced", true,
		func(all *match.ServerSettings) *bool { return &all.NoSeasons }),
	{
		name: "tournament-role", title: "May make tournaments",
		choices: []view.Choice{{Label: "only those who may manage the server", Value: noRole}},
		example: "@Organizers", examples: "a role whose members may too", roles: true,
		get: func(_ *core.Env, _ *core.Request, all *match.ServerSettings) string {
			if all.Leaders == "" {
				return noRole
			}
			return "also those with the role " + view.RoleName(all.Leaders)
		},
		put: func(_ *core.Env, r *core.Request, all *match.ServerSettings, value string) error {
			if all.Leaders = ""; value == noRole {
				return nil
			}
			id := strings.TrimSuffix(strings.TrimPrefix(value, "<@&"), ">")
			if r.Server == "" || id == "" || len(id) > 20 || strings.Trim(id, "0123456789") != "" {
				return errNoValue
			}
			all.Leaders = id
			return nil
		},
	},
	toggle("tournament-reminders", "Calls before a tournament", "an hour before", "none", true,
		func(all *match.ServerSettings) *bool { return &all.NoReminders }),
	oneOf(core.ServerNews, "Other messages unasked", newsAll, newsChoices, func(all *match.ServerSettings) *match.News { return &all.News }),
}

// wholeChannel returns the channel of the request, or the parent of its thread.
func wholeChannel(r *core.Request) string {
	if r.Parent != "" {
		return r.Parent
	}
	return r.Channel
}

// setChannels sets the channels for matches to a choice or to a typed list.
func setChannels(r *core.Request, value string, channels *[]string) error {
	here := wholeChannel(r)
	at := slices.Index(*channels, here)
	var list []string
	switch value {
	case channelsEverywhere:
		*channels = nil
		return nil
	case channelsAdd:
		if len(*channels) == 0 || at >= 0 {
			return core.Refuse("Matches may be played in this channel already.")
		}
		list = append(slices.Clone(*channels), here)
	case channelsRemove:
		if at < 0 {
			return core.Refuse("This channel is not on the list of channels for matches: there is nothing to remove.")
		}
		if len(*channels) == 1 {
			return core.Refuse("This is the only channel for matches: add another first, or set `channels` to `everywhere`.")
		}
		list = slices.Delete(slices.Clone(*channels), at, at+1)
	default:
		for _, word := range strings.FieldsFunc(value, func(c rune) bool { return c == ' ' || c == ',' }) {
			channel, ok := readChannel(r, word)
			if !ok {
				return errNoValue
			}
			if !slices.Contains(list, channel) {
				list = append(list, channel)
			}
		}
		if len(list) == 0 {
			return errNoValue
		}
	}
	if len(list) > match.MaxChannels {
		return core.Refuse("That is %d channels: there can be at most %d for matches. `everywhere` allows all.", len(list), match.MaxChannels)
	}
	*channels = list
	return nil
}

// readChannel reads a channel: "#lobby" in the terminal, "<#1234>" on Discord.
func readChannel(r *core.Request, word string) (channel string, ok bool) {
	if strings.EqualFold(word, channelsHere) {
		return wholeChannel(r), true
	}
	name := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(word, "<"), "#"), ">")
	if match.FrontOf(r.Channel) == match.LocalFront {
		return match.LocalPrefix + name, name != "" && len(name) <= 32 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_.-") == ""
	}
	return name, name != "" && len(name) <= 20 && strings.Trim(name, "0123456789") == ""
}

func serversSettings(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	all, err := env.SettingsHere(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	return serverReply(env, r, &all), nil
}

func serverReply(env *core.Env, r *core.Request, all *match.ServerSettings) view.Reply {
	card := settingsCard(env, r, "Settings of "+core.RoomName(r), serverSettings, all)
	card.Footer = "Change one with /settings name:default-level value:strong; /settings name:default-level lists its values."
	card.Actions = append(card.Actions, view.Action{Label: "Your settings", Command: settingsName, Style: view.Primary})
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}
}

// change changes a setting, or shows its values. Read and save handle all settings of its kind, and
// show shows them.
func (set *setting[T]) change(ctx context.Context, env *core.Env, r *core.Request, read func() (T, error),
	save func(change func(*T) error) (T, error), show func(*core.Env, *core.Request, *T) view.Reply) (view.Reply, error) {
	value := r.Option("value")
	if value == "" {
		all, err := read()
		if err != nil {
			return view.Reply{}, err
		}
		return set.page(ctx, env, r, &all), nil
	}
	all, err := save(func(all *T) error { return set.set(env, r, all, value) })
	if err != nil {
		return view.Reply{}, err
	}
	reply := show(env, r, &all)
	reply.Text = "Done. " + set.line(env, r, &all) + "."
	return reply, nil
}
