package depots_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"nimatron/internal/testlong"
)

// form is a game in canonical form.
type form struct {
	id          int
	left, right []*form
	leftStop    float64
	rightStop   float64
	number      bool // of the value leftStop
}

// forms are all canonical forms met, by their options.
type forms struct {
	known map[string]*form
	below map[[2]int]bool // whether the first is at most the second
}

// atMost reports whether a ≤ b.
func (f *forms) atMost(a, b *form) bool {
	key := [2]int{a.id, b.id}
	if known, ok := f.below[key]; ok {
		return known
	}
	is := !slices.ContainsFunc(a.left, func(l *form) bool { return f.atMost(b, l) }) &&
		!slices.ContainsFunc(b.right, func(r *form) bool { return f.atMost(r, a) })
	if a.id >= 0 && b.id >= 0 {
		f.below[key] = is
	}
	return is
}

// of returns the canonical form of the game with these options.
func (f *forms) of(left, right []*form) *form {
	g := &form{id: -1, left: left, right: right}
	for bypassed := true; bypassed; {
		bypassed = false
		for i, l := range g.left {
			if back := slices.IndexFunc(l.right, func(r *form) bool { return f.atMost(r, g) }); back >= 0 {
				g.left = append(slices.Delete(slices.Clone(g.left), i, i+1), l.right[back].left...)
				bypassed = true
				break
			}
		}
		for i, r := range g.right {
			if back := slices.IndexFunc(r.left, func(l *form) bool { return f.atMost(g, l) }); back >= 0 {
				g.right = append(slices.Delete(slices.Clone(g.right), i, i+1), r.left[back].right...)
				bypassed = true
				break
			}
		}
	}
	g.left = f.best(g.left, f.atMost)
	g.right = f.best(g.right, func(a, b *form) bool { return f.atMost(b, a) })
	key := ""
	for _, o := range g.left {
		key += strconv.Itoa(o.id) + " "
	}
	key += "|"
	for _, o := range g.right {
		key += strconv.Itoa(o.id) + " "
	}
	if known := f.known[key]; known != nil {
		return known
	}
	g.id = len(f.known)
	f.known[key] = g
	g.stop()
	return g
}

// best returns the options that are no worse than another one, without repetitions.
func (f *forms) best(options []*form, worse func(a, b *form) bool) (kept []*form) {
	slices.SortFunc(options, func(a, b *form) int { return a.id - b.id })
	options = slices.Compact(options)
	for _, o := range options {
		if !slices.ContainsFunc(options, func(other *form) bool { return other != o && worse(o, other) }) {
			kept = append(kept, o)
		}
	}
	return kept
}

// stop finds the stops of a game in canonical form and whether it is a number.
func (g *form) stop() {
	numbers := !slices.ContainsFunc(g.left, func(o *form) bool { return !o.number }) && !slices.ContainsFunc(g.right, func(o *form) bool { return !o.number })
	switch {
	case len(g.left) == 0 && len(g.right) == 0:
		g.number = true
		return
	case len(g.right) == 0:
		g.number, g.leftStop = true, g.left[0].leftStop+1
	case len(g.left) == 0:
		g.number, g.leftStop = true, g.right[0].leftStop-1
	case numbers && g.left[0].leftStop < g.right[0].leftStop:
		g.number, g.leftStop = true, (g.left[0].leftStop+g.right[0].leftStop)/2
	default:
		g.leftStop, g.rightStop = g.left[0].rightStop, g.right[0].leftStop
		for _, o := range g.left {
			g.leftStop = max(g.leftStop, o.rightStop)
		}
		for _, o := range g.right {
			g.rightStop = min(g.rightStop, o.leftStop)
		}
		return
	}
	g.rightStop = g.leftStop
}

// colours is a coloured graph: by pairs of vertices, the last of which is home, 0 for no edge,
// 1 and 2 for an edge of Left's or Right's, 3 for both.
type colours struct {
	stacks, most int
	edges        [6][6]uint8
}

// read takes the edges from the digits of a number in base 4.
func (c *colours) read(code uint64) {
	for i := range c.stacks + 1 {
		for k := range i {
			c.edges[i][k], c.edges[k][i] = uint8(code&3), uint8(code&3)
			code >>= 2
		}
	}
}

