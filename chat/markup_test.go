package chat

import (
	"fmt"
	"strings"
	"testing"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/golden"
)

// TestMarkup shows the texts of markup.txt.
func TestMarkup(t *testing.T) {
	codes := strings.NewReplacer(ansi.bold, "{b}", ansi.code, "{c}", ansi.reset, "{}")
	golden.Lines(t, "markup.txt", func(text string) string {
		return fmt.Sprintf("%q, %q", plain.markup(text), codes.Replace(ansi.markup(text)))
	})
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
