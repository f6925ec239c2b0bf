package solver_test

import (
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/games/splitnim"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver"
	"nimatron/solver/solvertest"
)

// TestMistakes makes the bot err whenever it can, and judges each decision by the oracle. The bot
// gives away every win if it has a choice, but only half of those that would end the game at once.
func TestMistakes(t *testing.T) {
	eachSubject(t, 4, 4, func(t *testing.T, s *subject) {
		if !onPiles(t, s.variant) {
			t.Skip("what is proved of other boards depends on how long they are searched")
		}
		b := &bot{subject: s, random: rand.New(rand.NewPCG(6, 6))}
		erred, handed, atOnce, missed := 0, 0, 0, 0
		for _, state := range s.oracle.Reachable(s.starts()) {
			p := s.parse(t, state)
			if games.Over(p) || !s.oracle.Wins(state) {
				continue
			}
			step := b.choose(t, p, 1)
			won := s.keeps(p, step.Position)
			choice, ends, slow := s.choices(t, p)
			if step := b.choose(t, p, 0.99); ends && !solvertest.Decided(step.Position) {
				t.Fatalf("%v: it plays %s and does not end the game", state, step.Move)
			}
			switch {
			case ends && won:
				atOnce++
				if choice && !solvertest.Decided(step.Position) {
					t.Fatalf("%v: it plays %s, which wins and does not end the game", state, step.Move)
				}
			case ends:
				missed++
			case choice == won:
				t.Fatalf("%v: it plays %s, which keeps the win: %v; there are mistakes: %v", state, step.Move, won, choice)
			case choice:
				erred++
				if slow && s.endsNext(t, p.Turn().Actor, step.Position) {
					handed++
				}
			}
		}
		t.Logf("%d mistakes, %d of which let the opponent end the game without need; %d wins at once, %d missed", erred, handed, atOnce, missed)
		if atOnce == 0 || missed == 0 || missed > 2*atOnce || handed > erred/50 {
			t.Errorf("%d wins at once; %d of %d mistakes let the opponent end the game without need", atOnce, handed, erred)
		}
	})
}

// keeps reports whether the player to decide in p wins next.
func (s *subject) keeps(p, next games.Position) bool {
	state := gamestest.State{Position: next.String(), Owner: next.Turn().Owner}
	return s.oracle.Wins(state) == (next.Turn().Actor == p.Turn().Actor)
}

// choices reports for a won position whether some decisions lose, whether one wins by ending the
// game, and whether some lose although the opponent can't end the game next.
func (s *subject) choices(t *testing.T, p games.Position) (choice, ends, slow bool) {
	for step := range p.Options() {
		switch kept := s.keeps(p, step.Position); {
		case !kept:
			choice = true
			slow = slow || !s.endsNext(t, p.Turn().Actor, step.Position)
		case solvertest.Decided(step.Position):
			ends = true
		}
	}
	return choice, ends, slow
}

// endsNext reports whether the player's opponent can win next by ending the game.
func (s *subject) endsNext(t *testing.T, player games.Side, next games.Position) bool {
	if solvertest.Decided(next) {
		return true
	}
	if next.Turn().Actor == player {
		return false
	}
	for step := range next.Options() {
		if solvertest.Decided(step.Position) && s.keeps(next, step.Position) {
			return true
		}
	}
	return false
}

// TestLevelsErrAlike measures how often the bot gives away a win in matches from generated starts,
// if it has a choice and can't end the game. The rate equals the level's rate in every game, and
// over all games together.
func TestLevelsErrAlike(t *testing.T) {
	decisions := testlong.Times(60, 200, 1500)
	variants := append(catalog.Standard.All()[:len(catalog.Standard.All()):len(catalog.Standard.All())], splitnim.Of(20), splitnim.Of(-3))
	rates := []float64{0.3, 0.1}
	var met, erred [2]atomic.Int64 // in all games
	t.Cleanup(func() {
		for i, rate := range rates {
			checkRate(t, rate, int(met[i].Load()), int(erred[i].Load()))
		}
	})
	for _, v := range variants {
		if !onPiles(t, v) || solver.FamilyOf(v).Theorem == nil {
			continue // each verdict takes a search there, and the draw is the same
		}
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			s, r := new(solver.Solver), rand.New(rand.NewPCG(8, 8))
			for i, rate := range rates {
				gameMet, gameErred := 0, 0
				for gameMet < decisions {
					p := must.Get(v.Parse(v.Generate(r, games.Medium), games.Left))(t)
					for !games.Over(p) {
						step := must.Get(s.Choose(t.Context(), v, p, rate, r))(t)
						if hasChoice(t, s, v, p) {
							if gameMet++; !wins(t, s, v, p.Turn().Actor, step.Position) {
								gameErred++
							}
						}
						p = step.Position
					}
				}
				checkRate(t, rate, gameMet, gameErred)
				met[i].Add(int64(gameMet))
				erred[i].Add(int64(gameErred))
			}
		})
	}
}

// checkRate allows four standard deviations.
func checkRate(t *testing.T, rate float64, met, erred int) {
	t.Helper()
	got, tolerance := float64(erred)/float64(met), 4*math.Sqrt(rate*(1-rate)/float64(met))
	t.Logf("it gives away %.3f of %d wins, told %.2f ± %.3f", got, met, rate, tolerance)
	if math.Abs(got-rate) > tolerance {
		t.Error("that is too far from what it is told")
	}
}

// onPiles reports whether v is played on a row or on piles.
func onPiles(t testing.TB, v *games.Variant) bool {
	p := must.Get(v.Parse(v.Rules.Example, games.Left))(t)
	_, row := p.Shape().(games.Row)
	return row
}

// hasChoice reports whether the player to decide in p wins, can't win at once, and can give the win
// away.
func hasChoice(t *testing.T, s *solver.Solver, v *games.Variant, p games.Position) bool {
	actor := p.Turn().Actor
	if !wins(t, s, v, actor, p) {
		return false
	}
	loses := false
	for step := range p.Options() {
		switch won := wins(t, s, v, actor, step.Position); {
		case !won:
			loses = true
		case solvertest.Decided(step.Position):
			return false
		}
	}
	return loses
}

func wins(t *testing.T, s *solver.Solver, v *games.Variant, player games.Side, p games.Position) bool {
	won := must.Get(s.Wins(t.Context(), v, p))(t)
	return won == (p.Turn().Actor == player)
}
