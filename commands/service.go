package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"sync"
	"time"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/class"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
	"nimatron/referee/season"
	"nimatron/referee/tournament"
	"nimatron/solver"
)

// Store is the part of the store that the commands read.
type Store interface {
	match.Inbox
	match.Archive
	match.Ratings
	match.Lists
	tournament.Store
	class.Store
	puzzle.Store
	puzzle.Posts
	lesson.Store
	season.Store
	match.Privacy
}

// Service answers requests. It is safe for concurrent use.
type Service struct {
	referee *referee.Referee

	tournaments *tournament.Rules
	classes     *class.Rules
	puzzles     *puzzle.Rules
	lessons     *lesson.Rules
	seasons     *season.Rules

	store   Store // for lists; the referee makes all changes of matches
	solver  solver.Solver
	log     *slog.Logger
	theme   match.Theme // the default
	pages   []view.Link // to documents elsewhere
	page    string      // the address of the page for browsers, "" for none
	shares  shares
	answers *answers

	standings *standings
}

// New returns a service in front of the referee and its store.
func New(r *referee.Referee, store Store, log *slog.Logger) *Service {
	puzzles := puzzle.New(r, store)
	return &Service{
		referee: r, tournaments: tournament.New(r, store), classes: class.New(r, store, puzzles), puzzles: puzzles,
		lessons: lesson.New(r, store, puzzles), seasons: season.New(r, store), store: store, solver: questionSolver(r.Solver()), log: log, standings: newStandings(),
		answers: &answers{inbox: store, fault: func(err error) { log.Error("answers are not noted", "err", err) }},
	}
}

// UseTheme sets the default theme of boards; felt if it is not called. It must be called before the
// first request.
func (s *Service) UseTheme(t match.Theme) { s.theme = t }

// UsePages sets the addresses of the terms of service and the privacy policy for /help; "" for
// none. It must be called before the first request.
func (s *Service) UsePages(terms, privacy string) {
	for _, page := range []view.Link{{Label: "Terms of service", To: terms}, {Label: "Privacy policy", To: privacy}} {
		if page.To != "" {
			s.pages = append(s.pages, page)
		}
	}
}

// UsePage sets the address of the page for browsers; "" for none. It must be called before the
// first request.
func (s *Service) UsePage(address string) { s.page = address }

// Refusal is the error for what can't be done as it was asked. Its text is for
// the person who asked, in the markup of Reply.
type Refusal struct{ Text string }

// Error returns the text.
func (e *Refusal) Error() string { return e.Text }

func refuse(format string, args ...any) *Refusal {
	return &Refusal{Text: fmt.Sprintf(format, args...)}
}

// Do carries out a request and answers it. It never fails: a refusal or a fault is a private reply,
// and then nothing has changed. If the request is delivered again, in any process, it changes
// nothing more.
func (s *Service) Do(ctx context.Context, req Request) view.Reply {
	ctx = match.WithRequest(ctx, req.ID)
	return s.recordAnswer(ctx, &req, s.carryOut(ctx, &req))
}

// Refuse answers a request that is not carried out with a reply that says so, unless another
// process has carried it out.
func (s *Service) Refuse(ctx context.Context, req Request, reply view.Reply) view.Reply {
	reply.Result = view.ResultRefused
	return s.recordAnswer(match.WithRequest(ctx, req.ID), &req, reply)
}

// recordAnswer records the reply to a request before it is given, and returns the reply that holds.
// A request that has written something is recorded already. The answer to a question need not wait,
// because a question changes nothing.
func (s *Service) recordAnswer(ctx context.Context, req *Request, reply view.Reply) view.Reply {
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
	if err != nil { // then other processes refuse the request for its age
		s.log.Info("an answer is given before it is noted", "request", r.ID, "err", err)
		answer = s.answered(ctx, r.ID)
	}
	if answer == match.AnsweredDone {
		c := Find(req.Command)
		return s.doneReply(ctx, req, c == nil || c.Private)
	}
	return reply
}

func (s *Service) carryOut(ctx context.Context, req *Request) (reply view.Reply) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("panic in a command", "command", req.Command, "channel", req.Channel, "panic", p, "stack", string(debug.Stack()))
			reply = faultReply(errInternal)
		}
	}()
	c := Find(req.Command)
	if c == nil {
		return errorReply(refuse("There is no command %s: `/help` lists them.", games.Quote("/"+req.Command)))
	}
	if err := c.check(req); err != nil {
		return errorReply(err)
	}
	shared := c.Shareable && req.option(shareOption.Name) != ""
	if shared {
		if err := s.mayShare(ctx, req); err != nil {
			return errorReply(err)
		}
		shared = req.shared()
	}
	ctx, cancel := c.bounded(ctx)
	defer cancel()
	reply, err := c.run(ctx, s, req)
	switch {
	case c.tookTooLong(ctx, err):
		reply := errorReply(errTooMuch)
		reply.Card = &view.Card{Actions: []view.Action{view.AllGames}}
		return reply
	case errors.Is(err, match.ErrDone):
		reply = s.againReply(ctx, req, c.Private)
	case err != nil:
		return s.answerError(ctx, req, err)
	}
	if reply.Ending != nil || req.option(view.AnswerName) != "" {
		if marks := s.tellMarks(ctx, req); marks != nil {
			reply.FollowUp = marks
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
	case !s.shares.allow(req.By.ID, s.referee.Now()):
		return errorReply(errShares)
	case reply.Text == "":
		reply.Text = view.Mention(req.By.ID) + " shows this:"
	}
	return reply
}

