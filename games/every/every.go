package every

import (
	"fmt"
	"iter"
	"math/bits"
	"regexp"
	"strconv"
	"strings"
)

// Kind is what positions are made of.
type Kind string

// The kinds. Rows are read from both ends alike, except in a partizan game; the order of piles does not matter.
const (
	Rows           Kind = "rows"
	Piles          Kind = "piles"
	Trees          Kind = "trees"
	Graphs         Kind = "graphs"
	ColouredGraphs Kind = "coloured graphs"
)

// most has the largest number of stacks of each kind. The roads of larger boards are too many to list up to
// isomorphism.
var most = map[Kind]int{Rows: 12, Piles: 12, Trees: 8, Graphs: 6, ColouredGraphs: 4}

// MaxLargest bounds the largest stack.
const MaxLargest = 1000

// Set is all positions of a kind with a number of stacks, each of 1 to Largest counters.
type Set struct {
	Kind            Kind
	Stacks, Largest int
	// Sided means that a row and its mirror image differ.
	Sided bool
}

var said = regexp.MustCompile(`^(?:all )?(rows|piles|trees|graphs|coloured graphs)(?: of)? (\d+)(?: (?:piles?|stacks?))?,? (?:of )?(?:at most|up to) (\d+)$`)

// Read reads a set such as "all graphs of 5 stacks of at most 3". The error says what would have been right.
func Read(text string) (s Set, err error) {
	found := said.FindStringSubmatch(strings.ToLower(strings.Join(strings.Fields(text), " ")))
	if found == nil {
		return s, fmt.Errorf("%q is no set of positions: say rows, piles, trees, graphs or coloured graphs, as in \"all graphs of 3 stacks of at most 2\"", text)
	}
	s.Kind = Kind(found[1])
	s.Stacks, _ = strconv.Atoi(found[2])
	s.Largest, _ = strconv.Atoi(found[3])
	if s.Stacks < 1 || s.Stacks > most[s.Kind] || s.Largest < 1 || s.Largest > MaxLargest {
		return s, fmt.Errorf("%s have 1 to %d stacks here, of at most 1 to %d counters", s.Kind, most[s.Kind], MaxLargest)
	}
	return s, nil
}

// Boards returns an empty board for each way to lay the roads, in a fixed order. Rows and piles have one. It takes
// seconds for the largest numbers of stacks.
func (s Set) Boards() []Board {
	switch s.Kind {
	case Trees:
		return trees(s.Stacks)
	case Graphs:
		return graphs(s.Stacks, 2)
	case ColouredGraphs:
		return graphs(s.Stacks, 4)
	}
	b := Board{kind: s.Kind, n: s.Stacks}
	if s.Kind == Rows && !s.Sided {
		back := make([]int, s.Stacks)
		for i := range back {
			back[i] = s.Stacks - 1 - i
		}
		b.same = [][]int{back}
	}
	return []Board{b}
}

// A Board has places for stacks, and roads.
type Board struct {
	kind  Kind
	n     int
	roads []byte // the colour of the road between each two places, by pair; 0 for none
	same  [][]int
}

// Positions yields the texts of all positions on a board with stacks of 1 to largest counters.
func (b Board) Positions(largest int) iter.Seq[string] {
	return func(yield func(string) bool) {
		counters := make([]int, b.n)
		for i := range counters {
			counters[i] = 1
		}
		for more := true; more; more = b.next(counters, largest) {
			if b.first(counters) && !yield(b.write(counters)) {
				return
			}
		}
	}
}

// next counts up. Piles only rise from left to right.
func (b Board) next(counters []int, largest int) bool {
	for i := len(counters) - 1; i >= 0; i-- {
		if counters[i]++; counters[i] <= largest {
			for k := i + 1; k < len(counters); k++ {
				counters[k] = 1
				if b.kind == Piles {
					counters[k] = counters[i]
				}
			}
			return true
		}
	}
	return false
}

// first reports whether no other order of the same places comes earlier.
func (b Board) first(counters []int) bool {
	for _, to := range b.same {
		for i, n := range counters {
			if m := counters[to[i]]; m != n {
				if m < n {
					return false
				}
				break
			}
		}
	}
	return true
}

// home is the depot as a place in pair.
const home = -1

// pair numbers the pairs of places: those of a place with earlier ones and the depot together.
func pair(a, b int) int {
	if a < b {
		a, b = b, a
	}
	return a*(a+1)/2 + b + 1
}

