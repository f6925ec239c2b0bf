package discordtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Request is a REST request that the server has answered.
type Request struct {
	At     time.Time
	Method string
	// Path is the path after /api/vN.
	Path string
	// Status is the answer's status, 0 for none.
	Status int
}

// Requests returns the REST requests answered so far, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// SetLatency delays every REST request: half before it takes effect, and half before its answer
// arrives.
func (s *Server) SetLatency(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.latency = d
}

// apiVersion is the only version of the API and of the gateway.
const apiVersion = "10"

// handler returns the server's whole handler.
func (s *Server) handler() http.Handler {
	api := http.NewServeMux()
	open := func(pattern string, h handlerFunc) { api.Handle(pattern, s.endpoint(h)) }
	authorized := func(pattern string, h handlerFunc) { open(pattern, s.authorized(h)) }

	authorized("GET /gateway/bot", s.locked(s.gatewayBot))
	open("GET /gateway", s.locked(s.gatewayBot)) // for discordgo, to which internal/bench compares the bot
	open("GET /users/@me", s.locked(s.whoAmI))
	open("POST /oauth2/token", s.locked(s.exchangeCode))
	authorized("GET /applications/{app}/activity-instances/{instance}", s.locked(s.activityInstance))
	authorized("GET /applications/@me", s.locked(s.application))
	authorized("GET /oauth2/applications/@me", s.locked(s.application))
	authorized("GET /applications/{app}/commands", s.locked(s.listCommands))
	authorized("PUT /applications/{app}/commands", reading(s, s.overwriteCommands))

	authorized("POST /users/@me/channels", reading(s, s.openDM))
	authorized("POST /channels/{channel}/threads", reading(s, s.createThread))
	authorized("GET /channels/{channel}", s.locked(s.getChannel))
	authorized("GET /guilds/{guild}", s.locked(s.getGuild))
	authorized("PUT /guilds/{guild}/members/{user}/roles/{role}", s.locked(s.changeRole))
	authorized("DELETE /guilds/{guild}/members/{user}/roles/{role}", s.locked(s.changeRole))
	authorized("PATCH /channels/{channel}", reading(s, s.changeThread))
	authorized("DELETE /channels/{channel}", s.locked(s.deleteThread))
	authorized("GET /channels/{channel}/messages", s.locked(s.listMessages))
	authorized("POST /channels/{channel}/messages", reading(s, s.createMessage))
	authorized("PATCH /channels/{channel}/messages/{message}", reading(s, s.editMessage))

	open("POST /interactions/{interaction}/{token}/callback", reading(s, s.respond))
	open("POST /webhooks/{app}/{token}", reading(s, s.followUp))
	open("GET /webhooks/{app}/{token}/messages/{message}", s.locked(s.getAnswer))
	open("PATCH /webhooks/{app}/{token}/messages/{message}", reading(s, s.editAnswer))
	open("DELETE /webhooks/{app}/{token}/messages/{message}", s.locked(s.deleteAnswer))

	notFound := s.endpoint(func(*http.Request) (any, error) { return nil, errNotFound })
	api.Handle("/", notFound)

	root := http.NewServeMux()
	root.HandleFunc("/gateway/", s.serveGateway)
	root.HandleFunc("/api/{version}/", func(w http.ResponseWriter, r *http.Request) {
		version := r.PathValue("version")
		if version != "v"+apiVersion {
			s.mu.Lock()
			s.violate("%s %s: the version is %s, not v%s", r.Method, r.URL.Path, version, apiVersion)
			s.mu.Unlock()
			http.Error(w, `{"message":"Invalid API version","code":50041}`, http.StatusBadRequest)
			return
		}
		http.StripPrefix("/api/"+version, api).ServeHTTP(w, r)
	})
	root.Handle("/", notFound)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.Away() {
			panic(http.ErrAbortHandler)
		}
		root.ServeHTTP(w, r)
	})
}

// handlerFunc handles a request. It returns the body of the answer, nil for none, or an *apiError.
// API handlers are called with s.mu held.
type handlerFunc func(*http.Request) (any, error)

// locked calls h with s.mu held.
func (s *Server) locked(h handlerFunc) handlerFunc {
	return func(r *http.Request) (any, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		return h(r)
	}
}

// authorized lets only requests with the bot's token through.
func (s *Server) authorized(h handlerFunc) handlerFunc {
	return func(r *http.Request) (any, error) {
		if r.Header.Get("Authorization") != "Bot "+s.opts.Token {
			return nil, errUnauthorized
		}
		return h(r)
	}
}

// endpoint makes an HTTP handler from h, with latency and faults.
func (s *Server) endpoint(h handlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.delay() {
			return
		}
		if refusal := s.overLimit(r); refusal != nil {
			refusal.setHeaders(w.Header())
			s.answer(w, r, refusal.Status, refusal.json())
			return
		}
		f := s.fault(r)
		if f != nil && f.Late > 0 {
			r = s.held(r, f.Late)
		}
		if f != nil && !f.After {
			s.fail(w, r, f, f.Status, f.json())
			return
		}
		status, v := s.perform(h, r)
		if f != nil {
			s.fail(w, r, f, status, v)
			return
		}
		if !s.delay() {
			return
		}
		s.limitHeaders(w.Header(), r)
		s.answer(w, r, status, v)
	})
}

