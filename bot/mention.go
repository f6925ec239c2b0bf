package bot

import (
	"context"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
)

// mention is a message that speaks to the bot: it begins with a mention, or is a
// direct one.
type mention struct {
	channel
	message *discordgo.Message
	line    string // what is said, without the mention
	command string // which that is
}

// heard tells whether a message speaks to the bot. Of others Discord shows it
// nothing, save replies to its own messages: those may be mere chatter.
func (b *bot) heard(m *discordgo.Message) (said mention, ok bool) {
	if m == nil || m.Author == nil || m.Author.Bot || m.WebhookID != "" || b.userID() == "" {
		return mention{}, false
	}
	if m.Type != discordgo.MessageTypeDefault && m.Type != discordgo.MessageTypeReply {
		return mention{}, false
	}
	line := strings.TrimSpace(m.Content)
	found := false
	for _, prefix := range []string{"<@" + b.userID() + ">", "<@!" + b.userID() + ">"} {
		if rest, cut := strings.CutPrefix(line, prefix); cut {
			line, found = strings.TrimSpace(rest), true
			break
		}
	}
	direct := m.GuildID == ""
	// A direct message without words is a picture, or the like.
	if !found && (!direct || line == "") {
		return mention{}, false
	}
	return mention{channel: channel{b, m.ChannelID}, message: m, line: line}, true
}

// request reads what was said. The error is for the one who said it.
func (m *mention) request() (commands.Request, error) {
	req := commands.Request{
		Command: "help",
		By:      m.bot.user(m.message.Author, m.nick()),
		Channel: m.message.ChannelID,
		Server:  m.message.GuildID,
	}
	if m.line == "" {
		return req, nil
	}
	var err error
	req.Command, req.Options, err = commands.ParseLine(m.line)
	if err != nil {
		return req, err
	}
	m.command = req.Command
	req.People = map[string]commands.User{}
	for name, value := range req.Options {
		if o := commands.Find(req.Command).Option(name); o == nil || o.Kind != commands.Person {
			continue
		}
		for _, u := range m.message.Mentions {
			if value = strings.TrimSpace(value); value == "<@"+u.ID+">" || value == "<@!"+u.ID+">" {
				req.People[name] = m.bot.user(u, "")
				req.Options[name] = req.People[name].Name
				break
			}
		}
	}
	return req, nil
}

func (m *mention) nick() string {
	if m.message.Member == nil {
		return ""
	}
	return m.message.Member.Nick
}

// post answers with a reply to the message.
func (m *mention) post(ctx context.Context, out message) (handle string, err error) {
	out.Reference = &reference{MessageID: m.message.ID}
	return m.channel.post(ctx, out)
}

// whisper answers by a direct message. In the channel of somebody who takes none
// it repeats errors, but not what is to stay between the two, such as a hint.
func (m *mention) whisper(ctx context.Context, out message) error {
	if m.message.GuildID == "" {
		_, err := m.post(ctx, out)
		return err
	}
	direct, err := m.bot.rest.direct(ctx, m.message.Author.ID)
	if err == nil {
		private := out
		// Buttons are about the channel that they are pressed in.
		private.Components = []discordgo.MessageComponent{}
		_, err = m.bot.rest.post(ctx, direct, private)
	}
	if err == nil {
		return nil
	}
	m.bot.log.Info("a direct message was not taken", "err", err)
	if c := commands.Find(m.command); c != nil && c.Private {
		out = m.bot.draw(fmt.Sprintf("The answer is for you alone, and you take no direct messages from me. `/%s`, as a slash command, shows it to nobody else.", c.Name), nil, nil)
	}
	_, err = m.post(ctx, out)
	return err
}
