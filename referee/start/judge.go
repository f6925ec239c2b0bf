package start

import (
	"context"

	"nimatron/games"
	"nimatron/solver"
)

// The bounds of a fair start, for both players together.
const (
	// FewestTurns are left when the winner hurries and the loser resists. Two people
	// take a turn of some games, with a decision each, and then it is still one turn.
	FewestTurns = 5
	// MostDecisions are left then at most.
	MostDecisions = 40
	// ChoiceWithin is among how many decisions, from the first, the winner has a choice.
	ChoiceWithin = 5
)

const (
	// nodes is the budget of one search, where a game has to be searched.
	nodes = 1 << 14
	// options is how many legal decisions are looked at. If there are more, the rest counts as
	// bad for the start.
	options = 100
	// ahead is how many decisions are looked ahead before play is bounded.
	ahead = 3
)

// judge judges the boards that are drawn for one start.
type judge struct {
	ctx     context.Context
	variant *games.Variant
	solver  *solver.Solver
}

func newJudge(ctx context.Context, v *games.Variant) *judge {
	return &judge{ctx: ctx, variant: v, solver: solver.Reproducible(nodes)}
}

// winnerOf says who wins p; settled is false where the search can't prove it.
func (j *judge) winnerOf(p games.Position) (winner games.Side, settled bool) {
	wins, err := j.solver.Wins(j.ctx, j.variant, p)
	winner = p.Turn().Actor
	if !wins {
		winner = winner.Other()
	}
	return winner, err == nil
}

// fair reports whether p, which winner wins, is proved to be a fair start.
func (j *judge) fair(p games.Position, winner games.Side) bool {
	of := judgement{judge: j, winner: winner, within: map[question]bool{}}
	return of.hasChoice(p, ChoiceWithin) && of.longest(p, ahead) <= MostDecisions && !of.mayWinWithin(p, FewestTurns-1)
}

// judgement is about the positions that come after one start.
type judgement struct {
	*judge
	winner games.Side
	within map[question]bool // what mayWinWithin has found out about turns of two decisions
}

// A question is whether the winner wins within so many turns.
type question struct {
	board string
	turn  games.Turn
	turns int
}

// mayWinWithin reports whether the winner can perhaps force a win within so many turns,
// of which the one that is under way is the first. False is certain.
func (j *judgement) mayWinWithin(p games.Position, turns int) bool {
	if winner, over := j.variant.Winner(p); over || turns == 0 {
		return over && winner == j.winner
	}
	turn := p.Turn()
	if turn.Decision == games.WholeMove {
		return j.mayForce(p, turns)
	}
	// So many lines of half turns lead to the same board that it is looked at once.
	ask := question{p.String(), turn, turns}
	may, known := j.within[ask]
	if !known {
		may = j.mayForce(p, turns)
		j.within[ask] = may
	}
	return may
}

// mayForce is mayWinWithin where the game is not over.
func (j *judgement) mayForce(p games.Position, turns int) bool {
	hurries := p.Turn().Actor == j.winner
	if hurries && !few(p) {
		return j.winsWithin(p, turns)
	}
	seen := 0
	for step := range p.Options() {
		if seen++; seen > options {
			return true // the loser may well resist, but not with what was looked at
		}
		if j.mayWinWithin(step.Position, turnsAfter(p, step.Position, turns)) == hurries {
			return hurries
		}
	}
	return !hurries
}

// turnsAfter returns how many of so many turns are left after a decision in p, which
// may be the first of two that make a turn.
func turnsAfter(p, next games.Position, turns int) int {
	if next.Turn().Owner == p.Turn().Owner {
		return turns
	}
	return turns - 1
}

// few reports whether all options of p can be looked at.
func few(p games.Position) bool {
	seen := 0
	for range p.Options() {
		if seen++; seen > options {
			return false
		}
	}
	return true
}

// winsWithin is mayWinWithin where the winner has many options: it looks at those that
// win, as no other can force it.
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

// longest returns how many decisions play can take at most when the winner makes the
// best of the next ones, as many as depth.
func (j *judgement) longest(p games.Position, depth int) uint64 {
	longest := j.variant.LongestPlay(p)
	if longest <= MostDecisions || depth == 0 {
		return longest
	}
	if p.Turn().Actor == j.winner {
		// Some of the moves that win are enough, as the winner is free to choose.
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
		if seen++; seen > options {
			return longest
		}
		worst = max(worst, 1+j.longest(step.Position, depth-1))
	}
	return min(longest, worst)
}

// hasChoice reports whether, whatever both do, the winner takes one of the next so many
// decisions with options that win and options that lose. True is certain.
func (j *judgement) hasChoice(p games.Position, decisions int) bool {
	if decisions == 0 {
		return false
	}
	decides := p.Turn().Actor == j.winner
	seen := 0
	for step := range p.Options() {
		if seen++; seen > options {
			return false
		}
		if decides {
			wins, err := j.solver.Wins(j.ctx, j.variant, step.Position)
			if err != nil {
				return false
			}
			if wins != (step.Position.Turn().Actor == j.winner) {
				return true // this option loses, and one wins
			}
		}
	}
	// Every option leaves things as they are.
	seen = 0
	for step := range p.Options() {
		if seen++; !j.hasChoice(step.Position, decisions-1) {
			return false
		}
	}
	return seen > 0
}
