package commands_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/storage"
)

// deliver sends a line as one request, which may be delivered again.
func (r *room) deliver(service *commands.Service, id, by, line string) view.Reply {
	r.Helper()
	req := must.Get(request(by, line))(r)
	req.ID = id
	return service.Do(r.Context(), req)
}

// A refused request stays refused in every process, even if it would now succeed. So does a request
// that was answered without being carried out.
func TestRefusedAgain(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	other := commands.New(referee.New(r.store, r.referee.Solver(), referee.Options{Now: func() time.Time { return r.now }}), r.store, quiet)
	r.expect("p1", "/challenge game:nim opponent:p2 position:3 4 5 first:me")
	r.expect("p2", "/match accept")
	for range 2 {
		if reply := r.deliver(r.service, "x", "p2", "1-2"); !strings.Contains(text(reply), "not your turn") {
			t.Errorf("refused by %q", text(reply))
		}
	}
	busy := view.Reply{To: view.Private{}, Text: "nothing changed"}
	if reply := r.service.Refuse(t.Context(), commands.Request{ID: "y", Command: "move"}, busy); reply.Text != busy.Text {
		t.Errorf("turned away by %q", text(reply))
	}
	r.expect("p1", "1-1")
	before := r.snapshot()
	for _, service := range []*commands.Service{r.service, other} {
		for _, id := range []string{"x", "y"} {
			if reply := r.deliver(service, id, "p2", "1-2"); !strings.Contains(text(reply), "answered that already") || reply.Outcome != view.OutcomeRefused {
				t.Errorf("%s is answered by %q, %v", id, text(reply), reply.Outcome)
			}
		}
	}
	if after := r.snapshot(); after != before {
		t.Fatalf("what was refused has changed the database from\n%s\nto\n%s", before, after)
	}
	// A request that another process has carried out can no longer be refused.
	r.deliver(other, "z", "p2", "1-2")
	if reply := r.service.Refuse(t.Context(), commands.Request{ID: "z", Command: "move", Channel: "lobby"}, busy); !strings.Contains(text(reply), "already done") {
		t.Errorf("refused by %q", text(reply))
	}
}

// Notices of nothing are errors. testdata/scenes/notices.txt has those that came to nothing.
func TestNoticesOfNothing(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	if _, ok, err := r.service.Notice(t.Context(), match.Notice{Kind: match.ReminderNotice, About: match.Subject{Kind: match.MatchSubject, ID: 99}}); ok || !errors.Is(err, match.ErrNotFound) {
		t.Errorf("a reminder of no match: %v, %v", ok, err)
	}
	if _, ok, err := r.service.Notice(t.Context(), match.Notice{Kind: "nonsense"}); ok || err == nil {
		t.Errorf("a notice of nothing: %v, %v", ok, err)
	}
}

var (
	quiet     = slog.New(slog.DiscardHandler)
	errBroken = errors.New("broken")
)

// failingSweep is a store in which Sweep fails.
type failingSweep struct{ storage.Store }

func (failingSweep) Sweep(context.Context, time.Time, int) (match.Swept, error) {
	return match.Swept{}, errBroken
}

// An error in one part of a sweep does not stop the others, and notices from the parts before it
// are still sent.
func TestErrorLateInASweep(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.expect("p1", "/challenge game:nim open:true")
	broken := failingSweep{r.store}
	service := commands.New(referee.New(broken, r.referee.Solver(), referee.Options{Now: func() time.Time { return r.now }}), broken, quiet)
	r.now = r.now.Add(referee.ChallengeLife)
	if err := service.Sweep(t.Context()); !errors.Is(err, errBroken) {
		t.Errorf("the sweep ends with %v", err)
	}
	r.notices(1)
}

// No goroutine waits to record an answer in a store that is closed.
func TestAnswersOfAClosedStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newQuietRoom(t, catalog.Standard)
		r.deliver(r.service, "a", "p1", "/rules game:nim")
		must.OK(t, r.store.Close())
		time.Sleep(1500 * time.Millisecond)
	})
}
