package bot

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/words"
)

type contextEntry struct {
	name    string
	kind    discordgo.ApplicationCommandType
	command string
	person  string
	options map[string]string
}

var contextMenu = []contextEntry{
	{name: "Challenge", kind: discordgo.UserApplicationCommand, command: "challenge", person: "opponent", options: map[string]string{"form": "true"}},
	{name: "Profile", kind: discordgo.UserApplicationCommand, command: "profile", person: "user"},
	{name: "Analyze position", kind: discordgo.MessageApplicationCommand, command: "analyze-message"},
}

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

const maxRead = 4000

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
