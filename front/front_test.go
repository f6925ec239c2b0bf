package front

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nimatron/commands"
)

// board is a platform that writes down what is done on it.
type board struct {
	mu     sync.Mutex
	log    []string
	broken map[string]error // by the method
	mute   bool             // posts get no handle
}

// note writes a line down and fails if the method is broken.
func (b *board) note(method, where string, m Message) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	line := strings.Join(strings.Fields(method+" "+where), " ")
	if m.Text != "" {
		line += " " + m.Text
	}
	if m.Card != nil {
		line += " [" + m.Card.Title + "]"
	}
	if len(m.Notify) > 0 {
		line += " @" + strings.Join(m.Notify, " @")
	}
	for _, f := range m.Files {
		line += " +" + f.Name
	}
	if err := b.broken[method]; err != nil {
		b.log = append(b.log, line+" fails")
		return err
	}
	b.log = append(b.log, line)
	return nil
}

func (b *board) handle() string {
	if b.mute {
		return ""
	}
	return "new"
}

func (b *board) Owns(channel string) bool { return strings.HasPrefix(channel, "#") }

func (b *board) Post(_ context.Context, channel string, m Message) (string, error) {
	return b.handle(), b.note("post", channel, m)
}

func (b *board) Edit(_ context.Context, handle string, m Message) error {
	return b.note("edit", handle, m)
}

func (b *board) Retire(_ context.Context, handle string) error {
	return b.note("retire", handle, Message{})
}

// said is something said on a board.
type said struct {
	*board
	request    commands.Request
	err        error
	pressed    string
	private    bool
	answerOnly bool
}

func (s *said) Request() (commands.Request, error) { return s.request, s.err }

func (s *said) Post(_ context.Context, m Message) (string, error) {
	return s.handle(), s.note("answer", "", m)
}

func (s *said) PostPrivate(_ context.Context, m Message) error { return s.note("private", "", m) }
func (s *said) Update(_ context.Context, m Message) error      { return s.note("update", "", m) }
func (s *said) Pressed() (string, bool)                        { return s.pressed, s.private }
func (s *said) AnswerOnly() bool                               { return s.answerOnly }

// service answers with what a test wants and notes on the board what is shown.
type service struct {
	*board
	do     func(commands.Request) commands.Reply
	expire func() ([]commands.Announcement, error)
}

func (s *service) Do(_ context.Context, r commands.Request) commands.Reply { return s.do(r) }

func (s *service) Complete(context.Context, commands.Request, string, string) []commands.Choice {
	return nil
}

func (s *service) Shown(_ context.Context, subject commands.Subject, handle string) error {
	return s.note("shown", fmt.Sprint(subject.ID, " by ", handle), Message{})
}

func (s *service) Sweep(context.Context) ([]commands.Announcement, error) { return s.expire() }

var (
	match = commands.Subject{Kind: commands.MatchSubject, ID: 7}
	card  = &commands.Card{Title: "match 7"}
	files = []commands.File{{Name: "f"}}
)

