package front

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/golden"
	"nimatron/match"
	"nimatron/storage/storagetest"
)

// board is a platform with a log.
type board struct {
	mu     sync.Mutex
	log    []string
	broken map[string]error // errors by method
	mute   bool             // posts return no handle
	edits  chan struct{}    // closed when messages may be edited; nil for always
}

// note logs a line and fails if the method is broken.
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

func (b *board) Name() string { return match.DiscordFront }

func (b *board) Post(_ context.Context, channel string, m Message) (string, error) {
	return b.handle(), b.note("post", channel, m)
}

func (b *board) PostDirect(_ context.Context, person string, m Message) error {
	return b.note("direct", person, m)
}

func (b *board) Edit(_ context.Context, handle string, m Message) error {
	if b.edits != nil {
		<-b.edits
	}
	return b.note("edit", handle, m)
}

func (b *board) Close(_ context.Context, channel string) error {
	return b.note("close", channel, Message{})
}

func (b *board) Retire(_ context.Context, handle, successor string) error {
	return b.note("retire", handle, Message{Text: successor})
}

// said is the place of a request. It logs messages on its board.
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
func (s *said) Ask(context.Context, *view.Form) error          { return errors.ErrUnsupported }
func (s *said) AnswerOnly() bool                               { return s.answerOnly }
func (s *said) MayBeThread() bool                              { return true }

// service answers with a test's replies, and logs shown versions on the board.
type service struct {
	*board
	do     func(commands.Request) view.Reply
	sweep  func() error
	notice func(match.Notice) (view.Reply, bool, error)
}

func (s *service) Do(_ context.Context, r commands.Request) view.Reply { return s.do(r) }

func (s *service) Refuse(_ context.Context, _ commands.Request, r view.Reply) view.Reply {
	return r
}

func (s *service) Complete(context.Context, commands.Request, string, string) []view.Choice {
	return nil
}

func (s *service) Places() commands.Places { return nil }

func (s *service) Sweep(context.Context) error { return s.sweep() }

func (s *service) Notice(_ context.Context, n match.Notice) (view.Reply, bool, error) {
	return s.notice(n)
}

func (s *service) Board(context.Context, match.Board) (view.Reply, error) {
	r := s.do(commands.Request{})
	return view.Reply{Card: r.Card, Show: r.Show, ShownIn: r.ShownIn}, nil
}

// noted is an outbox that logs recorded versions on a board.
type noted struct {
	match.Outbox
	board *board
}

func (n noted) RecordShown(ctx context.Context, boards ...match.Board) error {
	for _, b := range boards {
		n.board.note("shown", fmt.Sprint(b.ID, " by ", b.Message), Message{})
	}
	return n.Outbox.RecordShown(ctx, boards...)
}

// front returns a front with an empty store.
func (s *service) front(t *testing.T) *Front {
	return New(t.Context(), Config{Service: s, Outbox: noted{storagetest.Open(t), s.board}, Platform: s.board, Log: quiet})
}

