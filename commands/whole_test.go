package commands_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/solver"
)

// TestWholeReasonsAreNotCut checks that whole reasons that just fit a button's limit also fit on a
// card. Longer ones come as a file.
func TestWholeReasonsAreNotCut(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	const room = 2400 // of Discord's card
	most := 0
	for _, v := range catalog.Standard.All() {
		id := v.ID
		p, err := v.Parse("3 5 7", games.Left)
		if err != nil {
			continue // its boards are written otherwise
		}
		if _, piles := p.Shape().(games.Row); !piles || solver.FamilyOf(v).Theorem == nil {
			continue
		}
		for _, position := range []string{"3 5 7", "9 8 7 6 5 4 3 2 1 2 3 4 5", "1000000000000000000 999999999999999999", "2 3 2 3 2 3 2 3 2 2", "999999999 1000000000 7", "12 1 1 1 1 1 1 1 1 11"} {
			card := r.say("p1", "/study analyze game:"+id+" position:"+position+" full:true").Card
			if !strings.Contains(card.Body, "\n") {
				t.Errorf("%s %s: no reason", id, position)
			}
			if n := utf8.RuneCountInString(card.Body); n > room {
				t.Errorf("%s %s: %d characters:\n%s", id, position, n, card.Body)
			} else {
				most = max(most, n)
			}
		}
		reply := r.say("p1", "/study analyze game:"+id+" position:"+strings.Repeat("1000000000000000000 ", 40)+"7")
		if len(reply.Files) != 1 || reply.Files[0].Name != "why.txt" || strings.Contains(buttons(reply), "Why in full") {
			t.Errorf("%s: the whole reason of a long position is not in a file: %v", id, buttons(reply))
		} else if !strings.HasPrefix(string(reply.Files[0].Data), strings.ReplaceAll(field(reply, "Why"), "`", "")) {
			t.Errorf("%s: %s", id, reply.Files[0].Data)
		}
	}
	t.Logf("the longest has %d characters", most)
}

// field returns a field of a reply's card.
func field(reply view.Reply, name string) string {
	for _, f := range reply.Card.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}
