package front

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands"
	classcmd "nimatron/commands/class"
	"nimatron/commands/view"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee/class"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// Twenty quick moves in a channel: no answer waits for an edit, and only the newest edit is made.
func TestAnswersDoNotWaitForTheBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, b := newStates(t), &board{edits: make(chan struct{})}
		f := s.front(b)
		f.leases = nil
		for range 20 {
			s.step()
			reply := f.service.Do(t.Context(), commands.Request{})
			reply.Text = "moved"
			f.answer(t.Context(), &said{board: b}, commands.Request{Channel: "#go"}, reply)
		}
		if n := b.count("answer moved"); n != 20 {
			t.Errorf("%d answers", n)
		}
		close(b.edits)
		b.shows(t, 2*editPause, "edit old [board 21]")
		if n := b.count("edit"); n > 2 {
			t.Errorf("%d edits:\n%q", n, b.lines())
		}
		drain(t, f)
		if boards, err := s.store.LaggingBoards(t.Context(), match.DiscordFront, 9); err != nil || len(boards) > 0 {
			t.Errorf("lagging: %v, %v", boards, err)
		}
	})
}

// states has a match and its board, shared by the services of all processes.
type states struct {
	*testing.T
	store storage.Store
	id    int64
}

func newStates(t *testing.T) *states {
	t.Helper()
	store := storagetest.Open(t)
	m := storagetest.Match("#go")
	m.Message = "old"
	return &states{t, store, storagetest.CreateMatch(t, store, m).ID}
}

// step advances the match to its next version.
func (s *states) step() {
	s.Helper()
	now := s.board().Version
	must.Get(s.store.Append(s.Context(), s.id, now, storagetest.Turn(int(now-1), storagetest.Move(0, int(now)+1))))(s)
}

func (s *states) board() match.Board {
	s.Helper()
	return must.Get(s.store.NewestBoard(s.Context(), match.Subject{Kind: match.MatchSubject, ID: s.id}))(s)
}

// front returns the front of another process on the board.
func (s *states) front(b *board) *Front {
	show := func(commands.Request) view.Reply {
		now := s.board()
		return view.Reply{Card: &view.Card{Title: fmt.Sprint("board ", now.Version)}, ShownIn: now.Message,
			Show: view.Subject{Kind: view.MatchSubject, ID: s.id, Version: now.Version}}
	}
	return New(s.Context(), Config{Service: &service{board: b, do: show}, Outbox: s.store, Leases: s.store, Platform: b, Log: quiet})
}

// edited checks that a board's last edit soon shows a version, and that the store knows it.
func (s *states) edited(b *board, f *Front, version int64) {
	s.Helper()
	want := fmt.Sprintf("edit old [board %d]", version)
	later(5 * editPause)
	f.messages.flush(s.Context())
	if lines := b.lines(); len(lines) == 0 || lines[len(lines)-1] != want || s.board().Shown != version {
		s.Errorf("%+v is shown by %q, want %s", s.board(), lines, want)
	}
}

// An answer shows a newer state while an older edit is in flight. Their order is unknown, so the
// message is edited again unless both show the same.
func TestAnswerRacesWithThePainter(t *testing.T) {
	for _, newer := range []bool{true, false} {
		t.Run(fmt.Sprint("newer ", newer), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, b := newStates(t), &board{}
				f := s.front(b)
				f.leases = nil // the same with one process
				held := hold(b, f)
				f.messages.schedule(s.board())
				<-held.began
				if newer {
					s.step()
				}
				turnOf(f).Answer(t.Context(), &said{board: b, pressed: "old", request: commands.Request{Channel: "#go"}})
				f.messages.flush(t.Context()) // before the edit is recorded
				close(held.until)
				s.edited(b, f, s.board().Version)
				drain(t, f)
				if n, want := b.count("edit"), map[bool]int{true: 2, false: 1}[newer]; n != want {
					t.Errorf("%d edits, want %d: %q", n, want, b.lines())
				}
			})
		})
	}
}

// One process's edit is delayed while another shows a newer state. Whichever records first, the message
// shows the newest state in the end.
func TestPaintersOfTwoProcesses(t *testing.T) {
	for _, first := range []int{0, 1} {
		t.Run(fmt.Sprint("noted first by ", first), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStates(t)
				b := &board{}
				one, other := s.front(b), s.front(b)
				held := hold(b, one)
				one.messages.schedule(s.board())
				<-held.began
				s.step()
				other.messages.schedule(s.board())
				b.shows(t, 0, "edit old [board 2]")
				if first == 1 {
					other.messages.flush(t.Context())
				}
				close(held.until)
				later(0)
				one.messages.mu.Lock()
				if n := len(one.messages.waiting); n != 1 {
					t.Errorf("%d are to be painted, want one more", n)
				}
				one.messages.mu.Unlock()
				other.messages.flush(t.Context())
				s.edited(b, one, 2)
				drain(t, one, other)
				if want := []string{"edit old [board 2]", "edit old [board 1]", "edit old [board 2]"}; !slices.Equal(b.lines(), want) {
					t.Errorf("%q", b.lines())
				}
			})
		})
	}
}

