package bot

import (
	"strings"
	"testing"
	"time"

	"nimatron/commands/view"
	"nimatron/internal/must"
)

func TestEndpointRewritesAddresses(t *testing.T) {
	for _, test := range []struct{ base, from, to string }{
		{"", "https://discord.com/api/v9/channels/1/messages", "https://discord.com/api/v10/channels/1/messages"},
		{"http://127.0.0.1:80", "https://discord.com/api/v9/gateway/bot", "http://127.0.0.1:80/api/v10/gateway/bot"},
		{"http://proxy:1/", "https://discord.com/api/v9/gateway/bot", "http://proxy:1/api/v10/gateway/bot"},
		{"https://proxy/some/path/", "https://discord.com/api/v9/webhooks/1/t?wait=true", "https://proxy/some/path/api/v10/webhooks/1/t?wait=true"},
	} {
		e, err := newEndpoint(test.base, nil)
		if err != nil {
			t.Errorf("%q: %v", test.base, err)
			continue
		}
		if got := e.address(test.from); got != test.to {
			t.Errorf("%q: %s becomes %s, want %s", test.base, test.from, got, test.to)
		}
	}
}

// A link leads to where the API is, without its password.
func TestLinks(t *testing.T) {
	for base, want := range map[string]string{
		"":                            "https://discord.com/channels/",
		"http://me:secret@host:80/a/": "http://host:80/a/channels/",
	} {
		b := &bot{api: must.Get(newEndpoint(base, nil))(t)}
		if got := b.moved("5", "6/7").Text; got != "This message has moved: "+want+"5/6/7" {
			t.Errorf("%q: %s", base, got)
		}
		if got := b.expand(view.ChannelLink("77", "")); got != want+"@me/77" {
			t.Errorf("%q: %s", base, got)
		}
	}
}

func TestBadEndpoints(t *testing.T) {
	for _, base := range []string{
		"discord.com", "ftp://discord.com", "http://", "http://%zz", "://", "http://host/api", "http://host/api/",
		"http://host?x=1", "http://host#x", "http://user:secret@host/api",
	} {
		_, err := newEndpoint(base, nil)
		if err == nil {
			t.Errorf("%q is taken", base)
			continue
		}
		if text := err.Error(); strings.Contains(text, "\n") || strings.Contains(text, "secret") || !strings.Contains(text, "API URL") {
			t.Errorf("%q: %v", base, err)
		}
	}
	if err := Run(t.Context(), Config{Token: "x", APIURL: "nonsense", Log: quiet}); err == nil {
		t.Error("Run takes a bad URL")
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
