package bot

import (
	"cmp"
	"regexp"
	"strings"

	"nimatron/internal/words"
)

const openBoard = "Open the board"

// token matches Discord's notation for people, roles, channels, times and commands, and links to live boards.
var token = regexp.MustCompile(`^(<(@&?[0-9]+|#[0-9]+|t:-?[0-9]+:[A-Za-z]|/[-_ \p{L}\p{N}]+:[0-9]+)>|` +
	`\[` + openBoard + `\]\(https://discord\.com/activities/[0-9]+\?custom_id=[0-9]+\.[-_A-Za-z0-9]+\))`)

// escape escapes all markup but **bold**, `code` and token. Without it, the thresholds L* and R*
// would become italics. mention returns what replaces code, or "".
func escape(text string, mention func(code string) string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	inCode := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '`' && !inCode:
			code, _, closed := strings.Cut(text[i+1:], "`")
			if m := mention(code); closed && m != "" {
				b.WriteString(m)
				i += len(code) + 1
				continue
			}
			inCode = true
			b.WriteByte(c)
		case c == '`':
			inCode = false
			b.WriteByte(c)
		case inCode:
			b.WriteByte(c)
		case strings.HasPrefix(text[i:], "**"):
			b.WriteString("**")
			i++
		case strings.IndexByte("*_~|<>#\\[", c) >= 0:
			found := ""
			if c == '<' || c == '[' {
				found = token.FindString(text[i:])
			}
			b.WriteString(cmp.Or(found, `\`+text[i:i+1]))
			i += max(len(found)-1, 0)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func plain(r rune) rune {
	if strings.ContainsRune("*_`~|<>@#\\[]()", r) {
		return -1
	}
	return r
}

func cut(text string, limit int) string {
	kept := words.Cut(text, limit)
	if open := strings.LastIndexAny(kept, "<["); kept != text && open >= 0 {
		if at := token.FindStringIndex(text[open:]); at != nil && len(kept) < open+at[1]+len("…") {
			return kept[:open] + "…"
		}
	}
	return kept
}
