package commands

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/input"
	matchcmd "nimatron/commands/match"
	racecmd "nimatron/commands/race"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/recent"
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
	User    = input.User
	Threads = core.Threads
	NotDone = core.NotDone
	Refusal = core.Refusal
	Store   = core.Store
	Live    = matchcmd.Live

	RaceCard = racecmd.Card
	RacePage = racecmd.Page
)

// The kinds of options.
const (
	Text    = core.Text
	Person  = core.Person
	Flag    = core.Flag
	Integer = core.Integer
)

// told is somebody who was told in a direct message that they are shut out of a scope.
type told struct{ person, scope string }

// Service answers requests. It is safe for concurrent use.
type Service struct {
	env     *core.Env
	answers *answers
	forms   forms

	mu   sync.Mutex
	told recent.Map[told, time.Time]
}

// New returns a service in front of the referee and its store.
func New(r *referee.Referee, store core.Store, log *slog.Logger) *Service {
	env := core.NewEnv(r, store, log)
	env.Solver, env.Find = questionSolver(r.Solver()), Find
	s := &Service{
		env:     env,
		forms:   forms{last: recent.Map[string, *view.Form]{Most: maxForms}},
		answers: &answers{inbox: store, fault: func(err error) { log.Error("answers are not recorded", "err", err) }},
	}
	env.LastForm = s.forms.of
	return s
}

// Places ends what lives in channels and servers that are gone, as referee.Referee describes.
type Places interface {
	Gone(ctx context.Context, place match.Held) error
	Back(ctx context.Context, servers ...string) error
	Present(ctx context.Context, servers []string, own func(server string) bool) error
	ServerOf(ctx context.Context, channel string) (string, error)
	ChannelsHeld(ctx context.Context, server string) ([]string, error)
	UseLost(front string, lost referee.Lost)
	// Votes reports whether people vote in a channel, as far as is known without a query.
	Votes(channel string) bool
}

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
const TouchName = string(matchcmd.TouchName)

// MoreName is the command that every board of a running match has a button for.
const MoreName = string(matchcmd.MoreName)

// UseLive sets the live board. It must be called before the first request.
func (s *Service) UseLive(l core.LiveBoard) { s.env.Live = l }

// Live returns the content of a match's live board. The error is match.ErrNotFound for none.
func (s *Service) Live(ctx context.Context, id int64) (Live, error) {
	return matchcmd.LiveOf(ctx, s.env, id)
}

// LiveRace returns a race as everybody sees it. The error is match.ErrNotFound for none.
func (s *Service) LiveRace(ctx context.Context, id int64) (RaceCard, error) {
	return racecmd.CardOf(ctx, s.env, id)
}

// RacePage returns what a person sees of a race; nil for one who is not in it.
func (s *Service) RacePage(ctx context.Context, id int64, player string) (*RacePage, error) {
	return racecmd.PageOf(ctx, s.env, id, player)
}

// Do carries out a request and answers it. It never fails: a refusal or a fault is a private reply,
// and then nothing has changed. A repeated delivery, to any process, changes nothing more.
func (s *Service) Do(ctx context.Context, req core.Request) view.Reply {
	if reply, refused := s.refused(ctx, &req); refused {
		return reply
	}
	ctx = match.WithRequest(ctx, req.ID)
	reply := s.forms.answered(&req, s.carryOut(ctx, &req))
	for _, about := range []view.Subject{req.Subject, reply.Show} {
		if s.env.Live != nil && about.Kind == view.MatchSubject {
			s.env.Live.Changed(about, req.By.ID)
		}
	}
	return s.recordAnswer(ctx, &req, reply)
}

