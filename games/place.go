package games

import "iter"

// A Place is a part of the board that the due decision may be about, with its range of numbers. It
// offers the moves without listing them, because a pile can have 10^18 counters.
type Place struct {
	// Name is the place as in Move.Where, empty if the place is already nominated.
	Name string
	// Most is the most counters that may leave: every number from 1 to Most is legal.
	Most uint64
	// Size is the number of counters if more than Most lie there, else 0.
	Size uint64
	// Sum is the total of the two parts of a split, 0 if there is none. A split is legal if its
	// smaller part is from Least to Sum/2.
	Sum, Least uint64
	// Part is the number of the board, from 1, in a sum, else 0.
	Part int
}

// Splits counts the splits.
func (p Place) Splits() uint64 {
	if p.Sum == 0 {
		return 0
	}
	return p.Sum/2 - p.Least + 1
}

// Takes yields for each place a step that takes 1, then for each one that takes 2, and so on.
func Takes(places []Place, step func(place int, count uint64) Step) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		for count, found := uint64(1), true; found; count++ {
			found = false
			for i, at := range places {
				if count > at.Most {
					continue
				}
				if found = true; !yield(step(i, count)) {
					return
				}
			}
		}
	}
}
