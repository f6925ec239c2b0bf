package values_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
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
