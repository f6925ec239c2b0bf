package bot

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/front"
	"nimatron/internal/words"
	"nimatron/match"
)

// Discord's limits on a message, in characters where they are about text.
const (
	maxContent     = 2000
	maxTitle       = 256
	maxDescription = 4096
	maxFields      = 25
	maxFieldName   = 256
	maxFieldValue  = 1024
	maxFooter      = 2048
	maxEmbed       = 6000
	maxLabel       = 80
	maxRows        = 5
	maxRow         = 5
	maxNotified    = 50 // so that their mentions fit
)

// maxDrawing leaves the text of a card some room beside its drawing.
const maxDrawing = 3000

// message is the body of every request that writes a message. What is not there
// is sent as empty, because an edit leaves alone what is left out or null.
type message struct {
	Content         string                            `json:"content"`
	Embeds          []*discordgo.MessageEmbed         `json:"embeds"`
	Components      []discordgo.MessageComponent      `json:"components"`
	AllowedMentions *discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Flags           discordgo.MessageFlags            `json:"flags,omitempty"`
	Reference       *reference                        `json:"message_reference,omitempty"`
	Attachments     []attachment                      `json:"attachments"`
	Nonce           string                            `json:"nonce,omitempty"`
	EnforceNonce    bool                              `json:"enforce_nonce,omitempty"`

	files []commands.File // in the order of Attachments
}

// reference makes a message a reply to another.
type reference struct {
	MessageID       string `json:"message_id"`
	FailIfNotExists bool   `json:"fail_if_not_exists"`
}

// drawMessage makes a message of Discord's of one of the front's.
func (b *bot) drawMessage(m front.Message) message {
	return b.draw(m.Text, m.Card, m.Notify).attach(m.Files)
}

// draw makes a message of a text and a card, either of which may be missing. It
// cuts what exceeds Discord's limits, since half an answer is better than none.
// Nobody but the people in notify is pinged, whatever the texts contain.
func (b *bot) draw(text string, card *commands.Card, notify []string) message {
	m := message{
		Content:         cut(b.expand(text), maxContent),
		Embeds:          []*discordgo.MessageEmbed{},
		Components:      []discordgo.MessageComponent{},
		Attachments:     []attachment{},
		AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
	}
	missing := "" // mentions, as only one that is there can ping
	for _, id := range notify {
		users := m.AllowedMentions.Users
		if !isSnowflake(id) || id == b.userID() || slices.Contains(users, id) || len(users) == maxNotified {
			continue
		}
		m.AllowedMentions.Users = append(users, id)
		if mention := "<@" + id + ">"; !strings.Contains(m.Content, mention) {
			missing += " " + mention
		}
	}
	m.Content = strings.TrimSpace(cut(m.Content, maxContent-len(missing)) + missing)
	if card != nil {
		if e := b.embed(card); e != nil {
			m.Embeds = append(m.Embeds, e)
		}
		m.Components = rows(card.Actions)
	}
	if m.Content == "" && len(m.Embeds) == 0 {
		m.Content = "Done." // Discord refuses an empty message
	}
	return m
}

var colours = map[commands.Tone]int{
	commands.Neutral:  0x5865f2,
	commands.Playing:  0x3ba55d,
	commands.Finished: 0x747f8d,
	commands.Refused:  0xed4245,
}

// embed draws a card, or returns nil for one without words.
func (b *bot) embed(card *commands.Card) *discordgo.MessageEmbed {
	room := maxEmbed
	fit := func(text string, limit int) string {
		text = cut(strings.TrimSpace(b.expand(text)), min(limit, room))
		room -= words.Length(text)
		return text
	}
	e := &discordgo.MessageEmbed{Color: colours[card.Tone]}
	e.Title = fit(card.Title, maxTitle)
	if footer := fit(card.Footer, maxFooter); footer != "" {
		e.Footer = &discordgo.MessageEmbedFooter{Text: footer}
	}
	drawing := block(card.FixedWidth(false))
	room -= words.Length(drawing)
	e.Description = strings.TrimPrefix(fit(card.Body, maxDescription-words.Length(drawing))+drawing, "\n")
	for _, f := range card.Fields[:min(len(card.Fields), maxFields)] {
		name, value := fit(f.Name, maxFieldName), fit(f.Value, maxFieldValue)
		if name == "" || value == "" {
			continue // Discord refuses empty ones
		}
		e.Fields = append(e.Fields, &discordgo.MessageEmbedField{Name: name, Value: value})
	}
	if e.Title == "" && e.Description == "" && e.Footer == nil && len(e.Fields) == 0 {
		return nil
	}
	return e
}

