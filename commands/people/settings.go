package people

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee/class"
)

var settingsCommand = &core.Command{Name: "settings", Summary: "See and change settings", Subcommands: []*core.Command{
	settingsOf(input.Settings, "See and change your settings", personSettings, func(ctx context.Context, env *core.Env, r *core.Request) (match.PersonSettings, error) {
		return env.Store.PersonSettings(ctx, r.By.ID)
	}, func(ctx context.Context, env *core.Env, r *core.Request, change func(*match.PersonSettings) error) (match.PersonSettings, error) {
		return env.Referee.ChangePerson(ctx, r.By.Player(), change)
	}, ownReply),
	settingsOf(serverPage, "See and change this server's settings", serverSettings, func(ctx context.Context, env *core.Env, r *core.Request) (match.ServerSettings, error) {
		if err := checkManager(r); err != nil {
			return match.ServerSettings{}, err
		}
		return env.SettingsHere(ctx, r)
	}, func(ctx context.Context, env *core.Env, r *core.Request, change func(*match.ServerSettings) error) (match.ServerSettings, error) {
		return env.Referee.ChangeServer(ctx, r.Room(), change)
	}, serverReply),
	privacyCommand,
}}

const serverPage input.Name[input.SettingsInput] = "settings server"

const playPage, pingsPage, communityPage = "play", "pings", "community"

var settingsPages = []view.Choice{{Label: "Play", Value: playPage}, {Label: "Pings", Value: pingsPage}, {Label: "Community", Value: communityPage}}

// settingsOf makes a subcommand of settings of one kind. read returns all of them, or refuses people
// who may not see them; save changes them, and show shows a page of them.
func settingsOf[T any](name input.Name[input.SettingsInput], summary string, list []*setting[T], read func(context.Context, *core.Env, *core.Request) (T, error),
	save func(context.Context, *core.Env, *core.Request, func(*T) error) (T, error), show func(*core.Env, *core.Request, *T, string) view.Reply) *core.Command {
	for _, set := range list {
		set.command = name
	}
	return core.New(name, core.Command{
		Summary: summary, Private: true,
		Options: []core.Option{
			{Name: "name", Check: func(_ *core.Env, name string) error {
				if findSetting(list, strings.ToLower(name)) == nil {
					return core.Refuse("There is no setting %s. The settings are %s.", games.Quote(strings.ToLower(name)), words.And(namesOf(list)))
				}
				return nil
			}, Complete: func(_ context.Context, _ *core.Env, _ *core.Request, typed string) []view.Choice {
				return choicesWith(words.Each(list, func(set *setting[T]) view.Choice { return view.Choice{Label: set.title, Value: set.name} }), typed)
			}},
			{Name: "value", Complete: func(ctx context.Context, env *core.Env, r *core.Request, typed string) []view.Choice {
				if set := findSetting(list, strings.ToLower(r.Options["name"])); set != nil {
					return set.offered(ctx, env, r, typed)
				}
				return nil
			}},
			{Name: "page", Choices: settingsPages},
		},
	}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.SettingsInput) (view.Reply, error) {
		all, err := read(ctx, env, r)
		if err != nil {
			return view.Reply{}, err
		}
		name, value := strings.ToLower(in.Name), in.Value
		set := findSetting(list, name)
		switch {
		case name == "" && value != "":
			return view.Reply{}, core.Refuse("Name a setting, such as `%s`. The settings are %s.", "/"+string(input.Settings)+" name:pings value:always", words.And(namesOf(list)))
		case name == "":
			return show(env, r, &all, cmp.Or(in.Page, playPage)), nil
		case set.run != nil:
			return set.run(ctx, env, r, in)
		case value == "":
			return set.card(ctx, env, r, &all), nil
		}
		if all, err = save(ctx, env, r, func(all *T) error { return set.set(env, r, all, value) }); err != nil {
			return view.Reply{}, err
		}
		reply := show(env, r, &all, set.page)
		reply.Text = "Done. " + set.line(env, r, &all) + "."
		return reply, nil
	})
}

const settingDefault, settingOn, settingOff = "default", "on", "off"

