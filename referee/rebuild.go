package referee

import (
	"context"
	"errors"
	"slices"
	"time"

	"nimatron/games"
	"nimatron/match"
)

// rebuildAttempts is how often the ratings are recomputed if others change them meanwhile in a
// way that can't be followed.
const rebuildAttempts = 3

// RebuildRatings recomputes all ratings from the matches, in the order in which they ended, and
// replaces the stored ones. It tells progress, which may be nil, how many matches it has read
// so far, and returns how many there were.
func (r *Referee) RebuildRatings(ctx context.Context, progress func(matches int)) (matches int, err error) {
	for range rebuildAttempts {
		h := newRebuiltHistory(progress)
		if err = r.store.ReplaceRatings(ctx, h.settle); !errors.Is(err, match.ErrStale) {
			return h.matches, err
		}
	}
	return 0, err
}

// newRebuiltHistory returns the history before the first match. It tells progress,
// which may be nil, how many matches it has seen.
func newRebuiltHistory(progress func(matches int)) *rebuiltHistory {
	return &rebuiltHistory{
		ratings:  map[string]map[match.Ladder]match.Rating{},
		firsts:   map[int64]match.Result{},
		pairs:    map[[2]string][]time.Time{},
		progress: progress,
	}
}

// settle returns what a match has changed in the ratings, and adds it to the history.
func (h *rebuiltHistory) settle(m match.Match) ([]match.RatingChange, error) {
	changes, _, err := ratingChanges(context.Background(), h, &m, m.Ended) // all is in memory
	if err != nil {
		return nil, err
	}
	for i := range changes {
		changes[i].MatchID = m.ID
	}
	h.note(&m, changes)
	if h.matches++; h.progress != nil {
		h.progress(h.matches)
	}
	return changes, nil
}

// rebuiltHistory holds the results of the matches that have been read so far.
type rebuiltHistory struct {
	ratings map[string]map[match.Ladder]match.Rating
	firsts  map[int64]match.Result    // of first games whose second is to come
	pairs   map[[2]string][]time.Time // when the last pairs of two people were completed

	matches  int // so far
	progress func(matches int)
}

// note adds a match whose changes are known.
func (h *rebuiltHistory) note(m *match.Match, changes []match.RatingChange) {
	for _, c := range changes {
		if h.ratings[c.Player] == nil {
			h.ratings[c.Player] = map[match.Ladder]match.Rating{}
		}
		h.ratings[c.Player][c.After.Ladder] = c.After
	}
	switch {
	case !m.Rated:
	case m.Leg == match.FirstLeg:
		h.firsts[m.ID] = m.Result
	case m.Leg == match.SecondLeg:
		delete(h.firsts, m.Pair)
		if m.Counts() && (m.Tournament == 0 || !m.Uncounted) {
			key := between(m.Sides[games.Left].ID, m.Sides[games.Right].ID)
			h.pairs[key] = append(h.pairs[key], m.Ended)
		}
	}
}

// between is the key for two people, in either order.
func between(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

func (h *rebuiltHistory) Ratings(_ context.Context, players ...string) (map[string]map[match.Ladder]match.Rating, error) {
	found := map[string]map[match.Ladder]match.Rating{}
	for _, p := range players {
		found[p] = h.ratings[p]
	}
	return found, nil
}

// PairsSince forgets what is longer ago than any clock is set back.
func (h *rebuiltHistory) PairsSince(_ context.Context, one, other string, since time.Time) (count int, err error) {
	const setBack = 30 * 24 * time.Hour
	key := between(one, other)
	h.pairs[key] = slices.DeleteFunc(h.pairs[key], func(t time.Time) bool { return t.Before(since.Add(-setBack)) })
	for _, t := range h.pairs[key] {
		if !t.Before(since) {
			count++
		}
	}
	return count, nil
}

func (h *rebuiltHistory) firstResult(_ context.Context, pair int64) (match.Result, error) {
	return h.firsts[pair], nil
}