// values returns the forms of all positions: of each number of counters in base most + 1.
func (c *colours) values(f *forms) []*form {
	base, n := c.most+1, 1
	for range c.stacks {
		n *= base
	}
	values := make([]*form, n)
	for code := range n {
		var counters, weight [6]int
		for v, rest, w := 0, code, 1; v < c.stacks; v, rest, w = v+1, rest/base, w*base {
			counters[v], weight[v] = rest%base, w
		}
		var options [2][]*form
		for side := range 2 {
			reached, queue := [6]bool{}, []int{c.stacks}
			reached[c.stacks] = true
			for len(queue) > 0 {
				u := queue[0]
				queue = queue[1:]
				for v := range c.stacks {
					if reached[v] || c.edges[u][v]>>side&1 == 0 {
						continue
					}
					reached[v] = true
					for left := range counters[v] {
						options[side] = append(options[side], values[code-(counters[v]-left)*weight[v]])
					}
					if counters[v] == 0 {
						queue = append(queue, v)
					}
				}
			}
		}
		values[code] = f.of(options[0], options[1])
	}
	return values
}

// least reports whether no other order of the stacks, or the colours exchanged, makes a smaller
// code of the same graph.
func (c *colours) least(code uint64, orders [][]int) bool {
	swap := [4]uint64{0, 2, 1, 3}
	for _, order := range orders {
		same, swapped, shift := uint64(0), uint64(0), 0
		for i := range c.stacks + 1 {
			for k := range i {
				e := c.edges[order[i]][order[k]]
				same |= uint64(e) << shift
				swapped |= swap[e] << shift
				shift += 2
			}
		}
		if same < code || swapped < code {
			return false
		}
	}
	return true
}

// orders returns all orders of the stacks, home last.
func orders(stacks int) (list [][]int) {
	var extend func(order []int)
	extend = func(order []int) {
		if len(order) == stacks {
			list = append(list, append(slices.Clone(order), stacks))
			return
		}
		for v := range stacks {
			if !slices.Contains(order, v) {
				extend(append(order, v))
			}
		}
	}
	extend(nil)
	return list
}

// hottest returns how much the stops of the positions of a graph differ at most.
func (c *colours) hottest(f *forms) float64 {
	hot := -1e9
	for _, g := range c.values(f) {
		if !g.number {
			hot = max(hot, g.leftStop-g.rightStop)
		}
	}
	return hot
}

// TestColouredBoardsAreNotHot looks for a coloured board on which both players gain by moving:
// all graphs of few stacks, and as many random ones of 5 as NIMATRON_RESULTS says:
// NIMATRON_RESULTS=100000 go test -v -run ColouredBoardsAreNotHot -timeout 2h ./solver/depots
func TestColouredBoardsAreNotHot(t *testing.T) {
	random, _ := strconv.Atoi(os.Getenv("NIMATRON_RESULTS"))
	most := testlong.Times(2, 3, 3)
	largest := 3
	if random > 0 {
		largest = 4
	}
	f := &forms{known: map[string]*form{}, below: map[[2]int]bool{}}
	zero := f.of(nil, nil)
	one, minusOne := f.of([]*form{zero}, nil), f.of(nil, []*form{zero})
	if hot := f.of([]*form{one}, []*form{minusOne}); hot.leftStop != 1 || hot.rightStop != -1 {
		t.Fatalf("the stops of 1 | -1 are %v and %v", hot.leftStop, hot.rightStop)
	}
	check := func(c *colours, code uint64) {
		if hot := c.hottest(f); hot > 0 {
			t.Errorf("%d stacks to %d, edges %d: the stops differ by %v", c.stacks, c.most, code, hot)
		}
		if len(f.below) > 20_000_000 {
			f = &forms{known: map[string]*form{}, below: map[[2]int]bool{}}
		}
	}
	for stacks := 1; stacks <= largest; stacks++ {
		c, graphs := &colours{stacks: stacks, most: most}, 0
		all := orders(stacks)
		for code := range uint64(1) << (stacks * (stacks + 1)) {
			if c.read(code); c.least(code, all) {
				check(c, code)
				graphs++
			}
		}
		t.Logf("| %d stacks of up to %d | all %d graphs | %d values |", stacks, most, graphs, len(f.known))
	}
	c, r := &colours{stacks: 5, most: most}, rand.New(rand.NewPCG(5, 5))
	for range random {
		code := r.Uint64N(1 << 30)
		c.read(code)
		check(c, code)
	}
	t.Logf("| 5 stacks of up to %d | %d random graphs | |", most, random)
}
