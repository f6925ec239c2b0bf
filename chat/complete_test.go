package chat

import (
	"slices"
	"strings"
	"testing"
)

func TestComplete(t *testing.T) {
	service, _ := newService(t)
	script(t, service, "p1: /challenge variant:end-nim position:3 5 2 first:me\n")
	s := &session{service: service, user: "p1", channel: "lobby", people: map[string]bool{"p1": true, "p2": true}}
	for _, tt := range []struct {
		line, head string
		words      string // some that must be there, apart by "|"
		only       bool   // there are no others
	}{
		{"", "", "L-1|R-1|R-2|L-3", false},
		{"l", "", "L-1|L-2|L-3", true},
		{"p1: L", "p1: ", "L-1|L-2|L-3", true},
		{"p2: L", "p2: L", "", true},
		{"/cha", "", "/challenge", true},
		{"p2: /CHA", "p2: ", "/challenge", true},
		{"/challenge ", "/challenge ", "variant:|opponent:|first:", false},
		{"/challenge var", "/challenge ", "variant:", true},
		{"/challenge variant:end", "/challenge variant:", "end-nim|end-nim/misere|end-nim/loop", false},
		{"/challenge variant:end-nim position:", "/challenge variant:end-nim position:", "3 5 2", true},
		{"/challenge variant:nim f", "/challenge variant:nim ", "first:", true},
		{"/challenge variant:nim first:", "/challenge variant:nim first:", "me|opponent", false},
		{"/challenge open:", "/challenge open:", "true|false", true},
		{"/challenge opponent:p", "/challenge opponent:", "p1|p2", true},
		{"/challenge opponent:n", "/challenge opponent:", "nimatron", true},
		{"/move R", "/move ", "R-1|R-2", true},
		{"/rules nim/", "/rules ", "nim/misere", true},
		{"/nonsense x", "/nonsense x", "", true},
		{"nimatron: L", "nimatron: L", "", true},
	} {
		head, words := s.complete(t.Context(), tt.line)
		for i := range words {
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
