package front

import (
	"context"
	"errors"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/match"
)

// Service is what commands.Service does for a front.
type Service interface {
	Do(context.Context, commands.Request) view.Reply
	Refuse(context.Context, commands.Request, view.Reply) view.Reply
	Complete(ctx context.Context, req commands.Request, option, typed string) []view.Choice
	Sweep(context.Context) error
	AdvanceTournaments(context.Context) error
	BeginPairings(ctx context.Context, front string, threads func(channel string) commands.Threads)
	Notice(context.Context, match.Notice) (reply view.Reply, ok bool, err error)
	Board(context.Context, match.Board) (view.Reply, error)
}

// Message is what the bot writes, for each platform to draw in its own way.
type Message struct {
	Text string     // in the markup of view.Reply; may be empty beside a card
	Card *view.Card // nil for none
	// Notify are the ids of the people to be made aware of the message, as in
	// view.Reply. Nobody else may be.
	Notify []string
	Files  []view.File
	// Secret is true for what was done for one person and nobody else is to see.
	Secret bool
	// Aside is true for what is left out where it can't be told privately.
	Aside bool
	// Nonce, where it is not empty, makes one message of all that are posted with it in
	// a channel within some minutes: of those that may have been posted before.
	Nonce string
}

// Platform is a chat platform: messages in channels. A message that was posted has a
// handle, which names it on the platform for good. Where messages can't be changed
// the handle is empty, and Edit and Retire are never called.
type Platform interface {
	// Name is the name of the front that match.FrontOf returns: several can share a database.
	Name() string
	// Post writes a message in a channel. The error is ErrForbidden where it can't.
	Post(ctx context.Context, channel string, m Message) (handle string, err error)
	// PostDirect writes a message to one person, where nobody else sees it. The error is
	// ErrForbidden where they accept none.
	PostDirect(ctx context.Context, person string, m Message) error
	// Edit replaces a message, for everybody and without notifying anybody. The error is
	// ErrNoMessage where there is none any more, and ErrForbidden as in Post.
	Edit(ctx context.Context, handle string, m Message) error
	// Retire takes the actions away from a message that is out of date. Its errors are the same
	// as Edit's.
	Retire(ctx context.Context, handle string) error
	// Threads makes channels within a channel, for the pairings of a tournament.
	Threads(channel string) commands.Threads
	// Close ends the use of a channel that the bot has made for a match; of others it does
	// nothing.
	Close(ctx context.Context, channel string) error
}

// Place is where a reply goes: to a command, to a pressed button, to a message, or
// just to a channel.
type Place interface {
	// Post writes a message for everybody.
	Post(context.Context, Message) (handle string, err error)
	// PostPrivate writes a message for the person who asked, if there is one.
	PostPrivate(context.Context, Message) error
	// Pressed returns the handle of the message whose button was pressed; it is
	// empty if none was. If private is true, one was pressed of a message that only
	// the person who asked can see, and has no handle.
	Pressed() (handle string, private bool)
	// Update replaces the message whose button was pressed.
	Update(context.Context, Message) error
	// Ask answers with a form. The error is errors.ErrUnsupported where none can be shown.
	Ask(context.Context, *view.Form) error
	// AnswerOnly reports whether the bot is no member of the channel, and can
	// neither post there nor edit by itself.
	AnswerOnly() bool
	// MayBeThread reports whether the channel may be a thread: it is false only where the
	// platform says that it is none.
	MayBeThread() bool
}

// Incoming is what somebody says to the bot, and the place where it is answered.
type Incoming interface {
	Place
	// Request reads what is said. The error is a sentence for the person who said
	// it, in the markup of view.Reply.
	Request() (commands.Request, error)
}

var (
	// ErrGone is the error of a place that takes no answer any more, neither now nor
	// later.
	ErrGone = errors.New("it is too late for an answer")
	// ErrAnswered is the error of a place that has been given an answer by somebody else,
	// to whom the same was said.
	ErrAnswered = errors.New("it was answered before")
	// ErrNoMessage is the error for a message that is not there any more.
	ErrNoMessage = errors.New("the message is gone")
	// ErrForbidden is the error for a channel in which the bot may not write, or which is
	// not there any more.
	ErrForbidden = errors.New("the bot can't write in that channel")
)

// Channel is a channel as a place: for what the bot says by itself. Places in which
// no button can be pressed embed it and write what they do in their own way.
type Channel struct {
	Platform Platform
	ID       string
}

// Post writes a message in the channel.
func (c Channel) Post(ctx context.Context, m Message) (handle string, err error) {
	return c.Platform.Post(ctx, c.ID, m)
}

// PostPrivate does nothing, because nobody has asked.
func (c Channel) PostPrivate(context.Context, Message) error { return nil }

// Pressed returns that no button was pressed.
func (c Channel) Pressed() (handle string, private bool) { return "", false }

// Update fails.
func (c Channel) Update(context.Context, Message) error { return errors.ErrUnsupported }

// Ask fails.
func (c Channel) Ask(context.Context, *view.Form) error { return errors.ErrUnsupported }

// AnswerOnly returns false.
func (c Channel) AnswerOnly() bool { return false }

// MayBeThread returns true, because the kind of channel is unknown.
func (c Channel) MayBeThread() bool { return true }
