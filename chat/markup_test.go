package chat

import (
	"strings"
	"testing"
	"time"

	"nimatron/commands/input"
	"nimatron/commands/view"
)

func TestMarkup(t *testing.T) {
	for _, tt := range []struct{ text, plain, ansi string }{
		{"", "", ""},
		{"a **b** c", "a b c", "a {b}b{} c"},
		{"take `L-1` now", "take `L-1` now", "take {c}L-1{} now"},
		{"**a `b` c**", "a `b` c", "{b}a {c}b{}{b} c{}"},
		{"`**a**`", "`**a**`", "{c}**a**{}"},
		{"2 ** 3", "2 ** 3", "2 ** 3"},
		{"a `lone tick", "a `lone tick", "a `lone tick"},
		{"**two\nlines**", "**two\nlines**", "**two\nlines**"},
		{"a * b", "a * b", "a * b"},
		{"é**é**", "éé", "é{b}é{}"},
		{view.Mention("local:p1") + " and " + view.Mention("nimatron"), "p1 and Nimatron", "p1 and Nimatron"},
		{view.Mention("123"), "user 123", "user 123"},
		{view.ChannelLink("local:den", "") + view.ChannelLink("12", "3"), "#denchannel 12", "#denchannel 12"},
		{"it ends " + view.Moment(time.Unix(1767323045, 0), view.Relative), "it ends at 2026-01-02 03:04 UTC", "it ends at 2026-01-02 03:04 UTC"},
		{view.Moment(time.Unix(1767323045, 0), view.Clock), "2026-01-02 03:04 UTC", "2026-01-02 03:04 UTC"},
		{view.Moment(time.Unix(1767323045, 0), view.Day), "2 Jan 2026", "2 Jan 2026"},
		{"tab\tand\x1b[1m", "tab and\uFFFD[1m", "tab and\uFFFD[1m"},
	} {
		if got := plain.markup(tt.text); got != tt.plain {
			t.Errorf("plain %q: got %q, want %q", tt.text, got, tt.plain)
		}
		want := strings.NewReplacer("{b}", ansi.bold, "{c}", ansi.code, "{}", ansi.reset).Replace(tt.ansi)
		if got := ansi.markup(tt.text); got != want {
			t.Errorf("ansi %q: got %q, want %q", tt.text, got, want)
		}
	}
}

func TestReply(t *testing.T) {
	r := view.Reply{
		Text: "Well **played**.",
		To:   view.Private{},
		Card: &view.Card{
			Title:   "A title",
			Body:    "The body",
			Drawing: "██\n 2",
			Fields:  []view.Field{{Name: "One", Value: "`1`"}, {Name: "Two", Value: "2\n2"}},
			Footer:  "The foot",
			Actions: []view.Action{
				{Label: "Hint", Call: input.Hint.Call()},
				{Label: "Again", Call: input.Challenge.With(input.ChallengeInput{First: "me", Game: input.Game("nim"), Position: "3 5"})},
			},
		},
	}
	const want = "(only p1 can see this) Well played.\n" + `
== A title ==
The body

    ██
     2

One: ` + "`1`" + `
Two:
    2
    2
The foot
You can: /hint   /challenge game:nim position:3 5 first:me`
	if got := wrap(plain.reply(r, "p1", nil), 0); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
