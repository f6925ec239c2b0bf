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

// Bounds on what may wait or run, in jobs.
const (
	MaxWork = 1000 // in all channels together
	// MaxChannelWork is the largest number of jobs waiting in one channel: fifty people who write
	// at once are all served.
	MaxChannelWork = 60
	MaxAtOnce      = 200  // jobs outside of the channels' order
	MaxQuestions   = 20   // costly questions, running ones included
	MaxRejections  = 1000 // answers to requests that are not carried out
	maxWorking     = 16   // requests at work, in all channels together
	maxBackground  = 8    // channels whose messages are edited at once
)

const workTime = time.Minute

const maxHold = 5 * time.Second

type Config struct {
	Service Service
	Outbox  match.Outbox
	// Leases choose the process that looks for outdated boards, if several share the outbox; nil
	// for one process.
	Leases    match.Leases
	Platform  Platform
	Log       *slog.Logger
	Intervals Intervals
	Limits    Limits
	// Random draws a number for a purpose; nil for the runtime's generator.
	Random func(purpose string) uint64
}

// Front carries out the requests of a platform and answers them. It is safe for concurrent use.
type Front struct {
	service   Service
	outbox    match.Outbox
	leases    match.Leases
	platform  Platform
	log       *slog.Logger
	intervals Intervals
	context   context.Context

	limits     *limits
	channels   *queues
	atOnce     *queues
	questions  *queues
	rejections *queues
	late       *queues
	background *queues
	slots      chan struct{}
	number     atomic.Uint64
	wake       chan struct{}
	messages   *messageSync
	chats      chats
	forbidden  missingPermissions
	places     places
	closing    sync.Map
	posting    sync.Map // channels in which a board is about to be posted
	faults     faults

	working  context.Context // until Drain ends the work on requests
	stopWork context.CancelFunc
	draining chan struct{}

	promises promises
}

// New returns a front whose work ends with ctx. End ctx after the platform's callers have stopped,
// to leave time for Drain.
func New(ctx context.Context, c Config) *Front {
	f := &Front{
		service: c.Service, outbox: c.Outbox, leases: c.Leases, platform: c.Platform, log: c.Log, context: ctx,
		intervals: Intervals{
			Sweep:       cmp.Or(c.Intervals.Sweep, 30*time.Second),
			Boards:      cmp.Or(c.Intervals.Boards, 5*time.Second),
			Notices:     cmp.Or(c.Intervals.Notices, time.Second),
			Tournaments: cmp.Or(c.Intervals.Tournaments, 2*time.Second),
			Taken:       cmp.Or(c.Intervals.Taken, time.Minute),
		},
		channels:   newQueues(MaxWork, MaxChannelWork, maxWorking, c.Log),
		atOnce:     newQueues(MaxAtOnce, 1, unlimited, c.Log),
		questions:  newQueues(MaxQuestions, 1, unlimited, c.Log),
		rejections: newQueues(MaxRejections, 1, unlimited, c.Log),
		late:       newQueues(MaxWork, MaxChannelWork, unlimited, c.Log),
		background: newQueues(MaxWork, MaxChannelWork, unlimited, c.Log),
		limits:     newLimits(c.Limits),
		slots:      make(chan struct{}, maxBackground),
		wake:       make(chan struct{}, 1),
		draining:   make(chan struct{}),
	}
	f.promises.queue = newQueues(MaxWork, 1, maxWorking, c.Log)
	f.channels.kept, f.channels.maxIdle, f.channels.end = maxWorking/2, maxWorking, ctx.Done()
	if c.Service != nil && c.Service.Places() != nil {
		c.Service.Places().UseLost(c.Platform.Name(), c.Platform.Lost)
	}
	f.messages = newMessageSync(f, c.Random)
	f.working, f.stopWork = context.WithCancel(ctx)
	return f
}

type Submission struct {
	Channel, By string
	Command     string // may be unknown
	Work        func(context.Context, *Turn)
	// Displaced is called if the request was queued and will not be carried out, because others go first.
	Displaced func()
}

