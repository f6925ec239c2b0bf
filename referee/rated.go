package referee

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/match/record"
)

// Bounds on the rated pairs that count.
const (
	PairsADay    = 5
	BotPairsADay = 10 // against the bot, at any level, on a day in UTC
)

// finishRated computes what follows the end of a rated match: the second game of a pair, with the bot's
// decisions, or the changes of ratings. It stores nothing.
func (r *Referee) finishRated(ctx context.Context, p *Progress, now time.Time) (err error) {
	g := p.Game
	for _, h := range r.hooks {
		if h.Unrated != nil && g.Counts() {
			if g.Uncounted, err = h.Unrated(ctx, &g.Match); err != nil || g.Uncounted {
				return err
			}
		}
	}
	if g.Leg != match.FirstLeg || !g.Finished() || g.Winner == match.Nobody {
		var first match.Match
		if g.Leg == match.SecondLeg && g.Finished() {
			if first, err = r.store.MatchByID(ctx, g.Pair); err != nil {
				return err
			}
			if g.Uncounted = unplayed(&first) && unplayed(&g.Match); g.Uncounted {
				return nil
			}
		}
		p.Ratings, g.Uncounted, err = ratingChanges(ctx, r.store, first.Result, &g.Match, now)
		return err
	}
	second, err := r.Load(g.SecondGame(r.seed(), now))
	if err != nil {
		return err
	}
	p.Next = &Progress{Game: second}
	if err := r.playBot(ctx, p.Next); err != nil {
		return err
	}
	p.Next.addMoves(now)
	if !second.Finished() {
		setClock(&second.Match, now)
		return nil
	}
	p.Next.Ratings, second.Uncounted, err = ratingChanges(ctx, r.store, g.Result, &second.Match, now)
	return err
}

func unplayed(m *match.Match) bool {
	return m.Termination == match.TimedOut && len(m.Moves) == 0
}

// PairUnplayed reports whether nobody has moved in either game of a pair, whose second game is g.
func (r *Referee) PairUnplayed(ctx context.Context, g *Game) (bool, error) {
	if g.Leg != match.SecondLeg || !unplayed(&g.Match) {
		return false, nil
	}
	first, err := r.store.MatchByID(ctx, g.Pair)
	return err == nil && unplayed(&first), err
}

// PairScore returns the games that each player of a rated pair has won, in the order of the sides of its
// finished second game g. complete is false if a game had no winner.
func (r *Referee) PairScore(ctx context.Context, g *Game) (left, right int, complete bool, err error) {
	first, err := r.store.MatchByID(ctx, g.Pair)
	if err != nil || first.Winner == match.Nobody || g.Winner == match.Nobody {
		return 0, 0, false, err
	}
	won := func(side games.Side) int { return int(2 * g.PairPoints(first.Result, side)) }
	return won(games.Left), won(games.Right), true, nil
}

type ratingHistory interface {
	// Ratings returns ratings by player, then by ladder.
	Ratings(ctx context.Context, players ...string) (map[string]map[match.Ladder]match.Rating, error)
	// PairsSince drops times that are too old even for a clock that is set back.
	PairsSince(ctx context.Context, one, other string, since time.Time) (int, error)
}

// ratingChanges returns the changes of ratings by a match that ends now. first is the result of the first
// game of its pair; nothing changes before the second. uncounted is true if too many pairs counted that day.
func ratingChanges(ctx context.Context, h ratingHistory, first match.Result, m *match.Match, now time.Time) (changes []match.RatingChange, uncounted bool, err error) {
	switch {
	case !m.Counts():
		return nil, false, nil
	case m.Uncounted: // stored earlier: the players of its pairs may be deleted since
		return nil, true, nil
	case first.Winner == match.Nobody:
		return nil, false, nil
	}
	since, most := now.Add(-24*time.Hour), PairsADay
	if m.AgainstBot() {
		since, most = now.UTC().Truncate(24*time.Hour), BotPairsADay
	}
	count, err := h.PairsSince(ctx, m.Sides[games.Left].ID, m.Sides[games.Right].ID, since)
	if err != nil || count >= most {
		return nil, err == nil, err
	}
	bot, rated := m.Level.Rating()
	if m.AgainstBot() && !rated {
		return nil, false, nil
	}
	ratings, err := h.Ratings(ctx, m.Sides[games.Left].ID, m.Sides[games.Right].ID)
	if err != nil {
		return nil, false, err
	}
	for _, in := range []match.Ladder{m.Ladder(), {Family: match.Overall, Pace: m.Pace}} {
		for _, side := range []games.Side{games.Left, games.Right} {
			player, opponent := m.Player(side), m.Player(side.Other()).ID
			before, points := ratings[player.ID][in], m.PairPoints(first, side)
			after := before.Strength(now)
			switch {
			case player.IsBot():
				continue
			case m.AgainstBot(): // half as much as against a person with the bot's rating
				after = after.Half([]rating.Game{{Opponent: bot, Score: points}})
			default:
				after = after.After([]rating.Game{{Opponent: ratings[opponent][in].Strength(now), Score: points}})
			}
			changes = append(changes, before.Change(player.ID, in, after, points, now))
		}
	}
	return changes, false, nil
}

// rebuildAttempts bounds the recomputations of ratings that other changes made invalid.
const rebuildAttempts = 3

// RebuildRatings recomputes all ratings from the matches, in the order in which they ended, and
// replaces the stored ones. It calls progress, which may be nil, with the number of matches read so
// far, and returns the total.
func (r *Referee) RebuildRatings(ctx context.Context, progress func(matches int)) (matches int, err error) {
	for range rebuildAttempts {
		h := newRebuiltHistory(progress)
		if err = r.store.ReplaceRatings(ctx, h.apply); !errors.Is(err, match.ErrStale) {
			return h.matches, err
		}
	}
	return 0, err
}

