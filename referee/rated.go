package referee

import (
	"context"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/referee/tournament"
)

// How many rated pairs count.
const (
	// PairsADay is how many between the same two people count in 24 hours.
	PairsADay = tournament.MaxMeetings
	// BotPairsADay is how many against the bot, at any level, count on a day, in UTC.
	BotPairsADay = 10
)

// finishRated works out what the end of a rated match brings: the second game of a pair
// after the first, with the bot's decisions, and the changes of ratings after the
// second. Nothing is stored yet.
func (r *Referee) finishRated(ctx context.Context, p *Progress, now time.Time) (err error) {
	g, history := p.Game, storedHistory{r.store}
	if g.Tournament != 0 && g.Counts() {
		if t, err := r.store.Tournament(ctx, g.Tournament); err != nil || !t.Rated {
			p.Uncounted = err == nil
			return err
		}
	}
	if p.Uncounted, err = r.neitherCame(ctx, g); err != nil || p.Uncounted {
		return err
	}
	if g.Leg != match.FirstLeg || !g.Finished() || g.Winner == match.Nobody {
		p.Ratings, p.Uncounted, err = ratingChanges(ctx, history, &g.Match, now)
		return err
	}
	second, err := r.load(g.SecondGame(r.seed(), now))
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
	p.Next.Ratings, p.Next.Uncounted, err = ratingChanges(ctx, endingHistory{history, g.Result}, &second.Match, now)
	second.Uncounted = p.Next.Uncounted
	return err
}

// neitherCame reports whether the clock has ended both games of a pair before anybody moved.
func (r *Referee) neitherCame(ctx context.Context, g *Game) (bool, error) {
	unplayed := func(m *match.Match) bool { return m.Termination == match.TimedOut && len(m.Moves) == 0 }
	if g.Leg != match.SecondLeg || !unplayed(&g.Match) {
		return false, nil
	}
	first, err := r.store.MatchByID(ctx, g.Pair)
	return err == nil && unplayed(&first), err
}

// PairScore returns how many games each player of a rated pair has won, in the order of
// the sides of g, its second game, which is over; complete is false where a game had no
// winner.
func (r *Referee) PairScore(ctx context.Context, g *Game) (left, right int, complete bool, err error) {
	first, err := storedHistory{r.store}.firstResult(ctx, g.Pair)
	if err != nil || first.Winner == match.Nobody || g.Winner == match.Nobody {
		return 0, 0, false, err
	}
	left, right = g.Score(first)
	return left, right, true, nil
}

// ratingHistory is where the results so far are looked up: the database, or what has been read
// of it when all ratings are recomputed.
type ratingHistory interface {
	// Ratings returns ratings by player, then by ladder.
	Ratings(ctx context.Context, players ...string) (map[string]map[match.Ladder]match.Rating, error)
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

// endingHistory is the history of a pair whose first game ends at the same time as the second.
type endingHistory struct {
	storedHistory
	first match.Result
}

func (h endingHistory) firstResult(context.Context, int64) (match.Result, error) {
	return h.first, nil
}

// ratingChanges returns what a match, finished now, changes in the ratings. Uncounted
// says that it would, but for the pairs that counted that day.
func ratingChanges(ctx context.Context, h ratingHistory, m *match.Match, now time.Time) (changes []match.RatingChange, uncounted bool, err error) {
	switch {
	case !m.Counts():
		return nil, false, nil
	case m.Uncounted: // when all are worked out anew; whose pairs they were may be forgotten
		return nil, true, nil
	case m.Leg == match.Alone: // a match against the bot counted by itself once
		changes, err = botRatingChanges(ctx, h, m, m.Points(m.Human()), now)
		return changes, false, err
	}
	first, err := h.firstResult(ctx, m.Pair)
	if err != nil || first.Winner == match.Nobody {
		return nil, false, err
	}
	since, most := now.Add(-24*time.Hour), PairsADay
	if m.AgainstBot() {
		since, most = now.UTC().Truncate(24*time.Hour), BotPairsADay
	}
	count, err := h.PairsSince(ctx, m.Sides[games.Left].ID, m.Sides[games.Right].ID, since)
	if err != nil || count >= most {
		return nil, err == nil, err
	}
	if m.AgainstBot() {
		changes, err = botRatingChanges(ctx, h, m, m.PairPoints(first, m.Human()), now)
		return changes, false, err
	}
	ratings, err := h.Ratings(ctx, m.Sides[games.Left].ID, m.Sides[games.Right].ID)
	if err != nil {
		return nil, false, err
	}
	for _, in := range ladders(m) {
		for _, side := range []games.Side{games.Left, games.Right} {
			player, opponent := m.Player(side).ID, m.Player(side.Other()).ID
			before, other := ratings[player][in], ratings[opponent][in]
			points := m.PairPoints(first, side)
			after := before.Strength(now).After([]rating.Game{{Opponent: other.Strength(now), Score: points}})
			changes = append(changes, before.Change(player, in, after, points, now))
		}
	}
	return changes, false, nil
}

// ladders are those in which a match counts.
func ladders(m *match.Match) [2]match.Ladder {
	return [2]match.Ladder{m.Ladder(), {Family: match.Overall, Pace: m.Pace}}
}

// botRatingChanges moves a person's rating half as far as a result against a person of
// the bot's rating would.
func botRatingChanges(ctx context.Context, h ratingHistory, m *match.Match, points float64, now time.Time) ([]match.RatingChange, error) {
	bot, ok := m.Level.Rating()
	if !ok {
		return nil, nil
	}
	human := m.Player(m.Human()).ID
	ratings, err := h.Ratings(ctx, human)
	if err != nil {
		return nil, err
	}
	var changes []match.RatingChange
	for _, in := range ladders(m) {
		before := ratings[human][in]
		after := before.Strength(now).Half([]rating.Game{{Opponent: bot, Score: points}})
		changes = append(changes, before.Change(human, in, after, points, now))
	}
	return changes, nil
}
