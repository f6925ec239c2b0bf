package view

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Marks in the text of a reply stand for names and times that each front writes in its own way.
// They begin and end with control characters, which nobody can type into a reply. The first
// character between them is the kind of the mark.
const (
	markOpen  = "\x0e"
	markClose = "\x0f"

	personMark  = '@'
	channelMark = '#'
	roleMark    = '&'
	momentMark  = 't'
	boardMark   = 'b'
)

// Mention marks a person in a reply's text by their id.
func Mention(id string) string { return markOpen + string(personMark) + id + markClose }

// ChannelLink marks a link to a channel. The server is empty for a direct message and in the
// terminal.
func ChannelLink(channel, server string) string {
	return markOpen + string(channelMark) + server + " " + channel + markClose
}

// OpenBoard marks a link to the live board of a match, in a sentence of its own.
func OpenBoard(match int64) string {
	return markOpen + string(boardMark) + strconv.FormatInt(match, 10) + markClose
}

// RoleName marks a role of a server by its id.
func RoleName(id string) string { return markOpen + string(roleMark) + id + markClose }

// A MomentStyle says how a time is shown.
type MomentStyle byte

// The styles of a moment, with examples.
const (
	Relative MomentStyle = 'R' // "in 2 hours", "3 days ago"
	// Countdown is Relative, also where times are written for later readers: "in 12 s".
	Countdown MomentStyle = 'C'
	Clock     MomentStyle = 'f' // "2 January 2026 15:04"
	Day       MomentStyle = 'D' // "2 January 2026"
)

// Moment marks a point in time, so that everybody sees their own clock.
func Moment(t time.Time, style MomentStyle) string {
	return markOpen + string(momentMark) + string(style) + strconv.FormatInt(t.Unix(), 10) + markClose
}

// Timestamp writes a moment as Discord does, and as the page reads it.
func Timestamp(t time.Time, style MomentStyle) string {
	if style == Countdown {
		style = Relative
	}
	return fmt.Sprintf("<t:%d:%c>", t.Unix(), style)
}

// Writer writes marks in a front's own way.
type Writer struct {
	Person  func(id string) string
	Channel func(channel, server string) string
	Role    func(id string) string
	Moment  func(t time.Time, style MomentStyle) string
	Board   func(match int64) string // nil if boards can't be opened from texts
}

// Write replaces every mark in a text.
func (w Writer) Write(text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, markOpen)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		mark, after, _ := strings.Cut(rest, markClose)
		b.WriteString(w.mark(mark))
		text = after
	}
}

func (w Writer) mark(mark string) string {
	if mark == "" {
		return ""
	}
	switch of := mark[1:]; mark[0] {
	case personMark:
		return w.Person(of)
	case channelMark:
		server, channel, _ := strings.Cut(of, " ")
		return w.Channel(channel, server)
	case roleMark:
		if w.Role != nil {
			return w.Role(of)
		}
	case boardMark:
		if match, err := strconv.ParseInt(of, 10, 64); err == nil && w.Board != nil {
			return w.Board(match)
		}
	case momentMark:
		if of == "" {
			return ""
		}
		if seconds, err := strconv.ParseInt(of[1:], 10, 64); err == nil {
			return w.Moment(time.Unix(seconds, 0).UTC(), MomentStyle(of[0]))
		}
	}
	return ""
}