type setting[T any] struct {
	name    string
	command input.Name[input.SettingsInput]
	title   string
	page    string
	// choices are the offered values, the default first. Their labels follow the title and a colon.
	choices []view.Choice
	get     func(*core.Env, *core.Request, *T) string
	// put sets a value: one of the choices or, if there is an example, any text. The error is
	// errNoValue for an unknown value, or a refusal.
	put func(*core.Env, *core.Request, *T, string) error
	// example is a value beside the choices, and examples describes such values; "" if there are none.
	example, examples string
	// onOff is true for a toggle, whose choices are settingOff and another.
	onOff bool
	// roles is true if a role of the server is a value, too.
	roles    bool
	complete func(context.Context, *core.Env, *core.Request, string) []view.Choice
	// run shows and changes it in place of all the others; nil for a value of T.
	run func(context.Context, *core.Env, *core.Request, *input.SettingsInput) (view.Reply, error)
}

func findSetting[T any](all []*setting[T], name string) *setting[T] {
	if i := slices.IndexFunc(all, func(s *setting[T]) bool { return s.name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

func onPage[T any](page string, list ...*setting[T]) []*setting[T] {
	for _, set := range list {
		set.page = page
	}
	return list
}

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
		err = core.Refuse("`%[2]s` can't be %[1]s. %[3]s", games.Quote(typed), set.name, set.values())
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

// offer adds the possible values to a card: a button that toggles on and off, a separate page for
// very many values, else a menu.
func (set *setting[T]) offer(env *core.Env, r *core.Request, all *T, card *view.Card) {
	button := view.Action{Label: set.title + "…", Call: set.to("")}
	switch {
	case set.complete != nil, set.roles:
	case !set.onOff:
		card.Menus = append(card.Menus, set.menu(env, r, all, set.choices))
		return
	default:
		off := set.get(env, r, all) == settingOff
		other := set.choices[slices.IndexFunc(set.choices, func(c view.Choice) bool { return (c.Value == settingOff) != off })]
		button.Label = map[bool]string{true: "Turn on ", false: "Turn off "}[off] + view.LowerStart(set.title)
		button.Call = set.to(other.Value)
	}
	card.Actions = append(card.Actions, button)
}

func (set *setting[T]) to(value string) input.Call {
	return set.command.With(input.SettingsInput{Name: set.name, Value: value})
}

// menu offers values. The label of the current one has the title: Discord shows it in place of the prompt.
func (set *setting[T]) menu(env *core.Env, r *core.Request, all *T, values []view.Choice) view.Menu {
	menu := view.Menu{Prompt: set.title, Call: set.to(""), Option: "value"}
	is := set.get(env, r, all)
	for _, c := range values {
		label := view.SentenceStart(c.Label)
		if c.Value == is || c.Label == is {
			menu.Chosen, label = c.Value, set.title+": "+set.label(env, r, all)
		}
		menu.Choices = append(menu.Choices, view.Choice{Label: label, Value: c.Value})
	}
	return menu
}

// mostOffered bounds the values in the menus: one menu of Discord is too small for all games.
const mostOffered = 2 * view.MaxChoices

func (set *setting[T]) card(ctx context.Context, env *core.Env, r *core.Request, all *T) view.Reply {
	card := &view.Card{Title: set.title, Body: "Now: " + set.label(env, r, all) + ".\n" + set.values()}
	values := set.offered(ctx, env, r, "")
	switch {
	case set.roles:
		menu := set.menu(env, r, all, nil)
		menu.Roles = true
		card.Menus = []view.Menu{menu, set.menu(env, r, all, set.choices)}
	case set.complete != nil:
		for some := range slices.Chunk(values[:min(len(values), mostOffered)], view.MaxChoices) {
			card.Menus = append(card.Menus, set.menu(env, r, all, some))
		}
	default:
		set.offer(env, r, all, card)
	}
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}
}

func settingsReply[T any](env *core.Env, r *core.Request, title, page string, list []*setting[T], all *T, more ...view.Action) view.Reply {
	card := &view.Card{}
	var lines []string
	for _, set := range list {
		if set.page == page {
			lines = append(lines, set.line(env, r, all))
			set.offer(env, r, all, card)
			if len(set.choices) == 0 {
				continue
			}
			card.Footer = fmt.Sprintf("Or write /%s name:%s value:%s.", set.command, set.name, set.choices[len(set.choices)-1].Value)
		}
	}
	for _, p := range settingsPages {
		if p.Value == page {
			card.Title = title + " · " + p.Label
		} else {
			card.Actions = append(card.Actions, view.Action{Label: p.Label, Call: list[0].command.With(input.SettingsInput{Page: p.Value}), Style: view.Primary})
		}
	}
	card.Body, card.Actions = strings.Join(lines, "\n"), append(card.Actions, more...)
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}
}

func checkManager(r *core.Request) error {
	switch {
	case r.Room() == "":
		return core.Refuse("This is a direct message. Change a server's settings on the server itself. `/settings me` shows yours.")
	case !r.Manager:
		return core.Refuse("Only server managers can change a server's settings. `/settings me` shows yours.%s", r.Unproved())
	}
	return nil
}

func namesOf[T any](list []*setting[T]) []string {
	return words.Each(list, func(set *setting[T]) string { return "`" + set.name + "`" })
}

func (set *setting[T]) offered(ctx context.Context, env *core.Env, r *core.Request, typed string) []view.Choice {
	choices := choicesWith(words.Each(set.choices, func(c view.Choice) view.Choice {
		return view.Choice{Label: view.SentenceStart(c.Label), Value: c.Value}
	}), typed)
	if set.complete != nil {
		choices = append(choices, set.complete(ctx, env, r, typed)...)
	}
	return choices
}

func choicesWith(choices []view.Choice, typed string) []view.Choice {
	typed = strings.ToLower(strings.TrimSpace(typed))
	return slices.DeleteFunc(choices, func(c view.Choice) bool {
		return !strings.Contains(c.Value, typed) && !strings.Contains(strings.ToLower(c.Label), typed)
	})
}

const (
	channelsEverywhere = "everywhere"
	channelsHere       = "here"
	channelsAdd        = "add"
	channelsRemove     = "remove"
	noVariant          = "none"
)

var serverSettings = slices.Concat(
	onPage(playPage,
		&setting[match.ServerSettings]{
			name: "channels", title: "Matches",
			choices: []view.Choice{
				{Label: "in every channel", Value: channelsEverywhere}, {Label: "only in this channel and its threads", Value: channelsHere},
				{Label: "add this channel", Value: channelsAdd}, {Label: "remove this channel", Value: channelsRemove},
			},
			example: "#games #nim", examples: "all channels for matches",
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
		&setting[match.ServerSettings]{
			name: "default-game", title: "Default game",
			choices: []view.Choice{{Label: "none", Value: noVariant}},
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
		oneOf("default-level", "Default level", string(match.Casual),
			[]view.Choice{{Label: "casual", Value: string(match.Casual)}, {Label: "easy", Value: string(match.Easy)}, {Label: "strong", Value: string(match.Strong)}, {Label: "perfect", Value: string(match.Perfect)}},
			func(all *match.ServerSettings) *match.Level { return &all.Level }),
		toggle("threads", "Threads", "on, one per match", "off", false, func(all *match.ServerSettings) *bool { return &all.Threads }),
	),
	onPage(pingsPage,
		oneOf("default-pings", "Default pings", string(match.PingsAway), pingChoices,
			func(all *match.ServerSettings) *match.Pings { return &all.Pings }),
		toggle("tournament-reminders", "Tournament reminders", "on, an hour before", "off", true,
			func(all *match.ServerSettings) *bool { return &all.NoReminders }),
		toggle("follow-chat", "Following the chat", "on, boards come down", "off", true,
			func(all *match.ServerSettings) *bool { return &all.NoFollow }),
		oneOf(core.ServerNews, "Other messages", newsAll, newsChoices, func(all *match.ServerSettings) *match.News { return &all.News }),
	),
	onPage(communityPage,
		&setting[match.ServerSettings]{
			name: "puzzle-channel", title: "Puzzle of the day", onOff: true,
			choices: []view.Choice{{Label: "off", Value: settingOff}, {Label: "on, in this channel", Value: channelsHere}},
			get: func(_ *core.Env, r *core.Request, all *match.ServerSettings) string {
				switch why := r.Unposted(all.PuzzleChannel); {
				case all.PuzzleChannel == "":
					return settingOff
				case why != "":
					return "on, but " + strings.TrimSuffix(why, ".")
				case all.PuzzleChannel == r.Channel:
					return channelsHere
				}
				return "on, in " + view.ChannelLink(all.PuzzleChannel, r.Server)
			},
			// Only the channel of the request is known to belong to the server.
			put: func(_ *core.Env, r *core.Request, all *match.ServerSettings, value string) error {
				if why := r.Unposted(r.Channel); value == channelsHere && why != "" {
					return core.Refuse("%s", why)
				}
				if all.PuzzleChannel = ""; value == channelsHere {
					all.PuzzleChannel = r.Channel
				}
				return nil
			},
		},
		toggle("seasons", "Monthly standings", "on, with the puzzle of the day", "off", true,
			func(all *match.ServerSettings) *bool { return &all.NoSeasons }),
		roleOf("tournament-role", "Who can create tournaments", "@Organizers",
			[]view.Choice{{Label: "server managers", Value: match.OnlyManagers}}, func(all *match.ServerSettings) *string { return &all.Leaders }),
		roleOf("class-role", "Who can create classes", "@Teachers",
			[]view.Choice{{Label: fmt.Sprintf("everybody, at most %d each", class.MaxClassesEach), Value: "everybody"}, {Label: "server managers", Value: match.OnlyManagers}},
			func(all *match.ServerSettings) *string { return &all.Teachers }),
		roleOf("races", "Who can start races", "@Racers",
			[]view.Choice{{Label: "everybody", Value: "everybody"}, {Label: "nobody", Value: match.NobodyRaces}},
			func(all *match.ServerSettings) *string { return &all.Races }),
		roleBeside("", "seek-role", "Open challenges call", "@Players", []view.Choice{{Label: "nobody", Value: settingOff}},
			func(all *match.ServerSettings) *string { return &all.Seek }),
		either("channel-managers-end", "Who can end matches",
			[]view.Choice{{Label: "server managers", Value: settingOff}, {Label: "channel managers too", Value: settingOn}},
			func(all *match.ServerSettings) *bool { return &all.ChannelsEnd }),
	),
)

func roleOf(name, title, example string, choices []view.Choice, field func(*match.ServerSettings) *string) *setting[match.ServerSettings] {
	return roleBeside("server managers and ", name, title, example, choices, field)
}

// roleBeside is a setting whose value is a role, beside others, or one of the choices.
func roleBeside(others, name, title, example string, choices []view.Choice, field func(*match.ServerSettings) *string) *setting[match.ServerSettings] {
	isChoice := func(value string) bool {
		return slices.ContainsFunc(choices, func(c view.Choice) bool { return c.Value == value })
	}
	return &setting[match.ServerSettings]{
		name: name, title: title, choices: choices, example: example, examples: others + "a role", roles: true,
		get: func(_ *core.Env, _ *core.Request, all *match.ServerSettings) string {
			value := cmp.Or(*field(all), choices[0].Value)
			if isChoice(value) {
				return value
			}
			return others + "the role " + view.RoleName(value)
		},
		put: func(_ *core.Env, r *core.Request, all *match.ServerSettings, value string) error {
			id := strings.TrimSuffix(strings.TrimPrefix(value, "<@&"), ">")
			switch {
			case value == choices[0].Value:
				id = ""
			case !isChoice(value) && (r.Server == "" || id == "" || len(id) > 20 || strings.Trim(id, "0123456789") != ""):
				return errNoValue
			}
			*field(all) = id
			return nil
		},
	}
}

func wholeChannel(r *core.Request) string {
	if r.Parent != "" {
		return r.Parent
	}
	return r.Channel
}

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
			return core.Refuse("This channel is already on the list of channels for matches.")
		}
		list = append(slices.Clone(*channels), here)
	case channelsRemove:
		if at < 0 {
			return core.Refuse("This channel is not on the list of channels for matches.")
		}
		if len(*channels) == 1 {
			return core.Refuse("This is the only channel for matches. Add another first, or set `channels` to `everywhere`.")
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
		return core.Refuse("That's %d channels, and there can be at most %d. `everywhere` allows all.", len(list), match.MaxChannels)
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

func serverReply(env *core.Env, r *core.Request, all *match.ServerSettings, page string) view.Reply {
	return settingsReply(env, r, "Settings of "+core.RoomName(r), page, serverSettings, all, view.Action{Label: "Your settings", Call: input.Settings.Call()})
}
