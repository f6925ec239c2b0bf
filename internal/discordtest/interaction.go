package discordtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

var (
	// ErrNoResponse is the error of waiting for an interaction that the bot left unanswered until
	// the deadline. Users then see "The application did not respond".
	ErrNoResponse = errors.New("discordtest: the application did not respond")
	// ErrNoSession is the error of an interaction with a bot that has never connected, or whose
	// session is over.
	ErrNoSession = errors.New("discordtest: the bot has no gateway session")
)

// Kinds of interaction.
const (
	kindCommand      = 2
	kindComponent    = 3
	kindAutocomplete = 4
	kindModal        = 5
)

// Types of response to an interaction.
const (
	RespondMessage        = 4
	RespondDeferred       = 5
	RespondDeferredUpdate = 6
	RespondUpdate         = 7
	RespondChoices        = 8
	RespondModal          = 9
	RespondLaunch         = 12 // opens the Activity
)

// Interaction is a user's action that the bot has to answer.
type Interaction struct {
	ID      string
	Token   string
	User    *User
	Channel *Channel

	srv     *Server
	kind    int
	created time.Time
	event   any      // as sent
	err     error    // why nothing was sent; otherwise nil
	source  *Message // the message with the component, if any

	// Guarded by srv.mu.
	response  *Response
	original  *Message // the message @original
	followups []*Message
	answer    *Message // the first message the user could see
	answered  time.Time
	history   []Step
	changed   chan struct{} // like Server.changed, for this interaction
}

// Response is the first response to an interaction.
type Response struct {
	Type      int
	At        time.Time
	Ephemeral bool
	Body      Body     // for types 4 and 7
	Choices   []Choice // for type 8
	Modal     *Modal   // for type 9
}

// Step is a use of an interaction's token by the bot.
type Step struct {
	At time.Time
	// Action is "respond N" with the response's type, "edit", "follow up" or "delete".
	Action string
	// MessageID is the affected message, if any.
	MessageID string
	// Body is the message after the step.
	Body Body
}

// Err returns why the user could not act, so that nothing was sent to the bot; otherwise nil.
func (in *Interaction) Err() error { return in.err }

// Wait waits for the visible answer and returns it in that state: the message of a type 4 response,
// the updated message of type 7, or the edit or follow-up after a deferral.
func (in *Interaction) Wait(ctx context.Context) (*Message, error) {
	var m *Message
	var wrongType error
	err := in.await(ctx, func() bool {
		switch {
		case in.answer != nil:
			m = in.answer.clone()
		case in.response.Type == RespondChoices || in.response.Type == RespondModal:
			wrongType = fmt.Errorf("discordtest: the response is of type %d and shows no message", in.response.Type)
		default:
			return false
		}
		return true
	})
	if err == nil {
		err = wrongType
	}
	return m, err
}

// Choices waits for the suggestions that answer an autocompletion.
func (in *Interaction) Choices(ctx context.Context) ([]Choice, error) {
	resp, err := in.respondedWith(ctx, RespondChoices)
	if err != nil {
		return nil, err
	}
	return resp.Choices, nil
}

// Modal waits for the form that answers a command or component.
func (in *Interaction) Modal(ctx context.Context) (*Modal, error) {
	resp, err := in.respondedWith(ctx, RespondModal)
	if err != nil {
		return nil, err
	}
	return resp.Modal, nil
}

// respondedWith waits for a first response and checks its type.
func (in *Interaction) respondedWith(ctx context.Context, kind int) (*Response, error) {
	if err := in.await(ctx, func() bool { return true }); err != nil {
		return nil, err
	}
	resp := in.Response()
	if resp.Type != kind {
		return nil, fmt.Errorf("discordtest: the response is of type %d, not %d", resp.Type, kind)
	}
	return resp, nil
}

// await waits for a first response and then for cond.
func (in *Interaction) await(ctx context.Context, cond func() bool) error {
	if in.err != nil {
		return in.err
	}
	inTime, cancel := context.WithDeadline(ctx, in.created.Add(in.srv.opts.ResponseDeadline))
	defer cancel()
	err := in.srv.waitFor(inTime, &in.changed, func() bool { return in.response != nil })
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return ErrNoResponse
	}
	if err != nil {
		return err
	}
	return in.srv.waitFor(ctx, &in.changed, cond)
}

// Response returns the first response, or nil if there is none yet.
func (in *Interaction) Response() *Response {
	in.srv.mu.Lock()
	defer in.srv.mu.Unlock()
	return in.response
}

// Latency returns the time until the first response, or 0 if there is none yet.
func (in *Interaction) Latency() time.Duration {
	if resp := in.Response(); resp != nil {
		return resp.At.Sub(in.created)
	}
	return 0
}

// Answered returns the time until the user saw a message, or 0 if there is none yet.
func (in *Interaction) Answered() time.Duration {
	in.srv.mu.Lock()
	defer in.srv.mu.Unlock()
	if in.answer == nil {
		return 0
	}
	return in.answered.Sub(in.created)
}

// Original returns the message "@original" in its current state, possibly ephemeral, or nil if
// there is none.
func (in *Interaction) Original() *Message {
	in.srv.mu.Lock()
	defer in.srv.mu.Unlock()
	if in.original == nil {
		return nil
	}
	return in.original.clone()
}

// Followups returns the follow-up messages in their current state, including ephemeral and deleted
// ones. One that filled in a deferred response is the original, not a follow-up.
func (in *Interaction) Followups() []*Message {
	in.srv.mu.Lock()
	defer in.srv.mu.Unlock()
	var list []*Message
	for _, m := range in.followups {
		list = append(list, m.clone())
	}
	return list
}

// History returns all of the bot's uses of the token, oldest first.
func (in *Interaction) History() []Step {
	in.srv.mu.Lock()
	defer in.srv.mu.Unlock()
	return slices.Clone(in.history)
}

// record adds a step, with the affected message if there is one. srv.mu must be held.
func (in *Interaction) record(action string, m *Message) {
	step := Step{At: time.Now(), Action: action}
	if m != nil {
		step.MessageID, step.Body = m.ID, m.Body
	}
	in.history = append(in.history, step)
	in.srv.notify()
	wake(&in.changed)
}

// show makes m the answer, if it is the first message that the user sees. srv.mu must be held.
func (in *Interaction) show(m *Message) {
	if in.answer == nil {
		in.answer, in.answered = m, time.Now()
	}
}

// Interactions returns every interaction sent to the bot, oldest first.
func (s *Server) Interactions() []*Interaction {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*Interaction
	for _, in := range s.interactions {
		list = append(list, in)
	}
	slices.SortFunc(list, func(a, b *Interaction) int { return compareIDs(a.ID, b.ID) })
	return list
}
