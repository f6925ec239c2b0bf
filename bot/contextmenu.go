package bot

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/words"
)

// contextEntry is a command that Discord offers on a person or a message.
type contextEntry struct {
	name    string
	kind    discordgo.ApplicationCommandType
	command string            // the command that it runs
	person  string            // the option for the person
	options map[string]string // the other options
}

var contextMenu = []contextEntry{
	{name: "Challenge", kind: discordgo.UserApplicationCommand, command: "challenge", person: "opponent", options: map[string]string{"form": "true"}},
	{name: "Profile", kind: discordgo.UserApplicationCommand, command: "profile", person: "user"},
	{name: "Analyze position", kind: discordgo.MessageApplicationCommand, command: "analyze-message"},
}

// written is the part of a message that is used.
type written struct {
	Content    string          `json:"content"`
	Author     *discordgo.User `json:"author"`
	Components []writtenPart   `json:"components"`
}

type writtenPart struct {
	CustomID   string        `json:"custom_id"`
	Content    string        `json:"content"`
	Components []writtenPart `json:"components"`
}

// maxRead bounds the characters read from a message.
const maxRead = 4000

// read turns a message into a request. The buttons of the bot's own messages name the subject.
func (m *written) read(b *bot, req *commands.Request) {
	own := m.Author != nil && m.Author.ID == b.userID()
	texts := []string{m.Content}
	var walk func([]writtenPart)
	walk = func(parts []writtenPart) {
		for _, part := range parts {
			texts = append(texts, part.Content)
			if pressed, ok := readCustomID(part.CustomID); ok && own {
				about(pressed, req)
			}
			walk(part.Components)
		}
	}
	walk(m.Components)
	req.Options["text"] = words.Cut(strings.TrimSpace(strings.Join(texts, "\n")), maxRead)
}

// about sets what the message is about: the subject of a button, or its game and position.
func about(pressed button, req *commands.Request) {
	if req.Subject.Kind == view.NoSubject {
		req.Subject = pressed.subject
	}
	variant, position := pressed.options["game"], pressed.options["position"]
	if req.Options["game"] == "" && variant != "" {
		req.Options["game"] = variant
	}
	if req.Options["position"] == "" && position != "" && variant == req.Options["game"] {
		req.Options["position"] = position
	}
}