// If an answer is delayed while another process shows a newer state, one edit follows.
func TestAnswerRacesWithAnotherProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, b := newStates(t), &board{}
		one, other := s.front(b), s.front(b)
		in := &slowPlace{said{board: b, pressed: "old", request: commands.Request{Channel: "#go"}}, make(chan struct{}), make(chan struct{})}
		answered := make(chan struct{})
		go func() {
			defer close(answered)
			turnOf(one).Answer(t.Context(), in)
		}()
		<-in.began
		s.step()
		other.messages.schedule(s.board())
		b.shows(t, 0, "edit old [board 2]")
		other.messages.flush(t.Context())
		close(in.until)
		<-answered
		s.edited(b, one, 2)
		drain(t, one, other)
		if want := []string{"edit old [board 2]", "update [board 1]", "edit old [board 2]"}; !slices.Equal(b.lines(), want) {
			t.Errorf("%q", b.lines())
		}
	})
}

// While an answer that shows a board is in flight, no other process posts the board. If the answer
// is lost, one does.
func TestBoardOnItsWayFromAnotherProcess(t *testing.T) {
	for _, lost := range []bool{false, true} {
		t.Run(fmt.Sprint("lost ", lost), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store, b, m := storagetest.Open(t), &board{}, storagetest.Match("#go")
				m.Message = ""
				s := &states{t, store, storagetest.CreateMatch(t, store, m).ID}
				fronts := []*Front{s.front(b), s.front(b), s.front(b)}
				in := &slowPost{said{board: b, request: commands.Request{Channel: "#go"}}, make(chan error, 1)}
				answered := make(chan struct{})
				go func() {
					defer close(answered)
					turnOf(fronts[0]).Answer(t.Context(), in)
				}()
				look := func(length time.Duration) {
					for end := time.Now().Add(length); time.Now().Before(end); time.Sleep(time.Second) {
						if lost && s.board().Message == "" && time.Now().Second()%20 == 0 {
							s.step() // a touch of the live board
						}
						for _, f := range fronts[1:] {
							f.messages.updateLagging(t.Context())
						}
					}
				}
				fronts[1].messages.schedule(s.board()) // as after a tap without effect
				look(50 * time.Second)
				if !lost {
					in.until <- nil
				}
				look(5 * time.Second)
				if n := b.count("post"); n > 0 {
					t.Errorf("a board is posted beside one that is on its way: %q", b.lines())
				}
				look(3 * time.Minute)
				if n, want := b.count("post"), map[bool]int{true: 1}[lost]; n != want || s.board().Message == "" {
					t.Errorf("%d boards are posted, want %d: %q, %+v", n, want, b.lines(), s.board())
				}
				if lost {
					in.until <- errors.New("the process has crashed")
				}
				<-answered
				drain(t, fronts...)
			})
		})
	}
}

// slowPost is a place with slow posts.
type slowPost struct {
	said
	until chan error
}

func (p *slowPost) Post(ctx context.Context, m Message) (string, error) {
	if err := <-p.until; err != nil {
		return "", err
	}
	return p.said.Post(ctx, m)
}

// slowPlace is a place with slow updates.
type slowPlace struct {
	said
	began, until chan struct{}
}

func (p *slowPlace) Update(ctx context.Context, m Message) error {
	close(p.began)
	<-p.until
	return p.said.Update(ctx, m)
}

// heldUp is a board that delays the edits of one process.
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

// A failed edit may have arrived with an old state. Even if the store fails, or another process has
// recorded the newest state, the board is edited until that succeeds.
func TestFailedEditOfAnOldState(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, b := newStates(t), &board{}
		f, other := s.front(b), s.front(b)
		held := hold(b, f)
		f.messages.schedule(s.board())
		<-held.began
		s.step()
		other.messages.schedule(s.board())
		b.shows(t, 0, "edit old [board 2]")
		other.messages.flush(t.Context())
		b.mu.Lock()
		b.broken = map[string]error{"edit": errors.New("broken")}
		b.mu.Unlock()
		close(held.until)
		later(2 * editPause)
		if b.count("edit old [board 2] fails") == 0 {
			t.Error("the same edit, which fails, is not made")
		}
		other.messages.flush(t.Context())
		b.mu.Lock()
		b.broken = nil
		b.mu.Unlock()
		s.edited(b, f, 2)
		drain(t, f, other)
	})
}

