package commands

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"runtime/debug"
	"sync"
	"time"

	"nimatron/commands/core"
	matchcmd "nimatron/commands/match"
	"nimatron/commands/people"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee"
	"nimatron/solver"
)

// The names that fronts use.
type (
	Command = core.Command
	Option  = core.Option
	Request = core.Request
	User    = core.User
	Threads = core.Threads
	Refusal = core.Refusal
	Store   = core.Store
	Live    = matchcmd.Live
)

// The kinds of options.
const (
	Text    = core.Text
	Person  = core.Person
	Flag    = core.Flag
	Integer = core.Integer
)

// Service answers requests. It is safe for concurrent use.
type Service struct {
	env     *core.Env
	shares  shares
	answers *answers
}

// New returns a service in front of the referee and its store.
func New(r *referee.Referee, store core.Store, log *slog.Logger) *Service {
	env := core.NewEnv(r, store, log)
	env.Solver, env.Find = questionSolver(r.Solver()), Find
	return &Service{
		env:     env,
		answers: &answers{inbox: store, fault: func(err error) { log.Error("answers are not recorded", "err", err) }},
	}
}

// Places ends what lives in channels and servers that are gone, as referee.Referee describes.
type Places interface {
	Gone(ctx context.Context, place match.Held) error
	Back(ctx context.Context, servers ...string) error
	Present(ctx context.Context, servers []string, own func(server string) bool) error
	ServerOf(ctx context.Context, channel string) (string, error)
	ChannelsHeld(ctx context.Context, server string) ([]string, error)
	UseLost(front string, lost referee.Lost)
}

// Places implements front.Service.
func (s *Service) Places() Places { return s.env.Referee }

// UseTheme sets the default theme of boards, on a dark ground; felt if it is not called. It must be called before the
// first request.
func (s *Service) UseTheme(t picture.Theme) { s.env.Theme = t }

// UsePages sets the addresses of the terms of service and the privacy policy for /help; "" for
// none. It must be called before the first request.
func (s *Service) UsePages(terms, privacy string) {
	for _, page := range []view.Link{{Label: "Terms of service", To: terms}, {Label: "Privacy policy", To: privacy}} {
		if page.To != "" {
			s.env.Pages = append(s.env.Pages, page)
		}
	}
}

// UsePage sets the address of the page for browsers; "" for none. It must be called before the
// first request.
func (s *Service) UsePage(address string) { s.env.Page = address }

// TouchName is the command that opens the live board of a channel.
const TouchName = matchcmd.TouchName

// UseLive sets the live board. It must be called before the first request.
func (s *Service) UseLive(l core.LiveBoard) { s.env.Live = l }

// Live returns the content of a match's live board. The error is match.ErrNotFound for none.
func (s *Service) Live(ctx context.Context, id int64) (Live, error) {
	return matchcmd.LiveOf(ctx, s.env, id)
}

// Do carries out a request and answers it. It never fails: a refusal or a fault is a private reply,
// and then nothing has changed. A repeated delivery, to any process, changes nothing more.
func (s *Service) Do(ctx context.Context, req core.Request) view.Reply {
	if reply, refused := s.refused(ctx, &req); refused {
		return reply
	}
	ctx = match.WithRequest(ctx, req.ID)
	reply := s.carryOut(ctx, &req)
	for _, about := range []view.Subject{req.Subject, reply.Show} {
		if s.env.Live != nil && about.Kind == view.MatchSubject {
			s.env.Live.Changed(about.ID)
		}
	}
	return s.recordAnswer(ctx, &req, reply)
}

// refused answers people who are refused service. Nothing of the request is recorded.
func (s *Service) refused(ctx context.Context, req *core.Request) (reply view.Reply, refused bool) {
	why, refused, err := s.env.Referee.Refused(ctx, req.By.ID, req.Room())
	text := "The managers of this server have shut you out, so I don't play with you here."
	switch {
	case ctx.Err() != nil: // so that nothing is carried out
		return reply, false
	case err != nil:
		return s.env.AnswerError(ctx, req, err), true
	case why.Scope == match.Everywhere && why.Subject == req.By.ID:
		text = "The bot's operator doesn't serve you any more."
	case why.Scope == match.Everywhere:
		text = "The bot's operator doesn't serve this server any more."
	case !why.Until.IsZero():
		text += " That ends " + view.Moment(why.Until, view.Relative) + "."
	}
	return core.RefusalReply(core.Refuse("%s", text)), refused
}

