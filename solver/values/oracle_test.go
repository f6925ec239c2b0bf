package values_test

import (
	"encoding/binary"
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

// sides are the Left options and the Right options of a game.
type sides = [2][]int

// both applies f to the options on both sides.
func both[X, Y any](of [2][]X, f func(X) Y) (to [2][]Y) {
	for side := range of {
		for _, x := range of[side] {
			to[side] = append(to[side], f(x))
		}
	}
	return to
}

// once returns the value of a key. f computes it the first time.
func once[K comparable, V any](known map[K]V, key K, f func() V) V {
	v, ok := known[key]
	if !ok {
		v = f()
		known[key] = v
	}
	return v
}

// An oracle computes with short games by definition, each in its given form. It shares no code with
// the package. Its numbers are float64, which represent all dyadic rationals here exactly.
type oracle struct {
	games   []form
	known   map[string]int
	order   map[[2]int]bool
	sums    map[[2]int]int
	numbers map[int]float64
	walls   map[int][2][]float64
}

type form struct {
	sides
	longest int  // moves in the longest play
	small   bool // all-small: in every follower both players can move or neither can
}

func newOracle() *oracle {
	return &oracle{nil, map[string]int{}, map[[2]int]bool{}, map[[2]int]int{}, map[int]float64{}, map[int][2][]float64{}}
}

// game returns the game with these options.
func (o *oracle) game(options sides) int {
	var key []byte
	longest, small := 0, (len(options[0]) > 0) == (len(options[1]) > 0)
	for i := range options {
		slices.Sort(options[i])
		options[i] = slices.Compact(options[i])
		key = binary.AppendUvarint(key, uint64(len(options[i])))
		for _, x := range options[i] {
			key = binary.AppendUvarint(key, uint64(x))
			longest, small = max(longest, 1+o.games[x].longest), small && o.games[x].small
		}
	}
	return once(o.known, string(key), func() int {
		o.games = append(o.games, form{options, longest, small})
		return len(o.games) - 1
	})
}

// atLeast reports whether g ≥ h: no Right option of g is ≤ h, and no Left option of h is ≥ g.
func (o *oracle) atLeast(g, h int) bool {
	return once(o.order, [2]int{g, h}, func() bool {
		return !slices.ContainsFunc(o.games[g].sides[1], func(r int) bool { return o.atLeast(h, r) }) &&
			!slices.ContainsFunc(o.games[h].sides[0], func(l int) bool { return o.atLeast(l, g) })
	})
}

func (o *oracle) equal(g, h int) bool { return o.atLeast(g, h) && o.atLeast(h, g) }

// prefers reports whether g is at least as good as h for the player of a side.
func (o *oracle) prefers(side, g, h int) bool {
	return side == 0 && o.atLeast(g, h) || side == 1 && o.atLeast(h, g)
}

// sum returns g + h. A move is a move in either.
func (o *oracle) sum(g, h int) int {
	return once(o.sums, [2]int{min(g, h), max(g, h)}, func() int {
		in := both(o.games[g].sides, func(x int) int { return o.sum(x, h) })
		or := both(o.games[h].sides, func(x int) int { return o.sum(g, x) })
		return o.game(sides{append(in[0], or[0]...), append(in[1], or[1]...)})
	})
}

func (o *oracle) negative(g int) int {
	options := both(o.games[g].sides, o.negative)
	return o.game(sides{options[1], options[0]})
}

// wins plays g and reports whether side wins moving first.
func (o *oracle) wins(g, side int) bool {
	return slices.ContainsFunc(o.games[g].sides[side], func(x int) bool { return !o.wins(x, 1-side) })
}

func (o *oracle) outcome(g int) string {
	return map[[2]bool]string{{true, true}: "N", {true, false}: "L", {false, true}: "R", {false, false}: "P"}[[2]bool{o.wins(g, 0), o.wins(g, 1)}]
}

// number returns the number that g equals, or NaN. It walks down the tree of numbers, in which each
// is the simplest between its ancestors, for as many days as g has.
func (o *oracle) number(g int) float64 {
	return once(o.numbers, g, func() float64 {
		var between sides
		x, low, high := 0.0, math.Inf(-1), math.Inf(1)
		for range o.games[g].longest + 1 {
			n := o.game(between)
			switch atLeast, atMost := o.atLeast(g, n), o.atLeast(n, g); {
			case atLeast && atMost:
				return x
			case atLeast:
				between[0], low = []int{n}, x
			case atMost:
				between[1], high = []int{n}, x
			default:
				return math.NaN() // No number is confused with another.
			}
			if x = (low + high) / 2; math.IsInf(high, 1) {
				x = low + 1
			} else if math.IsInf(low, -1) {
				x = high - 1
			}
		}
		return math.NaN()
	})
}

// stop returns the stop of g if side starts.
func (o *oracle) stop(g, side int) float64 {
	if x := o.number(g); !math.IsNaN(x) {
		return x
	}
	best, sign := math.Inf(-1), float64(1-2*side)
	for _, x := range o.games[g].sides[side] {
		best = max(best, sign*o.stop(x, 1-side))
	}
	return sign * best
}

// step is the distance of the temperatures at which walls are known, from 0 to 4. It is so small
// that the walls of a game born by day 4 cross at one of them.
const step = 1.0 / 32

// thermograph returns the walls of g: the stops of g cooled by each temperature, until the walls
// cross. From there on both are the mean.
func (o *oracle) thermograph(g int) [2][]float64 {
	return once(o.walls, g, func() (walls [2][]float64) {
		mast := o.number(g)
		for i := range int(4/step) + 1 {
			at := [2]float64{mast, mast}
			for side, sign := range [2]float64{1, -1} {
				if math.IsNaN(mast) {
					at[side] = math.Inf(-1)
					for _, x := range o.games[g].sides[side] {
						at[side] = max(at[side], sign*o.thermograph(x)[1-side][i]-float64(i)*step)
					}
					at[side] *= sign
				}
				walls[side] = append(walls[side], at[side])
			}
			if at[0] < at[1] {
				panic("the walls cross between two steps")
			} else if at[0] == at[1] {
				mast = at[0]
			}
		}
		return walls
	})
}

// ups returns n·↑ + *nim.
func (o *oracle) ups(n, nim int) int {
	nimbers := []int{o.game(sides{})}
	for len(nimbers) <= max(1, nim) {
		nimbers = append(nimbers, o.game(sides{slices.Clone(nimbers), slices.Clone(nimbers)}))
	}
	up := o.game(sides{{nimbers[0]}, {nimbers[1]}})
	if n < 0 {
		up = o.negative(up)
	}
	g := nimbers[nim]
	for range max(n, -n) {
		g = o.sum(g, up)
	}
	return g
}

// weighs reports whether the all-small g has the atomic weight w, for h = w·↑. Siegel's definition
// is ↓ + ☆ < g − h < ↑ + ☆ for a remote star ☆, a nimber that equals no sum of a follower of g and
// ups.
func (o *oracle) weighs(g, h int) bool {
	star, rest := o.ups(0, max(8, o.games[g].longest+2)), o.sum(g, o.negative(h))
	above, below := o.sum(rest, o.ups(1, 0)), o.sum(rest, o.ups(-1, 0))
	return o.atLeast(above, star) && !o.atLeast(star, above) && o.atLeast(star, below) && !o.atLeast(below, star)
}

// row returns a row of Partizan End-Nim by its rules: Left takes from the left end, Right from the
// right end, at least one counter.
func (o *oracle) row(piles ...int) int {
	var options sides
	for side, end := range [2]int{0, len(piles) - 1} {
		for left := 0; len(piles) > 0 && left < piles[end]; left++ {
			after := slices.Clone(piles)
			if after[end] = left; left == 0 {
				after = slices.Delete(after, end, end+1)
			}
			options[side] = append(options[side], o.row(after...))
		}
	}
	return o.game(options)
}

// A road joins two places of a coloured board: 0 is the depot, and i is stack i − 1. Its sign is
// '<' for Left, '>' for Right or '-' for both.
type road struct {
	from, to int
	colour   byte
}

// coloured returns a board of Coloured Depot Nim by its rules. A side's truck drives from the depot
// on roads of its colour and green ones, through emptied places, up to a stack, and takes at least
// one counter there.
func (o *oracle) coloured(stacks []int, roads []road) int {
	known := map[string]int{}
	var from func(stacks []int) int
	from = func(stacks []int) int {
		return once(known, fmt.Sprint(stacks), func() int {
			var options sides
			for side, own := range []byte{'<', '>'} {
				reached := make([]bool, len(stacks)+1)
				reached[0] = true
				for range stacks { // as far as roads can lead
					for _, r := range roads {
						for _, way := range [][2]int{{r.from, r.to}, {r.to, r.from}} {
							empty := way[0] == 0 || stacks[way[0]-1] == 0
							if reached[way[0]] && empty && (r.colour == own || r.colour == '-') {
								reached[way[1]] = true
							}
						}
					}
				}
				for i, n := range stacks {
					for left := 0; reached[i+1] && left < n; left++ {
						after := slices.Clone(stacks)
						after[i] = left
						options[side] = append(options[side], from(after))
					}
				}
			}
			return o.game(options)
		})
	}
	return from(stacks)
}

// drawColoured draws a board of at most four stacks of at most three counters with all kinds of
// roads, and writes its notation.
func drawColoured(r *rand.Rand) (stacks []int, roads []road, text string) {
	names := "*abcd"
	for i := range 1 + r.IntN(4) {
		stacks = append(stacks, 1+r.IntN(3))
		text += fmt.Sprintf("%c=%d ", names[i+1], stacks[i])
	}
	text = strings.TrimSpace(text) + ";"
	for to := 1; to <= len(stacks); to++ {
		joined := r.IntN(to) // no stack is isolated
		for from := range to {
			if from == joined || r.IntN(2) == 0 {
				roads = append(roads, road{from, to, "<>-"[r.IntN(3)]})
				text += fmt.Sprintf(" %c%c%c", names[from], roads[len(roads)-1].colour, names[to])
			}
		}
	}
	return stacks, roads, text
}

// sign returns the outcome of g by comparing it with 0.
func (o *oracle) sign(g int) string {
	zero := o.game(sides{})
	return map[[2]bool]string{{true, true}: "P", {true, false}: "L", {false, true}: "R", {false, false}: "N"}[[2]bool{o.atLeast(g, zero), o.atLeast(zero, g)}]
}

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
	for round := range testlong.Times(2, 60, 1200) {
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
			p, err := v.Parse(strings.Trim(fmt.Sprint(piles), "[]"), rules.Left)
			if err != nil {
				t.Fatal(err)
			}
			is := must.Get(valuer.Value(t.Context(), v, p))(t)
			if got := fmt.Sprintln(is.Outcome, is.Name, is.Canonical, is.Weight, is.Mean, is.Temperature, is.LeftStop, is.RightStop, is.Birthday); got != want {
				t.Errorf("%v is %swant %s", piles, got, want)
			}
			// Without memory a valuer can only use theorems.
			is, err = poor.Value(t.Context(), v, p)
			if err != nil || string(is.Outcome) != string(b.outcome(g)) || is.Weight != weight || is.Exact && is.Name != name {
				t.Errorf("%v is by theorem %+v, %v, want %s", piles, is, err, want)
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
	for range testlong.Times(2, 16, 800) {
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
	for range testlong.Times(30, 200, 2000) {
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
