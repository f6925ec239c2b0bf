package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"nimatron/bot/transport"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/internal/words"
)

// Discord's limits on a message of components. Texts are in characters.
const (
	maxText        = 4000
	maxComponents  = 40
	maxRow         = 5
	maxLabel       = 80
	maxPrompt      = 150
	maxDescription = 1024
	maxNotified    = 50 // so that their mentions fit
)

// The shares of the text, so that no part crowds out another.
const (
	maxSaid     = 1500
	maxTitle    = 256
	maxFooter   = 500
	maxQuestion = 300
	maxDrawing  = 2400 // leaves room beside the drawing
)

// message is the body of every request that writes a message. It has components only, which Discord
// calls version 2.
type message struct {
	Components      []discordgo.MessageComponent      `json:"-"`
	AllowedMentions *discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Flags           discordgo.MessageFlags            `json:"flags"`
	Reference       *reference                        `json:"message_reference,omitempty"`
	Attachments     []attachment                      `json:"-"`
	Nonce           string                            `json:"nonce,omitempty"`
	EnforceNonce    bool                              `json:"enforce_nonce,omitempty"`

	files []transport.File
}

// encodable returns a form that encoding/json writes in one pass: discordgo's own methods encode each level
// again for the one above. An edit names the files that the message keeps, so a new message names none.
func (m message) encodable(edit bool) any {
	var listed *[]attachment
	if edit {
		listed = &m.Attachments
	}
	return struct {
		message
		Components  []any         `json:"components"`
		Attachments *[]attachment `json:"attachments,omitempty"`
	}{m, byFields(m.Components), listed}
}

// byFields copies components into types without methods, so that encoding/json writes them field by
// field.
func byFields(all []discordgo.MessageComponent) []any {
	type kind struct {
		Type discordgo.ComponentType `json:"type"`
	}
	type parts struct {
		Components []any `json:"components"`
	}
	type button discordgo.Button
	type text discordgo.TextDisplay
	made := make([]any, len(all))
	for i, c := range all {
		of := kind{c.Type()}
		switch c := c.(type) {
		case discordgo.Container:
			made[i] = struct {
				kind
				parts
				AccentColor *int `json:"accent_color,omitempty"`
			}{of, parts{byFields(c.Components)}, c.AccentColor}
		case discordgo.ActionsRow:
			made[i] = struct {
				kind
				parts
			}{of, parts{byFields(c.Components)}}
		case discordgo.Button:
			made[i] = struct {
				kind
				button
			}{of, button(c)}
		case discordgo.TextDisplay:
			made[i] = struct {
				kind
				text
			}{of, text(c)}
		case discordgo.SelectMenu:
			made[i] = struct {
				Type        discordgo.SelectMenuType `json:"type"`
				CustomID    string                   `json:"custom_id"`
				Placeholder string                   `json:"placeholder,omitempty"`
				Options     []menuOption             `json:"options,omitempty"`
			}{c.MenuType, c.CustomID, c.Placeholder, withoutEmpty(c.Options)}
		default:
			made[i] = c
		}
	}
	return made
}

// menuOption is an option of a menu. discordgo's type writes a description even if there is none.
type menuOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

func withoutEmpty(options []discordgo.SelectMenuOption) (made []menuOption) {
	for _, o := range options {
		made = append(made, menuOption{o.Label, o.Value, o.Description, o.Default})
	}
	return made
}

type reference struct {
	MessageID       string `json:"message_id"`
	FailIfNotExists bool   `json:"fail_if_not_exists"`
}

// obstacles say why a message has no files.
var obstacles = map[transport.Obstacle]string{
	transport.NoAttachFiles:  "I need the permission *Attach Files* here.",
	transport.UploadsFailing: "Discord takes no pictures or files here at the moment.",
	transport.FileRefused:    "Discord did not take the picture or file that belongs here.",
}

type drawing struct {
	message
	bot   *bot
	why   string // why files are left out; "" if they are not
	room  int
	parts int
}

// draw turns a message into Discord's form. It cuts what exceeds Discord's limits, since half an
// answer is better than none. It pings only the people in m.Notify, regardless of the texts.
func (b *bot) draw(ctx context.Context, m front.Message) message {
	return b.drawWithout(ctx, m, transport.NoObstacle)
}

