package view_test

import (
	"testing"

	"nimatron/commands/view"
)

func TestStopped(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "Left to move": "Left to move.", "Your turn.": "Your turn.", "**Alice, your turn.**": "**Alice, your turn.**",
		"*Who wins?*": "*Who wins?*", "Take `2-1`": "Take `2-1`.", "**Right!**": "**Right!**",
	} {
		if got := view.Stopped(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
