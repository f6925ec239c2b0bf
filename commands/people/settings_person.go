package people

import (
	"cmp"
	"slices"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/picture"
)

var pingChoices = []view.Choice{
	{Label: "in the channel, if you were away", Value: string(match.PingsAway)},
	{Label: "in the channel, every turn", Value: string(match.PingsAlways)},
	{Label: "by direct message, every turn", Value: string(match.PingsDirect)},
	{Label: "never", Value: string(match.PingsOff)},
}

var personSettings = slices.Concat(
	onPage(playPage,
		toggle("pictures", "Pictures", "on", "off, text instead", true, func(p *match.PersonSettings) *bool { return &p.TextOnly }),
		toggle("large-text", "Large text", "on", "off", false, func(p *match.PersonSettings) *bool { return &p.LargeText }),
		oneOf("theme", "Boards", settingDefault, themeChoices(), func(p *match.PersonSettings) *string { return &p.Theme }),
		either("ground", "Picture background", []view.Choice{{Label: "dark", Value: "dark"}, {Label: "light", Value: "light"}},
			func(p *match.PersonSettings) *bool { return &p.LightBoards }),
	),
	onPage(pingsPage,
		oneOf("pings", "Pings on your turn", settingDefault, append([]view.Choice{{Label: "default", Value: settingDefault}}, pingChoices...),
			func(p *match.PersonSettings) *match.Pings { return &p.Pings }),
		toggle(core.PersonReminders, "Tournament and class reminders", "on", "off", true, func(p *match.PersonSettings) *bool { return &p.NoReminders }),
		toggle("badges", "Messages about new badges", "on", "off", true, func(p *match.PersonSettings) *bool { return &p.NoMarks }),
		oneOf(core.PersonNews, "Other messages", newsAll, newsChoices, func(p *match.PersonSettings) *match.News { return &p.News }),
	),
	onPage(communityPage,
		oneOf("challenges", "Challenges", challengesAll, []view.Choice{{Label: "from everybody", Value: challengesAll},
			{Label: "from people I have finished a match with", Value: string(match.ChallengesPlayed)}, {Label: "from nobody", Value: string(match.ChallengesNone)}},
			func(p *match.PersonSettings) *match.ChallengesFrom { return &p.Challenges }),
		blockSetting,
		either("named", "Your name in posts", []view.Choice{{Label: "shown", Value: settingOn}, {Label: "left out", Value: settingOff}},
			func(p *match.PersonSettings) *bool { return &p.Unnamed }),
	),
)

func themeChoices() []view.Choice {
	choices := []view.Choice{{Label: "default", Value: settingDefault}}
	for _, s := range picture.Surfaces {
		choices = append(choices, view.Choice{Label: s.Words, Value: s.Name})
	}
	return choices
}

var newsChoices = []view.Choice{
	{Label: "all", Value: newsAll},
	{Label: "essentials only", Value: string(match.NewsNeeded)},
	{Label: "none", Value: string(match.NewsOff)},
}

const challengesAll = "all"

const newsAll = "all"

// oneOf is a setting whose value is one of the choices. usual is what people type for the stored "".
func oneOf[T any, V ~string](name, title, usual string, choices []view.Choice, of func(*T) *V) *setting[T] {
	return &setting[T]{
		name: name, title: title, choices: choices,
		get: func(_ *core.Env, _ *core.Request, all *T) string { return cmp.Or(string(*of(all)), usual) },
		put: func(_ *core.Env, _ *core.Request, all *T, value string) error {
			*of(all) = V(strings.TrimPrefix(value, usual))
			return nil
		},
	}
}

// toggle is a setting that is on or off. If opposite is true, the stored flag means off, so that
// the default is on.
func toggle[T any](name, title, on, off string, opposite bool, of func(*T) *bool) *setting[T] {
	choices := []view.Choice{{Label: off, Value: settingOff}, {Label: on, Value: settingOn}}
	if opposite {
		choices[0], choices[1] = choices[1], choices[0]
	}
	set := either(name, title, choices, of)
	set.onOff = true
	return set
}

func either[T any](name, title string, choices []view.Choice, of func(*T) *bool) *setting[T] {
	return &setting[T]{
		name: name, title: title, choices: choices,
		get: func(_ *core.Env, _ *core.Request, all *T) string {
			if *of(all) {
				return choices[1].Value
			}
			return choices[0].Value
		},
		put: func(_ *core.Env, _ *core.Request, all *T, value string) error {
			*of(all) = value == choices[1].Value
			return nil
		},
	}
}

func ownReply(env *core.Env, r *core.Request, all *match.PersonSettings, page string) view.Reply {
	var more []view.Action
	if checkManager(r) == nil {
		more = append(more, view.Action{Label: "Settings of " + core.RoomName(r), Call: serverPage.Call()})
	}
	return settingsReply(env, r, "Your settings", page, personSettings, all, more...)
}
