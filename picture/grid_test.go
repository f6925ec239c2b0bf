package picture

import (
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/internal/golden"
	"nimatron/internal/must"
)

// board returns the shape of a position.
func board(t *testing.T, v *games.Variant, text string) games.Shape {
	t.Helper()
	p := must.Get(v.Parse(text, games.Left))(t)
	return p.Shape()
}

func TestBoards(t *testing.T) {
	row := strings.TrimSpace(strings.Repeat("12 ", 20))
	for _, tt := range []struct {
		name    string
		variant *games.Variant
		text    string
	}{
		{"grid", depotnim.Forklift, "3 1 2 / 4 12 6 / 2 5 1"},
		{"grid-open", depotnim.Forklift, "3 1 2 / 4 . 6"},
		{"grid-400", depotnim.Forklift, strings.Repeat(row+" / ", 19) + row},
		{"grid-huge", depotnim.Forklift, strings.Repeat("1000000000000000000 ", 19) + "1"},
		{"grid-column", depotnim.Forklift, strings.Repeat("1 / ", 399) + "1"},
		{"tree", depotnim.Tree, "3(2 5(1 1))"},
		{"depot", depotnim.Depot, "a=3 b=0 c=4; *-a a-b b-c"},
		{"coloured", depotnim.Coloured, "a=2 b=1 c=3; *<a a-b a>c b-c *>c"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			drawn := Text(board(t, tt.variant, tt.text))
			golden.Equal(t, "board-"+tt.name+".txt", drawn+"\n")
			for _, line := range strings.Split(drawn, "\n") {
				if n := utf8.RuneCountInString(line); n > maxWidth {
					t.Errorf("a line has %d columns: %q", n, line)
				}
			}
			if n := utf8.RuneCountInString(drawn); n > maxCharacters {
				t.Errorf("%d characters", n)
			}
		})
	}
}
