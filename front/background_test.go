package front

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// later advances the bubble's clock, and waits until all goroutines wait.
func later(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// lines returns the log of the board so far.
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

// The last third of a drain's time is reserved for answers.
func TestDrainAnswersWhatItCanNotFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &board{}
		began := make(chan struct{}, 9)
		s := &service{board: b}
		f := New(t.Context(), Config{Service: slow{s, began}, Outbox: storagetest.Open(t), Platform: b, Log: quiet})
		for range 3 {
			must.OK(t, f.Submit(Submission{Channel: "#go", Work: func(ctx context.Context, turn *Turn) { turn.Answer(ctx, &said{board: b}) }}))
		}
		<-began
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		if err := f.Drain(ctx); err != nil {
			t.Error(err)
		}
		slices.Sort(b.log) // in any order
		if want := []string{"private " + stoppingReply.Text, "private " + stoppingReply.Text, "private stopped"}; !slices.Equal(b.log, want) {
			t.Errorf("answered:\n%q", b.log)
		}
		if err := errors.Join(f.Submit(Submission{Channel: "#go"}), f.Reject(nil)); !errors.Is(err, ErrStopping) {
			t.Errorf("after Drain: %v", err)
		}
	})
}

// slow is a service that works until its context ends.
type slow struct {
	*service
	began chan struct{}
}

func (s slow) Do(ctx context.Context, _ commands.Request) view.Reply {
	s.began <- struct{}{}
	<-ctx.Done()
	return view.Reply{Text: "stopped", To: view.Private{}}
}

// A request that takes all of its time is still answered.
func TestWorkTimeLeavesTimeForTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &board{}
		f := New(t.Context(), Config{Service: slow{&service{board: b}, make(chan struct{}, 1)}, Outbox: storagetest.Open(t), Platform: b, Log: quiet})
		place := &timed{said: said{board: b}}
		turnOf(f).Answer(t.Context(), place)
		if place.err != nil || len(b.log) != 1 {
			t.Errorf("answered with %v: %q", place.err, b.log)
		}
	})
}

// timed is a place that checks the time left for an answer.
type timed struct {
	said
	err error
}

func (p *timed) PostPrivate(ctx context.Context, m Message) error {
	p.err = ctx.Err()
	return p.said.PostPrivate(ctx, m)
}

// looking runs a front for a time, with a sweep every two seconds.
func looking(t *testing.T, s *service, store storage.Store, d time.Duration) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	f := New(t.Context(), Config{Service: s, Outbox: store, Platform: s.board, Log: quiet, Intervals: Intervals{Sweep: 2 * time.Second}})
	go f.Run(ctx)
	later(d)
	cancel()
	s.drained(t, f)
}

// dueMatches creates matches that a sweep abandons, in channels of both fronts.
func dueMatches(t *testing.T, store storage.Store) {
	t.Helper()
	for _, channel := range []string{"#go", "local:go"} {
		m := storagetest.Match(channel)
		m.Message = ""
		m = storagetest.CreateMatch(t, store, m)
		if err := store.RecordShown(t.Context(), match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: 2}}); err != nil { // no board is outdated
			t.Fatal(err)
		}
	}
}

