package referee

import (
	"context"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/rating"
)

// PairsADay is how many rated pairs between the same two people count in 24 hours.
const PairsADay = 5

// finishRated works out what follows from the end of a rated match: after the first game
// of a pair the second, and after that or a match against the bot the changes of
// ratings. Nothing is stored yet.
func (r *Referee) finishRated(ctx context.Context, p *Progress, now time.Time) (err error) {
	g := p.Game
	if g.Leg == match.FirstLeg && g.Finished() && g.Winner != match.Nobody {
		next := g.SecondGame(now)
		setClock(&next, now)
		p.next = &next
		return nil
	}
	p.Ratings, p.Uncounted, err = ratingChanges(ctx, storedHistory{r.store}, &g.Match, now)
	return err
}

// ratingHistory is where the results so far are looked up: the store or, while all
// ratings are recomputed, the matches that have been read so far.
type ratingHistory interface {
	// Ratings returns ratings by player, then by family.
	Ratings(ctx context.Context, players ...string) (map[string]map[string]match.Rating, error)
	// PairsSince returns how many rated pairs two people have completed since.
	PairsSince(ctx context.Context, one, other string, since time.Time) (int, error)
	// firstResult returns how the first game of a pair ended.
	firstResult(ctx context.Context, pair int64) (match.Result, error)
}

// storedHistory looks everything up in the store.
type storedHistory struct{ Store }

func (h storedHistory) firstResult(ctx context.Context, pair int64) (match.Result, error) {
	m, err := h.MatchByID(ctx, pair)
	return m.Result, err
}

// ratingChanges returns what a match that is finished now changes in the ratings.
// Uncounted says that it changes nothing only because the two have completed PairsADay
// already.
func ratingChanges(ctx context.Context, h ratingHistory, m *match.Match, now time.Time) (changes []match.RatingChange, uncounted bool, err error) {
	switch {
	case !m.Counts():
		return nil, false, nil
	case m.Leg == match.Alone:
		changes, err = botRatingChanges(ctx, h, m, now)
		return changes, false, err
	}
	first, err := h.firstResult(ctx, m.Pair)
	if err != nil || first.Winner == match.Nobody {
		return nil, false, err
	}
	count, err := h.PairsSince(ctx, m.Left.ID, m.Right.ID, now.Add(-24*time.Hour))
	if err != nil || count >= PairsADay {
		return nil, err == nil, err
	}
	ratings, err := h.Ratings(ctx, m.Left.ID, m.Right.ID)
	if err != nil {
		return nil, false, err
	}
	for _, family := range []string{m.Family, match.Overall} {
		for _, side := range []games.Side{games.Left, games.Right} {
			player, opponent := m.Player(side).ID, m.Player(side.Other()).ID
			before, other := ratings[player][family], ratings[opponent][family]
			points := m.PairPoints(first, side)
			after := before.Strength(now).After([]rating.Game{{Opponent: other.Strength(now), Score: points}})
			changes = append(changes, before.Change(player, family, after, points, now))
		}
	}
	return changes, false, nil
}

// botRatingChanges moves a person's rating half as far as a result against a person with
// the bot's rating would.
func botRatingChanges(ctx context.Context, h ratingHistory, m *match.Match, now time.Time) ([]match.RatingChange, error) {
	bot, ok := m.Level.Rating()
	if !ok {
		return nil, nil
	}
	seat := m.Human()
	human, points := m.Player(seat).ID, m.Points(seat)
	ratings, err := h.Ratings(ctx, human)
	if err != nil {
		return nil, err
	}
	var changes []match.RatingChange
	for _, family := range []string{m.Family, match.Overall} {
		before := ratings[human][family]
		after := before.Strength(now).Half([]rating.Game{{Opponent: bot, Score: points}})
		changes = append(changes, before.Change(human, family, after, points, now))
	}
	return changes, nil
}
