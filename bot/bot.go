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

	"nimatron/commands"
)

// Config is what Run needs.
type Config struct {
	// Token is the bot token, without "Bot ".
	Token string
	// APIURL is the base of the REST API, up to but without /api; empty for
	// Discord's own.
	APIURL  string
	Service Service
	Log     *slog.Logger
	// Ready, where it is not nil, is called whenever a session begins anew, as
	// what happened since the last one is not told; not when one is resumed. Its
	// context ends with Run's.
	Ready func(context.Context)

	timing *timing // of tests; nil for the usual
}

// Service is what commands.Service does for the bot.
type Service interface {
	Do(context.Context, commands.Request) commands.Reply
	Complete(ctx context.Context, req commands.Request, option, typed string) []commands.Choice
	Shown(ctx context.Context, subject commands.Subject, handle string) error
	Expire(context.Context) ([]commands.Announcement, error)
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
	work       time.Duration // for one command with its answer
	call       time.Duration // for one REST call, retries and waits included
	try        time.Duration // for one try of a REST call
	first      time.Duration // for one try of the first answer to an interaction
	drain      time.Duration // for what is under way when the bot stops
	expire     time.Duration // between looks at the clock

	open     time.Duration // to ask for the gateway, and to open a session there
	identify time.Duration // from one new session to the next, at least; Discord demands 5 s
	stable   time.Duration // for a session to count as a success
	backoff  time.Duration // after a failure, doubled with every further one
	atMost   time.Duration // for backoff
}

var usual = timing{
	deferAfter: 1500 * time.Millisecond,
	complete:   2500 * time.Millisecond,
	work:       time.Minute,
	call:       45 * time.Second,
	try:        10 * time.Second,
	first:      1500 * time.Millisecond,
	drain:      5 * time.Second,
	expire:     30 * time.Second,
	open:       8 * time.Second,
	identify:   5100 * time.Millisecond,
	stable:     30 * time.Second,
	backoff:    time.Second,
	// Discord resets the token of a bot that identifies 1,000 times a day.
	atMost: 2 * time.Minute,
}

// Bounds on what may wait.
const (
	maxWork        = 1000
	maxChannelWork = 20
	maxQuick       = 200
)

// bot is what stays while sessions come and go.
type bot struct {
	service Service
	log     *slog.Logger
	timing  timing
	ready   func(context.Context) // of Config; may be nil
	token   string
	api     *endpoint
	rest    *rest
	// context is that of all work: it outlives Run's by the time to drain.
	context context.Context

	// work is the commands of each channel with their answers, in order.
	work *lanes
	// quick is what waits for no channel: autocompletion and "try again".
	quick *lanes

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
	b := &bot{service: c.Service, log: c.Log, ready: c.Ready, timing: usual, token: c.Token, api: api}
	if c.timing != nil {
		b.timing = *c.timing
	}
	b.work = newLanes(maxWork, maxChannelWork, b.log)
	b.quick = newLanes(maxQuick, 1, b.log)

	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	b.context = work
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	b.rest = newREST(c.Token, api, b.timing, func() { stop(ErrToken) })
	b.tasks.Go(func() { b.drain(ctx) })

	err = b.supervise(ctx)
	if err == nil && errors.Is(context.Cause(ctx), ErrToken) {
		err = ErrToken
	}
	stop(nil)
	b.tasks.Wait()
	api.CloseIdleConnections()
	return err
}

