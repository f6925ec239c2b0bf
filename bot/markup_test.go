package bot

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/internal/words"
)

// TestMarkup asks the questions of markup.txt.
func TestMarkup(t *testing.T) {
	mention := func(code string) string { return map[string]string{"/class set drop": "</class set drop:12>"}[code] }
	golden.Lines(t, "markup.txt", func(line string) string {
		function, text, _ := strings.Cut(line, " ")
		switch function {
		case "escape":
			return escape(text, mention)
		case "expand":
			return known().expand(text)
		}
		limit, text, _ := strings.Cut(text, " ")
		return strconv.Quote(cut(text, must.Get(strconv.Atoi(limit))(t)))
	})
}

func FuzzCut(f *testing.F) {
	f.Add("ab <@123> 🎲", 7)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		got := cut(text, limit)
		if words.Length(got) > max(limit, 0) {
			t.Errorf("cut(%q, %d) = %q", text, limit, got)
		}
		if utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Errorf("cut(%q, %d) = %q breaks a character", text, limit, got)
		}
	})
}
