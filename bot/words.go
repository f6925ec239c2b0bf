package bot

import (
	"strings"

	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
)

// expand writes markup as Discord does, and commands in code as mentions. It drops invisible
// characters, which an old database may contain.
func (b *bot) expand(text string) string {
	lines := strings.Split(view.Writer{Person: b.person, Channel: b.channelLink, Role: role, Moment: view.Timestamp, Board: b.boardLink}.Write(text), "\n")
	for i := range lines {
		lines[i] = words.Visible(lines[i])
	}
	return escape(strings.Join(lines, "\n"), b.commandMention)
}

func (b *bot) person(id string) string {
	switch {
	case id == match.BotID && b.userID() != "":
		return "<@" + b.userID() + ">"
	case id == match.BotID:
		return "**" + match.BotName + "**"
	case isSnowflake(id):
		return "<@" + id + ">"
	default: // a person of the terminal in a shared database
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

// channelLink links to a channel. A direct-message channel has no visible name, so its URL is
// shown.
func (b *bot) channelLink(channel, server string) string {
	switch {
	case !isSnowflake(channel):
		_, name, _ := strings.Cut(channel, ":")
		return "**" + strings.Map(plain, name) + "**"
	case server == "":
		return b.client.Link("", channel)
	default:
		return "<#" + channel + ">"
	}
}

func (b *bot) boardLink(match int64) string {
	if b.live == nil {
		return ""
	}
	if to := b.live.DeepLink(match); to != "" {
		return " [" + openBoard + "](" + to + ")"
	}
	return ""
}

func role(id string) string {
	if !isSnowflake(id) {
		return ""
	}
	return "<@&" + id + ">"
}

func isSnowflake(id string) bool {
	return id != "" && len(id) <= 20 && strings.Trim(id, "0123456789") == ""
}
