package values_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	rules "nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/sum"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver"
	"nimatron/solver/values"
)

// A bench is an oracle next to a Store.
type bench struct {
	*oracle
	*values.Store
	t     testing.TB
	made  map[int]values.Game
	forms map[values.Game]int
}

func newBench(t testing.TB) *bench {
	return &bench{newOracle(), values.New(values.Limits{}), t, map[int]values.Game{}, map[values.Game]int{}}
}

// text writes a game in its given form.
func (b *bench) text(g int) string {
	options := both(b.games[g].sides, b.text)
	return "{" + strings.Join(options[0], ",") + "|" + strings.Join(options[1], ",") + "}"
}

// value returns the Store's game for g, built option by option.
func (b *bench) value(g int) values.Game {
	return once(b.made, g, func() values.Game {
		options := both(b.games[g].sides, b.value)
		return b.Store.Game(options[0], options[1])
	})
}

// form converts v with its options in the Store, which must be a canonical form: no option is
// dominated, and none is reversible.
func (b *bench) form(v values.Game) int {
	return once(b.forms, v, func() int {
		options := both([2][]values.Game{b.Left(v), b.Right(v)}, b.form)
		g := b.game(options)
		for side, of := range options {
			for i, x := range of {
				if slices.ContainsFunc(slices.Delete(slices.Clone(of), i, i+1), func(y int) bool { return b.prefers(side, y, x) }) {
					b.t.Errorf("%s has the dominated option %s", b.text(g), b.text(x))
				}
				if slices.ContainsFunc(b.games[x].sides[1-side], func(back int) bool { return b.prefers(side, g, back) }) {
					b.t.Errorf("%s has the reversible option %s", b.text(g), b.text(x))
				}
			}
		}
		if n := b.Birthday(v); n != b.games[g].longest {
			b.t.Errorf("%s has the birthday %d", b.text(g), n)
		}
		return g
	})
}

// scaled returns w·↑ by Norton's product: copies of ↑ if w is an integer, else
// {Left option·↑ + ⇑* | Right option·↑ + ⇓*}.
func (b *bench) scaled(w values.Game) int {
	if n, ok := b.IntegerOf(w); ok {
		return b.ups(int(n), 0)
	}
	options := both([2][]values.Game{b.Left(w), b.Right(w)}, b.scaled)
	for side, n := range [2]int{2, -2} {
		for i, x := range options[side] {
			options[side][i] = b.sum(x, b.ups(n, 1))
		}
	}
	return b.game(options)
}

// check compares all that the Store reports about g with the oracle.
func (b *bench) check(g int) {
	v, number, left, right, walls := b.value(g), b.number(g), b.stop(g, 0), b.stop(g, 1), b.thermograph(g)
	hold := func(holds bool, what string, got ...any) {
		if !holds {
			b.t.Errorf("%s: %s %v", b.text(g), what, got)
		}
	}
	form := b.form(v)
	hold(b.equal(form, g) && b.games[form].longest <= b.games[g].longest, "canonical form", v)
	hold(b.Outcome(v) == b.outcome(g), "outcome", b.Outcome(v))
	hold(b.equal(b.form(b.Negative(v)), b.negative(g)), "negative")

	x, ok := b.NumberOf(v)
	hold(ok != math.IsNaN(number) && (!ok || is(x, number)), "number", x)
	n, ok := b.IntegerOf(v)
	hold(ok == (number == math.Trunc(number)) && (!ok || float64(n) == number), "integer", n)
	l, r := b.Stops(v)
	hold(is(l, left) && is(r, right), "stops", l, r)
	heat := 0.0
	for i := range walls[0] {
		if walls[0][i] > walls[1][i] {
			heat = float64(i+1) * step
		}
	}
	if !math.IsNaN(number) {
		for heat = -1; number/heat != math.Trunc(number/heat); heat /= 2 {
		}
	}
	hold(is(b.Mean(v), walls[0][len(walls[0])-1]) && is(b.Temperature(v), heat), "mean and temperature", b.Mean(v), b.Temperature(v))

	x, ups, nim, ok := b.Plain(v)
	hold(!ok || b.equal(g, b.sum(b.form(b.Number(x)), b.ups(ups, nim))), "plain", x, ups, nim)
	for i := 0; !ok && left == right && i < 25; i++ {
		hold(!b.equal(g, b.sum(b.form(b.Number(new(big.Rat).SetFloat64(left))), b.ups(i/5-2, i%5))), "not plain", i)
	}
	for _, write := range []func(values.Game) (string, bool){b.Name, b.Canonical} {
		text, ok := write(v)
		read, err := b.Read(text)
		hold(ok && err == nil && read == v, "text", text)
	}
	small := b.AllSmall(v)
	hold(small == b.games[form].small && (small || !b.games[g].small), "all-small", small)
	w, ok := b.AtomicWeight(v)
	hold(ok == small && (!ok || b.weighs(g, b.scaled(w))), "atomic weight", w, ok)
	hold(b.Err() == nil, "error", b.Err())
}

