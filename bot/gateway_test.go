package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/bot/transport"
	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// within is inTime from now until the returned func is called.
func (w *world) within(d time.Duration) (done func()) {
	began := time.Now()
	return func() {
		w.Helper()
		inTime(w.T, "it", time.Since(began), d)
	}
}

// begun counts new and resumed sessions.
func begun(s discordtest.GatewayStats) int { return s.Identifies + s.Resumes }

// works checks that commands are answered.
func (w *world) works() {
	w.Helper()
	w.contains(w.answer(w.alice.Slash(w.general, "match board")), "done")
}

// Discord may answer otherwise than by READY or RESUMED.
func TestRefusedConnect(t *testing.T) {
	for _, at := range []discordtest.GatewayStep{discordtest.AtConnect, discordtest.AtIdentify, discordtest.AtResume} {
		for name, fault := range testlong.Few(t, map[string]discordtest.GatewayFault{
			"reconnect":         {Send: []string{discordtest.Reconnect}},
			"reconnect, closed": {Send: []string{discordtest.Reconnect}, Close: 4000},
			"invalid":           {Send: []string{discordtest.InvalidSession}},
			"invalid, resume":   {Send: []string{discordtest.ResumableSession}},
			"no JSON":           {Send: []string{"?"}, Drop: true},
			"null":              {Send: []string{"null", "[]", "7"}, Drop: true},
			"dropped":           {Drop: true},
			"closed":            {Close: 4000},
		}, 3) {
			inBubble(t, fmt.Sprint(at, " ", name), func(t *testing.T) {
				w := newWorld(t)
				if fault.At = at; at == discordtest.AtResume {
					w.serve(doneFake())
				}
				w.srv.FailGateway(fault)
				done := w.within(10 * time.Second)
				if at == discordtest.AtResume {
					w.srv.Disconnect()
					w.ready(2)
				} else {
					w.serve(doneFake())
				}
				done()
				w.works()
			})
		}
	}
}

// A silent connection is dropped within two heartbeats.
func TestUnansweredHeartbeats(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.serve(doneFake())
		must.OK(w, w.srv.WaitGateway(soon(t), func(s discordtest.GatewayStats) bool { return s.Heartbeats >= 2 }))
		w.srv.MuteAcks(true)
		before, sent := w.srv.GatewayStats().Heartbeats, 0
		must.OK(w, w.srv.WaitGateway(soon(t), func(s discordtest.GatewayStats) bool {
			sent = s.Heartbeats - before
			return s.Connections == 2
		}))
		if sent > 1 {
			t.Errorf("%d heartbeats went unanswered", sent)
		}
		w.srv.MuteAcks(false)
		must.OK(w, w.srv.WaitReady(soon(t)))
		w.works()
	})
}

// A connection that breaks or is silent before the answer to a resume says nothing about the session, so what was
// said meanwhile is answered.
func TestResumeCutOff(t *testing.T) {
	for name, fault := range testlong.Few(t, map[string]discordtest.GatewayFault{
		"once": {Drop: true}, "often": {Drop: true, Times: 8}, "silence": {}, "for ever": {Drop: true, Times: 1000},
	}, 2) {
		inBubble(t, name, func(t *testing.T) {
			w := newWorld(t)
			w.timing.front = rarely
			w.serve(doneFake())
			fault.At = discordtest.AtResume
			w.srv.FailGateway(fault)
			w.srv.Disconnect()
			w.alice.Say(w.general, w.srv.BotUser().Mention()+" hello")
			time.Sleep(10 * time.Minute)
			w.works()
			if s := w.srv.GatewayStats(); (s.Identifies == 1) != (name != "for ever") {
				t.Errorf("%+v", s)
			}
			if n := w.said(w.general, "done"); name != "for ever" && n != 2 {
				t.Errorf("%d answers", n)
			}
		})
	}
}

// If a session can't be resumed, a new one begins at once.
func TestFailedResume(t *testing.T) {
	for name, fault := range map[string]discordtest.GatewayFault{
		"invalid": {Send: []string{discordtest.InvalidSession}},
		"closed":  {Close: 4009},
	} {
		inBubble(t, name, func(t *testing.T) {
			w := newWorld(t)
			w.serve(doneFake())
			fault.At = discordtest.AtResume
			w.srv.FailGateway(fault)
			done := w.within(7 * time.Second) // 5 for the pace of sessions
			w.srv.Disconnect()
			must.OK(w, w.srv.WaitGateway(soon(t), func(s discordtest.GatewayStats) bool { return s.Identifies == 2 }))
			done()
			w.works()
			if s := w.srv.GatewayStats(); s.Refused != 1 {
				t.Errorf("%+v", s)
			}
		})
	}
}