// Refuse answers a request that is not carried out with a reply that says so, unless another
// process has carried it out.
func (s *Service) Refuse(ctx context.Context, req core.Request, reply view.Reply) view.Reply {
	reply.Result = view.ResultRefused
	return s.recordAnswer(match.WithRequest(ctx, req.ID), &req, reply)
}

// recordAnswer records the reply to a request before it is given, and returns the reply that holds.
// A request that has written something is recorded already. The answer to a question need not wait,
// because a question changes nothing.
func (s *Service) recordAnswer(ctx context.Context, req *core.Request, reply view.Reply) view.Reply {
	r := match.RequestOf(ctx)
	switch {
	case r == nil || r.Recorded():
		return reply
	case reply.Result == view.ResultDone:
		s.answers.add(r.ID, match.AnsweredShown, true)
		return reply
	}
	answer := match.AnsweredRefused
	if reply.Result == view.ResultFailed {
		answer = match.AnsweredFailed
	}
	answer, err := s.answers.record(r.ID, answer)
	if err != nil { // other processes will refuse the request, because it is too old
		s.env.Log.Info("an answer is given before it is recorded", "request", r.ID, "err", err)
		answer = s.env.Answered(ctx, r.ID)
	}
	if answer == match.AnsweredDone {
		c := Find(req.Command)
		return s.doneReply(ctx, req, c == nil || c.Private)
	}
	return reply
}

func (s *Service) carryOut(ctx context.Context, req *core.Request) (reply view.Reply) {
	defer func() {
		if p := recover(); p != nil {
			s.env.Log.Error("panic in a command", "command", req.Command, "channel", req.Channel, "panic", p, "stack", string(debug.Stack()))
			reply = core.FaultReply(core.ErrInternal)
		}
	}()
	req.Options = maps.Collect(maps.All(req.Options)) // commands change it
	c := Find(req.Command)
	if c == nil {
		return core.RefusalReply(core.Refuse("There is no command %s. `/help` lists them.", games.Quote("/"+req.Command)))
	}
	if err := c.Check(req); err != nil {
		return core.RefusalReply(err)
	}
	if req.Option("game") != "" {
		v, err := s.env.Variant(req)
		if err != nil {
			return s.env.AnswerError(ctx, req, err)
		}
		req.Game = v
	}
	shared := c.Shareable && req.Shared()
	if shared {
		if err := s.mayShare(ctx, req); err != nil {
			return core.RefusalReply(err)
		}
	}
	reply, err := s.run(ctx, c, req)
	if err == nil {
		err = ctx.Err() // an answer that was cut short is none
	}
	switch {
	case errors.Is(err, solver.ErrBudget):
		reply := core.RefusalReply(errTooMuch)
		reply.Card = &view.Card{Actions: []view.Action{view.AllGames}}
		return reply
	case errors.Is(err, match.ErrDone):
		reply = s.againReply(ctx, req, c.Private)
	case err != nil:
		return s.env.AnswerError(ctx, req, err)
	}
	if reply.Won || c.Private && !c.Beside && req.Option(view.AnswerName) != "" { // an answer to a puzzle or an exercise
		if badges := people.NewBadges(ctx, s.env, req); badges != nil {
			reply.FollowUp = badges
		}
	}
	if _, page := reply.To.(view.UpdateEphemeral); page && shared {
		reply.To = nil
	}
	switch {
	case !shared:
		if c.Private && reply.To == nil {
			reply.To = view.Private{}
		}
	case !s.shares.allow(req.By.ID, s.env.Referee.Now()):
		return core.RefusalReply(errShares)
	case reply.Text == "":
		reply.Text = view.Mention(req.By.ID) + " shows this:"
	}
	return reply
}

