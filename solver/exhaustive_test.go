package solver_test

import (
	"math/rand/v2"
	"testing"

	"nimatron/games"
	"nimatron/games/gamestest"
	"nimatron/internal/testlong"
)

// TestPerfectBotNeverLosesAWonGame plays the perfect bot against every possible opponent, from
// every small board that is won for it: second from the lost ones, first from the won ones.
func TestPerfectBotNeverLosesAWonGame(t *testing.T) {
	eachSubject(t, 4, 5, func(t *testing.T, s *subject) {
		bots := map[games.Side]*bot{}
		for _, side := range []games.Side{games.Left, games.Right} {
			bots[side] = &bot{subject: s, side: side, random: rand.New(rand.NewPCG(3, 3)), met: map[gamestest.State]bool{}}
		}
		played := 0
		for _, start := range s.starts() {
			for _, bot := range bots {
				for _, first := range bot.wonFrom(t, start) {
					played++
					bot.meetEveryone(t, s.parse(t, first))
					if t.Failed() {
						return
					}
				}
			}
		}
		if played == 0 {
			t.Error("no start is won for the bot: nothing was tested")
		}
	})
}

// bot is the perfect bot on one side of a variant.
type bot struct {
	*subject
	side   games.Side
	random *rand.Rand
	met    map[gamestest.State]bool
}

// wonFrom returns the states with the board of start, either side to move first, that the bot wins
// by the oracle.
func (b *bot) wonFrom(t *testing.T, start string) []gamestest.State {
	var won []gamestest.State
	for _, owner := range []games.Side{games.Left, games.Right} {
		state := gamestest.State{Position: start, Owner: owner}
		decides := b.parse(t, state).Turn().Actor == b.side
		if b.oracle.Wins(state) == decides {
			won = append(won, state)
		}
	}
	return won
}

// meetEveryone plays on from p: the opponent tries everything, and the bot answers. Repeated states
// are not played again.
func (b *bot) meetEveryone(t *testing.T, p games.Position) {
	state := gamestest.State{Position: p.String(), Owner: p.Turn().Owner}
	if b.met[state] || t.Failed() {
		return
	}
	b.met[state] = true
	if winner, over := b.variant.Winner(p); over {
		if winner != b.side {
			t.Errorf("the bot, %s, has lost at %v", b.side, state)
		}
		return
	}
	if p.Turn().Actor == b.side {
		step := b.choose(t, p, 0)
		b.meetEveryone(t, step.Position)
		if t.Failed() {
			t.Logf("it played %s on %v", step.Move, state)
		}
		return
	}
	for step := range p.Options() {
		b.meetEveryone(t, step.Position)
	}
}

// choose returns the bot's decision, which must be legal and canonical.
func (b *bot) choose(t *testing.T, p games.Position, errorRate float64) games.Step {
	t.Helper()
	step, err := b.solver.Choose(t.Context(), b.variant, p, errorRate, b.random)
	if err != nil {
		t.Fatalf("Choose on %s: %v", p, err)
	}
	played, err := p.Play(step.Move)
	if err != nil || played.String() != step.Position.String() || played.Turn() != step.Position.Turn() {
		t.Fatalf("Choose on %s gives %s to %s, but that leads to %v: %v", p, step.Move, step.Position, played, err)
	}
	return step.Step
}

// TestEveryErrorRatePlaysLegalMoves plays games to the end at different error rates.
func TestEveryErrorRatePlaysLegalMoves(t *testing.T) {
	eachSubject(t, testlong.Times(2, 2, 4), 5, func(t *testing.T, s *subject) {
		b := &bot{subject: s, random: rand.New(rand.NewPCG(5, 5))}
		for _, errorRate := range []float64{0, 0.35, 1} {
			for _, start := range s.starts() {
				for p := s.parse(t, gamestest.State{Position: start}); !games.Over(p); {
					p = b.choose(t, p, errorRate).Position
				}
			}
		}
	})
}
