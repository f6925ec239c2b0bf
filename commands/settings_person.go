package commands

import (
	"cmp"
	"context"
	"strings"

	"nimatron/commands/view"
	"nimatron/match"
)

// pingChoices are the ways to make somebody aware of their turn.
var pingChoices = []view.Choice{
	{Label: "in the channel, after you were away", Value: string(match.PingsAway)},
	{Label: "in the channel, every turn", Value: string(match.PingsAlways)},
	{Label: "by direct message, every turn", Value: string(match.PingsDirect)},
	{Label: "never", Value: string(match.PingsOff)},
}

// personSettings are what somebody sets for themselves.
var personSettings = []*setting[match.PersonSettings]{
	{
		name: "pings", title: "Pings at your turn",
		choices: append([]view.Choice{{Label: "as usual here", Value: settingDefault}}, pingChoices...),
		get: func(_ *Service, _ *Request, p *match.PersonSettings) string {
			return string(p.Pings.Or(settingDefault))
		},
		put: func(_ *Service, _ *Request, p *match.PersonSettings, value string) error {
			p.Pings = match.Pings(strings.TrimPrefix(value, settingDefault))
			return nil
		},
	},
	toggle("pictures", "Pictures", "shown", "text instead", true, func(p *match.PersonSettings) *bool { return &p.TextOnly }),
	toggle("large-text", "Large text", "on", "off", false, func(p *match.PersonSettings) *bool { return &p.LargeText }),
	{
		name: "theme", title: "Boards",
		choices: []view.Choice{
			{Label: "as usual here", Value: settingDefault}, {Label: "on felt", Value: string(match.Felt)}, {Label: "on wood", Value: string(match.Wood)},
			{Label: "on slate", Value: string(match.Slate)}, {Label: "plain diagrams", Value: string(match.PlainTheme)},
		},
		get: func(_ *Service, _ *Request, p *match.PersonSettings) string {
			return string(p.Theme.Or(settingDefault))
		},
		put: func(_ *Service, _ *Request, p *match.PersonSettings, value string) error {
			p.Theme = match.Theme(strings.TrimPrefix(value, settingDefault))
			return nil
		},
	},
	{
		name: "ground", title: "Ground of pictures",
		choices: []view.Choice{{Label: "dark", Value: "dark"}, {Label: "light", Value: "light"}},
		get: func(_ *Service, _ *Request, p *match.PersonSettings) string {
			if p.LightBoards {
				return "light"
			}
			return "dark"
		},
		put: func(_ *Service, _ *Request, p *match.PersonSettings, value string) error {
			p.LightBoards = value == "light"
			return nil
		},
	},
	toggle(personReminders, "Tournament and class reminders", "on", "off", true, func(p *match.PersonSettings) *bool { return &p.NoReminders }),
	toggle("marks", "New marks", "told to you", "not told", true, func(p *match.PersonSettings) *bool { return &p.NoMarks }),
	news(personNews, "Other messages to you", func(p *match.PersonSettings) *match.News { return &p.News }),
	toggle("named", "Your name in posts", "shown", "left out", true, func(p *match.PersonSettings) *bool { return &p.Unnamed }),
}

// newsChoices are how much is said unasked.
var newsChoices = []view.Choice{
	{Label: "all", Value: newsAll},
	{Label: "what people need or asked for", Value: string(match.NewsNeeded)},
	{Label: "none", Value: string(match.NewsOff)},
}

// newsAll is how match.NewsAll is typed.
const newsAll = "all"

// news is the setting of how much is said unasked.
func news[T any](name, title string, of func(*T) *match.News) *setting[T] {
	return &setting[T]{
		name: name, title: title, choices: newsChoices,
		get: func(_ *Service, _ *Request, all *T) string { return cmp.Or(string(*of(all)), newsAll) },
		put: func(_ *Service, _ *Request, all *T, value string) error {
			*of(all) = match.News(strings.TrimPrefix(value, newsAll))
			return nil
		},
	}
}

// toggle is a setting that is on or off. Of says where it is kept, which is the opposite
// where off is true: then it is on at first.
func toggle[T any](name, title, on, off string, opposite bool, of func(*T) *bool) *setting[T] {
	choices := []view.Choice{{Label: off, Value: "off"}, {Label: on, Value: "on"}}
	if opposite {
		choices[0], choices[1] = choices[1], choices[0]
	}
	return &setting[T]{
		name: name, title: title, choices: choices,
		get: func(_ *Service, _ *Request, all *T) string {
			if *of(all) {
				return choices[1].Value
			}
			return choices[0].Value
		},
		put: func(_ *Service, _ *Request, all *T, value string) error {
			*of(all) = value == choices[1].Value
			return nil
		},
	}
}

// ownSettings shows what the speaker has set.
func (s *Service) ownSettings(ctx context.Context, r *Request) (view.Reply, error) {
	all, err := s.referee.PersonSettings(ctx, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	return s.ownReply(r, &all), nil
}

func (s *Service) ownReply(r *Request, all *match.PersonSettings) view.Reply {
	card := settingsCard(s, r, "Your settings", personSettings, all)
	card.Footer = "Change one with /settings name:pings value:always; /settings name:pings lists its values."
	if r.manages() {
		card.Actions = append(card.Actions, view.Action{
			Label: "Settings of " + roomName(r), Command: settingsName, Style: view.Primary,
			Options: map[string]string{"name": serverPage},
		})
	}
	return view.Reply{Card: card, To: view.Page{}}
}

// changeOwn changes what the speaker has set, or asks what to change it to.
func (s *Service) changeOwn(ctx context.Context, r *Request, set *setting[match.PersonSettings]) (view.Reply, error) {
	value := r.option("value")
	if value == "" {
		all, err := s.referee.PersonSettings(ctx, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		return set.page(ctx, s, r, &all), nil
	}
	all, err := s.referee.ChangePerson(ctx, r.By.player(), func(all *match.PersonSettings) error { return set.set(s, r, all, value) })
	if err != nil {
		return view.Reply{}, err
	}
	reply := s.ownReply(r, &all)
	reply.Text = "Done. " + set.line(s, r, &all) + "."
	return reply, nil
}
