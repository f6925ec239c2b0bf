package solver

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver/search"
	"nimatron/solver/theory"
)

// valueOf returns the answer of a fresh Valuer for a position.
func valueOf(t testing.TB, id, position string) *Value {
	t.Helper()
	v := must.Get(catalog.Standard.Find(id))(t)
	p := must.Get(v.Parse(position, games.Left))(t)
	return must.Get(new(Solver).NewValuer(ValueBytes).Value(t.Context(), v, p))(t)
}

func TestValues(t *testing.T) {
	for _, c := range []struct{ variant, position, outcome, name, canonical, weight, mean, temperature, stops, birthday string }{
		{"partizan-end-nim", "0", "P", "0", "{|}", "0", "0", "-1", "0 0", "0"},
		{"partizan-end-nim", "7", "N", "*7", "{0,*,*2,*3,*4,*5,*6|0,*,*2,*3,*4,*5,*6}", "0", "0", "0", "0 0", "7"},
		{"partizan-end-nim", "1 1 2", "R", "v2*2", "{v*3|0}", "-2", "0", "0", "0 0", "4"},
		{"partizan-end-nim", "4 4 4 4", "P", "0", "{|}", "0", "0", "-1", "0 0", "0"},
		{"coloured-depot-nim", "a=2 b=1; *<a a-b *>b", "L", "^*3", "{0|*2}", "1", "0", "0", "0 0", "3"},
		{"coloured-depot-nim", "a=3; *<a", "L", "3", "{2|}", "", "3", "-1", "3 3", "3"},
		{"coloured-depot-nim", "a=2 b=1 c=1; *<a *>c a<c b-c", "L", "1/2", "{0|1}", "", "1/2", "-1/2", "1/2 1/2", "2"},
		{"coloured-depot-nim", "a=1 b=1; *<a *-b", "L", "1+*", "{1|1}", "0", "1", "0", "1 1", "2"},
		{"end-nim", "3 5 2", "N", "*3", "{0,*,*2|0,*,*2}", "0", "0", "0", "0 0", "3"},
		{"end-nim/loop", "3 5", "N", "*7", "{0,*,*2,*3,*4,*5,*6|0,*,*2,*3,*4,*5,*6}", "0", "0", "0", "0 0", "7"},
		{"tree-nim", "3(1 2 4)", "N", "*6", "{0,*,*2,*3,*4,*5|0,*,*2,*3,*4,*5}", "0", "0", "0", "0 0", "6"},
		{"nim", "1000 24", "N", "*1008", "", "0", "0", "0", "0 0", "1008"},
	} {
		v := valueOf(t, c.variant, c.position)
		got := []string{string(v.Outcome), v.Name, v.Canonical, v.Weight, v.Mean.RatString(), v.Temperature.RatString(), v.LeftStop.RatString() + " " + v.RightStop.RatString(), fmt.Sprint(v.Birthday)}
		want := []string{c.outcome, c.name, c.canonical, c.weight, c.mean, c.temperature, c.stops, c.birthday}
		if strings.Join(got, "; ") != strings.Join(want, "; ") || !v.Exact {
			t.Errorf("%s %s:\ngot  %q\nwant %q", c.variant, c.position, got, want)
		}
	}
}

// TestLargeValues checks positions too large to compute. Proved facts must be reported, and nothing
// else.
func TestLargeValues(t *testing.T) {
	const huge = "1000000000000000000"
	for _, c := range testlong.Sample(t, []struct {
		variant, position string
		outcome           theory.Outcome
		name, weight      string
	}{
		{"partizan-end-nim", huge + " 2 " + huge, "P", "0", "0"},
		{"partizan-end-nim", "7 " + huge + " 7", "N", "*" + huge, "0"},
		{"partizan-end-nim", huge + " 3 7", "L", "", "2"},
		{"partizan-end-nim", "1 1 " + huge, "R", "v2*" + huge, "-2"},
		{"partizan-end-nim", "5000 1", "L", "^*5001", "1"},
		{"partizan-end-nim", "3 5000 3 1 1 1", "L", "^3*5001", "3"},
		{"partizan-end-nim", "400 401", "R", "", "-1"},
		{"coloured-depot-nim", "a=" + huge + "; *<a", "L", huge, ""},
		{"nim", huge, "N", "*" + huge, "0"},
	}, 3) {
		v := valueOf(t, c.variant, c.position)
		if v.Outcome != c.outcome || v.Name != c.name || v.Weight != c.weight || v.Exact != (c.name != "") {
			t.Errorf("%s %s: got %+v", c.variant, c.position, v)
		}
		if known := v.Mean != nil; known != (c.name+c.weight != "") || known && v.Mean.Sign() != 0 && v.Mean.RatString() != c.name {
			t.Errorf("%s %s has the mean %v", c.variant, c.position, v.Mean)
		}
		if v.Name == "" && (v.Canonical != "" || v.Birthday >= 0) {
			t.Errorf("%s %s: got %+v", c.variant, c.position, v)
		}
	}
}

// TestNoValues asks for the value of every example. A game that only a search plays may have none.
func TestNoValues(t *testing.T) {
	for _, v := range catalog.Standard.All() {
		p := must.Get(v.Parse(v.Rules.Example, games.Left))(t)
		value, err := new(Solver).NewValuer(ValueBytes).Value(t.Context(), v, p)
		switch none := v.Reverse; {
		case none && (err == nil || value != nil):
			t.Errorf("%s: got %+v", v.ID, value)
		case !none && (err != nil || !value.Exact && FamilyOf(v) != search.Family):
			t.Errorf("%s: got %+v, %v", v.ID, value, err)
		}
	}
}

// TestValuerForgets gives a Valuer so little memory that it must drop what it knows.
func TestValuerForgets(t *testing.T) {
	w := new(Solver).NewValuer(1 << 20)
	for _, position := range []string{"9 8 7 6 5", "5 9 6 8 7", "8 7 9 5 6", "9 8 7 6 5"} {
		value := must.Get(w.Value(t.Context(), endnim.Partizan, parse(t, endnim.Partizan, position)))(t)
		if want := valueOf(t, endnim.Partizan.ID, position); value.Birthday != want.Birthday || value.Weight != want.Weight || value.Name != want.Name {
			t.Errorf("%s: got %+v", position, value)
		}
	}
}

func TestValueIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if value, err := new(Solver).NewValuer(ValueBytes).Value(ctx, endnim.Partizan, parse(t, endnim.Partizan, "60 61 62")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %+v, %v", value, err)
	}
}

// TestValueCountsItsMemory asks for a nimber behind 4,096 positions, which fill the memory.
func TestValueCountsItsMemory(t *testing.T) {
	v := must.Get(catalog.Standard.Find("coloured-depot-nim"))(t)
	ctx, done := theory.Ask(t.Context(), 0)
	defer done()
	must.Get(new(Solver).NewValuer(ValueBytes).Value(ctx, v, parse(t, v, "a=7 b=7 c=7 d=7; *-a *-b *-c *-d")))(t)
	if bytes, _ := theory.Used(ctx); bytes < 4000*knownBytes {
		t.Errorf("%d bytes were counted", bytes)
	}
}

// TestMeansAreNumbers writes a mean that is no integer.
func TestMeansAreNumbers(t *testing.T) {
	if v := valueOf(t, "coloured-depot-nim", "a=2 b=1 c=1 d=1; *<a *>c a<c b-c *-d"); v.Mean.Cmp(big.NewRat(1, 2)) != 0 || v.Name != "1/2+*" {
		t.Errorf("got %+v", v)
	}
}
