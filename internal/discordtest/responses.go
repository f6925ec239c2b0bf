package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// maxForeignFollowups bounds the follow-ups of an interaction in a guild without the bot.
const maxForeignFollowups = 5

// callback is the body of a response to an interaction.
type callback struct {
	Type int           `json:"type"`
	Data *callbackData `json:"data"`

	files []upload
}

// callbackData is a message, choices or a modal.
type callbackData struct {
	payload
	Choices  []Choice `json:"choices"`
	CustomID string   `json:"custom_id"`
	Title    string   `json:"title"`
}

// attach adds the uploaded files to the message.
func (c *callback) attach(files []upload) { c.files = files }

// allowed returns the types of response that the interaction accepts.
func (in *Interaction) allowed() []int {
	switch {
	case in.kind == kindAutocomplete:
		return []int{RespondChoices}
	case in.kind > kindModal:
		return []int{RespondMessage, RespondDeferred}
	case in.kind == kindModal && in.source == nil:
		return []int{RespondMessage, RespondDeferred}
	case in.kind == kindModal:
		return []int{RespondMessage, RespondDeferred, RespondDeferredUpdate, RespondUpdate}
	case in.kind == kindComponent:
		return []int{RespondMessage, RespondDeferred, RespondDeferredUpdate, RespondUpdate, RespondModal, RespondLaunch}
	default:
		return []int{RespondMessage, RespondDeferred, RespondModal, RespondLaunch}
	}
}

// respond answers POST /interactions/{interaction}/{token}/callback.
func (s *Server) respond(r *http.Request, cb *callback) (any, error) {
	in := s.interactions[r.PathValue("interaction")]
	received, held := r.Context().Value(receivedKey{}).(time.Time)
	if !held {
		received = time.Now()
	}
	switch {
	case in == nil || in.Token != r.PathValue("token"):
		return nil, errUnknownInteraction
	case in.Channel.deleted:
		return nil, errUnknownChannel
	case in.response != nil:
		return nil, errAlreadyAnswered
	case received.Sub(in.created) > s.opts.ResponseDeadline:
		return nil, errUnknownInteraction
	}
	if cb.Data == nil {
		if cb.Type == RespondDeferredUpdate { // Discord forgives it, other servers don't
			form := formErrors{}
			form.required("data")
			return nil, form.err()
		}
		cb.Data = &callbackData{}
	}
	cb.Data.attach(cb.files)
	if !in.Channel.takes(&cb.Data.payload) {
		return nil, errNotPermitted
	}
	if allowed := in.allowed(); !slices.Contains(allowed, cb.Type) {
		var form formErrors
		form.add("type", "BASE_TYPE_CHOICES", "Value must be one of %v.", allowed)
		return nil, form.err()
	}
	resp := &Response{Type: cb.Type, At: time.Now(), Ephemeral: cb.Data.Flags&flagEphemeral != 0}
	if err := s.carryOut(in, resp, cb.Data); err != nil {
		return nil, err
	}
	in.response = resp
	in.record(fmt.Sprintf("respond %d", cb.Type), in.original)
	if r.URL.Query().Get("with_response") != "true" {
		return nil, nil
	}
	return s.callbackJSON(in, resp), nil
}

// callbackJSON returns the result of a response, for bots that ask for it. s.mu must be held.
func (s *Server) callbackJSON(in *Interaction, resp *Response) map[string]any {
	about := map[string]any{"id": in.ID, "type": in.kind}
	v := map[string]any{"interaction": about}
	switch resp.Type {
	case RespondMessage, RespondDeferred, RespondDeferredUpdate, RespondUpdate:
		about["response_message_id"] = in.original.ID
		about["response_message_loading"] = in.original.Loading
		about["response_message_ephemeral"] = in.original.Ephemeral
	}
	if resp.Type == RespondMessage || resp.Type == RespondUpdate {
		v["resource"] = map[string]any{"type": resp.Type, "message": s.messageJSON(in.original)}
	}
	return v
}

// carryOut carries out a response and completes resp. s.mu must be held.
func (s *Server) carryOut(in *Interaction, resp *Response, data *callbackData) error {
	var form formErrors
	switch resp.Type {
	case RespondMessage, RespondDeferred:
		m := s.newAnswer(in, resp.Ephemeral)
		if resp.Type == RespondDeferred {
			m.Loading = true
			s.place(m)
		} else {
			if err := s.edit(m, &data.payload, "data."); err != nil {
				return err
			}
			resp.Body = m.Body
			in.show(m)
		}
		in.original = m
	case RespondDeferredUpdate:
		in.original = in.source
	case RespondUpdate:
		if in.source.Deleted {
			return errUnknownMessage
		}
		if err := s.edit(in.source, &data.payload, "data."); err != nil {
			return err
		}
		resp.Body = in.source.Body
		in.original = in.source
		in.show(in.source)
	case RespondChoices:
		checkChoices(&form, "data.choices", data.Choices)
		resp.Choices = data.Choices
	case RespondLaunch:
		return s.launch(in)
	case RespondModal:
		resp.Modal = newModal(&form, data)
	}
	return form.err()
}

