package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"nimatron/match"
)

var storedRatingColumns = fields[match.Rating](`
	family=Family pace=Pace value=Value deviation=Deviation volatility=Volatility games=Games wins=Wins
	losses=Losses draws=Draws streak=Streak updated=Updated`)

var ratingColumns = storedRatingColumns.from("r")

var newRating = storedRatingColumns.keyed("player")

var storedChangeColumns = fields[match.RatingChange](`
	before_value=Before.Value before_deviation=Before.Deviation before_volatility=Before.Volatility
	value=After.Value deviation=After.Deviation volatility=After.Volatility result=Points at=At`)

var changeColumns = storedChangeColumns.from("c")

type newChange struct {
	match.RatingChange
	Key int64
}

var newChangeColumns = append(fields[newChange]("player=Key match_id=MatchID family=After.Family"),
	within(storedChangeColumns, func(c *newChange) *match.RatingChange { return &c.RatingChange })...)

var (
	ratingsOf = `
		SELECT ` + ratingColumns.names() + ` FROM players p JOIN ratings r ON r.player = p.key
		WHERE p.id = $1 ORDER BY r.family, r.pace`
	// If the row's games and value differ from Before, somebody else has changed it.
	saveRating   = newRating.save("ratings", 3, `{1} = 0`, `ratings.games = {1} AND ratings.value = {2}`)
	insertChange = newChangeColumns.insert("rating_changes")
	ratedPairs   = `
		SELECT count(*) FROM matches
		WHERE left_player IN ` + keysOf(1) + ` AND right_player IN ` + keysOf(3) + ` AND ended >= $5
			AND leg = {second leg} AND rated = 1 AND state = {finished} AND winner <> {nobody}
			AND (tournament = 0 OR uncounted = 0)`
)

func (s *Store) Ratings(ctx context.Context, players ...string) (_ map[string]map[match.Ladder]match.Rating, err error) {
	ratings := make(map[string]map[match.Ladder]match.Rating)
	err = s.view(ctx, func(tx *Tx) {
		for _, id := range players {
			for _, r := range ratingColumns.all(tx, ratingsOf, id) {
				if ratings[id] == nil {
					ratings[id] = make(map[match.Ladder]match.Rating)
				}
				ratings[id][r.Ladder] = r
			}
		}
	})
	return ratings, err
}

func (s *Store) PairsSince(ctx context.Context, one, other string, since time.Time) (total int, err error) {
	err = s.view(ctx, func(tx *Tx) {
		count := func(left, right string) int {
			return get[int](tx, ratedPairs, left, hashOf(left), right, hashOf(right), millis(since))
		}
		total = count(one, other) + count(other, one)
	})
	return total, err
}

// changeRatings stores the rating changes at the end of a match, and the new ratings. It fails with
// ErrStale unless the stored ratings are those before the changes. It writes in a fixed order,
// which prevents deadlocks.
func changeRatings(tx *Tx, e ending) {
	var ordered []newChange
	keys := map[string]int64{}
	for _, c := range e.Ratings {
		c.MatchID, c.At = cmp.Or(e.next, e.id), e.Now
		if (match.Player{ID: c.Player}).Deleted() { // has neither ratings nor changes
			continue
		}
		if keys[c.Player] == 0 {
			keys[c.Player] = get[int64](tx, playerKey, c.Player)
		}
		if keys[c.Player] == 0 {
			tx.fail(fmt.Errorf("rating of player %s: %w", c.Player, match.ErrNotFound))
		}
		ordered = append(ordered, newChange{c, keys[c.Player]})
	}
	slices.SortFunc(ordered, func(a, b newChange) int {
		return ratingKey{a.Key, a.After.Ladder}.compare(ratingKey{b.Key, b.After.Ladder})
	})
	for i := range ordered {
		c := &ordered[i]
		tx.exec(insertChange, newChangeColumns.values(c)...)
		saved := newRating.values(&c.After, c.Key)
		tx.execOr(match.ErrStale, saveRating, append(saved, c.Before.Games, c.Before.Value)...)
	}
}

type ratingKey struct {
	Player int64
	In     match.Ladder
}

func (k ratingKey) compare(other ratingKey) int {
	return cmp.Or(cmp.Compare(k.Player, other.Player), cmp.Compare(k.In.Family, other.In.Family), cmp.Compare(k.In.Pace, other.In.Pace))
}
