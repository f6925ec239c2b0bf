package transport

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"nimatron/internal/metrics"
	"nimatron/match"
)

// Config is what a client needs.
type Config struct {
	Token string
	// APIURL is the base of the REST API, without /api; empty for Discord's.
	APIURL   string
	Receiver Receiver
	// Leases coordinate processes that share a database, and pass on the sessions of shards; nil for one
	// process.
	Leases  match.Leases
	Timing  Timing
	Log     *slog.Logger
	Metrics *metrics.Metrics
	// Unauthorized is called when Discord refuses the token.
	Unauthorized func()

	// For tests; nil for the real ones.
	Random Draws // the same numbers give the same run
	Dial   Dialer
	HTTP   http.RoundTripper
}

// Timing has the client's times.
type Timing struct {
	Call     time.Duration // limits a call with its repetitions
	Try      time.Duration
	Lease    time.Duration
	HandOver time.Duration // for another process to take over a shard
}

// DefaultTiming is for Discord.
var DefaultTiming = Timing{Call: 45 * time.Second, Try: 10 * time.Second, Lease: 10 * time.Second, HandOver: 2 * time.Second}

var (
	// ErrToken means that Discord refuses the token.
	ErrToken = errors.New("the bot token was refused by Discord: copy it again from the Bot page of https://discord.com/developers/applications")
	// ErrIntents means that Discord refuses the intents.
	ErrIntents = errors.New("the gateway intents were refused by Discord, though none is privileged: check the Bot page of https://discord.com/developers/applications")
)

// A Receiver carries out what Discord sends. Its methods must not block.
type Receiver interface {
	// Named tells the bot's own user, before any event.
	Named(user string)
	// Begin is called with each session, or once webhooks are served. It is given the application's id, "" if that is
	// unknown, and the context of the connection.
	Begin(ctx context.Context, application string)
	// Receive takes an event. A shard's events come in order.
	Receive(Event)
	// Present lists the servers of a shard. mine reports whether a server belongs to it.
	Present(shard string, servers []string, mine func(server string) bool)
	// Back reports a server that was not listed.
	Back(server string)
}

// InteractionCreate is the type of an event that is an interaction.
const InteractionCreate = "INTERACTION_CREATE"

// An Event is one event of the gateway, or an interaction that came by webhook.
type Event struct {
	Type string
	Data json.RawMessage // reused after Receive
	Origin
}

// A Client is the connection to Discord.
type Client struct {
	Config
	endpoint
	http    *http.Client
	limits  *Buckets
	pace    *rate.Limiter
	refused *rate.Limiter
	ending  context.Context // done when the program begins to end
	hurry   func()          // ends ending
	tasks   sync.WaitGroup
	app     atomic.Pointer[application] // nil until known
}

// New returns a client that has not connected yet.
func New(c Config) (*Client, error) {
	e, err := newEndpoint(c.APIURL, c.Dial)
	if err != nil {
		return nil, err
	}
	if c.HTTP != nil {
		e.http = c.HTTP
	}
	ending, hurry := context.WithCancel(context.Background())
	return &Client{
		Config: c, endpoint: *e, ending: ending, hurry: hurry, limits: NewBuckets(), pace: newPace(),
		refused: rate.NewLimiter(rate.Every(refusalsSpan/maxRefusals), maxRefusals),
		http: &http.Client{
			Transport: e.http,
			// The API does not redirect. A server that does must not get the token.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// Hurry says that the program ends: what can be repeated is not waited for as long.
func (c *Client) Hurry() { c.hurry() }

// Close ends the client when its context is done.
func (c *Client) Close() {
	c.hurry()
	c.tasks.Wait()
	c.http.CloseIdleConnections()
}
