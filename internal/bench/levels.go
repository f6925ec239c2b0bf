//go:build unix

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/match"
	"nimatron/solver"
)

// A levelPlayer plays perfectly except for these errors.
type levelPlayer struct {
	random float64     // probability of a random move
	level  match.Level // whose mistakes it makes; empty for none
}

func (p levelPlayer) String() string {
	if p.level != match.NoLevel {
		return string(p.level)
	}
	return fmt.Sprint("random ", p.random)
}

// levelPlayers are the players of the round robin. The one that moves at random half of the time is set
// to 1500, a newcomer's rating.
var levelPlayers = []levelPlayer{{random: 1}, {random: 0.75}, {random: 0.5}, {level: match.Casual}, {random: 0.2}, {level: match.Strong}, {random: 0.05}}

// levels measures the strength of the levels by self-play, with N pairs of games for each two. It fails
// if the published ratings differ.
func levels(r *run) {
	pairs, tolerance := r.many(3000, 50), 25.0
	if r.short {
		tolerance = 80
	}
	points := make([][]float64, len(levelPlayers)) // points of i against j
	for i := range points {
		points[i] = make([]float64, len(levelPlayers))
	}
	draw := rand.New(rand.NewPCG(1, 2))
	rated := slices.DeleteFunc(slices.Clone(catalog.Standard.All()), func(v *games.Variant) bool {
		_, row := gamestest.Parse(r, v, v.Rules.Example, games.Left).Shape().(games.Row)
		return !row // others have no theorems: each decision would be a search
	})
	for i, one := range levelPlayers {
		for j, other := range levelPlayers[:i] {
			r.goOn()
			for range pairs {
				v := rated[draw.IntN(len(rated))]
				start := v.Generate(draw, games.Medium)
				for _, seat := range []games.Side{games.Left, games.Right} {
					if r.selfPlay(v, start, map[games.Side]levelPlayer{seat: one, seat.Other(): other}, draw) == seat {
						points[i][j]++
					} else {
						points[j][i]++
					}
				}
			}
		}
	}
	values := bradleyTerry(points)
	r.head("player", "measured", "published")
	for i, p := range levelPlayers {
		got, shown := values[i]-values[2]+1500, "–"
		published, rated := p.level.Rating()
		if rated {
			shown = fmt.Sprintf("%.0f", published.Value)
		}
		if r.row(p, fmt.Sprintf("%.0f", got), shown); rated && math.Abs(got-published.Value) > tolerance {
			r.Errorf("%s is published as %.0f and measured as %.0f", p.level, published.Value, got)
		}
	}
}

// selfPlay plays one game and returns who won it.
func (r *run) selfPlay(v *games.Variant, start string, seats map[games.Side]levelPlayer, draw *rand.Rand) games.Side {
	m, err := games.NewMatch(v, start, games.Left)
	r.must(err)
	var s solver.Solver
	for {
		if winner, over := m.Winner(); over {
			return winner
		}
		actor := m.Position().Turn().Actor
		var move games.Move
		if draw.Float64() < seats[actor].random {
			legal := slices.Collect(m.Position().Options())
			move = legal[draw.IntN(len(legal))].Move
		} else {
			mistakes, _ := seats[actor].level.ErrorRate()
			step, err := s.Choose(r.ctx, v, m.Position(), mistakes, draw)
			r.must(err)
			move = step.Move
		}
		m, err = m.Play(actor, move)
		r.must(err)
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
