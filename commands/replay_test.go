package commands_test

import (
	"strings"
	"testing"

	"nimatron/commands"
)

func TestReplay(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:1 2 first:me")
	r.refuses("p1", "/replay 1", "not over yet")
	r.expect("p1", "2-2", "Nimatron wins", "@p1 missed the only win (0%)", "Nimatron never had a win to find")
	for line, want := range map[string]string{
		"/replay 99":             "no match with that number",
		"/replay x":              "no number of a match",
		"/replay -1":             "no number of a match",
		"/replay match:1 step:9": "steps 0 to 2",
	} {
		r.refuses("p1", line, want)
	}

	r.refuses("p1", "/profile", "Accuracy: Missed the only win (0%) in the last match without help")
	reply := r.refuses("p2", "/replay #1", "match 1, 0 of 2", "@p1 decides now, and can win", "Position: 1 2")
	var seen []string
	for { // forward to the end, by the buttons
		seen = append(seen, text(reply))
		i := 0
		for i < len(reply.Card.Actions) && reply.Card.Actions[i].Label != "Forward" {
			i++
		}
		if i == len(reply.Card.Actions) {
			break
		}
		if len(seen) > 5 {
			t.Fatal("there is no end")
		}
		next := reply.Card.Actions[i]
		reply = r.service.Do(t.Context(), commands.Request{Command: next.Command, Options: next.Options, By: person("p2"), Channel: "lobby"})
		if !reply.Private || !reply.Replace {
			t.Error("a step of a replay is not shown in place")
		}
	}
	whole := strings.Join(seen, "\n")
	for _, want := range []string{
		"Move 1: @p1 took 2 from pile 2 (`2-2`), which **missed a win**: `2-1` would have taken it",
		"Nimatron decides now, and can win",
		"Nimatron took 1 from pile 1 (`1-1`), which kept the win",
		"@p1 missed the only win (0%)",
	} {
		if !strings.Contains(whole, want) {
			t.Errorf("the replay lacks %q:\n%s", want, whole)
		}
	}
	if len(seen) != 3 {
		t.Errorf("the replay has %d positions", len(seen))
	}
}

// TestReplayOfOthers keeps a match to its players and the place where it was played.
func TestReplayOfOthers(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:1 first:me")
	r.expect("p1", "1-1", "@p1 wins")
	req, err := request(t, "p2", "/replay 1")
	if err != nil {
		t.Fatal(err)
	}
	req.Channel = "elsewhere"
	if reply := r.service.Do(t.Context(), req); !strings.Contains(reply.Text, "played elsewhere") {
		t.Errorf("somebody else's match is shown: %s", text(reply))
	}
}