func TestAnswer(t *testing.T) {
	broken := errors.New("broken")
	for _, tt := range []struct {
		name   string
		said   said
		reply  commands.Reply
		broken map[string]error
		mute   bool
		want   []string
	}{
		{name: "words", reply: commands.Reply{Text: "hi", Next: "ho", Notify: []string{"1"}, Files: files},
			want: []string{"answer hi\nho @1 +f"}},
		{name: "a card that shows no match", reply: commands.Reply{Card: card},
			want: []string{"answer [match 7]"}},
		{name: "private", reply: commands.Reply{Text: "no", Private: true, Card: card, Notify: []string{"1"}, Files: files},
			want: []string{"private no [match 7] +f"}},
		{name: "private, and a new page", said: said{private: true}, reply: commands.Reply{Private: true, Replace: true, Text: "page 2"},
			want: []string{"update page 2"}},
		{name: "private, below a message for everybody", said: said{pressed: "old"}, reply: commands.Reply{Private: true, Replace: true, Text: "page 2"},
			want: []string{"private page 2"}},
		{name: "a sentence that is not understood", said: said{err: broken},
			want: []string{"private broken"}},

		{name: "the first board", reply: commands.Reply{Text: "go", Card: card, Show: match, Notify: []string{"1"}, Files: files},
			want: []string{"answer go [match 7] @1 +f", "shown 7 by new"}},
		{name: "a board further up", reply: commands.Reply{Text: "ann took 1", Card: card, Show: match, ShownIn: "old", Notify: []string{"1"}, Files: files},
			want: []string{"answer ann took 1 @1 +f", "edit old [match 7]", "shown 7 by old"}},
		{name: "a board that is gone", reply: commands.Reply{Text: "ann took 1", Card: card, Show: match, ShownIn: "old"}, broken: map[string]error{"edit": broken},
			want: []string{"answer ann took 1", "edit old [match 7] fails", "answer [match 7]", "shown 7 by new"}},
		{name: "a board with nothing to say", reply: commands.Reply{Card: card, Show: match, ShownIn: "old"},
			want: []string{"answer [match 7]", "shown 7 by new"}},
		{name: "a board again", reply: commands.Reply{Text: "here", Card: card, Show: match, ShownIn: "old", Repost: true, Retire: []string{"old"}},
			want: []string{"answer here [match 7]", "shown 7 by new", "retire old"}},
		{name: "no member of the channel", said: said{answerOnly: true}, reply: commands.Reply{Text: "ann took 1", Card: card, Show: match, ShownIn: "old"},
			want: []string{"answer ann took 1 [match 7]", "shown 7 by new"}},

		{name: "a button of the board", said: said{pressed: "old"}, reply: commands.Reply{Text: "ann resigned", Card: card, Show: match, ShownIn: "old", Files: files},
			want: []string{"update ann resigned [match 7] +f", "shown 7 by old"}},
		{name: "a button, and somebody to notify", said: said{pressed: "old"}, reply: commands.Reply{Text: "your turn", Card: card, Show: match, ShownIn: "old", Notify: []string{"1"}},
			want: []string{"update [match 7]", "shown 7 by old", "answer your turn @1"}},
		{name: "a button of a message that nobody noted", said: said{pressed: "old", request: commands.Request{Subject: match}}, reply: commands.Reply{Text: "ann took 1", Card: card, Show: match},
			want: []string{"update ann took 1 [match 7]", "shown 7 by old"}},
		{name: "a button of a message that is gone", said: said{pressed: "old"}, reply: commands.Reply{Text: "ann took 1", Card: card, Show: match, ShownIn: "old", Notify: []string{"1"}}, broken: map[string]error{"update": broken},
			want: []string{"update [match 7] fails", "answer ann took 1 [match 7] @1", "shown 7 by new"}},
		{name: "a button too late", said: said{pressed: "old", request: commands.Request{Channel: "#go"}}, reply: commands.Reply{Text: "ann took 1", Card: card, Show: match, ShownIn: "old"}, broken: map[string]error{"update": ErrGone},
			want: []string{"update ann took 1 [match 7] fails", "post #go ann took 1", "edit old [match 7]", "shown 7 by old"}},

		{name: "too late", said: said{request: commands.Request{Channel: "#go"}}, reply: commands.Reply{Text: "hi"}, broken: map[string]error{"answer": ErrGone},
			want: []string{"answer hi fails", "post #go hi"}},
		{name: "too late for what is private", said: said{request: commands.Request{Channel: "#go"}}, reply: commands.Reply{Text: "hi", Private: true, Retire: []string{"old"}}, broken: map[string]error{"private": ErrGone},
			want: []string{"private hi fails", "retire old"}},
		{name: "too late where the bot is no member", said: said{answerOnly: true}, reply: commands.Reply{Text: "hi"}, broken: map[string]error{"answer": ErrGone},
			want: []string{"answer hi fails"}},
		{name: "an old message that stays", reply: commands.Reply{Text: "hi", Retire: []string{"a", "b"}}, broken: map[string]error{"retire": broken},
			want: []string{"answer hi", "retire a fails", "retire b fails"}},
		{name: "no edits on this platform", mute: true, reply: commands.Reply{Text: "ann took 1", Card: card, Show: match},
			want: []string{"answer ann took 1 [match 7]", "shown 7 by"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := &board{broken: tt.broken, mute: tt.mute}
			tt.said.board = b
			s := &service{board: b, do: func(commands.Request) commands.Reply { return tt.reply }}
			(&Turn{front: New(t.Context(), Config{Service: s, Platform: b, Log: quiet})}).Answer(t.Context(), &tt.said)
			if !slices.Equal(b.log, tt.want) {
				t.Errorf("got\n%q\nwant\n%q", b.log, tt.want)
			}
		})
	}
}

