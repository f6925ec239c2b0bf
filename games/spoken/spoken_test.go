package spoken_test

import (
	_ "embed"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/spoken"
)

//go:embed testdata/said.txt
var said string

// Each line of said.txt has a game, a position, what somebody says, and the move; "-" for none.
func TestSaid(t *testing.T) {
	cases := 0
	for n, line := range strings.Split(said, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, " | ")
		if len(parts) != 4 {
			t.Fatalf("line %d: %q", n+1, line)
		}
		cases++
		v, err := catalog.Standard.Find(parts[0])
		if err != nil {
			t.Fatal(err)
		}
		p, err := v.Parse(parts[1], games.Left)
		if err != nil {
			t.Fatal(err)
		}
		m, err := spoken.Read(v, p, parts[2])
		if err == nil {
			_, err = p.Play(m)
		}
		got := m.String()
		if err != nil {
			got = "-"
		}
		if got != parts[3] {
			t.Errorf("line %d: %s %s: %q is %s, %v; want %s", n+1, v.ID, parts[1], parts[2], m, err, parts[3])
		}
	}
	if cases < 200 {
		t.Errorf("%d cases", cases)
	}
}
