package bot

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/discordtest"
)

// What was answered before leaves one line in the log, with a count.
func TestManyDeliveredAgain(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		w.tolerate("already been acknowledged")
		var all []*discordtest.Interaction
		for n := range 30 {
			in := w.alice.Slash(w.general, "help")
			if n%3 == 0 {
				in = w.alice.Autocomplete(w.general, "rules", "variant", "end")
				_, err := in.Choices(soon(t))
				w.ok(err)
			} else {
				w.answer(in)
			}
			all = append(all, in)
		}
		w.logged = &buffer{}
		w.serve(w.real(filepath.Join(w.dir, "nimatron.db")))
		for _, in := range all {
			in.Again()
		}
		w.refused(w.alice.Slash(w.general, "help"))
		w.eventually("all autocompletions", func() bool {
			return strings.Count(w.logged.String(), "acknowledged by somebody else") == len(all)
		})
		w.stop()
		if n := strings.Count(w.logged.String(), "level=WARN"); n != 1 || !strings.Contains(w.logged.String(), "count=30") {
			t.Errorf("%d lines of the log warn", n)
		}
	})
}

// What has waited so long that its answer might come too late is not begun, and its user is
// told.
func TestWaitedTooLong(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.serve(&fake{do: func(_ context.Context, r commands.Request) view.Reply {
			if r.Command == "help" {
				t.Error("it is begun")
			}
			time.Sleep(14 * time.Minute)
			return view.Reply{Text: "done"}
		}})
		w.alice.Slash(w.general, "board")
		w.refused(w.alice.Slash(w.general, "help"), "nothing has changed")
	})
}