// Submit queues a request and returns at once. A costly question runs beside the channels, everything else
// in its channel. There a person who has asked for little goes first, and a move goes before other requests.
// The error is ErrTooFast, ErrAsking, ErrFull or ErrStopping. Then Work is not called, and Rejection words
// the error.
func (f *Front) Submit(s Submission) error {
	p, c := f.limits.person(s.By), commands.Find(s.Command)
	if c != nil && (c.Beside || c.Plays && f.votes(s.Channel)) {
		if !p.completions.Allow() { // such an answer costs as little as a completion
			return ErrTooFast
		}
		rank := func() int { return f.limits.used(p) + playsFirst }
		run := func(r *running) { s.Work(f.context, &Turn{front: f, job: r}) }
		return f.channels.add("of "+s.By, job{run: run, by: s.By, rank: rank, displaced: s.Displaced})
	}
	if !p.requests.Allow() {
		return ErrTooFast
	}
	first := playsFirst
	if c != nil && c.Plays {
		first = 0
	}
	rank := func() int { return f.limits.used(p) + first }
	if f.limits.used(p) <= 1 {
		p.refused.Store(0)
	}
	if c == nil || !c.Costly {
		run := func(r *running) { s.Work(f.context, &Turn{front: f, job: r}) }
		return f.channels.add(s.Channel, job{run: run, by: s.By, rank: rank, displaced: s.Displaced})
	}
	if !p.asking.CompareAndSwap(false, true) {
		return ErrAsking
	}
	end := sync.OnceFunc(func() { p.asking.Store(false) })
	err := f.beside(f.questions, func(r *running) {
		defer end()
		s.Work(f.context, &Turn{front: f, job: r, end: end})
	})
	if err != nil {
		end()
	}
	return err
}

// votes reports whether a player's move in a channel is a vote.
func (f *Front) votes(channel string) bool {
	if f.service == nil {
		return false
	}
	places := f.service.Places()
	return places != nil && places.Votes(channel)
}

// playsFirst is the number of recent requests after which a player's move waits like another person's first
// request.
const playsFirst = 4

// Complete queues an autocompletion and returns at once. The errors are Submit's, without
// ErrAsking.
func (f *Front) Complete(by string, work func(context.Context)) error {
	if !f.limits.person(by).completions.Allow() {
		return ErrTooFast
	}
	return f.beside(f.atOnce, func(*running) { work(f.context) })
}

// Reject queues the answer to a request that is not carried out. The error is ErrFull or ErrStopping.
func (f *Front) Reject(work func(context.Context)) error {
	return f.beside(f.rejections, func(*running) { work(f.context) })
}

func (f *Front) beside(q *queues, run func(*running)) error {
	return q.add(strconv.FormatUint(f.number.Add(1), 10), job{run: run})
}

// inBackground queues work of low priority: one job at a time in each channel, followed by a rest.
func (f *Front) inBackground(channel string, limit, rest time.Duration, work func(context.Context)) error {
	return f.background.add(channel, job{run: func(*running) {
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
	}})
}

// Depths returns functions that count the jobs waiting or running, by queue.
func (f *Front) Depths() map[string]func() int {
	return map[string]func() int{
		"channels": f.channels.depth, "at_once": f.atOnce.depth, "questions": f.questions.depth,
		"background": f.background.depth,
	}
}

// Drain takes no more work and waits for the jobs in the queues. Requests that have not begun after
// two thirds of the time are answered with stoppingReply.
func (f *Front) Drain(ctx context.Context) error {
	close(f.draining)
	if deadline, ok := ctx.Deadline(); ok {
		late := time.AfterFunc(time.Until(deadline)*2/3, func() {
			f.stopWork()
			f.channels.scatter() // a call that hangs must not hold up the requests behind it
		})
		defer late.Stop()
	}
	err := errors.Join(f.channels.drain(ctx), f.promises.queue.drain(ctx), f.questions.drain(ctx), f.late.drain(ctx), f.atOnce.drain(ctx), f.rejections.drain(ctx))
	f.stopWork()
	// Remaining boards and notices are in the database.
	shortly, cancel := context.WithTimeout(ctx, drainBackground)
	defer cancel()
	if err := f.background.drain(shortly); err != nil {
		f.log.Info("boards and notices wait for the next start", "err", err)
	}
	f.messages.flush(context.WithoutCancel(ctx))
	return err
}

