package commands_test

import (
	"testing"
	"time"

	"nimatron/commands/view"
)

// Markup surrounds any text, and control characters are left out.
func TestMarks(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	w := view.Writer{
		Person:  func(id string) string { return "<" + id + ">" },
		Channel: func(channel, server string) string { return "<" + channel + " of " + server + ">" },
		Moment: func(t time.Time, style view.MomentStyle) string {
			return "<" + string(style) + t.Format(time.RFC3339) + ">"
		},
	}
	for text, want := range map[string]string{
		"a " + view.Mention("x y") + " b":               "a <x y> b",
		view.ChannelLink("c", "s") + view.Mention("p"):  "<c of s><p>",
		view.ChannelLink("local:c", ""):                 "<local:c of >",
		"until " + view.Moment(at, view.Relative) + ".": "until <R2026-01-02T03:04:05Z>.",
		"\x0e\x0f\x0etRx\x0f\x0et\x0f\x0ezz\x0f!":       "!",
		"\x0e@open": "<open>",
	} {
		if got := w.Write(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
