package chat

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// hardSpace is a space at which no line may break; wrap turns it into a space. sanitize removes it
// from foreign text.
const hardSpace = '\x00'

// keep protects drawings and code from wrap.
func keep(text string) string { return strings.ReplaceAll(text, " ", string(hardSpace)) }

// wrap breaks lines between words at width columns; 0 means no limit. Continuation lines keep the
// indent. A longer word stays whole.
func wrap(text string, width int) string {
	if width > 0 {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			lines[i] = wrapLine(line, width)
		}
		text = strings.Join(lines, "\n")
	}
	return strings.ReplaceAll(text, string(hardSpace), " ")
}

func wrapLine(line string, width int) string {
	rest := strings.TrimLeft(line, " ")
	indent := line[:len(line)-len(rest)]
	var b strings.Builder
	b.WriteString(indent)
	column := len(indent)
	for gap := ""; rest != ""; {
		word, _, _ := strings.Cut(rest, " ")
		rest = rest[len(word):]
		n := columns(word)
		switch {
		case gap == "":
		case column+len(gap)+n > width:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteString(gap)
			column += len(gap)
		}
		b.WriteString(word)
		column += n
		next := strings.TrimLeft(rest, " ")
		gap, rest = rest[:len(rest)-len(next)], next
	}
	return b.String()
}

// columns returns the columns of a word, without escape sequences.
func columns(word string) int {
	n := 0
	for {
		visible, sequence, found := strings.Cut(word, "\x1b")
		n += runewidth.StringWidth(visible) + strings.Count(visible, string(hardSpace))
		if !found {
			return n
		}
		_, word, _ = strings.Cut(sequence, "m")
	}
}
