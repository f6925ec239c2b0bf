package bot

import (
	"context"
	"crypto/ed25519"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/internal/metrics"
	"nimatron/match"
)

// Config is what Run needs.
type Config struct {
	// Token is the bot token, without "Bot ".
	Token string
	// APIURL is the base of the REST API, up to but without /api; empty for
	// Discord's own.
	APIURL  string
	Service front.Service
	Outbox  match.Outbox
	// Webhooks is where interactions come in as Discord's signed webhooks, in place of the
	// gateway. It is closed in the end; nil for the gateway.
	Webhooks net.Listener
	// PublicKey is the application's, which Discord signs for; nil to ask Discord.
	PublicKey ed25519.PublicKey
	// Pages answers GET /terms and GET /privacy where Webhooks are taken; nil for nothing.
	Pages http.Handler
	// Shards are the gateway's shards that this process serves.
	Shards Shards
	// Leases say which of the processes that share a database does what one is enough for,
	// and hand the sessions of the shards on; nil where there is but one process.
	Leases match.Leases
	// Limits say how much one person may ask for. A zero field means its value in [front.DefaultLimits].
	Limits  front.Limits
	Log     *slog.Logger
	Metrics *metrics.Metrics // nil for none
	// Dial connects to Discord, for calls and for the gateway; nil for what net.Dialer does.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Random draws a number for a purpose. Processes that share a database need different
	// numbers. nil is for the runtime's; with another one the same seed gives the same run.
	Random func(purpose string) uint64

	timing    *timing           // of tests; nil for defaultTiming
	pictures  *pictures         // of tests; nil for those of newPictures
	transport http.RoundTripper // of tests: for calls, in place of connections
}

var (
	// ErrToken is the error for a token that Discord does not take.
	ErrToken = errors.New("the bot token is refused by Discord: copy it anew from the Bot page of https://discord.com/developers/applications")
	// ErrIntents is the error for intents that Discord does not grant.
	ErrIntents = errors.New("the gateway intents are refused by Discord, though none of them is privileged: look at the Bot page of https://discord.com/developers/applications")
)

// timing is how long things take or may take.
type timing struct {
	deferAfter time.Duration // from an interaction to a deferral; Discord waits 3 s
	begin      time.Duration // from an interaction until it has to be begun; once deferred, Discord waits 15 min
	complete   time.Duration // for an autocompletion, within the same 3 s
	call       time.Duration // for one REST call, retries and waits included
	try        time.Duration // for one try of a REST call
	first      time.Duration // for one try of the first answer to an interaction
	drain      time.Duration // for what is under way when the bot stops
	tally      time.Duration // from one line of the log about what was dropped to the next
	unready    time.Duration // for a webhook that comes before the bot knows itself
	front      front.Intervals

	open     time.Duration // to ask for the gateway, and to open a session there
	identify time.Duration // from one new session to the next, at least; Discord demands 5 s
	stable   time.Duration // for a session to count as one that did not break soon
	resume   time.Duration // from the end of a connection to the session's next, at most
	lease    time.Duration // for which a shard is this process's, unless renewed
	handOver time.Duration // for another process to take a shard over; with drain less than ten seconds
	backoff  time.Duration // after an attempt at which no session began, doubled with every further one
	atMost   time.Duration // for backoff
}

var defaultTiming = timing{
	deferAfter: 1500 * time.Millisecond,
	begin:      13 * time.Minute, // what is done takes up to a minute, and its answer another
	complete:   2500 * time.Millisecond,
	call:       45 * time.Second,
	try:        10 * time.Second,
	first:      1500 * time.Millisecond,
	drain:      7 * time.Second,
	tally:      10 * time.Second,
	unready:    800 * time.Millisecond, // balancers try another process after a second
	open:       8 * time.Second,
	identify:   5100 * time.Millisecond,
	stable:     30 * time.Second,
	resume:     4 * time.Second, // and one more to connect
	lease:      10 * time.Second,
	handOver:   2 * time.Second,
	backoff:    time.Second,
	// Discord resets the token of a bot that identifies 1,000 times a day.
	atMost: 2 * time.Minute,
}

