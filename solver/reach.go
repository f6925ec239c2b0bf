package solver

import (
	"iter"
	"math"
	"strconv"

	"nimatron/games"
)

// largePile is the size above which the bot, in a lost position, takes at least half of a pile.
// Otherwise a match with piles of 10^18 would never end. See docs/levels.md.
const largePile = 64

// lookedAt bounds the piles copied while the options of one lost decision are compared.
const lookedAt = 1 << 14

// options counts the legal decisions at these places, at most math.MaxUint64. Decisions that must
// be listed are counted up to candidateLimit.
func options(p games.Position, places []games.Place) uint64 {
	n := uint64(0)
	switch {
	case len(places) == 0:
		for range first(p.Options(), candidateLimit) {
			n++
		}
		return n
	case p.Turn().Decision == games.PlaceOnly:
		return uint64(len(places))
	}
	for _, at := range places {
		n = add(n, add(at.Most, at.Splits()))
	}
	return n
}

func add(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}

// candidates yields the decisions to choose from in a lost position: the first in Position.Options,
// which take fewest counters, or, while a reachable pile is large, some that take at least half of
// one.
func candidates(p games.Position) iter.Seq[games.Step] {
	places := p.Places()
	limit := min(candidateLimit, lookedAt/max(len(places), 1))
	large := false
	for _, at := range places {
		large = large || at.Most > largePile
	}
	if !large || p.Turn().Decision == games.PlaceOnly {
		return first(p.Options(), limit)
	}
	return first(func(yield func(games.Step) bool) {
		for _, at := range places {
			if at.Most <= largePile {
				continue
			}
			half := at.Most - at.Most/2
			for _, count := range [...]uint64{half, half + 1, at.Most - 2, at.Most - 1, at.Most} {
				if step, err := takeFrom(p, at, count); err == nil && !yield(step) {
					return
				}
			}
		}
	}, limit)
}

func takeFrom(p games.Position, from games.Place, count uint64) (games.Step, error) {
	m, err := p.Read(from.Name + "-" + strconv.FormatUint(count, 10))
	if err != nil {
		return games.Step{}, err
	}
	return played(p, m)
}

func first(steps iter.Seq[games.Step], limit int) iter.Seq[games.Step] {
	return func(yield func(games.Step) bool) {
		n := 0
		for step := range steps {
			if n++; !yield(step) || n == limit {
				return
			}
		}
	}
}
