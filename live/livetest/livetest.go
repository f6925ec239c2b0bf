// Package livetest runs a bot with a live board on a chat platform that keeps its messages, for tests of the
// board and of its page.
package livetest

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/live"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
)

// Channel is the only channel.
const Channel = "7"

// The people of the channel.
var (
	Alice = commands.User{ID: "11", Name: "alice"}
	Bob   = commands.User{ID: "12", Name: "bob"}
	Eve   = commands.User{ID: "13", Name: "Eve"}
)

// Chat is a platform that keeps the newest state of each message. It outlives bots.
type Chat struct {
	People map[string]commands.User // by OAuth code
	Away   atomic.Bool              // whether the bot can only answer in the channel
	Posted atomic.Int64             // messages that are no answers
	Slow   time.Duration            // how long Identify takes

	mu       sync.Mutex
	messages map[string]front.Message
	said     atomic.Int64
}

// NewChat returns an empty chat.
func NewChat() *Chat {
	return &Chat{People: map[string]commands.User{}, messages: map[string]front.Message{}}
}

func (c *Chat) put(handle string, m front.Message) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if handle == "" {
		handle = fmt.Sprint("message ", len(c.messages))
	}
	c.messages[handle] = m
	return handle
}

// Card returns the body of a message's card.
func (c *Chat) Card(handle string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if card := c.messages[handle].Card; card != nil {
		return card.Body
	}
	return ""
}

// Links returns the links of a message's card.
func (c *Chat) Links(handle string) (to []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if card := c.messages[handle].Card; card != nil {
		for _, l := range card.Links {
			to = append(to, l.To)
		}
	}
	return to
}

func (c *Chat) Name() string { return match.DiscordFront }
func (c *Chat) Post(_ context.Context, _ string, m front.Message) (string, error) {
	c.Posted.Add(1)
	return c.put("", m), nil
}
func (c *Chat) PostDirect(context.Context, string, front.Message) error { return nil }
func (c *Chat) Edit(_ context.Context, handle string, m front.Message) error {
	c.put(handle, m)
	return nil
}
func (c *Chat) Retire(context.Context, string, string) error { return nil }
func (c *Chat) Threads(string) commands.Threads              { return nil }
func (c *Chat) Close(context.Context, string) error          { return nil }
func (c *Chat) Lost(context.Context, string, string) (match.Held, error) {
	return match.Held{}, nil
}
func (c *Chat) Application() string { return "99" }
func (c *Chat) Identify(_ context.Context, code string) (commands.User, error) {
	time.Sleep(c.Slow)
	if who, ok := c.People[code]; ok {
		return who, nil
	}
	return commands.User{}, live.ErrRefused
}
func (c *Chat) Instance(_ context.Context, id string) (string, []string, error) {
	if id != "instance" {
		return "", nil, live.ErrRefused
	}
	return Channel, []string{Alice.ID, Bob.ID, Eve.ID}, nil
}

// pressed is a command of the chat and the place for its private answer.
type pressed struct {
	front.Channel
	chat    *Chat
	request commands.Request
	message string
	private front.Message
}

func (p *pressed) Request() (commands.Request, error)     { return p.request, nil }
func (p *pressed) Pressed() (handle string, private bool) { return p.message, false }
func (p *pressed) AnswerOnly() bool                       { return p.chat.Away.Load() }
func (p *pressed) Post(ctx context.Context, m front.Message) (string, error) {
	if p.AnswerOnly() {
		return "answer", nil
	}
	return p.Channel.Post(ctx, m)
}
func (p *pressed) Update(ctx context.Context, m front.Message) error {
	return p.Platform.Edit(ctx, p.message, m)
}
func (p *pressed) PostPrivate(_ context.Context, m front.Message) error {
	p.private = m
	return nil
}

// Bot is one process. It may share its store with others.
type Bot struct {
	*testing.T
	Store storage.Store
	Chat  *Chat
	Board *live.Server
	Drawn atomic.Int64 // times that a match was read for drawing
	Stop  func()       // ends the streams, and then all work
	front *front.Front
	// Advance starts and ends races, and rings the bells of votes.
	Advance func()
}

// counted counts the questions for matches.
type counted struct {
	live.Boards
	bot *Bot
}

func (c counted) Live(ctx context.Context, id int64) (commands.Live, error) {
	c.bot.Drawn.Add(1)
	return c.Boards.Live(ctx, id)
}

