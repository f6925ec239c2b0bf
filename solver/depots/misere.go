package depots

import (
	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/theory"
)

// Under misère play a board with a stack of 2 or more is lost exactly if it is lost under normal
// play. A board of 1s is lost if their number is odd (Theorem 38 of docs/theory/values.md). So only moves
// that leave just 1s differ from normal play.

func onesAlone(v *games.Variant, p *depotnim.Position) bool {
	return v.Ending == games.Misere && theory.Ones(p.Counters())
}

func toOnes(v *games.Variant, p *depotnim.Position) (move lowering, ok bool) {
	if v.Ending != games.Misere {
		return lowering{}, false
	}
	open := p.Open(p.Turn().Owner)
	ones, larger, first := 0, 0, -1
	for at, n := range p.Counters() {
		if n > 1 {
			larger++
			move.vertex = at
		} else if n == 1 {
			ones++
			if open[at] && first < 0 {
				first = at
			}
		}
	}
	switch {
	case larger == 1 && open[move.vertex]:
		return lowering{move.vertex, uint64(1 - ones%2)}, true
	case larger == 0 && first >= 0:
		return lowering{vertex: first}, ones%2 == 0
	}
	return lowering{}, false
}

func (q *question) seen() (move lowering, ok bool) {
	if move, ok = toOnes(q.variant, q.Position); ok || onesAlone(q.variant, q.Position) {
		return move, ok
	}
	return mirroring(q.Position)
}