// drawWithout is draw, without files if there is an obstacle.
func (b *bot) drawWithout(ctx context.Context, m front.Message, obstacle transport.Obstacle) message {
	why := obstacles[obstacle]
	d := &drawing{bot: b, why: why, room: maxText, parts: maxComponents, message: message{
		Components:      []discordgo.MessageComponent{},
		Attachments:     []attachment{},
		AllowedMentions: &discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
		Flags:           discordgo.MessageFlagsIsComponentsV2,
	}}
	text := m.Text
	var files []discordgo.MessageComponent
	for _, f := range m.Files {
		if why != "" {
			text = cut(text, maxSaid-200) + "\n" + cut(f.Name, 100) + " can't be attached. " + why
			continue
		}
		address, ok := d.attach(f)
		if !ok {
			text = cut(text, maxSaid-200) + "\n" + cut(f.Name, 100) + " is too large to be attached here."
			continue
		}
		d.parts--
		files = append(files, discordgo.FileComponent{File: discordgo.UnfurledMediaItem{URL: address}})
	}
	d.header(text, m.Card, m.Notify)
	if isSnowflake(m.Calls) {
		d.AllowedMentions.Roles = []string{m.Calls}
	}
	if m.Card != nil {
		d.card(ctx, m.Card)
	}
	d.Components = append(d.Components, files...)
	if len(d.Components) == 0 {
		d.Components = d.text("Done.") // Discord refuses an empty message
	}
	return d.message
}

func (d *drawing) header(text string, card *view.Card, notify []string) {
	text = cut(d.bot.expand(text), maxSaid)
	named := text
	if card != nil && len(notify) > 0 {
		named += cut(d.bot.expand(card.Title), maxTitle) + cut(d.bot.expand(card.Body), maxSaid) + cut(d.bot.expand(card.Question), maxQuestion)
	}
	missing := "" // only a mention in the text can ping
	for _, id := range notify {
		users := d.AllowedMentions.Users
		if !isSnowflake(id) || id == d.bot.userID() || slices.Contains(users, id) || len(users) == maxNotified {
			continue
		}
		d.AllowedMentions.Users = append(users, id)
		if mention := "<@" + id + ">"; !strings.Contains(named, mention) {
			missing += " " + mention
		}
	}
	d.Components = append(d.Components, d.text(cut(text, maxSaid-len(missing))+missing)...)
}

func (d *drawing) text(text string) []discordgo.MessageComponent {
	text = cut(strings.TrimSpace(text), d.room)
	if text == "" {
		return nil
	}
	d.room -= words.Length(text)
	d.parts--
	return []discordgo.MessageComponent{discordgo.TextDisplay{Content: text}}
}

var colours = map[view.Tone]int{
	view.Neutral:  0x5865f2,
	view.Won:      0x3ba55d,
	view.Finished: 0x747f8d,
	view.Refused:  0xed4245,
}

const noPicture = "Shown as text: the picture was too large or took too long."

func (d *drawing) card(ctx context.Context, card *view.Card) {
	shown := d.picture(ctx, card.Picture)
	fit := func(text string, limit int) string {
		return cut(strings.TrimSpace(d.bot.expand(text)), limit)
	}
	// The footer is measured first: it holds the position.
	footer := fit(strings.ReplaceAll(card.Footer, "\n", " · "), maxFooter)
	if footer != "" {
		footer = "-# " + footer
	}
	if card.Picture != nil && shown == nil {
		why := noPicture
		if d.why != "" {
			why = "Shown as text. " + d.why
		}
		footer = strings.TrimPrefix(footer+"\n-# "+why, "\n")
	}
	table := ""
	if shown == nil {
		table = block(card.Drawn())
	}
	reserved := words.Length(footer) + words.Length(table) + min(words.Length(card.Question), maxQuestion)
	d.room -= reserved
	var head []string
	if title := fit(card.Title, maxTitle); title != "" {
		head = append(head, "### "+title)
	}
	if body := fit(card.Body, d.room-maxTitle); body != "" {
		head = append(head, body)
	}
	frame := d.text(strings.Join(head, "\n"))
	frame = append(frame, shown...)
	fields := d.fields(card.Fields)
	d.room += reserved
	frame = append(frame, d.text(table)...)
	frame = append(frame, fields...)
	if len(frame) == 0 && footer == "" {
		d.Components = append(d.Components, d.rows(card)...)
		return
	}
	d.parts -= 2
	frame = append(frame, d.rows(card)...)
	d.parts++
	colour := colours[card.Tone]
	d.Components = append(d.Components, discordgo.Container{AccentColor: &colour, Components: append(frame, d.text(footer)...)})
}

func (d *drawing) fields(fields []view.Field) []discordgo.MessageComponent {
	var lines []string
	for _, f := range fields {
		name, value := strings.TrimSpace(d.bot.expand(f.Name)), strings.TrimSpace(d.bot.expand(f.Value))
		if name == "" || value == "" {
			continue
		}
		lines = append(lines, "**"+strings.ReplaceAll(name, "**", "")+"**\n"+value)
	}
	return d.text(strings.Join(lines, "\n"))
}

