package solver

import (
	"iter"
	"slices"

	"nimatron/games"
)

// The habits of people in reply to a decision.
const (
	toCopy   = iota // take as many at a facing place
	toMirror        // leave as many at a facing place
	toLevel         // make two places equal
	toClear         // take a whole place
	toSpare         // leave one counter
	habits
)

// weights says how many people of ten have each habit. If no habit suggests a reply, people reply at random.
var weights = [habits]float64{toCopy: 2, toMirror: 2, toLevel: 2, toClear: 1, toSpare: 1}

const people = 10.0

// seenPlaces bounds the places that people consider.
const seenPlaces = 32

type replies struct {
	took, left uint64        // by the decision, and left at its place
	places     []games.Place // open places; people see the first ones
	seen       int
	facing     []bool      // by seen place: whether it faces the place of the decision
	suggested  [habits]int // how many replies each habit suggests
}

// see sets r to the replies that people see after a step. before are the places of the board before
// the step.
func (r *replies) see(before []games.Place, step games.Step) {
	*r = replies{took: step.Move.Count, places: step.Position.Places(), facing: r.facing[:0]}
	if step.Position.Turn().Decision == games.PlaceOnly {
		return
	}
	r.seen = min(len(r.places), seenPlaces)
	if step.Move.Kind == games.Take || step.Move.Kind == games.Dictate {
		r.face(before, step.Move)
	}
	r.suggested[toClear] = r.seen
	for i, at := range r.places[:r.seen] {
		if at.Most > 1 {
			r.suggested[toSpare]++
		}
		for _, other := range r.places[:i] {
			if other.Most != at.Most {
				r.suggested[toLevel]++
			}
		}
	}
}

// face finds the facing places: those as high as the moved one was, else all others, else the moved one
// itself.
func (r *replies) face(before []games.Place, m games.Move) {
	own := slices.IndexFunc(before, func(at games.Place) bool { return at.Name == m.Where })
	if own < 0 {
		return
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
			r.suggested[toCopy]++
		}
		if facing && at.Most > r.left {
			r.suggested[toMirror]++
		}
	}
}

func (r *replies) miss(right []games.Move, options float64) float64 {
	var suitable [habits]int
	for _, m := range right {
		for i, at := range r.places[:r.seen] {
			if m.Where != at.Name || m.Count == 0 {
				continue
			}
			rest := at.Most - m.Count
			if len(r.facing) > 0 && r.facing[i] {
				suitable[toCopy] += one(m.Count == r.took)
				suitable[toMirror] += one(rest == r.left)
			}
			suitable[toClear] += one(rest == 0)
			suitable[toSpare] += one(rest == 1)
			for _, other := range r.places[:r.seen] {
				suitable[toLevel] += one(other.Most == rest)
			}
			break
		}
	}
	hit, guesses := 0.0, people
	for habit, all := range r.suggested {
		if all > 0 {
			hit += weights[habit] * float64(suitable[habit]) / float64(all)
			guesses -= weights[habit]
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
		var rests []uint64 // what habits leave
		for i, at := range r.places[:r.seen] {
			rests = append(rests[:0], 0, 1)
			if len(r.facing) > 0 && r.facing[i] {
				rests = append(rests, at.Most-r.took, r.left) // wraps around if the habit takes more than is there
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
