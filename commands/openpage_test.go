package commands_test

import (
	"testing"

	"nimatron/commands/view"
)

// TestOpenInBrowser looks at the links of finished matches and analyses: all is behind the #, and a
// match that goes on has none.
func TestOpenInBrowser(t *testing.T) {
	r := newRoom(t)
	r.service.UsePage("https://nim.example.org/")
	link := func(card *view.Card) string {
		for _, l := range card.Links {
			if l.Label == "Open in browser" {
				return l.To
			}
		}
		return ""
	}
	if got, want := link(r.say("p1", "/analyze depot-nim a=2 b=3; *-a a-b").Card), "https://nim.example.org/#depot-nim/a=2.b=3%3B.%2A-a.a-b"; got != want {
		t.Errorf("the link is %q, want %q", got, want)
	}
	if got, want := link(r.say("p1", "/analyze forklift-nim 1 . / 2 1").Card), "https://nim.example.org/#forklift-nim/1.%2E.%2F.2.1"; got != want {
		t.Errorf("the link of a yard is %q, want %q", got, want)
	}
	end := r.ended(againstBot("end-nim", "3 1", "me"), "p1: /move L-3")
	if got, want := link(end), "https://nim.example.org/#end-nim/3.1/L-3.L-1"; got != want {
		t.Errorf("the link of a match is %q, want %q", got, want)
	}
	board := r.say("p1", "/challenge variant:end-nim position:1 1 level:perfect first:me")
	if board.Card == nil || link(board.Card) != "" {
		t.Errorf("a match that goes on has the link %q", link(board.Card))
	}
}
