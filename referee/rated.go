package referee

import (
	"context"
	"time"

	"nimatron/games"
	"nimatron/rating"
	"nimatron/solver"
	"nimatron/storage"
)

// PairsADay is how many rated pairs between the same two people count in 24 hours.
const PairsADay = 5

// BotRating returns the fixed rating of the bot at a level; ok is false for the
// perfect level, which is not rated. docs/ratings.md says how it was measured.
func BotRating(l solver.Level) (r rating.Rating, ok bool) {
	switch l {
	case solver.Casual:
		return rating.Rating{Value: 1575, Deviation: rating.MinDeviation, Volatility: rating.StartVolatility}, true
	case solver.Strong:
		return rating.Rating{Value: 1760, Deviation: rating.MinDeviation, Volatility: rating.StartVolatility}, true
	}
	return rating.Rating{}, false
}

// settle works out what the end of a rated match brings: the second game of a pair
// after the first, the changes of ratings after the second or after a match
// against the bot. Nothing is stored yet.
func (r *Referee) settle(ctx context.Context, p *Progress, now time.Time) (err error) {
	g := p.Game
	if !g.Rated || !g.Finished() || g.Winner == "" {
		return nil
	}
	if g.Leg == 1 {
		p.next = &storage.Match{
			Channel: g.Channel, Server: g.Server, Variant: g.Variant, Family: g.Family,
			Start: g.Start, First: g.First, Left: g.Right, Right: g.Left,
			Seed: g.Seed, Rated: true, TurnTime: g.TurnTime, Pair: g.ID, Leg: 2,
			Created: now, State: storage.Playing,
		}
		setClock(p.next, now)
		return nil
	}
	p.Ratings, p.Uncounted, err = outcomeOf(ctx, storedBook{r.store}, &g.Match, now)
	return err
}

// book is where the results so far are looked up: the database, or what has been
// read of it when all ratings are worked out anew.
type book interface {
	// Ratings returns ratings by player, then by family.
	Ratings(ctx context.Context, players ...string) (map[string]map[string]storage.Rating, error)
	// PairsToday returns how many rated pairs two people have completed since.
	PairsToday(ctx context.Context, a, b string, since time.Time) (int, error)
	// firstWinner returns the winner of the first game of a pair.
	firstWinner(ctx context.Context, pair int64) (side string, err error)
}

// storedBook looks everything up in the database.
type storedBook struct{ *storage.Store }

func (b storedBook) firstWinner(ctx context.Context, pair int64) (string, error) {
	m, err := b.MatchByID(ctx, pair)
	return m.Winner, err
}

// outcomeOf returns what a rated match, finished now, changes in the ratings.
// Uncounted says that it would, but for the pairs that counted that day.
func outcomeOf(ctx context.Context, b book, m *storage.Match, now time.Time) (changes []storage.RatingChange, uncounted bool, err error) {
	switch {
	case !m.Rated || m.Winner == "" || m.Leg == 1:
		return nil, false, nil
	case m.Leg == 0:
		changes, err = botOutcome(ctx, b, m, now)
		return changes, false, err
	}
	firstWinner, err := b.firstWinner(ctx, m.Pair)
	if err != nil || firstWinner == "" {
		return nil, false, err
	}
	count, err := b.PairsToday(ctx, m.Left.ID, m.Right.ID, now.Add(-24*time.Hour))
	if err != nil || count >= PairsADay {
		return nil, err == nil, err
	}
	// In the first game the players sat the other way round.
	points := 0.0
	if firstWinner == games.Right.String() {
		points += 0.5
	}
	if m.Winner == games.Left.String() {
		points += 0.5
	}
	ratings, err := b.Ratings(ctx, m.Left.ID, m.Right.ID)
	if err != nil {
		return nil, false, err
	}
	lefts, rights := ratings[m.Left.ID], ratings[m.Right.ID]
	for _, family := range []string{m.Family, storage.Overall} {
		left, right := current(lefts, family, now), current(rights, family, now)
		changes = append(changes,
			changed(m.Left.ID, lefts[family], family, left.After([]rating.Game{{Opponent: right, Score: points}}), points, now),
			changed(m.Right.ID, rights[family], family, right.After([]rating.Game{{Opponent: left, Score: 1 - points}}), 1-points, now))
	}
	return changes, false, nil
}

// botOutcome moves a person's rating half as far as a match against a person of the
// bot's rating would.
func botOutcome(ctx context.Context, b book, m *storage.Match, now time.Time) ([]storage.RatingChange, error) {
	level, err := solver.ParseLevel(m.Level)
	if err != nil {
		return nil, err
	}
	bot, ok := BotRating(level)
	if !ok {
		return nil, nil
	}
	human, seat := m.Left, games.Left
	if human.ID == BotID {
		human, seat = m.Right, games.Right
	}
	points := 0.0
	if m.Winner == seat.String() {
		points = 1
	}
	ratings, err := b.Ratings(ctx, human.ID)
	if err != nil {
		return nil, err
	}
	var changes []storage.RatingChange
	for _, family := range []string{m.Family, storage.Overall} {
		after := current(ratings[human.ID], family, now).Half([]rating.Game{{Opponent: bot, Score: points}})
		changes = append(changes, changed(human.ID, ratings[human.ID][family], family, after, points, now))
	}
	return changes, nil
}

// current returns a player's rating as it is now, grown less certain since the
// last game.
func current(ratings map[string]storage.Rating, family string, now time.Time) rating.Rating {
	stored, ok := ratings[family]
	if !ok {
		return rating.New()
	}
	return rating.Rating{Value: stored.Value, Deviation: stored.Deviation, Volatility: stored.Volatility}.At(stored.Updated, now)
}

// changed is what a result did to a rating, as it is stored.
func changed(player string, before storage.Rating, family string, after rating.Rating, points float64, now time.Time) storage.RatingChange {
	next := before
	next.Family, next.Updated = family, now
	next.Value, next.Deviation, next.Volatility = after.Value, after.Deviation, after.Volatility
	next.Games++
	switch {
	case points > 0.5:
		next.Wins++
		next.Streak = max(next.Streak, 0) + 1
	case points < 0.5:
		next.Losses++
		next.Streak = min(next.Streak, 0) - 1
	default:
		next.Draws++
		next.Streak = 0
	}
	before.Family = family
	if before.Games == 0 {
		start := rating.New()
		before.Value, before.Deviation, before.Volatility = start.Value, start.Deviation, start.Volatility
	}
	return storage.RatingChange{Player: player, Before: before, Rating: next, Result: points, At: now}
}
