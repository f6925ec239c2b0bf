package front

import (
	"context"
	"errors"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/match"
)

// Service is the part of commands.Service that a front uses.
type Service interface {
	Do(context.Context, commands.Request) view.Reply
	Refuse(context.Context, commands.Request, view.Reply) view.Reply
	Complete(ctx context.Context, req commands.Request, option, typed string) []view.Choice
	Sweep(context.Context) error
	AdvanceTournaments(context.Context) error
	AdvanceShared(context.Context) (changed []match.Board, err error)
	BeginPairings(ctx context.Context, front string, threads func(channel string) commands.Threads)
	Notice(context.Context, match.Notice) (reply view.Reply, ok bool, err error)
	Board(context.Context, match.Board) (view.Reply, error)
	// Places returns what lives in channels and servers, nil if nothing does.
	Places() commands.Places
}

// Message is a message by the bot. Each platform draws it in its own way.
type Message struct {
	Text   string // in the markup of view.Reply; may be empty beside a card
	Card   *view.Card
	Notify []string
	Calls  string // a role to ping, "" for none
	Files  []view.File
	// Secret marks a result that only the speaker may see.
	Secret bool
	// Outcome says what came of the request that a private message answers.
	Outcome view.Outcome
	// FollowUp marks a second, private answer, which is dropped if it can't be private.
	FollowUp bool
	// Nonce, unless it is empty, makes posts of one message idempotent: the platform posts it once
	// within some minutes.
	Nonce string
}

// Platform is a chat platform. A posted message has a permanent handle. Without a handle, messages
// can't be changed, and Edit and Retire are not called.
type Platform interface {
	// Name is the front's name, as match.FrontOf returns it: several fronts can share a database.
	Name() string
	// Post writes a message in a channel. The error is ErrForbidden if the bot may not write there.
	Post(ctx context.Context, channel string, m Message) (handle string, err error)
	// PostDirect writes a private message to one person. The error is ErrForbidden if they accept
	// none.
	PostDirect(ctx context.Context, person string, m Message) error
	// Edit replaces a message without notifying anybody. The error is ErrNoMessage if the message
	// is gone, ErrTooOld or ErrForbidden.
	Edit(ctx context.Context, handle string, m Message) error
	// Retire removes the buttons of an outdated message and links its successor, "" if that is not
	// known. The errors are Edit's.
	Retire(ctx context.Context, handle, successor string) error
	// Threads makes channels within a channel, for the pairings of a tournament.
	Threads(channel string) commands.Threads
	// Close closes a channel that the bot made for a match, and no other.
	Close(ctx context.Context, channel string) error
	// Lost returns the channel if that is gone, or its server if the bot was removed from that; otherwise
	// the zero value. The server is "" if the bot was never there.
	Lost(ctx context.Context, channel, server string) (match.Held, error)
}

// Place is the target of a reply: a command, a pressed button, a message, or a channel.
type Place interface {
	// Post writes a public message. The error is ErrLater if nothing is written because the speaker
	// sees the match elsewhere.
	Post(context.Context, Message) (handle string, err error)
	// PostPrivate writes a message to the speaker, if there is one.
	PostPrivate(context.Context, Message) error
	// Pressed returns the handle of the message whose button was pressed, or "". private is true
	// for a button of a message that only the speaker sees.
	Pressed() (handle string, private bool)
	// Update replaces the message whose button was pressed. The error is ErrLater if that is left to the
	// front, which updates it in the background.
	Update(context.Context, Message) error
	// Ask answers with a form. The error is errors.ErrUnsupported if none can be shown.
	Ask(context.Context, *view.Form) error
	// AnswerOnly reports whether the bot is not a member of the channel, and can neither post nor
	// edit by itself.
	AnswerOnly() bool
	// MayBeThread reports false only if the platform says that the channel is no thread.
	MayBeThread() bool
}

// Launcher is a place that can open the live board within the platform.
type Launcher interface {
	// Launch opens it. The error is errors.ErrUnsupported if that can't be done now.
	Launch(context.Context) error
}

// Deleter is a place whose pressed message can be deleted.
type Deleter interface {
	Delete(context.Context) error
}

// Retirer is a place whose pressed message can be updated, even if the bot may not write there.
type Retirer interface {
	// RetirePressed is Platform.Retire for the pressed message, before the answer.
	RetirePressed(ctx context.Context, successor string) error
}

// Reviser is a place whose private answer can be replaced later.
type Reviser interface {
	Revise(context.Context, Message) error
}

// Incoming is a person's request and the place for its answer.
type Incoming interface {
	Place
	// Request parses the request. The error is a sentence for the speaker, in the markup of
	// view.Reply.
	Request() (commands.Request, error)
}

var (
	// ErrGone means that a place no longer takes an answer.
	ErrGone = errors.New("it is too late for an answer")
	// ErrAnswered means that another process has answered the same request.
	ErrAnswered = errors.New("it was answered before")
	// ErrLater means that the message follows in the background.
	ErrLater = errors.New("the message is updated later")
	// ErrNoMessage means that a message is gone.
	ErrNoMessage = errors.New("the message is gone")
	// ErrTooOld means that a message is not edited any more for a while.
	ErrTooOld = errors.New("the message was edited too often")
	// ErrRefused means that the platform does not take what a message says or looks like. It may take another.
	ErrRefused = errors.New("the message was refused")
	// ErrForbidden means that the bot may not write in a channel, or the channel is gone.
	ErrForbidden = errors.New("the bot can't write in that channel")
)

// Channel is a channel as a place for the bot's own messages. Places without buttons embed it.
type Channel struct {
	Platform Platform
	ID       string
}

// Post writes a message in the channel.
func (c Channel) Post(ctx context.Context, m Message) (handle string, err error) {
	return c.Platform.Post(ctx, c.ID, m)
}

// PostPrivate does nothing, because nobody asked.
func (c Channel) PostPrivate(context.Context, Message) error { return nil }

// A channel has no button that was pressed, and its kind is unknown.

func (c Channel) Pressed() (handle string, private bool) { return "", false }
func (c Channel) Update(context.Context, Message) error  { return errors.ErrUnsupported }
func (c Channel) Ask(context.Context, *view.Form) error  { return errors.ErrUnsupported }
func (c Channel) AnswerOnly() bool                       { return false }
func (c Channel) MayBeThread() bool                      { return true }
