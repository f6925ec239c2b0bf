package discordtest

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// newMessage returns a new message, not yet posted. s.mu must be held.
func (s *Server) newMessage(ch *Channel, author *User) *Message {
	return &Message{ID: s.newID(), ChannelID: ch.ID, GuildID: ch.GuildID, Author: author}
}

// place puts a message into its channel, or, if it is ephemeral, only where its
// interactions find it. s.mu must be held.
func (s *Server) place(m *Message) {
	s.messages[m.ID] = m
	if ch := s.channels[m.ChannelID]; !m.Ephemeral {
		ch.messages = append(ch.messages, m)
	}
	s.notify()
}

// post writes a body into a message, placing the message if it is new. The bot
// is told of a message's first body. s.mu must be held.
func (s *Server) post(m *Message, body Body) {
	first := len(m.History) == 0
	m.write(body)
	if s.messages[m.ID] == nil {
		s.place(m)
	}
	if ch := s.channels[m.ChannelID]; first && !m.Ephemeral && ch.hasBot() {
		s.broadcast(ch.messageIntent(), ch.GuildID, "MESSAGE_CREATE", s.messageEvent(ch, m))
	}
	s.notify()
}

// messageIntent returns the intent that brings messages of the channel.
func (ch *Channel) messageIntent() int {
	if ch.kind == botDM {
		return intentDirectMessages
	}
	return intentGuildMessages
}

// messageEvent returns the data of MESSAGE_CREATE. s.mu must be held.
func (s *Server) messageEvent(ch *Channel, m *Message) map[string]any {
	v := s.messageJSON(m)
	if ch.GuildID != "" {
		v["member"] = m.Author.memberJSON()
	}
	return v
}

// edit applies p to a message, which may be new or still empty. s.mu must be
// held.
func (s *Server) edit(m *Message, p *payload, prefix string) error {
	body, err := s.apply(m, p, prefix)
	if err != nil {
		return err
	}
	s.post(m, body)
	return nil
}

// botChannel returns the channel a request is about, if the bot has access.
// s.mu must be held.
func (s *Server) botChannel(r *http.Request) (*Channel, error) {
	ch := s.channels[r.PathValue("channel")]
	switch {
	case ch == nil:
		return nil, errUnknownChannel
	case !ch.hasBot():
		return nil, errMissingAccess
	}
	return ch, nil
}

// botMessage returns the message a request is about. s.mu must be held.
func (s *Server) botMessage(r *http.Request) (*Message, error) {
	ch, err := s.botChannel(r)
	if err != nil {
		return nil, err
	}
	m := s.messages[r.PathValue("message")]
	if m == nil || m.Deleted || m.Ephemeral || m.ChannelID != ch.ID {
		return nil, errUnknownMessage
	}
	return m, nil
}

// newDM is what direct messages are asked for with.
type newDM struct {
	RecipientID string `json:"recipient_id"`
}

// openDM answers POST /users/@me/channels.
func (s *Server) openDM(_ *http.Request, body *newDM) (any, error) {
	u := s.users[body.RecipientID]
	if u == nil || u == s.bot {
		return nil, errInvalidRecipient
	}
	if u.Bot {
		return nil, errCannotMessageUser
	}
	return s.dm(u).json(), nil
}

// listMessages answers GET /channels/{channel}/messages: newest first.
func (s *Server) listMessages(r *http.Request) (any, error) {
	ch, err := s.botChannel(r)
	if err != nil {
		return nil, err
	}
	query := r.URL.Query()
	limit := 50
	if n, err := strconv.Atoi(query.Get("limit")); err == nil {
		limit = n
	}
	if limit < 1 || limit > 100 {
		var form formErrors
		form.add("limit", "NUMBER_TYPE_RANGE", "int value should be between 1 and 100.")
		return nil, form.err()
	}
	list := []any{}
	for _, m := range slices.Backward(ch.messages) {
		if m.Deleted || len(list) == limit || query.Has("after") && compareIDs(m.ID, query.Get("after")) <= 0 {
			continue
		}
		list = append(list, s.messageJSON(m))
	}
	return list, nil
}

// compareIDs compares snowflakes by age.
func compareIDs(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

const maxNonce = 25

// createMessage answers POST /channels/{channel}/messages.
func (s *Server) createMessage(r *http.Request, p *payload) (any, error) {
	ch, err := s.botChannel(r)
	if err != nil {
		return nil, err
	}
	if ch.kind == botDM && ch.recipient.refuseDMs {
		return nil, errCannotMessageUser
	}
	ch.archived = false // who writes in a thread brings it back
	if p.Flags&flagEphemeral != 0 {
		s.violate("%s %s: messages outside interactions cannot be ephemeral", r.Method, r.URL.Path)
	}
	var form formErrors
	if form.length("nonce", p.Nonce, 0, maxNonce); form.err() != nil {
		return nil, form.err()
	}
	nonce := ch.ID + "/" + p.Nonce
	if m := s.nonces[nonce]; m != nil && p.EnforceNonce && p.Nonce != "" {
		return s.messageJSON(m), nil
	}
	m := s.newMessage(ch, s.bot)
	if p.Reference != nil {
		m.kind, m.ReplyTo = messageReply, p.Reference.MessageID
		if to := s.messages[m.ReplyTo]; to == nil || to.Deleted || to.ChannelID != ch.ID {
			form.add("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
			return nil, form.err()
		}
	}
	if err := s.edit(m, p, ""); err != nil {
		return nil, err
	}
	if p.Nonce != "" {
		s.nonces[nonce] = m
	}
	return s.messageJSON(m), nil
}

// editMessage answers PATCH /channels/{channel}/messages/{message}.
func (s *Server) editMessage(r *http.Request, p *payload) (any, error) {
	m, err := s.botMessage(r)
	if err != nil {
		return nil, err
	}
	if m.Author != s.bot {
		return nil, errNotAuthor
	}
	if s.channels[m.ChannelID].archived {
		return nil, errArchivedThread
	}
	if err := s.edit(m, p, ""); err != nil {
		return nil, err
	}
	return s.messageJSON(m), nil
}