func TestFinalCloseCodes(t *testing.T) {
	for _, code := range testlong.Sample(t, []int{4004, 4010, 4011, 4012, 4013, 4014}, 2) {
		for _, at := range []discordtest.GatewayStep{discordtest.AtIdentify, discordtest.AtResume} {
			inBubble(t, "", func(t *testing.T) {
				w := newWorld(t)
				w.srv.FailGateway(discordtest.GatewayFault{At: at, Close: code, Times: 100})
				if at == discordtest.AtResume {
					time.AfterFunc(time.Second, w.srv.Disconnect)
				}
				done := w.within(10 * time.Second)
				err := run(t, w.config(doneFake()))
				done()
				if err == nil || strings.Contains(err.Error(), "\n") || w.srv.GatewayStats().Refused != 1 {
					t.Errorf("%d: %v, %+v", code, err, w.srv.GatewayStats())
				}
				if code == 4004 && !errors.Is(err, transport.ErrToken) || (code == 4013 || code == 4014) && !errors.Is(err, transport.ErrIntents) {
					t.Errorf("%d: %v", code, err)
				}
			})
		}
	}
}

// A gateway's address may carry a password.
func TestGatewayAddressIsNotLogged(t *testing.T) {
	bubble(t, func(t *testing.T) {
		for _, address := range []string{"ws://user:pass-word@127.0.0.1:1/", "ws://127.0.0.1:1/?key=pass-word", "ws://user:pass-word@127.0.0.1:x/", "pass-word"} {
			w := newWorld(t)
			w.srv.Fail(discordtest.Fault{Path: "/gateway/bot", Status: 200, Body: `{"url":"` + address + `","shards":1}`, Times: 1000})
			stop := w.start(w.config(doneFake()))
			w.eventually("two tries", func() bool { return strings.Count(w.logged.String(), "no connection") == 2 })
			must.OK(w, stop())
			if text := w.logged.String(); strings.Contains(text, "pass-word") {
				t.Errorf("logged: %s", text)
			}
		}
	})
}

// Events that were replayed, took long, or were sent before the process began count as late.
func TestLate(t *testing.T) {
	sent := must.Get(discordgo.SnowflakeTimestamp("1477998909849600050"))(t)
	for _, test := range []struct {
		begun, arrived time.Duration // after it was sent
		replayed, want bool
	}{
		{-time.Second, time.Second, false, false}, {-time.Second, time.Second, true, true},
		{-time.Second, 1600 * time.Millisecond, false, true}, {time.Millisecond, time.Second, false, true},
	} {
		b := &bot{begun: sent.Add(test.begun)}
		if got := b.late("1477998909849600050", sent.Add(test.arrived), test.replayed); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// A replayed interaction is as old as its id says, any other as its arrival: clocks may be wrong.
func TestAge(t *testing.T) {
	bubble(t, func(t *testing.T) {
		time.Sleep(14 * time.Minute)
		for replayed, want := range map[bool]time.Duration{false: time.Second, true: 14 * time.Minute} {
			i := &interaction{interactionEvent: &interactionEvent{ID: "1477998909849600050", Origin: transport.Origin{Replayed: replayed}}, arrived: time.Now().Add(-time.Second)}
			if got := i.age().Round(time.Second); got != want {
				t.Errorf("replayed %v: %v, want %v", replayed, got, want)
			}
		}
	})
}

// Events that are replayed to a process that knows them are dropped.
func TestReplayIsDropped(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.tolerate("already been acknowledged")
		var done atomic.Int32
		w.serve(&fake{do: func(context.Context, commands.Request) view.Reply {
			done.Add(1)
			return view.Reply{Text: "done"}
		}})
		in := w.alice.Slash(w.general, "match board")
		w.answer(in)
		said := w.alice.Say(w.general, w.srv.BotUser().Mention()+" board")
		w.eventually("an answer", func() bool { return w.said(w.general, "done") == 2 })
		w.srv.FailGateway(discordtest.GatewayFault{At: discordtest.AtResume, Send: []string{
			`{"op":0,"t":"INTERACTION_CREATE","s":90,"d":` + string(in.Event()) + `}`,
			fmt.Sprintf(`{"op":0,"t":"MESSAGE_CREATE","s":91,"d":{"id":%q,"channel_id":%q,"guild_id":"1","content":%q,"author":{"id":%q}}}`,
				said.ID, w.general.ID, w.srv.BotUser().Mention()+" board", w.alice.ID),
			`{"op":0,"t":"RESUMED","s":92,"d":{}}`,
		}})
		w.srv.Disconnect()
		w.eventually("both are found to be answered", func() bool {
			log := w.logged.String()
			return strings.Contains(log, "an interaction was delivered again") && strings.Contains(log, "a message was delivered again")
		})
		if n := done.Load(); n != 2 {
			t.Errorf("%d requests were carried out", n)
		}
	})
}

