package bot

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/internal/words"
	"nimatron/match"
)

// known returns a bot that knows its own user.
func known() *bot {
	b := &bot{log: quiet, timing: defaultTiming}
	b.self.Store(&discordgo.User{ID: "42", Username: "nimatron"})
	return b
}

func TestDrawKeepsWithinLimits(t *testing.T) {
	long := strings.Repeat("🎲ab ", 5000)
	var actions []commands.Action
	var fields []commands.Field
	for i := range 40 {
		fields = append(fields, commands.Field{Name: long, Value: long})
		actions = append(actions, commands.Action{Label: long, Command: "rules", Options: map[string]string{"variant": fmt.Sprint(i)}})
	}
	fields[3] = commands.Field{Name: "", Value: "x"}
	fields[4] = commands.Field{Name: "x", Value: " "}
	actions[3] = actions[2]                                 // twice the same custom id
	actions[4].Options = map[string]string{"variant": long} // too long for one
	for _, card := range []*commands.Card{
		{Title: long, Body: long, Drawing: long, Fields: fields, Footer: long, Actions: actions},
		{Title: long, Fields: fields},
		{Body: long},
		{Drawing: long, Footer: long},
	} {
		m := known().draw(long, card, []string{"1", "2"})
		if n := words.Length(m.Content); n > maxContent {
			t.Errorf("content of %d", n)
		}
		if !strings.Contains(m.Content, "<@1>") || !strings.Contains(m.Content, "<@2>") {
			t.Errorf("nobody is mentioned in %q", m.Content[len(m.Content)-40:])
		}
		e := m.Embeds[0]
		total := words.Length(e.Title) + words.Length(e.Description)
		if words.Length(e.Title) > maxTitle || words.Length(e.Description) > maxDescription || len(e.Fields) > maxFields {
			t.Errorf("title %d, description %d, fields %d", words.Length(e.Title), words.Length(e.Description), len(e.Fields))
		}
		if e.Footer != nil {
			total += words.Length(e.Footer.Text)
		}
		for _, f := range e.Fields {
			total += words.Length(f.Name) + words.Length(f.Value)
			if f.Name == "" || strings.TrimSpace(f.Value) == "" || words.Length(f.Name) > maxFieldName || words.Length(f.Value) > maxFieldValue {
				t.Errorf("a field of %d and %d", words.Length(f.Name), words.Length(f.Value))
			}
		}
		if total > maxEmbed {
			t.Errorf("an embed of %d", total)
		}
		if strings.Count(e.Description, "```")%2 != 0 {
			t.Error("the drawing's block is not closed")
		}
		if len(m.Components) > maxRows {
			t.Errorf("%d rows", len(m.Components))
		}
		seen := map[string]bool{}
		for _, row := range m.Components {
			buttons := row.(discordgo.ActionsRow).Components
			if len(buttons) > maxRow {
				t.Errorf("%d buttons in a row", len(buttons))
			}
			for _, c := range buttons {
				b := c.(discordgo.Button)
				if words.Length(b.Label) > maxLabel || len(b.CustomID) > maxCustomID || seen[b.CustomID] {
					t.Errorf("button %+v", b)
				}
				seen[b.CustomID] = true
			}
		}
	}
}

