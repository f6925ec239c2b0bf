package rating

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// rounding bounds the floating-point error, in points.
const rounding = 1e-6

// near fails the test unless got is within tolerance of want.
func near(t rapid.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.9g, want %.9g", what, got, want)
	}
}

// nearRating compares two ratings up to rounding.
func nearRating(t rapid.TB, what string, got, want Rating) {
	t.Helper()
	near(t, what+": value", got.Value, want.Value, rounding)
	near(t, what+": deviation", got.Deviation, want.Deviation, rounding)
	near(t, what+": volatility", got.Volatility, want.Volatility, 1e-9)
}

// glickman returns the worked example of the paper.
func glickman() (Rating, []Game) {
	return Rating{1500, 200, 0.06}, []Game{
		{Rating{1400, 30, 0.06}, 1},
		{Rating{1550, 100, 0.06}, 0},
		{Rating{1700, 300, 0.06}, 0},
	}
}

func TestGlickmansExample(t *testing.T) {
	player, games := glickman()

	// The table of step 2 and 3.
	for i, want := range []struct{ mu, phi, g, e float64 }{
		{-0.5756, 0.1727, 0.9955, 0.639},
		{0.2878, 0.5756, 0.9531, 0.432},
		{1.1513, 1.7269, 0.7242, 0.303},
	} {
		mu, phi := (games[i].Opponent.Value-1500)/scale, games[i].Opponent.Deviation/scale
		near(t, "mu", mu, want.mu, 0.00006)
		near(t, "phi", phi, want.phi, 0.00006)
		near(t, "g", attenuation(phi), want.g, 0.00006)
		near(t, "E", expected(-mu, attenuation(phi)), want.e, 0.0006)
	}

	// The paper computes with the rounded numbers of its table, hence v = 1.7785
	// and delta = -0.4834 where exact arithmetic has 1.77898 and -0.48393.
	v, delta := evidence(0, games)
	near(t, "v", v, 1.7785, 0.0006)
	near(t, "delta", delta, -0.4834, 0.0006)
	near(t, "sigma'", volatility(player.Deviation/scale, player.Volatility, v, delta), 0.05999, 0.000006)

	for name, got := range map[string]Rating{
		"unclamped": update(player, games),
		"After":     player.After(games),
	} {
		near(t, name+": value", got.Value, 1464.06, 0.011)
		near(t, name+": deviation", got.Deviation, 151.52, 0.006)
		near(t, name+": volatility", got.Volatility, 0.05999, 0.000006)
		near(t, name+": mu", (got.Value-1500)/scale, -0.2069, 0.00006)
		near(t, name+": phi", got.Deviation/scale, 0.8722, 0.00006)
	}
}

// The expected values were computed with fifty digits, and by bisection instead of the Illinois
// iteration. Glickman's example alone is not sensitive to Tau.
func TestExactly(t *testing.T) {
	glickman, games := glickman()
	times := func(n int, o Rating, score float64) []Game { return slices.Repeat([]Game{{o, score}}, n) }
	for _, c := range []struct {
		name  string
		r     Rating
		games []Game
		want  Rating
	}{
		{"Glickman's example", glickman, games, Rating{1464.0506705390892, 151.5165241243043, 0.05999598440067783}},
		{"two newcomers", New(), times(1, New(), 1), Rating{1662.3108939063002, 290.3189637179826, 0.05999967537308716}},
		{"upset", Rating{1400, 50, 0.06}, []Game{
			{Rating{1800, 50, 0.06}, 1}, {Rating{1900, 60, 0.06}, 1}, {Rating{1850, 50, 0.06}, 1},
		}, Rating{1440.451432055594, 50.645606610482815, 0.0600956832501572}},
		{"draws", Rating{1700, 60, 0.1}, times(4, Rating{1700, 60, 0.06}, 0.5), Rating{1700, 58.89572266958418, 0.09994644866759075}},
	} {
		nearRating(t, c.name, c.r.After(c.games), c.want)
	}
}

