package chat

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// hardSpace stands for a space at which no line may be broken, until wrap makes it
// one. Nothing from outside contains it: sanitize takes it out.
const hardSpace = '\x00'

// keep protects drawings and code from wrap.
func keep(text string) string { return strings.ReplaceAll(text, " ", string(hardSpace)) }

// wrap breaks the lines of a text that are wider than width columns between words,
// and indents what follows as the line was. A word that is wider stays whole, and
// with width 0 every line does.
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

// columns returns how many columns of a terminal a word takes, its escape
// sequences none.
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
