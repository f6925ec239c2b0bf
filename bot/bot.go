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

	"nimatron/bot/transport"
	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/internal/metrics"
	"nimatron/live"
	"nimatron/match"
)

// Config is what Run needs.
type Config struct {
	Token string
	// APIURL is the base of the REST API, without /api; empty for Discord's.
	APIURL  string
	Service front.Service
	Outbox  match.Outbox
	// Webhooks takes Discord's signed webhooks instead of the gateway. Run closes it; nil for the
	// gateway alone.
	Webhooks net.Listener
	// Gateway is true if interactions come from the gateway and the listener serves Pages only.
	Gateway bool
	// PublicKey is the application's key for webhooks; nil to ask Discord.
	PublicKey ed25519.PublicKey
	// Pages handles all other requests at Webhooks; nil for none.
	Pages http.Handler
	// Live is the live board; nil for none.
	Live *live.Server
	// Secret is the application's client secret, for Activities; "" for none.
	Secret string
	// Shards are the shards of the gateway for this process.
	Shards transport.Shards
	// Leases coordinate processes that share a database, and pass on the sessions of shards; nil for one
	// process.
	Leases  match.Leases
	Limits  front.Limits
	Log     *slog.Logger
	Metrics *metrics.Metrics

	fakes
}

type fakes struct {
	dial      transport.Dialer
	transport http.RoundTripper
	random    transport.Draws // the same numbers give the same run
	timing    *timing
	pictures  *pictures
}

type timing struct {
	transport.Timing
	drain time.Duration // together with HandOver under ten seconds
	front front.Intervals
}

var defaultTiming = timing{Timing: transport.DefaultTiming, drain: 7 * time.Second}

const (
	// deferAfter is the time from an interaction to its deferral. Discord waits 3 s for an answer.
	deferAfter = 1500 * time.Millisecond
	// answerWithin is the time from an interaction's arrival to its first answer, which Discord refuses later.
	// An upload must end within uploadWithin, so that there is time for an answer in text.
	answerWithin, uploadWithin = 3 * time.Second, 2 * time.Second
	findWithin, lookWithin     = 3 * time.Second, 500 * time.Millisecond
	// heldWithin is the time in which Discord may still carry out a first answer that was given up.
	heldWithin = 10 * time.Second
	// beginWithin limits the time from an interaction to the start of its work. The work and the answer
	// may take a minute each, and Discord waits 15 minutes after a deferral.
	beginWithin = 13 * time.Minute
	// completeWithin limits an autocompletion. Discord waits 3 s.
	completeWithin = 2500 * time.Millisecond
)

type bot struct {
	service  front.Service
	front    *front.Front
	log      *slog.Logger
	metrics  *metrics.Metrics
	timing   timing
	random   transport.Draws
	client   *transport.Client
	pictures *pictures
	uploads  transport.Uploads
	rights   rights
	begun    time.Time
	context  context.Context

	delivered  deliveries
	live       *live.Server
	secret     string
	self       atomic.Pointer[string] // the bot's user; nil until known
	commandIDs atomic.Pointer[map[string]string]
	started    sync.Once
	tasks      sync.WaitGroup
}

