package bot

import (
	"strings"
	"testing"

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

// Markup is cut as a whole.
func TestCut(t *testing.T) {
	for limit := range 20 {
		if got := cut("ab <t:1767323045:R> cd", limit); strings.Contains(got, "<") && !strings.Contains(got, ">") {
			t.Errorf("cut at %d to %q", limit, got)
		}
	}
}