func newRebuiltHistory(progress func(matches int)) *rebuiltHistory {
	return &rebuiltHistory{
		ratings:  map[string][]match.Rating{},
		keep:     leastPairs,
		firsts:   map[int64]match.Result{},
		pairs:    map[[2]string][]time.Time{},
		progress: progress,
	}
}

func (h *rebuiltHistory) apply(m match.Match) ([]match.RatingChange, error) {
	changes, _, err := ratingChanges(context.Background(), h, h.firsts[m.Pair], &m, m.Ended) // h has everything in memory
	if err != nil {
		return nil, err
	}
	for i := range changes {
		changes[i].MatchID = m.ID
	}
	for _, c := range changes {
		own := h.ratings[c.Player]
		if i := slices.IndexFunc(own, func(r match.Rating) bool { return r.Ladder == c.After.Ladder }); i >= 0 {
			own[i] = c.After
		} else {
			h.ratings[c.Player] = append(own, c.After)
		}
	}
	switch {
	case m.Rated && m.Leg == match.FirstLeg:
		h.firsts[m.ID] = m.Result
	case m.Rated && m.Leg == match.SecondLeg:
		delete(h.firsts, m.Pair)
		if m.Counts() && (m.Tournament == 0 || !m.Uncounted) {
			key := between(m.Sides[games.Left].ID, m.Sides[games.Right].ID)
			if _, met := h.pairs[key]; !met && len(h.pairs) >= h.keep {
				h.dropPairs(m.Ended)
			}
			h.pairs[key] = append(h.pairs[key], m.Ended)
		}
	}
	if h.matches++; h.progress != nil {
		h.progress(h.matches)
	}
	return changes, nil
}

type rebuiltHistory struct {
	ratings map[string][]match.Rating // by player; a map for each player would take three times the memory
	firsts  map[int64]match.Result
	pairs   map[[2]string][]time.Time // times at which two people completed pairs, the last ones
	keep    int

	matches  int
	progress func(matches int)
}

func between(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

func (h *rebuiltHistory) Ratings(_ context.Context, players ...string) (map[string]map[match.Ladder]match.Rating, error) {
	found := map[string]map[match.Ladder]match.Rating{}
	for _, p := range players {
		found[p] = map[match.Ladder]match.Rating{}
		for _, r := range h.ratings[p] {
			found[p][r.Ladder] = r
		}
	}
	return found, nil
}

// setBack is how far a clock may be set back between two matches.
const setBack = 30 * 24 * time.Hour

// leastPairs is the least length of pairs at which old ones are dropped.
const leastPairs = 1000

// dropPairs drops pairs that are too old to count, so that memory holds about a month of them.
func (h *rebuiltHistory) dropPairs(now time.Time) {
	maps.DeleteFunc(h.pairs, func(_ [2]string, times []time.Time) bool {
		return slices.MaxFunc(times, time.Time.Compare).Before(now.Add(-24*time.Hour - setBack))
	})
	h.keep = max(leastPairs, 2*len(h.pairs))
}

// PairsSince also drops times so old that even a clock that is set back can't need them.
func (h *rebuiltHistory) PairsSince(_ context.Context, one, other string, since time.Time) (count int, err error) {
	key := between(one, other)
	times := slices.DeleteFunc(h.pairs[key], func(t time.Time) bool { return t.Before(since.Add(-setBack)) })
	for _, t := range times {
		if !t.Before(since) {
			count++
		}
	}
	if len(times) == 0 {
		delete(h.pairs, key)
	} else {
		h.pairs[key] = times
	}
	return count, nil
}

// The channel of imported matches, and the prefix of the IDs that players without one get.
const (
	importChannel  = "import"
	importedPlayer = "import:"
)

// Imported returns a finished match from elsewhere in its stored form. Players without ids get new
// ones. It is never rated. Unknown times are those of the nearest
// event, or now. The error says why it can't be stored.
func (r *Referee) Imported(m *record.Match) (match.Match, error) {
	v, err := r.catalog.Find(m.Variant)
	if err != nil {
		return match.Match{}, err
	}
	s := match.Match{
		ID: m.ID, Channel: importChannel,
		Variant: v.ID, Family: v.Family.ID, Start: m.Start, Chosen: true, First: m.First,
		Sides:    match.Between(importPlayer(m.Left), importPlayer(m.Right)),
		TurnTime: m.TurnTime, // never rated, because no referee saw it
		State:    match.Finished, Result: m.Result, Version: 1,
		Created: m.Started, Ended: m.Ended,
	}
	switch {
	case m.Termination == "":
		return s, errors.New("it is not over yet")
	case utf8.RuneCountInString(string(m.Termination)) > match.MaxTermination:
		return s, fmt.Errorf("its termination is longer than %d characters", match.MaxTermination)
	case s.Sides[games.Left].ID == s.Sides[games.Right].ID:
		return s, errors.New("both players are the same: tell them apart by their names or ids")
	}
	if _, known := m.Level.ErrorRate(); known {
		s.Level = m.Level
	}
	last := m.Started
	for _, move := range m.Moves {
		last = cmp.Or(move.At, last)
	}
	s.Ended = cmp.Or(m.Ended, last, r.now())
	s.Created = cmp.Or(m.Started, s.Ended)
	s.Updated = s.Ended
	for _, move := range m.Moves {
		s.Moves = append(s.Moves, match.Move{Actor: move.Actor, Text: move.Text, At: cmp.Or(move.At, s.Ended)})
	}
	return s, nil
}

func importPlayer(p record.Player) match.Player {
	if p.ID == "" {
		p.ID = importedPlayer + p.Name
	}
	return match.Player{ID: p.ID, Name: p.Name}
}