// held returns a request as it is carried out, once its client has given it up and a time has passed.
func (s *Server) held(r *http.Request, late time.Duration) *http.Request {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return r
	}
	later := ReceivedAt(r, time.Now(), body)
	<-r.Context().Done()
	select {
	case <-time.After(late):
	case <-s.done:
	}
	return later
}

// receivedKey is the key of the time at which a request came that is carried out later.
type receivedKey struct{}

// ReceivedAt returns a copy of a request, with its body, that is carried out after its client has gone. It came at
// a moment that counts for Discord's deadline.
func ReceivedAt(r *http.Request, at time.Time, body []byte) *http.Request {
	r = r.WithContext(context.WithValue(context.WithoutCancel(r.Context()), receivedKey{}, at))
	r.Body = io.NopCloser(bytes.NewReader(body))
	return r
}

// perform carries out a request and returns its answer.
func (s *Server) perform(h handlerFunc, r *http.Request) (status int, body any) {
	v, err := h(r)
	var e *apiError
	switch {
	case errors.As(err, &e):
		if e.fault {
			s.mu.Lock()
			s.violate("%s %s: %v", r.Method, r.URL.Path, e)
			s.mu.Unlock()
		}
		return e.status, e.json()
	case v == nil:
		return http.StatusNoContent, nil
	default:
		return http.StatusOK, v
	}
}

// delay waits for half of the latency and reports whether the server is still open.
func (s *Server) delay() bool {
	s.mu.Lock()
	d := s.latency / 2
	s.mu.Unlock()
	if d == 0 {
		return true
	}
	select {
	case <-time.After(d):
		return true
	case <-s.done:
		return false
	}
}

// json returns the body of the answer.
func (e *apiError) json() any {
	v := map[string]any{"message": e.message, "code": e.code}
	if e.form != nil {
		v["errors"] = e.form.json()
	}
	return v
}

// record adds an answered request to Requests.
func (s *Server) record(r *http.Request, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, Request{time.Now(), r.Method, r.URL.Path, status})
	s.notify()
}

// answer answers a request and records it.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, status int, body any) {
	s.record(r, status)
	if body == nil {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(mustJSON(body))
}

// mustJSON marshals one of the server's own values.
func mustJSON(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic("discordtest: " + err.Error())
	}
	return data
}

// wsURL returns the URL of the gateway.
func (s *Server) wsURL() string {
	return "ws" + strings.TrimPrefix(s.URL, "http") + "/gateway/"
}

// application answers GET /applications/@me and /oauth2/applications/@me.
func (s *Server) application(*http.Request) (any, error) {
	var endpoint any // null for none
	if len(s.endpoints) > 0 {
		endpoint = s.endpoints[0]
	}
	return map[string]any{
		"id": s.appID, "name": s.bot.Name, "description": "", "flags": 0,
		"bot_public": true, "bot_require_code_grant": false, "verify_key": s.PublicKey(),
		"interactions_endpoint_url": endpoint,
		"bot":                       s.bot.json(),
	}, nil
}

// checkApp checks that the path names the bot's application.
func (s *Server) checkApp(r *http.Request) error {
	if r.PathValue("app") != s.appID {
		return &apiError{status: 403, code: 20012, message: "You are not authorized to perform this action on this application", fault: true}
	}
	return nil
}

// newMessage returns a new message, not yet posted. s.mu must be held.
func (s *Server) newMessage(ch *Channel, author *User) *Message {
	return &Message{ID: s.newID(), ChannelID: ch.ID, GuildID: ch.GuildID, Author: author}
}

// place puts a message into its channel. An ephemeral one is found only through its interactions.
// s.mu must be held.
func (s *Server) place(m *Message) {
	s.messages[m.ID] = m
	if ch := s.channels[m.ChannelID]; !m.Ephemeral {
		ch.messages = append(ch.messages, m)
	}
	s.notify()
}

// post writes a message's body, and first places a new message. Only the first body causes an
// event. s.mu must be held.
func (s *Server) post(m *Message, body Body) {
	first := len(m.History) == 0
	m.write(body)
	if s.messages[m.ID] == nil {
		s.place(m)
	}
	if ch := s.channels[m.ChannelID]; first && !m.Ephemeral && ch.hasBot() && ch.permits(ViewChannel) {
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

// botChannel returns the channel in a request's path, if the bot has access. s.mu must be held.
func (s *Server) botChannel(r *http.Request) (*Channel, error) {
	ch := s.channels[r.PathValue("channel")]
	switch {
	case ch == nil, ch.deleted:
		return nil, errUnknownChannel
	case !ch.hasBot(), !ch.permits(ViewChannel):
		return nil, errMissingAccess
	}
	return ch, nil
}

// botMessage returns the message in a request's path. s.mu must be held.
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

// newDM is the body of a request for direct messages.
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
	send := SendMessages
	if ch.kind == guildThread {
		send = SendMessagesInThreads
	}
	if !ch.permits(send) || !ch.takes(p) {
		return nil, errNotPermitted
	}
	ch.archived = false // a message unarchives a thread
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
	switch ch := s.channels[m.ChannelID]; {
	case ch.archived:
		return nil, errArchivedThread
	case !ch.takes(p):
		return nil, errNotPermitted
	}
	if err := s.edit(m, p, ""); err != nil {
		return nil, err
	}
	return s.messageJSON(m), nil
}
