package live

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"nimatron/commands"
	"nimatron/front"
	"nimatron/match"
	"nimatron/referee/race"
)

// Store is the part of the store that the live board uses.
type Store interface {
	match.LiveSessions
	MatchByID(ctx context.Context, id int64) (match.Match, error)
	LastMatch(ctx context.Context, channel string) (match.Table, error)
	CheckBlocks(ctx context.Context, player, other string) error
	match.Subjects
	RacePlace(ctx context.Context, id int64, player string) (race.Place, error)
}

// Boards describes matches and races; commands.Service does.
type Boards interface {
	Live(ctx context.Context, match int64) (commands.Live, error)
	// LiveRace returns a race as everybody sees it.
	LiveRace(ctx context.Context, id int64) (commands.RaceCard, error)
	// RacePage returns what a person sees of a race besides; nil for one who is not in it.
	RacePage(ctx context.Context, id int64, player string) (*commands.RacePage, error)
}

// Platform is the chat platform in which the matches are played.
type Platform interface {
	front.Platform
	// Application is the id of the application, "" until it is known.
	Application() string
	// Identify exchanges an OAuth code for the person who gave it. The error is ErrRefused if the
	// platform does not accept the code.
	Identify(ctx context.Context, code string) (commands.User, error)
	// Instance returns the channel of an Activity and the ids of the people in it. The error is ErrRefused if
	// there is no such instance.
	Instance(ctx context.Context, id string) (channel string, people []string, err error)
}

// ErrRefused is the error for a code or an instance unknown to the platform.
var ErrRefused = errors.New("refused by the platform")

// Config configures a Server.
type Config struct {
	Store  Store
	Boards Boards
	// Secret signs links; processes that share the store share it.
	Secret string
	// Page is the address of the page as people see it, with a slash at the end.
	Page string
	// Activity is true if boards open within Discord, too.
	Activity bool
	Log      *slog.Logger
	Now      func() time.Time // nil for time.Now
	// TurnedAway counts a request that was refused because too many came; nil for nobody.
	TurnedAway func()
}

// Server serves /live/. It is safe for concurrent use.
type Server struct {
	Config
	key    []byte
	origin string
	mux    http.ServeMux
	hub
	gate *gate
	slow chan struct{}
	chat atomic.Pointer[chat]
}

type chat struct {
	front    *front.Front
	platform Platform
}

// Bounds on requests.
const (
	maxBody     = 4 << 10
	requestTime = 20 * time.Second
	maxSlow     = 8
)

// New returns a server, which answers after Open.
func New(c Config) (*Server, error) {
	key, err := hkdf.Key(sha256.New, []byte(c.Secret), nil, "nimatron live links", sha256.Size)
	if err != nil {
		return nil, err
	}
	page, err := url.Parse(c.Page)
	if err != nil {
		return nil, err
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	s := &Server{Config: c, key: key, origin: page.Scheme + "://" + page.Host, gate: newGate(), slow: make(chan struct{}, maxSlow)}
	s.tables, s.streams = map[match.Subject]*table{}, map[string]int{}
	for pattern, handler := range s.routes() {
		s.mux.HandleFunc(pattern, handler)
	}
	return s, nil
}

func (s *Server) routes() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"POST /live/session": posted(s, s.session),
		"POST /live/move":    posted(s, s.move),
		"GET /live/events": func(w http.ResponseWriter, r *http.Request) {
			if err := s.stream(w, r); err != nil {
				s.fail(w, r, err)
			}
		},
		"GET /live/config": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Access-Control-Allow-Origin", "*") // a frame that its host cuts off has no origin
			answer(w, http.StatusOK, map[string]any{"activity": s.Activity, "client": s.application(), "page": s.Page})
		},
	}
}

// Open begins to answer requests through a front. All streams end with ctx.
func (s *Server) Open(ctx context.Context, f *front.Front, p Platform) {
	s.context.Store(&ctx)
	s.chat.Store(&chat{f, p})
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	s.mux.ServeHTTP(w, r)
}

type refusal struct {
	status int
	text   string
}

func (r *refusal) Error() string { return r.text }

func refuse(status int, text string) error { return &refusal{status, text} }

// posted handles a JSON request from the page. The result of do is the body of status 200.
func posted[In any](s *Server, do func(context.Context, http.ResponseWriter, *http.Request, In) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), requestTime)
		defer cancel()
		var in In
		err := s.read(w, r, &in)
		if err == nil {
			var said any
			if said, err = do(ctx, w, r, in); err == nil {
				answer(w, http.StatusOK, said)
				return
			}
		}
		s.fail(w, r, err)
	}
}

// read reads a request, which must come from the page: other sites can send neither this origin nor
// JSON.
func (s *Server) read(w http.ResponseWriter, r *http.Request, in any) error {
	if !s.ours(r.Header.Get("Origin")) {
		return refuse(http.StatusForbidden, "This request comes from another site. Open the board from its link.")
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return refuse(http.StatusUnsupportedMediaType, "The request must be application/json.")
	}
	if s.chat.Load() == nil {
		return refuse(http.StatusServiceUnavailable, "I'm starting. Try again in a moment.")
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if long := new(http.MaxBytesError); errors.As(err, &long) {
		return refuse(http.StatusRequestEntityTooLarge, "The request is too long.")
	}
	if err != nil || json.Unmarshal(text, in) != nil {
		return errUnread
	}
	return nil
}

func (s *Server) ours(origin string) bool {
	if origin == s.origin {
		return true
	}
	id := s.application()
	return s.Activity && id != "" && origin == "https://"+id+".discordsays.com"
}

func (s *Server) application() string {
	if chat := s.chat.Load(); chat != nil {
		return chat.platform.Application()
	}
	return ""
}

func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	var refused *refusal
	switch {
	case errors.As(err, &refused):
	case errors.Is(err, match.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		refused = &refusal{http.StatusServiceUnavailable, "I can't reach my database right now. Try again in a moment."}
	default:
		s.Log.Error("a request of the live board failed", "path", r.URL.Path, "err", err)
		refused = &refusal{http.StatusInternalServerError, "Something went wrong. Try again in a moment."}
	}
	if refused.status == http.StatusTooManyRequests && s.TurnedAway != nil {
		s.TurnedAway()
	}
	answer(w, refused.status, map[string]string{"error": refused.text})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
