package referee_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/solver"
)

// player is one of those of the measurement, who play perfectly but for this.
type player struct {
	random float64     // how often a move is drawn at random
	level  match.Level // whose mistakes are made; none where it is empty
}

// players are those of the measurement. Of those who draw moves at random, as the levels did
// at first, the one that does so every second time is taken to be worth 1500, as a newcomer's
// rating is.
var players = []player{{random: 1}, {random: 0.75}, {random: 0.5}, {level: match.Casual}, {random: 0.2}, {level: match.Strong}, {random: 0.05}}

// TestBotRatings measures what the levels are worth by self-play and holds the
// published ratings to it. docs/ratings.md says how; the long run plays enough games to
// publish.
func TestBotRatings(t *testing.T) {
	pairs, tolerance := testlong.Times(25, 50, 3000), 80.0
	if testlong.Long() {
		tolerance = 25
	}
	points := make([][]float64, len(players)) // of i against j
	for i := range points {
		points[i] = make([]float64, len(players))
	}
	r := rand.New(rand.NewPCG(1, 2))
	rated := theoretical(t)
	for i := range players {
		for j := range i {
			for range pairs {
				v := rated[r.IntN(len(rated))]
				start := v.Generate(r, games.Medium)
				for _, seat := range []games.Side{games.Left, games.Right} {
					if selfPlay(t, v, start, map[games.Side]player{seat: players[i], seat.Other(): players[j]}, r) == seat {
						points[i][j]++
					} else {
						points[j][i]++
					}
				}
			}
		}
	}
	values := bradleyTerry(points)
	for i, p := range players {
		t.Logf("%+v: %.0f", p, values[i]-values[2]+1500)
	}
	for i, p := range players {
		published, rated := p.level.Rating()
		if got := values[i] - values[2] + 1500; rated && math.Abs(got-published.Value) > tolerance {
			t.Errorf("%s is published as %.0f and measured as %.0f", p.level, published.Value, got)
		}
	}
}

// theoretical returns the games on rows and piles, which all have theorems: in the others each
// move is a search.
func theoretical(t *testing.T) []*games.Variant {
	var variants []*games.Variant
	for _, v := range catalog.Standard.All() {
		p, err := v.Parse(v.Rules.Example, games.Left)
		if err != nil {
			t.Fatal(err)
		}
		if _, row := p.Shape().(games.Row); row {
			variants = append(variants, v)
		}
	}
	return variants
}

// selfPlay plays one game and returns who won it.
func selfPlay(t *testing.T, v *games.Variant, start string, seats map[games.Side]player, r *rand.Rand) games.Side {
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
		if r.Float64() < seats[actor].random {
			var legal []games.Move
			for step := range m.Position().Options() {
				legal = append(legal, step.Move)
			}
			move = legal[r.IntN(len(legal))]
		} else {
			mistakes, _ := seats[actor].level.ErrorRate()
			step, err := s.Choose(t.Context(), v, m.Position(), mistakes, r)
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
