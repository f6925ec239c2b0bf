package view_test

import (
	"fmt"
	"strings"
	"testing"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
)

// TestKeysOfSums checks that the keys of each part of a sum have a separate row or menu.
func TestKeysOfSums(t *testing.T) {
	yard := "forklift-nim " + strings.Repeat("2 2 2 2 2 2 2 / ", 6) + "2 2 2 2 2 2 2"
	for _, test := range []struct{ position, where, want string }{
		{"end-nim 3 5 2 + nim 2", "", `Which move?
[Part 1 Left: take 1] [Part 1 Left: 2] [Part 1 Left: all 3]
[Part 1 Right: take 1] [Part 1 Right: all 2]
[Part 2: take 1] [Part 2: all 2]`},
		{"end-nim 3 5 2 + tree-nim 3(1 2 4) + nim 4", "", `Which place?
[Part 1 Left · 3] [Part 1 Right · 2]
[Part 2 b: take 1] [Part 2 c · 2] [Part 2 d · 4]
[Part 3 · 4]`},
		{"end-nim 3 5 2 + tree-nim 3(1 2 4) + nim 4", "2:d", `How many from stack d of part 2?
[take 1] [2] [3] [all 4]
[Back]`},
		{"nim 9 9 9 9 9 9 + end-nim 30 5 2 + nim 1 9 9 9 9", "", `Which place?
Part 1 ▾ Part 1 Pile 1 · 9 … Part 1 Pile 6 · 9
Part 2 ▾ Part 2 Left · 30 … Part 2 Right · 2
Part 3 ▾ Part 3 Pile 1: take 1 … Part 3 Pile 5 · 9`},
		{strings.Repeat(yard+" + ", 5) + yard, "", `Which place?
Part 1 ▾ Part 1 A1 · 2 … Part 1 G7 · 2
Part 2 ▾ Part 2 A1 · 2 … Part 2 G7 · 2
Part 3 ▾ Part 3 A1 · 2 … Part 3 G7 · 2
Part 4 ▾ Part 4 A1 · 2 … Part 4 G7 · 2
Part 5 ▾ Part 5 A1 · 2 … Part 5 G7 · 2
Part 6 ▾ Part 6 A1 · 2 … Part 6 G7 · 2`},
	} {
		v := must.Get(catalog.Standard.Find("sum"))(t)
		card := &view.Card{}
		p := gamestest.Parse(t, v, test.position, games.Left)
		view.BoardKeys(v, p, test.where).Offer(card)
		got := card.Question
		for _, m := range card.Menus {
			got += fmt.Sprintf("\n%s ▾ %s … %s", m.Prompt, m.Choices[0].Label, m.Choices[len(m.Choices)-1].Label)
		}
		for _, row := range card.Taps {
			var labels []string
			for _, a := range row {
				labels = append(labels, "["+a.Label+"]")
			}
			got += "\n" + strings.Join(labels, " ")
		}
		if got != test.want {
			t.Errorf("%.60s: got\n%s\nwant\n%s", test.position, got, test.want)
		}
	}
}