// drain ends fronts.
func drain(t *testing.T, fronts ...*Front) {
	t.Helper()
	for _, f := range fronts {
		if err := f.Drain(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// drained ends a front and returns the log of the board.
func (s *service) drained(t *testing.T, f *Front) []string {
	t.Helper()
	drain(t, f)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log
}

var (
	seven = view.Subject{Kind: view.MatchSubject, ID: 7, Version: 3}
	card  = &view.Card{Title: "match 7"}

	ending = &view.Card{Title: "the end"}
	aside  = &view.Card{Title: "for you"}
	files  = []view.File{{Name: "f"}}
)

// TestAnswer answers in the ways that answers.txt names, and shows what happens on the platform.
func TestAnswer(t *testing.T) {
	broken := errors.New("broken")
	type answered struct {
		said   said
		reply  view.Reply
		broken map[string]error
		mute   bool
		before *match.Board // recorded in memory before
	}
	ways := map[string]answered{
		"words":                                  {reply: view.Reply{Text: "hi", Next: "ho", Notify: []string{"1"}, Files: files}},
		"a card that shows no match":             {reply: view.Reply{Card: card}},
		"private":                                {reply: view.Reply{Text: "no", To: view.Private{}, Card: card, Notify: []string{"1"}, Files: files}},
		"private, and a new page":                {said: said{private: true}, reply: view.Reply{To: view.UpdateEphemeral{}, Text: "page 2"}},
		"private, below a message for everybody": {said: said{pressed: "old"}, reply: view.Reply{To: view.UpdateEphemeral{}, Text: "page 2"}},
		"a sentence that is not understood":      {said: said{err: broken}},

		"the first board":                                {reply: view.Reply{Text: "go", Card: card, Show: seven, Notify: []string{"1"}, Files: files}},
		"a board further up":                             {reply: view.Reply{Text: "ann took 1", Card: card, Show: seven, ShownIn: "old", Notify: []string{"1"}, Files: files}},
		"a board that is gone":                           {reply: view.Reply{Text: "ann took 1", Card: card, Show: seven, ShownIn: "old"}, broken: map[string]error{"edit": ErrNoMessage}},
		"a board that can't be reached now":              {reply: view.Reply{Text: "ann took 1", Card: card, Show: seven, ShownIn: "old"}, broken: map[string]error{"edit": broken}},
		"a board in a channel that is closed to the bot": {reply: view.Reply{Text: "ann took 1", Card: card, Show: seven, ShownIn: "old"}, broken: map[string]error{"edit": ErrForbidden}},
		"answered by somebody else":                      {reply: view.Reply{Text: "ann took 1", Card: card, Show: seven, ShownIn: "old"}, broken: map[string]error{"answer": ErrAnswered}},
		"not answered at all":                            {reply: view.Reply{Text: "ann took 1", Card: card, Show: seven, ShownIn: "old"}, broken: map[string]error{"answer": broken}},
		"a board with nothing to say":                    {reply: view.Reply{Card: card, Show: seven, ShownIn: "old"}},
		"a board again":                                  {reply: view.Reply{Text: "here", Card: card, Show: seven, ShownIn: "old", To: view.NewMessage{}}},
		"no member of the channel":                       {said: said{answerOnly: true}, reply: view.Reply{Text: "ann took 1", Card: card, Show: seven, ShownIn: "old"}},

		"a touch where nothing can be posted":               {said: said{answerOnly: true}, reply: view.Reply{Text: "ann took 1", Card: card, Show: seven}, broken: map[string]error{"answer": ErrLater}, before: &match.Board{Subject: match.Subject{Kind: seven.Kind, ID: seven.ID, Version: 1}}},
		"a touch after a bot died before the first message": {said: said{answerOnly: true}, reply: view.Reply{Card: card, Show: seven}, broken: map[string]error{"answer": ErrLater}},
		"a touch while the first message can't be recorded": {said: said{answerOnly: true}, reply: view.Reply{Card: card, Show: seven}, broken: map[string]error{"answer": ErrLater}, before: &match.Board{Subject: match.Subject{Kind: seven.Kind, ID: seven.ID, Version: 1}, Message: "old"}},
		"a touch that began before the first message":       {said: said{answerOnly: true}, reply: view.Reply{Text: "ann took 1", Card: card, Show: seven, ShownIn: "old"}, broken: map[string]error{"answer": ErrLater}},
		"a match that is over, in its closed thread":        {reply: view.Reply{Card: card, Show: seven, Closes: true}},

		"a button of the board":                      {said: said{pressed: "old"}, reply: view.Reply{Text: "ann resigned", Card: card, Show: seven, ShownIn: "old", Files: files}},
		"a button, and somebody to notify":           {said: said{pressed: "old"}, reply: view.Reply{Text: "your turn", Card: card, Show: seven, ShownIn: "old", Notify: []string{"1"}}},
		"a button of a message that nobody noted":    {said: said{pressed: "old", request: commands.Request{Subject: seven}}, reply: view.Reply{Text: "ann took 1", Card: card, Show: seven}},
		"a button of a message that is gone":         {said: said{pressed: "old"}, reply: view.Reply{Text: "ann took 1", Card: card, Show: seven, ShownIn: "old", Notify: []string{"1"}}, broken: map[string]error{"update": broken}},
		"the end, by a button of the board":          {said: said{pressed: "old"}, reply: view.Reply{Card: card, Ending: ending, Show: seven, ShownIn: "old", Notify: []string{"1"}}},
		"the end, by words":                          {reply: view.Reply{Text: "ann took 1", Card: card, Ending: ending, Show: seven, ShownIn: "old", Notify: []string{"1"}}},
		"the end, where the board can't be edited":   {said: said{answerOnly: true}, reply: view.Reply{Text: "time", Card: card, Ending: ending, Show: seven, ShownIn: "old", Notify: []string{"1"}}},
		"the end, and an aside":                      {said: said{pressed: "old"}, reply: view.Reply{Card: card, Ending: ending, FollowUp: aside, Show: seven, ShownIn: "old"}},
		"an aside that can't be told":                {reply: view.Reply{Text: "hi", FollowUp: aside}, broken: map[string]error{"private": broken}},
		"an aside to what was not answered":          {reply: view.Reply{Text: "hi", FollowUp: aside}, broken: map[string]error{"answer": broken}},
		"in a thread":                                {reply: view.Reply{To: view.Thread{Channel: "thread", Pointer: "over there"}, Card: card, Show: seven, Notify: []string{"1"}}},
		"half a choice":                              {said: said{pressed: "old"}, reply: view.Reply{Card: card, Show: seven, ShownIn: "old", To: view.UpdateClicked{}}},
		"half a choice on a board that was replaced": {said: said{pressed: "older"}, reply: view.Reply{Card: card, Show: seven, ShownIn: "old", To: view.UpdateClicked{}}},
		"half a choice on a message for one person":  {said: said{private: true}, reply: view.Reply{Card: card, Show: seven, ShownIn: "old", To: view.UpdateClicked{}}},
		"half a choice, typed":                       {reply: view.Reply{Card: card, Show: seven, ShownIn: "old", To: view.UpdateClicked{}}},
		"a form where there are none":                {reply: view.Reply{Text: "write it", Form: &view.Form{}}},
		"a form without words where there are none":  {said: said{pressed: "old"}, reply: view.Reply{Form: &view.Form{}}},
		"a button too late":                          {said: said{pressed: "old", request: commands.Request{Channel: "#go"}}, reply: view.Reply{Text: "ann took 1", Card: card, Show: seven, ShownIn: "old"}, broken: map[string]error{"update": ErrGone}},

		"too late":                            {said: said{request: commands.Request{Channel: "#go"}}, reply: view.Reply{Text: "hi"}, broken: map[string]error{"answer": ErrGone}},
		"too late for what is private":        {said: said{request: commands.Request{Channel: "#go"}}, reply: view.Reply{Text: "hi", To: view.Private{}}, broken: map[string]error{"private": ErrGone}},
		"too late where the bot is no member": {said: said{answerOnly: true}, reply: view.Reply{Text: "hi"}, broken: map[string]error{"answer": ErrGone}},
		"no edits on this platform":           {mute: true, reply: view.Reply{Text: "ann took 1", Card: card, Show: seven}},
	}
	golden.Lines(t, "answers.txt", func(name string) string {
		tt, known := ways[name]
		if !known {
			t.Errorf("nothing brings about %s", name)
		}
		delete(ways, name)
		var got []string
		synctest.Test(t, func(t *testing.T) {
			b := &board{broken: tt.broken, mute: tt.mute, edits: make(chan struct{})}
			tt.said.board = b
			if tt.said.request.Channel == "" {
				tt.said.request.Channel = "#go"
			}
			s := &service{board: b, do: func(commands.Request) view.Reply { return tt.reply }}
			f := s.front(t)
			if tt.before != nil {
				f.messages.unrecorded[tt.before.Unversioned()] = *tt.before
			}
			turnOf(f).Answer(t.Context(), &tt.said)
			close(b.edits)
			got = s.drained(t, f)
		})
		if name == "the end, and an aside" { // the thread is closed concurrently
			slices.Sort(got)
		}
		if name == "a button too late" { // a second edit may begin before the first has ended
			got = slices.Compact(got)
		}
		return fmt.Sprintf("%q", got)
	})
	for name := range ways {
		t.Errorf("answers.txt leaves out %s", name)
	}
}

func TestPanicIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &board{}
		s := &service{board: b, do: func(commands.Request) view.Reply { panic("test") }}
		f := s.front(t)
		turnOf(f).Answer(t.Context(), &said{board: b})
		f.Refuse(t.Context(), &said{board: b}, BusyReply)
		if want := []string{"private " + faultReply.Text, "private " + BusyReply.Text}; !slices.Equal(b.log, want) {
			t.Errorf("got %q", b.log)
		}
	})
}

// badPlace panics at the first delivery.
type badPlace struct{ *said }

func (badPlace) Post(context.Context, Message) (string, error) { panic("test") }

func TestPanicInDeliveryIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &board{}
		s := &service{board: b, do: func(commands.Request) view.Reply { return view.Reply{Text: "done"} }}
		turnOf(s.front(t)).Answer(t.Context(), badPlace{&said{board: b}})
		if want := []string{"private " + faultReply.Text}; !slices.Equal(b.log, want) {
			t.Errorf("got %q", b.log)
		}
	})
}

func (s *service) AdvanceTournaments(context.Context) error { return nil }

func (s *service) AdvanceShared(context.Context) ([]match.Board, error) { return nil, nil }

func (s *service) BeginPairings(context.Context, string, func(string) commands.Threads) {}

func (b *board) Lost(context.Context, string, string) (match.Held, error) {
	return match.Held{}, nil
}
func (b *board) Threads(string) commands.Threads { return nil }

func turnOf(f *Front) *Turn {
	return &Turn{front: f, job: &running{queues: f.channels, left: true, passed: true}}
}
