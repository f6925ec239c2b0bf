package commands_test

import (
	"strings"
	"testing"

	"nimatron/commands/view"
)

func TestReplay(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:1 2 first:me level:perfect")
	r.refuses("p1", "/replay 1")
	r.expect("p1", "2-2")
	for _, line := range []string{
		"/replay 99",
		"/replay x",
		"/replay -1",
		"/replay match:1 step:9",
	} {
		r.refuses("p1", line)
	}

	r.refuses("p1", "/profile")
	reply := r.refuses("p2", "/replay #1")
	steps := 0
	for strings.Contains(buttons(reply), "Forward") {
		if steps++; steps > 5 {
			t.Fatal("there is no end")
		}
		if reply = r.press("p2", reply, "Forward"); reply.To != (view.Page{}) {
			t.Error("a step of a replay is not shown in place")
		}
	}
	if steps != 2 {
		t.Errorf("the replay has %d steps", steps)
	}
}

// TestReplayOfOthers keeps a match to its players and the place where it was played.
func TestReplayOfOthers(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:1 first:me level:perfect")
	r.expect("p1", "1-1")
	req, err := request("p2", "/replay 1")
	if err != nil {
		t.Fatal(err)
	}
	req.Channel = "elsewhere"
	if reply := r.do("elsewhere: /replay 1", req); reply.Card != nil {
		t.Errorf("somebody else's match is shown: %s", text(reply))
	}
}
