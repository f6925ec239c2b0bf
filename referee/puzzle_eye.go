package referee

import "nimatron/games"

// Bounds on a puzzle that is found by eye.
const (
	eyeOptions   = 10 // decisions to look at
	eyeDecisions = 5  // until the player has won, if the other side resists: three of their own
	eyePositions = 20_000
)

// ByEye reports whether a puzzle can be found by eye: there are few decisions to look at, and
// the win is near, but not the end of the game at once. All of that follows from the rules alone.
func (p *Puzzle) ByEye() bool {
	options := 0
	for range p.Position.Options() {
		if options++; options > eyeOptions {
			return false
		}
	}
	n := near{variant: p.Variant, actor: p.Position.Turn().Actor, known: map[ahead]bool{}, left: eyePositions}
	return !n.wins(p.Position, 1) && n.wins(p.Position, eyeDecisions) && n.left > 0
}

// near looks for a win that is near.
type near struct {
	variant *games.Variant
	actor   games.Side
	known   map[ahead]bool
	left    int // positions that may still be looked at
}

// ahead is the question whether a position is won within so many decisions.
type ahead struct {
	board     string
	turn      games.Turn
	decisions int
}

// wins reports whether the actor can win within so many decisions, whatever the other side does.
func (n *near) wins(p games.Position, decisions int) bool {
	if winner, over := n.variant.Winner(p); over || decisions == 0 {
		return over && winner == n.actor
	}
	ask := ahead{p.String(), p.Turn(), decisions}
	if won, known := n.known[ask]; known {
		return won
	}
	hurries, seen := p.Turn().Actor == n.actor, 0
	won := !hurries
	for step := range p.Options() {
		if seen++; seen > decisions*eyeOptions || n.left == 0 {
			return false
		}
		n.left--
		if n.wins(step.Position, decisions-1) == hurries {
			won = hurries
			break
		}
	}
	n.known[ask] = won
	return won
}