func (d *drawing) picture(ctx context.Context, p *view.Picture) []discordgo.MessageComponent {
	if d.why != "" {
		return nil
	}
	data, ok := d.bot.pictures.draw(ctx, p)
	if !ok {
		return nil
	}
	address, ok := d.attach(view.File{Name: p.Name, Data: data})
	if !ok {
		return nil
	}
	item := discordgo.MediaGalleryItem{Media: discordgo.UnfurledMediaItem{URL: address}}
	if alt := cut(strings.TrimSpace(words.Visible(p.Alt)), maxDescription); alt != "" {
		item.Description = &alt
	}
	d.parts--
	return []discordgo.MessageComponent{discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{item}}}
}

func block(drawing string) string {
	drawing = strings.TrimRight(drawing, "\n")
	if drawing == "" {
		return ""
	}
	// Three backquotes would end the block.
	drawing = strings.ReplaceAll(drawing, "```", "'''")
	return "```\n" + cut(drawing, maxDrawing) + "\n```"
}

// rows draws the menus of a card, each in a row, and its buttons. It leaves out what Discord would
// refuse, which would cost the whole message.
func (d *drawing) rows(card *view.Card) []discordgo.MessageComponent {
	seen := map[string]bool{}
	made := d.text(cut(d.bot.expand(card.Question), maxQuestion))
	for _, row := range card.Taps {
		made = append(made, d.buttons(row, seen)...)
	}
	for n, m := range card.Menus {
		kind, options := discordgo.StringSelectMenu, menuOptions(m.Choices, m.Chosen)
		switch {
		case m.People:
			kind, options = discordgo.UserSelectMenu, nil
		case m.Roles:
			kind, options = discordgo.RoleSelectMenu, nil
		}
		chosen := m.Option
		if n > 0 {
			chosen += menuNumber + strconv.Itoa(n) // two menus may set the same option
		}
		id, ok := button{m.Command, m.Subject, m.Options(), chosen}.customID()
		if !ok || seen[id] || len(options) == 0 && !m.People && !m.Roles || d.parts < 2 {
			continue
		}
		seen[id] = true
		d.parts -= 2
		made = append(made, discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
			MenuType: kind, CustomID: id, Placeholder: cut(m.Prompt, maxPrompt), Options: options,
		}}})
	}
	made = append(made, d.buttons(card.Actions, seen)...)
	if len(card.Links) == 0 || d.parts <= len(card.Links) {
		return made
	}
	var row discordgo.ActionsRow
	for _, l := range card.Links {
		row.Components = append(row.Components, discordgo.Button{Label: cut(l.Label, maxLabel), Style: discordgo.LinkButton, URL: l.To})
	}
	d.parts -= 1 + len(card.Links)
	return append(made, row)
}

func (d *drawing) buttons(actions []view.Action, seen map[string]bool) []discordgo.MessageComponent {
	var made []discordgo.MessageComponent
	var row discordgo.ActionsRow
	for _, a := range actions {
		id, ok := button{command: a.Command, subject: a.Subject, options: a.Options()}.customID()
		needed := 1
		if len(row.Components)%maxRow == 0 {
			needed = 2
		}
		if !ok || seen[id] || d.parts < needed {
			continue
		}
		if len(row.Components) == maxRow {
			made = append(made, row)
			row = discordgo.ActionsRow{}
		}
		seen[id] = true
		d.parts -= needed
		label := strings.TrimSpace(a.Label)
		if label == "" {
			label = "/" + a.Command
		}
		row.Components = append(row.Components, discordgo.Button{
			Label: cut(label, maxLabel), Style: buttonStyle(a.Style), CustomID: id,
		})
	}
	if len(row.Components) > 0 {
		made = append(made, row)
	}
	return made
}

const menuNumber = "."

func menuOptions(choices []view.Choice, chosen ...string) []discordgo.SelectMenuOption {
	var options []discordgo.SelectMenuOption
	seen := map[string]bool{}
	for _, c := range choices {
		label := cut(strings.TrimSpace(c.Label), maxChoiceText)
		if label == "" || c.Value == "" || words.Length(c.Value) > maxChoiceText || seen[c.Value] || len(options) == maxChoices {
			continue
		}
		seen[c.Value] = true
		options = append(options, discordgo.SelectMenuOption{
			Label: label, Value: c.Value, Description: cut(c.Detail, maxChoiceText), Default: slices.Contains(chosen, c.Value),
		})
	}
	return options
}

func buttonStyle(s view.Style) discordgo.ButtonStyle {
	switch s {
	case view.Primary:
		return discordgo.PrimaryButton
	case view.Success:
		return discordgo.SuccessButton
	case view.Danger:
		return discordgo.DangerButton
	default:
		return discordgo.SecondaryButton
	}
}