func (b Board) write(counters []int) string {
	switch b.kind {
	case Rows, Piles:
		return strings.Trim(fmt.Sprint(counters), "[]")
	case Trees:
		var text strings.Builder
		b.writeTree(&text, counters, 0, home)
		return text.String()
	}
	var stacks, roads []string
	for v, n := range counters {
		stacks = append(stacks, fmt.Sprintf("%c=%d", 'a'+v, n))
		for u := home; u < v; u++ {
			from := "*"
			if u != home {
				from = string(rune('a' + u))
			}
			if colour := b.roads[pair(v, u)]; colour != 0 {
				roads = append(roads, fmt.Sprintf("%s%c%c", from, "?-<>"[colour], 'a'+v))
			}
		}
	}
	return strings.Join(stacks, " ") + "; " + strings.Join(roads, " ")
}

func (b Board) writeTree(text *strings.Builder, counters []int, v, from int) {
	text.WriteString(strconv.Itoa(counters[v]))
	separator := "("
	for u := range b.n {
		if u != v && u != from && b.roads[pair(v, u)] != 0 {
			text.WriteString(separator)
			b.writeTree(text, counters, u, v)
			separator = " "
		}
	}
	if separator == " " {
		text.WriteByte(')')
	}
}

func graphs(n, colours int) (all []Board) {
	orders := permutations(n)
	roads := make([]byte, n*(n+1)/2)
	for more := true; more; more = count(roads, colours) {
		if b, ok := canonical(roads, n, orders); ok && b.joined(true) {
			b.kind = Graphs
			all = append(all, b)
		}
	}
	return all
}

func count(roads []byte, colours int) bool {
	for i := len(roads) - 1; i >= 0; i-- {
		if roads[i]++; int(roads[i]) < colours {
			return true
		}
		roads[i] = 0
	}
	return false
}

func trees(n int) (all []Board) {
	orders := permutations(n)
	var between []int // the pairs without the depot
	for v := range n {
		for u := range v {
			between = append(between, pair(v, u))
		}
	}
	end := uint64(1) << len(between)
	for set := uint64(1)<<(n-1) - 1; set < end; set = nextOfSize(set) {
		roads := make([]byte, n*(n+1)/2)
		for i := set; i != 0; i &= i - 1 {
			roads[between[bits.TrailingZeros64(i)]] = 1
		}
		if b := (Board{kind: Trees, n: n, roads: roads}); !b.joined(false) {
			continue
		}
		if b, ok := canonical(roads, n, orders); ok {
			b.kind = Trees
			all = append(all, b)
		}
	}
	return all
}

// nextOfSize returns the next larger number with as many bits; 1<<63 after 0.
func nextOfSize(set uint64) uint64 {
	if set == 0 {
		return 1 << 63
	}
	low := set & -set
	up := set + low
	return up | (set^up)>>2/low
}

// canonical returns the board with these roads unless another order of the places has earlier ones. Orders that have
// the same keep it as it is.
func canonical(roads []byte, n int, orders [][]int) (b Board, ok bool) {
	b = Board{n: n}
orders:
	for _, to := range orders {
		for v := range n {
			for u := home; u < v; u++ {
				at := home
				if u != home {
					at = to[u]
				}
				switch mine, other := roads[pair(v, u)], roads[pair(to[v], at)]; {
				case other < mine:
					return b, false
				case other > mine:
					continue orders
				}
			}
		}
		b.same = append(b.same, to)
	}
	b.roads = append([]byte(nil), roads...)
	return b, true
}

// joined reports whether roads lead from the depot, or without it from the first place, to all places.
func (b Board) joined(depot bool) bool {
	reached := make([]bool, b.n)
	var queue []int
	from := func(at int) {
		for v := range b.n {
			if v != at && !reached[v] && b.roads[pair(v, at)] != 0 {
				reached[v] = true
				queue = append(queue, v)
			}
		}
	}
	if depot {
		from(home)
	} else {
		reached[0], queue = true, []int{0}
	}
	seen := 0
	for ; len(queue) > 0; queue = queue[1:] {
		seen++
		from(queue[0])
	}
	return seen == b.n
}

func permutations(n int) (all [][]int) {
	if n == 0 {
		return [][]int{{}}
	}
	for _, shorter := range permutations(n - 1) {
		for at := range n {
			order := append([]int(nil), shorter[:at]...)
			all = append(all, append(append(order, n-1), shorter[at:]...))
		}
	}
	return all
}
