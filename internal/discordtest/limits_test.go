package discordtest_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/discordtest"
)

// long returns a text of n two-byte characters.
func long(n int) string { return strings.Repeat("ä", n) }

// repeat returns n values made by f.
func repeat[T any](n int, f func(i int) T) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = f(i)
	}
	return list
}

func rows(list ...[]discordgo.MessageComponent) *discordgo.MessageSend {
	m := &discordgo.MessageSend{Content: "x"}
	for _, row := range list {
		m.Components = append(m.Components, discordgo.ActionsRow{Components: row})
	}
	return m
}

func row(list ...discordgo.MessageComponent) []discordgo.MessageComponent { return list }

func button(i int) discordgo.MessageComponent {
	return discordgo.Button{Label: "b", CustomID: strconv.Itoa(i)}
}

func menu(options int) discordgo.SelectMenu {
	return discordgo.SelectMenu{CustomID: "menu", Options: repeat(options, func(i int) discordgo.SelectMenuOption {
		return discordgo.SelectMenuOption{Label: "o", Value: strconv.Itoa(i)}
	})}
}

func allowed(a discordgo.MessageAllowedMentions) *discordgo.MessageSend {
	return &discordgo.MessageSend{Content: "x", AllowedMentions: &a}
}

func TestMessagesWithinLimits(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	ch := srv.AddGuild("guild").AddChannel("general")
	s := newSession(srv)
	for name, m := range map[string]*discordgo.MessageSend{
		"content": {Content: long(2000)},
		"rows": rows(repeat(5, func(i int) []discordgo.MessageComponent {
			return repeat(5, func(j int) discordgo.MessageComponent { return button(5*i + j) })
		})...),
		"label":    rows(row(discordgo.Button{Label: long(80), CustomID: long(100)})),
		"emoji":    rows(row(discordgo.Button{Emoji: &discordgo.ComponentEmoji{Name: "🎲"}, CustomID: "x"})),
		"link":     rows(row(discordgo.Button{Label: "l", Style: discordgo.LinkButton, URL: "https://example.com"})),
		"menu":     rows(row(menu(25))),
		"mentions": allowed(discordgo.MessageAllowedMentions{Users: repeat(100, func(i int) string { return strconv.Itoa(i) })}),
	} {
		if _, err := s.ChannelMessageSendComplex(ch.ID, m); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMessagesBeyondLimits(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(discordtest.Options{})
	defer srv.Close()
	ch := srv.AddGuild("guild").AddChannel("general")
	s := newSession(srv)
	label := func(b discordgo.Button) *discordgo.MessageSend { return rows(row(b)) }
	parseUsers := []discordgo.AllowedMentionType{"users"}
	for path, list := range map[string][]*discordgo.MessageSend{
		"content": {{Content: long(2001)}},
		"embeds":  {{Embeds: []*discordgo.MessageEmbed{{Title: "t"}}}},
		"components": {
			rows(repeat(6, func(i int) []discordgo.MessageComponent { return row(button(i)) })...),
			{Content: "x", Components: row(button(1))},
		},
		"components.0.components": {rows(row()), rows(repeat(6, button)), rows(row(menu(2), button(1)))},
		"components.0.components.0": {
			label(discordgo.Button{Label: long(81), CustomID: "x"}),
			label(discordgo.Button{Label: "x", CustomID: long(101)}),
			label(discordgo.Button{CustomID: "x"}),
			label(discordgo.Button{Label: "x"}),
			label(discordgo.Button{Label: "x", CustomID: "x", Style: 7}),
			label(discordgo.Button{Label: "x", CustomID: "x", URL: "https://example.com"}),
			label(discordgo.Button{Label: "x", Style: discordgo.LinkButton}),
			label(discordgo.Button{Label: "x", CustomID: "x", Style: discordgo.LinkButton, URL: "https://example.com"}),
			label(discordgo.Button{Emoji: &discordgo.ComponentEmoji{Name: "dice"}, CustomID: "x"}),
			rows(row(menu(26))), rows(row(menu(0))),
		},
		"components.1.components.0.custom_id": {rows(row(button(1)), row(button(1)))},
		"allowed_mentions": {
			allowed(discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{"user"}}),
			allowed(discordgo.MessageAllowedMentions{Parse: parseUsers, Users: []string{"1"}}),
			allowed(discordgo.MessageAllowedMentions{Users: []string{"1", "1"}}),
			allowed(discordgo.MessageAllowedMentions{Users: []string{"alice"}}),
			allowed(discordgo.MessageAllowedMentions{Users: repeat(101, func(i int) string { return strconv.Itoa(i) })}),
		},
	} {
		for i, m := range list {
			before := len(srv.Violations())
			_, err := s.ChannelMessageSendComplex(ch.ID, m)
			if err == nil {
				t.Errorf("%s %d: accepted", path, i)
				continue
			}
			wantRESTError(t, err, 400, 50035)
			if v := srv.Violations(); len(v) != before+1 || !strings.Contains(v[before], ": "+path) {
				t.Errorf("%s %d: violations %q", path, i, v[before:])
			}
		}
	}
	for _, m := range []*discordgo.MessageSend{{}, {Content: " \n"}, {Embeds: []*discordgo.MessageEmbed{}}} {
		_, err := s.ChannelMessageSendComplex(ch.ID, m)
		wantRESTError(t, err, 400, 50006)
	}
	if n := len(ch.Messages()); n != 0 {
		t.Errorf("%d messages were posted", n)
	}
}

func TestErrorBody(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(discordtest.Options{})
	defer srv.Close()
	ch := srv.AddGuild("guild").AddChannel("general")
	_, err := newSession(srv).ChannelMessageSend(ch.ID, long(2001))
	want := `{"code":50035,"errors":{"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH","message":"Must be 2000 or fewer in length."}]}},"message":"Invalid Form Body"}`
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v", err)
	}
}