func TestDrawNotifiesNobodyElse(t *testing.T) {
	text := "@everyone @here <@&7> <@8> " + commands.Mention("9") + " " + commands.Mention(match.BotID)
	m := known().draw(text, &commands.Card{Body: text}, []string{"9", "9", match.BotID, "42", "local:x", "5"})
	if got := fmt.Sprint(m.AllowedMentions.Users); got != "[9 5]" {
		t.Errorf("notified: %s", got)
	}
	data, err := json.Marshal(known().draw(text, nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	if want := `"allowed_mentions":{"parse":[],"replied_user":false}`; !strings.Contains(string(data), want) {
		t.Errorf("%s has no %s", data, want)
	}
	if !strings.Contains(m.Content, "<@42>") || !strings.HasSuffix(m.Content, " <@5>") {
		t.Errorf("content %q", m.Content)
	}
}

func TestDrawSmallThings(t *testing.T) {
	b := known()
	if m := b.draw("", nil, nil); m.Content == "" {
		t.Error("an empty message")
	}
	if m := b.draw("x", &commands.Card{Actions: []commands.Action{{Command: "help"}}}, nil); len(m.Embeds) != 0 || len(m.Components) != 1 {
		t.Errorf("a card of buttons alone: %+v", m)
	}
	if m := b.draw("", &commands.Card{Drawing: "a```b\n"}, nil); m.Embeds[0].Description != "```\na'''b\n```" {
		t.Errorf("drawing %q", m.Embeds[0].Description)
	}
	if got := b.expand(commands.Mention("local:p*1")); got != "**p1**" {
		t.Errorf("somebody of the terminal is %q", got)
	}
	if got := (&bot{}).expand(commands.Mention(match.BotID)); got != "**Nimatron**" {
		t.Errorf("the bot, before it knows itself, is %q", got)
	}
	data, err := json.Marshal(b.draw("x", nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	// What is null or left out, an edit would leave as it was.
	for _, want := range []string{`"embeds":[]`, `"components":[]`, `"content":"x"`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%s has no %s", data, want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, test := range []struct {
		text  string
		limit int
		want  string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"🎲🎲", 4, "🎲🎲"},
		{"🎲🎲", 3, "🎲…"},
		{"ab <@123> cd", 8, "ab …"},
		{"ab <@1> cd", 9, "ab <@1> …"},
		{"abc", 0, ""},
		{"abc", -5, ""},
		{"", -5, ""},
	} {
		if got := cut(test.text, test.limit); got != test.want {
			t.Errorf("cut(%q, %d) = %q, want %q", test.text, test.limit, got, test.want)
		}
	}
}

func FuzzCut(f *testing.F) {
	f.Add("ab <@123> 🎲", 7)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		got := cut(text, limit)
		if words.Length(got) > max(limit, 0) {
			t.Errorf("cut(%q, %d) = %q", text, limit, got)
		}
		if utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Errorf("cut(%q, %d) = %q breaks a character", text, limit, got)
		}
	})
}

func TestMarks(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for text, want := range map[string]string{
		commands.Mention("12"):                                      "<@12>",
		commands.Mention("local:ann_x"):                             "**annx**",
		commands.ChannelLink("77", "5"):                             "<#77>",
		commands.ChannelLink("77", ""):                              "https://discord.com/channels/@me/77",
		commands.ChannelLink("local:lobby", ""):                     "**lobby**",
		"it ends " + commands.Moment(at, commands.Relative) + " a_": `it ends <t:1767323045:R> a\_`,
		commands.Moment(at, commands.Clock):                         "<t:1767323045:f>",
		commands.Moment(at, commands.Day):                           "<t:1767323045:D>",
	} {
		if got := known().expand(text); got != want {
			t.Errorf("expand(%q) = %q, want %q", text, got, want)
		}
	}
	// A mark is cut whole.
	for limit := range 20 {
		if got := cut("ab <t:1767323045:R> cd", limit); strings.Contains(got, "<") && !strings.Contains(got, ">") {
			t.Errorf("cut at %d to %q", limit, got)
		}
	}
}

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"L*(w) is 1 if b < R*(w)":     `L\*(w) is 1 if b \< R\*(w)`,
		"_ 4 _":                       `\_ 4 \_`,
		"**P**: `a_b` by <@12>, <@x>": "**P**: `a_b` by <@12>, \\<@x\\>",
		"<#12> <#x>":                  `<#12> \<\#x\>`,
		"<t:1767323045:R> <t:12> <t>": `<t:1767323045:R> \<t:12\> \<t\>`,
		"~~x~~ ||y|| # [z](w)":        `\~\~x\~\~ \|\|y\|\| \# \[z](w)`,
	} {
		if got := escape(text); got != want {
			t.Errorf("escape(%q) = %q, want %q", text, got, want)
		}
	}
}