// shows checks that a line is in the log once, after some time.
func (b *board) shows(t *testing.T, after time.Duration, line string) {
	t.Helper()
	if later(after); b.count(line) != 1 {
		t.Errorf("after %v there is not one %q: %q", after, line, b.lines())
	}
}

// subjects is a service that draws any subject.
type subjects struct{ *service }

func (subjects) Board(_ context.Context, b match.Board) (view.Reply, error) {
	r := view.Reply{Card: &view.Card{Title: string(b.Kind)}, Show: b.Subject, ShownIn: b.Message}
	return r, nil
}

// The message of a challenge has become the board of the match before its edit.
func TestEditOfAnAcceptedChallenge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.Open(t)
		c := storagetest.CreateChallenge(t, store, storagetest.Challenge("#go"))
		b := &board{}
		f := New(t.Context(), Config{Service: subjects{}, Outbox: store, Platform: b, Log: quiet})
		held := hold(b, f)
		f.messages.schedule(match.Board{Subject: match.Subject{Kind: match.ChallengeSubject, ID: c.ID}, Channel: "#go"})
		<-held.began
		m := storagetest.Match("#go")
		m.Message = c.Message
		must.Get(store.AcceptChallenge(t.Context(), c.ID, m))(t)
		close(held.until)
		want := []string{"edit " + c.Message + " [challenge]", "edit " + c.Message + " [match]"}
		if later(2 * editPause); !slices.Equal(b.lines(), want) {
			t.Errorf("%q", b.lines())
		}
		drain(t, f)
	})
}

// One of several processes scans for outdated boards. It waits a while, because others may be
// editing them. Another process takes over when it stops or dies.
func TestOneProcessLooks(t *testing.T) {
	for _, dies := range []bool{false, true} {
		t.Run(fmt.Sprint("dies ", dies), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStates(t)
				boards := [2]*board{{}, {}}
				var fronts [2]*Front
				for n, b := range boards {
					fronts[n] = s.front(b)
					fronts[n].intervals = Intervals{Boards: 2 * time.Second, Notices: 500 * time.Millisecond}
				}
				for after, edits := range []int{0, 0, 1} { // they wait a second
					for _, f := range fronts {
						f.messages.updateLagging(t.Context())
					}
					if later(time.Second - time.Millisecond); boards[0].count("edit") != edits {
						t.Errorf("after %d looks there is %q", after+1, boards[0].lines())
					}
				}
				fronts[0].messages.flush(t.Context())
				if b := s.board(); b.Shown != 1 || len(boards[1].lines()) > 0 {
					t.Errorf("%+v: %q", b, boards[1].lines())
				}

				s.step()
				fronts[0].messages.updateLagging(t.Context())
				if !dies {
					fronts[0].messages.releaseLease(t.Context())
				}
				if may := fronts[1].messages.holdsLease(t.Context()); may == dies {
					t.Errorf("the other may look: %t", may)
				}
				for range 3 { // the lease ends after four seconds
					fronts[1].messages.updateLagging(t.Context())
					later(4 * time.Second)
				}
				boards[1].shows(t, 0, "edit old [board 2]")
			})
		})
	}
}

// Outdated boards are updated, even after changes by another process.
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
			synctest.Test(t, func(t *testing.T) {
				store := storagetest.Open(t)
				m := storagetest.Match("#go")
				m.Message = tt.message
				m = storagetest.CreateMatch(t, store, m)
				storagetest.CreateMatch(t, store, storagetest.Match("local:go"))
				b := &board{broken: tt.broken}
				s := &service{board: b, sweep: func() error { return nil }, do: func(commands.Request) view.Reply {
					return view.Reply{Card: &view.Card{Title: "board"}, Show: view.Subject{Kind: view.MatchSubject, ID: m.ID, Version: 1}, ShownIn: tt.message}
				}}
				looking(t, s, store, 30*time.Second)
				boards, err := store.LaggingBoards(t.Context(), match.DiscordFront, 9)
				if b.count(tt.want) != 1 || err != nil || len(boards) != 0 {
					t.Errorf("%q; lagging: %v, %v", b.lines(), boards, err)
				}
			})
		})
	}
}