func TestChoicesBeyondLimits(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(discordtest.Options{})
	defer srv.Close()
	alice := srv.AddUser("alice")
	ch := srv.AddDM(alice)
	got, handle := received()
	s := connect(t, srv, handle)
	register(t, srv, s, challengeCommand)
	in := alice.Autocomplete(ch, "challenge", "move", "")
	i := (<-got).Interaction
	respond := func(choices ...*discordgo.ApplicationCommandOptionChoice) error {
		return s.InteractionRespond(i, &discordgo.InteractionResponse{
			Type: discordgo.InteractionApplicationCommandAutocompleteResult,
			Data: &discordgo.InteractionResponseData{Choices: choices},
		})
	}
	choice := func(name string, value any) *discordgo.ApplicationCommandOptionChoice {
		return &discordgo.ApplicationCommandOptionChoice{Name: name, Value: value}
	}
	wantRESTError(t, respond(repeat(26, func(int) *discordgo.ApplicationCommandOptionChoice { return choice("n", "v") })...), 400, 50035)
	wantRESTError(t, respond(choice("", "v")), 400, 50035)
	wantRESTError(t, respond(choice(long(101), "v")), 400, 50035)
	wantRESTError(t, respond(choice("n", long(101))), 400, 50035)
	wantRESTError(t, respond(choice("n", 3)), 400, 50035)
	wantRESTError(t, s.InteractionRespond(i, say("no")), 400, 50035)
	if err := respond(repeat(25, func(int) *discordgo.ApplicationCommandOptionChoice { return choice(long(100), long(100)) })...); err != nil {
		t.Error(err)
	}
	if choices, err := in.Choices(newContext(t)); err != nil || len(choices) != 25 {
		t.Errorf("choices %v, %v", choices, err)
	}
	if n := len(srv.Violations()); n != 6 {
		t.Errorf("violations %q", srv.Violations())
	}
}

func TestCommandsAreKept(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	s := newSession(srv)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := srv.WaitCommands(ctx); err == nil {
		t.Error("commands before they were registered")
	}
	register(t, srv, s, pingCommand, challengeCommand)
	if err := srv.WaitCommands(t.Context()); err != nil {
		t.Error(err)
	}
	c := srv.Commands()
	if len(c) != 2 || fmt.Sprint(c[0].IntegrationTypes, c[0].Contexts, c[1].IntegrationTypes, c[1].Contexts) != "[0 1] [0 1 2] [0] []" {
		t.Errorf("commands %+v", c)
	}
	register(t, srv, s, challengeCommand)
	if kept := srv.Commands(); len(kept) != 1 || kept[0].ID != c[1].ID || len(kept[0].Options) != len(challengeCommand.Options) {
		t.Errorf("kept %+v", kept)
	}
}