func TestNotices(t *testing.T) {
	closed := view.Reply{Text: "nobody came", Next: "next", Card: card, Show: seven, ShownIn: "old"}
	reminder, plain := closed, view.Reply{Text: "hurry", Notify: []string{"1"}}
	reminder.Notify = []string{"1"}
	direct := view.Reply{Text: "your turn", Notify: []string{"1"}, To: view.Direct{Person: "1"}}
	ended := view.Reply{Text: "time is up", Card: card, Ending: ending, Show: seven, ShownIn: "old", Notify: []string{"1"}}
	for _, tt := range []struct {
		name   string
		reply  view.Reply
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
			synctest.Test(t, func(t *testing.T) {
				store := storagetest.Open(t)
				dueMatches(t, store)
				b := &board{broken: tt.broken}
				sweeps := 0
				s := &service{board: b, do: func(commands.Request) view.Reply { return tt.reply }}
				s.sweep = func() error {
					if sweeps++; sweeps == 1 {
						panic("test") // only this sweep fails
					}
					_, err := store.Sweep(t.Context(), storagetest.Noon.AddDate(1, 0, 0), 9)
					return errors.Join(err, errors.New("the rest is lost"))
				}
				s.notice = func(n match.Notice) (view.Reply, bool, error) {
					return tt.reply, n.Kind == match.AbandonedNotice, nil
				}
				looking(t, s, store, 5*time.Second)
				own := must.Get(store.Load(t.Context(), match.DiscordFront, time.Now()))(t).Notices
				other := must.Get(store.Load(t.Context(), match.LocalFront, time.Now()))(t).Notices
				if sweeps < 2 || own != 0 || other != 1 {
					t.Errorf("after %d sweeps %d and %d notices are left", sweeps, own, other)
				}
				got := b.lines()
				slices.Sort(got)
				if slices.Sort(tt.want); !slices.Equal(got, tt.want) {
					t.Errorf("got\n%q\nwant\n%q", got, tt.want)
				}
			})
		})
	}
}

// A notice that can't be sent is retried with the same nonce, a limited number of times.
func TestNoticesThatCanNotBeSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.Open(t)
		dueMatches(t, store)
		must.Get(store.Sweep(t.Context(), storagetest.Noon.AddDate(1, 0, 0), 9))(t)
		b := &nonces{board: &board{broken: map[string]error{}}}
		s := &service{board: b.board, notice: func(match.Notice) (view.Reply, bool, error) {
			return view.Reply{Text: "over"}, true, nil
		}}
		f := New(t.Context(), Config{Service: s, Outbox: store, Platform: b, Log: quiet})
		now := time.Now()
		try := func() []match.Notice {
			t.Helper()
			notices := must.Get(store.TakeNotices(t.Context(), match.DiscordFront, now, now.Add(time.Minute), 9))(t)
			for _, n := range notices {
				f.send(t.Context(), n)
			}
			now = now.Add(11 * time.Minute) // longer than any pause between tries
			return notices
		}
		backlog := func() int {
			n := must.Get(store.Load(t.Context(), match.DiscordFront, time.Now()))(t).Notices
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
		if try(); backlog() != 0 { // after the last try
			t.Errorf("%d are left", backlog())
		}
		if !f.forbidden.shouldTell("#go", "") || f.forbidden.shouldTell("#go", "") || !f.forbidden.includes("#go") || f.forbidden.includes("#other") {
			t.Error("what is lacking is not said once")
		}
		for tries, want := range map[int]time.Duration{0: 5 * time.Second, 1: 5 * time.Second, 2: 10 * time.Second, 7: 320 * time.Second, 8: 10 * time.Minute, maxTries: 10 * time.Minute} {
			if got := retryDelay(tries); got != want {
				t.Errorf("after %d tries it waits %v", tries, got)
			}
		}
	})
}

// An earlier try to send a notice may have posted an older state under the same nonce, so the board
// is updated.
func TestNoticeSentAgainIsPainted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for to, want := range map[view.Delivery][]string{
			nil:               {"post #go time is up [match 7] @1"},
			view.NewMessage{}: {"edit new [match 7]", "post #go time is up [match 7] @1"},
		} {
			store := storagetest.Open(t)
			b := &board{}
			m := storagetest.CreateMatch(t, store, storagetest.Match("#go"))
			r := view.Reply{Text: "time is up", Card: card, Show: view.Subject{Kind: view.MatchSubject, ID: m.ID, Version: m.Version}, To: to, Notify: []string{"1"}}
			shown := r
			shown.ShownIn = "new"
			s := &service{board: b, do: func(commands.Request) view.Reply { return shown }}
			s.notice = func(match.Notice) (view.Reply, bool, error) { return r, true, nil }
			f := New(t.Context(), Config{Service: s, Outbox: store, Platform: b, Log: quiet})
			f.send(t.Context(), match.Notice{ID: 1, Channel: "#go", About: match.Subject{Kind: match.MatchSubject, ID: m.ID}, Kind: match.TimeUpNotice})
			f.messages.updateLagging(t.Context())
			got := s.drained(t, f)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("posted anew %v:\ngot  %q\nwant %q", to, got, want)
			}
		}
	})
}

