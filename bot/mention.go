package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/front"
)

type mention struct {
	front.Channel
	bot     *bot
	message *messageEvent
	line    string
	posted  int
	command string
}

// readMention reports whether a message is meant for the bot. Discord also delivers replies to the
// bot's messages, which may be mere chatter.
func (b *bot) readMention(m *messageEvent) (said mention, ok bool) {
	if m == nil || m.Author == nil || m.Author.Bot || m.WebhookID != "" || b.userID() == "" {
		return mention{}, false
	}
	if m.Type != discordgo.MessageTypeDefault && m.Type != discordgo.MessageTypeReply {
		return mention{}, false
	}
	line := strings.TrimSpace(m.Content)
	found := false
	for _, prefix := range []string{"<@" + b.userID() + ">", "<@!" + b.userID() + ">"} {
		if text, ok := strings.CutPrefix(line, prefix); ok {
			line, found = strings.TrimSpace(text), true
			break
		}
	}
	direct := m.GuildID == ""
	// A direct message without text holds a picture or a file only.
	if !found && (!direct || line == "") {
		return mention{}, false
	}
	return mention{Channel: front.Channel{Platform: b, ID: m.ChannelID}, bot: b, message: m, line: line}, true
}

func (m *mention) Request() (commands.Request, error) {
	req := commands.Request{
		ID:      m.message.ID,
		By:      m.bot.user(m.message.Author, m.message.Member.Nick),
		Channel: m.message.ChannelID,
		Server:  m.message.GuildID,
	}
	if req.Server != "" {
		req.Threads, req.Written = threads{m.bot, req.Channel}, true
		req.NoPosts = func(place string) string { return m.bot.rights.noPosts(m.message.ChannelID, m.message.GuildID, place) }
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
			if value = strings.TrimSpace(value); u != nil && (value == "<@"+u.ID+">" || value == "<@!"+u.ID+">") {
				req.People[name] = m.bot.user(u, "")
				req.Options[name] = req.People[name].Name
				break
			}
		}
	}
	return req, nil
}

func (m *mention) Post(ctx context.Context, out front.Message) (handle string, err error) {
	out.Nonce = m.nonce()
	handle, err = m.bot.post(ctx, m.ID, out, &reference{MessageID: m.message.ID})
	return handle, placeError(err)
}

func portable(card view.Card) *view.Card {
	bound := func(command string, about view.Subject) bool {
		c := commands.Find(command)
		return about.Kind != view.NoSubject || c == nil || !c.Private && c.Name != string(input.Challenge)
	}
	action := func(a view.Action) bool { return bound(a.Command, a.Subject) }
	card.Menus = slices.DeleteFunc(slices.Clone(card.Menus), func(m view.Menu) bool { return bound(m.Command, m.Subject) })
	card.Actions = slices.DeleteFunc(slices.Clone(card.Actions), action)
	card.Taps = slices.Clone(card.Taps)
	for i, row := range card.Taps {
		card.Taps[i] = slices.DeleteFunc(slices.Clone(row), action)
	}
	return &card
}

// nonce returns the next answer's nonce. A second delivery of the message gives the same, so
// Discord posts the answer once.
func (m *mention) nonce() string {
	m.posted++
	return fmt.Sprintf("m%s.%d", m.message.ID, m.posted)
}

// PostPrivate sends a direct message, unless everybody may see the answer: then it replies here, with a button that
// deletes it. If the person accepts no direct messages, the channel gets no private results such as a hint.
func (m *mention) PostPrivate(ctx context.Context, out front.Message) error {
	if m.message.GuildID == "" {
		_, err := m.Post(ctx, out)
		return err
	}
	if !out.Secret && !out.FollowUp {
		card := view.Card{}
		if out.Card != nil {
			card = *out.Card
		}
		card.Actions = append(slices.Clone(card.Actions), view.Action{Label: "Delete", Call: commands.DeleteName.Call()})
		here := out
		here.Card = &card
		if _, err := m.Post(ctx, here); !errors.Is(err, front.ErrForbidden) {
			return err
		}
	}
	private := out
	if private.Nonce = m.nonce(); out.Card != nil {
		private.Card = portable(*out.Card)
	}
	_, err := m.bot.postDirect(ctx, m.message.Author.ID, private)
	if err == nil && !out.FollowUp {
		_, err = m.Post(ctx, front.Message{Text: "I sent you that privately."})
		return err
	}
	if err == nil {
		return nil
	}
	m.bot.log.Info("a direct message was not taken", "err", err)
	if out.FollowUp {
		return nil
	}
	if c := commands.Find(m.command); c != nil && (c.Private || out.Secret) {
		name := "/" + c.Name
		if c.Tapped { // plain text answered a question of these commands
			name = "/puzzle answer"
		}
		out = front.Message{Text: fmt.Sprintf("Only you should see this answer, but I can't send you direct messages. Use the slash command `%s`: its answer is private.", name)}
	}
	_, err = m.Post(ctx, out)
	return err
}
