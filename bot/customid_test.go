package bot

import (
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/commands/view"
	"nimatron/match"
)

func same(a, b button) bool {
	return a.command == b.command && a.subject == b.subject && maps.Equal(a.options, b.options) && a.chosen == b.chosen
}

func TestCustomIDRoundTrip(t *testing.T) {
	for _, b := range []button{
		{command: "help"},
		{command: "match accept", subject: view.Subject{Kind: view.ChallengeSubject, ID: 12}},
		{command: "match resign", subject: view.Subject{Kind: view.MatchSubject, ID: 1<<63 - 1, Version: 1<<63 - 1}},
		{command: "match accept", subject: view.Subject{Kind: view.ChallengeSubject, ID: 12}, options: map[string]string{"first": "me"}},
		{command: "rules", options: map[string]string{"game": "end-nim/misere"}},
		{command: "study analyze", options: map[string]string{"game": "end-nim", "position": "3 5 2"}},
		{command: "study analyze", options: map[string]string{"position": "a=3; *-a: &% é\n", "game": ""}},
		{command: "tap", subject: view.Subject{Kind: view.MatchSubject, ID: 3, Version: 7}, options: map[string]string{"where": "B2"}, chosen: "count.2"},
	} {
		id, ok := b.customID()
		if !ok {
			t.Errorf("%+v has no custom id (%q)", b, id)
			continue
		}
		if got, ok := readCustomID(id); !ok || !same(got, b) {
			t.Errorf("%q reads as %+v, %v, want %+v", id, got, ok, b)
		}
	}
}

// The buttons of old messages must keep working.
func TestCustomIDFormatIsStable(t *testing.T) {
	b := button{"accept", view.Subject{Kind: view.ChallengeSubject, ID: 12}, map[string]string{"first": "me"}, ""}
	if id, _ := b.customID(); id != "n1:accept:c12.0:first=me" {
		t.Errorf("got %q", id)
	}
}

func TestCustomIDTooLong(t *testing.T) {
	b := button{command: "study analyze", options: map[string]string{"position": strings.Repeat("9", 100)}}
	if id, ok := b.customID(); ok {
		t.Errorf("%q has %d characters", id, len(id))
	}
}

var badCustomIDs = []string{
	"", "n1", "n1:help", "n1:help:", "n1:help::x", "n1:help:::", "n1:help:::x:", "n1:help:::x:y", "n2:help::", "N1:help::",
	"n1:resign:m:", "n1:resign:m5:", "n1:resign:m5.:", "n1:resign:m05.1:", "n1:resign:+5.1:",
	"n1:resign:m5.1.2:", "n1:resign:x5.1:", "n1:resign:m99999999999999999999.1:",
	"n1:rules::variant=%zz", "n1:rules::b=1&a=2", "n1:rules::a=1&a=2", "n1:rules::a=%ff",
	strings.Repeat("n", 101), "n1:help::" + strings.Repeat("a", 92) + "=",
}

func TestBadCustomIDsAreRefused(t *testing.T) {
	for _, id := range badCustomIDs {
		if b, ok := readCustomID(id); ok {
			t.Errorf("%q reads as %+v", id, b)
		}
	}
}

func FuzzReadCustomID(f *testing.F) {
	for _, id := range badCustomIDs {
		f.Add(id)
	}
	f.Add("n1:accept:c12.0:first=me")
	f.Fuzz(func(t *testing.T, id string) {
		b, ok := readCustomID(id)
		if !ok {
			return
		}
		if again, ok := b.customID(); !ok || again != id {
			t.Errorf("%q reads as %+v, which is written as %q, %v", id, b, again, ok)
		}
	})
}

func FuzzCustomID(f *testing.F) {
	f.Add("accept", string(view.ChallengeSubject), int64(12), int64(0), "first", "me")
	f.Fuzz(func(t *testing.T, command, kind string, id, version int64, name, value string) {
		b := button{command, view.Subject{Kind: match.SubjectKind(kind), ID: id, Version: version}, map[string]string{name: value}, ""}
		if b.subject.Kind == view.NoSubject {
			b.subject = view.Subject{}
		}
		text, ok := b.customID()
		if !ok {
			return
		}
		if len(text) > maxCustomID {
			t.Fatalf("%q is too long", text)
		}
		got, ok := readCustomID(text)
		if ok != utf8.ValidString(name+value) || ok && !same(got, b) {
			t.Errorf("%+v is written as %q and read as %+v, %v", b, text, got, ok)
		}
	})
}
