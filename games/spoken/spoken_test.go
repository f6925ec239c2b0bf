package spoken_test

import (
	"regexp"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/spoken"
	"nimatron/internal/golden"
	"nimatron/internal/must"
)

var hint = regexp.MustCompile("Say it as in `(.*)`")

// TestSaid reads the sentences of said.txt. Each line has a game, a position and what somebody says. What a refusal
// says to say is read.
func TestSaid(t *testing.T) {
	golden.Lines(t, "said.txt", func(line string) string {
		asked := strings.Split(line, " | ")
		v := must.Get(catalog.Standard.Find(asked[0]))(t)
		p := must.Get(v.Parse(asked[1], games.Left))(t)
		m, err := spoken.Read(v, p, asked[2])
		if err == nil {
			_, err = p.Play(m)
		}
		if err == nil {
			return m.String()
		}
		if found := hint.FindStringSubmatch(err.Error()); found != nil {
			must.Get(spoken.Read(v, p, found[1]))(t)
		}
		return "refused: " + err.Error()
	})
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
