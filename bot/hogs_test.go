package bot

import (
	"fmt"
	"testing"

	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/internal/discordtest"
	"nimatron/internal/must"
)

// A second question before the first answer is refused privately at once.
func TestOneQuestionAtATime(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f, release := slow(view.Reply{Text: "an analysis", To: view.Private{}})
		w := serveFake(t, f)
		defer release()
		ask := func(command string) *discordtest.Interaction {
			return w.alice.Slash(w.general, command, discordtest.Opt("game", "nim"), discordtest.Opt("position", "1 2"))
		}
		first := ask("study analyze")
		w.deferral(first)
		w.refused(ask("study analyze"), "your last question")
		dm := w.srv.AddDM(w.alice)
		w.alice.Say(dm, "/study analyze game:nim position:1")
		w.sees(dm, "your last question")
		release()
		w.contains(w.answer(first), "an analysis")
		w.contains(w.answer(ask("study analyze")), "an analysis")
	})
}

// Simultaneous autocompletions are all answered, perhaps without choices.
func TestManyAutocompletions(t *testing.T) {
	bubble(t, func(t *testing.T) {
		release := make(chan struct{})
		f := &fake{complete: func(string, string) []view.Choice {
			<-release
			return []view.Choice{{Label: "L-1", Value: "L-1"}}
		}}
		w := serveFake(t, f)
		const people, each = 25, 20 // 500 in total
		var all []*discordtest.Interaction
		for i := range people {
			u := w.srv.AddUser(fmt.Sprint("typist", i))
			for range each {
				all = append(all, u.Autocomplete(w.general, "move", "move", "L"))
			}
		}
		empty := func() (n int) {
			for _, in := range all {
				if in.Response() != nil {
					n++
				}
			}
			return n
		}
		w.eventually("those that exceed the bound are answered", func() bool { return empty() == people*each-front.MaxAtOnce })
		close(release)
		offered := 0
		for _, in := range all {
			choices := must.Get(in.Choices(soon(t)))(w)
			offered += len(choices)
		}
		if offered != front.MaxAtOnce {
			t.Errorf("%d of %d offer something", offered, len(all))
		}
	})
}
