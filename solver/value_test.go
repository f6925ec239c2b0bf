package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/internal/golden"
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

// TestValues asks for the values of values.txt.
func TestValues(t *testing.T) {
	golden.Lines(t, "values.txt", func(line string) string {
		id, position, _ := strings.Cut(line, " ")
		v := valueOf(t, id, position)
		if !v.Exact {
			t.Errorf("%s: %+v", line, v)
		}
		return fmt.Sprintf("%s, %s, %s, weight %s, mean %s, temperature %s, stops %s %s, born on day %d", v.Outcome, v.Name, v.Canonical,
			cmp.Or(v.Weight, "none"), v.Mean.RatString(), v.Temperature.RatString(), v.LeftStop.RatString(), v.RightStop.RatString(), v.Birthday)
	})
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
	}, 2) {
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
