package referee

import (
	"context"
	"slices"
	"time"

	"nimatron/match"
)

// RebuildRatings works all ratings out anew from the matches, in the order in which
// they ended, and puts them in the place of those that are stored. It tells
// progress, which may be nil, how many matches it has read so far, and returns how
// many there were.
func (r *Referee) RebuildRatings(ctx context.Context, progress func(matches int)) (matches int, err error) {
	b := &rebuiltHistory{
		ratings: map[string]map[match.Ladder]match.Rating{},
		firsts:  map[int64]match.Result{},
		pairs:   map[[2]string][]time.Time{},
	}
	err = r.store.ReplaceRatings(ctx, func(add func(match.RatingChange) error) error {
		return r.store.ForEachFinished(ctx, func(m match.Match) error {
			changes, _, err := ratingChanges(ctx, b, &m, m.Ended)
			if err != nil {
				return err
			}
			for _, c := range changes {
				c.MatchID = m.ID
				if err := add(c); err != nil {
					return err
				}
			}
			b.note(&m, changes)
			if matches++; progress != nil {
				progress(matches)
			}
			return nil
		})
	})
	return matches, err
}

// rebuiltHistory holds what the matches so far have come to.
type rebuiltHistory struct {
	ratings map[string]map[match.Ladder]match.Rating
	firsts  map[int64]match.Result    // of first games whose second is to come
	pairs   map[[2]string][]time.Time // when the last pairs of two people were completed
}

// note adds a match that has been settled.
func (b *rebuiltHistory) note(m *match.Match, changes []match.RatingChange) {
	for _, c := range changes {
		if b.ratings[c.Player] == nil {
			b.ratings[c.Player] = map[match.Ladder]match.Rating{}
		}
		b.ratings[c.Player][c.After.Ladder] = c.After
	}
	switch {
	case !m.Rated:
	case m.Leg == match.FirstLeg:
		b.firsts[m.ID] = m.Result
	case m.Leg == match.SecondLeg:
		delete(b.firsts, m.Pair)
		if m.Counts() {
			key := between(m.Left.ID, m.Right.ID)
			b.pairs[key] = append(b.pairs[key], m.Ended)
		}
	}
}

// between names two people, whichever way round.
func between(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

func (b *rebuiltHistory) Ratings(_ context.Context, players ...string) (map[string]map[match.Ladder]match.Rating, error) {
	found := map[string]map[match.Ladder]match.Rating{}
	for _, p := range players {
		found[p] = b.ratings[p]
	}
	return found, nil
}

func (b *rebuiltHistory) PairsSince(_ context.Context, one, other string, since time.Time) (int, error) {
	key := between(one, other)
	recent := slices.DeleteFunc(b.pairs[key], func(t time.Time) bool { return t.Before(since) })
	b.pairs[key] = recent
	return len(recent), nil
}

func (b *rebuiltHistory) firstResult(_ context.Context, pair int64) (match.Result, error) {
	return b.firsts[pair], nil
}
