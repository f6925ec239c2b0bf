package spoken_test

import (
	_ "embed"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/spoken"
	"nimatron/internal/must"
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

// TestAsksBack: a sentence without its place, or its number, is asked for that.
func TestAsksBack(t *testing.T) {
	for _, c := range [][4]string{
		{"nim", "3 5 7", "hello there", "I can't read that as a move. Say it as in `take 1 from pile 1`"},
		{"move-reverse-nim", "3 5 7", "hello", "I can't read that as a move. Say it as in `name pile 1`"},
		{"nim", "3 5 7", "take 3", "which pile? Say it as in `take 3 from pile 3`"},
		{"nim", "3 5 7", "take the second pile", "how many from pile 2? Say it as in `take 2 from pile 2`"},
		{"end-nim", "3 5 2", "two please", "which end? Say it as in `take 2 from the right end`"},
		{"end-nim", "3 5 2", "Left", "how many from the left end? Say it as in `take 2 from the left end`"},
	} {
		v := must.Get(catalog.Standard.Find(c[0]))(t)
		p := must.Get(v.Parse(c[1], games.Left))(t)
		if m, err := spoken.Read(v, p, c[2]); err == nil || err.Error() != c[3] {
			t.Errorf("%s %s: %q is %s, %v", c[0], c[1], c[2], m, err)
			continue
		}
		_, hint, _ := strings.Cut(c[3], "`")
		if m, err := spoken.Read(v, p, strings.TrimSuffix(hint, "`")); err != nil {
			t.Errorf("%q is %s, %v", hint, m, err)
		}
	}
}

// TestSaidIsRead: refusals suggest moves in words, so those are read back as the move.
func TestSaidIsRead(t *testing.T) {
	for _, v := range catalog.Standard.All() {
		starts := []string{v.Rules.Example}
		if v.Ending == games.Normal && strings.HasSuffix(v.ID, "sum") {
			starts = append(starts, map[bool]string{
				true:  "coloured-depot-nim a=2 b=1; *<a a-b *>b + partizan-end-nim 2 3",
				false: "depot-nim a=2 b=1; *-a a-b + forklift-nim 2 1 / 1 3 + end-nim 3 2 + tree-nim 3(2 1)",
			}[v.Partizan])
		}
		for _, start := range starts {
			p := must.Get(v.Parse(start, games.Left))(t)
			for step := range p.Options() {
				if said := v.Say(p, step.Move).Do(); step.Move.Count > 4 {
					break
				} else if m, err := spoken.Read(v, p, said); err != nil || m != step.Move {
					t.Errorf("%s %s: %q is %s, %v; want %s", v.ID, start, said, m, err, step.Move)
				}
			}
		}
	}
}