const drainBackground = 2 * time.Second

var (
	// BusyReply says that the bot has no capacity left.
	BusyReply     = view.Reply{To: view.Private{}, Outcome: view.OutcomeRefused, Overt: true, Text: "I'm too busy right now, so nothing changed. Please try again in a moment."}
	stoppingReply = view.Reply{To: view.Private{}, Outcome: view.OutcomeRefused, Overt: true, Text: "I'm restarting, so nothing changed. Please try again in a minute."}
	// refusedCardText doesn't ask people to try again: the request has been carried out.
	refusedCardText  = "My answer was not taken here, so I posted it in the channel."
	refusedText      = "My answer was not taken here. Please try again."
	refusedMatchText = "My answer was not taken here. `/match board` shows the match."
	faultReply       = view.Reply{To: view.Private{}, Outcome: view.OutcomeFailed, Overt: true, Text: "Something went wrong. Please check whether it worked before you try again."}
)

// A Turn carries out and answers one request.
type Turn struct {
	front *Front
	job   *running
	end   func() // ends a costly question; nil for other requests
}

// Answer carries out a request and answers it.
func (t *Turn) Answer(ctx context.Context, in Incoming) {
	f := t.front
	reply, channel := faultReply, ""
	var asked commands.Request
	Guard(f.log, "request", func() {
		req, err := in.Request()
		if err != nil {
			reply = view.Reply{To: view.Private{}, Outcome: view.OutcomeRefused, Overt: true, Text: err.Error()}
			return
		}
		channel, asked = req.Channel, req
		if f.working.Err() != nil {
			reply = f.service.Refuse(ctx, req, stoppingReply)
			return
		}
		handle, _ := in.Pressed()
		req.Brief = handle == "" && !in.AnswerOnly() && !f.forbidden.includes(channel)
		doing, cancel := context.WithTimeout(f.working, workTime)
		defer cancel()
		reply = t.do(doing, req)
		if handle != "" && handle == reply.ShownIn && reply.Outcome == view.OutcomeRefused && req.Subject.Version < reply.Show.Version && !in.AnswerOnly() {
			f.messages.enqueue(match.Board{Subject: reply.Show, Channel: channel}, true) // an old state was seen, whatever is recorded
		}
		if reply.ShownIn == "" && req.Subject.Kind != view.NoSubject {
			// No message is recorded: this one showed a challenge until now, or the process crashed
			// before.
			if reply.ShownIn, _ = in.Pressed(); reply.ShownIn != "" && reply.Show.Kind != view.NoSubject && !in.AnswerOnly() {
				f.recordMessage(ctx, &reply, channel)
			}
		}
	})
	t.hold(channel, func() {
		ctx, cancel := context.WithTimeout(ctx, workTime)
		defer cancel()
		f.answer(ctx, in, asked, reply)
		f.promise(in, asked, reply.Then)
	})
}

// hold answers. After maxHold the channel goes on without it: a platform that hangs must not stop the channel.
func (t *Turn) hold(channel string, answer func()) {
	f, done := t.front, make(chan struct{})
	defer close(done)
	timer := time.AfterFunc(maxHold, func() {
		if f.late.add(channel, job{run: func(*running) { <-done }}) == nil {
			t.job.pass()
		}
	})
	defer timer.Stop()
	Guard(f.log, "answer", answer)
}