// checkPair compares order and sums of two games.
func (b *bench) checkPair(g, h int) {
	v, w := b.value(g), b.value(h)
	le, ge := b.LessOrEqual(v, w), b.LessOrEqual(w, v)
	if le != b.atLeast(h, g) || ge != b.atLeast(g, h) || (v == w) != (le && ge) {
		b.t.Errorf("%s and %s: ≤ %v, ≥ %v, the same %v", b.text(g), b.text(h), le, ge, v == w)
	}
	sum, difference := b.sum(g, h), b.sum(g, b.negative(h))
	if b.Sum(v, w) != b.value(sum) || b.Difference(v, w) != b.value(difference) || !b.equal(b.form(b.value(sum)), sum) || !b.equal(b.form(b.value(difference)), difference) {
		b.t.Errorf("sum or difference of %s and %s", b.text(g), b.text(h))
	}
}

func is(x *big.Rat, want float64) bool {
	got, exact := x.Float64()
	return exact && got == want
}

// next returns all games with options from a list.
func (o *oracle) next(of []int) (games []int) {
	for bits := range 1 << (2 * len(of)) {
		var options sides
		for i := range 2 * len(of) {
			if bits>>i&1 == 1 {
				options[i%2] = append(options[i%2], of[i/2])
			}
		}
		games = append(games, o.game(options))
	}
	return games
}

// TestOracleDayTwo checks all games born by day 2, in all their forms, and all sums of two.
func TestOracleDayTwo(t *testing.T) {
	b := newBench(t)
	var games, sums []int
	for _, g := range b.next(b.next(b.next(nil))) {
		b.check(g)
		if !slices.ContainsFunc(games, func(h int) bool { return b.equal(g, h) }) {
			games = append(games, g)
		}
	}
	if len(games) != 22 {
		t.Errorf("%d games are born by day 2", len(games))
	}
	for i, g := range games {
		for _, h := range games[i:] {
			b.checkPair(g, h)
			b.check(b.sum(g, h))
			sums = append(sums, b.sum(g, h))
		}
	}
	for _, g := range sums[:testlong.Times(10, len(sums), len(sums))] {
		for _, h := range sums {
			if b.atLeast(h, g) != b.LessOrEqual(b.value(g), b.value(h)) {
				t.Errorf("the order of %s and %s", b.text(g), b.text(h))
			}
		}
	}
}

// TestOracleRandom checks random games born by days 3 and 4. Every second round they are all-small.
func TestOracleRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	for round := range testlong.Times(2, 20, 1200) {
		b := newBench(t)
		few := round % 2 // the minimum number of options
		games := slices.DeleteFunc(b.next(b.next(b.next(nil))), func(g int) bool { return few == 1 && !b.games[g].small })
		draw := func() (options []int) {
			for range few + r.IntN(4-few) {
				newest := max(0, len(games)-20) * r.IntN(2)
				options = append(options, games[newest+r.IntN(len(games)-newest)])
			}
			return options
		}
		for range 2 {
			var day []int
			for len(day) < 20 {
				g := b.game(sides{draw(), draw()})
				b.check(g)
				b.checkPair(g, games[r.IntN(len(games))])
				day = append(day, g)
			}
			games = append(games, day...)
		}
	}
}