// run runs a command. Whether it may answer is checked before the work, and again before the answer is
// given, because a match may have begun meanwhile.
func (s *Service) run(ctx context.Context, c *core.Command, r *core.Request) (reply view.Reply, err error) {
	if c.Answers {
		if err := s.env.Referee.CheckAdviceOpen(ctx, r.By.Player()); err != nil {
			return reply, err
		}
	}
	by := r.By.Player()
	if reply, err = c.Run(ctx, s.env, r); err == nil && c.Answers {
		err = s.env.Referee.CheckAdvice(ctx, by)
	}
	return reply, err
}

func (s *Service) againReply(ctx context.Context, r *core.Request, private bool) view.Reply {
	match.RequestOf(ctx).MarkRecorded()
	if s.env.Answered(ctx, r.ID) == match.AnsweredDone {
		return s.doneReply(ctx, r, private)
	}
	s.env.Log.Info("a request was delivered again", "request", r.ID, "command", r.Command, "channel", r.Channel)
	return core.RefusalReply(core.ErrAnswered)
}

// doneReply answers a request that was carried out before. Mostly it reaches nobody, because the
// request was answered then.
func (s *Service) doneReply(ctx context.Context, r *core.Request, private bool) view.Reply {
	s.env.Log.Info("a request was delivered again", "request", r.ID, "command", r.Command, "channel", r.Channel)
	reply := view.Reply{To: view.Private{}, Text: "That's already done. `/match board` shows the match."}
	if private {
		return reply
	}
	board, err := matchcmd.LatestBoard(ctx, s.env, r)
	if err != nil {
		return reply
	}
	board.Text = "That's already done. Here is the match as it stands."
	if board.Notify = nil; r.Subject.Kind == view.NoSubject {
		board.To = view.NewMessage{}
	}
	return board
}

// Complete offers at most 25 values for an option that is being typed.
func (s *Service) Complete(ctx context.Context, req core.Request, option, typed string) []view.Choice {
	c := Find(req.Command)
	if c == nil {
		return nil
	}
	o := c.Option(option)
	if o == nil || o.Complete == nil {
		return nil
	}
	if _, refused := s.refused(ctx, &req); refused {
		return nil
	}
	choices := o.Complete(ctx, s.env, &req, typed)
	return choices[:min(len(choices), view.MaxChoices)]
}

// Bounds on a question. Fronts bound how many there are at a time, and their time.
const (
	// questionNodes bounds a search: a quarter of the bot's own, and less than 50 MB.
	questionNodes = 1 << 18
	// tableSteps bounds a table: about 0.1 s of work, and always less than a second.
	tableSteps = 1 << 23
)

// questionSolver returns a solver that keeps to the bounds of questions.
func questionSolver(s *solver.Solver) solver.Solver {
	bounded := *s
	if bounded.Nodes <= 0 || bounded.Nodes > questionNodes {
		bounded.Nodes = questionNodes
	}
	bounded.TableSteps = tableSteps
	return bounded
}

var errTooMuch = core.Refuse("That is more work than I do for one question. Try a smaller one.")

func (s *Service) mayShare(ctx context.Context, r *core.Request) error {
	if r.Muted {
		return core.Refuse("You can't write in this channel, so I won't post it for you.")
	}
	if g, err := s.env.Referee.Current(ctx, r.Channel); err == nil && !g.AgainstBot() && (Find(r.Command).Advises || Find(r.Command).Answers) {
		return core.Refuse("Two people are playing here, and this could help one of them. Share it elsewhere or after their match.")
	}
	return nil
}

var errShares = core.Refuse("You have shared %d answers in the last %s. Try again later.", sharesAtMost, view.Duration(sharesWithin))

// Bounds on the answers that a person shows to everybody.
const (
	sharesAtMost = 5
	sharesWithin = 10 * time.Minute
	sharesPeople = 10_000 // remembered at a time
)

// shares counts the answers that people have shown. It keeps channels readable, and may be lost
// with the process.
type shares struct {
	mu    sync.Mutex
	times map[string][]time.Time // of the last sharesAtMost, by person
}