// A notice does not wait for the edits of its channel, however many there are.
func TestNoticesDoNotWaitForThePainter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.Open(t)
		dueMatches(t, store)
		must.Get(store.Sweep(t.Context(), storagetest.Noon.AddDate(1, 0, 0), 9))(t)
		b := &board{edits: make(chan struct{})}
		s := &service{board: b, do: func(commands.Request) view.Reply { return view.Reply{Card: card, Show: seven, ShownIn: "old"} }}
		s.notice = func(match.Notice) (view.Reply, bool, error) { return view.Reply{Text: "over"}, true, nil }
		f := New(t.Context(), Config{Service: s, Outbox: store, Platform: b, Log: quiet})
		f.messages.schedule(match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: 7, Version: 3}, Channel: "#go"})
		f.sendNotices(t.Context())
		later(0)
		if n := b.count("post #go over"); n != 1 {
			t.Errorf("%d notices are posted", n)
		}
		close(b.edits)
		s.drained(t, f)
	})
}

// A notice that ran out of time is postponed before its lease ends.
func TestNoticeWhoseTimeIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.Open(t)
		dueMatches(t, store)
		must.Get(store.Sweep(t.Context(), storagetest.Noon.AddDate(1, 0, 0), 9))(t)
		s := &service{board: &board{broken: map[string]error{"post": context.DeadlineExceeded}}, notice: func(match.Notice) (view.Reply, bool, error) {
			return view.Reply{Text: "over"}, true, nil
		}}
		f := New(t.Context(), Config{Service: s, Outbox: store, Platform: s.board, Log: quiet})
		now := time.Now()
		over, cancel := context.WithDeadline(t.Context(), now)
		defer cancel()
		for _, at := range []time.Time{now, now.Add(time.Minute / 2)} {
			notices, err := store.TakeNotices(t.Context(), match.DiscordFront, at, at.Add(time.Minute), 9)
			if err != nil || len(notices) != 1 {
				t.Fatalf("after %v: %v, %v", at.Sub(now), notices, err)
			}
			f.send(over, notices[0])
		}
	})
}

// nonces is a board that records the nonces of posts.
type nonces struct {
	*board
	sent []string
}

func (b *nonces) Post(ctx context.Context, channel string, m Message) (string, error) {
	b.sent = append(b.sent, m.Nonce)
	return b.board.Post(ctx, channel, m)
}

// In a channel without permissions players read about it once, and answers show the board.
func TestWhatIsLacking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &board{broken: map[string]error{"edit": ErrForbidden}, edits: make(chan struct{})}
		s := &service{board: b, do: func(commands.Request) view.Reply {
			return view.Reply{Text: "ann took 1", Card: card, Show: seven, ShownIn: "old"}
		}}
		f := s.front(t)
		ask := func() {
			turnOf(f).Answer(t.Context(), &said{board: b, request: commands.Request{Channel: "#go"}})
		}
		ask()
		close(b.edits)
		later(0)
		if !f.forbidden.includes("#go") {
			t.Error("an edit that fails is not noted")
		}
		ask()
		ask()
		got := slices.DeleteFunc(s.drained(t, f), func(l string) bool { return strings.HasPrefix(l, "shown") || strings.HasPrefix(l, "edit") })
		want := []string{"answer ann took 1", "answer ann took 1 [match 7]", "private " + missingPermission, "answer ann took 1 [match 7]"}
		if !slices.Equal(got, want) {
			t.Errorf("got\n%q\nwant\n%q", got, want)
		}
	})
}
