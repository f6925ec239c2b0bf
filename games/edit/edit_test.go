package edit_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/edit"
	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

func parse(t *testing.T, variant, text string) (*games.Variant, games.Position) {
	t.Helper()
	v := must.Get(catalog.Standard.Find(variant))(t)
	p := must.Get(v.Parse(text, games.Left))(t)
	return v, p
}

// TestApply makes the changes of changes.txt.
func TestApply(t *testing.T) {
	t.Parallel()
	golden.Lines(t, "changes.txt", func(line string) string {
		asked := strings.Split(line, " | ")
		v, p := parse(t, asked[0], asked[1])
		number := must.Get(strconv.ParseUint(asked[4], 10, 64))(t)
		got, at, err := edit.Apply(v, p, asked[2], edit.Change(asked[3]), number)
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%s at %q", got, at)
	})
}

// TestBuild edits positions of every game at random. Each can be written and read again, the next
// place exists, and nothing is a dead end.
func TestBuild(t *testing.T) {
	t.Parallel()
	for _, v := range catalog.Standard.All() {
		r := rand.New(rand.NewPCG(1, 2))
		_, p := parse(t, v.ID, v.Rules.Example)
		at := edit.Places(p)[0].Name
		for range testlong.Times(50, 120, 400) {
			type next struct {
				p  games.Position
				at string
			}
			var all []next
			for _, c := range edit.Changes {
				if c == edit.Clear && r.IntN(20) > 0 {
					continue
				}
				if q, at, err := edit.Apply(v, p, at, c, 0); err == nil {
					all = append(all, next{q, at})
				}
			}
			if len(all) == 0 {
				t.Fatalf("%s: nothing can be done at %q of %s", v.ID, at, p)
			}
			one := all[r.IntN(len(all))]
			p, at = one.p, one.at
			again, err := v.Parse(p.String(), games.Left)
			if err != nil || again.String() != p.String() {
				t.Fatalf("%s: %s is read as %v, %v", v.ID, p, again, err)
			}
			places := edit.Places(p)
			if at == "" && len(places) > 0 {
				at = places[r.IntN(len(places))].Name
			}
			if at != "" && !slices.ContainsFunc(places, func(p edit.Place) bool { return p.Name == at }) {
				t.Fatalf("%s: %s has no place %q", v.ID, p, at)
			}
		}
	}
}
