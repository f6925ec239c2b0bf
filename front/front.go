package front

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/match"
)

// Bounds on what may be waiting or under way.
const (
	// MaxWork is for all channels together.
	MaxWork = 1000
	// MaxChannelWork is how much may wait in a channel, beside what is under way: enough
	// that fifty who speak at once crowd nobody out.
	MaxChannelWork = 60
	// MaxAtOnce is for what waits for no channel.
	MaxAtOnce = 200
	// MaxQuestions is for costly questions, running ones included.
	MaxQuestions = 20
	// MaxTurnedAway is for answers to what is not done.
	MaxTurnedAway = 1000
	// maxBackground is how many channels have their messages changed at a time.
	maxBackground = 8
)

// Config is what New needs.
type Config struct {
	Service Service
	Outbox  match.Outbox
	// Leases say which of the processes that share the outbox looks for boards that lag;
	// nil where there is but one.
	Leases   match.Leases
	Platform Platform
	Log      *slog.Logger
	// WorkTime is the time to carry out one request, and then again to answer it; 0 for
	// a minute.
	WorkTime  time.Duration
	Intervals Intervals
	Limits    Limits
	// Random draws a number for a purpose; nil for the runtime's.
	Random func(purpose string) uint64
}

// Front carries out what is said on a platform and answers it. It is safe for
// concurrent use.
type Front struct {
	service   Service
	outbox    match.Outbox
	leases    match.Leases
	platform  Platform
	log       *slog.Logger
	workTime  time.Duration
	intervals Intervals
	context   context.Context

	limits     *limits
	channels   *queues // in order, by channel
	atOnce     *queues // side by side, as are those below
	questions  *queues
	turnedAway *queues
	background *queues       // behind all of them, by channel
	slots      chan struct{} // of those that run in background
	number     atomic.Uint64
	wake       chan struct{}
	painter    *painter
	lacks      lacks
	closing    sync.Map // the channels that are about to be closed

	working  context.Context // while requests are carried out
	stopWork context.CancelFunc
	draining chan struct{} // closed when nothing new is taken
}

// New returns a front whose work ends with ctx. It should end after what calls the
// front has stopped, so that there is time for Drain.
func New(ctx context.Context, c Config) *Front {
	f := &Front{
		service: c.Service, outbox: c.Outbox, leases: c.Leases, platform: c.Platform, log: c.Log, context: ctx,
		workTime: cmp.Or(c.WorkTime, time.Minute),
		intervals: Intervals{
			Sweep:       cmp.Or(c.Intervals.Sweep, 30*time.Second),
			Boards:      cmp.Or(c.Intervals.Boards, 5*time.Second),
			Notices:     cmp.Or(c.Intervals.Notices, time.Second),
			Tournaments: cmp.Or(c.Intervals.Tournaments, 2*time.Second),
			Taken:       cmp.Or(c.Intervals.Taken, time.Minute),
		},
		channels:   newQueues(MaxWork, MaxChannelWork, c.Log),
		atOnce:     newQueues(MaxAtOnce, 1, c.Log),
		questions:  newQueues(MaxQuestions, 1, c.Log),
		turnedAway: newQueues(MaxTurnedAway, 1, c.Log),
		background: newQueues(MaxWork, MaxChannelWork, c.Log),
		limits:     newLimits(c.Limits),
		slots:      make(chan struct{}, maxBackground),
		wake:       make(chan struct{}, 1),
		draining:   make(chan struct{}),
	}
	f.painter = newPainter(f, c.Random)
	f.working, f.stopWork = context.WithCancel(ctx)
	return f
}

// Said is what somebody says, as far as it settles when that is done.
type Said struct {
	Channel string
	By      string // the id of who says it
	Command string // as in commands.Request; empty where it is not understood
}

// Hear runs work for what somebody says, and returns at once: in the channel after all
// that was said there before or, for a costly question, beside the channels. The work
// gets a Turn, with which it is answered. The error is ErrTooFast, ErrAsking, ErrFull or
// ErrStopping, and then the work is not done: Excuse words why.
func (f *Front) Hear(said Said, work func(context.Context, *Turn)) error {
	if !f.limits.maySay(said.By) {
		return ErrTooFast
	}
	if c := commands.Find(said.Command); c == nil || !c.Costly {
		return f.inOrder(said.Channel, func(ctx context.Context) { work(ctx, &Turn{front: f}) })
	}
	end, ok := f.limits.begin(said.By)
	if !ok {
		return ErrAsking
	}
	err := f.beside(f.questions, func(ctx context.Context) {
		defer end()
		work(ctx, &Turn{front: f, end: end})
	})
	if err != nil {
		end()
	}
	return err
}

