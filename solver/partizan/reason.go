package partizan

import (
	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver/theory"
)

// Spare is the rule for two piles or more. If both ends meet their needs, the player with more to spare wins.
// If one is short, the other player wins; if both are, the next player.
const Spare theory.Rule = "spare"

// Justification justifies a verdict in Partizan End-Nim, from the side of the player to move.
//
// The winning strategy: if the opponent's end pile is short, take the own end pile whole, else take
// one counter.
type Justification struct {
	Kind theory.Rule
	Side games.Side
	// Piles is the row; it must not be changed.
	Piles []uint64
	// The end piles of both players and their needs: a need is the least end pile that, next to the middle
	// alone, wins for its player moving first.
	Own, Far         uint64
	OwnNeed, FarNeed Threshold
	// WholeAnswer is the opponent's answer, in counters, if a losing player takes the whole end
	// pile.
	WholeAnswer uint64
}

func (g *Justification) Rule() theory.Rule { return g.Kind }

// OwnSpare returns the spare counters of the player to move; ok is false if the end pile is short.
func (g *Justification) OwnSpare() (spare uint64, ok bool) { return g.OwnNeed.spare(g.Own) }

// FarSpare returns the spare counters of the opponent; ok is false if the end pile is short.
func (g *Justification) FarSpare() (spare uint64, ok bool) { return g.FarNeed.spare(g.Far) }

// Reason compares the spare counters of both players.
func (EndNim) Reason(_ *games.Variant, p games.Position, move games.Move) theory.Reason {
	piles, side := p.(*endnim.Row).Piles(), p.Turn().Actor
	if len(piles) == 0 {
		return theory.Reason{Claim: theory.HasLost}
	}
	g := &Justification{Kind: theory.RuleWhole, Side: side, Piles: piles}
	reason := theory.Reason{Claim: theory.AllLose, Justification: g}
	t := takesOf(piles, side)
	if len(piles) > 1 {
		v := rowViewOf(piles, side)
		g.Kind, g.Own, g.Far, g.OwnNeed, g.FarNeed = Spare, v.own, v.far, v.needed, v.farNeeds
	}
	if !t.any() {
		if g.WholeAnswer = 1; g.FarNeed == leastPile {
			g.WholeAnswer = g.Far
		}
		return reason
	}
	reason.Claim, reason.Move = theory.CanWin, move
	if move == (games.Move{}) {
		reason.Move = games.TakeEnd(side, t.best())
	}
	return reason
}

// best returns the strategy's move; there must be one. The whole pile wins exactly if the opponent
// is short.
func (t takes) best() uint64 {
	if t.all > 0 {
		return t.all
	}
	return 1
}
