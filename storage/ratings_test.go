package storage_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/storage"
)

// change returns the player's n-th rating change in the family Overall, in which
// every number differs.
func change(p storage.Player, n int, result float64) storage.RatingChange {
	return storage.RatingChange{Player: p.ID, Before: rating(storage.Overall, n-1), Rating: rating(storage.Overall, n), Result: result}
}

// rating returns what a player has after n results.
func rating(family string, n int) storage.Rating {
	x := float64(n)
	return storage.Rating{
		Family: family, Value: 1500 + x/3, Deviation: 350 - x/7, Volatility: 0.06 + x/1000,
		Games: n, Wins: n - n/2 - n/3, Losses: n / 2, Draws: n / 3, Streak: -n, Updated: noon.Add(time.Duration(n) * time.Second),
	}
}

// finish creates a match and ends it, with these ratings.
func finish(t testing.TB, s *storage.Store, m storage.Match, result storage.Result, ratings ...storage.RatingChange) storage.Match {
	t.Helper()
	m = createMatch(t, s, m)
	_, err := s.Append(t.Context(), m.ID, 1, storage.Change{
		Moves: []storage.Move{move("left", 1)}, End: &result, Ratings: ratings, Now: noon,
	})
	if err != nil {
		t.Fatal(err)
	}
	m, err = s.MatchByID(t.Context(), m.ID)
	wantErr(t, err, nil)
	return m
}

var leftWins = storage.Result{Winner: "left", Termination: "played"}

func TestRatingsKeepEveryField(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	nim := storage.RatingChange{Player: ann.ID, Before: rating("nim", 0), Rating: rating("nim", 1), Result: 0.5}
	finish(t, s, aMatch("c"), leftWins, change(ann, 1, 1), change(bob, 1, 0), nim)
	nim.Before, nim.Rating = rating("nim", 1), rating("nim", 2)
	m := finish(t, s, aMatch("c"), leftWins, change(ann, 2, 0.5), nim)

	got, err := s.Ratings(ctx, ann.ID, "local:nobody", bob.ID)
	wantErr(t, err, nil)
	at := func(r storage.Rating) storage.Rating { r.Updated = stored(r.Updated); return r }
	wantEqual(t, got, map[string]map[string]storage.Rating{
		ann.ID: {storage.Overall: at(rating(storage.Overall, 2)), "nim": at(rating("nim", 2))},
		bob.ID: {storage.Overall: at(rating(storage.Overall, 1))},
	})
	none, err := s.Ratings(ctx)
	wantErr(t, err, nil)
	wantEqual(t, len(none), 0)

	past, more, err := s.History(ctx, ann.ID, 1, 0)
	wantErr(t, err, nil)
	wantEqual(t, more, true)
	bare := m
	bare.Moves = nil
	wantEqual(t, past, []storage.Past{{Match: bare, Overall: &storage.RatingChange{
		MatchID: m.ID, Player: ann.ID, Before: plain(rating(storage.Overall, 1)), Rating: plain(rating(storage.Overall, 2)),
		Result: 0.5, At: stored(noon),
	}}})
	past, _, err = s.History(ctx, ann.ID, 9, 0)
	wantErr(t, err, nil)
	wantEqual(t, len(past), 2)
}

// plain returns what a change tells of a rating.
func plain(r storage.Rating) storage.Rating {
	return storage.Rating{Family: r.Family, Value: r.Value, Deviation: r.Deviation, Volatility: r.Volatility}
}

// Two matches of one player may end at once. The second must not be rated from
// the rating that was before the first.
func TestRatingChangeFromAnOldRatingIsStale(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	finish(t, s, aMatch("c"), leftWins, change(ann, 1, 1), change(bob, 1, 0))
	finish(t, s, aMatch("c"), leftWins, change(ann, 2, 1))
	before, err := s.Ratings(ctx, ann.ID, bob.ID)
	wantErr(t, err, nil)

	m := createMatch(t, s, aMatch("c"))
	otherValue, otherGames := change(ann, 3, 1), change(ann, 3, 1)
	otherValue.Before.Value++
	otherGames.Before.Games--                                 // a result can leave the value as it was
	newcomer := change(storage.Player{ID: "local:new"}, 2, 1) // from a rating that isn't there
	fresh := aMatch("d")
	fresh.Left.ID = newcomer.Player
	createMatch(t, s, fresh)
	for _, stale := range []storage.RatingChange{change(ann, 1, 1), change(ann, 2, 1), change(ann, 4, 1), otherValue, otherGames, newcomer} {
		c := end("left", "played")
		c.Ratings = []storage.RatingChange{change(bob, 2, 0), stale}
		_, err := s.Append(ctx, m.ID, 1, c)
		wantErr(t, err, storage.ErrStale)
	}
	after, err := s.Ratings(ctx, ann.ID, bob.ID)
	wantErr(t, err, nil)
	wantEqual(t, after, before)
	// The deviation grows while somebody rests, before the match is reckoned.
	rested := change(ann, 3, 1)
	rested.Before.Deviation += 5
	c := end("left", "played")
	c.Ratings = []storage.RatingChange{rested}
	_, err = s.Append(ctx, m.ID, 1, c)
	wantErr(t, err, nil)
}

