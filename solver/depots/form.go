package depots

import (
	"math/bits"
	"slices"

	"nimatron/games/depotnim"
)

// Salts separate hashes of different kinds.
const (
	saltPart = iota + 1
	saltTrucks
	saltTwo
)

func (s *position) neighbours(p part, v int) uint64 {
	if p.closed>>v&1 == 0 {
		return 0
	}
	return s.need(v)
}

func (s *position) colour(p part, v int) key {
	n, neighbours := s.counters[v], s.neighbours(p, v)
	if n < lowCounters && neighbours < fewNeighbours {
		return colours[n][neighbours]
	}
	return colourOf(n, neighbours)
}

func colourOf(counters, neighbours uint64) key {
	return hash(counters).plus(key{a: 2*neighbours + 1}).mixed()
}

// Nearly all stacks of searched boards are low and have few neighbours. Their hashes are kept.
const lowCounters, fewNeighbours = 64, 8

var hashes, colours = func() (hashes [lowCounters]key, colours [lowCounters][fewNeighbours]key) {
	for n := range hashes {
		hashes[n] = hash(uint64(n))
		for neighbours := range colours[n] {
			colours[n][neighbours] = colourOf(uint64(n), uint64(neighbours))
		}
	}
	return hashes, colours
}()

func hashOf(counters uint64) key {
	if counters < lowCounters {
		return hashes[counters]
	}
	return hash(counters)
}

// form returns the key of a part's normal form: each stack's counters, how many neighbours must be
// emptied to open it, and which ones. Parts with equal keys are the same game. Equal trees have
// equal keys, as do nearly all other equal parts. rounds is how often it refined the form of a graph.
func (s *position) form(p part) (k key, rounds uint64) {
	if s.treeLike(p) {
		return s.treeForm(p), 0
	}
	return s.graphForm(p)
}

func (s *position) treeLike(p part) bool {
	if s.rule == depotnim.Leaves {
		return true
	}
	ends := 0
	for v := range bitsOf(p.mask) {
		ends += bits.OnesCount64(s.joins(p, v))
	}
	return ends == 2*(bits.OnesCount64(p.mask)-1)
}

func (s *position) treeForm(p part) key {
	var below [maxStacks]key
	rest := p.mask
	leaves := uint64(0)
	for v := range bitsOf(rest) {
		if bits.OnesCount64(s.joins(p, v)) == 1 {
			leaves |= 1 << v
		}
	}
	for bits.OnesCount64(rest) > 2 {
		next := uint64(0)
		rest &^= leaves
		for v := range bitsOf(leaves) {
			up := s.joins(p, v) & rest
			parent := bits.TrailingZeros64(up)
			below[parent] = below[parent].plus(below[v].plus(s.colour(p, v)).mixed())
			if left := s.joins(p, parent) & rest; left&(left-1) == 0 {
				next |= up
			}
		}
		leaves = next
	}
	root := key{}
	for v := range bitsOf(rest) {
		root = root.plus(below[v].plus(s.colour(p, v)).mixed())
	}
	if rest&(rest-1) != 0 {
		root = root.plus(hash(saltTwo))
	}
	return root.plus(hash(saltPart)).mixed()
}

// graphForm orders the stacks by their properties and surroundings, and hashes the part in this
// order. It orders similar stacks by putting one of them first and refining again. Equal parts may
// get different forms, but different parts never share one. The order must not depend on the seed.
func (s *position) graphForm(p part) (form key, rounds uint64) {
	var place [maxStacks]int8
	var vertices [maxStacks]int
	n := 0
	for v := range bitsOf(p.mask) {
		place[v], vertices[n] = int8(n), v
		n++
	}
	// The last bits of a sorted look are the stack's number.
	const number = maxStacks - 1
	var looks, mixed, sorted [maxStacks]uint64
	var joins [maxStacks]uint64
	for i := range n {
		joins[i] = s.joins(p, vertices[i])
		looks[i] = mix(s.counters[vertices[i]] + mix(s.neighbours(p, vertices[i])))
	}
	// Sorting costs more than refining, and stacks are rarely all different before.
	const refinedFirst, refinedAgain = 3, 1
	kinds := 0
	for unsorted := refinedFirst; ; unsorted-- {
		if unsorted <= 0 {
			for i := range n {
				sorted[i] = looks[i]&^number | uint64(i)
			}
			slices.Sort(sorted[:n])
			now, twin := 1, -1
			for i := 1; i < n; i++ {
				if sorted[i]&^number != sorted[i-1]&^number {
					now++
				} else if twin < 0 {
					twin = int(sorted[i-1] & number)
				}
			}
			if now == n {
				break
			}
			if now == kinds {
				// Refinement has stopped, so put one of the twins first.
				looks[twin] = mix(looks[twin] + 1)
				kinds, unsorted = 0, refinedAgain+1
				continue
			}
			kinds = now
		}
		rounds++
		for i := range n {
			mixed[i] = mix(looks[i])
		}
		for i := range n {
			sum := uint64(0)
			for v := range bitsOf(joins[i]) {
				sum += mixed[place[v]]
			}
			looks[i] = mix(looks[i]*0xd6e8feb86659fd93 + sum)
		}
	}
	var at [maxStacks]uint8
	for i, look := range sorted[:n] {
		at[look&number] = uint8(i)
	}
	form = hash(saltPart)
	for i, look := range sorted[:n] {
		earlier, of := uint64(0), look&number
		for v := range bitsOf(joins[of]) {
			if j := at[place[v]]; int(j) < i {
				earlier |= 1 << j
			}
		}
		form = form.plus(s.colour(p, vertices[of])).mixed().plus(hash(earlier)).mixed()
	}
	return form, rounds
}
