package start

import (
	"context"

	"nimatron/games"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// The bounds of a fair start, for both players together.
const (
	// FewestTurns is the least number of turns of a fair start when the winner hurries and the
	// loser resists. A turn with a decision of each player counts once.
	FewestTurns   = 5
	MostDecisions = 40 // the most decisions of such play
	ChoiceWithin  = 5  // the number of first decisions among which the winner must have a choice
)

const (
	nodes   = 1 << 14
	options = 100
	ahead   = 3
)

type judge struct {
	ctx     context.Context
	variant *games.Variant
	solver  *solver.Solver
}

func newJudge(ctx context.Context, v *games.Variant) *judge {
	return &judge{ctx: ctx, variant: v, solver: &solver.Solver{Nodes: nodes, BoardNodes: nodes}}
}

func (j *judge) winnerOf(p games.Position) (winner games.Side, settled bool) {
	wins, err := j.solver.Wins(j.ctx, j.variant, p)
	winner = p.Turn().Actor
	if !wins {
		winner = winner.Other()
	}
	return winner, err == nil
}

// count counts a position that is played out as work. If no work is left after it, the next board is not
// judged.
func (j *judge) count() { _ = theory.Work(j.ctx, 1) }

func (j *judge) fair(p games.Position, winner games.Side) bool {
	of := judgement{judge: j, winner: winner, within: map[question]bool{}}
	return of.hasChoice(p, ChoiceWithin) && of.longest(p, ahead) <= MostDecisions && !of.mayWinWithin(p, FewestTurns-1)
}

type judgement struct {
	*judge
	winner games.Side
	within map[question]bool // what mayWinWithin has found out about turns of two decisions
}

type question struct {
	board string
	turn  games.Turn
	turns int
}

// mayWinWithin reports whether the winner may force a win within some turns, the current one included. Only
// false is certain.
func (j *judgement) mayWinWithin(p games.Position, turns int) bool {
	if winner, over := j.variant.Winner(p); over || turns == 0 {
		return over && winner == j.winner
	}
	turn := p.Turn()
	if turn.Decision == games.WholeMove {
		return j.mayForce(p, turns)
	}
	// Many lines of half turns lead to the same board: each is judged once.
	ask := question{p.String(), turn, turns}
	may, known := j.within[ask]
	if !known {
		may = j.mayForce(p, turns)
		j.within[ask] = may
	}
	return may
}

// mayForce is mayWinWithin before the end of the game.
func (j *judgement) mayForce(p games.Position, turns int) bool {
	hurries := p.Turn().Actor == j.winner
	if hurries && games.HasMoreOptions(p, options) {
		return j.winsWithin(p, turns)
	}
	seen := 0
	for step := range p.Options() {
		j.count()
		if seen++; seen > options {
			return true // the options tried don't save the loser, but others may
		}
		if j.mayWinWithin(step.Position, turnsAfter(p, step.Position, turns)) == hurries {
			return hurries
		}
	}
	return !hurries
}

// turnsAfter returns how many of the turns are left after a decision in p. A turn may have two
// decisions.
func turnsAfter(p, next games.Position, turns int) int {
	if next.Turn().Owner == p.Turn().Owner {
		return turns
	}
	return turns - 1
}

// winsWithin is mayWinWithin for a winner with many options. It tries only winning ones: no other can force a
// win.
func (j *judgement) winsWithin(p games.Position, turns int) bool {
	winning, complete, err := j.solver.Winning(j.ctx, j.variant, p, options)
	if err != nil || !complete {
		return true
	}
	for _, move := range winning {
		next, err := p.Play(move)
		if err != nil || j.mayWinWithin(next, turnsAfter(p, next, turns)) {
			return true
		}
	}
	return false
}

// longest bounds the decisions of play from p if the winner chooses well for the next depth decisions.
func (j *judgement) longest(p games.Position, depth int) uint64 {
	longest := j.variant.LongestPlay(p)
	if longest <= MostDecisions || depth == 0 {
		return longest
	}
	if p.Turn().Actor == j.winner {
		// Some of the winning moves suffice: the winner may choose among them.
		winning, _, err := j.solver.Winning(j.ctx, j.variant, p, options)
		if err != nil {
			return longest
		}
		for _, move := range winning {
			if next, err := p.Play(move); err == nil {
				longest = min(longest, 1+j.longest(next, depth-1))
			}
		}
		return longest
	}
	seen, worst := 0, uint64(0)
	for step := range p.Options() {
		j.count()
		if seen++; seen > options {
			return longest
		}
		worst = max(worst, 1+j.longest(step.Position, depth-1))
	}
	return min(longest, worst)
}

// hasChoice reports whether the winner, however both play, has winning and losing options at one of the next
// decisions. Only true is certain.
func (j *judgement) hasChoice(p games.Position, decisions int) bool {
	if decisions == 0 {
		return false
	}
	decides := p.Turn().Actor == j.winner
	seen := 0
	for step := range p.Options() {
		j.count()
		if seen++; seen > options {
			return false
		}
		if decides {
			wins, err := j.solver.Wins(j.ctx, j.variant, step.Position)
			if err != nil {
				return false
			}
			if wins != (step.Position.Turn().Actor == j.winner) {
				return true // this option loses, and an earlier one wins
			}
		}
	}
	// Every option leaves the judgement as it is.
	seen = 0
	for step := range p.Options() {
		if seen++; !j.hasChoice(step.Position, decisions-1) {
			return false
		}
	}
	return seen > 0
}
