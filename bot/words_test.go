package bot

import (
	"strings"
	"testing"
	"time"

	"nimatron/commands/view"
)

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
