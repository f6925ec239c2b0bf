package commands_test

import (
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/match"
)

// Where there are no forms the options are told, and a form makes the request of those
// options.
func TestFormOfAChallenge(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	reply := r.refuses("p1", "/challenge form:true", "`opponent:`", "`rated:true`", "`time:1d`")
	if reply.Form == nil || len(reply.Form.Inputs) > 5 {
		t.Fatalf("the form is %+v", reply.Form)
	}
	for _, in := range reply.Form.Inputs {
		if !in.People && len(in.Choices) == 0 || len(in.Choices) > view.MaxChoices {
			t.Errorf("%s has %d choices", in.Option, len(in.Choices))
		}
		chosen := in.People
		for _, c := range in.Choices {
			chosen = chosen || c.Value == in.Value
		}
		if !chosen {
			t.Errorf("%s shows %q chosen, which is no choice", in.Option, in.Value)
		}
	}
	for line, want := range map[string]string{
		"/challenge form:true opponent:otherbot":             "is a bot",
		"/challenge form:true opponent:p1":                   "can't challenge yourself",
		"/challenge form:true variant:chess":                 "no variant",
		"/challenge form:perhaps":                            "`form:`",
		"/challenge terms:free variant:nim":                  "`terms:`",
		"/challenge terms:fun against:god variant:nim":       "`against:`",
		"/challenge terms:fun variant:nim opponent:stranger": "don't know who",
	} {
		r.refuses("p1", line, want)
	}
	r.expect("p1", "/challenge variant:nim opponent:p2 against:perfect size:small terms:rated 10m")
	c, err := r.referee.OpenChallenge(t.Context(), "lobby")
	if err != nil || c.Opponent.ID != "p2" || !c.Rated || c.TurnTime.Minutes() != 10 || c.Variant != "nim" {
		t.Errorf("the challenge is %+v, %v", c, err)
	}
	r.expect("p1", "/cancel")
	r.expect("p1", "/challenge variant:nim against:strong size:small terms:fun")
	g, err := r.referee.Current(t.Context(), "lobby")
	if err != nil || g.Level != match.Strong || g.Rated {
		t.Errorf("the match is %+v, %v", g, err)
	}
}

// A position is found in a message, whatever the game is.
func TestPositionsInMessages(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	found := func(text string) view.Reply {
		return r.service.Do(t.Context(), commands.Request{Command: "analyze-message", Options: map[string]string{"text": text}, By: person("p1"), Channel: "lobby"})
	}
	for _, v := range catalog.Standard.All() {
		for _, text := range []string{
			v.ID + " " + v.Rules.Example,
			"Look at **" + v.Name + "**: `" + v.Rules.Example + "`!",
			"### " + strings.ToUpper(v.Name) + ", match 12\n2 of 3\n-# Position: " + v.Rules.Example + "\nResign",
			"/challenge variant:" + v.ID + " position:" + v.Rules.Example + " first:me",
		} {
			reply := found(text)
			if reply.Card == nil || !strings.HasPrefix(reply.Card.Title, v.Name+": ") || reply.Result != view.ResultDone {
				t.Errorf("%q: %+v", text, reply)
			}
		}
	}
	long := "nim " + strings.Repeat("1 ", 200)
	for _, text := range []string{"", "nim", "nim nim nim", long, strings.Repeat("nim\n", 1000), "split-nim/x 1 2", strings.Repeat("9", 4000)} {
		if reply := found(text); reply.Result != view.ResultRefused || !reply.Private() {
			t.Errorf("%.20q: %+v", text, reply)
		}
	}
}
