package discordtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Request is a REST request the server answered.
type Request struct {
	At     time.Time
	Method string
	// Path is the path after /api/vN.
	Path string
	// Status is the status of the answer, 0 for none.
	Status int
}

// Requests returns the REST requests answered so far, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// SetLatency delays every REST request by d before it takes effect.
func (s *Server) SetLatency(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.latency = d
}

// handler returns the handler of everything the server serves.
func (s *Server) handler() http.Handler {
	api := http.NewServeMux()
	open := func(pattern string, h handlerFunc) { api.Handle(pattern, s.endpoint(h)) }
	authorized := func(pattern string, h handlerFunc) { open(pattern, s.authorized(h)) }

	authorized("GET /gateway/bot", s.locked(s.gatewayBot))
	authorized("GET /users/@me", s.locked(func(*http.Request) (any, error) { return s.bot.json(), nil }))
	authorized("GET /applications/@me", s.locked(s.application))
	authorized("GET /oauth2/applications/@me", s.locked(s.application))
	authorized("GET /applications/{app}/commands", s.locked(s.listCommands))
	authorized("PUT /applications/{app}/commands", reading(s, s.overwriteCommands))

	authorized("POST /users/@me/channels", reading(s, s.openDM))
	authorized("POST /channels/{channel}/threads", reading(s, s.createThread))
	authorized("GET /channels/{channel}", s.locked(s.getChannel))
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
		if n, err := strconv.Atoi(strings.TrimPrefix(version, "v")); err != nil || version != fmt.Sprintf("v%d", n) {
			notFound.ServeHTTP(w, r)
			return
		}
		http.StripPrefix("/api/"+version, api).ServeHTTP(w, r)
	})
	root.Handle("/", notFound)
	return root
}

// handlerFunc handles a request and returns the body of the answer, nil for an
// answer without one, or an *apiError. Those of the API are called with s.mu held.
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

// endpoint makes an HTTP handler of h, subject to latency and faults.
func (s *Server) endpoint(h handlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.delay(r) {
			return
		}
		if refusal := s.overLimit(r); refusal != nil {
			refusal.setHeaders(w.Header())
			s.answer(w, r, refusal.Status, refusal.json())
			return
		}
		f := s.fault(r)
		if f != nil && f.Until != nil {
			s.held.Add(1)
			select {
			case <-f.Until:
			case <-s.done:
			}
			s.held.Add(-1)
			f = nil
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
		s.limitHeaders(w.Header(), r)
		s.answer(w, r, status, v)
	})
}

// perform does what a request asks for and returns its answer.
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

// delay waits for the latency to pass and reports whether the request is still
// to be answered.
func (s *Server) delay(r *http.Request) bool {
	s.mu.Lock()
	d := s.latency
	s.mu.Unlock()
	if d == 0 {
		return true
	}
	select {
	case <-time.After(d):
		return true
	case <-s.done:
	case <-r.Context().Done():
	}
	return false
}

// json returns the body of the answer.
func (e *apiError) json() any {
	v := map[string]any{"message": e.message, "code": e.code}
	if e.form != nil {
		v["errors"] = e.form.String() // Discord nests them
	}
	return v
}

// record notes an answered request.
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

// mustJSON marshals a value the server made up itself.
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
