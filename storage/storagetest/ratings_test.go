package storagetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

func (suite) RatingsKeepEveryField(ctx context.Context, t *testing.T, s storage.Store) {
	nim := match.RatingChange{Player: Ann.ID, Before: Rating("nim", 0), After: Rating("nim", 1), Points: 0.5}
	Finish(t, s, Match("c"), LeftWins, Rated(Ann, 1, 1), Rated(Bob, 1, 0), nim)
	nim.Before, nim.After = Rating("nim", 1), Rating("nim", 2)
	m := Finish(t, s, Match("c"), LeftWins, Rated(Ann, 2, 0.5), nim)

	got := Got(s.Ratings(ctx, Ann.ID, "local:nobody", Bob.ID)).OK(t)
	at := func(r match.Rating) match.Rating { r.Updated = Stored(r.Updated); return r }
	WantEqual(t, got, map[string]map[match.Ladder]match.Rating{
		Ann.ID: {Long(match.Overall): at(Rating(match.Overall, 2)), Long("nim"): at(Rating("nim", 2))},
		Bob.ID: {Long(match.Overall): at(Rating(match.Overall, 1))},
	})
	none := Got(s.Ratings(ctx)).OK(t)
	WantEqual(t, len(none), 0)

	past, more, err := s.History(ctx, Ann.ID, 1, 0)
	WantErr(t, err, nil)
	WantEqual(t, more, true)
	bare := m
	bare.Moves = nil
	WantEqual(t, past, []match.HistoryEntry{{Match: bare, Overall: &match.RatingChange{
		MatchID: m.ID, Player: Ann.ID, Before: Plain(Rating(match.Overall, 1)), After: Plain(Rating(match.Overall, 2)),
		Points: 0.5, At: Stored(Noon),
	}}})
	past, _, err = s.History(ctx, Ann.ID, 9, 0)
	WantErr(t, err, nil)
	WantEqual(t, len(past), 2)
}

// Two matches of one player may end at once. The second must not use the rating from before the
// first.
func (suite) RatingChangeFromAnOldRatingIsStale(ctx context.Context, t *testing.T, s storage.Store) {
	Finish(t, s, Match("c"), LeftWins, Rated(Ann, 1, 1), Rated(Bob, 1, 0))
	Finish(t, s, Match("c"), LeftWins, Rated(Ann, 2, 1))
	before := Got(s.Ratings(ctx, Ann.ID, Bob.ID)).OK(t)

	m := CreateMatch(t, s, Match("c"))
	otherValue, otherGames := Rated(Ann, 3, 1), Rated(Ann, 3, 1)
	otherValue.Before.Value++
	otherGames.Before.Games--                              // a result may leave the value unchanged
	newcomer := Rated(match.Player{ID: "local:new"}, 2, 1) // from a missing rating
	fresh := Match("d")
	fresh.Sides[games.Left].ID = newcomer.Player
	CreateMatch(t, s, fresh)
	for _, stale := range []match.RatingChange{Rated(Ann, 1, 1), Rated(Ann, 2, 1), Rated(Ann, 4, 1), otherValue, otherGames, newcomer} {
		c := End(match.LeftSeat, match.Played)
		c.Ratings = []match.RatingChange{Rated(Bob, 2, 0), stale}
		Got(s.Append(ctx, m.ID, 1, c)).Fails(t, match.ErrStale)
	}
	Got(s.Ratings(ctx, Ann.ID, Bob.ID)).Is(t, before)
	// A player's deviation grows during a break, before the match counts.
	rested := Rated(Ann, 3, 1)
	rested.Before.Deviation += 5
	c := End(match.LeftSeat, match.Played)
	c.Ratings = []match.RatingChange{rested}
	Got(s.Append(ctx, m.ID, 1, c)).OK(t)
}

