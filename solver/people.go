package solver

import (
	"iter"
	"slices"

	"nimatron/games"
)

// The habits of people in reply to a decision, and how many people of ten have each. Without a
// suitable reply they reply at random.
const (
	copies  = 2.0 // take as many at a facing place
	mirrors = 2.0 // leave as many at a facing place
	levels  = 2.0 // make two places equal
	clears  = 1.0 // take a whole place
	spares  = 1.0 // leave one counter
	people  = 10.0
)

// seenPlaces is how many places people consider.
const seenPlaces = 32

// replies are what habits suggest after a decision.
type replies struct {
	took, left uint64        // by the decision, and left at its place
	places     []games.Place // open places; people see the first ones
	seen       int
	facing     []bool // by seen place: whether it faces the decision's place
	// How many replies each habit suggests.
	toCopy, toMirror, toLevel, toClear, toSpare int
}

// see sets r to what people see after a step. before are the places of the board before it.
func (r *replies) see(before []games.Place, step games.Step) {
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

// face finds the facing places: those as high as the move's place was, else all others, else its
// own.
func (r *replies) face(before []games.Place, m games.Move) {
	own := slices.IndexFunc(before, func(at games.Place) bool { return at.Name == m.Where })
	if own < 0 {
		return // moves of this game name no places
	}
	old := before[own].Most
	r.left = old - r.took
	others, twins := 0, 0
	isOther := func(at games.Place) bool { return at.Name != m.Where }
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

// miss returns the chance that people reply with none of the right moves.
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

// habitual yields the replies that habits suggest, place by place, or else the first options.
func (r *replies) habitual(p games.Position) iter.Seq[games.Step] {
	if r.seen == 0 {
		return first(p.Options(), seenPlaces)
	}
	return func(yield func(games.Step) bool) {
		var rests []uint64 // remainders that habits leave
		for i, at := range r.places[:r.seen] {
			rests = append(rests[:0], 0, 1)
			if len(r.facing) > 0 && r.facing[i] {
				rests = append(rests, at.Most-r.took, r.left) // wraps around if the habit takes more than there is
			}
			for _, other := range r.places[:r.seen] {
				rests = append(rests, other.Most)
			}
			slices.Sort(rests)
			for _, rest := range slices.Compact(rests) {
				if rest >= at.Most {
					break
				}
				if step, err := takeFrom(p, at, at.Most-rest); err == nil && !yield(step) {
					return
				}
			}
		}
	}
}

func one(so bool) int {
	if so {
		return 1
	}
	return 0
}
