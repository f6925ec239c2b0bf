package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/discordtest"
)

// within is inTime from now until the function that it returns is called.
func (w *world) within(d time.Duration) (done func()) {
	began := time.Now()
	return func() {
		w.Helper()
		inTime(w.T, "it", time.Since(began), d)
	}
}

// begun counts the sessions that were begun or resumed.
func begun(s discordtest.GatewayStats) int { return s.Identifies + s.Resumes }

// works checks that a command is answered.
func (w *world) works() {
	w.Helper()
	w.contains(w.answer(w.alice.Slash(w.general, "board")), "done")
}

// What Discord may say instead of READY or RESUMED. The timing is the usual one.
func TestRefusedConnect(t *testing.T) {
	for _, at := range []discordtest.GatewayStep{discordtest.AtConnect, discordtest.AtIdentify, discordtest.AtResume} {
		for name, fault := range map[string]discordtest.GatewayFault{
			"reconnect":         {Send: []string{discordtest.Reconnect}},
			"reconnect, closed": {Send: []string{discordtest.Reconnect}, Close: 4000},
			"invalid":           {Send: []string{discordtest.InvalidSession}},
			"invalid, resume":   {Send: []string{discordtest.ResumableSession}},
			"no JSON":           {Send: []string{"?"}, Drop: true},
			"null":              {Send: []string{"null", "[]", "7"}, Drop: true},
			"dropped":           {Drop: true},
			"closed":            {Close: 4000},
		} {
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

// A connection in which nothing comes any more is noticed within two heartbeats.
func TestUnansweredHeartbeats(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.serve(doneFake())
		w.ok(w.srv.WaitGateway(soon(t), func(s discordtest.GatewayStats) bool { return s.Heartbeats >= 2 }))
		w.srv.MuteAcks(true)
		before, sent := w.srv.GatewayStats().Heartbeats, 0
		w.ok(w.srv.WaitGateway(soon(t), func(s discordtest.GatewayStats) bool {
			sent = s.Heartbeats - before
			return s.Connections == 2
		}))
		if sent > 1 {
			t.Errorf("%d heartbeats went unanswered", sent)
		}
		w.srv.MuteAcks(false)
		w.ok(w.srv.WaitReady(soon(t)))
		w.works()
	})
}

// Being asked to reconnect costs no time.
func TestReconnectAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.timing.stable = 0 // else a gateway that asks again and again is left alone for a while
		w.serve(doneFake())
		const times = 30
		done := w.within(times * time.Second)
		for n := range times {
			w.srv.RequestReconnect()
			w.ok(w.srv.WaitGateway(soon(t), func(s discordtest.GatewayStats) bool { return s.Resumes == n+1 }))
		}
		done()
	})
}

// A session that can't be resumed is followed by a new one at once.
func TestFailedResume(t *testing.T) {
	for name, fault := range map[string]discordtest.GatewayFault{
		"invalid": {Send: []string{discordtest.InvalidSession}},
		"closed":  {Close: 4009},
		"silence": {},
	} {
		inBubble(t, name, func(t *testing.T) {
			w := newWorld(t)
			w.serve(doneFake())
			fault.At = discordtest.AtResume
			w.srv.FailGateway(fault)
			done := w.within(15 * time.Second) // of which 8 are for the silence, and 5 for the pace of sessions
			w.srv.Disconnect()
			w.ok(w.srv.WaitGateway(soon(t), func(s discordtest.GatewayStats) bool { return s.Identifies == 2 }))
			done()
			w.works()
			if s := w.srv.GatewayStats(); s.Refused != 1 {
				t.Errorf("%+v", s)
			}
		})
	}
}

func TestFinalCloseCodes(t *testing.T) {
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
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
				if code == 4004 && !errors.Is(err, ErrToken) || (code == 4013 || code == 4014) && !errors.Is(err, ErrIntents) {
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
			w.ok(stop())
			if text := w.logged.String(); strings.Contains(text, "pass-word") {
				t.Errorf("logged: %s", text)
			}
		}
	})
}

// What a resumed session replays may have been answered, whatever the clock says.
func TestReplayIsLate(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.tolerate("already been acknowledged")
		var done atomic.Int32
		w.serve(&fake{do: func(context.Context, commands.Request) view.Reply {
			done.Add(1)
			return view.Reply{Text: "done"}
		}})
		in := w.alice.Slash(w.general, "board")
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
			return strings.Contains(log, "an interaction was answered before") && strings.Contains(log, "a message was answered before")
		})
		if n := done.Load(); n != 2 {
			t.Errorf("%d requests were carried out", n)
		}
	})
}