// allow counts an answer and reports whether the person may show it.
func (s *shares) allow(person string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	recent := func(t time.Time) bool { return now.Sub(t) < sharesWithin }
	if s.times == nil {
		s.times = map[string][]time.Time{}
	}
	if len(s.times) >= sharesPeople {
		maps.DeleteFunc(s.times, func(_ string, times []time.Time) bool { return !recent(times[len(times)-1]) })
	}
	times := s.times[person]
	switch {
	case len(times) == sharesAtMost && recent(times[0]), len(times) == 0 && len(s.times) >= sharesPeople:
		return false
	case len(times) == sharesAtMost:
		times = times[1:]
	}
	s.times[person] = append(times, now)
	return true
}

const (
	// answersTime bounds the tries to record a batch of answers, with answersPause between them.
	answersTime  = 10 * time.Second
	answersPause = 100 * time.Millisecond
	// answerWait bounds the time a person waits until their answer is recorded. Other processes
	// consider a request that took longer too old to carry out (package bot).
	answerWait = 2 * time.Second
	// shownWait is how long answers that nobody waits for are collected.
	shownWait = time.Second
	// gatherTime is how long an answer waits for simultaneous ones, such as when a process stops.
	gatherTime = 100 * time.Microsecond
	// maxAnswers bounds the waiting answers.
	maxAnswers = 2000
)

var errTooManyAnswers = errors.New("too many answers wait to be recorded")

// answers records the answers to requests that wrote nothing. Answers that come during one
// transaction share the next, and so do answers of the same moment.
type answers struct {
	inbox match.Inbox
	fault func(error) // called for each batch that is not recorded

	mu      sync.Mutex
	next    *batch // being filled; nil if none waits
	writing bool
}

// batch is recorded in one transaction.
type batch struct {
	answers  map[string]match.Answer
	recorded chan struct{} // closed when before and err are set
	before   map[string]match.Answer
	err      error
}

// add puts an answer into the next batch, which is written at once or, if soon is true, after
// shownWait. It returns nil if the batch is full.
func (a *answers) add(request string, answer match.Answer, soon bool) *batch {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.next == nil {
		a.next = &batch{answers: map[string]match.Answer{}, recorded: make(chan struct{})}
		if soon {
			time.AfterFunc(shownWait, a.write)
		}
	}
	b := a.next
	if len(b.answers) >= maxAnswers {
		return nil
	}
	if _, ok := b.answers[request]; !ok {
		b.answers[request] = answer
	}
	if !soon {
		time.AfterFunc(gatherTime, a.write)
	}
	return b
}

// write records batches until none waits, unless another call does.
func (a *answers) write() {
	for {
		a.mu.Lock()
		b := a.next
		if a.writing || b == nil {
			a.mu.Unlock()
			return
		}
		a.next, a.writing = nil, true
		a.mu.Unlock()

		ctx, cancel := context.WithTimeout(context.Background(), answersTime)
		for b.before, b.err = a.inbox.RecordAnswers(ctx, b.answers); b.err != nil && ctx.Err() == nil; {
			time.Sleep(answersPause)
			b.before, b.err = a.inbox.RecordAnswers(ctx, b.answers)
		}
		cancel()
		close(b.recorded)
		if b.err != nil {
			a.fault(b.err)
		}
		a.mu.Lock()
		a.writing = false
		a.mu.Unlock()
	}
}

// record records an answer before it is given, and returns the one that counts: an earlier answer
// by another process wins. After an error or a time-out that is unknown.
func (a *answers) record(request string, answer match.Answer) (match.Answer, error) {
	b := a.add(request, answer, false)
	if b == nil {
		return answer, errTooManyAnswers
	}
	timer := time.NewTimer(answerWait)
	defer timer.Stop()
	select {
	case <-b.recorded:
		if before, ok := b.before[request]; ok {
			answer = before
		}
		return answer, b.err
	case <-timer.C:
		return answer, context.DeadlineExceeded
	}
}
