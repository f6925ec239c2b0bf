package chat

import (
	"strings"
	"testing"

	"nimatron/commands/input"
	"nimatron/commands/view"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text  string // with markup
		width int
		want  string // separated by "|"
	}{
		{"one two three", 0, "one two three"},
		{"one two three", 13, "one two three"},
		{"one two three", 12, "one two|three"},
		{"one two three", 7, "one two|three"},
		{"one two three", 6, "one|two|three"},
		{"one two three", 1, "one|two|three"},
		{"one\n\ntwo three", 5, "one||two|three"},
		{"    one two", 8, "    one|    two"},
		{"one   two  three ", 9, "one   two|three"},
		{"", 5, ""},
		{"a `/hint x y` b", 9, "a|`/hint x y`|b"},
		{"a `1 2 3 4` b c", 11, "a `1 2 3 4`|b c"},
		{"`a b c d e f`", 5, "`a b c d e f`"},
		{"**one two** three", 7, "one two|three"},
		{"é é é", 3, "é é|é"},
		{"漢字 漢字", 8, "漢字|漢字"},
		{"e\u0301e\u0301 e\u0301", 4, "e\u0301e\u0301 e\u0301"},
	} {
		if got, want := wrap(plain.markup(tt.text), tt.width), strings.ReplaceAll(tt.want, "|", "\n"); got != want {
			t.Errorf("%q in %d columns: got %q, want %q", tt.text, tt.width, got, want)
		}
		// Emphasis takes no columns. Backticks are shown only in plain text.
		if strings.Contains(tt.text, "`") {
			continue
		}
		got := strings.NewReplacer(ansi.bold, "", ansi.reset, "").Replace(wrap(ansi.markup(tt.text), tt.width))
		if want := strings.ReplaceAll(tt.want, "|", "\n"); got != want {
			t.Errorf("%q with emphasis in %d columns: got %q, want %q", tt.text, tt.width, got, want)
		}
	}
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
