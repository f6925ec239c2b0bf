package rating

import (
	"math"
	"time"
)

// The rating of a new player; see [New].
const (
	StartValue      = 1500
	StartDeviation  = MaxDeviation
	StartVolatility = 0.06
)

// The bounds of a [Rating]. They are this package's, not the paper's: its formulas would let a
// deviation sink until no result counts, and an absurd upset make the volatility explode.
const (
	MinValue, MaxValue           = 0, 4000
	MinDeviation, MaxDeviation   = 45, 350
	MinVolatility, MaxVolatility = StartVolatility / 2, StartVolatility * 2
)

// ProvisionalDeviation is the deviation above which a rating is provisional, in points.
const ProvisionalDeviation = 110

// Period is the length of a rating period when nothing is played: [Rating.At]
// counts idle time in it. At the starting volatility a period adds 10.4² to the
// square of the deviation, so the 350² - 50² that lie between a well-known player
// and an unknown one take 1105 periods: with half a day, 18 months.
const Period = 12 * time.Hour

// Growth is what a millisecond without play adds to the square of the deviation, at a volatility of 1: for stores,
// which sort by what [Rating.At] returns.
const Growth = scale * scale / float64(Period/time.Millisecond)

// Rating is an estimate of a player's strength. The zero Rating is not a new
// player's; [New] is. The methods replace a number out of range by the nearest one
// in range, and NaN by a new player's.
type Rating struct {
	// Value is the estimated strength in points, 0 to 4000. Between two well-known
	// players, 200 points more mean three wins in four.
	Value float64
	// Deviation is the standard error of Value in points, 45 to 350: the strength
	// is within two deviations of Value with about 95 percent probability.
	Deviation float64
	// Volatility is the expected change of strength in a rating period, 0.03 to 0.12, in units of
	// 173.7 points (the paper's scale).
	Volatility float64
}

// Game is one result, seen by the player who is rated.
type Game struct {
	// Opponent is the opponent's rating before the game. Its deviation may go
	// down to 0, for an opponent whose strength is fixed.
	Opponent Rating
	// Score is 1 for a win, 0.5 for a draw, 0 for a loss. Other numbers count as the
	// nearest one from 0 to 1, NaN as 0.5.
	Score float64
}

// New returns the rating of an unknown player: 1500, deviation 350, volatility 0.06.
func New() Rating { return Rating{StartValue, StartDeviation, StartVolatility} }

// After returns the rating after one rating period with the given games, in any
// order. Without games only the deviation grows, as by Idle(1).
func (r Rating) After(games []Game) Rating {
	r = r.within(MinDeviation)
	if len(games) == 0 {
		return r.Idle(1)
	}
	sound := make([]Game, len(games))
	for i, g := range games {
		sound[i] = Game{g.Opponent.within(0), clamp(g.Score, 0, 1, 0.5)}
	}
	return update(r, sound).within(MinDeviation)
}

// Half returns the rating half way from r to r.After(games), in all three numbers. A result against
// the bot moves the value by half, and removes only half of the uncertainty.
func (r Rating) Half(games []Game) Rating {
	r = r.within(MinDeviation)
	full := r.After(games)
	return Rating{
		Value:      (r.Value + full.Value) / 2,
		Deviation:  (r.Deviation + full.Deviation) / 2,
		Volatility: (r.Volatility + full.Volatility) / 2,
	}
}

// Idle returns the rating after a number of rating periods without games, which may be a fraction:
// only the deviation grows. A negative number, or NaN, counts as 0.
func (r Rating) Idle(periods float64) Rating {
	r = r.within(MinDeviation)
	grown := math.Hypot(r.Deviation, scale*r.Volatility*math.Sqrt(clamp(periods, 0, math.MaxFloat64, 0)))
	r.Deviation = clamp(grown, MinDeviation, MaxDeviation, MaxDeviation)
	return r
}

// At returns the rating at the time now, if r is the rating at the time last: Idle for the time between,
// counted in [Period]. A clock that went backwards counts as no time.
func (r Rating) At(last, now time.Time) Rating {
	return r.Idle(float64(now.Sub(last)) / float64(Period))
}

// Score orders the leaderboard, in points: the player's strength exceeds it with about 98 percent
// probability. It is from -700 to 3910, and keeps a lucky beginner below proven players.
func (r Rating) Score() float64 {
	r = r.within(MinDeviation)
	return r.Value - 2*r.Deviation
}

// Provisional reports whether the rating is shown with a question mark: its deviation is above
// [ProvisionalDeviation].
func (r Rating) Provisional() bool {
	return r.within(MinDeviation).Deviation > ProvisionalDeviation
}

func (r Rating) within(low float64) Rating {
	return Rating{
		Value:      clamp(r.Value, MinValue, MaxValue, StartValue),
		Deviation:  clamp(r.Deviation, low, MaxDeviation, StartDeviation),
		Volatility: clamp(r.Volatility, MinVolatility, MaxVolatility, StartVolatility),
	}
}

// clamp returns the number from low to high nearest to x, or otherwise if x is not a number.
func clamp(x, low, high, otherwise float64) float64 {
	if math.IsNaN(x) {
		return otherwise
	}
	return min(max(x, low), high)
}
