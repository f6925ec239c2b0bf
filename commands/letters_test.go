package commands_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
)

// lettered matches the notation of a move on a board whose places have letters.
var lettered = regexp.MustCompile(`\b([1-9]:)?([a-z]{1,2}|[A-Z][0-9])-[0-9]`)

// TestLettersTeachNoNotation: on boards with letters, which people tap, nothing that is said about moves has
// notation: no refusal, hint, reason, review, puzzle, challenge or form.
func TestLettersTeachNoNotation(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for _, start := range [][2]string{
		{"tree-nim", "1(2 2)"}, {"depot-nim", "a=2 b=3; *-a *-b"}, {"coloured-depot-nim", "a=2 b=1; *<a a-b *>b"},
		{"forklift-nim", "1 2 / 2 4"}, {"sum", "tree-nim 1(2) + forklift-nim 3"},
		{"partizan-sum", "coloured-depot-nim a=2 b=1; *<a a-b *>b + partizan-end-nim 2 3"},
	} {
		check := func(by, line string) view.Reply {
			t.Helper()
			reply := r.say(by, line)
			if reply.Card != nil {
				reply.Card.Moves = "" // for people who type
			}
			said := strings.ReplaceAll(text(reply), games.Quote(line[strings.LastIndex(line, " move:")+len(" move:"):]), "")
			if reply.Form != nil {
				said += fmt.Sprint(reply.Form)
			}
			if found := lettered.FindString(said); found != "" {
				t.Errorf("%s %s: %s teaches %q:\n%s", start[0], start[1], line, found, said)
			}
			return reply
		}
		check("p3", "/study analyze game:"+start[0]+" position:"+start[1])
		check("p1", "/challenge game:"+start[0]+" opponent:p2 first:me position:"+start[1])
		check("p2", "/match accept")
		for _, bad := range []string{"z-1", "a-9", "b-9", "nonsense", "1:a-9", "A1-9", "B2-9"} {
			check(r.last().Actor().ID, "/move move:"+bad)
		}
		for range 3 {
			check(r.last().Actor().ID, "/hint")
		}
		check(r.last().Actor().ID, "/tap other:true")
		for g := r.last(); !g.Finished(); g = r.last() {
			for step := range g.Play.Position().Options() {
				check(g.Actor().ID, "/move move:"+step.Move.String())
				break
			}
		}
		check("p1", "/review")
		check("p1", fmt.Sprintf("/review match:%d mistake:1", r.last().ID))
	}
}
