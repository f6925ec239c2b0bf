package partizan

import (
	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver/theory"
)

// Spare is the rule of Partizan End-Nim on two piles or more: whoever has more to spare
// wins, or the one who moves first where the other is short.
const Spare theory.Rule = "spare"

// Ground is what a reason in Partizan End-Nim rests on, as the player to move sees it.
//
// The strategy of the winner: where the other player's end pile is short of what the
// middle needs of it, take the own end pile whole; else take one counter.
type Ground struct {
	Kind theory.Rule // Spare or theory.RuleWhole
	// Side is the player to move.
	Side games.Side
	// Piles are those of the row; they must not be changed.
	Piles []uint64
	// Own and Far are the end piles of the player to move and of the other one; OwnNeed
	// and FarNeed the least that they have to be beside the middle of the row to let
	// their player win moving first.
	Own, Far         uint64
	OwnNeed, FarNeed Threshold
	// WholeAnswer is how the other player answers where a lost player takes the whole
	// of the own end pile: by taking that many counters.
	WholeAnswer uint64
}

// Rule names the rule that was used.
func (g *Ground) Rule() theory.Rule { return g.Kind }

// OwnSpare returns how many counters the player to move can spare; ok is false where the
// end pile is short.
func (g *Ground) OwnSpare() (spare uint64, ok bool) { return g.OwnNeed.spare(g.Own) }

// FarSpare returns how many counters the other player can spare; ok is false where the
// end pile is short.
func (g *Ground) FarSpare() (spare uint64, ok bool) { return g.FarNeed.spare(g.Far) }

// Reason compares what both players have to spare.
func (EndNim) Reason(_ *games.Variant, p games.Position, move games.Move) theory.Reason {
	piles, side := p.(*endnim.Row).Piles(), p.Turn().Actor
	if len(piles) == 0 {
		return theory.Reason{Claim: theory.HasLost}
	}
	g := &Ground{Kind: theory.RuleWhole, Side: side, Piles: piles}
	reason := theory.Reason{Claim: theory.AllLose, Ground: g}
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

// best returns the winning move that the strategy names; there is one. The whole pile wins
// just where the other player is short.
func (t takes) best() uint64 {
	if t.all > 0 {
		return t.all
	}
	return 1
}