func TestPanicIsAnswered(t *testing.T) {
	b := &board{}
	s := &service{board: b, do: func(commands.Request) commands.Reply { panic("test") }}
	f := New(t.Context(), Config{Service: s, Platform: b, Log: quiet})
	(&Turn{front: f}).Answer(t.Context(), &said{board: b})
	f.TurnAway(t.Context(), &said{board: b}, BusyReply)
	if want := []string{"private " + faultReply.Text, "private " + BusyReply.Text}; !slices.Equal(b.log, want) {
		t.Errorf("got %q", b.log)
	}
}

// badPlace panics at the first delivery.
type badPlace struct{ *said }

func (badPlace) Post(context.Context, Message) (string, error) { panic("test") }

func TestPanicInDeliveryIsAnswered(t *testing.T) {
	b := &board{}
	s := &service{board: b, do: func(commands.Request) commands.Reply { return commands.Reply{Text: "done"} }}
	(&Turn{front: New(t.Context(), Config{Service: s, Platform: b, Log: quiet})}).Answer(t.Context(), badPlace{&said{board: b}})
	if want := []string{"private " + faultReply.Text}; !slices.Equal(b.log, want) {
		t.Errorf("got %q", b.log)
	}
}

func TestWork(t *testing.T) {
	f := New(t.Context(), Config{Log: quiet, WorkTime: time.Nanosecond})
	ended := make(chan error, 2)
	work := func(ctx context.Context) { <-ctx.Done(); ended <- ctx.Err() }
	if err := errors.Join(f.InOrder("#go", work), f.Briefly(work)); err != nil {
		t.Fatal(err)
	}
	if err := f.Drain(soon(t)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := <-ended; !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the work ends with %v", err)
		}
	}
	if err := errors.Join(f.InOrder("#go", work), f.Briefly(work)); !errors.Is(err, ErrStopping) {
		t.Errorf("after Drain: %v", err)
	}
}

func TestSweep(t *testing.T) {
	closed := commands.Reply{Text: "nobody came", Next: "next", Card: card, Show: match, ShownIn: "old"}
	reminder, afresh := closed, closed
	reminder.Notify, afresh.Repost = []string{"1"}, true
	for _, tt := range []struct {
		name   string
		reply  commands.Reply
		broken map[string]error
		want   []string
	}{
		{"quietly", closed, nil, []string{"edit old nobody came [match 7]", "shown 7 by old"}},
		{"a message that is gone", closed, map[string]error{"edit": errors.New("broken")}, []string{"edit old nobody came [match 7] fails", "post #go nobody came\nnext [match 7]", "shown 7 by new"}},
		{"a new message", afresh, nil, []string{"post #go nobody came\nnext [match 7]", "shown 7 by new"}},
		{"somebody to notify", reminder, nil, []string{"post #go nobody came\nnext @1", "edit old [match 7]", "shown 7 by old"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := &board{broken: tt.broken}
			ctx, cancel := context.WithCancel(t.Context())
			sweeps := 0
			s := &service{board: b, expire: func() ([]commands.Announcement, error) {
				switch sweeps++; sweeps {
				case 1:
					panic("test") // costs one sweep and no more
				case 2:
					return []commands.Announcement{{Channel: "#go", Reply: tt.reply}, {Channel: "local:go", Reply: tt.reply}}, errors.New("the rest is lost")
				}
				cancel()
				return nil, nil
			}}
			f := New(t.Context(), Config{Service: s, Platform: b, Log: quiet, SweepInterval: time.Millisecond})
			f.Sweep(ctx)
			if err := f.Drain(soon(t)); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(b.log, tt.want) {
				t.Errorf("got\n%q\nwant\n%q", b.log, tt.want)
			}
		})
	}
}
