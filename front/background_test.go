package front

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/match"
	"nimatron/storage/storagetest"
)

// eventually waits until something is so.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for ctx := soon(t); !is(); time.Sleep(time.Millisecond) {
		if ctx.Err() != nil {
			t.Fatalf("not seen: %s", what)
		}
	}
}

// lines returns what was done on the board so far.
func (b *board) lines() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.log)
}

func (b *board) count(line string) (n int) {
	for _, l := range b.lines() {
		if strings.HasPrefix(l, line) {
			n++
		}
	}
	return n
}

// What is left of a drain's time when two thirds of it are over is for answers.
func TestDrainAnswersWhatItCanNotFinish(t *testing.T) {
	b := &board{}
	began := make(chan struct{}, 9)
	s := &service{board: b}
	f := New(t.Context(), Config{Service: slow{s, began}, Outbox: storagetest.Open(t), Platform: b, Log: quiet})
	for range 3 {
		if err := f.inOrder("#go", func(ctx context.Context) { (&Turn{front: f}).Answer(ctx, &said{board: b}) }); err != nil {
			t.Fatal(err)
		}
	}
	wait(t, began, "the first request")
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	if err := f.Drain(ctx); err != nil {
		t.Error(err)
	}
	if want := []string{"private stopped", "private " + stoppingReply.Text, "private " + stoppingReply.Text}; !slices.Equal(b.log, want) {
		t.Errorf("answered:\n%q", b.log)
	}
	if err := errors.Join(f.inOrder("#go", nil), f.Briefly(nil)); !errors.Is(err, ErrStopping) {
		t.Errorf("after Drain: %v", err)
	}
}

// slow is a service that works until it is told to stop.
type slow struct {
	*service
	began chan struct{}
}

func (s slow) Do(ctx context.Context, _ commands.Request) commands.Reply {
	s.began <- struct{}{}
	<-ctx.Done()
	return commands.Reply{Text: "stopped", Private: true}
}

// A request that takes all of its time is still answered.
func TestWorkTimeLeavesTimeForTheAnswer(t *testing.T) {
	b := &board{}
	f := New(t.Context(), Config{Service: slow{&service{board: b}, make(chan struct{}, 1)}, Outbox: storagetest.Open(t), Platform: b, Log: quiet, WorkTime: 20 * time.Millisecond})
	place := &timed{said: said{board: b}}
	(&Turn{front: f}).Answer(t.Context(), place)
	if place.err != nil || len(b.log) != 1 {
		t.Errorf("answered with %v: %q", place.err, b.log)
	}
}

// timed is a place that looks whether there is time for an answer.
type timed struct {
	said
	err error
}

func (p *timed) PostPrivate(ctx context.Context, m Message) error {
	p.err = ctx.Err()
	return p.said.PostPrivate(ctx, m)
}

// Twenty quick moves in a channel: no answer waits for an edit of the board, and of the
// edits only the newest is made.
func TestAnswersDoNotWaitForTheBoard(t *testing.T) {
	b := &board{}
	store := storagetest.Open(t)
	m := storagetest.Match("#go")
	m.Message = "old"
	m = storagetest.CreateMatch(t, store, m)
	var version atomic.Int64
	version.Store(1)
	s := &service{board: b}
	s.do = func(r commands.Request) commands.Reply {
		now := version.Load()
		if r.Command != "" { // a move
			if _, err := store.Append(t.Context(), m.ID, now, storagetest.Turn(storagetest.Move(0, int(now)+1))); err != nil {
				t.Error(err)
			}
			now = version.Add(1)
		}
		return commands.Reply{Text: fmt.Sprint("version ", now), Card: &commands.Card{Title: fmt.Sprint("board ", now)},
			Show: commands.Subject{Kind: commands.MatchSubject, ID: m.ID, Version: now}, ShownIn: "old"}
	}
	b.edits = make(chan struct{})
	f := New(t.Context(), Config{Service: s, Outbox: store, Platform: b, Log: quiet})
	for range 20 {
		(&Turn{front: f}).Answer(t.Context(), &said{board: b, request: commands.Request{Command: "move", Channel: "#go"}})
	}
	if n := b.count("answer version"); n != 20 {
		t.Errorf("%d answers", n)
	}
	close(b.edits)
	eventually(t, "the newest board", func() bool { return b.count("edit old [board 21]") == 1 })
	if n := b.count("edit"); n > 2 {
		t.Errorf("%d edits:\n%q", n, b.lines())
	}
	if err := f.Drain(soon(t)); err != nil {
		t.Error(err)
	}
	if boards, err := store.LaggingBoards(t.Context(), match.DiscordFront, 9); err != nil || len(boards) > 0 {
		t.Errorf("lagging: %v, %v", boards, err)
	}
}