// A message that could not be recorded at once is recorded later, because otherwise its buttons
// would stay. The simulation found this with seed 53.
func TestMessageIsNotedLater(t *testing.T) {
	t.Parallel()
	store := storagetest.Open(t)
	m := storagetest.CreateMatch(t, store, storagetest.Match("#go"))
	outbox := &unavailableOnce{Outbox: store}
	f := New(t.Context(), Config{Service: &service{}, Outbox: outbox, Platform: &board{}, Log: quiet})
	b := match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: m.Version}, Channel: m.Channel, Message: "new"}
	if err := f.messages.recordShown(t.Context(), b, "new"); !errors.Is(err, match.ErrUnavailable) {
		t.Fatal(err)
	}
	b.Message = ""
	if err := f.messages.record(t.Context(), b); err != nil { // an update of the message records its version only
		t.Fatal(err)
	}
	f.messages.flush(t.Context())
	if m, err := store.MatchByID(t.Context(), m.ID); err != nil || m.Message != "new" {
		t.Errorf("%q, %v", m.Message, err)
	}
}

// unavailableOnce is an outbox whose first record fails.
type unavailableOnce struct {
	match.Outbox
	failed bool
}

func (o *unavailableOnce) RecordShown(ctx context.Context, boards ...match.Board) error {
	if !o.failed {
		o.failed = true
		return match.ErrUnavailable
	}
	return o.Outbox.RecordShown(ctx, boards...)
}

// The message of a class that changes constantly is edited rarely, and shows the last change in the
// end.
func TestClassIsPaintedNowAndThen(t *testing.T) {
	for _, processes := range []int{1, 2} {
		synctest.Test(t, func(t *testing.T) {
			store := storagetest.Open(t)
			c, err := class.Create(t.Context(), store, class.Class{Server: "s", Channel: "#go", Name: "7b", Code: "c", Teacher: storagetest.Ann, Created: storagetest.Noon}, 1)
			if err == nil {
				err = store.RecordShown(t.Context(), match.Board{Subject: match.Subject{Kind: match.ClassSubject, ID: c.ID, Version: 1}, Channel: "#go", Message: "old"})
			}
			if err != nil {
				t.Fatal(err)
			}
			b := &board{}
			s := &service{board: b, sweep: func() error { return nil }, do: func(commands.Request) view.Reply {
				now, err := class.ByID(t.Context(), store, c.ID)
				if err != nil {
					t.Error(err)
				}
				return view.Reply{Card: &view.Card{Title: fmt.Sprint("class ", len(now.Members))},
					Show: classcmd.SubjectOfClass(&now), ShownIn: "old"}
			}}
			f := New(t.Context(), Config{Service: s, Outbox: store, Platform: b, Log: quiet})
			if processes > 1 {
				f.leases = store
			}
			for n := range 100 {
				must.Get(class.Change(t.Context(), store, c.ID, func(c *class.Class) error {
					return c.Join(match.Player{ID: fmt.Sprint("p", n), Name: "p"}, storagetest.Noon)
				}))(t)
				f.messages.updateLagging(t.Context())
				time.Sleep(time.Second)
				synctest.Wait()
				f.messages.flush(t.Context())
			}
			if n := b.count("edit"); n < 3 || n > 4 {
				t.Errorf("%d processes: %d edits in 100 s: %q", processes, n, b.lines())
			}
			for range 40 {
				f.messages.updateLagging(t.Context())
				time.Sleep(time.Second)
				synctest.Wait()
				f.messages.flush(t.Context())
			}
			if n := b.count("edit old [class 100]"); n != 1 {
				t.Errorf("%d processes: %q", processes, b.lines())
			}
			drain(t, f)
		})
	}
}

// A pressed message shows the change at once, even if the answer is private, as for Join.
func TestPrivateChangeShowsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, b := newStates(t), &board{}
		f := s.front(b)
		s.step()
		reply := f.service.Do(t.Context(), commands.Request{})
		reply.To = view.Private{}
		f.answer(t.Context(), &said{board: b, pressed: "old"}, commands.Request{Channel: "#go"}, reply)
		s.edited(b, f, 2)
		drain(t, f)
	})
}

// A retried edit may arrive after its message was retired, and restore the buttons. Then the
// message is retired again. The simulation found this with seed 40.
func TestLateEditIsRetired(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, b := newStates(t), &board{}
		f := s.front(b)
		for handle, want := range map[string]int{"old": 0, "gone": 1} {
			shown := s.board()
			shown.Message = ""
			if err := f.messages.recordShown(t.Context(), shown, handle); err != nil {
				t.Error(err)
			}
			if n := b.count("retire " + handle + " old"); n != want {
				t.Errorf("%s was retired %d times, want %d", handle, n, want)
			}
		}
		drain(t, f)
	})
}