// private reports whether answers are private: the bot is not in the guild, and the user may not use
// external apps there. srv.mu must be held.
func (in *Interaction) private() bool {
	bits, _ := strconv.ParseInt(in.User.permissions, 10, 64)
	return in.Channel.GuildID != "" && !in.Channel.hasBot() && bits&UseExternalApps == 0
}

// newAnswer returns a new message that answers an interaction. s.mu must be
// held.
func (s *Server) newAnswer(in *Interaction, ephemeral bool) *Message {
	m := s.newMessage(in.Channel, s.bot)
	m.Ephemeral = ephemeral || in.private()
	m.recipient, m.invoker, m.answerTo = in.User, in.User, in
	if in.kind == kindCommand {
		m.kind = messageCommand
	}
	return m
}

// webhook returns the interaction of a request's token. s.mu must be held.
func (s *Server) webhook(r *http.Request) (*Interaction, error) {
	in := s.byToken[r.PathValue("token")]
	switch {
	case r.PathValue("app") != s.appID:
		return nil, errUnknownWebhook
	case in == nil || time.Since(in.created) > tokenLife:
		return nil, errInvalidToken
	case in.response == nil && r.Method == http.MethodGet: // it looks for a lost answer
		return nil, errNoWebhook
	case in.response == nil:
		return nil, errUnknownWebhook
	case in.Channel.deleted:
		return nil, errUnknownChannel
	}
	return in, nil
}

// webhookMessage returns the interaction of a request's token and the message in the path. s.mu must be
// held.
func (s *Server) webhookMessage(r *http.Request) (*Interaction, *Message, error) {
	in, err := s.webhook(r)
	if err != nil {
		return nil, nil, err
	}
	id := r.PathValue("message")
	m := in.original
	if id != "@original" && (m == nil || m.ID != id) {
		m = nil
		if i := slices.IndexFunc(in.followups, func(f *Message) bool { return f.ID == id }); i >= 0 {
			m = in.followups[i]
		}
	}
	if m == nil || m.Deleted {
		return nil, nil, errUnknownMessage
	}
	return in, m, nil
}

// followUp answers POST /webhooks/{app}/{token}. After a deferred response the first follow-up
// fills that in, and inherits whether it is ephemeral.
func (s *Server) followUp(r *http.Request, p *payload) (any, error) {
	in, err := s.webhook(r)
	if err != nil {
		return nil, err
	}
	if !in.Channel.takes(p) {
		return nil, errNotPermitted
	}
	m := in.original
	deferred := m != nil && m.Loading && !m.Deleted
	if !deferred {
		if !in.Channel.hasBot() && len(in.followups) == maxForeignFollowups {
			return nil, errTooManyFollowups
		}
		m = s.newAnswer(in, p.Flags&flagEphemeral != 0)
	}
	if err := s.edit(m, p, ""); err != nil {
		return nil, err
	}
	if !deferred {
		in.followups = append(in.followups, m)
	}
	in.show(m)
	in.record("follow up", m)
	return s.messageJSON(m), nil
}

// getAnswer answers GET /webhooks/{app}/{token}/messages/{message}.
func (s *Server) getAnswer(r *http.Request) (any, error) {
	_, m, err := s.webhookMessage(r)
	if err != nil {
		return nil, err
	}
	return s.messageJSON(m), nil
}

// editAnswer answers PATCH /webhooks/{app}/{token}/messages/{message}.
func (s *Server) editAnswer(r *http.Request, p *payload) (any, error) {
	in, m, err := s.webhookMessage(r)
	if err == nil && !in.Channel.takes(p) {
		err = errNotPermitted
	}
	if err != nil {
		return nil, err
	}
	if err := s.edit(m, p, ""); err != nil {
		return nil, err
	}
	in.show(m)
	in.record("edit", m)
	return s.messageJSON(m), nil
}

// deleteAnswer answers DELETE /webhooks/{app}/{token}/messages/{message}.
func (s *Server) deleteAnswer(r *http.Request) (any, error) {
	in, m, err := s.webhookMessage(r)
	if err != nil {
		return nil, err
	}
	m.Deleted = true
	in.record("delete", m)
	return nil, nil
}
