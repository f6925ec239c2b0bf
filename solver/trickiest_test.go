package solver_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nimatron/games"
	"nimatron/games/gamestest"
)

// lapse is how often the opponent is taken to reply at random.
const lapse = 1.0 / 3

// TestTrickiestDefence holds the bot's decisions in lost positions to brute force: an opponent
// who replies at random one time in three, but for wins that end the game, is as likely as can
// be to give the win away until the end of the game.
func TestTrickiestDefence(t *testing.T) {
	eachSubject(t, 3, 4, func(t *testing.T, s *subject) {
		if !onPiles(t, s.variant) {
			t.Skip("what is proved of other boards depends on how long they are searched")
		}
		b := &bot{subject: s, random: rand.New(rand.NewPCG(3, 3))}
		tempts := &tempter{subject: s, known: map[string]float64{}}
		lost, got, possible, least := 0, 0.0, 0.0, 1.0
		for _, state := range s.oracle.Reachable(s.starts()) {
			p := s.parse(t, state)
			if games.Over(p) || s.oracle.Wins(state) {
				continue
			}
			best, worst := 0.0, 1.0
			for step := range p.Options() {
				c := tempts.after(step.Position, p.Turn().Actor)
				best, worst = max(best, c), min(worst, c)
			}
			if best < worst+1e-9 {
				continue // there is nothing to choose
			}
			chance := tempts.after(b.choose(t, p, 0).Position, p.Turn().Actor)
			lost++
			got += chance
			possible += best
			least = min(least, chance/best)
		}
		if lost == 0 {
			t.Skip("the bot has nothing to choose in any lost position")
		}
		t.Logf("%d lost positions: the chance is %.4f on average, of %.4f; at least %.2f of the best", lost, got/float64(lost), possible/float64(lost), least)
		share := 0.995
		if s.variant.Family.ID == "of-no-known-theory" {
			share = 0.7 // it looks one reply ahead where every verdict is a search
		}
		if got < share*possible {
			t.Errorf("the chance is %.4f on average, and could be %.4f", got/float64(lost), possible/float64(lost))
		}
	})
}

// tempter knows by playing everything out what the chances are that the opponent errs.
type tempter struct {
	*subject
	known map[string]float64
}

// after returns the chance that the opponent of the bot, who wins p, gives that away.
func (w *tempter) after(p games.Position, bot games.Side) float64 {
	key := fmt.Sprint(bot, p.Turn(), p)
	if c, ok := w.known[key]; ok {
		return c
	}
	options, right, best, later, ends := 0, 0, 0.0, 0.0, false
	for step := range p.Options() {
		options++
		if p.Turn().Actor == bot {
			best = max(best, w.after(step.Position, bot))
			continue
		}
		if w.keeps(p, step.Position) {
			right++
			later += w.after(step.Position, bot)
			ends = ends || decided(step.Position)
		}
	}
	if right > 0 {
		wrong := lapse * (1 - float64(right)/float64(options))
		if ends {
			wrong = 0
		}
		best = wrong + (1-wrong)*later/float64(right)
	}
	w.known[key] = best
	return best
}

// TestTrickiestInLasker is a position in which the move with fewest right replies is not the
// one that is hardest to answer.
func TestTrickiestInLasker(t *testing.T) {
	eachSubject(t, 1, 1, func(t *testing.T, s *subject) {
		if s.name != "split-nim/0" {
			t.Skip("this is about Lasker's Nim")
		}
		b := &bot{subject: s, random: rand.New(rand.NewPCG(3, 3))}
		step := b.choose(t, s.parse(t, gamestest.State{Position: "4 4"}), 0)
		if step.Move.String() != "1=1+3" {
			t.Errorf("it plays %s", step.Move)
		}
	})
}