// Complete runs an autocompletion for somebody beside everything else, and returns at
// once. The error is as with Hear, but never ErrAsking.
func (f *Front) Complete(by string, work func(context.Context)) error {
	if !f.limits.mayType(by) {
		return ErrTooFast
	}
	return f.beside(f.atOnce, work)
}

// Briefly runs work that only tells somebody that nothing is done for them, and returns
// at once. The error is ErrFull or ErrStopping.
func (f *Front) Briefly(work func(context.Context)) error { return f.beside(f.turnedAway, work) }

// inOrder runs work in a channel after all that was given before it, and returns at
// once. The error is ErrFull or ErrStopping, and then the work is not done.
func (f *Front) inOrder(channel string, work func(context.Context)) error {
	return f.channels.add(channel, func() { work(f.context) })
}

// beside runs work beside everything else.
func (f *Front) beside(q *queues, work func(context.Context)) error {
	return q.add(strconv.FormatUint(f.number.Add(1), 10), func() { work(f.context) })
}

// inBackground runs work behind everything else: some of it at a time, one at a time in
// a channel, and then a pause there.
func (f *Front) inBackground(channel string, limit, rest time.Duration, work func(context.Context)) error {
	return f.background.add(channel, func() {
		f.slots <- struct{}{}
		func() {
			defer func() { <-f.slots }()
			ctx, cancel := context.WithTimeout(f.context, limit)
			defer cancel()
			work(ctx)
		}()
		if rest > 0 {
			select {
			case <-time.After(rest):
			case <-f.draining:
			}
		}
	})
}

// Depths returns functions that tell how much waits or is under way, by what it waits
// for.
func (f *Front) Depths() map[string]func() int {
	return map[string]func() int{
		"channels": f.channels.depth, "at_once": f.atOnce.depth, "questions": f.questions.depth,
		"background": f.background.depth,
	}
}

// Drain takes no more work and waits for what is there. That gets two thirds of the shutdown
// time; requests that have not begun by then are answered with word of it.
func (f *Front) Drain(ctx context.Context) error {
	close(f.draining)
	if deadline, ok := ctx.Deadline(); ok {
		late := time.AfterFunc(time.Until(deadline)*2/3, func() {
			f.stopWork()
			f.channels.scatter() // nobody's word waits behind a call that hangs
		})
		defer late.Stop()
	}
	err := errors.Join(f.channels.drain(ctx), f.questions.drain(ctx), f.atOnce.drain(ctx), f.turnedAway.drain(ctx))
	f.stopWork()
	// Boards and notices that are not out by now are in the database.
	shortly, cancel := context.WithTimeout(ctx, drainBackground)
	defer cancel()
	if err := f.background.drain(shortly); err != nil {
		f.log.Info("boards and notices are left for the next start", "err", err)
	}
	f.painter.flush(context.WithoutCancel(ctx))
	return err
}

// drainBackground is how long Drain waits for what nobody waits for.
const drainBackground = 2 * time.Second

var (
	// BusyReply is for what there is no room for.
	BusyReply     = view.Reply{To: view.Private{}, Text: "I'm too busy right now, so nothing has changed. Please try again in a moment."}
	stoppingReply = view.Reply{To: view.Private{}, Text: "I'm being restarted, so nothing has changed. Please try again in a minute."}
	faultReply    = view.Reply{To: view.Private{}, Text: "Something went wrong. Please check `/board` before you try again."}
)

// A Turn carries out one thing that was said, and answers it.
type Turn struct {
	front *Front
	end   func() // of a costly question; nil for others
}

