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

// finishRated works out what the end of a rated match brings: the second game of a pair
// after the first, the changes of ratings after the second or after a match
// against the bot. Nothing is stored yet.
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

// ratingHistory is where the results so far are looked up: the database, or what has been
// read of it when all ratings are worked out anew.
type ratingHistory interface {
	// Ratings returns ratings by player, then by family.
	Ratings(ctx context.Context, players ...string) (map[string]map[string]match.Rating, error)
	// PairsSince returns how many rated pairs two people have completed since.
	PairsSince(ctx context.Context, one, other string, since time.Time) (int, error)
	// firstResult returns how the first game of a pair ended.
	firstResult(ctx context.Context, pair int64) (match.Result, error)
}

// storedHistory looks everything up in the database.
type storedHistory struct{ Store }

func (b storedHistory) firstResult(ctx context.Context, pair int64) (match.Result, error) {
	m, err := b.MatchByID(ctx, pair)
	return m.Result, err
}

// ratingChanges returns what a match, finished now, changes in the ratings. Uncounted
// says that it would, but for the pairs that counted that day.
func ratingChanges(ctx context.Context, b ratingHistory, m *match.Match, now time.Time) (changes []match.RatingChange, uncounted bool, err error) {
	switch {
	case !m.Counts():
		return nil, false, nil
	case m.Leg == match.Alone:
		changes, err = botRatingChanges(ctx, b, m, now)
		return changes, false, err
	}
	first, err := b.firstResult(ctx, m.Pair)
	if err != nil || first.Winner == match.Nobody {
		return nil, false, err
	}
	count, err := b.PairsSince(ctx, m.Left.ID, m.Right.ID, now.Add(-24*time.Hour))
	if err != nil || count >= PairsADay {
		return nil, err == nil, err
	}
	ratings, err := b.Ratings(ctx, m.Left.ID, m.Right.ID)
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

// botRatingChanges moves a person's rating half as far as a match against a person of the
// bot's rating would.
func botRatingChanges(ctx context.Context, b ratingHistory, m *match.Match, now time.Time) ([]match.RatingChange, error) {
	bot, ok := m.Level.Rating()
	if !ok {
		return nil, nil
	}
	seat := m.Human()
	human, points := m.Player(seat).ID, m.Points(seat)
	ratings, err := b.Ratings(ctx, human)
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
