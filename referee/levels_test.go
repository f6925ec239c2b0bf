package referee_test

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/solver"
)

// erring are the players of the measurement: how often each draws a move at random
// instead of playing perfectly. The one that errs every second time is taken to
// be worth 1500, as a newcomer's rating is.
var erring = []float64{1, 0.75, 0.5, errorRate(match.Casual), 0.2, errorRate(match.Strong), 0.05}

func errorRate(l match.Level) float64 {
	rate, _ := l.ErrorRate()
	return rate
}

// TestBotRatings measures what the levels are worth by self-play and holds the
// published ratings to it. docs/ratings.md says how; NIMATRON_MEASURE=1 makes it
// play enough games to publish.
func TestBotRatings(t *testing.T) {
	pairs, tolerance := 300, 60.0
	if os.Getenv("NIMATRON_MEASURE") != "" {
		pairs, tolerance = 10000, 15
	}
	points := make([][]float64, len(erring)) // of i against j
	for i := range points {
		points[i] = make([]float64, len(erring))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range erring {
		for j := range i {
			for range pairs {
				v := catalog.Standard.All()[r.IntN(len(catalog.Standard.All()))]
				start := v.Generate(r, games.Medium)
				for _, seat := range []games.Side{games.Left, games.Right} {
					if selfPlay(t, v, start, map[games.Side]float64{seat: erring[i], seat.Other(): erring[j]}, r) == seat {
						points[i][j]++
					} else {
						points[j][i]++
					}
				}
			}
		}
	}
	values := bradleyTerry(points)
	for i, e := range erring {
		t.Logf("errs with probability %.2f: %.0f", e, values[i]-values[2]+1500)
	}
	for i, level := range map[int]match.Level{3: match.Casual, 5: match.Strong} {
		published, _ := level.Rating()
		if got := values[i] - values[2] + 1500; math.Abs(got-published.Value) > tolerance {
			t.Errorf("%s is published as %.0f and measured as %.0f", level, published.Value, got)
		}
	}
}

// selfPlay plays one game and returns who won it.
func selfPlay(t *testing.T, v *games.Variant, start string, errs map[games.Side]float64, r *rand.Rand) games.Side {
	t.Helper()
	m, err := games.NewMatch(v, start, games.Left)
	if err != nil {
		t.Fatal(err)
	}
	var s solver.Solver
	for {
		if winner, over := m.Winner(); over {
			return winner
		}
		actor := m.Position().Turn().Actor
		var move games.Move
		if r.Float64() < errs[actor] {
			var legal []games.Move
			for step := range m.Position().Options() {
				legal = append(legal, step.Move)
			}
			move = legal[r.IntN(len(legal))]
		} else {
			step, err := s.Choose(t.Context(), v, m.Position(), 0, r)
			if err != nil {
				t.Fatal(err)
			}
			move = step.Move
		}
		if m, err = m.Play(actor, move); err != nil {
			t.Fatal(err)
		}
	}
}

// bradleyTerry fits ratings, in Elo's scale, to the points of a round robin.
func bradleyTerry(points [][]float64) []float64 {
	strength := make([]float64, len(points))
	for i := range strength {
		strength[i] = 1
	}
	for range 2000 {
		for i := range strength {
			var won, share float64
			for j := range strength {
				if i != j {
					won += points[i][j]
					share += (points[i][j] + points[j][i]) / (strength[i] + strength[j])
				}
			}
			strength[i] = won / share
		}
	}
	values := make([]float64, len(points))
	for i, s := range strength {
		values[i] = 400 * math.Log10(s)
	}
	return values
}
