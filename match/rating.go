package match

import (
	"time"

	"nimatron/match/rating"
)

// Overall is the family that every rated match counts for.
const Overall = "overall"

// A Rating is how strong a player is in one ladder, and the results that say so.
type Rating struct {
	Ladder
	rating.Rating
	Games               int // rated results, each a match or a pair
	Wins, Losses, Draws int // a pair can end 1-1
	Streak              int // wins in a row; negative: losses in a row
	Updated             time.Time
}

// A RatingChange is what a result did to one player's rating in one ladder. What is
// read back of it from a store knows no more of Before and After than the ladder and the
// three numbers of the rating.
type RatingChange struct {
	MatchID int64   // the match whose end it was
	Player  string  // the ID
	Before  Rating  // from which it was reckoned, zero Games for the first
	After   Rating  // as it is since
	Points  float64 // 1 for a win, 0 for a loss, 0.5 for a pair that ended 1-1
	At      time.Time
}

// Strength returns the rating as it is now: a new player's where there was no result
// yet, else less sure by the time that has passed.
func (r Rating) Strength(now time.Time) rating.Rating {
	if r.Games == 0 {
		return rating.New()
	}
	return r.At(r.Updated, now)
}

// Change returns what a result, worth some points, has done to the rating of a player in a
// ladder: what the player is worth after it is given. The zero Rating is for a player without a
// result.
func (r Rating) Change(player string, in Ladder, after rating.Rating, points float64, now time.Time) RatingChange {
	r.Ladder = in
	if r.Games == 0 {
		r.Rating = rating.New()
	}
	next := r
	next.Rating, next.Updated = after, now
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
	return RatingChange{Player: player, Before: r, After: next, Points: points, At: now}
}