// refused answers people who are shut out. Their data stays theirs to see and delete. To a message that everybody
// sees they hear it once a day, in private.
func (s *Service) refused(ctx context.Context, req *core.Request) (reply view.Reply, refused bool) {
	if strings.HasPrefix(req.Command, "settings privacy ") {
		return reply, false
	}
	why, refused, err := s.env.Referee.Refused(ctx, req.By.ID, req.Room())
	text := "The managers of this server have shut you out, so you can't play here."
	switch {
	case ctx.Err() != nil: // so that nothing is carried out
		return reply, false
	case err != nil:
		return s.env.AnswerError(ctx, req, err), true
	case why.Scope == match.Everywhere && why.Subject == req.By.ID:
		text = "The bot's operator has blocked you. `/settings privacy show` and `/settings privacy delete` still work."
	case why.Scope == match.Everywhere:
		text = "The bot's operator has blocked this server."
	case !why.Until.IsZero():
		text += " That ends " + view.Moment(why.Until, view.Relative) + "."
	}
	reply = core.RefusalReply(core.Refuse("%s", text))
	reply.Outcome = view.OutcomeShutOut
	if why.Scope == match.Everywhere {
		reply.Outcome = view.OutcomeForbidden
	}
	if req.Written && refused {
		reply.To = s.toldOnce(told{req.By.ID, why.Scope})
	}
	return reply, refused
}

const (
	tellPause = 24 * time.Hour
)

// toldOnce returns how a written request is refused: by a direct message, if there was none for a day.
func (s *Service) toldOnce(whom told) view.Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.env.Referee.Now()
	if last, known := s.told.Get(whom); known && now.Sub(last) < tellPause {
		return view.Silence{}
	}
	s.told.Put(whom, now)
	return view.Direct{Person: whom.person, Alone: true}
}

// Refuse answers a request with a reply that says why it is not carried out, unless another process has
// carried it out.
func (s *Service) Refuse(ctx context.Context, req core.Request, reply view.Reply) view.Reply {
	reply.Outcome, reply.Overt = view.OutcomeRefused, true
	return s.recordAnswer(ctx, &req, reply)
}

