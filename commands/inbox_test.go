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

// Every request that changes something does so once, no matter how often and to which process it is
// delivered. A repeated request is answered with the current state.
func TestDeliveredAgain(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	// Another process uses the same database.
	otherService := commands.New(referee.New(r.store, r.referee.Solver(), referee.Options{Now: func() time.Time { return r.now }}), r.store, quiet)
	for i, c := range []struct{ by, line, want, board string }{
		{"p1", "/challenge game:nim opponent:p2 position:3 4 5", "challenges", "Challenge: Nim"},
		{"p2", "/match decline", "declined", "board"},
		{"p1", "/challenge game:nim opponent:p2 position:3 4 5 first:me", "challenges", "Challenge: Nim"},
		{"p2", "/match accept", "your turn", "match 1"},
		{"p1", "1-2", "took 2", "Position: 1 4 5"},
		{"p2", "/hint", "play", "board"},
		{"p2", "2-4", "took 4", "Position: 1 0 5"},
		{"p2", "/match takeback", "asks to take", "asks to take"},
		{"p1", "/match takeback", "Taken back", "Position: 1 4 5"},
		{"p2", "/match resign sure:true", "resigned", "resigned"},
		{"p2", "/match rematch", "challenges", "resigned"},
		{"p2", "/match cancel", "withdrew the challenge", "resigned"},
		{"p1", "/challenge game:nim position:7 first:me", "your turn", "match 2"},
		{"p1", "1-3", "won", "won"},
		{"p1", "/match rematch", "match 3", "match 3"},
		{"p1", "/challenge game:nim position:3 4 5 first:me", "your turn", "match 4"},
		{"p1", "/match cancel", "cancelled", "Called off"},
		{"p1", "/puzzle answer move:1-1", "", "board"},
		{"p1", "/settings me name:pings value:off", "Done", "board"},
		{"p1", "/settings privacy delete sure:true", "Done", "board"},
	} {
		id := string(rune('a' + i))
		first := r.deliver(r.service, id, c.by, c.line)
		r.hasWords(c.line, first, []string{c.want})
		before := r.snapshot()
		for _, service := range []*commands.Service{r.service, otherService} {
			again := r.deliver(service, id, c.by, c.line)
			if !strings.Contains(text(again), "already done") || !strings.Contains(text(again), c.board) || len(again.Notify) > 0 {
				t.Errorf("%s, delivered again: %s", c.line, text(again))
			}
			nothingToShow := again.Card == nil // words alone would open the closed thread of a match
			if command, _, _ := commands.ParseLine(c.line); again.Private() != (commands.Find(command).Private || nothingToShow) {
				t.Errorf("%s, delivered again: private %v", c.line, again.Private())
			}
			if after := r.snapshot(); after != before {
				t.Fatalf("%s, delivered again, changed the database from\n%s\nto\n%s", c.line, before, after)
			}
		}
	}
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

// failingAbandon is a store in which Abandon fails.
type failingAbandon struct{ storage.Store }

func (failingAbandon) Abandon(context.Context, time.Time, int) (int, error) { return 0, errBroken }

// An error in one part of a sweep does not stop the others, and notices from the parts before it
// are still sent.
func TestErrorLateInASweep(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.expect("p1", "/challenge game:nim open:true")
	broken := failingAbandon{r.store}
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
