package depots

import (
	"cmp"
	"math/bits"
	"slices"
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
	return hash(s.counters[v]).plus(key{a: 2*s.neighbours(p, v) + 1}).mixed()
}

// form returns the key of a part's normal form: each stack's counters, how many neighbours must be
// emptied to open it, and which ones. Parts with equal keys are the same game. Equal trees have
// equal keys, as do nearly all other equal parts.
func (s *position) form(p part) key {
	if s.treeLike(p) {
		return s.treeForm(p)
	}
	return s.graphForm(p)
}

func (s *position) treeLike(p part) bool {
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
func (s *position) graphForm(p part) key {
	var place [maxStacks]int8
	var vertices [maxStacks]int
	n := 0
	for v := range bitsOf(p.mask) {
		place[v], vertices[n] = int8(n), v
		n++
	}
	var looks, next, sorted [maxStacks]uint64
	for i := range n {
		looks[i] = mix(s.counters[vertices[i]] + mix(s.neighbours(p, vertices[i])))
	}
	kinds := 0
	for {
		copy(sorted[:n], looks[:n])
		slices.Sort(sorted[:n])
		now, twin := 1, uint64(0)
		for i := 1; i < n; i++ {
			if sorted[i] != sorted[i-1] {
				now++
			} else if twin == 0 {
				twin = sorted[i]
			}
		}
		if now == n {
			break
		}
		if now == kinds {
			// Refinement has stopped, so put one of the twins first.
			i := slices.Index(looks[:n], twin)
			looks[i] = mix(looks[i] + 1)
			kinds = 0
			continue
		}
		kinds = now
		for i := range n {
			sum := uint64(0)
			for v := range bitsOf(s.joins(p, vertices[i])) {
				sum += mix(looks[place[v]])
			}
			next[i] = mix(looks[i]*0xd6e8feb86659fd93 + sum)
		}
		looks = next
	}
	order := vertices[:n]
	slices.SortFunc(order, func(u, v int) int { return cmp.Compare(looks[place[u]], looks[place[v]]) })
	k := hash(saltPart)
	for i, v := range order {
		earlier := uint64(0)
		joins := s.joins(p, v)
		for j, u := range order[:i] {
			earlier |= joins >> u & 1 << j
		}
		k = k.plus(s.colour(p, v)).mixed().plus(hash(earlier)).mixed()
	}
	return k
}
