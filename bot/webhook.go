package bot

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

	"nimatron/front"
)

const (
	// maxWebhook is how long the body of a webhook may be, in bytes. An interaction has at
	// most a form's texts in it, or the message that somebody has tapped.
	maxWebhook = 256 << 10
	// maxWebhookAge is how far the time in a webhook may be from the time here, either way.
	maxWebhookAge = 5 * time.Minute
	// closeWebhooks is how long those webhooks have that are arriving when the bot stops.
	closeWebhooks = time.Second
)

// ErrPublicKey is the error for a public key that is none.
var ErrPublicKey = errors.New("the application's public key is none: it is 64 hex digits, on the General Information page of https://discord.com/developers/applications")

// ReadPublicKey reads an application's public key, which Discord signs webhooks for, from
// hex digits. The error is ErrPublicKey.
func ReadPublicKey(text string) (ed25519.PublicKey, error) {
	key, err := hex.DecodeString(text)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, ErrPublicKey
	}
	return key, nil
}

// webhooks takes in interactions as HTTP requests that Discord has signed.
type webhooks struct {
	bot   *bot
	pages http.Handler                      // nil for none
	key   atomic.Pointer[ed25519.PublicKey] // nil until the bot knows itself
	// skewed is when it was last logged that Discord's time is another, in ns since 1970.
	skewed atomic.Int64
}

// serveWebhooks serves webhooks at a listener. It returns nil when ctx is done, or an error when
// going on is useless. Requests that have arrived before it returns are handed on. A nil key is
// asked for. Pages may be nil.
func (b *bot) serveWebhooks(ctx context.Context, listener net.Listener, key ed25519.PublicKey, pages http.Handler) error {
	w := &webhooks{bot: b, pages: pages}
	server := &http.Server{
		Handler: w.handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second,
		IdleTimeout:    5 * time.Minute, // longer than balancers keep a connection, so that they are the ones who close it
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(b.log.Handler(), slog.LevelDebug),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	b.log.Info("interactions are taken by webhook: there is no gateway, so mentions and direct messages are not heard",
		"address", listener.Addr().String(), "path", "/interactions")

	err := w.introduce(ctx, key)
	if err == nil {
		select {
		case <-ctx.Done():
		case err = <-ended:
			return err
		}
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWebhooks)
	defer cancel()
	if server.Shutdown(closing) != nil {
		_ = server.Close()
	}
	return err
}

// introduce asks Discord who the bot is, until it is told, and begins to take webhooks.
func (w *webhooks) introduce(ctx context.Context, key ed25519.PublicKey) error {
	b := w.bot
	app, err := b.introduce(ctx)
	if err != nil || app == nil {
		return err
	}
	told, err := ReadPublicKey(app.Key)
	switch {
	case key == nil && err != nil:
		return errors.New("the application's public key is not told by Discord: set DISCORD_PUBLIC_KEY to the one on the General Information page of https://discord.com/developers/applications")
	case key == nil:
		key = told
	case err == nil && !key.Equal(told):
		b.log.Warn("DISCORD_PUBLIC_KEY is not the key that Discord tells: webhooks that it signs are refused")
	}
	if app.Endpoint == "" {
		b.log.Warn("Discord sends no webhooks yet: set the Interactions Endpoint URL on the General Information page of https://discord.com/developers/applications to where https leads here, with /interactions at its end")
	}
	b.begin(ctx, app)
	w.key.Store(&key)
	b.metrics.Webhooks()
	return nil
}

// handler returns what answers POST /interactions, and GET /healthz for balancers: with
// status 200 once interactions are taken. It does not ask the database: where that is
// away, all processes are alike, and people are told.
func (w *webhooks) handler() http.Handler {
	mux := http.NewServeMux()
	if w.pages != nil {
		mux.Handle("GET /terms", w.pages)
		mux.Handle("GET /privacy", w.pages)
	}
	mux.HandleFunc("POST /interactions", func(rw http.ResponseWriter, r *http.Request) {
		status, answer := w.receive(rw, r)
		w.bot.metrics.Webhook(status)
		if answer != "" {
			rw.Header().Set("Content-Type", "application/json")
		}
		rw.WriteHeader(status)
		_, _ = io.WriteString(rw, answer) // who has gone needs no answer
	})
	mux.HandleFunc("GET /healthz", func(rw http.ResponseWriter, r *http.Request) {
		if w.key.Load() == nil {
			rw.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	return mux
}

// take checks a webhook and hands its interaction on. It returns the answer's status and
// body: 202 says that the interaction is answered by a call of its own.
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
		w.bot.log.Debug("a webhook is not signed by Discord", "from", r.RemoteAddr)
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
	front.Guard(w.bot.log, "webhook", func() {
		in, err := readInteraction(body)
		w.bot.onInteraction(in, err)
	})
	return http.StatusAccepted, ""
}

// known returns the key. It waits a moment for it, as a balancer may have found a process
// that has just been replaced, and most don't try another one after a 503; nil where that is
// not enough.
func (w *webhooks) known(ctx context.Context) *ed25519.PublicKey {
	ctx, cancel := context.WithTimeout(ctx, w.bot.timing.unready)
	defer cancel()
	for w.key.Load() == nil && pause(ctx, 10*time.Millisecond) == nil {
	}
	return w.key.Load()
}

// fresh reports whether a webhook that is signed was sent just now.
func (w *webhooks) fresh(stamp string) bool {
	sent, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil {
		return false
	}
	now := time.Now()
	age := now.Sub(time.Unix(sent, 0))
	if age.Abs() <= maxWebhookAge {
		return true
	}
	last := w.skewed.Load()
	if now.Sub(time.Unix(0, last)) > time.Minute && w.skewed.CompareAndSwap(last, now.UnixNano()) {
		w.bot.log.Warn("a webhook was refused, as it was sent at another time: if there are many, this machine's clock is wrong", "age", age.Round(time.Second))
	}
	return false
}
