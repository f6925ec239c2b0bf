package chat

import (
	"slices"
	"strings"
	"testing"
)

func TestComplete(t *testing.T) {
	service, _ := newService(t)
	script(t, service, "p1: /challenge game:end-nim position:3 5 2 first:me\n")
	s := &session{Config: Config{Service: service}, user: "p1", channel: "lobby", people: map[string]bool{"p1": true, "p2": true}}
	for _, tt := range []struct {
		line, head string
		words      string // required suggestions, separated by "|"
		only       bool   // no other suggestions
		whole      bool   // a space follows a value
	}{
		{"", "", "L-1|R-1|R-2|L-3", false, false},
		{"l", "", "L-1|L-2|L-3", true, false},
		{"p1: L", "p1: ", "L-1|L-2|L-3", true, false},
		{"p2: L", "p2: L", "", true, false},
		{"/cha", "", "/challenge", true, false},
		{"p2: /CHA", "p2: ", "/challenge", true, false},
		{"/challenge ", "/challenge ", "game:|opponent:|first:", false, true},
		{"/challenge ga", "/challenge ", "game:", true, false},
		{"/challenge game:end", "/challenge game:", "end-nim|end-nim/misere|end-nim/loop", false, true},
		{"/challenge game:end-nim position:", "/challenge game:end-nim position:", "3 5 2", true, false},
		{"/challenge game:nim f", "/challenge game:nim ", "first:", true, true},
		{"/challenge game:nim first:", "/challenge game:nim first:", "me|opponent", false, true},
		{"/challenge open:", "/challenge open:", "true|false", true, true},
		{"/challenge opponent:p", "/challenge opponent:", "p1|p2", true, true},
		{"/challenge opponent:n", "/challenge opponent:", "nimatron", true, true},
		{"/move R", "/move ", "R-1|R-2", true, false},
		{"/rules nim/", "/rules ", "nim/max/3|nim/misere|nim/max/3/misere", true, false},
		{"/help cha", "/help ", "challenge", true, false},
		{"/challenge game:nim level:p", "/challenge game:nim level:", "perfect", true, true},
		{"/nonsense x", "/nonsense x", "", true, false},
		{"nimatron: L", "nimatron: L", "", true, false},
	} {
		head, words := s.complete(t.Context(), tt.line)
		for i := range words {
			if values := strings.HasSuffix(head, ":"); tt.whole && values != strings.HasSuffix(words[i], " ") {
				t.Errorf("%q: after %q there is a space, or none", tt.line, words[i])
			}
			words[i] = strings.TrimSpace(words[i])
		}
		if head != tt.head && len(words) > 0 {
			t.Errorf("%q: %q stays, want %q", tt.line, head, tt.head)
		}
		want := strings.FieldsFunc(tt.words, func(r rune) bool { return r == '|' })
		for _, w := range want {
			if !slices.Contains(words, w) {
				t.Errorf("%q: %q is missing in %q", tt.line, w, words)
			}
		}
		if tt.only && len(words) != len(want) {
			t.Errorf("%q: got %q, want %q alone", tt.line, words, want)
		}
	}
}
