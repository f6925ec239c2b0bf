package solver

import (
	"iter"
	"slices"

	"nimatron/games"
)

// The habits of people who reply to a decision, and how many of ten people have each. Where a
// habit leads nowhere they reply at random.
const (
	copies  = 2.0 // take as many at a place that faces that of the decision
	mirrors = 2.0 // leave as many there
	levels  = 2.0 // make two places equal
	clears  = 1.0 // take all of a place
	spares  = 1.0 // leave one
	people  = 10.0
)

// seenPlaces is how many places people look at.
const seenPlaces = 32

// board is what people see before a decision.
type board struct {
	places   []games.Place
	numbered bool // whether places are called by their number, which changes when one has gone
}

func boardOf(p games.Position) board {
	row, isRow := p.Shape().(games.Row)
	return board{p.Places(), isRow && !row.Ends}
}

// replies are what habits lead to after a decision.
type replies struct {
	took, left uint64        // by the decision and of its place
	places     []games.Place // within reach, the first seen of them by people
	seen       int
	facing     []bool // by place that is seen: whether it faces that of the decision
	// How many ways each habit leads to.
	toCopy, toMirror, toLevel, toClear, toSpare int
}

// see notes what people see after a step from a board.
func (r *replies) see(before board, step games.Step) {
	*r = replies{took: step.Move.Count, places: step.Position.Places(), facing: r.facing[:0]}
	if step.Position.Turn().Decision == games.PlaceOnly {
		return
	}
	r.seen = min(len(r.places), seenPlaces)
	if step.Move.Kind == games.Take || step.Move.Kind == games.Dictate {
		r.face(before, step.Move)
	}
	r.toClear = r.seen
	for i, at := range r.places[:r.seen] {
		if at.Most > 1 {
			r.toSpare++
		}
		for _, other := range r.places[:i] {
			if other.Most != at.Most {
				r.toLevel++
			}
		}
	}
}

// face finds the places that face that of a move: those that were as high before it, if there
// are any, else all others, and its own where there is no other.
func (r *replies) face(before board, m games.Move) {
	own := slices.IndexFunc(before.places, func(at games.Place) bool { return at.Name == m.Where })
	if own < 0 {
		return // a game whose places are not those that its moves name
	}
	old := before.places[own].Most
	r.left = old - r.took
	others, twins := 0, 0
	isOther := func(at games.Place) bool { return at.Name != m.Where || before.numbered && r.left == 0 }
	for _, at := range r.places[:r.seen] {
		if isOther(at) {
			others++
			if at.Most == old {
				twins++
			}
		}
	}
	for _, at := range r.places[:r.seen] {
		facing := others == 0 || isOther(at) && (twins == 0 || at.Most == old)
		r.facing = append(r.facing, facing)
		if facing && at.Most >= r.took {
			r.toCopy++
		}
		if facing && at.Most > r.left {
			r.toMirror++
		}
	}
}

// miss returns the chance that people reply with none of these moves, of so many options.
func (r *replies) miss(right []games.Move, options float64) float64 {
	var toCopy, toMirror, toLevel, toClear, toSpare int
	for _, m := range right {
		for i, at := range r.places[:r.seen] {
			if m.Where != at.Name || m.Count == 0 {
				continue
			}
			rest := at.Most - m.Count
			if len(r.facing) > 0 && r.facing[i] {
				toCopy += one(m.Count == r.took)
				toMirror += one(rest == r.left)
			}
			toClear += one(rest == 0)
			toSpare += one(rest == 1)
			for _, other := range r.places[:r.seen] {
				toLevel += one(other.Most == rest)
			}
			break
		}
	}
	hit, guesses := 0.0, people
	for _, h := range [...]struct {
		weight     float64
		right, all int
	}{{copies, toCopy, r.toCopy}, {mirrors, toMirror, r.toMirror}, {levels, toLevel, r.toLevel}, {clears, toClear, r.toClear}, {spares, toSpare, r.toSpare}} {
		if h.all > 0 {
			hit += h.weight * float64(h.right) / float64(h.all)
			guesses -= h.weight
		}
	}
	return 1 - (hit+guesses*float64(len(right))/options)/people
}

// habitual yields the replies in p that a habit leads to, place by place; the first options
// where none does.
func (r *replies) habitual(p games.Position) iter.Seq[games.Step] {
	if r.seen == 0 {
		return first(p.Options(), seenPlaces)
	}
	return func(yield func(games.Step) bool) {
		var rests []uint64 // that a habit leaves
		for i, at := range r.places[:r.seen] {
			rests = append(rests[:0], 0, 1)
			if len(r.facing) > 0 && r.facing[i] {
				rests = append(rests, at.Most-r.took, r.left) // more than there is where it takes more
			}
			for _, other := range r.places[:r.seen] {
				rests = append(rests, other.Most)
			}
			slices.Sort(rests)
			for _, rest := range slices.Compact(rests) {
				if rest >= at.Most {
					break
				}
				if step, err := take(p, at, at.Most-rest); err == nil && !yield(step) {
					return
				}
			}
		}
	}
}

// one counts what is so.
func one(so bool) int {
	if so {
		return 1
	}
	return 0
}