// states are a match and the board of it that a service shows, in whatever process.
type states struct {
	*testing.T
	store match.Store
	id    int64
}

func newStates(t *testing.T) *states {
	t.Helper()
	store := storagetest.Open(t)
	m := storagetest.Match("#go")
	m.Message = "old"
	return &states{t, store, storagetest.CreateMatch(t, store, m).ID}
}

// step brings the match to its next version.
func (s *states) step() {
	s.Helper()
	now := s.board().Version
	if _, err := s.store.Append(s.Context(), s.id, now, storagetest.Turn(storagetest.Move(0, int(now)+1))); err != nil {
		s.Fatal(err)
	}
}

func (s *states) board() match.Board {
	s.Helper()
	b, err := s.store.NewestBoard(s.Context(), match.Board{Match: s.id})
	if err != nil {
		s.Fatal(err)
	}
	return b
}

// front returns that of a process with a board to write on.
func (s *states) front(b *board) *Front {
	show := func(commands.Request) commands.Reply {
		now := s.board()
		return commands.Reply{Card: &commands.Card{Title: fmt.Sprint("board ", now.Version)}, ShownIn: now.Message,
			Show: commands.Subject{Kind: commands.MatchSubject, ID: s.id, Version: now.Version}}
	}
	return New(s.Context(), Config{Service: &service{board: b, do: show}, Outbox: s.store, Platform: b, Log: quiet})
}

// edited waits until the last edit of a board shows a version and the store knows of it.
func (s *states) edited(b *board, f *Front, version int64) {
	s.Helper()
	want := fmt.Sprintf("edit old [board %d]", version)
	eventually(s.T, want, func() bool {
		f.painter.flush(s.Context())
		lines := b.lines()
		return len(lines) > 0 && lines[len(lines)-1] == want && s.board().Shown == version
	})
}

// Where an answer shows a newer state while the painter is at work on an older one, nobody
// knows which of them came last: it is painted once more. Where both show the same, it is not.
func TestAnswerRacesWithThePainter(t *testing.T) {
	for _, newer := range []bool{true, false} {
		t.Run(fmt.Sprint("newer ", newer), func(t *testing.T) {
			s, b := newStates(t), &board{}
			f := s.front(b)
			held := hold(b, f)
			f.painter.paint(s.board())
			wait(t, held.began, "the painter at work")
			if newer {
				s.step()
			}
			(&Turn{front: f}).Answer(t.Context(), &said{board: b, pressed: "old", request: commands.Request{Channel: "#go"}})
			f.painter.flush(t.Context()) // before what the painter shows
			close(held.until)
			s.edited(b, f, s.board().Version)
			if err := f.Drain(soon(t)); err != nil {
				t.Error(err)
			}
			if n, want := b.count("edit"), map[bool]int{true: 2, false: 1}[newer]; n != want {
				t.Errorf("%d edits, want %d: %q", n, want, b.lines())
			}
		})
	}
}

// Of two processes one has its edit held up while the other shows what is newer. Whichever
// of them notes first what it has shown, the message shows the newest state in the end.
func TestPaintersOfTwoProcesses(t *testing.T) {
	for _, first := range []int{0, 1} {
		t.Run(fmt.Sprint("noted first by ", first), func(t *testing.T) {
			s := newStates(t)
			b := &board{}
			one, other := s.front(b), s.front(b)
			held := hold(b, one)
			one.painter.paint(s.board())
			wait(t, held.began, "the edit that is held up")
			s.step()
			other.painter.paint(s.board())
			eventually(t, "the newer edit", func() bool { return b.count("edit old [board 2]") == 1 })
			if first == 1 {
				other.painter.flush(t.Context())
			}
			close(held.until)
			eventually(t, "one more to be painted", func() bool {
				one.painter.mu.Lock()
				defer one.painter.mu.Unlock()
				return len(one.painter.waiting) == 1
			})
			other.painter.flush(t.Context())
			s.edited(b, one, 2)
			for _, f := range []*Front{one, other} {
				if err := f.Drain(soon(t)); err != nil {
					t.Error(err)
				}
			}
			if want := []string{"edit old [board 2]", "edit old [board 1]", "edit old [board 2]"}; !slices.Equal(b.lines(), want) {
				t.Errorf("%q", b.lines())
			}
		})
	}
}