// TestOracleRows checks all small rows of Partizan End-Nim, and the solver's values.
func TestOracleRows(t *testing.T) {
	v := must.Get(catalog.Standard.Find("partizan-end-nim"))(t)
	b, valuer, poor := newBench(t), new(solver.Solver).NewValuer(solver.ValueBytes), new(solver.Solver).NewValuer(1)
	var from func(piles []int, counters int)
	from = func(piles []int, counters int) {
		for n := 1; n <= counters; n++ {
			piles := append(slices.Clone(piles), n)
			from(piles, counters-n)
			g := b.row(piles...)
			b.check(g)
			value := b.value(g)
			name, _ := b.Name(value)
			canonical, _ := b.Canonical(value)
			w, _ := b.AtomicWeight(value)
			weight, _ := b.Name(w)
			l, r := b.Stops(value)
			want := fmt.Sprintln(b.outcome(g), name, canonical, weight, b.Mean(value), b.Temperature(value), l, r, b.Birthday(value))
			p := must.Get(v.Parse(strings.Trim(fmt.Sprint(piles), "[]"), rules.Left))(t)
			is := must.Get(valuer.Value(t.Context(), v, p))(t)
			if got := fmt.Sprintln(is.Outcome, is.Name, is.Canonical, is.Weight, is.Mean, is.Temperature, is.LeftStop, is.RightStop, is.Birthday); got != want {
				t.Errorf("%v is %swant %s", piles, got, want)
			}
			// Without memory a valuer can only use theorems.
			quick, err := poor.Value(t.Context(), v, p)
			if err != nil || string(quick.Outcome) != string(b.outcome(g)) || quick.Weight != weight || quick.Exact && quick.Name != name {
				t.Errorf("%v is by theorem %+v, %v, want %s", piles, quick, err, want)
			}
		}
	}
	from(nil, testlong.Times(5, 7, 9))
}

// TestNoColouredBoardIsHot checks random coloured boards of at most four stacks of at most three
// counters, rebuilt from the rules: the solver's values are right, and none is hot. Not all means
// are integers: of 40,000 boards in the long run, 54 are halves, 16 quarters, 7 eighths and one a
// sixteenth.
func TestNoColouredBoardIsHot(t *testing.T) {
	v := must.Get(catalog.Standard.Find("coloured-depot-nim"))(t)
	random, valuer := rand.New(rand.NewPCG(22, 40)), new(solver.Solver).NewValuer(solver.ValueBytes)
	counted := map[string]int{}
	for range testlong.Times(2, 10, 800) {
		b, stops := newBench(t), map[[2]int]float64{}
		var stop func(g, side int) float64
		stop = func(g, side int) float64 {
			return once(stops, [2]int{g, side}, func() float64 {
				if x := b.number(g); !math.IsNaN(x) {
					return x
				}
				best, sign := math.Inf(-1), float64(1-2*side)
				for _, x := range b.games[g].sides[side] {
					best = max(best, sign*stop(x, 1-side))
				}
				return sign * best
			})
		}
		var games []int
		var read []values.Game
		for len(games) < 50 {
			stacks, roads, text := drawColoured(random)
			p, err := v.Parse(text, rules.Left)
			if bad := new(rules.BadPosition); errors.As(err, &bad) && strings.Contains(bad.Reason, "can never be reached") {
				continue
			} else if err != nil {
				t.Fatal(text, err)
			}
			g := b.coloured(stacks, roads)
			said, err := valuer.Value(t.Context(), v, p)
			if err != nil || !said.Exact {
				t.Fatalf("%s: %+v, %v", text, said, err)
			}
			value, err := b.Read(said.Name)
			left, right := stop(g, 0), stop(g, 1)
			if err != nil || !b.equal(b.form(value), g) || string(said.Outcome) != b.sign(g) || !is(said.LeftStop, left) || !is(said.RightStop, right) {
				t.Fatalf("%s is %+v", text, said)
			}
			if left > right || said.Temperature.Sign() > 0 {
				t.Errorf("%s is hot: its stops are %g and %g", text, left, right)
			}
			if !is(said.Mean, left) {
				t.Errorf("%s has the mean %v, not %g", text, said.Mean, left)
			}
			counted[string(said.Outcome)]++
			if denominator := said.Mean.Denom(); !said.Mean.IsInt() {
				counted["mean over "+denominator.String()]++
			}
			for i, h := range games[max(0, len(games)-5):] {
				other := read[max(0, len(games)-5)+i]
				if b.atLeast(g, h) != b.LessOrEqual(other, value) || b.atLeast(h, g) != b.LessOrEqual(value, other) {
					t.Errorf("the order of %s and %s", text, b.text(h))
				}
			}
			games, read = append(games, g), append(read, value)
		}
	}
	if counted["mean over 2"] == 0 && !testing.Short() {
		t.Error("no mean is a half")
	}
	t.Log(counted)
}

