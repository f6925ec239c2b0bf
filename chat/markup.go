package chat

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"

	"github.com/mattn/go-runewidth"

	"nimatron/commands/view"
	"nimatron/match"
)

type style struct {
	bold, code, faint, reset string
	tick                     string
}

var (
	plain = style{tick: "`"}
	ansi  = style{bold: "\x1b[1m", code: "\x1b[36m", faint: "\x1b[2m", reset: "\x1b[0m"}
)

// markup renders **bold**, `code` and marks, for wrap. It first removes what could control a
// terminal.
func (s style) markup(text string) string {
	text = sanitize(writer.Write(text))
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		s.line(&b, line)
	}
	return b.String()
}

// line renders one line, because no emphasis spans lines.
func (s style) line(b *strings.Builder, line string) {
	bold := false
	for line != "" {
		if rest, ok := strings.CutPrefix(line, "**"); ok && (bold || strings.Contains(rest, "**")) {
			bold, line = !bold, rest
			if bold {
				b.WriteString(s.bold)
			} else {
				b.WriteString(s.reset)
			}
			continue
		}
		if rest, ok := strings.CutPrefix(line, "`"); ok {
			if code, after, ok := strings.Cut(rest, "`"); ok {
				b.WriteString(s.code + s.tick + keep(code) + s.tick + s.reset)
				if bold {
					b.WriteString(s.bold)
				}
				line = after
				continue
			}
		}
		// The text up to the next mark has no markup. Its first byte may be an unpaired mark.
		n := strings.IndexAny(line[1:], "*`") + 1
		if n == 0 {
			n = len(line)
		}
		b.WriteString(line[:n])
		line = line[n:]
	}
	if bold {
		b.WriteString(s.reset)
	}
}

var writer = view.Writer{Person: mention, Channel: channelName, Moment: momentText}

func channelName(channel, _ string) string {
	if name, ok := strings.CutPrefix(channel, match.LocalPrefix); ok {
		return "#" + name
	}
	return "channel " + channel
}

// momentText writes a time in UTC. The transcript may be read elsewhere and later, so it has no
// local time, and a duration only in a countdown.
func momentText(t time.Time, style view.MomentStyle) string {
	t = t.UTC()
	switch style {
	case view.Day:
		return t.Format("2 Jan 2006")
	case view.Countdown:
		if left := time.Until(t); left > 0 {
			return fmt.Sprintf("in %.0f s", math.Ceil(left.Seconds()))
		}
		return "now"
	case view.Relative:
		return "at " + t.Format("2006-01-02 15:04 MST")
	}
	return t.Format("2006-01-02 15:04 MST")
}

func mention(id string) string {
	if id == match.BotID {
		return match.BotName
	}
	// People of the terminal, and of imported matches.
	if name, ok := match.NameInID(id); ok {
		return name
	}
	return "user " + id
}

// sanitize replaces anything that could control a terminal, such as escape sequences and direction
// marks. Newlines stay.
func sanitize(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || unicode.IsPrint(r):
			return r
		case unicode.IsSpace(r):
			return ' '
		}
		return unicode.ReplacementChar
	}, text)
}

// hardSpace is a space at which no line may break; wrap turns it into a space. sanitize removes it
// from foreign text.
const hardSpace = '\x00'

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