// recordAnswer records the reply to a request before it is given, and returns the reply that holds. If the
// request has written something, it is recorded already, and that record holds. The answer to a question need not
// wait, because a question changes nothing.
func (s *Service) recordAnswer(ctx context.Context, req *core.Request, reply view.Reply) view.Reply {
	switch {
	case req.ID == "":
		return reply
	case !reply.Outcome.Bad():
		s.answers.add(req.ID, match.AnsweredShown, true)
		return reply
	}
	answer := match.AnsweredRefused
	if reply.Outcome == view.OutcomeFailed {
		answer = match.AnsweredFailed
	}
	answer, err := s.answers.record(req.ID, answer)
	if err != nil { // other processes will refuse the request, because it is too old
		s.env.Log.Info("an answer is given before it is recorded", "request", req.ID, "err", err)
		answer, err = s.env.Store.Answered(ctx, req.ID)
	}
	switch failed := reply.Outcome == view.OutcomeFailed; {
	case failed && answer == match.AnsweredDone:
		return view.Reply{Text: "Done, but I can't show it right now.", To: view.Private{}}
	case answer == match.AnsweredDone:
		return s.doneReply(ctx, req)
	case failed && err != nil:
		return core.FaultReply(core.ErrUnsure)
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
	answer := handlers[req.Command]
	if answer == nil {
		return core.RefusalReply(core.Refuse("There is no command %s. `/help` lists them.", games.Quote("/"+req.Command)))
	}
	reply, err := answer(ctx, s.env, req)
	if err == nil {
		err = ctx.Err() // an answer that was cut short is none
	}
	switch {
	case errors.Is(err, solver.ErrBudget):
		reply := core.RefusalReply(errTooMuch)
		reply.Card = &view.Card{Actions: []view.Action{view.AllGames}}
		return reply
	case errors.Is(err, match.ErrDone):
		return s.againReply(ctx, req)
	case err != nil:
		return s.env.AnswerError(ctx, req, err)
	case reply.Form != nil:
		reply.Outcome = view.OutcomeAsked
	}
	return reply
}

func (s *Service) againReply(ctx context.Context, r *core.Request) view.Reply {
	if s.env.Answered(ctx, r.ID) == match.AnsweredDone {
		return s.doneReply(ctx, r)
	}
	s.env.Log.Info("a request was delivered again", "request", r.ID, "command", r.Command, "channel", r.Channel)
	return core.RefusalReply(core.ErrAnswered)
}

// doneReply answers a request that was carried out before. It mostly reaches nobody.
func (s *Service) doneReply(ctx context.Context, r *core.Request) view.Reply {
	s.env.Log.Info("a request was delivered again", "request", r.ID, "command", r.Command, "channel", r.Channel)
	reply := view.Reply{To: view.Private{}, Outcome: view.OutcomeNothing, Text: "That's already done."}
	if c := Find(r.Command); c == nil || c.Private {
		return reply
	}
	board, err := matchcmd.LatestBoard(ctx, s.env, r)
	if err != nil {
		return reply
	}
	board.Outcome, board.Text = view.OutcomeNothing, "That's already done. Here is the match as it stands."
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

func questionSolver(s *solver.Solver) solver.Solver {
	bounded := *s
	if bounded.Nodes <= 0 || bounded.Nodes > questionNodes {
		bounded.Nodes = questionNodes
	}
	bounded.TableSteps = tableSteps
	return bounded
}

var errTooMuch = core.Refuse("That needs more work than I do for one question. Try a smaller position.")

const (
	// answersTime bounds the tries to record a batch of answers, with answersPause between them.
	answersTime  = 10 * time.Second
	answersPause = 100 * time.Millisecond
	// answerWait bounds the time a person waits until their answer is recorded. Other processes
	// consider a request that took longer too old to carry out (package bot).
	answerWait = 2 * time.Second
	// shownWait is how long answers that nobody waits for are collected.
	shownWait  = time.Second
	gatherTime = 100 * time.Microsecond
	maxAnswers = 2000
)

var errTooManyAnswers = errors.New("too many answers wait to be recorded")

// answers records the answers to requests that wrote nothing. Answers that come during one
// transaction share the next, and so do answers of the same moment.
type answers struct {
	inbox match.Inbox
	fault func(error)

	mu      sync.Mutex
	next    *batch // being filled; nil if none waits
	writing bool
}

type batch struct {
	answers  map[string]match.Answer
	until    time.Time     // no try begins later
	recorded chan struct{} // closed when before and err are set
	before   map[string]match.Answer
	err      error
}

// add puts an answer into the next batch, which is written at once or, unless soon, after shownWait. It
// returns nil if the batch is full.
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
	if b.answers[request] == "" || b.answers[request] == match.AnsweredShown { // the write of a refusal tells what was recorded before
		b.answers[request] = answer
	}
	if !soon {
		time.AfterFunc(gatherTime, a.write)
	}
	return b
}

// write writes the batches that wait.
func (a *answers) write() {
	for b := a.take(); b != nil && a.attempt(b); b = a.take() {
	}
}

// take returns the next batch for writing; nil if none waits, or another is being written.
func (a *answers) take() *batch {
	a.mu.Lock()
	defer a.mu.Unlock()
	b := a.next
	if a.writing || b == nil {
		return nil
	}
	a.next, a.writing, b.until = nil, true, time.Now().Add(answersTime)
	return b
}

// attempt tries to record a batch, and reports whether it is done with it. Otherwise a timer tries again: no goroutine
// waits, so none is left behind when the store is closed.
func (a *answers) attempt(b *batch) bool {
	ctx, cancel := context.WithDeadline(context.Background(), b.until)
	defer cancel()
	if b.before, b.err = a.inbox.RecordAnswers(ctx, b.answers); b.err != nil && ctx.Err() == nil {
		time.AfterFunc(answersPause, func() {
			if a.attempt(b) {
				a.write()
			}
		})
		return false
	}
	close(b.recorded)
	if b.err != nil {
		a.fault(b.err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.writing = false
	return true
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
