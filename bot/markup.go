package bot

import (
	"regexp"
	"strings"

	"nimatron/internal/words"
)

// token is how Discord writes a person, a role, a channel or a moment in a text.
var token = regexp.MustCompile(`^<(@&?[0-9]+|#[0-9]+|t:-?[0-9]+:[A-Za-z])>`)

// escape keeps Discord from reading more markup into a text than **bold**, `code`
// and what token matches: the thresholds L* and R* are no slanted text.
func escape(text string) string {
	var b strings.Builder
	inCode := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '`':
			inCode = !inCode
			b.WriteByte(c)
		case inCode:
			b.WriteByte(c)
		case strings.HasPrefix(text[i:], "**"):
			b.WriteString("**")
			i++
		case c == '<' && token.MatchString(text[i:]):
			found := token.FindString(text[i:])
			b.WriteString(found)
			i += len(found) - 1
		case strings.IndexByte("*_~|<>#\\[", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// plain drops the characters that are markup.
func plain(r rune) rune {
	if strings.ContainsRune("*_`~|<>@#\\[]()", r) {
		return -1
	}
	return r
}

// cut shortens a text to at most limit characters, as words.Cut does, but cuts no
// token in two.
func cut(text string, limit int) string {
	kept := words.Cut(text, limit)
	if open := strings.LastIndex(kept, "<"); kept != text && open >= 0 && token.MatchString(text[open:]) && !strings.Contains(kept[open:], ">") {
		return kept[:open] + "…"
	}
	return kept
}