// heldUp is a board on which edits wait, those of one process.
type heldUp struct {
	*board
	began, until chan struct{}
}

func hold(b *board, f *Front) *heldUp {
	h := &heldUp{b, make(chan struct{}, 9), make(chan struct{})}
	f.platform = h
	return h
}

func (h *heldUp) Edit(ctx context.Context, handle string, m Message) error {
	h.began <- struct{}{}
	<-h.until
	return h.board.Edit(ctx, handle, m)
}

// An edit that fails may have been made all the same, and old: while the store can't say, or
// another has noted the newest state, it is painted again until that succeeds.
func TestFailedEditOfAnOldState(t *testing.T) {
	s, b := newStates(t), &board{}
	f, other := s.front(b), s.front(b)
	held := hold(b, f)
	f.painter.paint(s.board())
	wait(t, held.began, "the edit that is held up")
	s.step()
	other.painter.paint(s.board())
	eventually(t, "the newer edit", func() bool { return b.count("edit old [board 2]") == 1 })
	other.painter.flush(t.Context())
	b.mu.Lock()
	b.broken = map[string]error{"edit": errors.New("broken")}
	b.mu.Unlock()
	close(held.until)
	eventually(t, "the same edit, which fails", func() bool { return b.count("edit old [board 2] fails") > 0 })
	other.painter.flush(t.Context())
	b.mu.Lock()
	b.broken = nil
	b.mu.Unlock()
	s.edited(b, f, 2)
	for _, f := range []*Front{f, other} {
		if err := f.Drain(soon(t)); err != nil {
			t.Error(err)
		}
	}
}

// subjects is a service that draws what it is asked for.
type subjects struct{ *service }

func (subjects) Board(_ context.Context, b match.Board) (commands.Reply, error) {
	r := commands.Reply{Card: &commands.Card{Title: "match"}, Show: commands.Subject{Kind: commands.MatchSubject, ID: b.Match, Version: b.Version}, ShownIn: b.Message}
	if b.Challenge != 0 {
		r.Card.Title, r.Show.Kind, r.Show.ID = "challenge", commands.ChallengeSubject, b.Challenge
	}
	return r, nil
}

// A challenge whose edit comes so late that its message has become that of the match.
func TestEditOfAnAcceptedChallenge(t *testing.T) {
	store := storagetest.Open(t)
	c := storagetest.CreateChallenge(t, store, storagetest.Challenge("#go"))
	b := &board{}
	f := New(t.Context(), Config{Service: subjects{}, Outbox: store, Platform: b, Log: quiet})
	held := hold(b, f)
	f.painter.paint(match.Board{Challenge: c.ID, Channel: "#go"})
	wait(t, held.began, "the edit that is held up")
	m := storagetest.Match("#go")
	m.Message = c.Message
	if _, err := store.AcceptChallenge(t.Context(), c.ID, m); err != nil {
		t.Fatal(err)
	}
	close(held.until)
	want := []string{"edit " + c.Message + " [challenge]", "edit " + c.Message + " [match]"}
	eventually(t, "the match", func() bool { return slices.Equal(b.lines(), want) })
	if err := f.Drain(soon(t)); err != nil {
		t.Error(err)
	}
}

// Of several processes one looks for boards that lag. What it finds it leaves for a while to
// those that may be at it. Another looks when it stops, or dies.
func TestOneProcessLooks(t *testing.T) {
	for _, dies := range []bool{false, true} {
		t.Run(fmt.Sprint("dies ", dies), func(t *testing.T) {
			s := newStates(t)
			boards := [2]*board{{}, {}}
			var fronts [2]*Front
			for n, b := range boards {
				fronts[n] = s.front(b)
				fronts[n].leases = s.store
				fronts[n].intervals = Intervals{Boards: 2 * time.Second, Notices: 500 * time.Millisecond}
			}
			look := func() {
				for _, f := range fronts {
					f.painter.look(t.Context())
				}
			}
			began := time.Now()
			eventually(t, "the edit", func() bool {
				look()
				return boards[0].count("edit") == 1
			})
			if time.Since(began) < time.Second {
				t.Error("it is painted too soon")
			}
			fronts[0].painter.flush(t.Context())
			if b := s.board(); b.Shown != 1 || len(boards[1].lines()) > 0 {
				t.Errorf("%+v: %q", b, boards[1].lines())
			}

			s.step()
			fronts[0].painter.look(t.Context())
			if !dies {
				fronts[0].painter.stopLooking(t.Context())
			}
			if may := fronts[1].painter.mayLook(t.Context()); may == dies {
				t.Errorf("the other may look: %t", may)
			}
			eventually(t, "the edit of the other", func() bool {
				fronts[1].painter.look(t.Context())
				return boards[1].count("edit old [board 2]") == 1
			})
		})
	}
}

