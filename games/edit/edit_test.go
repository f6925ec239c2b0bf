package edit_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/edit"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

func parse(t *testing.T, variant, text string) (*games.Variant, games.Position) {
	t.Helper()
	v := must.Get(catalog.Standard.Find(variant))(t)
	p := must.Get(v.Parse(text, games.Left))(t)
	return v, p
}

func TestApply(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		variant, position, place string
		change                   edit.Change
		number                   uint64
		want, at                 string // "" if the change does not apply
	}{
		{"end-nim", "3 5 2", "2", edit.Raise, 0, "3 6 2", "2"},
		{"end-nim", "3 5 2", "2", edit.Lower, 0, "3 4 2", "2"},
		{"end-nim", "3 1 2", "2", edit.Lower, 0, "", ""},
		{"end-nim", "3 5 2", "2", edit.Set, 12, "3 12 2", "2"},
		{"end-nim", "3 5 2", "1", edit.Before, 0, "1 3 5 2", "1"},
		{"end-nim", "3 5 2", "3", edit.After, 0, "3 5 2 1", "4"},
		{"end-nim", "3 5 2", "2", edit.Remove, 0, "3 2", "2"},
		{"end-nim", "3", "1", edit.Remove, 0, "0", ""},
		{"end-nim/loop", "3", "1", edit.Remove, 0, "", ""},
		{"end-nim/loop", "3 4", "1", edit.Clear, 0, "1", ""},
		{"end-nim", "0", "", edit.First, 0, "1", "1"},
		{"end-nim", "1000000000000000000", "1", edit.Raise, 0, "", ""},
		{"end-nim", "3 5", "3", edit.Raise, 0, "", ""},
		{"pile-reverse-nim", "3 [5] 2", "1", edit.Before, 0, "1 3 [5] 2", "1"},
		{"nim", "3 1 2", "2", edit.Lower, 0, "3 0 2", "2"},
		{"nim", "3 0 2", "2", edit.Raise, 0, "3 1 2", "2"},
		{"nim", "3 0 2", "2", edit.Remove, 0, "3 2", "2"},
		{"nim", "0 1", "2", edit.Lower, 0, "", ""}, // the empty board has no piles to go on with
		{"nim", "0 1", "2", edit.Remove, 0, "0", ""},
		{"pile-reverse-nim", "3 [1] 2", "2", edit.Lower, 0, "", ""},
		{"pile-reverse-nim", "3 [5] 2", "1", edit.Remove, 0, "[5] 2", "1"},
		{"forklift-nim", "1 . / 2 1", "B1", edit.Raise, 0, "1 1 / 2 1", "B1"},
		{"forklift-nim", "1 . / 2 1", "A1", edit.Lower, 0, ". . / 2 1", "A1"},
		{"forklift-nim", "1", "A1", edit.Lower, 0, "", ""},
		{"forklift-nim", "1 . / 2 1", "A1", edit.AddRow, 0, "1 . / . . / 2 1", "A1"},
		{"forklift-nim", "1 . / 2 1", "A1", edit.AddColumn, 0, "1 . . / 2 . 1", "A1"},
		{"forklift-nim", "1 . / 2 1", "A1", edit.RemoveRow, 0, "2 1", "A1"},
		{"forklift-nim", "1 . / 2 3", "B2", edit.RemoveColumn, 0, "1 / 2", "A2"},
		{"forklift-nim", "1 . / 2 3", "B2", edit.Leaf, 0, "", ""},
		{"forklift-nim", "0", "", edit.First, 0, "1", "A1"},
		{"tree-nim", "2(1 3(2 1))", "b", edit.Leaf, 0, "a=2(b=1(f=1) c=3(d=2 e=1))", "f"},
		{"tree-nim", "2(1 3(2 1))", "c", edit.Remove, 0, "2(1)", "b"},
		{"tree-nim", "2(1 3(2 1))", "e", edit.Raise, 0, "2(1 3(2 2))", "e"},
		{"tree-nim", "0", "", edit.First, 0, "1", "a"},
		{"depot-nim", "0", "", edit.First, 0, "a=1; *-a", "a"},
		{"depot-nim", "a=2 b=1; *-a a-b", "a", edit.Leaf, 0, "a=2 b=1 c=1; *-a a-b a-c", "c"},
		{"depot-nim", "a=2 b=1; *-a a-b", "b", edit.Remove, 0, "a=2; *-a", "a"},
		{"depot-nim", "a=2 b=1; *-a a-b", "a", edit.Remove, 0, "", ""}, // nobody would reach b
		{"coloured-depot-nim", "a=2; *<a", "a", edit.Leaf, 0, "a=2 b=1; *<a a-b", "b"},
		{"sum", "end-nim 3 5 2 + tree-nim 3(1 2)", "2:b", edit.Raise, 0, "end-nim 3 5 2 + tree-nim 3(2 2)", "2:b"},
		{"sum", "end-nim 3 5 2 + nim 4", "1:3", edit.After, 0, "end-nim 3 5 2 1 + nim 4", "1:4"},
	} {
		v, p := parse(t, c.variant, c.position)
		got, at, err := edit.Apply(v, p, c.place, c.change, c.number)
		switch {
		case c.want == "" && err == nil:
			t.Errorf("%s: %s of %q in %q gives %s", c.variant, c.change, c.place, c.position, got)
		case c.want != "" && (err != nil || got.String() != c.want || at != c.at):
			t.Errorf("%s: %s of %q in %q gives %v at %q, %v", c.variant, c.change, c.place, c.position, got, at, err)
		}
	}
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