func (f *Front) answer(ctx context.Context, in Incoming, asked commands.Request, reply view.Reply) {
	channel := asked.Channel
	f.retirePressed(ctx, in, channel, reply)
	err := f.bring(ctx, in, channel, reply)
	if err == nil && reply.FollowUp != nil {
		if err := in.PostPrivate(ctx, Message{Card: reply.FollowUp, FollowUp: true}); err != nil {
			f.log.Info("a follow-up was not sent", "channel", channel, "err", err)
		}
	}
	if errors.Is(err, ErrForbidden) {
		f.Doubt(channel)
	}
	if lack := f.lack(&asked, reply); lack != "" {
		if err := in.PostPrivate(ctx, Message{Text: lack}); err != nil {
			f.log.Info("missing permissions could not be reported", "channel", channel, "err", err)
		}
	}
	switch {
	case err == nil, errors.Is(err, ErrLater):
		return
	case errors.Is(err, ErrAnswered):
		f.log.Debug("a request was answered before", "channel", channel)
	default:
		f.log.Warn("a request was not answered", "channel", channel, "err", err)
		f.answerPlainly(ctx, in, channel, reply, err)
	}
	if reply.Show.Kind != view.NoSubject && !reply.Private() && !in.AnswerOnly() {
		f.messages.schedule(match.Board{Subject: reply.Show, Channel: channel}) // at least the board shows the new state
	}
}

// retirePressed retires the message of an outdated button, unless it is the newest: maybe no other call
// could.
func (f *Front) retirePressed(ctx context.Context, in Incoming, channel string, reply view.Reply) {
	pressed, _ := in.Pressed()
	outdated := pressed != "" && reply.Outcome == view.OutcomeRefused && reply.To == (view.Private{}) &&
		reply.Show.Kind == view.MatchSubject && reply.ShownIn != "" && reply.ShownIn != pressed
	r, ok := in.(Retirer)
	if !outdated || !ok || in.AnswerOnly() {
		return
	}
	if err := r.RetirePressed(ctx, reply.ShownIn); err != nil {
		f.log.Info("an old board keeps its buttons", "channel", channel, "message", pressed, "err", err)
	}
}

func (t *Turn) do(ctx context.Context, req commands.Request) view.Reply {
	if t.end == nil {
		defer t.job.leave() // the answer may take long
		return t.front.service.Do(ctx, req)
	}
	defer t.end() // the person may ask again while the answer is in flight
	done, ok := t.front.limits.work(ctx)
	if !ok {
		return BusyReply
	}
	defer done()
	return t.front.service.Do(ctx, req)
}

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

// Refuse answers a request that is not carried out.
func (f *Front) Refuse(ctx context.Context, to Incoming, reply view.Reply) {
	ctx, cancel := context.WithTimeout(ctx, workTime)
	defer cancel()
	channel := ""
	if req, err := to.Request(); err == nil {
		reply, channel = f.service.Refuse(ctx, req, reply), req.Channel
	}
	err := f.deliver(ctx, to, channel, reply)
	switch {
	case errors.Is(err, ErrAnswered), errors.Is(err, ErrGone): // normal after another process was killed
		f.log.Debug("a request was answered before, or came too late", "channel", channel)
	case err != nil:
		f.log.Warn("a request was dropped without an answer", "err", err)
		f.answerPlainly(ctx, to, channel, reply, err)
	}
}

// answerPlainly says one sentence in place of an answer that the platform refused. A card that was to stay is posted.
func (f *Front) answerPlainly(ctx context.Context, to Place, channel string, r view.Reply, err error) {
	if !errors.Is(err, ErrRefused) {
		return
	}
	text := refusedText
	if r.Show.Kind == view.MatchSubject {
		text = refusedMatchText
	}
	if r.Outcome == view.OutcomeDone && r.Card != nil && r.Show.Kind != view.NoSubject && !r.Private() && !to.AnswerOnly() &&
		f.show(ctx, Channel{f.platform, channel}, channel, r) == nil {
		text = refusedCardText
	}
	if err := to.PostPrivate(ctx, Message{Text: text}); err != nil {
		f.log.Info("nor was a plain sentence", "channel", channel, "err", err)
	}
}

// Guard runs f and logs its panic under name.
func Guard(log *slog.Logger, name string, f func()) {
	defer func() {
		if p := recover(); p != nil {
			log.Error("panic", "in", name, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	f()
}