// looking is a front that looks often, over a store.
func looking(t *testing.T, s *service, store match.Store) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	f := New(t.Context(), Config{Service: s, Outbox: store, Platform: s.board, Log: quiet,
		Intervals: Intervals{Sweep: time.Millisecond, Boards: time.Millisecond, Notices: time.Millisecond}})
	ended := make(chan struct{})
	go func() { f.Run(ctx); close(ended) }()
	t.Cleanup(func() {
		cancel()
		wait(t, ended, "the end of Run")
		drain, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := f.Drain(drain); err != nil {
			t.Error(err)
		}
	})
}

// What lags in the store is painted, also where nobody in this process has changed it.
func TestLaggingBoardsArePainted(t *testing.T) {
	for _, tt := range []struct {
		name, message string
		broken        map[string]error
		want          string
	}{
		{"in place", "old", nil, "edit old [board]"},
		{"never shown", "", nil, "post #go [board]"},
		{"gone", "old", map[string]error{"edit": ErrNoMessage}, "post #go [board]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			store := storagetest.Open(t)
			m := storagetest.Match("#go")
			m.Message = tt.message
			m = storagetest.CreateMatch(t, store, m)
			storagetest.CreateMatch(t, store, storagetest.Match("local:go"))
			b := &board{broken: tt.broken}
			s := &service{board: b, sweep: func() error { return nil }, do: func(commands.Request) commands.Reply {
				return commands.Reply{Card: &commands.Card{Title: "board"}, Show: commands.Subject{Kind: commands.MatchSubject, ID: m.ID, Version: 1}, ShownIn: tt.message}
			}}
			looking(t, s, store)
			eventually(t, tt.want, func() bool { return b.count(tt.want) == 1 })
			eventually(t, "nothing lags", func() bool {
				boards, err := store.LaggingBoards(t.Context(), match.DiscordFront, 9)
				return err == nil && len(boards) == 0
			})
		})
	}
}

// dueMatches are matches that a sweep abandons, in channels of both fronts.
func dueMatches(t *testing.T, store match.Store) {
	t.Helper()
	for _, channel := range []string{"#go", "local:go"} {
		m := storagetest.Match(channel)
		m.Message = ""
		m = storagetest.CreateMatch(t, store, m)
		if err := store.NoteShown(t.Context(), match.Board{Match: m.ID, Version: 2}); err != nil { // nothing is to be painted
			t.Fatal(err)
		}
	}
}

func TestNotices(t *testing.T) {
	closed := commands.Reply{Text: "nobody came", Next: "next", Card: card, Show: seven, ShownIn: "old"}
	reminder, plain := closed, commands.Reply{Text: "hurry", Notify: []string{"1"}}
	reminder.Notify = []string{"1"}
	direct := commands.Reply{Text: "your turn", Notify: []string{"1"}, Direct: "1"}
	ended := commands.Reply{Text: "time is up", Card: card, Ending: ending, Show: seven, ShownIn: "old", Notify: []string{"1"}}
	for _, tt := range []struct {
		name   string
		reply  commands.Reply
		broken map[string]error
		want   []string
	}{
		{"quietly", closed, nil, []string{"edit old nobody came [match 7]"}},
		{"a message that is gone", closed, map[string]error{"edit": ErrNoMessage}, []string{"edit old nobody came [match 7] fails", "post #go nobody came [match 7]"}},
		{"somebody to notify", reminder, nil, []string{"edit old [match 7]", "post #go nobody came\nnext @1"}},
		{"to somebody directly", direct, nil, []string{"direct 1 your turn @1"}},
		{"to somebody who accepts no direct messages", direct, map[string]error{"direct": ErrForbidden}, []string{"direct 1 your turn @1 fails", "post #go your turn @1"}},
		{"the end", ended, nil, []string{"edit old [match 7]", "post #go time is up [the end] @1", "close #go"}},
		{"words alone", plain, nil, []string{"post #go hurry @1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			store := storagetest.Open(t)
			dueMatches(t, store)
			b := &board{broken: tt.broken}
			var sweeps atomic.Int32
			s := &service{board: b, do: func(commands.Request) commands.Reply { return tt.reply }}
			s.sweep = func() error {
				if sweeps.Add(1) == 1 {
					panic("test") // costs one sweep and no more
				}
				_, err := store.Abandon(t.Context(), storagetest.Noon.AddDate(1, 0, 0), 9)
				return errors.Join(err, errors.New("the rest is lost"))
			}
			s.notice = func(n match.Notice) (commands.Reply, bool, error) {
				return tt.reply, n.Kind == match.AbandonedNotice, nil
			}
			looking(t, s, store)
			eventually(t, "the notice of the other front alone", func() bool {
				own, _, err := store.Backlog(t.Context(), match.DiscordFront)
				other, _, err2 := store.Backlog(t.Context(), match.LocalFront)
				return sweeps.Load() > 1 && err == nil && err2 == nil && own == 0 && other == 1
			})
			eventually(t, "all is done", func() bool { return len(b.lines()) >= len(tt.want) })
			got := b.lines()
			slices.Sort(got)
			if slices.Sort(tt.want); !slices.Equal(got, tt.want) {
				t.Errorf("got\n%q\nwant\n%q", got, tt.want)
			}
		})
	}
}

