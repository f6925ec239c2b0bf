package bot

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"nimatron/commands/view"
	"nimatron/internal/words"
)

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
		view.Mention("12"):                                  "<@12>",
		view.Mention("local:ann_x"):                         "**annx**",
		view.ChannelLink("77", "5"):                         "<#77>",
		view.ChannelLink("77", ""):                          "https://discord.com/channels/@me/77",
		view.ChannelLink("local:lobby", ""):                 "**lobby**",
		"it ends " + view.Moment(at, view.Relative) + " a_": `it ends <t:1767323045:R> a\_`,
		view.Moment(at, view.Clock):                         "<t:1767323045:f>",
		view.Moment(at, view.Day):                           "<t:1767323045:D>",
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
