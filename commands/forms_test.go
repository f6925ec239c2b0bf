package commands_test

import (
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/testlong"
)

// Positions of any game are found in a message.
func TestPositionsInMessages(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	found := func(text string) view.Reply {
		return r.service.Do(t.Context(), commands.Request{Command: "analyze-message", Options: map[string]string{"text": text}, By: person("p1"), Channel: "lobby"})
	}
	for _, v := range testlong.Sample(t, catalog.Standard.All(), 6) {
		for _, text := range []string{
			v.ID + " " + v.Rules.Example,
			"Look at **" + v.Name + "**: `" + v.Rules.Example + "`!",
			"### " + strings.ToUpper(v.Name) + ", match 12\n2 of 3\n-# Position: " + v.Rules.Example + "\nResign",
			"/challenge game:" + v.ID + " position:" + v.Rules.Example + " first:me",
		} {
			reply := found(text)
			if reply.Card == nil || !strings.HasPrefix(reply.Card.Title, v.Name+": ") || reply.Outcome != view.OutcomeDone {
				t.Errorf("%q: %+v", text, reply)
			}
		}
	}
	long := "nim " + strings.Repeat("1 ", 200)
	for _, text := range []string{"", "nim", "nim nim nim", long, strings.Repeat("nim\n", 1000), "split-nim/x 1 2", strings.Repeat("9", 4000)} {
		if reply := found(text); reply.Outcome != view.OutcomeRefused || !reply.Private() {
			t.Errorf("%.20q: %+v", text, reply)
		}
	}
}
