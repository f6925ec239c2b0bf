package bot

import (
	"encoding/json"
	"errors"
	"maps"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/words"
)

// contextMenu lists the commands that Discord offers on a person or a message, and what they run.
var contextMenu = []struct {
	name    string
	kind    discordgo.ApplicationCommandType
	command string
	person  string            // the option for the person
	options map[string]string // the other options
}{
	{name: "Challenge", kind: discordgo.UserApplicationCommand, command: "challenge", person: "opponent", options: map[string]string{"form": "true"}},
	{name: "Profile", kind: discordgo.UserApplicationCommand, command: "profile", person: "user"},
	{name: "Analyze position", kind: discordgo.MessageApplicationCommand, command: "analyze-message"},
}

// onTarget is a command on a person or a message.
type onTarget struct {
	entry   int // index in contextMenu
	target  string
	known   *discordgo.ApplicationCommandInteractionDataResolved
	message *written
}

// written is the part of a message that is read.
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

func readOnTarget(data []byte) (any, error) {
	var v struct {
		Name     string                           `json:"name"`
		Type     discordgo.ApplicationCommandType `json:"type"`
		Target   string                           `json:"target_id"`
		Resolved struct {
			Users    map[string]*discordgo.User   `json:"users"`
			Members  map[string]*discordgo.Member `json:"members"`
			Messages map[string]*written          `json:"messages"`
		} `json:"resolved"`
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, err
	}
	for i, entry := range contextMenu {
		if entry.name != v.Name || entry.kind != v.Type {
			continue
		}
		return onTarget{
			entry: i, target: v.Target, message: v.Resolved.Messages[v.Target],
			known: &discordgo.ApplicationCommandInteractionDataResolved{Users: v.Resolved.Users, Members: v.Resolved.Members},
		}, nil
	}
	return nil, errors.New("a command of an unknown kind")
}

func (d onTarget) request(b *bot, req *commands.Request) error {
	entry := contextMenu[d.entry]
	req.Command, req.Options, req.People = entry.command, map[string]string{}, map[string]commands.User{}
	maps.Copy(req.Options, entry.options)
	if entry.person == "" {
		if d.message == nil {
			return errUnknownButton
		}
		d.message.read(b, req)
		return nil
	}
	return b.choosePerson(req, entry.person, d.known, d.target)
}

// maxRead is how much of a message is read, in characters.
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

// about takes the subject of a button: a match or challenge, or a game with a position.
func about(pressed button, req *commands.Request) {
	if req.Subject.Kind == view.NoSubject {
		req.Subject = pressed.subject
	}
	variant, position := pressed.options["variant"], pressed.options["position"]
	if req.Options["variant"] == "" && variant != "" {
		req.Options["variant"] = variant
	}
	if req.Options["position"] == "" && position != "" && variant == req.Options["variant"] {
		req.Options["position"] = position
	}
}
