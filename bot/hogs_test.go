package bot

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/internal/discordtest"
)

// hog is a service whose tables take until they are released.
type hog struct {
	fake
	running, most atomic.Int64
	release       chan struct{}
}

func newHog() *hog {
	h := &hog{release: make(chan struct{})}
	h.fake.do = func(ctx context.Context, r commands.Request) view.Reply {
		if r.Command != "table" {
			return view.Reply{Text: "done"}
		}
		now := h.running.Add(1)
		for most := h.most.Load(); now > most && !h.most.CompareAndSwap(most, now); most = h.most.Load() {
		}
		select {
		case <-h.release:
		case <-ctx.Done():
		}
		h.running.Add(-1)
		return view.Reply{Text: "a table", To: view.Private{}}
	}
	return h
}

// Many costly questions at once delay nobody's moves: also not in their own channel.
func TestQuestionsDelayNobody(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := newHog()
		w := newWorld(t)
		w.serve(h)
		guild := w.srv.AddGuild("hogs")
		channel := guild.AddChannel("questions")
		table := func(u *discordtest.User) *discordtest.Interaction {
			return u.Slash(channel, "table", discordtest.Opt("variant", "end-nim"), discordtest.Opt("pattern", "_ 1400 _ 1400"))
		}
		var questions []*discordtest.Interaction
		for i := range 60 {
			questions = append(questions, table(w.srv.AddUser(fmt.Sprint("asker", i))))
		}
		for i := range 40 {
			ch := channel
			if i%2 == 0 {
				ch = guild.AddChannel(fmt.Sprint("quiet-", i))
			}
			in := w.alice.Slash(ch, "move", discordtest.Opt("move", "L-1"))
			w.contains(w.answer(in), "done")
			inTime(t, "a move beside 60 questions", in.Latency(), 300*time.Millisecond)
		}
		close(h.release)
		busy := 0
		for _, in := range questions[front.MaxQuestions:] {
			if m := w.answer(in); strings.Contains(m.Text(), "too busy") && m.Ephemeral {
				busy++
			}
		}
		if busy < 30 {
			t.Errorf("%d of 60 are told that it is too much", busy)
		}
		if most, cores := h.most.Load(), runtime.GOMAXPROCS(0); int(most) > max(1, cores-1) {
			t.Errorf("%d questions at once on %d processors", most, cores)
		}
	})
}

// Who asks again before the answer is told so at once, and nobody else sees it.
func TestOneQuestionAtATime(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f, release := slow(view.Reply{Text: "an analysis", To: view.Private{}})
		w := serveFake(t, f)
		defer release()
		ask := func(command string) *discordtest.Interaction {
			return w.alice.Slash(w.general, command, discordtest.Opt("variant", "nim"), discordtest.Opt(map[string]string{"analyze": "position", "table": "pattern"}[command], "1 2"))
		}
		first := ask("analyze")
		w.deferral(first)
		w.refused(ask("table"), "your last question")
		dm := w.srv.AddDM(w.alice)
		w.alice.Say(dm, "/table variant:nim pattern:_ 1")
		w.sees(dm, "your last question")
		release()
		w.contains(w.answer(first), "an analysis")
		w.contains(w.answer(ask("table")), "an analysis")
	})
}

// Who says too much at once is told so, and others are not.
func TestTooFast(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.limits = front.Limits{Said: front.Rate{AtOnce: 5, PerSecond: 0.01}}
		var done atomic.Int64
		w.serve(&fake{do: func(context.Context, commands.Request) view.Reply {
			done.Add(1)
			return view.Reply{Text: "done"}
		}})
		var told int
		for range 30 {
			if m := w.answer(w.alice.Slash(w.general, "board")); strings.Contains(m.Text(), "too much at once") && m.Ephemeral {
				told++
			}
		}
		if told != 25 || done.Load() != 5 {
			t.Errorf("%d are carried out, %d refused", done.Load(), told)
		}
		w.contains(w.answer(w.bob.Slash(w.general, "board")), "done")
	})
}

// However many autocompletions come at once, each is answered, if only with nothing.
func TestManyAutocompletions(t *testing.T) {
	bubble(t, func(t *testing.T) {
		release := make(chan struct{})
		f := &fake{complete: func(string, string) []view.Choice {
			<-release
			return []view.Choice{{Label: "L-1", Value: "L-1"}}
		}}
		w := serveFake(t, f)
		const people, each = 25, 20 // 500
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
			choices, err := in.Choices(soon(t))
			w.ok(err)
			offered += len(choices)
		}
		if offered != front.MaxAtOnce {
			t.Errorf("%d of %d offer something", offered, len(all))
		}
	})
}