// Many matches of one player end at once, each retried until its rating starts
// from the one before: none is lost.
func TestNoRatingChangeIsLost(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	var all sync.WaitGroup
	var stale atomic.Int32
	for n := range writers {
		m := createMatch(t, s, aMatch(fmt.Sprint("channel ", n)))
		all.Go(func() {
			for {
				ratings, err := s.Ratings(ctx, ann.ID)
				if err != nil {
					t.Error(err)
					return
				}
				c := end("left", "played")
				c.Ratings = []storage.RatingChange{change(ann, ratings[ann.ID][storage.Overall].Games+1, 1)}
				if _, err = s.Append(ctx, m.ID, 1, c); err == nil {
					return
				}
				if !errors.Is(err, storage.ErrStale) {
					t.Error(err)
					return
				}
				stale.Add(1)
			}
		})
	}
	all.Wait()
	ratings, err := s.Ratings(ctx, ann.ID)
	wantErr(t, err, nil)
	wantEqual(t, ratings[ann.ID][storage.Overall].Games, writers)
	t.Logf("%d changes came too late", stale.Load())
}

func TestReplaceRatings(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	eve := storage.Player{ID: "local:eve", Name: "Eve"}
	withEve := aMatch("d")
	withEve.Left = eve
	for n := range 3 {
		finish(t, s, aMatch("c"), leftWins, change(ann, n+1, 1))
	}
	finish(t, s, withEve, leftWins, change(eve, 1, 1), change(bob, 1, 0))
	wantErr(t, s.Forget(ctx, eve.ID, noon), nil)
	before, err := s.Ratings(ctx, ann.ID, bob.ID, eve.ID)
	wantErr(t, err, nil)
	wantEqual(t, len(before), 2)

	games := make(map[string]int)
	err = s.ReplaceRatings(ctx, func(add func(storage.RatingChange) error) error {
		return s.ForEachFinished(ctx, func(m storage.Match) error {
			for _, p := range []storage.Player{m.Left, m.Right} {
				games[p.ID]++
				c := change(p, games[p.ID], 0)
				c.MatchID, c.At = m.ID, m.Ended
				if err := add(c); err != nil {
					return err
				}
			}
			return nil
		})
	})
	wantErr(t, err, nil)
	ratings, err := s.Ratings(ctx, ann.ID, bob.ID, eve.ID, "deleted:3")
	wantErr(t, err, nil)
	wantEqual(t, len(ratings), 2) // who is deleted stays so
	wantEqual(t, []int{ratings[ann.ID][storage.Overall].Games, ratings[bob.ID][storage.Overall].Games}, []int{3, 4})
	past, _, err := s.History(ctx, ann.ID, 9, 0)
	wantErr(t, err, nil)
	for _, p := range past {
		wantEqual(t, p.Overall.Result, 0)
	}

	// The changes must follow from each other, and what fails changes nothing.
	for _, second := range []int{1, 3} {
		err = s.ReplaceRatings(ctx, func(add func(storage.RatingChange) error) error {
			for i, n := range []int{1, second} {
				c := change(ann, n, 1)
				c.MatchID, c.At = int64(i+1), noon
				if err := add(c); err != nil {
					return err
				}
			}
			return nil
		})
		wantErr(t, err, storage.ErrStale)
	}
	failed := errors.New("failed")
	err = s.ReplaceRatings(ctx, func(add func(storage.RatingChange) error) error {
		c := change(ann, 1, 1)
		c.MatchID, c.At = 1, noon
		if err := add(c); err != nil {
			return err
		}
		return failed
	})
	wantErr(t, err, failed)
	after, err := s.Ratings(ctx, ann.ID, bob.ID)
	wantErr(t, err, nil)
	wantEqual(t, after, ratings)
}
