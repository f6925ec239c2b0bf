package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
)

// Store is what the commands need of a store.
type Store interface {
	match.Inbox
	match.Archive
	match.Ratings
	match.Lists
	match.Seasons
	match.PuzzlePosts
	match.Classes
	match.Privacy
}

// Service answers requests. It is safe for concurrent use.
type Service struct {
	referee *referee.Referee
	store   Store // for lists; whatever changes a match goes through the referee
	solver  solver.Solver
	log     *slog.Logger
	theme   match.Theme // of those who have chosen none
	pages   []view.Link // what is to be read elsewhere
	page    string      // where the page for browsers is, "" for nowhere
	shares  shares
	answers *answers

	standings *standings
}

// New returns a service in front of the referee and its store.
func New(r *referee.Referee, store Store, log *slog.Logger) *Service {
	return &Service{
		referee: r, store: store, solver: questionSolver(r.Solver()), log: log, standings: newStandings(),
		answers: &answers{inbox: store, fault: func(err error) { log.Error("answers are not noted", "err", err) }},
	}
}

// UseTheme sets what boards lie on for those who have chosen nothing, felt if it is not
// called. It must be called before the first request.
func (s *Service) UseTheme(t match.Theme) { s.theme = t }

// UsePages sets where the terms of service and the privacy policy are to be read, which /help
// links to; "" for nowhere. It must be called before the first request.
func (s *Service) UsePages(terms, privacy string) {
	for _, page := range []view.Link{{Label: "Terms of service", To: terms}, {Label: "Privacy policy", To: privacy}} {
		if page.To != "" {
			s.pages = append(s.pages, page)
		}
	}
}

// UsePage sets where the page for browsers is, to which finished matches and analyses link; "" for
// nowhere. It must be called before the first request.
func (s *Service) UsePage(address string) { s.page = address }

// Refusal is the error for what can't be done as it was asked. Its text is for
// the person who asked, in the markup of Reply.
type Refusal struct{ Text string }

// Error returns the text.
func (e *Refusal) Error() string { return e.Text }

func refuse(format string, args ...any) *Refusal {
	return &Refusal{Text: fmt.Sprintf(format, args...)}
}

// Do carries out a request and answers it. It never fails: a refusal or a fault
// is a private reply, and then nothing has changed. What it says holds: delivered again,
// in whatever process, the request changes nothing any more.
func (s *Service) Do(ctx context.Context, req Request) view.Reply {
	ctx = match.WithRequest(ctx, req.ID)
	return s.settle(ctx, &req, s.carryOut(ctx, &req))
}

// Refuse returns the answer to a request that is not carried out: the reply, which says so,
// unless another process has carried it out.
func (s *Service) Refuse(ctx context.Context, req Request, reply view.Reply) view.Reply {
	reply.Result = view.ResultRefused
	return s.settle(match.WithRequest(ctx, req.ID), &req, reply)
}

// settle notes the reply to a request, before it is given, and returns what holds. Where
// something was written, that has noted the request. A question changes nothing, so its
// answer need not wait.
func (s *Service) settle(ctx context.Context, req *Request, reply view.Reply) view.Reply {
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
	answer, err := s.answers.note(r.ID, answer)
	if err != nil { // then the age of a request tells that it is not to be carried out again
		s.log.Info("an answer is given before it is noted", "request", r.ID, "err", err)
		answer = s.answered(ctx, r.ID)
	}
	if answer == match.AnsweredDone {
		c := Find(req.Command)
		return s.doneReply(ctx, req, c == nil || c.Private)
	}
	return reply
}

// carryOut carries out a request.
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
			reply.Aside = marks
		}
	}
	if _, page := reply.To.(view.Page); page && shared {
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

// answered returns how a request was answered before, empty where that is not known.
func (s *Service) answered(ctx context.Context, id string) match.Answer {
	answer, err := s.store.Answered(ctx, id)
	if err != nil {
		s.log.Error("the inbox can't be read", "request", id, "err", err)
	}
	return answer
}

// againReply answers a request that was answered before.
func (s *Service) againReply(ctx context.Context, r *Request, private bool) view.Reply {
	match.RequestOf(ctx).MarkRecorded()
	if s.answered(ctx, r.ID) == match.AnsweredDone {
		return s.doneReply(ctx, r, private)
	}
	s.log.Info("a request was delivered again", "request", r.ID, "command", r.Command, "channel", r.Channel)
	return errorReply(errAnswered)
}

// doneReply answers a request that was carried out before with how things stand. Mostly
// it was answered then, and this reaches nobody.
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
		board.To = view.Anew{}
	}
	return board
}

var (
	errInternal = refuse("Something went wrong here, and nothing was changed. Please try again; if it keeps happening, tell whoever runs this bot.")
	errStore    = refuse("I can't get at my records right now, so nothing was changed. Please try again in a few minutes; if it keeps happening, tell whoever runs this bot.")
	errAnswered = refuse("I answered that before, and nothing has changed since because of it. `/board` shows how things stand.")
	errSlow     = refuse("That took too long, and nothing was changed. Please try again.")
)

// answerError is the private reply for an error. What the speaker may see is said;
// anything else is our own fault, which is logged and not shown.
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
		reply := view.RefusalReply(rule)
		reply.Result = view.ResultRefused
		return reply
	case errors.As(err, &refusal), errors.As(err, &illegal), errors.As(err, &position), errors.As(err, &variant):
		return errorReply(err)
	}
	s.log.Error("command failed", "command", req.Command, "channel", req.Channel, "err", err)
	if r := match.RequestOf(ctx); r != nil && r.Recorded() { // only what it has led to could not be read
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

// errorReply is the private reply for an error that a person may see.
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
			return refuse("%s is not a valid `%s:`: choose one of %s.", games.Quote(value), name, o.listChoices())
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

// Complete offers values for an option of a request that is still being typed,
// at most 25.
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
