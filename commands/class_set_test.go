package commands_test

import (
	"testing"

	"nimatron/commands/view"
)

// A text from a person pings nobody and contains no markup.
func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"<@1> @everyone": "<＠1> ＠everyone", "**x** `y`": "∗∗x∗∗ 'y'", "<#1> <t:1:R>": "< #1> < t:1:R>", "a\x0e@1\x0fb": "a＠1b", "3 < 5": "3 < 5",
	} {
		if got := view.Plain(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
