package bot

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/bwmarrin/discordgo"

	"nimatron/bot/transport"
	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/discordtest"
	"nimatron/internal/must"
)

// Discord accepts a command with subcommands. A subcommand arrives with its full name.
func TestSubcommands(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		var got commands.Request
		var completed string
		w.serve(&fake{do: func(_ context.Context, req commands.Request) view.Reply {
			got = req
			return view.Reply{Text: "see `/help`, `/class join` and `/match board x`"}
		}, complete: func(option, typed string) []view.Choice {
			completed = option + ":" + typed
			return nil
		}})
		synctest.Wait()
		help := w.srv.Commands()[slices.IndexFunc(w.srv.Commands(), func(c discordtest.Command) bool { return c.Name == "help" })]
		class := w.srv.Commands()[slices.IndexFunc(w.srv.Commands(), func(c discordtest.Command) bool { return c.Name == "class" })]
		name := commands.Find("challenge").Option("game") // name has autocompletion
		options := []commands.Option{{Name: "user", Summary: "Who", Kind: commands.Person}, *name}
		tree := []*commands.Command{{Name: "class", Summary: "Classes", Subcommands: []*commands.Command{
			{Name: "class join", Summary: "Join one", Options: options},
			{Name: "class set", Summary: "Settings", Subcommands: []*commands.Command{{Name: "class set drop", Summary: "Drop", Options: options}}},
		}}}
		address := discordgo.EndpointApplicationGlobalCommands(w.srv.AppID())
		r := must.Get(transport.New(transport.Config{Token: secret, APIURL: w.srv.URL, Dial: w.srv.DialContext, Timing: w.timing.Timing}))(t)
		must.OK(w, r.Do(t.Context(), transport.Call{Method: http.MethodPut, URL: address, Body: applicationCommands(tree)}))
		r.Close()
		for _, command := range []string{"class join", "class set drop"} {
			m := w.answer(w.alice.Slash(w.general, command, discordtest.Opt(name.Name, "nim"), discordtest.UserOpt("user", w.bob)))
			if want := "see </help:" + help.ID + ">, </class join:" + class.ID + "> and `/match board x`"; m.Text() != want {
				t.Errorf("%s: %q, want %q", command, m.Text(), want)
			}
			if got.Command != command || got.Options[name.Name] != "nim" || got.People["user"].ID != w.bob.ID {
				t.Errorf("%s: %+v", command, got)
			}
			completed = ""
			_, err := w.alice.Autocomplete(w.general, command, name.Name, "en").Wait(soon(t))
			if completed != name.Name+":en" {
				t.Errorf("%s: completes %q, %v", command, completed, err)
			}
		}
	})
}
