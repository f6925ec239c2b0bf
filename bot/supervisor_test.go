package bot

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/discordtest"
)

func doneFake() *fake {
	return &fake{do: func(context.Context, commands.Request) view.Reply { return view.Reply{Text: "done"} }}
}

func TestResume(t *testing.T) {
	for _, test := range []struct {
		name string
		drop func(*discordtest.Server)
	}{
		{"dropped", func(s *discordtest.Server) { s.Disconnect() }},
		{"closed", func(s *discordtest.Server) { s.CloseWith(4000) }},
		{"asked to reconnect", func(s *discordtest.Server) { s.RequestReconnect() }},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			w := serveFake(t, doneFake())
			test.drop(w.srv)
			// What happens meanwhile is not lost.
			w.alice.Say(w.general, w.srv.BotUser().Mention()+" L-1")
			w.ok(w.srv.WaitGateway(soon(t), func(s discordtest.GatewayStats) bool { return s.Resumes == 1 }))
			w.sees(w.general, "done")
			w.contains(w.answer(w.alice.Slash(w.general, "board")), "done")
			if s := w.srv.GatewayStats(); s.Identifies != 1 {
				t.Errorf("%+v", s)
			}
			if w.overwrites() != 1 {
				t.Error("the commands were registered again")
			}
		})
	}
}

func TestNewSessionWhereTheOldOneIsOver(t *testing.T) {
	for _, test := range []struct {
		name string
		drop func(*discordtest.Server)
	}{
		{"timed out", func(s *discordtest.Server) { s.CloseWith(4009) }},
		{"wrong sequence", func(s *discordtest.Server) { s.CloseWith(4007) }},
		{"invalid", func(s *discordtest.Server) { s.InvalidateSessions(false) }},
		{"invalid but resumable", func(s *discordtest.Server) { s.InvalidateSessions(true) }},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			w := serveFake(t, doneFake())
			test.drop(w.srv)
			w.ok(w.srv.WaitGateway(soon(t), func(s discordtest.GatewayStats) bool { return s.Identifies+s.Resumes == 2 }))
			w.ok(w.srv.WaitReady(soon(t)))
			w.contains(w.answer(w.alice.Slash(w.general, "board")), "done")
		})
	}
}

// A session that has begun is resumed soon, however often its connections are cut.
func TestManyDisconnects(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.serve(doneFake())
		for range 6 {
			before := w.srv.GatewayStats()
			w.srv.Disconnect()
			w.ok(w.srv.WaitGateway(soon(t), func(s discordtest.GatewayStats) bool {
				return s.Identifies+s.Resumes > before.Identifies+before.Resumes
			}))
			// The answer shows that the bot knows of the session too.
			w.contains(w.answer(w.alice.Slash(w.general, "board")), "done")
		}
		if s := w.srv.GatewayStats(); s.Identifies != 1 {
			t.Errorf("%+v: want resumes only", s)
		}
	})
}

// Only attempts at which no session begins grow the wait, and new sessions that soon end.
func TestPersistence(t *testing.T) {
	t.Parallel()
	const never, soon, long = 0, time.Second, time.Hour
	type attempt struct {
		lasted      time.Duration
		resumable   bool
		least, most time.Duration // waited after it
	}
	resumed := []attempt{
		{soon, true, 0, 250 * time.Millisecond}, {soon, true, 0, 500 * time.Millisecond}, {soon, true, 0, time.Second},
		{soon, true, 0, 2 * time.Second}, {soon, true, 0, 4 * time.Second}, {soon, true, 0, 4 * time.Second},
	}
	failed := []attempt{
		{never, false, time.Second / 2, time.Second}, {never, true, time.Second, 2 * time.Second}, {never, false, 2 * time.Second, 4 * time.Second},
	}
	for name, attempts := range map[string][]attempt{
		"cut":                     slices.Concat(resumed, slices.Repeat(resumed[5:], 100)),
		"cut after long":          slices.Concat(resumed, []attempt{{long, true, 0, 250 * time.Millisecond}}, resumed[1:]),
		"none begins":             failed,
		"none begins, for long":   slices.Concat(failed, slices.Repeat([]attempt{{never, false, time.Second, 2 * time.Minute}}, 50), []attempt{{never, false, time.Minute, 2 * time.Minute}}),
		"one begins at last":      slices.Concat(failed, resumed, failed),
		"new ones that are over":  {{long, false, 0, 250 * time.Millisecond}, {soon, false, time.Second, 2 * time.Second}, {soon, false, 2 * time.Second, 4 * time.Second}},
		"new ones that last long": {{long, false, 0, 250 * time.Millisecond}, {long, false, 0, 250 * time.Millisecond}},
	} {
		for range 50 {
			var p persistence
			for i, a := range attempts {
				if wait := p.after(&defaultTiming, a.lasted, a.resumable); wait < a.least || wait > a.most {
					t.Errorf("%s: after attempt %d it waits %v, want %v to %v", name, i, wait, a.least, a.most)
				}
			}
		}
	}
}

// run runs a bot that is to end by itself.
func run(t *testing.T, c Config) error {
	t.Helper()
	ctx := soon(t)
	err := Run(ctx, c)
	if ctx.Err() != nil {
		t.Fatal("Run does not end")
	}
	return err
}

func TestRefusedToken(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		c := w.config(doneFake())
		for _, token := range []string{"", "wrong", "Bot " + secret, "bad\ntoken"} {
			c.Token = token
			if err := run(t, c); !errors.Is(err, ErrToken) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: %v", token, err)
			}
		}
		if s := w.srv.GatewayStats(); s.Connections > 0 {
			t.Errorf("%+v", s)
		}
	})
}

// A gateway that never gets so far that a session begins is tried again for ever.
func TestStuckGateways(t *testing.T) {
	const nothing = `{"op":0,"t":"NOTHING","s":1,"d":{}}`
	for name, fault := range map[string]discordtest.GatewayFault{
		"silent":           {},
		"null":             {Send: []string{"null"}},
		"no hello":         {Send: []string{nothing}},
		"no JSON":          {Send: []string{"?"}},
		"only greets":      {At: discordtest.AtIdentify},
		"reconnect":        {At: discordtest.AtIdentify, Send: []string{discordtest.Reconnect}},
		"acknowledgement":  {At: discordtest.AtIdentify, Send: []string{`{"op":11}`}},
		"never ready":      {At: discordtest.AtIdentify, Send: []string{nothing}},
		"invalid for ever": {At: discordtest.AtIdentify, Send: []string{discordtest.InvalidSession}},
	} {
		inBubble(t, name, func(t *testing.T) {
			w := newWorld(t)
			fault.Times = 1000
			w.srv.FailGateway(fault)
			stop := w.start(w.config(doneFake()))
			w.ok(w.srv.WaitGateway(soon(t), func(s discordtest.GatewayStats) bool { return s.Connections == 5 }))
			w.ok(stop())
		})
	}
}

func TestStopWhileConnecting(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.srv.Fail(discordtest.Fault{Hang: true, Times: 1000})
		stop := w.start(w.config(doneFake()))
		w.eventually("a question", func() bool { return w.calls() > 0 })
		began := time.Now()
		w.ok(stop())
		inTime(t, "to stop", time.Since(began), time.Second)
	})
}