// TestCompare checks pairs of partizan boards, alone and side by side, some of them Nim piles. The
// solver's answer agrees with playing out their difference. A solver without nodes compares values.
func TestCompare(t *testing.T) {
	type boards struct {
		parts []sum.Part
		game  int
	}
	o, random, counted := newOracle(), rand.New(rand.NewPCG(30, 23)), map[solver.Order]int{}
	zero, most := o.ups(0, 0), 6 // moves
	board := func(id, text string, game int) boards {
		v := must.Get(catalog.Standard.Find(id))(t)
		p, err := v.Parse(text, rules.Left)
		if err != nil || o.games[game].longest > most {
			return boards{nil, zero} // a stack that neither side reaches, or too much to play
		}
		return boards{[]sum.Part{{Variant: v, Position: p}}, game}
	}
	draw := func() boards {
		switch random.IntN(5) {
		case 0:
			return boards{nil, zero}
		case 1:
			n := 1 + random.IntN(4)
			return board("nim", fmt.Sprint(n), o.ups(0, n))
		case 2:
			stacks, roads, text := drawColoured(random)
			return board("coloured-depot-nim", text, o.coloured(stacks, roads))
		default:
			piles := make([]int, 1+random.IntN(3))
			for i := range piles {
				piles[i] = 1 + random.IntN(3)
			}
			return board("partizan-end-nim", strings.Trim(fmt.Sprint(piles), "[]"), o.row(piles...))
		}
	}
	pair := func() boards {
		a, b := draw(), draw()
		return boards{append(a.parts, b.parts...), o.sum(a.game, b.game)}
	}
	want := map[string]solver.Order{"P": solver.Equal, "L": solver.Greater, "R": solver.Less, "N": solver.Confused}
	for range testlong.Times(30, 100, 2000) {
		a, b := pair(), draw()
		if len(b.parts) == 0 && random.IntN(2) == 0 {
			b = a
		}
		is := want[o.outcome(o.sum(a.game, o.negative(b.game)))]
		for _, s := range []*solver.Solver{{}, {Nodes: 1, BoardNodes: 1}} {
			got, err := s.Compare(t.Context(), catalog.Standard.Find, a.parts, b.parts)
			if err != nil || got != is {
				t.Errorf("%v and %v: %q, %v, by play %s", a.parts, b.parts, got, err, is)
			}
		}
		counted[is]++
	}
	if t.Log(counted); len(counted) < 4 {
		t.Error("not all orders were drawn")
	}
}

// TestOracleForms checks values of rows that were computed by hand.
func TestOracleForms(t *testing.T) {
	o := newOracle()
	zero, star, two, three, four := o.ups(0, 0), o.ups(0, 1), o.ups(0, 2), o.ups(0, 3), o.ups(0, 4)
	right := o.game(sides{{two, o.ups(-1, 3)}, {zero}})
	for _, c := range []struct {
		name      string
		got, want int
	}{
		{"1 1 2", o.row(1, 1, 2), o.ups(-2, 2)},
		{"2 1 3", o.row(2, 1, 3), o.game(sides{{o.ups(-1, 2), o.ups(-2, 3)}, {zero}})},
		{"1 3 2", o.row(1, 3, 2), o.game(sides{{o.game(sides{{zero}, {three, o.ups(1, 2)}})}, {zero, star, two, three}})},
		{"2 4 1", o.row(2, 4, 1), o.game(sides{{zero, star, two, three, four}, {o.game(sides{{four, o.ups(-1, 5)}, {zero}})}})},
		{"1 2 + 1 2", o.sum(o.row(1, 2), o.row(1, 2)), o.ups(-2, 0)},
		{"1 3 + 2", o.sum(o.row(1, 3), o.row(2)), o.ups(-1, 0)},
		{"2 3 + 1", o.sum(o.row(2, 3), o.row(1)), right},
	} {
		if !o.equal(c.got, c.want) {
			t.Errorf("%s is another game", c.name)
		}
	}
	if o.outcome(right) != "R" {
		t.Error("Right does not win 2 3 + 1")
	}
}
