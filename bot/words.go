package bot

import (
	"fmt"
	"strings"
	"time"

	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
)

// expand writes the marks and the markup of a text as Discord does. Invisible characters are
// left out, wherever they come from: a database can be older than the rule that keeps it out.
func (b *bot) expand(text string) string {
	lines := strings.Split(view.Writer{Person: b.person, Channel: channelLink, Role: role, Moment: timestamp}.Write(text), "\n")
	for i := range lines {
		lines[i] = words.Visible(lines[i])
	}
	return escape(strings.Join(lines, "\n"))
}

// person writes a person.
func (b *bot) person(id string) string {
	switch {
	case id == match.BotID && b.userID() != "":
		return "<@" + b.userID() + ">"
	case id == match.BotID:
		return "**" + match.BotName + "**"
	case isSnowflake(id):
		return "<@" + id + ">"
	default: // somebody of the terminal's, where a database is shared
		name, ok := match.NameInID(id)
		if !ok {
			name = id
		}
		if name = strings.TrimSpace(strings.Map(plain, words.Visible(name))); name == "" {
			name = "somebody"
		}
		return "**" + name + "**"
	}
}

// channelLink writes a channel. One of direct messages has no name, but an address.
func channelLink(channel, server string) string {
	switch {
	case !isSnowflake(channel): // of the terminal
		_, name, _ := strings.Cut(channel, ":")
		return "**" + strings.Map(plain, name) + "**"
	case server == "":
		return "https://discord.com/channels/@me/" + channel
	default:
		return "<#" + channel + ">"
	}
}

// role writes a role of a server, of which nobody is notified.
func role(id string) string {
	if !isSnowflake(id) {
		return ""
	}
	return "<@&" + id + ">"
}

// timestamp writes a moment, which everybody sees by their own clock.
func timestamp(t time.Time, style view.MomentStyle) string {
	return fmt.Sprintf("<t:%d:%c>", t.Unix(), style)
}

// isSnowflake reports whether id is written like an id of Discord's.
func isSnowflake(id string) bool {
	return id != "" && len(id) <= 20 && strings.Trim(id, "0123456789") == ""
}
