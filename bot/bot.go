package bot

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/front"
)

// Config is what Run needs.
type Config struct {
	// Token is the bot token, without "Bot ".
	Token string
	// APIURL is the base of the REST API, up to but without /api; empty for
	// Discord's own.
	APIURL  string
	Service front.Service
	Log     *slog.Logger

	timing *timing // of tests; nil for defaultTiming
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
	complete   time.Duration // for an autocompletion, within the same 3 s
	call       time.Duration // for one REST call, retries and waits included
	drain      time.Duration // for what is under way when the bot stops
	sweep      time.Duration // between looks at the clock; 0 as front has it

	open    time.Duration // to open a gateway session, until it is ready
	silence time.Duration // of the gateway, which acknowledges a heartbeat every 41 s
	stable  time.Duration // for a session to count as a success
	backoff time.Duration // after a failure, doubled with every further one
	atMost  time.Duration // for backoff
}

var defaultTiming = timing{
	deferAfter: 1500 * time.Millisecond,
	complete:   2500 * time.Millisecond,
	call:       10 * time.Second,
	drain:      5 * time.Second,
	open:       30 * time.Second,
	silence:    100 * time.Second,
	stable:     30 * time.Second,
	backoff:    time.Second,
	// Discord resets the token of a bot that identifies 1,000 times a day.
	atMost: 2 * time.Minute,
}

// bot is what stays while sessions come and go.
type bot struct {
	service front.Service
	front   *front.Front
	log     *slog.Logger
	timing  timing
	token   string
	api     *endpoint
	rest    *rest
	// context is that of all work: it outlives Run's by the time to drain.
	context context.Context

	self    atomic.Pointer[discordgo.User] // its own user, once that is known
	started sync.Once
	tasks   sync.WaitGroup
}

// Run connects to Discord and serves until ctx is done, and then returns nil, or
// until it cannot go on. The error wraps ErrToken or ErrIntents where those are
// the cause.
func Run(ctx context.Context, c Config) error {
	// A token that is no header's value would fail later, again and again.
	if c.Token == "" || strings.ContainsFunc(c.Token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return ErrToken
	}
	api, err := newEndpoint(c.APIURL)
	if err != nil {
		return err
	}
	b := &bot{service: c.Service, log: c.Log, timing: defaultTiming, token: c.Token, api: api}
	if c.timing != nil {
		b.timing = *c.timing
	}
	if b.rest, err = newREST(c.Token, api, b.timing.call); err != nil {
		return err
	}
	discordgoLog.Store(&libraryLog{b.log, c.Token})

	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	b.context = work
	b.front = front.New(work, front.Config{Service: c.Service, Platform: b, Log: b.log, SweepInterval: b.timing.sweep})
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	b.tasks.Go(func() { b.drain(ctx) })

	err = b.supervise(ctx)
	stop()
	b.tasks.Wait()
	api.CloseIdleConnections()
	return err
}

// drain finishes, once ctx is done, what is under way.
func (b *bot) drain(ctx context.Context) {
	<-ctx.Done()
	ctx, cancel := context.WithTimeout(b.context, b.timing.drain)
	defer cancel()
	if err := b.front.Drain(ctx); err != nil {
		b.log.Warn("stopped before all was answered", "err", err)
	}
}

// userID returns the id of the bot's own user, empty while it is unknown.
func (b *bot) userID() string {
	if u := b.self.Load(); u != nil {
		return u.ID
	}
	return ""
}

// handle makes b the receiver of a session's events. discordgo calls it from the
// goroutine that reads the gateway, in order, so nothing here may wait.
func (b *bot) handle(ctx context.Context, s *discordgo.Session) {
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Ready) {
		front.Guard(b.log, "ready", func() { b.onReady(ctx, e) })
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.InteractionCreate) {
		front.Guard(b.log, "interaction", func() { b.onInteraction(e.Interaction) })
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.MessageCreate) {
		front.Guard(b.log, "message", func() { b.onMessage(e.Message) })
	})
}

func (b *bot) onReady(ctx context.Context, e *discordgo.Ready) {
	b.self.Store(e.User)
	b.log.Info("connected to Discord", "as", e.User.Username)
	if e.Application == nil {
		return
	}
	b.started.Do(func() {
		application := e.Application.ID
		b.tasks.Go(func() { b.register(ctx, application) })
		b.tasks.Go(func() { b.front.Sweep(ctx) })
	})
}

func (b *bot) onInteraction(in *discordgo.Interaction) {
	switch in.Type {
	case discordgo.InteractionApplicationCommandAutocomplete:
		if err := b.front.AtOnce(func(ctx context.Context) { b.complete(ctx, in) }); err != nil {
			b.log.Warn("an autocompletion was dropped", "err", err)
		}
	case discordgo.InteractionApplicationCommand, discordgo.InteractionMessageComponent:
		i := b.accept(in)
		err := b.front.InOrder(in.ChannelID, func(ctx context.Context) { b.answer(ctx, i) })
		if err != nil {
			b.log.Warn("an interaction was turned away", "channel", in.ChannelID, "err", err)
			err = b.front.AtOnce(func(ctx context.Context) { b.front.TurnAway(ctx, i) })
		}
		if err != nil {
			i.timer.Stop()
			b.log.Warn("an interaction was dropped", "channel", in.ChannelID, "err", err)
		}
	default:
		b.log.Warn("an interaction of an unknown type", "type", in.Type)
	}
}

func (b *bot) onMessage(m *discordgo.Message) {
	said, ok := b.readMention(m)
	if !ok {
		return
	}
	if err := b.front.InOrder(m.ChannelID, func(ctx context.Context) { b.front.Answer(ctx, &said) }); err != nil {
		b.log.Warn("a message was dropped", "channel", m.ChannelID, "err", err)
	}
}

// complete offers values for an option that is being typed.
func (b *bot) complete(ctx context.Context, in *discordgo.Interaction) {
	ctx, cancel := context.WithTimeout(ctx, b.timing.complete)
	defer cancel()
	i := &interaction{Interaction: in, bot: b, limits: discordgo.NewRatelimiter()}
	req, err := i.Request()
	if err == nil {
		option, typed := focused(in)
		err = i.complete(ctx, choices(b.service.Complete(ctx, req, option, typed)))
	}
	if err != nil {
		b.log.Warn("an autocompletion was not answered", "command", req.Command, "err", err)
	}
}

// answer carries out an interaction and answers it, unless it is too late for that.
func (b *bot) answer(ctx context.Context, i *interaction) {
	if i.old() && !i.acknowledge(ctx) {
		b.log.Warn("an interaction came too late and was dropped", "channel", i.ChannelID, "sent", i.ID)
		return
	}
	b.front.Answer(ctx, i)
}