// output is the log of a test. Once the test has ended nothing may be written there, but a timer may still find that
// its store is closed.
type output struct {
	mu sync.Mutex
	to io.Writer
}

func (o *output) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.to.Write(text)
}

func (o *output) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.to = io.Discard
}

// Start starts a bot, which stops with the test at the latest. Its page has an address that ends in a slash.
func Start(t *testing.T, store storage.Store, chat *Chat, page string, activity bool) *Bot {
	t.Helper()
	b := &Bot{T: t, Store: store, Chat: chat}
	out := &output{to: t.Output()}
	t.Cleanup(out.end)
	log := slog.New(slog.NewTextHandler(out, nil))
	service := commands.New(referee.New(store, &solver.Solver{}, referee.Options{Seed: func() uint64 { return 1 }}), store, log)
	service.UsePage(page)
	var err error
	if b.Board, err = live.New(live.Config{Store: store, Boards: counted{service, b}, Secret: "token", Page: page, Activity: activity, Log: log}); err != nil {
		t.Fatal(err)
	}
	service.UseLive(b.Board)
	b.Advance = func() {
		if _, err := service.AdvanceShared(t.Context()); err != nil {
			t.Error(err)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	b.front = front.New(ctx, front.Config{Service: service, Outbox: store, Platform: chat, Log: log})
	b.Board.Open(ctx, b.front, chat)
	b.Stop = sync.OnceFunc(func() {
		stop()
		if err := b.front.Drain(context.Background()); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() { b.Stop() })
	return b
}

// Say carries out a command of the chat or, if about is not nil, a button of that match. It returns the
// private answer. Option opponent is alice or bob.
func (b *Bot) Say(by commands.User, command string, about *match.Match, options ...string) front.Message {
	b.Helper()
	p := &pressed{Channel: front.Channel{Platform: b.Chat, ID: Channel}, chat: b.Chat, request: commands.Request{ID: fmt.Sprint("chat ", b.Chat.said.Add(1)),
		Command: command, Options: map[string]string{}, By: by, Channel: Channel, Server: "5", People: map[string]commands.User{}}}
	if about != nil {
		p.message, p.request.Subject = about.Message, view.Subject{Kind: view.MatchSubject, ID: about.ID, Version: about.Version}
	}
	for i := 0; i < len(options); i += 2 {
		p.request.Options[options[i]] = options[i+1]
		if options[i] == "opponent" {
			p.request.People[options[i]] = map[string]commands.User{Alice.Name: Alice, Bob.Name: Bob}[options[i+1]]
		}
	}
	done := make(chan bool)
	if err := b.front.Submit(front.Submission{Channel: Channel, By: by.ID, Command: command, Work: func(ctx context.Context, turn *front.Turn) {
		defer close(done)
		turn.Answer(ctx, p)
	}}); err != nil {
		b.Fatal(err)
	}
	<-done
	return p.private
}

// Move moves with the buttons of the chat.
func (b *Bot) Move(by commands.User, move string) {
	b.Helper()
	b.Say(by, string(input.Move), b.Newest(), "move", move)
}

// Begin begins a match of Alice, who moves first, with Bob.
func (b *Bot) Begin(game, position string, options ...string) *match.Match {
	b.Helper()
	said := b.Say(Alice, "challenge", nil, append([]string{"game", game, "opponent", Bob.Name, "position", position, "first", "me"}, options...)...)
	b.Say(Bob, "match accept", nil)
	m := b.Newest()
	if m.Variant != game || m.Finished() {
		b.Fatalf("%s does not begin: %s", game, said.Text)
	}
	return m
}

// Newest returns the newest match of the channel.
func (b *Bot) Newest() *match.Match {
	b.Helper()
	t, err := b.Store.LastMatch(b.Context(), Channel)
	if err != nil {
		b.Fatal(err)
	}
	return &t.Match
}

// Link presses Touch the board, and returns the link.
func (b *Bot) Link(by commands.User) string {
	b.Helper()
	return b.linkIn(by, b.Say(by, "touch", b.Newest()))
}

// RaceLink presses Touch the board on the card of a race, and returns the link.
func (b *Bot) RaceLink(by commands.User) string {
	b.Helper()
	return b.linkIn(by, b.Say(by, "race touch", nil))
}

func (b *Bot) linkIn(by commands.User, answer front.Message) string {
	b.Helper()
	if answer.Card == nil || len(answer.Card.Links) == 0 {
		b.Fatalf("%s gets no link: %+v", by.Name, answer)
	}
	return answer.Card.Links[0].To
}