// Answer carries out what somebody says and answers it.
func (t *Turn) Answer(ctx context.Context, in Incoming) {
	f := t.front
	reply, channel := faultReply, ""
	Guard(f.log, "request", func() {
		req, err := in.Request()
		if err != nil {
			reply = view.Reply{To: view.Private{}, Text: err.Error()}
			return
		}
		channel = req.Channel
		if f.working.Err() != nil {
			reply = f.service.Refuse(ctx, req, stoppingReply)
			return
		}
		handle, _ := in.Pressed()
		req.Brief = handle == "" && !in.AnswerOnly() && !f.lacks.in(channel)
		doing, cancel := context.WithTimeout(f.working, f.workTime)
		defer cancel()
		reply = t.do(doing, req)
		if reply.ShownIn == "" && req.Subject.Kind != view.NoSubject {
			// Nobody has recorded that message: it showed a challenge until now, or a crash
			// came first.
			if reply.ShownIn, _ = in.Pressed(); reply.ShownIn != "" && reply.Show.Kind != view.NoSubject && !in.AnswerOnly() {
				f.noteMessage(ctx, &reply, channel)
			}
		}
	})
	ctx, cancel := context.WithTimeout(ctx, f.workTime)
	defer cancel()
	f.answer(ctx, in, channel, reply)
}

// answer brings a reply to somebody who waits for it.
func (f *Front) answer(ctx context.Context, in Incoming, channel string, reply view.Reply) {
	err := f.bring(ctx, in, channel, reply)
	if err == nil && reply.Aside != nil {
		if err := in.PostPrivate(ctx, Message{Card: reply.Aside, Aside: true}); err != nil {
			f.log.Info("an aside was not told", "channel", channel, "err", err)
		}
	}
	if errors.Is(err, ErrGone) && !reply.Private() && !in.AnswerOnly() {
		// It is done, so the channel has to see it.
		err = f.deliver(ctx, Channel{f.platform, channel}, channel, reply)
	}
	if errors.Is(err, ErrForbidden) {
		f.lacks.note(channel)
	}
	if f.lacks.say(channel) {
		if err := in.PostPrivate(ctx, Message{Text: lackReply.Text}); err != nil {
			f.log.Info("nobody hears what is lacking", "channel", channel, "err", err)
		}
	}
	switch {
	case err == nil:
		return
	case errors.Is(err, ErrAnswered):
		f.log.Debug("a request was answered before", "channel", channel)
	default:
		f.log.Warn("a request was not answered", "channel", channel, "err", err)
	}
	if reply.Show.Kind != view.NoSubject && !reply.Private() && !in.AnswerOnly() {
		f.painter.paint(match.Board{Subject: reply.Show, Channel: channel}) // so that at least the board tells
	}
}

// do carries out a request, a costly question when its turn comes.
func (t *Turn) do(ctx context.Context, req commands.Request) view.Reply {
	if t.end == nil {
		return t.front.service.Do(ctx, req)
	}
	defer t.end() // the next may be asked while this one's answer is on its way
	done, ok := t.front.limits.work(ctx)
	if !ok {
		return BusyReply
	}
	defer done()
	return t.front.service.Do(ctx, req)
}

// bring delivers a reply or, where that panics, word of it.
func (f *Front) bring(ctx context.Context, to Place, channel string, reply view.Reply) (err error) {
	delivered := false
	Guard(f.log, "delivery", func() {
		err = f.deliver(ctx, to, channel, reply)
		delivered = true
	})
	if !delivered {
		err = f.deliver(ctx, to, channel, faultReply)
	}
	return err
}

// TurnAway answers a request that is not carried out.
func (f *Front) TurnAway(ctx context.Context, to Incoming, reply view.Reply) {
	ctx, cancel := context.WithTimeout(ctx, f.workTime)
	defer cancel()
	channel := ""
	if req, err := to.Request(); err == nil {
		reply, channel = f.service.Refuse(ctx, req, reply), req.Channel
	}
	err := f.deliver(ctx, to, channel, reply)
	switch {
	case errors.Is(err, ErrAnswered), errors.Is(err, ErrGone): // as after another process was killed: the platform counts them
		f.log.Debug("a request was answered before, or came too late", "channel", channel)
	case err != nil:
		f.log.Warn("a request was dropped without an answer", "err", err)
	}
}

// Guard runs a function and keeps its panic from ending the process. The name is for the log.
func Guard(log *slog.Logger, name string, f func()) {
	defer func() {
		if p := recover(); p != nil {
			log.Error("panic", "in", name, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	f()
}
