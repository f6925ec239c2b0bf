package bot

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/internal/words"
)

type contextEntry struct {
	input.Call
	name   string
	kind   discordgo.ApplicationCommandType
	person string // the option with the person
}

var contextMenu = []contextEntry{
	{name: "Challenge", kind: discordgo.UserApplicationCommand, Call: input.Challenge.With(input.ChallengeInput{Form: true}), person: "opponent"},
	{name: "Profile", kind: discordgo.UserApplicationCommand, Call: input.Profile.Call(), person: "user"},
	{name: "Analyze position", kind: discordgo.MessageApplicationCommand, Call: input.AnalyzeMessage.Call()},
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
	in := input.AnalyzeMessageInput{}
	var walk func([]writtenPart)
	walk = func(parts []writtenPart) {
		for _, part := range parts {
			texts = append(texts, part.Content)
			if pressed, ok := readCustomID(part.CustomID); ok && own {
				about(pressed, req, &in)
			}
			walk(part.Components)
		}
	}
	walk(m.Components)
	in.Text = words.Cut(strings.TrimSpace(strings.Join(texts, "\n")), maxRead)
	req.Ask(input.AnalyzeMessage.With(in))
}

func about(pressed button, req *commands.Request, in *input.AnalyzeMessageInput) {
	if req.Subject.Kind == view.NoSubject {
		req.Subject = pressed.subject
	}
	game := input.Game(pressed.options["game"])
	if in.Game == nil {
		in.Game = game
	}
	if in.Position == "" && game != nil && game.ID == in.Game.ID {
		in.Position = pressed.options["position"]
	}
}
