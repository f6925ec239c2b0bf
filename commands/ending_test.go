package commands_test

import (
	"strings"
	"testing"
	"time"

	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/picture/raster"
)

// ended plays a match in the lobby, line by line, and returns the card at its end.
func (r *room) ended(lines ...string) *view.Card {
	r.Helper()
	var reply view.Reply
	for _, line := range lines {
		by, line, _ := strings.Cut(line, ": ")
		if line == "/match claim" {
			r.now = r.now.Add(2 * time.Hour)
		}
		reply = r.say(by, line)
	}
	if reply.Ending == nil {
		r.Fatalf("after %q there is no ending: %s", lines, text(reply))
	}
	return reply.Ending
}

// againstBot returns the line that starts a match against the perfect level.
func againstBot(variant, position, first string) string {
	return "p1: /challenge game:" + variant + " level:perfect first:" + first + " position:" + position
}

// The end has a separate picture, with the players' names.
func TestTheEndHasAPicture(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	end := r.ended(againstBot("end-nim", "3 5 2", "me"), "p1: R-1", "p1: /match resign sure:true")
	if end.Picture == nil {
		t.Fatal("the end has no picture")
	}
	for _, words := range []string{"p1 could win", "Nimatron could win", "2, 5, 2", "A better move: taking 1 from the left end", "the turning point is move 1"} {
		if !strings.Contains(end.Picture.Alt, words) {
			t.Errorf("the picture does not show %q: %s", words, end.Picture.Alt)
		}
	}
	if strings.Contains(end.Picture.Alt, "first player") {
		t.Errorf("nobody is called the first player: %s", end.Picture.Alt)
	}
	if _, err := raster.Draw(t.Context(), end.Picture.LayOut); err != nil {
		t.Error(err)
	}
	if !strings.Contains(end.Drawing, "█ p1") || !strings.Contains(end.Drawing, "move 1") {
		t.Errorf("the drawing for the terminal lacks the course:\n%s", end.Drawing)
	}
}
