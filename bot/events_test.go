package bot

import (
	"context"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/internal/discordtest"
)

// The bot survives any event, and answers if an answer is possible.
func TestOddEvents(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := serveFake(t, doneFake())
		for _, text := range []string{
			"", "null", "[]", "7", `"x"`, "{", "{}", `{"op":"x"}`, `{"op":99,"d":{}}`, `{"op":0,"t":7,"s":"x","d":{}}`,
			`{"op":0,"t":"INTERACTION_CREATE"}`, `{"op":0,"t":"MESSAGE_CREATE"}`, `{"op":0,"t":"RESUMED"}`, `{"op":0,"d":null}`,
			`{"op":10,"d":{"heartbeat_interval":45000}}`, `{"op":11,"d":7}`, `{"op":1,"d":{}}`,
		} {
			w.srv.SendRaw(text)
		}
		for _, event := range []string{"INTERACTION_CREATE", "MESSAGE_CREATE", "GUILD_CREATE", "NEWS", "", "VOICE_STATE_UPDATE"} {
			for _, data := range []string{
				"null", "7", "[]", "{}", `{"id":7}`, `{"id":"1"}`, `{"id":"1","token":"t","channel_id":"2"}`,
				`{"id":"1","type":2,"data":null,"member":{}}`, `{"id":"1","type":3,"message":{"components":[{"type":99}]}}`,
				`{"id":"1","channel_id":"2","author":null,"mentions":[null]}`, `{"author":{"id":"3"},"content":7}`,
			} {
				if !strings.Contains(data, "token") || event != "INTERACTION_CREATE" { // an interaction with a token is answered
					w.srv.Dispatch(event, data)
				}
			}
		}
		w.works()
		if s := w.srv.GatewayStats(); s.Connections != 1 {
			t.Errorf("%+v", s)
		}
		if text := w.logged.String(); strings.Contains(text, "panic") || !strings.Contains(text, "not understood") {
			t.Errorf("logged: %s", text)
		}
	})
}

// An interaction of an unknown kind is answered privately, as out of date.
func TestUnknownInteractions(t *testing.T) {
	bubble(t, func(t *testing.T) {
		done := func(context.Context, commands.Request) view.Reply {
			t.Error("it was carried out")
			return view.Reply{Text: "done"}
		}
		w := serveFake(t, &fake{do: done})
		for _, test := range []struct {
			kind int
			data string
		}{
			{42, `{"news":true}`}, {42, `null`}, {6, `"x"`},
			{5, `{"custom_id":"form","components":[{"type":1,"components":[{"type":4,"custom_id":"move","value":"L-1"}]}]}`},
			{5, `{"custom_id":"form","components":[{"type":18,"component":{"type":99}}]}`},
			{5, `null`},
			{3, `{"custom_id":"n1:match board::","component_type":99}`},
			{3, `{"custom_id":"n1:match board::","component_type":3,"values":["a"]}`},
			{3, `{"custom_id":7}`}, {3, `null`}, {3, `{}`},
			{2, `{"id":"1","name":"board","type":3,"target_id":"5"}`},
			{2, `{"id":"1","name":"board","options":[null]}`},
			{2, `{"id":"1","name":"board","options":7}`},
			{2, `[]`}, {2, `{}`},
		} {
			in := w.alice.Interact(w.general, test.kind, test.data)
			w.refused(in, "out of date")
			inTime(t, "the answer to "+test.data, in.Latency(), time.Second)
		}
		// A malformed autocompletion gets no choices.
		if choices, err := w.alice.Interact(w.general, 4, `{"options":[null]}`).Choices(soon(t)); err != nil || len(choices) > 0 {
			t.Errorf("choices %v, %v", choices, err)
		}
	})
}

// A reply to a message of a kind unknown to discordgo.
func TestMessageThatRepliesToNews(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := serveFake(t, doneFake())
		own := w.srv.BotUser().ID
		said := w.alice.Say(w.general, "look")
		w.srv.Dispatch("MESSAGE_CREATE", `{"id":"`+said.ID+`","channel_id":"`+w.general.ID+`","guild_id":"`+w.general.GuildID+`",
		"type":19,"content":"<@`+own+`> L-1","author":{"id":"`+w.alice.ID+`","username":"alice"},"member":{"nick":null},
		"mentions":[null,{"id":"`+own+`"}],"embeds":7,"referenced_message":{"id":"5","components":[{"type":99}]}}`)
		w.sees(w.general, "done")
	})
}

func TestPanicInAutocompletion(t *testing.T) {
	bubble(t, func(t *testing.T) {
		f := doneFake()
		f.complete = func(string, string) []view.Choice { panic("test") }
		w := serveFake(t, f)
		if choices, err := w.alice.Interact(w.general, 4, `{"name":"rules","options":[{"name":"game","type":3,"value":"n","focused":true}]}`).Choices(soon(t)); err != nil || len(choices) > 0 {
			t.Errorf("choices %v, %v", choices, err)
		}
		w.works()
		if text := w.logged.String(); !strings.Contains(text, "events_test.go") {
			t.Error("the log has no stack")
		}
	})
}

// Discord resets the token of a bot that starts too many sessions.
func TestSessionStartsAreSaved(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		began := time.Now()
		w.srv.SetSessionStarts(2, time.Hour)
		w.srv.FailGateway(discordtest.GatewayFault{At: discordtest.AtIdentify, Times: 3, Send: []string{discordtest.InvalidSession}})
		w.serve(doneFake())
		starts := w.srv.SessionStarts()
		if len(starts) != 4 {
			t.Fatalf("%d sessions were started", len(starts))
		}
		for i, at := range starts {
			if i > 0 && at.Sub(starts[i-1]) < 5*time.Second {
				t.Errorf("start %d came %v after the last", i, at.Sub(starts[i-1]))
			}
		}
		if d := starts[2].Sub(began); d < time.Hour {
			t.Errorf("the third start came after %v, before the limit was reset", d)
		}
		if !strings.Contains(w.logged.String(), "no new session") {
			t.Error("not a word of it in the log")
		}
	})
}
