package transport

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"
)

const (
	// maxWebhook limits the body of a webhook, in bytes. The longest holds a form's texts or a
	// tapped message.
	maxWebhook    = 256 << 10
	maxWebhookAge = 5 * time.Minute
	closeWebhooks = time.Second
	// unreadyWait is the time a webhook waits for the key. Balancers try another process after a
	// second.
	unreadyWait = 800 * time.Millisecond
)

// ErrPublicKey is the error for a malformed public key.
var ErrPublicKey = errors.New("invalid public key: it has 64 hex digits, on the General Information page of https://discord.com/developers/applications")

// ReadPublicKey parses an application's public key from hex digits. The error is ErrPublicKey.
func ReadPublicKey(text string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(text)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, ErrPublicKey
	}
	return key, nil
}

type webhooks struct {
	*Client
	pages http.Handler
	key   atomic.Pointer[ed25519.PublicKey]
	// skewed limits log lines about a wrong clock.
	skewed rate.Sometimes
}

// ServeWebhooks serves webhooks at a listener. It returns nil when ctx is done, or an error if it
// can't continue. Requests that have arrived by then are submitted. A nil key is asked for; pages
// may be nil.
func (c *Client) ServeWebhooks(ctx context.Context, listener net.Listener, key ed25519.PublicKey, pages http.Handler) error {
	w := &webhooks{Client: c, pages: pages, skewed: rate.Sometimes{Interval: time.Minute}}
	server, ended := c.listen(listener, w.handler())
	c.Log.Info("interactions come by webhook: without a gateway, the bot gets no mentions or direct messages",
		"address", listener.Addr().String(), "path", "/interactions")

	err := w.open(ctx, key)
	if err == nil {
		select {
		case <-ctx.Done():
		case err = <-ended:
			return err
		}
	}
	closeServer(ctx, server)
	return err
}

func (c *Client) listen(listener net.Listener, h http.Handler) (server *http.Server, ended <-chan error) {
	server = &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second,
		IdleTimeout:    5 * time.Minute, // longer than balancers keep a connection, so that they are the ones to close it
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(c.Log.Handler(), slog.LevelDebug),
	}
	end := make(chan error, 1)
	go func() { end <- server.Serve(listener) }()
	return server, end
}

func closeServer(ctx context.Context, server *http.Server) {
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWebhooks)
	defer cancel()
	if server.Shutdown(closing) != nil {
		_ = server.Close()
	}
}

// ServePages serves pages, and GET /healthz, until ctx is done.
func (c *Client) ServePages(ctx context.Context, listener net.Listener, pages http.Handler) {
	mux := http.NewServeMux()
	handlePages(mux, pages)
	mux.HandleFunc("GET /healthz", func(rw http.ResponseWriter, _ *http.Request) {
		if c.app.Load() == nil {
			rw.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	server, _ := c.listen(listener, mux)
	c.Log.Info("the page is served", "address", listener.Addr().String())
	<-ctx.Done()
	closeServer(ctx, server)
}

const pageTime = 5 * time.Minute

func handlePages(mux *http.ServeMux, pages http.Handler) {
	if pages == nil {
		return
	}
	mux.HandleFunc("/", func(rw http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(rw).SetWriteDeadline(time.Now().Add(pageTime))
		pages.ServeHTTP(rw, r)
	})
}

func (w *webhooks) open(ctx context.Context, key ed25519.PublicKey) error {
	app, err := w.introduce(ctx)
	if err != nil || app == nil {
		return err
	}
	told, err := ReadPublicKey(app.Key)
	switch {
	case key == nil && err != nil:
		return errors.New("no public key of the application from Discord: set DISCORD_PUBLIC_KEY from the General Information page of https://discord.com/developers/applications")
	case key == nil:
		key = told
	case err == nil && !key.Equal(told):
		w.Log.Warn("DISCORD_PUBLIC_KEY differs from the key that Discord returns: its signed webhooks will be refused")
	}
	if app.Endpoint == "" {
		w.Log.Warn("Discord sends no webhooks yet: on the General Information page of https://discord.com/developers/applications, set the Interactions Endpoint URL to this server's https address with /interactions at the end")
	}
	w.begin(ctx, app)
	w.key.Store(&key)
	w.Metrics.Webhooks()
	return nil
}

// handler serves the pages, POST /interactions, and GET /healthz for balancers: status 200 once interactions
// are taken. It does not ask the database, which fails for all processes alike; people then get an
// answer that says so.
func (w *webhooks) handler() http.Handler {
	mux := http.NewServeMux()
	handlePages(mux, w.pages)
	mux.HandleFunc("POST /interactions", func(rw http.ResponseWriter, r *http.Request) {
		status, answer := w.receive(rw, r)
		w.Metrics.Webhook(status)
		if answer != "" {
			rw.Header().Set("Content-Type", "application/json")
		}
		rw.WriteHeader(status)
		_, _ = io.WriteString(rw, answer)
	})
	mux.HandleFunc("GET /healthz", func(rw http.ResponseWriter, r *http.Request) {
		if w.key.Load() == nil {
			rw.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	return mux
}

// receive checks a webhook and submits its interaction. It returns the status and body: 202 means
// that the answer comes by a call.
func (w *webhooks) receive(rw http.ResponseWriter, r *http.Request) (status int, answer string) {
	key := w.known(r.Context())
	if key == nil {
		return http.StatusServiceUnavailable, ""
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return http.StatusUnsupportedMediaType, ""
	}
	body, err := io.ReadAll(http.MaxBytesReader(rw, r.Body, maxWebhook))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return http.StatusRequestEntityTooLarge, ""
	case err != nil:
		return http.StatusBadRequest, ""
	}
	stamp := r.Header.Get("X-Signature-Timestamp")
	signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if err != nil || !ed25519.Verify(*key, append([]byte(stamp), body...), signature) {
		w.Log.Debug("a webhook is not signed by Discord", "from", r.RemoteAddr)
		return http.StatusUnauthorized, ""
	}
	if !w.fresh(stamp) {
		return http.StatusUnauthorized, ""
	}
	var about struct {
		Type discordgo.InteractionType `json:"type"`
	}
	if err := json.Unmarshal(body, &about); err != nil {
		return http.StatusBadRequest, ""
	}
	if about.Type == discordgo.InteractionPing {
		return http.StatusOK, `{"type":1}`
	}
	w.Receiver.Receive(Event{Type: InteractionCreate, Data: body})
	return http.StatusAccepted, ""
}

// known returns the key, or nil. It waits a moment: a balancer may have found a process that just
// started, and most do not retry after a 503.
func (w *webhooks) known(ctx context.Context) *ed25519.PublicKey {
	ctx, cancel := context.WithTimeout(ctx, unreadyWait)
	defer cancel()
	for w.key.Load() == nil && pause(ctx, 10*time.Millisecond) == nil {
	}
	return w.key.Load()
}

func (w *webhooks) fresh(stamp string) bool {
	sent, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return false
	}
	age := time.Since(time.Unix(sent, 0))
	if age.Abs() <= maxWebhookAge {
		return true
	}
	w.skewed.Do(func() {
		w.Log.Warn("refused a webhook with an old timestamp: if there are many, check this machine's clock", "age", age.Round(time.Second))
	})
	return false
}
