package front

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/must"
)

// asked is a service with moves and with questions that take a second each.
type asked struct {
	*Front
	mu            sync.Mutex
	running, most int // running questions: now, and at most
	moves         int
	answers       map[string]string // by person
}

func newAsked(t *testing.T, l Limits) *asked {
	a := &asked{answers: map[string]string{}}
	b := &board{}
	s := &service{board: b}
	s.do = func(r commands.Request) view.Reply {
		a.mu.Lock()
		defer a.mu.Unlock()
		if r.Command == "move" {
			a.moves++
			return view.Reply{Text: "moved"}
		}
		a.running++
		a.most = max(a.most, a.running)
		a.mu.Unlock()
		time.Sleep(time.Second)
		a.mu.Lock()
		a.running--
		a.answers[r.By.ID] = "answered"
		return view.Reply{Text: "answered"}
	}
	a.Front = New(t.Context(), Config{Service: s, Platform: b, Log: quiet, Limits: l})
	return a
}

// say uses a command as a person.
func (a *asked) say(by, command string) error {
	return a.Submit(Submission{Channel: "#go", By: by, Command: command, Work: func(ctx context.Context, t *Turn) {
		t.Answer(ctx, &said{board: &board{}, request: commands.Request{Command: command, Channel: "#go", By: commands.User{ID: by}}})
	}})
}

// Few questions run at a time, at most one per person, and no move waits for them.
func TestQuestions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAsked(t, Limits{Questions: 2})
		for i := range 5 {
			by := fmt.Sprint("p", i)
			must.OK(t, a.say(by, "study analyze"))
			if err := a.say(by, "study analyze"); !errors.Is(err, ErrAsking) {
				t.Fatalf("a second question of %s: %v", by, err)
			}
		}
		begun := time.Now()
		for i := range 5 {
			must.OK(t, a.say(fmt.Sprint("p", i), "move"))
		}
		synctest.Wait()
		if a.moves != 5 || time.Since(begun) != 0 {
			t.Errorf("%d moves are made at once, want 5", a.moves)
		}
		time.Sleep(2500 * time.Millisecond)
		synctest.Wait()
		if a.most != 2 || len(a.answers) != 4 {
			t.Errorf("%d at once, after 2.5 s %d answers; want 2 and 4", a.most, len(a.answers))
		}
		for answered := range a.answers {
			if err := a.say(answered, "study analyze"); err != nil {
				t.Errorf("a question of %s after the answer: %v", answered, err)
			}
			break // the order is random
		}
		drain(t, a.Front)
		for id, p := range a.limits.people.All() {
			if p.asking.Load() {
				t.Errorf("%s still asks", id)
			}
		}
		if len(a.answers) != 5 || len(a.limits.slots) != 0 {
			t.Errorf("in the end %v; left are %d", a.answers, len(a.limits.slots))
		}
	})
}

// The number of waiting questions is bounded, and one that waits too long is refused.
func TestManyQuestions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAsked(t, Limits{Questions: 1})
		full := 0
		for i := range 100 {
			if err := a.say(fmt.Sprint("p", i), "study analyze"); errors.Is(err, ErrFull) {
				full++
			}
		}
		if full != 100-MaxQuestions {
			t.Errorf("%d of 100 are turned away", full)
		}
		if err := a.say("p99", "study analyze"); !errors.Is(err, ErrFull) {
			t.Errorf("who was turned away seems to wait: %v", err)
		}
		drain(t, a.Front)
		if len(a.answers) != MaxQuestions {
			t.Errorf("%d answers", len(a.answers))
		}
	})
}

// A panic releases everything.
func TestQuestionThatPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &board{}
		f := New(t.Context(), Config{Log: quiet, Platform: b, Service: &service{board: b, do: func(commands.Request) view.Reply { panic("test") }}})
		a := &asked{Front: f}
		for range 3 {
			must.OK(t, a.say("p", "study analyze"))
			synctest.Wait()
		}
		drain(t, f)
	})
}

func TestRates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := New(t.Context(), Config{Log: quiet, Limits: Limits{Requests: Rate{AtOnce: 3, PerSecond: 2}, Completions: Rate{AtOnce: 2, PerSecond: 1}}})
		say := func(by string) error {
			return f.Submit(Submission{Channel: "#go", By: by, Command: "move", Work: func(context.Context, *Turn) {}})
		}
		count := func(what func() error) int {
			n := 0
			for range 10 {
				if what() == nil {
					n++
				}
			}
			return n
		}
		ann := func() error { return say("ann") }
		if n := count(ann); n != 3 {
			t.Errorf("%d at once", n)
		}
		err := say("ann")
		for i := range 5 {
			if reply, ok := f.Rejection("ann", err); !errors.Is(err, ErrTooFast) || reply.Text == BusyReply.Text || ok != (i < maxRefused) {
				t.Errorf("%v: %s, %v", err, reply.Text, ok)
			}
		}
		if err := say("bob"); err != nil {
			t.Errorf("somebody else: %v", err)
		}
		if n := count(func() error { return f.Complete("ann", func(context.Context) {}) }); n != 2 {
			t.Errorf("%d completions at once", n)
		}
		time.Sleep(time.Second)
		if n := count(ann); n != 2 {
			t.Errorf("%d after a second", n)
		}
		_ = f.Drain(t.Context())
	})
}

// The table of people is bounded, and active people stay in it.
func TestPeopleAreForgotten(t *testing.T) {
	l := newLimits(Limits{People: 10, Requests: Rate{AtOnce: 1, PerSecond: 1e-6}})
	for i := range 1000 {
		if !l.person(fmt.Sprint("p", i)).requests.Allow() {
			t.Fatalf("p%d may say nothing", i)
		}
		if again := l.person("ann").requests.Allow(); again != (i == 0) {
			t.Fatalf("after %d others ann may speak: %v", i, again)
		}
	}
}