// A number out of range counts as the nearest in range, and NaN as a new player's.
func TestInputsAreBroughtIntoRange(t *testing.T) {
	r, nan, inf := Rating{1600, 80, 0.06}, math.NaN(), math.Inf(1)
	for i, c := range []struct{ given, meant Game }{
		{Game{Rating{1e300, -3, nan}, 7}, Game{Rating{4000, 0, 0.06}, 1}},
		{Game{Rating{-1e300, inf, 0}, -7}, Game{Rating{0, 350, 0.03}, 0}},
		{Game{Rating{nan, nan, inf}, nan}, Game{Rating{1500, 350, 0.12}, 0.5}},
	} {
		if got, want := r.After([]Game{c.given}), r.After([]Game{c.meant}); got != want {
			t.Errorf("game %d: %+v, want %+v", i, got, want)
		}
		if got, want := c.given.Opponent.Idle(0), c.meant.Opponent.Idle(0); got != want {
			t.Errorf("rating %d: %+v, want %+v", i, got, want)
		}
	}
}

func TestNewPlayer(t *testing.T) {
	r := New()
	if r != (Rating{1500, 350, 0.06}) || r.Score() != 800 || !r.Provisional() {
		t.Errorf("New() is %+v with score %v, provisional %v", r, r.Score(), r.Provisional())
	}
}

func TestProvisional(t *testing.T) {
	for deviation, want := range map[float64]bool{45: false, 110: false, 110.01: true, 350: true, math.NaN(): true} {
		if got := (Rating{1500, deviation, 0.06}).Provisional(); got != want {
			t.Errorf("Provisional at deviation %v is %v", deviation, got)
		}
	}
}

// The documented figures: how many alternate wins and losses a newcomer stays provisional, and at
// what value the deviation settles.
func TestHowFastARatingSettles(t *testing.T) {
	for _, c := range []struct {
		against     string
		rate        func(Rating, []Game) Rating
		opponent    Rating
		provisional int
		settled     float64
	}{
		{"regulars", Rating.After, Rating{1500, 60, 0.06}, 10, 60},
		{"newcomers", Rating.After, New(), 22, 73},
		{"the bot", Rating.Half, Rating{1500, 0, 0.06}, 21, 60},
	} {
		r, provisional := New(), 0
		for n := range 1000 {
			if r.Provisional() {
				provisional = n + 1
			}
			r = c.rate(r, []Game{{c.opponent, float64((n + 1) % 2)}})
		}
		if provisional != c.provisional {
			t.Errorf("against %s: provisional for %d matches, want %d", c.against, provisional, c.provisional)
		}
		near(t, "against "+c.against+": deviation", r.Deviation, c.settled, 0.5)
	}
}

func TestIdle(t *testing.T) {
	r := Rating{1700, 50, 0.06}
	for periods, want := range map[float64]float64{
		0:            50,
		-5:           50,
		math.NaN():   50,
		0.5:          math.Sqrt(2500 + 0.5*scale*scale*0.0036),
		1:            math.Sqrt(2500 + scale*scale*0.0036),
		1104:         349.91,
		1105:         350,
		math.Inf(1):  350,
		math.Inf(-1): 50,
	} {
		got := r.Idle(periods)
		near(t, fmt.Sprintf("deviation after %v periods", periods), got.Deviation, want, 0.01)
		if got.Value != r.Value || got.Volatility != r.Volatility {
			t.Errorf("Idle(%v) changes more than the deviation: %+v", periods, got)
		}
	}
	if got := r.After(nil); got != r.Idle(1) {
		t.Errorf("after a period without games it is %+v", got)
	}
}

func TestAt(t *testing.T) {
	last := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	r := Rating{1700, 50, 0.06}
	for _, c := range []struct {
		now  time.Time
		want float64
	}{
		{last, 50},
		{last.Add(-time.Hour), 50},
		{last.Add(Period), r.Idle(1).Deviation},
		{last.AddDate(0, 0, 7), r.Idle(14).Deviation},
		{last.AddDate(1, 0, 0), 286},
		{last.AddDate(1, 6, 0), 349},
		{last.AddDate(2, 0, 0), 350},
		{last.AddDate(5000, 0, 0), 350},
	} {
		near(t, "deviation at "+c.now.String(), r.At(last, c.now).Deviation, c.want, 1)
	}
	if got := New().At(time.Time{}, last); got != New() {
		t.Errorf("a player who never played: %+v", got)
	}
}

func TestTheOrderOfGamesDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, games := ratings.Draw(t, "r"), gameLists.Draw(t, "games")
		shuffled := rapid.Permutation(games).Draw(t, "shuffled")
		before := slices.Clone(shuffled)
		nearRating(t, "shuffled", r.After(shuffled), r.After(games))
		if !slices.Equal(shuffled, before) {
			t.Errorf("After changes its argument")
		}
	})
}

// The doc comment of Value: 200 points mean three wins in four.
func TestTwoHundredPoints(t *testing.T) {
	near(t, "200 points", expected(200/scale, attenuation(MinDeviation*math.Sqrt2/scale)), 0.75, 0.01)
}

func TestHalfIsHalfWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, games := ratings.Draw(t, "r"), gameLists.Draw(t, "games")
		full, half := r.After(games), r.Half(games)
		near(t, "value", half.Value-r.Value, (full.Value-r.Value)/2, 1e-9)
		near(t, "deviation", half.Deviation-r.Deviation, (full.Deviation-r.Deviation)/2, 1e-9)
		near(t, "volatility", half.Volatility-r.Volatility, (full.Volatility-r.Volatility)/2, 1e-12)
	})
}

// The search for the volatility ends within its bound, where f changes its sign.
func TestVolatilityIsAZero(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, games := ratings.Draw(t, "r"), gameLists.Filter(func(g []Game) bool { return len(g) > 0 }).Draw(t, "games")
		phi := r.Deviation / scale
		v, delta := evidence((r.Value-StartValue)/scale, games)
		f := func(x float64) float64 {
			ex, d := math.Exp(x), phi*phi+v+math.Exp(x)
			return ex*(delta*delta-phi*phi-v-ex)/(2*d*d) - (x-2*math.Log(r.Volatility))/(Tau*Tau)
		}
		x := 2 * math.Log(volatility(phi, r.Volatility, v, delta))
		if f(x-2*tolerance)*f(x+2*tolerance) > 0 {
			t.Errorf("v %v, delta %v: no zero at %v", v, delta, x)
		}
	})
}

// Any input gives numbers in their ranges.
func TestAnythingGoesIn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, games := anyRatings.Draw(t, "r"), rapid.SliceOf(anyGames).Draw(t, "games")
		times := rapid.Int64()
		last, now := time.Unix(times.Draw(t, "last"), 0), time.Unix(times.Draw(t, "now"), 0)
		for what, got := range map[string]Rating{
			"After": r.After(games),
			"Half":  r.Half(games),
			"Idle":  r.Idle(absurd.Draw(t, "periods")),
			"At":    r.At(last, now),
		} {
			if !inRange(got.Value, 0, 4000) || !inRange(got.Deviation, 45, 350) || !inRange(got.Volatility, 0.03, 0.12) {
				t.Errorf("%s: %+v", what, got)
			}
		}
		if s := r.Score(); !inRange(s, -700, 3910) {
			t.Errorf("Score: %v", s)
		}
	})
}

// inRange is false for NaN.
func inRange(x, low, high float64) bool { return x >= low && x <= high }

// ratings are valid ratings, and gameLists are lists of up to 20 valid games. absurd is any
// float64, often a special value; the others are made from it.
var (
	ratings = rapid.Custom(func(t *rapid.T) Rating {
		return Rating{
			rapid.Float64Range(MinValue, MaxValue).Draw(t, "value"),
			rapid.Float64Range(MinDeviation, MaxDeviation).Draw(t, "deviation"),
			rapid.Float64Range(MinVolatility, MaxVolatility).Draw(t, "volatility"),
		}
	})
	gameLists = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Game {
		return Game{ratings.Draw(t, "opponent"), rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score")}
	}), 0, 20)

	absurd = rapid.OneOf(rapid.Float64(), rapid.Float64Range(-5000, 5000), rapid.Map(rapid.Uint64(), math.Float64frombits), rapid.SampledFrom([]float64{
		0, math.Copysign(0, -1), 1, -1, 0.06, 45, 350, 1500, 4000, math.NaN(), math.Inf(1), math.Inf(-1),
		math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64,
	}))
	anyRatings = rapid.Custom(func(t *rapid.T) Rating {
		return Rating{absurd.Draw(t, "value"), absurd.Draw(t, "deviation"), absurd.Draw(t, "volatility")}
	})
	anyGames = rapid.Custom(func(t *rapid.T) Game {
		return Game{anyRatings.Draw(t, "opponent"), absurd.Draw(t, "score")}
	})
)
