package commands_test

import (
	"errors"
	"testing"

	"nimatron/commands"
)

// FuzzParseLine checks that any line is a command with valid options, or is refused in words.
func FuzzParseLine(f *testing.F) {
	for _, line := range []string{
		"", " ", "/", "//", "L-1", "/move L 3", "/challenge game:end-nim position:3 5 2 first:me", "/TABLE pattern:_ 4 _ n:16",
		"/profile user:<@1>", "/challenge game:nim game:nim", "/help x", "/review match:#1 step:2", "/match resign sure:true",
		"/study analyze position:::", "/nothing", "/move\u00a0L-1", "\u202e/move", "/settings privacy delete sure:\x00", "/challenge :",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		name, options, err := commands.ParseLine(line)
		var refused *commands.Refusal
		if err != nil {
			if !errors.As(err, &refused) || refused.Text == "" {
				t.Errorf("%q: %v", line, err)
			}
			return
		}
		c := commands.Find(name)
		if c == nil {
			t.Fatalf("%q: there is no command %q", line, name)
		}
		for option := range options {
			if c.Option(option) == nil {
				t.Errorf("%q: /%s has no option %q", line, name, option)
			}
		}
	})
}