// answered returns the earlier answer to a request, empty if it is not known.
func (s *Service) answered(ctx context.Context, id string) match.Answer {
	answer, err := s.store.Answered(ctx, id)
	if err != nil {
		s.log.Error("the inbox can't be read", "request", id, "err", err)
	}
	return answer
}

func (s *Service) againReply(ctx context.Context, r *Request, private bool) view.Reply {
	match.RequestOf(ctx).MarkRecorded()
	if s.answered(ctx, r.ID) == match.AnsweredDone {
		return s.doneReply(ctx, r, private)
	}
	s.log.Info("a request was delivered again", "request", r.ID, "command", r.Command, "channel", r.Channel)
	return errorReply(errAnswered)
}

// doneReply answers a request that was carried out before. Mostly it reaches nobody, because the
// request was answered then.
func (s *Service) doneReply(ctx context.Context, r *Request, private bool) view.Reply {
	s.log.Info("a request was delivered again", "request", r.ID, "command", r.Command, "channel", r.Channel)
	reply := view.Reply{Text: "That is done already. `/board` shows how things stand."}
	if private {
		reply.To = view.Private{}
		return reply
	}
	board, err := s.latestBoard(ctx, r)
	if err != nil {
		return reply
	}
	board.Text = "That is done already. This is how things stand."
	if board.Notify = nil; r.Subject.Kind == view.NoSubject {
		board.To = view.NewMessage{}
	}
	return board
}

var (
	errInternal = refuse("Something went wrong here, and nothing was changed. Please try again; if it keeps happening, tell whoever runs this bot.")
	errStore    = refuse("I can't get at my records right now, so nothing was changed. Please try again in a few minutes; if it keeps happening, tell whoever runs this bot.")
	errAnswered = refuse("I answered that before, and nothing has changed since because of it. `/board` shows how things stand.")
	errSlow     = refuse("That took too long, and nothing was changed. Please try again.")
)

// answerError is the private reply for an error. Only refusals are shown; any other error is our
// fault and is logged.
func (s *Service) answerError(ctx context.Context, req *Request, err error) view.Reply {
	var (
		refusal  *Refusal
		illegal  *games.IllegalMove
		position *games.BadPosition
		variant  *catalog.UnknownVariant
		rule     *referee.Refusal
	)
	switch {
	case errors.As(err, &rule):
		return view.RefusalReply(rule)
	case errors.As(err, &refusal), errors.As(err, &illegal), errors.As(err, &position), errors.As(err, &variant):
		return errorReply(err)
	}
	s.log.Error("command failed", "command", req.Command, "channel", req.Channel, "err", err)
	if r := match.RequestOf(ctx); r != nil && r.Recorded() { // it is done, but its result could not be read
		return view.Reply{Text: "That is done, but I can't show it right now. `/board` shows how things stand.", To: view.Private{}}
	}
	switch {
	case ctx.Err() != nil:
		return faultReply(errSlow)
	case errors.Is(err, match.ErrUnavailable):
		return faultReply(errStore)
	}
	return faultReply(errInternal)
}

// errorReply is the private reply for an error that people may see.
func errorReply(err error) view.Reply {
	return view.Reply{Text: view.Sentence(err.Error()), To: view.Private{}, Result: view.ResultRefused}
}

// faultReply is errorReply for a fault of ours.
func faultReply(err error) view.Reply {
	reply := errorReply(err)
	reply.Result = view.ResultFailed
	return reply
}

// check validates the options before the command reads them.
func (c *Command) check(req *Request) error {
	for name, value := range req.Options {
		o := c.Option(name)
		if o == nil {
			return refuse("`/%s` has no option %s.", c.Name, games.Quote(name))
		}
		if len(value) > maxOption {
			return refuse("`%s:` is too long: at most %d characters.", name, maxOption)
		}
		if len(o.Choices) > 0 && value != "" && !o.allows(value) {
			return refuse("%s is not a valid `%s:`: choose one of %s.", games.Quote(value), name, listChoices(o.Choices))
		}
	}
	for _, o := range c.Options {
		if o.Required && req.option(o.Name) == "" {
			return refuse("`/%s` needs `%s:` (%s).", c.Name, o.Name, o.Summary)
		}
	}
	return nil
}

// maxOption is the longest option value in bytes: a thousand piles of 10^18
// take twenty thousand.
const maxOption = 24_000

