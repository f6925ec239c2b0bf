package bot

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/discordtest"
)

// Discord has made a command that launches the application's Activity. The bot keeps it.
func TestRegistrationKeepsTheEntryPoint(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.srv.EnableActivity()
		w.serve(&fake{do: func(context.Context, commands.Request) view.Reply { return view.Reply{Text: "yes"} }})
		registered := w.srv.Commands()
		entry := slices.ContainsFunc(registered, func(c discordtest.Command) bool { return c.Type == 4 && c.Name == "launch" })
		if want := 1 + len(applicationCommands(commands.Commands())); !entry || len(registered) != want {
			t.Errorf("%d commands are registered, want %d; the entry point is among them: %v", len(registered), want, entry)
		}
	})
}

// What Discord refuses is tried again, and told in the log.
func TestRegistrationGoesOn(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.srv.Fail(discordtest.Fault{Method: "PUT", Path: "/applications/*/commands", Status: 400, Times: 4})
		began := time.Now()
		w.serve(&fake{do: func(context.Context, commands.Request) view.Reply { return view.Reply{Text: "yes"} }})
		synctest.Wait()
		if took := time.Since(began); len(w.srv.Commands()) == 0 || took < 5*time.Second || took > time.Minute {
			t.Errorf("%d commands after %v", len(w.srv.Commands()), took)
		}
		if log := w.logged.String(); strings.Count(log, "the slash commands were not registered") != 4 {
			t.Errorf("the log says %s", log)
		}
	})
}
