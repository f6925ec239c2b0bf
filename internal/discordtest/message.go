package discordtest

import (
	"slices"
	"strings"
	"time"
)

// Component types.
const (
	TypeRow        = 1
	TypeButton     = 2
	TypeSelect     = 3
	TypeTextInput  = 4
	TypeUserSelect = 5
	TypeRoleSelect = 6
	TypeText       = 10
	TypeGallery    = 12
	TypeFile       = 13
	TypeSeparator  = 14
	TypeContainer  = 17
	TypeLabel      = 18
	TypeRadio      = 21
)

// Message flags.
const (
	flagEphemeral    = 1 << 6
	flagLoading      = 1 << 7
	flagComponentsV2 = 1 << 15
)

// Message types.
const (
	messageDefault = 0
	messageReply   = 19
	messageCommand = 20
)

// Message is a snapshot of a message.
type Message struct {
	ID        string
	ChannelID string
	// GuildID is empty in direct messages.
	GuildID string
	Author  *User
	// Ephemeral messages are seen only by the user who acted.
	Ephemeral bool
	// Loading is true while the bot is still "thinking".
	Loading bool
	Deleted bool
	// ReplyTo is the id of the message this one replies to, if any.
	ReplyTo string

	// Body is the present version.
	Body
	// History holds every version of the message, the oldest first.
	History []Body

	kind      int
	v2        bool  // made of components only, which can't change
	recipient *User // the recipient of an ephemeral message
	invoker   *User // the user whose interaction created the message
	answerTo  *Interaction
}

// Body is the editable part of a message.
type Body struct {
	// At is the time at which this version was written.
	At         time.Time
	Content    string
	Components []Component
	Files      []File
	// Pings are the mentions of this version.
	Pings Pings
}

// Component is a component of a message or a modal: a row, a button, a menu or a label with an
// input. Messages made of components also have texts, galleries, files, separators and containers.
type Component struct {
	Type       int         `json:"type"`
	CustomID   string      `json:"custom_id,omitempty"`
	Style      int         `json:"style,omitempty"`
	Label      string      `json:"label,omitempty"`
	Emoji      *Emoji      `json:"emoji,omitempty"`
	URL        string      `json:"url,omitempty"`
	Disabled   bool        `json:"disabled,omitempty"`
	Components []Component `json:"components,omitempty"` // of a row or a container

	Content     string        `json:"content,omitempty"`      // of a text
	Items       []GalleryItem `json:"items,omitempty"`        // of a gallery
	File        *Media        `json:"file,omitempty"`         // of a file
	AccentColor *int          `json:"accent_color,omitempty"` // of a container

	// Of a label.
	Description string     `json:"description,omitempty"`
	Component   *Component `json:"component,omitempty"`

	// Of a select menu or, without the numbers, a radio group.
	Options     []SelectOption `json:"options,omitempty"`
	Placeholder string         `json:"placeholder,omitempty"`
	MinValues   *int           `json:"min_values,omitempty"`
	MaxValues   *int           `json:"max_values,omitempty"`
	// DefaultValues are the preset users of a menu.
	DefaultValues []DefaultValue `json:"default_values,omitempty"`

	// Inputs of a modal use these. Required applies to all inputs, the others to text inputs.
	Value     string `json:"value,omitempty"`
	Required  *bool  `json:"required,omitempty"`
	MinLength int    `json:"min_length,omitempty"`
	MaxLength int    `json:"max_length,omitempty"`
}

// GalleryItem is a picture of a gallery.
type GalleryItem struct {
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"`
}

// Media is the source of a picture or a file.
type Media struct {
	URL string `json:"url"`
}

// Emoji is the emoji on a button or in a menu.
type Emoji struct {
	ID       string `json:"id,omitempty"`
	Name     string `json:"name,omitempty"`
	Animated bool   `json:"animated,omitempty"`
}

// SelectOption is an option of a select menu.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// DefaultValue is a preset choice of a menu.
type DefaultValue struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// File is a file attached to a message.
type File struct {
	ID          string
	Name        string
	ContentType string
	Data        []byte
}

// Buttons returns the message's buttons in reading order.
func (m *Message) Buttons() []Component {
	var list []Component
	for c := range every(m.Components) {
		if c.Type == TypeButton {
			list = append(list, c)
		}
	}
	return list
}

