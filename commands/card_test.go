package commands_test

import (
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/splitnim"
	"nimatron/internal/testlong"
)

// A card has at most three lines above its picture, and its question names the player who decides.
// The board offers the moves, a hint, and everything else behind one button.
func TestBoardIsBrief(t *testing.T) {
	for _, v := range testlong.Sample(t, append(catalog.Standard.All(), splitnim.Of(5)), 8) {
		r := newQuietRoom(t, catalog.Standard)
		start := r.expect("p1", "/challenge game:"+v.ID+" position:"+v.Rules.Example+" first:me level:perfect")
		for range 2 {
			c := start.Card
			said := text(start)
			if lines := strings.Count(c.Title+"\n"+c.Body, "\n") + 1; lines > 3 {
				t.Errorf("%s: %d lines above the picture: %s", v.ID, lines, said)
			}
			if !strings.HasPrefix(said[strings.Index(said, "**"):], "**@p1, ") || !strings.Contains(c.Question, "**") {
				t.Errorf("%s: who decides? %s", v.ID, said)
			}
			if got := buttons(start); got != "Hint, More" {
				t.Errorf("%s: beside the moves there are %s", v.ID, got)
			}
			if strings.Contains(said, "level:") || strings.Contains(said, "/challenge") {
				t.Errorf("%s: %s", v.ID, said)
			}
			p := r.last().Play.Position()
			if v.Partizan && !strings.Contains(c.Question, "You are "+p.Turn().Actor.Name()+": "+v.Rules.Sides[p.Turn().Actor]) {
				t.Errorf("%s: which side? %s", v.ID, c.Question)
			}
			var first games.Move
			for step := range p.Options() {
				first = step.Move
				break
			}
			if start = r.expect("p1", first.String()); r.last().Finished() {
				break
			}
		}
	}
}
