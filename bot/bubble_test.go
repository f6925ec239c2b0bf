package bot

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/internal/discordtest"
	"nimatron/match"
)

// dawdling takes its time with some commands.
type dawdling struct{ front.Service }

func (d dawdling) Do(ctx context.Context, r commands.Request) view.Reply {
	if r.Command == "variants" {
		time.Sleep(10 * time.Second)
	}
	return d.Service.Do(ctx, r)
}

// A match by taps, with the store on disk, a deferral, a connection that is cut and a lease that a
// dead process has for a minute takes minutes in a bubble, and none here.
func TestBubble(t *testing.T) {
	began := time.Now()
	bubble(t, func(t *testing.T) {
		start := time.Now()
		w := newWorld(t)
		service := w.real(filepath.Join(t.TempDir(), "nimatron.db"))
		w.leases = w.leaseStore()
		w.srv.SetIdentifyInterval(5 * time.Second)
		// Somebody who is dead has kept the right to begin sessions for a minute.
		w.take("discord identify 0", "dead", start, time.Minute, match.Session{})
		w.serve(dawdling{service})
		if d := time.Since(start); d < time.Minute || d > 70*time.Second {
			t.Errorf("the lease of the dead is taken after %v", d)
		}

		board := w.answer(w.alice.Slash(w.general, "challenge",
			discordtest.Opt("variant", "nim"), discordtest.Opt("position", "3 1 12"), discordtest.Opt("first", "me")))
		slow := w.alice.Slash(w.general, "variants")
		w.answer(slow)
		if got := actions(slow); got != "respond 5, edit" {
			t.Errorf("answered by %s", got)
		}
		for n := 0; len(moveTaps(board)) > 0; n++ {
			if n == 2 {
				w.srv.Disconnect()
				w.ok(w.srv.WaitGateway(t.Context(), func(s discordtest.GatewayStats) bool { return s.Resumes == 1 }))
			}
			board = w.answer(w.alice.Tap(board, moveTaps(board)[0]))
		}
		w.contains(board, " wins.**")
		w.sees(w.general, "wins · Nim")
		if s := w.srv.GatewayStats(); s.Identifies != 1 || s.Resumes != 1 {
			t.Errorf("%+v", s)
		}
		t.Logf("%v went by", time.Since(start))
	})
	t.Logf("in %v", time.Since(began))
}