// What can't be sent is tried again, with the same nonce, and ends after stated tries.
func TestNoticesThatCanNotBeSent(t *testing.T) {
	store := storagetest.Open(t)
	dueMatches(t, store)
	if _, err := store.Abandon(t.Context(), storagetest.Noon.AddDate(1, 0, 0), 9); err != nil {
		t.Fatal(err)
	}
	b := &nonces{board: &board{broken: map[string]error{}}}
	s := &service{board: b.board, notice: func(match.Notice) (commands.Reply, bool, error) {
		return commands.Reply{Text: "over"}, true, nil
	}}
	f := New(t.Context(), Config{Service: s, Outbox: store, Platform: b, Log: quiet})
	now := time.Now()
	try := func() []match.Notice {
		t.Helper()
		notices, err := store.TakeNotices(t.Context(), match.DiscordFront, now, now.Add(time.Minute), 9)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range notices {
			f.send(t.Context(), n)
		}
		now = now.Add(11 * time.Minute) // longer than any pause
		return notices
	}
	backlog := func() int {
		n, _, err := store.Backlog(t.Context(), match.DiscordFront)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	b.broken["post"] = errors.New("broken")
	for range 5 {
		if len(try()) != 1 || backlog() != 1 {
			t.Fatalf("a notice was lost: %d are left", backlog())
		}
	}
	if got := slices.Compact(b.sent); len(got) != 1 || got[0] == "" || len(got[0]) > 25 {
		t.Errorf("the nonces are %q", got)
	}
	b.broken["post"] = ErrForbidden
	if try(); backlog() != 0 { // it was tried often enough
		t.Errorf("%d are left", backlog())
	}
	if !f.lacks.say("#go") || f.lacks.say("#go") || !f.lacks.in("#go") || f.lacks.in("#other") {
		t.Error("what is lacking is not said once")
	}
	for tries, want := range map[int]time.Duration{0: 5 * time.Second, 1: 5 * time.Second, 2: 10 * time.Second, 7: 320 * time.Second, 8: 10 * time.Minute, maxTries: 10 * time.Minute} {
		if got := tryAgain(tries); got != want {
			t.Errorf("after %d tries it waits %v", tries, got)
		}
	}
}

// nonces is a board that keeps the nonces of what is posted.
type nonces struct {
	*board
	sent []string
}

func (b *nonces) Post(ctx context.Context, channel string, m Message) (string, error) {
	b.sent = append(b.sent, m.Nonce)
	return b.board.Post(ctx, channel, m)
}

// Who plays where the bot may not write hears of it, once, and sees the board in answers.
func TestWhatIsLacking(t *testing.T) {
	b := &board{broken: map[string]error{"edit": ErrForbidden}, edits: make(chan struct{})}
	s := &service{board: b, do: func(commands.Request) commands.Reply {
		return commands.Reply{Text: "ann took 1", Card: card, Show: seven, ShownIn: "old"}
	}}
	f := s.front(t)
	ask := func() {
		(&Turn{front: f}).Answer(t.Context(), &said{board: b, request: commands.Request{Channel: "#go"}})
	}
	ask()
	close(b.edits)
	eventually(t, "an edit that fails", func() bool { return f.lacks.in("#go") })
	ask()
	ask()
	got := slices.DeleteFunc(s.drained(t, f), func(l string) bool { return strings.HasPrefix(l, "shown") || strings.HasPrefix(l, "edit") })
	want := []string{"answer ann took 1", "answer ann took 1 [match 7]", "private " + lackReply.Text, "answer ann took 1 [match 7]"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}