// block shows a drawing in a fixed-width font.
func block(drawing string) string {
	drawing = strings.TrimRight(drawing, "\n")
	if drawing == "" {
		return ""
	}
	// Three backquotes would end the block.
	drawing = strings.ReplaceAll(drawing, "```", "'''")
	return "\n```\n" + cut(drawing, maxDrawing) + "\n```"
}

// rows makes buttons of actions, five in a row.
func rows(actions []commands.Action) []discordgo.MessageComponent {
	made := []discordgo.MessageComponent{}
	var row discordgo.ActionsRow
	seen := map[string]bool{}
	for _, a := range actions {
		id, ok := button{a.Command, a.Subject, a.Options}.customID()
		if !ok || seen[id] {
			continue // no button is better than one that Discord refuses
		}
		seen[id] = true
		label := strings.TrimSpace(a.Label)
		if label == "" {
			label = "/" + a.Command
		}
		row.Components = append(row.Components, discordgo.Button{
			Label: cut(label, maxLabel), Style: buttonStyle(a.Style), CustomID: id,
		})
		if len(row.Components) == maxRow {
			made = append(made, row)
			row = discordgo.ActionsRow{}
		}
	}
	if len(row.Components) > 0 {
		made = append(made, row)
	}
	return made[:min(len(made), maxRows)]
}

func buttonStyle(s commands.Style) discordgo.ButtonStyle {
	switch s {
	case commands.Primary:
		return discordgo.PrimaryButton
	case commands.Success:
		return discordgo.SuccessButton
	case commands.Danger:
		return discordgo.DangerButton
	default:
		return discordgo.SecondaryButton
	}
}

// expand writes the marks and the markup of a text as Discord does. What can't be seen
// is left out, wherever it comes from: a database can be older than the rule that keeps
// it out.
func (b *bot) expand(text string) string {
	lines := strings.Split(commands.Writer{Person: b.person, Channel: channelLink, Moment: timestamp}.Write(text), "\n")
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

// timestamp writes a moment, which everybody sees by their own clock.
func timestamp(t time.Time, style commands.MomentStyle) string {
	return fmt.Sprintf("<t:%d:%c>", t.Unix(), style)
}

// token is how Discord writes a person, a channel or a moment in a text.
var token = regexp.MustCompile(`^<(@[0-9]+|#[0-9]+|t:-?[0-9]+:[A-Za-z])>`)

// escape keeps Discord from reading more markup into a text than **bold**, `code`
// and what token matches: the thresholds L* and R* are no slanted text.
func escape(text string) string {
	var b strings.Builder
	inCode := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '`':
			inCode = !inCode
			b.WriteByte(c)
		case inCode:
			b.WriteByte(c)
		case strings.HasPrefix(text[i:], "**"):
			b.WriteString("**")
			i++
		case c == '<' && token.MatchString(text[i:]):
			found := token.FindString(text[i:])
			b.WriteString(found)
			i += len(found) - 1
		case strings.IndexByte("*_~|<>#\\[", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// plain drops the characters that are markup.
func plain(r rune) rune {
	if strings.ContainsRune("*_`~|<>@#\\[]()", r) {
		return -1
	}
	return r
}

// isSnowflake reports whether id is written like an id of Discord's.
func isSnowflake(id string) bool {
	return id != "" && len(id) <= 20 && strings.Trim(id, "0123456789") == ""
}

// cut shortens a text to at most limit characters, as words.Cut does, but cuts no
// token in two.
func cut(text string, limit int) string {
	kept := words.Cut(text, limit)
	if open := strings.LastIndex(kept, "<"); kept != text && open >= 0 && token.MatchString(text[open:]) && !strings.Contains(kept[open:], ">") {
		return kept[:open] + "…"
	}
	return kept
}
