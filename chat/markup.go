package chat

import (
	"strings"
	"time"
	"unicode"

	"nimatron/commands/view"
	"nimatron/match"
)

// style is how the markup of replies looks.
type style struct {
	bold, code, faint, reset string
	// tick stands around code.
	tick string
}

var (
	// plain is for files and pipes.
	plain = style{tick: "`"}
	// ansi is for a terminal, unless colours are not wanted.
	ansi = style{bold: "\x1b[1m", code: "\x1b[36m", faint: "\x1b[2m", reset: "\x1b[0m"}
)

// markup renders **bold**, `code` and marks, for wrap. Anything that could
// control a terminal is taken out first.
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

// line renders one line; no mark reaches beyond it.
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
		// On to the next mark; the first byte is none, or one without its like.
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

// writer writes what is marked in replies.
var writer = view.Writer{Person: mention, Channel: channelName, Moment: momentText}

// channelName is how channels are called here.
func channelName(channel, _ string) string {
	if name, ok := strings.CutPrefix(channel, match.LocalPrefix); ok {
		return "#" + name
	}
	return "channel " + channel // of Discord, whose names are not known here
}

// momentText writes a moment. The terminal of one person may be read by another, and
// the text outlives it, so it tells neither a local time nor how long it still is.
func momentText(t time.Time, style view.MomentStyle) string {
	t = t.UTC()
	switch style {
	case view.Day:
		return t.Format("2 Jan 2006")
	case view.Relative:
		return "at " + t.Format("2006-01-02 15:04 MST")
	}
	return t.Format("2006-01-02 15:04 MST")
}

// mention is how people are called here.
func mention(id string) string {
	if id == match.BotID {
		return match.BotName
	}
	// Those of the terminal, and those who came with imported matches.
	if name, ok := match.NameInID(id); ok {
		return name
	}
	return "user " + id // of Discord, whose names are not known here
}

// sanitize takes out of text what could control a terminal: all that is neither
// printable nor a newline, such as escape sequences and marks that turn the
// direction of writing.
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