func (suite) ReplaceRatings(ctx context.Context, t *testing.T, s storage.Store) {
	withEve := Match("d")
	withEve.Sides[games.Left].Player = Eve
	for n := range 3 {
		Finish(t, s, Match("c"), LeftWins, Rated(Ann, n+1, 1))
	}
	withEve = Finish(t, s, withEve, LeftWins, Rated(Eve, 1, 1), Rated(Bob, 1, 0))
	WantErr(t, s.Forget(ctx, Eve.ID, Noon), nil)
	withNobody := Got(s.MatchByID(ctx, withEve.ID)).OK(t)
	before := Got(s.Ratings(ctx, Ann.ID, Bob.ID, Eve.ID)).OK(t)
	WantEqual(t, len(before), 2)

	// unlucky rates every result as if nobody scored.
	unlucky := func() func(match.Match) ([]match.RatingChange, error) {
		played := make(map[string]int)
		return func(m match.Match) (changes []match.RatingChange, _ error) {
			for _, p := range []match.Player{m.Sides[games.Left].Player, m.Sides[games.Right].Player} {
				played[p.ID]++
				c := Rated(p, played[p.ID], 0)
				c.MatchID, c.At = m.ID, m.Ended
				changes = append(changes, c)
			}
			return changes, nil
		}
	}
	Got(s.CheckRatings(ctx, unlucky())).Is(t, 8) // 3 of Ann's changes and 4 of Bob's, and his rating
	WantErr(t, s.ReplaceRatings(ctx, unlucky()), nil)
	Got(s.CheckRatings(ctx, unlucky())).Is(t, 0)
	ratings := Got(s.Ratings(ctx, Ann.ID, Bob.ID, Eve.ID, withNobody.Sides[games.Left].ID)).OK(t)
	WantEqual(t, len(ratings), 2) // a deleted player stays deleted
	WantEqual(t, []int{ratings[Ann.ID][Long(match.Overall)].Games, ratings[Bob.ID][Long(match.Overall)].Games}, []int{3, 4})
	past, _, err := s.History(ctx, Ann.ID, 9, 0)
	WantErr(t, err, nil)
	for _, p := range past {
		WantEqual(t, p.Overall.Points, 0)
	}

	// The changes must follow from each other. A failed call changes nothing.
	failed := errors.New("failed")
	for _, second := range []int{1, 3, 0} {
		begun := false
		err = s.ReplaceRatings(ctx, func(m match.Match) ([]match.RatingChange, error) {
			n := 1
			if begun {
				n = second
			}
			if n == 0 {
				return nil, failed
			}
			begun = true
			c := Rated(Ann, n, 1)
			c.MatchID, c.At = m.ID, m.Ended
			return []match.RatingChange{c}, nil
		})
		if second == 0 {
			WantErr(t, err, failed)
		} else {
			WantErr(t, err, match.ErrStale)
		}
	}
	Got(s.Ratings(ctx, Ann.ID, Bob.ID)).Is(t, ratings)
}

// Matches go on, end and are rated while the ratings are recomputed.
func (suite) ReplaceRatingsBesideMatches(ctx context.Context, t *testing.T, s storage.Store) {
	for n := range 3 {
		Finish(t, s, Match("c"), LeftWins, Rated(Ann, n+1, 1))
	}
	late := CreateMatch(t, s, Match("late"))
	recompute := func(before func()) func(match.Match) ([]match.RatingChange, error) {
		n := 0
		return func(m match.Match) ([]match.RatingChange, error) {
			if n++; n == 2 {
				before()
			}
			c := Rated(Ann, n, 0)
			c.MatchID, c.At = m.ID, m.Ended
			return []match.RatingChange{c}, nil
		}
	}
	WantErr(t, s.ReplaceRatings(ctx, recompute(func() {
		c := End(match.LeftSeat, match.Played)
		c.Now = Noon.Add(time.Hour)
		c.Ratings = []match.RatingChange{Rated(Ann, 4, 1), Rated(Bob, 1, 0)}
		Got(s.Append(ctx, late.ID, 1, c)).OK(t)
		begun := Match("begun") // and a match that begins and ends
		begun.Created = Noon.Add(2 * time.Hour)
		m := CreateMatch(t, s, begun)
		c = End(match.LeftSeat, match.Played)
		c.Now = Noon.Add(3 * time.Hour)
		Got(s.Append(ctx, m.ID, 1, c)).OK(t)
	})), nil)
	Got(s.CheckRatings(ctx, recompute(func() {}))).Is(t, 0)
	ratings := Got(s.Ratings(ctx, Ann.ID, Bob.ID)).OK(t)
	WantEqual(t, []int{ratings[Ann.ID][Long(match.Overall)].Games, len(ratings[Bob.ID])}, []int{5, 0})

	// A match that is stored last counts last, even if its end has an earlier time.
	WantErr(t, s.ReplaceRatings(ctx, recompute(func() {
		past := Match("past")
		past.State, past.Result, past.Created = match.Finished, LeftWins, Noon.Add(-time.Hour)
		CreateMatch(t, s, past)
	})), nil)
	after := Got(s.Ratings(ctx, Ann.ID)).OK(t)
	WantEqual(t, after[Ann.ID][Long(match.Overall)].Games, 6)

	// A player forgotten meanwhile stays forgotten.
	m := Match("d")
	m.Sides[games.Left].Player, m.Created = Eve, Noon.Add(5*time.Hour)
	Finish(t, s, m, LeftWins, Rated(Eve, 1, 1))
	n := 0
	WantErr(t, s.ReplaceRatings(ctx, func(m match.Match) ([]match.RatingChange, error) {
		if n++; m.Sides[games.Left].ID != Eve.ID {
			return nil, nil
		}
		WantErr(t, s.Forget(ctx, Eve.ID, Noon), nil)
		c := Rated(Eve, 1, 1)
		c.MatchID, c.At = m.ID, m.Ended
		return []match.RatingChange{c}, nil
	}), nil)
	last := Got(s.LastMatch(ctx, "d")).OK(t)
	ratings = Got(s.Ratings(ctx, Eve.ID, last.Sides[games.Left].ID)).OK(t)
	WantEqual(t, len(ratings), 0)
}
