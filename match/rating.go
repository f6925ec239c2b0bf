package match

import (
	"time"

	"nimatron/match/rating"
)

// Overall is the family for which every rated match counts.
const Overall = "overall"

// A Rating is a player's strength in one ladder, with results.
type Rating struct {
	Ladder
	rating.Rating
	Games               int // rated results, each a match or a pair
	Wins, Losses, Draws int // a pair can end 1-1
	Streak              int // wins in a row; negative: losses in a row
	Updated             time.Time
}

// A RatingChange is the change of one player's rating in one ladder by a result. In Before and After a
// store keeps only the ladder and the three numbers of the rating.
type RatingChange struct {
	MatchID int64
	Player  string
	Before  Rating
	After   Rating
	Points  float64 // 1 for a win, 0 for a loss, 0.5 for a pair that ended 1-1
	At      time.Time
}

// Strength returns the rating at a time. It is less certain the more time has passed. Without results
// it is the rating of a new player.
func (r Rating) Strength(now time.Time) rating.Rating {
	if r.Games == 0 {
		return rating.New()
	}
	return r.At(r.Updated, now)
}

// AsOf returns the rating with its strength at a time, as it is shown and compared. Stored ratings are those of the
// last result.
func (r Rating) AsOf(now time.Time) Rating {
	if r.Games > 0 {
		r.Rating = r.Strength(now)
	}
	return r
}

// Change returns the change of a player's rating in a ladder by a result with these points. after is
// the new strength. r is zero for a player without results.
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
