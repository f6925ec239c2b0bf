package chat

import (
	"strconv"
	"strings"
	"testing"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/golden"
	"nimatron/internal/must"
)

// TestWrap wraps the texts of wrapped.txt. Emphasis takes no columns. Backticks are shown only in plain text.
func TestWrap(t *testing.T) {
	golden.Lines(t, "wrapped.txt", func(line string) string {
		columns, text, _ := strings.Cut(line, " ")
		width := must.Get(strconv.Atoi(columns))(t)
		got := wrap(plain.markup(text), width)
		with := strings.NewReplacer(ansi.bold, "", ansi.reset, "").Replace(wrap(ansi.markup(text), width))
		if with != got && !strings.Contains(text, "`") {
			t.Errorf("%q with emphasis in %d columns: got %q, want %q", text, width, with, got)
		}
		return strconv.Quote(strings.ReplaceAll(got, "\n", "|"))
	})
}

// TestWrapKeeps checks that drawings, files and commands are not wrapped.
func TestWrapKeeps(t *testing.T) {
	reply := view.Reply{
		Text: "A sentence that is longer than the line.",
		Card: &view.Card{
			Title:   "A title of many words",
			Drawing: "███ ███ ███ ███ ███\n 1   2   3   4   5",
			Fields:  []view.Field{{Name: "Position", Value: "1 2 3 4 5 6 7 8 9"}},
			Actions: []view.Action{{Call: input.Rules.With(input.RulesInput{Game: input.Game("nim")})}, {Call: input.Hint.Call()}},
		},
		Files: []view.File{{Name: "a.txt", Data: []byte("a b c d e f g h i j k l m n o p q r s t\n")}},
	}
	const want = `A sentence that
is longer than
the line.

== A title of
many words ==

    ███ ███ ███ ███ ███
     1   2   3   4   5

Position: 1 2 3
4 5 6 7 8 9
You can:
/rules game:nim
/hint

a.txt:
a b c d e f g h i j k l m n o p q r s t`
	if got := wrap(plain.reply(reply, "ann", nil), 15); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