func doneFake() *fake {
	return &fake{do: func(context.Context, commands.Request) view.Reply { return view.Reply{Text: "done"} }}
}

// After a connection ends, the session is resumed or a new one begins. A resumed session loses no
// events.
func TestConnectionsThatEnd(t *testing.T) {
	for name, drop := range map[string]func(*discordtest.Server){
		"resumed: dropped":               func(s *discordtest.Server) { s.Disconnect() },
		"resumed: closed":                func(s *discordtest.Server) { s.CloseWith(4000) },
		"resumed: asked to reconnect":    func(s *discordtest.Server) { s.RequestReconnect() },
		"anew: timed out":                func(s *discordtest.Server) { s.CloseWith(4009) },
		"anew: wrong sequence":           func(s *discordtest.Server) { s.CloseWith(4007) },
		"anew: invalid":                  func(s *discordtest.Server) { s.InvalidateSessions(false) },
		"resumed: invalid but resumable": func(s *discordtest.Server) { s.InvalidateSessions(true) },
	} {
		inBubble(t, name, func(t *testing.T) {
			w := serveFake(t, doneFake())
			resumed := strings.HasPrefix(name, "resumed")
			drop(w.srv)
			if resumed {
				w.alice.Say(w.general, w.srv.BotUser().Mention()+" L-1")
			}
			w.ready(2)
			if resumed {
				w.sees(w.general, "done")
			}
			w.works()
			if s := w.srv.GatewayStats(); (s.Identifies == 1) != resumed || w.overwrites() != 1 {
				t.Errorf("%+v, the commands were registered %d times", s, w.overwrites())
			}
		})
	}
}

// run runs a bot until it ends by itself.
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
			if err := run(t, c); !errors.Is(err, transport.ErrToken) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: %v", token, err)
			}
		}
		if s := w.srv.GatewayStats(); s.Connections > 0 {
			t.Errorf("%+v", s)
		}
	})
}

// If no session begins, the bot keeps trying.
func TestStuckGateways(t *testing.T) {
	const nothing = `{"op":0,"t":"NOTHING","s":1,"d":{}}`
	for name, fault := range testlong.Few(t, map[string]discordtest.GatewayFault{
		"silent":           {},
		"null":             {Send: []string{"null"}},
		"no hello":         {Send: []string{nothing}},
		"no JSON":          {Send: []string{"?"}},
		"only greets":      {At: discordtest.AtIdentify},
		"reconnect":        {At: discordtest.AtIdentify, Send: []string{discordtest.Reconnect}},
		"acknowledgement":  {At: discordtest.AtIdentify, Send: []string{`{"op":11}`}},
		"never ready":      {At: discordtest.AtIdentify, Send: []string{nothing}},
		"invalid for ever": {At: discordtest.AtIdentify, Send: []string{discordtest.InvalidSession}},
	}, 4) {
		inBubble(t, name, func(t *testing.T) {
			w := newWorld(t)
			fault.Times = 1000
			w.srv.FailGateway(fault)
			stop := w.start(w.config(doneFake()))
			must.OK(w, w.srv.WaitGateway(soon(t), func(s discordtest.GatewayStats) bool { return s.Connections == 5 }))
			must.OK(w, stop())
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
		must.OK(w, stop())
		inTime(t, "to stop", time.Since(began), time.Second)
	})
}
