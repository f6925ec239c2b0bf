package commands_test

import (
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games/catalog"
)

// Discord leaves the drawing out if there is a picture, so a value in the drawing would be lost.
func TestValueStandsBesideThePicture(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for variant, wanted := range map[string][2]string{
		"partizan-end-nim 3 5 2":                  {"Outcome", "the next player wins"},
		"coloured-depot-nim a=2 b=3; *<a a-b *>b": {"Value", "`{*3,v*2|0}`"},
		"nim 3 5 6":        {"Value", "0"},
		"nim/misere 3 5 7": {"Genus", "`1^{13}`"},
		"partizan-sum partizan-end-nim 3 5 2 + partizan-end-nim 2 2": {"Birthday", ""},
	} {
		id, position, _ := strings.Cut(variant, " ")
		reply := r.say("p1", "/study value game:"+id+" position:"+position)
		if reply.Card == nil || reply.Card.Picture == nil {
			t.Errorf("%s: no picture: %s", variant, text(reply))
			continue
		}
		value := field(reply, wanted[0])
		if value == "" || !strings.Contains(value, wanted[1]) {
			t.Errorf("%s: %s is %q; want %q: %s", variant, wanted[0], value, wanted[1], text(reply))
		}
		checkCard(t, variant, reply)
	}
}

// The card behind the button shows the won position with the winning move.
func TestShowMeWhereAfterStoppingInAWonPosition(t *testing.T) {
	for _, test := range []struct{ start, moves, alt, said string }{
		{"nim 3 5 7", "", "A better move: taking 1 from pile", "The win was taking 1 from pile"},
		{"nim 3 5 7", "1-1", "A better move:", "The win was"}, // the easy bot gives it back
		{"tree-nim 3(2 1)", "", "A better move:", "The win was"},
	} {
		r := newQuietRoom(t, catalog.Standard)
		id, position, _ := strings.Cut(test.start, " ")
		r.expect("p1", "/challenge game:"+id+" position:"+position+" first:me level:easy")
		for _, move := range strings.Fields(test.moves) {
			r.expect("p1", move)
		}
		end := r.say("p1", "/match resign sure:true")
		if end.Ending == nil || !strings.Contains(end.Ending.Body, "could still have won") {
			t.Fatalf("%s: not a won position: %s", test.start, text(end))
		}
		shown := r.press("p1", view.Reply{Card: end.Ending}, "Show me where")
		if said := text(shown); !strings.Contains(said, test.said) || strings.Contains(said, "Every move loses") || strings.Contains(said, "throughout") {
			t.Errorf("%s: %s", test.start, said)
		}
		if shown.Card == nil || shown.Card.Picture == nil || !strings.Contains(shown.Card.Picture.Alt, test.alt) {
			t.Errorf("%s: the better move is not drawn: %+v", test.start, shown.Card)
		}
	}
	// The opponent is to move, and has lost.
	r := newQuietRoom(t, catalog.Standard)
	r.expect("p1", "/challenge game:nim position:3 5 7 first:me opponent:p2")
	r.expect("p2", "/match accept")
	r.expect("p1", "1-1")
	r.expect("p2", "3-1")
	r.expect("p1", "2-1")
	end := r.say("p1", "/match resign sure:true")
	if end.Ending == nil {
		t.Fatal(text(end))
	}
	if said := text(r.press("p2", view.Reply{Card: end.Ending}, "Show me where")); !strings.Contains(said, "@p2 to move, and every move loses.") {
		t.Error(said)
	}
}

// The win can be claimed when the time is up, and only then a button says so.
func TestClaimIsOfferedWhenItCanBePressed(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.expect("p1", "/challenge game:nim position:3 5 7 first:me opponent:p2 time:10m")
	board := r.expect("p2", "/match accept")
	for _, late := range []bool{false, true} {
		if late {
			r.now = r.now.Add(10 * time.Minute)
		}
		for who, offered := range map[string]bool{"p1": false, "p2": late} {
			if said := text(r.press(who, board, "More")); strings.Contains(said, "Claim the win") != offered {
				t.Errorf("late %v, %s: %s", late, who, said)
			}
			if said := text(r.say(who, "/match list")); strings.Contains(said, "Claim the win…") != offered {
				t.Errorf("late %v, %s: %s", late, who, said)
			}
		}
		if said := text(r.say("p2", "/match board")); strings.Contains(said, "Claim the win") != late {
			t.Errorf("late %v: %s", late, said)
		}
	}
	if said := text(r.press("p2", r.say("p2", "/match board"), "Claim the win")); !strings.Contains(said, "@p2 won") {
		t.Error(said)
	}
}

// Create alone asks in a form and makes nothing; a name that fits two is asked for.
func TestFormsAndMenusInPlaceOfGuesses(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.server = "s"
	for _, command := range []string{"/tournament create", "/class create"} {
		if reply := r.say("mod", command); reply.Form == nil {
			t.Errorf("%s: %s", command, text(reply))
		}
	}
	if said := text(r.say("mod", "/class list")); strings.Contains(said, "mod's class") {
		t.Error(said)
	}
	for range 2 {
		r.expect("mod", "/tournament create name:Cup format:swiss")
		r.expect("mod", "/class create name:7b")
	}
	for _, command := range []string{"tournament standings", "tournament join name:Cup", "class progress", "class leave name:7b"} {
		reply := r.say("mod", "/"+command)
		if reply.Card == nil || len(reply.Card.Menus) != 1 || len(reply.Card.Menus[0].Choices) != 2 {
			t.Errorf("%s: %s", command, text(reply))
			continue
		}
		m := reply.Card.Menus[0]
		options := map[string]string{m.Option: m.Choices[1].Value}
		for name, value := range m.Options() {
			options[name] = value
		}
		chosen := r.do("["+m.Prompt+"]", commands.Request{Command: m.Command, Options: options, By: person("mod"), Channel: "lobby", Server: "s", Manager: true})
		if said := text(chosen); strings.Contains(said, "Which ") {
			t.Errorf("%s: %s", command, said)
		}
	}
}