// Complete offers at most 25 values for an option that is being typed.
func (s *Service) Complete(ctx context.Context, req Request, option, typed string) []view.Choice {
	c := Find(req.Command)
	if c == nil {
		return nil
	}
	o := c.Option(option)
	if o == nil || o.complete == nil {
		return nil
	}
	choices := o.complete(ctx, s, &req, typed)
	return choices[:min(len(choices), view.MaxChoices)]
}

// Bounds on a costly question. Fronts bound how many there are at a time.
const (
	// questionTime bounds the work on an answer, analyzeTime that of /analyze, which searches
	// boards without a theorem.
	questionTime = 4 * time.Second
	analyzeTime  = 10 * time.Second
	// questionNodes bounds a search: a quarter of the bot's own, and less than 50 MB.
	questionNodes = 1 << 18
	// tableSteps bounds a table: about 0.1 s of work, and always less than a second.
	tableSteps = 1 << 23
	// maxPattern is the longest pattern of a table that can be shown, in bytes.
	maxPattern = 500
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

var errTooMuch = refuse("That takes me longer than the %d seconds that I give to one question. Try a smaller one.", int(questionTime.Seconds()))

func (c *Command) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if !c.Costly {
		return ctx, func() {}
	}
	if c.Name == analyzeCommandName {
		return context.WithTimeout(ctx, analyzeTime)
	}
	return context.WithTimeout(ctx, questionTime)
}

// tookTooLong reports whether a costly question ran out of time.
func (c *Command) tookTooLong(ctx context.Context, err error) bool {
	return c.Costly && err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded)
}

var shareOption = Option{Name: view.ShareName, Summary: "true: everybody here sees the answer", Kind: Flag, Hidden: true}

func (r *Request) shared() bool {
	on, err := r.flag(shareOption.Name)
	return on && err == nil
}

// withShare adds the action that shows a private answer to everybody.
func withShare(r *Request, card *view.Card) *view.Card {
	if !r.shared() {
		card.Actions = append(card.Actions, view.ShareAction(r.Command, r.again()))
	}
	return card
}

// again returns the options of the request in the form of an action.
func (r *Request) again() map[string]string {
	options := map[string]string{}
	maps.Copy(options, r.Options)
	for name, person := range r.People {
		if options[name] != "" {
			options[name] = person.ID
		}
	}
	return options
}

// mayShare checks that the speaker may show an answer to the channel.
func (s *Service) mayShare(ctx context.Context, r *Request) error {
	if _, err := r.flag(shareOption.Name); err != nil {
		return err
	}
	if r.Muted {
		return refuse("You may not write in this channel, so I don't show it there for you.")
	}
	if g, err := s.referee.Current(ctx, r.Channel); err == nil && !g.AgainstBot() && tells(r.Command) {
		return refuse("A match between people goes on here, and they are to find their moves themselves. Show this when it is over, or elsewhere.")
	}
	return nil
}

var errShares = refuse("You have shown %d answers in the last %s: that is enough for now.", sharesAtMost, view.Duration(sharesWithin))

// tells reports whether the answers of a command can be advice in a match.
func tells(command string) bool {
	return command == analyzeCommand.Name || command == replayCommand.Name || command == puzzleCommand.Name
}

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
	// answerWait is how long a person waits until their answer is recorded. A request that took
	// longer is too old for other processes to carry out: package bot.
	answerWait = 2 * time.Second
	// shownWait is how long answers are collected that nobody waits for.
	shownWait = time.Second
	// maxAnswers is how many answers may wait.
	maxAnswers = 2000
)

var errTooManyAnswers = errors.New("too many answers wait to be noted")

// answers records the answers to requests that wrote nothing. Answers that come during one
// transaction share the next.
type answers struct {
	inbox match.Inbox
	fault func(error) // called for each batch that is not recorded

	mu      sync.Mutex
	next    *batch // is being filled; nil: nothing waits
	writing bool
}

// batch is recorded in one transaction.
type batch struct {
	answers map[string]match.Answer
	noted   chan struct{} // closed when before and err are set
	before  map[string]match.Answer
	err     error
}

// add puts an answer into the next batch, which is written at once or, if soon is true, after
// shownWait. It returns nil if the batch is full.
func (a *answers) add(request string, answer match.Answer, soon bool) *batch {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.next == nil {
		a.next = &batch{answers: map[string]match.Answer{}, noted: make(chan struct{})}
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
		go a.write()
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
		close(b.noted)
		if b.err != nil {
			a.fault(b.err)
		}
		a.mu.Lock()
		a.writing = false
		a.mu.Unlock()
	}
}

// record records an answer before it is given, and returns the one that holds: an earlier answer of
// another process wins. After an error, or too long a wait, that is not known.
func (a *answers) record(request string, answer match.Answer) (match.Answer, error) {
	b := a.add(request, answer, false)
	if b == nil {
		return answer, errTooManyAnswers
	}
	timer := time.NewTimer(answerWait)
	defer timer.Stop()
	select {
	case <-b.noted:
		if before, ok := b.before[request]; ok {
			answer = before
		}
		return answer, b.err
	case <-timer.C:
		return answer, context.DeadlineExceeded
	}
}