// Menus returns the message's select menus in reading order.
func (m *Message) Menus() []Component {
	var list []Component
	for c := range every(m.Components) {
		if c.Type == TypeSelect {
			list = append(list, c)
		}
	}
	return list
}

// Text returns the message's texts, each on a line.
func (m *Message) Text() string { return m.Body.Text() }

// Text returns all texts, each on a line.
func (m *Body) Text() string {
	pieces := []string{m.Content}
	for c := range every(m.Components) {
		if c.Type == TypeText {
			pieces = append(pieces, c.Content)
		}
	}
	pieces = slices.DeleteFunc(pieces, func(p string) bool { return p == "" })
	return strings.Join(pieces, "\n")
}

// clone returns a copy that later edits don't change. Bodies are shared, because they are never
// changed.
func (m *Message) clone() *Message {
	c := *m
	c.History = slices.Clone(m.History)
	return &c
}

// write makes body the message's present version.
func (m *Message) write(body Body) {
	body.At = time.Now()
	m.Body = body
	m.History = append(m.History, body)
	m.Loading = false
}

// messageJSON returns a message as the API shows it to the bot. Without the message-content intent,
// the bot sees others' text only in direct messages and if mentioned. s.mu must be held.
func (s *Server) messageJSON(m *Message) map[string]any {
	body := m.Body
	if m.Author != s.bot && s.channels[m.ChannelID].kind != botDM && !slices.Contains(body.Pings.Users, s.bot.ID) {
		body = Body{At: body.At, Pings: body.Pings}
	}
	return s.bodyJSON(m, body)
}

// bodyJSON is messageJSON for a given body.
func (s *Server) bodyJSON(m *Message, body Body) map[string]any {
	flags := 0
	if m.Ephemeral {
		flags |= flagEphemeral
	}
	if m.Loading {
		flags |= flagLoading
	}
	if m.v2 {
		flags |= flagComponentsV2
	}
	v := map[string]any{
		"id":               m.ID,
		"channel_id":       m.ChannelID,
		"type":             m.kind,
		"author":           m.Author.json(),
		"content":          body.Content,
		"embeds":           []any{},
		"components":       orEmpty(body.Components),
		"attachments":      s.attachmentsJSON(m.ChannelID, body.Files),
		"mentions":         s.usersJSON(body.Pings.Users),
		"mention_roles":    orEmpty(body.Pings.Roles),
		"mention_everyone": body.Pings.Everyone,
		"timestamp":        m.created().Format(time.RFC3339Nano),
		"edited_timestamp": nil,
		"tts":              false,
		"pinned":           false,
		"flags":            flags,
	}
	if len(m.History) > 1 {
		v["edited_timestamp"] = m.At.Format(time.RFC3339Nano)
	}
	if m.GuildID != "" {
		v["guild_id"] = m.GuildID
	}
	if m.ReplyTo != "" {
		v["message_reference"] = map[string]any{"message_id": m.ReplyTo, "channel_id": m.ChannelID}
	}
	if m.invoker != nil {
		v["application_id"] = s.appID
		v["webhook_id"] = s.appID
	}
	if in := m.answerTo; in != nil {
		v["interaction_metadata"] = map[string]any{
			"id": in.ID, "type": in.kind, "user": in.User.json(), "authorizing_integration_owners": map[string]string{},
		}
	}
	return v
}

// created returns when the message was first written.
func (m *Message) created() time.Time {
	if len(m.History) == 0 {
		return time.Now()
	}
	return m.History[0].At
}

func (s *Server) usersJSON(ids []string) []any {
	list := []any{}
	for _, id := range ids {
		list = append(list, s.users[id].json())
	}
	return list
}

func (s *Server) attachmentsJSON(channelID string, files []File) []any {
	list := []any{}
	for _, f := range files {
		url := s.URL + "/attachments/" + channelID + "/" + f.ID + "/" + f.Name
		list = append(list, map[string]any{
			"id": f.ID, "filename": f.Name, "content_type": f.ContentType,
			"size": len(f.Data), "url": url, "proxy_url": url,
		})
	}
	return list
}

// orEmpty makes a nil slice an empty one, which JSON writes as [].
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