// drain finishes, once ctx is done, what is under way.
func (b *bot) drain(ctx context.Context) {
	<-ctx.Done()
	ctx, cancel := context.WithTimeout(b.context, b.timing.drain)
	defer cancel()
	if err := errors.Join(b.work.drain(ctx), b.quick.drain(ctx)); err != nil {
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

// onReady is called when a session has begun anew.
func (b *bot) onReady(ctx context.Context, r ready) {
	b.self.Store(r.User)
	b.log.Info("connected to Discord", "as", r.User.Username)
	if b.ready != nil {
		b.tasks.Go(func() { guard(b.log, "ready", func() { b.ready(ctx) }) })
	}
	if r.Application.ID == "" {
		return
	}
	b.started.Do(func() {
		b.tasks.Go(func() { guard(b.log, "registration", func() { b.register(ctx, r.Application.ID) }) })
		b.tasks.Go(func() { b.watch(ctx) })
	})
}

// onInteraction hands an interaction on. With an error it is not understood.
func (b *bot) onInteraction(in *discordgo.Interaction, err error) {
	if err != nil {
		b.log.Warn("an interaction is not understood", "type", int(in.Type), "channel", in.ChannelID, "err", err)
		if in.ID == "" || in.Token == "" {
			return // nothing can answer it
		}
	}
	switch {
	case in.Type == discordgo.InteractionApplicationCommandAutocomplete:
		if err := b.quick.add(in.ID, func() { b.complete(in) }); err != nil {
			b.log.Warn("an autocompletion was dropped", "err", err)
		}
	case err != nil:
		b.turnAway(b.accept(in), outdatedReply)
	default:
		i := b.accept(in)
		if err := b.work.add(in.ChannelID, func() { b.answer(i) }); err != nil {
			b.log.Warn("an interaction was turned away", "channel", in.ChannelID, "err", err)
			b.turnAway(i, busyReply)
		}
	}
}

func (b *bot) onMessage(m *discordgo.Message) {
	said, ok := b.heard(m)
	if !ok {
		return
	}
	if err := b.work.add(m.ChannelID, func() { b.reply(&said) }); err != nil {
		b.log.Warn("a message was dropped", "channel", m.ChannelID, "err", err)
	}
}

var (
	busyReply     = commands.Reply{Private: true, Text: "I have too much to do right now, and nothing was changed. Please try again in a moment."}
	faultReply    = commands.Reply{Private: true, Text: "Something went wrong here. Please look at `/board` and try again."}
	outdatedReply = commands.Reply{Private: true, Text: "This is out of date, and nothing was changed. `/board` shows the match with buttons that work."}
	unknownReply  = commands.Reply{Private: true, Text: "This button is none that I know any more. `/board` shows the match with buttons that work."}
)

// complete offers values for an option that is being typed.
func (b *bot) complete(in *discordgo.Interaction) {
	ctx, cancel := context.WithTimeout(b.context, b.timing.complete)
	defer cancel()
	i := &interaction{Interaction: in, bot: b, limits: newBuckets()}
	var offered []commands.Choice
	guard(b.log, "autocompletion", func() {
		if req, ok := b.request(in); ok {
			option, typed := focused(in)
			offered = b.service.Complete(ctx, req, option, typed)
		}
	})
	if err := i.complete(ctx, choices(offered)); err != nil {
		b.log.Warn("an autocompletion was not answered", "err", err)
	}
}

// turnAway answers an interaction that is not carried out, beside the lanes.
func (b *bot) turnAway(i *interaction, reply commands.Reply) {
	err := b.quick.add(i.ID, func() {
		ctx, cancel := context.WithTimeout(b.context, b.timing.call)
		defer cancel()
		if err := b.deliver(ctx, i, reply); err != nil {
			b.log.Warn("an interaction was not answered", "channel", i.ChannelID, "err", err)
		}
	})
	if err != nil {
		i.timer.Stop()
		b.log.Warn("an interaction was dropped", "channel", i.ChannelID, "err", err)
	}
}

// bring delivers a reply, and, where that panics, word of it.
func (b *bot) bring(ctx context.Context, to place, reply commands.Reply) (err error) {
	done := false
	guard(b.log, "delivery", func() {
		err = b.deliver(ctx, to, reply)
		done = true
	})
	if !done {
		err = b.deliver(ctx, to, faultReply)
	}
	return err
}

// answer carries out an interaction and answers it.
func (b *bot) answer(i *interaction) {
	ctx, cancel := context.WithTimeout(b.context, b.timing.work)
	defer cancel()
	if i.old() && !i.acknowledge(ctx) {
		b.log.Warn("an interaction came too late and was dropped", "channel", i.ChannelID, "sent", i.ID)
		return
	}
	reply := faultReply
	guard(b.log, "command", func() { reply = b.carryOut(ctx, i) })
	err := b.bring(ctx, i, reply)
	if errors.Is(err, errGone) && !reply.Private && !i.foreign() {
		// It is done, so the channel has to see it.
		err = b.deliver(ctx, channel{b, i.ChannelID}, reply)
	}
	if err != nil {
		b.log.Warn("an interaction was not answered", "channel", i.ChannelID, "err", err)
	}
}

func (b *bot) carryOut(ctx context.Context, i *interaction) commands.Reply {
	req, ok := b.request(i.Interaction)
	if !ok {
		return unknownReply
	}
	reply := b.service.Do(ctx, req)
	if reply.Shown == "" && req.Subject.Kind != commands.NoSubject {
		// Nobody noted that message, maybe for lack of time before a crash.
		reply.Shown = i.on()
	}
	return reply
}

// reply carries out what a message says and answers it.
func (b *bot) reply(said *mention) {
	ctx, cancel := context.WithTimeout(b.context, b.timing.work)
	defer cancel()
	reply := faultReply
	guard(b.log, "message", func() {
		req, err := said.request()
		if err != nil {
			reply = commands.Reply{Private: true, Text: err.Error()}
			return
		}
		reply = b.service.Do(ctx, req)
	})
	if err := b.bring(ctx, said, reply); err != nil {
		b.log.Warn("a message was not answered", "channel", said.id, "err", err)
	}
}
