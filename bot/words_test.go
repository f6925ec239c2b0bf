package bot

import (
	"strings"
	"testing"
	"time"

	"nimatron/bot/transport"
	"nimatron/commands/view"
	"nimatron/internal/must"
)

// A link leads to where the API is, without its password.
func TestLinks(t *testing.T) {
	for base, want := range map[string]string{
		"":                            "https://discord.com/channels/",
		"http://me:secret@host:80/a/": "http://host:80/a/channels/",
	} {
		b := &bot{client: must.Get(transport.New(transport.Config{APIURL: base}))(t)}
		if got := b.moved("5", "6/7").Text; got != "This message has moved: "+want+"5/6/7" {
			t.Errorf("%q: %s", base, got)
		}
		if got := b.expand(view.ChannelLink("77", "")); got != want+"@me/77" {
			t.Errorf("%q: %s", base, got)
		}
	}
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
	// Markup is cut as a whole.
	for limit := range 20 {
		if got := cut("ab <t:1767323045:R> cd", limit); strings.Contains(got, "<") && !strings.Contains(got, ">") {
			t.Errorf("cut at %d to %q", limit, got)
		}
	}
}