// bot is what stays while sessions come and go.
type bot struct {
	service  front.Service
	front    *front.Front
	log      *slog.Logger
	metrics  *metrics.Metrics
	timing   timing
	token    string
	random   draws
	api      *endpoint
	rest     *rest
	pictures *pictures
	begun    time.Time
	dropped  tally
	// context is for all work. It outlives Run's context by the time to drain.
	context context.Context

	self    atomic.Pointer[discordgo.User] // its own user, once that is known
	started sync.Once
	tasks   sync.WaitGroup
}

// Run connects to Discord, or waits for its webhooks, and serves until ctx is done, and
// then returns nil, or until it cannot go on. The error wraps ErrToken or ErrIntents where those are
// the cause.
func Run(ctx context.Context, c Config) error {
	if c.Webhooks != nil {
		defer c.Webhooks.Close()
	}
	// A token that is no header's value would fail later, again and again.
	if c.Token == "" || strings.ContainsFunc(c.Token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return ErrToken
	}
	api, err := newEndpoint(c.APIURL)
	if err != nil {
		return err
	}
	if c.Dial != nil {
		api.dialBy(c.Dial)
	}
	b := &bot{service: c.Service, log: c.Log, random: c.Random, pictures: newPictures(c.Log), metrics: c.Metrics, timing: defaultTiming, token: c.Token, api: api, begun: time.Now()}
	if c.timing != nil {
		b.timing = *c.timing
	}
	if c.pictures != nil {
		b.pictures = c.pictures
	}
	if c.transport != nil {
		api.next = c.transport
	}
	b.dropped = tally{log: c.Log, every: b.timing.tally}

	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	b.context = work
	b.front = front.New(work, front.Config{
		Service: c.Service, Outbox: c.Outbox, Leases: c.Leases, Platform: b, Log: b.log, Intervals: b.timing.front, Limits: c.Limits, Random: c.Random,
	})
	for name, depth := range b.front.Depths() {
		b.metrics.Queue(name, depth)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	b.rest = newREST(c.Token, api, b.timing, func() { stop(ErrToken) })
	b.rest.metrics, b.rest.random = c.Metrics, c.Random
	if c.Webhooks == nil {
		if c.Leases == nil {
			b.tasks.Go(func() { b.drain(ctx) })
		}
		err = b.serveGateway(ctx, c.Shards, c.Leases)
		if c.Leases != nil {
			b.tasks.Go(func() { b.drain(ctx) }) // after it: shards are served until another process serves them
		}
	} else {
		err = b.serveWebhooks(ctx, c.Webhooks, c.PublicKey, c.Pages)
		b.tasks.Go(func() { b.drain(ctx) }) // after it: whom a balancer has sent here is answered
	}
	if err == nil && errors.Is(context.Cause(ctx), ErrToken) {
		err = ErrToken
	}
	stop(nil)
	b.tasks.Wait()
	b.dropped.tell()
	api.CloseIdleConnections()
	return err
}

// drain finishes work under way once ctx is done.
func (b *bot) drain(ctx context.Context) {
	<-ctx.Done()
	ctx, cancel := context.WithTimeout(b.context, b.timing.drain)
	defer cancel()
	if err := b.front.Drain(ctx); err != nil {
		b.log.Warn("stopped before all was answered", "err", err)
	}
}

// onInteraction hands an interaction on. With an error it is not understood.
func (b *bot) onInteraction(in *interactionEvent, err error) {
	if err != nil {
		b.log.Warn("an interaction is not understood", "type", int(in.Type), "channel", in.ChannelID, "err", err)
		if in.ID == "" || in.Token == "" {
			return // nothing can answer it
		}
	}
	switch {
	case in.Type == discordgo.InteractionApplicationCommandAutocomplete:
		if err := b.front.Complete(speakerID(in), func(ctx context.Context) { b.complete(ctx, in) }); err != nil {
			b.log.Debug("an autocompletion offers nothing", "err", err)
			b.offerNothing(in)
		}
	case err != nil:
		b.reject(b.accept(in), outdatedReply)
	default:
		i := b.accept(in)
		said := front.Submission{Channel: in.ChannelID, By: speakerID(in), Command: commandOf(in)}
		if err := b.front.Submit(said, func(ctx context.Context, t *front.Turn) { b.answer(ctx, t, i) }); err != nil {
			b.log.Warn("an interaction was turned away", "channel", in.ChannelID, "err", err)
			b.reject(i, b.front.RejectionReply(err))
		}
	}
}

func (b *bot) onMessage(m *messageEvent, replayed bool) {
	said, ok := b.readMention(m)
	if !ok {
		return
	}
	what := front.Submission{Channel: m.ChannelID, By: m.Author.ID, Command: said.what()}
	late := b.late(m.ID, time.Now(), replayed)
	err := b.front.Submit(what, func(ctx context.Context, t *front.Turn) {
		if !late || said.mayBegin(ctx) {
			t.Answer(ctx, &said)
		}
	})
	if errors.Is(err, front.ErrAsking) { // others are dropped: to answer all would be what they are about
		err = b.front.Reject(func(ctx context.Context) { b.front.Refuse(ctx, &said, b.front.RejectionReply(front.ErrAsking)) })
	}
	if err != nil {
		b.log.Warn("a message was dropped", "channel", m.ChannelID, "err", err)
	}
}

// outdatedReply is for what nobody here understands.
var outdatedReply = view.Reply{To: view.Private{}, Text: "This is out of date, so nothing has changed. `/board` shows the match with buttons that work."}

// complete offers values for an option that is being typed.
func (b *bot) complete(ctx context.Context, in *interactionEvent) {
	ctx, cancel := context.WithTimeout(ctx, b.timing.complete)
	defer cancel()
	i := &interaction{interactionEvent: in, bot: b, limits: newBuckets(), answering: newLock()}
	var offered []view.Choice
	front.Guard(b.log, "autocompletion", func() {
		if req, err := i.Request(); err == nil {
			option, typed := focused(in)
			offered = b.service.Complete(ctx, req, option, typed)
		}
	})
	i.offer(ctx, offered)
}

// offerNothing answers an autocompletion with an empty list, which takes no thought.
func (b *bot) offerNothing(in *interactionEvent) {
	err := b.front.Reject(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, b.timing.complete)
		defer cancel()
		i := &interaction{interactionEvent: in, bot: b, limits: newBuckets(), answering: newLock()}
		i.offer(ctx, nil)
	})
	if err != nil {
		b.log.Warn("an autocompletion was dropped", "err", err)
	}
}

// reject answers an interaction that is not carried out, without waiting for its
// channel.
func (b *bot) reject(i *interaction, reply view.Reply) {
	err := b.front.Reject(func(ctx context.Context) { b.front.Refuse(ctx, i, reply) })
	if err != nil {
		i.timer.Stop()
		b.log.Warn("an interaction was dropped", "channel", i.ChannelID, "err", err)
	}
}

// answer carries out an interaction and answers it, unless it was answered before or it is
// too late for that.
func (b *bot) answer(ctx context.Context, t *front.Turn, i *interaction) {
	switch {
	case !i.mayBegin(ctx):
		i.timer.Stop()
		b.log.Debug("an interaction was answered before or came too late, and was dropped", "channel", i.ChannelID, "interaction", i.ID)
	case time.Since(i.arrived) > b.timing.begin:
		b.reject(i, front.BusyReply)
	default:
		t.Answer(ctx, i)
	}
}