func TestCommandsBeyondLimits(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(discordtest.Options{})
	defer srv.Close()
	s := newSession(srv)
	type option = discordgo.ApplicationCommandOption
	type choice = discordgo.ApplicationCommandOptionChoice
	command := func(options ...*option) []*discordgo.ApplicationCommand {
		return []*discordgo.ApplicationCommand{{Name: "ok", Description: "d", Options: options}}
	}
	opt := func(name string) *option { return &option{Type: 3, Name: name, Description: "d"} }
	with := func(change func(*option)) []*discordgo.ApplicationCommand {
		o := opt("x")
		change(o)
		return command(o)
	}
	named := func(name, description string) *discordgo.ApplicationCommand {
		return &discordgo.ApplicationCommand{Name: name, Description: description}
	}
	type local = map[discordgo.Locale]string
	localized := func(names, descriptions local) []*discordgo.ApplicationCommand {
		return []*discordgo.ApplicationCommand{named("zug", "d"), {Name: "a", NameLocalizations: &names, Description: "d", DescriptionLocalizations: &descriptions}}
	}
	onPerson := func(i int) *discordgo.ApplicationCommand {
		return &discordgo.ApplicationCommand{Type: discordgo.UserApplicationCommand, Name: strconv.Itoa(i)}
	}
	for name, list := range map[string][]*discordgo.ApplicationCommand{
		"local upper case":       localized(local{"de": "Zug"}, nil),
		"local space":            localized(local{"de": "ein zug"}, nil),
		"local long name":        localized(local{"de": long(33)}, nil),
		"local duplicate":        localized(local{"de": "zug"}, nil),
		"local long description": localized(nil, local{"de": long(101)}),
		"no local description":   localized(nil, local{"de": ""}),
		"unknown locale":         localized(nil, local{"xx": "d"}),
		"local duplicate option": command(opt("a"), &option{Type: 3, Name: "b", Description: "d", NameLocalizations: local{"de": "a"}}),
		"local long choice": with(func(o *option) {
			o.Choices = []*choice{{Name: "n", Value: "v", NameLocalizations: local{"de": long(101)}}}
		}),
		"local size": command(repeat(25, func(i int) *option {
			return &option{Type: 3, Name: strconv.Itoa(i), Description: "d", Choices: repeat(4, func(i int) *choice {
				return &choice{Name: strconv.Itoa(i), Value: strconv.Itoa(i), NameLocalizations: local{"de": long(80), "fr": long(79)}}
			})}
		})...),
		"many on a person":        repeat(6, onPerson),
		"a description on person": {{Type: discordgo.UserApplicationCommand, Name: "Ping", Description: "d"}},
		"options on a message":    {{Type: discordgo.MessageApplicationCommand, Name: "Ping", Options: []*option{opt("a")}}},
		"an unknown type":         {{Type: 9, Name: "Ping"}},
		"upper case":              {named("Ping", "d")},
		"space":                   {named("a b", "d")},
		"long name":               {named(long(33), "d")},
		"no description":          {named("a", "")},
		"long description":        {named("a", long(101))},
		"duplicate":               {named("a", "d"), named("a", "d")},
		"too many":                repeat(101, func(i int) *discordgo.ApplicationCommand { return named(strconv.Itoa(i), "d") }),
		"context":                 {{Name: "a", Description: "d", Contexts: &[]discordgo.InteractionContextType{3}}},
		"no installation":         {{Name: "a", Description: "d", IntegrationTypes: &[]discordgo.ApplicationIntegrationType{}}},
		"many options":            command(repeat(26, func(i int) *option { return opt(strconv.Itoa(i)) })...),
		"duplicate options":       command(opt("a"), opt("a")),
		"required last":           command(opt("a"), &option{Type: 3, Name: "b", Description: "d", Required: true}),
		"option type":             with(func(o *option) { o.Type = 4 }),
		"option text":             with(func(o *option) { o.Description = "" }),
		"many choices":            with(func(o *option) { o.Choices = repeat(26, func(i int) *choice { return &choice{Name: "n", Value: "v"} }) }),
		"long choice":             with(func(o *option) { o.Choices = []*choice{{Name: long(101), Value: "v"}} }),
		"choice type":             with(func(o *option) { o.Choices = []*choice{{Name: "n", Value: 1}} }),
		"both":                    with(func(o *option) { o.Choices = []*choice{{Name: "n", Value: "v"}}; o.Autocomplete = true }),
		"flag choices":            with(func(o *option) { o.Type = 5; o.Autocomplete = true }),
	} {
		if _, err := s.ApplicationCommandBulkOverwrite(srv.AppID(), "", list); err == nil {
			t.Errorf("%s: accepted", name)
		} else {
			wantRESTError(t, err, 400, 50035)
		}
	}
	_, err := s.ApplicationCommandBulkOverwrite("1", "", nil)
	wantRESTError(t, err, 403, 20012)
	if len(srv.Commands()) != 0 {
		t.Errorf("commands %+v", srv.Commands())
	}
}

// Of a text and its localizations only the longest counts towards the size of a command.
func TestLongestLocalizationCounts(t *testing.T) {
	t.Parallel()
	srv := startServer(t, discordtest.Options{})
	command := &discordgo.ApplicationCommand{Name: "ok", Description: "d", Options: repeat(25, func(i int) *discordgo.ApplicationCommandOption {
		return &discordgo.ApplicationCommandOption{Type: 3, Name: strconv.Itoa(i), Description: "d", Choices: repeat(3, func(i int) *discordgo.ApplicationCommandOptionChoice {
			return &discordgo.ApplicationCommandOptionChoice{Name: strconv.Itoa(i), Value: strconv.Itoa(i), NameLocalizations: map[discordgo.Locale]string{"de": long(100), "fr": long(99)}}
		})}
	})}
	if _, err := newSession(srv).ApplicationCommandBulkOverwrite(srv.AppID(), "", []*discordgo.ApplicationCommand{command}); err != nil {
		t.Error(err)
	}
}