// Run connects to Discord, or waits for its webhooks, and serves until ctx is done. Then it returns
// nil. The error wraps transport.ErrToken or transport.ErrIntents if Discord refuses those.
func Run(ctx context.Context, c Config) error {
	if c.Webhooks != nil {
		defer c.Webhooks.Close()
	}
	// A token that can't stand in a header would fail later, on every call.
	if c.Token == "" || strings.ContainsFunc(c.Token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return transport.ErrToken
	}
	if c.Metrics == nil {
		c.Metrics = metrics.New("")
	}
	if c.timing == nil {
		c.timing = &defaultTiming
	}
	if c.pictures == nil {
		c.pictures = newPictures(c.Log)
	}
	b := &bot{
		service: c.Service, log: c.Log, random: c.random, pictures: c.pictures, metrics: c.Metrics, timing: *c.timing,
		begun: time.Now(), live: c.Live, secret: c.Secret,
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var err error
	b.client, err = transport.New(transport.Config{
		Token: c.Token, APIURL: c.APIURL, Receiver: b, Leases: c.Leases, Timing: c.timing.Timing, Log: c.Log,
		Metrics: c.Metrics, Unauthorized: func() { stop(transport.ErrToken) }, Random: c.random, Dial: c.dial, HTTP: c.transport,
	})
	if err != nil {
		return err
	}
	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	b.context = work
	b.front = front.New(work, front.Config{
		Service: c.Service, Outbox: c.Outbox, Leases: c.Leases, Platform: b, Log: b.log, Intervals: b.timing.front, Limits: c.Limits, Random: c.random,
	})
	for name, depth := range b.front.Depths() {
		b.metrics.Queue(name, depth)
	}
	b.tasks.Go(func() { b.front.Record(ctx) })
	if c.Live != nil {
		c.Live.Open(ctx, b.front, b)
		b.metrics.Live(c.Live.Streams)
	}
	if c.Webhooks == nil || c.Gateway {
		if c.Webhooks != nil {
			b.tasks.Go(func() { b.client.ServePages(ctx, c.Webhooks, c.Pages) })
		}
		if c.Leases == nil {
			b.tasks.Go(func() { b.drain(ctx) })
		}
		err = b.client.ServeGateway(ctx, c.Shards)
		if c.Leases != nil {
			b.tasks.Go(func() { b.drain(ctx) }) // until another process serves the shards
		}
	} else {
		err = b.client.ServeWebhooks(ctx, c.Webhooks, c.PublicKey, c.Pages)
		b.tasks.Go(func() { b.drain(ctx) }) // because a balancer may still send requests here
	}
	if err == nil && errors.Is(context.Cause(ctx), transport.ErrToken) {
		err = transport.ErrToken
	}
	stop(nil)
	b.tasks.Wait()
	b.client.Close()
	return err
}

// Begin wakes the front. The first time that the application is known, it registers the commands and starts
// front.Run.
func (b *bot) Begin(ctx context.Context, application string) {
	b.front.Wake() // Discord does not report what happened between sessions
	if application == "" {
		return
	}
	b.started.Do(func() {
		b.tasks.Go(func() { front.Guard(b.log, "registration", func() { b.register(ctx, application) }) })
		b.tasks.Go(func() { b.front.Run(ctx) })
	})
}

func (b *bot) Named(user string) { b.self.Store(&user) }

func (b *bot) userID() string {
	if id := b.self.Load(); id != nil {
		return *id
	}
	return ""
}

func (b *bot) Present(shard string, servers []string, mine func(server string) bool) {
	b.front.Present(shard, servers, mine)
}

func (b *bot) Back(server string) { b.front.Back(server) }

func (b *bot) drain(ctx context.Context) {
	<-ctx.Done()
	b.client.Hurry()
	ctx, cancel := context.WithTimeout(b.context, b.timing.drain)
	defer cancel()
	if err := b.front.Drain(ctx); err != nil {
		b.log.Warn("stopped before all was answered", "err", err)
	}
}

func (b *bot) onInteraction(in *interactionEvent, err error) {
	if err != nil {
		b.log.Warn("an interaction is not understood", "type", int(in.Type), "channel", in.ChannelID, "err", err)
		if in.ID == "" || in.Token == "" {
			return // nothing can answer it
		}
	}
	if b.delivered.again(in.ID) {
		b.log.Info("an interaction was delivered again, and was dropped", "channel", in.ChannelID, "interaction", in.ID)
		return
	}
	switch {
	case in.Type == discordgo.InteractionApplicationCommandAutocomplete:
		err := b.front.Complete(speakerID(in), func(ctx context.Context) { b.complete(ctx, in, false) })
		if err != nil {
			b.log.Debug("an autocompletion offers nothing", "err", err)
			err = b.front.Reject(func(ctx context.Context) { b.complete(ctx, in, true) })
		}
		if err != nil {
			b.log.Warn("an autocompletion was dropped", "err", err)
		}
	case err != nil:
		b.reject(b.accept(in), outdatedReply)
	default:
		b.front.Last(in.ChannelID, in.ChannelID+"/"+in.Channel.Last)
		i := b.accept(in)
		err := b.submit(in.Origin, front.Submission{
			Channel: in.ChannelID, By: speakerID(in), Command: in.command,
			Work:      func(ctx context.Context, t *front.Turn) { b.answer(ctx, t, i) },
			Displaced: func() { b.turnAway(i, front.ErrFull) },
		})
		if err != nil {
			b.turnAway(i, err)
		}
	}
}

func (b *bot) onMessage(m *messageEvent, from transport.Origin) {
	b.front.Heard(m.ChannelID, m.Author.ID == b.userID())
	said, ok := b.readMention(m)
	if !ok {
		return
	}
	if b.delivered.again(m.ID) {
		b.log.Info("a message was delivered again, and was dropped", "channel", m.ChannelID, "message", m.ID)
		return
	}
	arrived := time.Now()
	late := b.late(m.ID, arrived, from.Replayed)
	command, _, _ := commands.ParseLine(said.line)
	err := b.submit(from, front.Submission{
		Channel: m.ChannelID, By: m.Author.ID, Command: command,
		Work: func(ctx context.Context, t *front.Turn) {
			switch {
			case late && !said.mayBegin(ctx):
			case time.Since(arrived) > beginWithin:
				b.metrics.TurnedAway()
				b.front.Refuse(ctx, &said, front.BusyReply)
			default:
				t.Answer(ctx, &said)
			}
		},
		Displaced: func() { b.log.Info("a message was displaced", "channel", m.ChannelID) },
	})
	if errors.Is(err, front.ErrAsking) { // an answer to each would help a flood
		reply, _ := b.front.Rejection(m.Author.ID, err)
		err = b.front.Reject(func(ctx context.Context) { b.front.Refuse(ctx, &said, reply) })
	}
	if err != nil {
		b.log.Warn("a message was dropped", "channel", m.ChannelID, "err", err)
	}
}

// submit queues a request, whose event is unfinished until it is answered.
func (b *bot) submit(from transport.Origin, s front.Submission) error {
	work, displaced, end := s.Work, s.Displaced, from.Begin()
	s.Work = func(ctx context.Context, t *front.Turn) {
		defer end()
		work(ctx, t)
	}
	s.Displaced = func() {
		b.metrics.TurnedAway()
		end()
		displaced()
	}
	err := b.front.Submit(s)
	if err != nil {
		b.metrics.TurnedAway()
		end()
	}
	return err
}

var outdatedReply = view.Reply{To: view.Private{}, Text: "This is out of date, so nothing changed. `/match board` shows a match with working buttons, and `/help` names the other commands."}

func (b *bot) complete(ctx context.Context, in *interactionEvent, rejected bool) {
	ctx, cancel := context.WithTimeout(ctx, completeWithin)
	defer cancel()
	i := &interaction{interactionEvent: in, bot: b, limits: transport.NewBuckets(), answering: transport.NewLock()}
	var offered []view.Choice
	front.Guard(b.log, "autocompletion", func() {
		if req, err := i.Request(); err == nil && !rejected {
			option, typed := in.focused()
			offered = b.service.Complete(ctx, req, option, typed)
		}
	})
	data := map[string]any{"choices": choices(offered)}
	_, err := i.respond(ctx, discordgo.InteractionApplicationCommandAutocompleteResult, data)
	if err != nil && i.state == unanswered {
		b.log.Warn("an autocompletion was not answered", "err", err)
	}
}

// turnAway answers an interaction that has no place in a queue. A flood gets no answer after a while.
func (b *bot) turnAway(i *interaction, why error) {
	b.log.Info("an interaction was turned away", "channel", i.ChannelID, "err", why)
	if reply, ok := b.front.Rejection(speakerID(i.interactionEvent), why); ok {
		b.reject(i, reply)
	} else {
		i.timer.Stop()
	}
}

func (b *bot) reject(i *interaction, reply view.Reply) {
	err := b.front.Reject(func(ctx context.Context) { b.front.Refuse(ctx, i, reply) })
	if err != nil {
		i.timer.Stop()
		b.log.Warn("an interaction was dropped", "channel", i.ChannelID, "err", err)
	}
}

func (b *bot) answer(ctx context.Context, t *front.Turn, i *interaction) {
	switch {
	case !i.mayBegin(ctx):
		i.timer.Stop()
		b.log.Info("an interaction was answered before or came too late, and was dropped", "channel", i.ChannelID, "interaction", i.ID)
	case i.age() > beginWithin:
		b.metrics.TurnedAway()
		b.reject(i, front.BusyReply)
	default:
		t.Answer(ctx, i)
	}
}
