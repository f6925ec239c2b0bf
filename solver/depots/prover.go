package depots

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/rows"
	"nimatron/solver/theory"
)

// usualNodes is how many positions a question may visit where nobody has said how many, nor
// how long it may take.
const usualNodes = 1 << 20

// Shared is what the games on trees, graphs and grids have in common: a search, with one
// table for the whole process. That is made when the first of these games is asked about, so
// that nobody else pays for it.
var Shared = Family(sync.OnceValue(func() *Table { return NewTable(DefaultTableBytes) }), 0)

// Family returns the record of games on trees, graphs and grids that are searched with a
// table, on so many cores, 0 for all.
func Family(table func() *Table, cores int) *theory.Family {
	return &theory.Family{
		Search: func(_ *games.Variant, limits theory.Limits) theory.Prover {
			return &prover{nodes: limits.BoardNodes, solver: Solver{Table: table(), Cores: cores}}
		},
		Statement: known,
		Source: func(*games.Variant) string {
			return "Albert and Nowakowski, The game of End-Nim, 2001; proofs in docs/theory-boards.md of Nimatron"
		},
		Look:  func(m games.Move) string { return fmt.Sprintf("Look at `%s`.", m.Where) },
		Guess: func(p games.Position) games.Move { return Guess(p.(*depotnim.Position)) },
	}
}

// prover answers one question about a game on a tree, a graph or a grid.
type prover struct {
	nodes  uint64 // that may be visited, 0 where that is left to the context
	solver Solver
	spent  bool
	// value is what was found out about the position of, by a search of so many others.
	value    theory.Value
	of       games.Position
	searched uint64
}

// within bounds a search for which nobody has said how long it may take.
func (b *prover) within(ctx context.Context) {
	b.solver.Nodes = b.nodes
	if _, timed := ctx.Deadline(); b.nodes == 0 && !timed {
		b.solver.Nodes = usualNodes
	}
}

// settled makes one error of all that say that time or nodes did not suffice.
func (b *prover) settled(err error) error {
	if errors.Is(err, ErrBudget) || errors.Is(err, context.DeadlineExceeded) {
		b.spent = true
		return ErrBudget
	}
	return err
}

// Wins reports whether the player to move in p wins.
func (b *prover) Wins(ctx context.Context, v *games.Variant, p games.Position) (bool, error) {
	b.within(ctx)
	won, err := b.solver.Wins(ctx, v, p)
	return won, b.settled(err)
}

// Winning returns winning moves.
func (b *prover) Winning(ctx context.Context, v *games.Variant, p games.Position, limit int) ([]games.Move, bool, error) {
	b.within(ctx)
	moves, complete, err := b.solver.Winning(ctx, v, p, limit)
	return moves, complete, b.settled(err)
}

// Some returns the first winning move that is found.
func (b *prover) Some(ctx context.Context, v *games.Variant, p games.Position, _ int) ([]games.Move, bool, error) {
	b.within(ctx)
	move, won, err := b.solver.One(ctx, v, p)
	if err != nil || !won {
		return nil, err == nil, b.settled(err)
	}
	return []games.Move{move}, false, nil
}

// Spent reports whether time or nodes did not suffice for what was asked.
func (b *prover) Spent() bool { return b.spent }

// Value takes p apart.
func (b *prover) Value(ctx context.Context, v *games.Variant, p games.Position, _ int) (theory.Value, error) {
	if v.Partizan || v.Ending != games.Normal {
		return theory.Value{}, nil
	}
	b.within(ctx)
	before := b.solver.Visited()
	board := p.(*depotnim.Position)
	value := theory.Value{Known: true, Components: []theory.Component{}}
	for _, c := range b.solver.Components(ctx, v, board) {
		component := theory.Component{Grundy: c.Value, Known: c.Known}
		for _, at := range c.Vertices {
			component.Places = append(component.Places, board.Name(at))
		}
		value.Components = append(value.Components, component)
		value.Grundy ^= c.Value
		value.Known = value.Known && c.Known
	}
	if !value.Known {
		value.Grundy = 0
	}
	b.value, b.of, b.searched = value, p, b.solver.Visited()-before
	return value, nil
}

// Method says whether a theorem about all of p's board settles it.
func (*prover) Method(v *games.Variant, p games.Position) theory.Method {
	if games.Over(p) || groundOf(v, p.(*depotnim.Position)).Kind == Searched {
		return theory.BySearch
	}
	return theory.ByTheorem
}

// Reason returns the reason for the verdict on p. If p was found to be a sum of components
// whose values are known, that is the reason.
func (b *prover) Reason(ctx context.Context, v *games.Variant, p games.Position, won bool, move games.Move) theory.Reason {
	reason := theory.Reason{Claim: theory.ClaimOf(p, won), Move: move}
	if games.Over(p) {
		return reason
	}
	board := p.(*depotnim.Position)
	g := groundOf(v, board)
	switch {
	case g.Kind == Row:
		g.EndNim = endNim(v, board, move)
	case g.Kind == Star:
		g.leave(board, move)
	case g.Kind == Searched && b.of == p && b.value.Known && len(b.value.Components) > 1:
		g.Kind, g.NimSum, g.Components = Sum, b.value.Grundy, b.value.Components
	case g.Kind == Searched:
		if !won {
			b.answer(ctx, v, p, &g.Tried)
		}
		g.Positions = int(b.solver.Visited() - b.searched)
	}
	reason.Ground = g
	return reason
}

// answerTime is how long the answers in a lost position are looked for: what the search
// has refuted it mostly remembers.
const answerTime = 200 * time.Millisecond

// answer looks for answers in a position that the search has found lost.
func (b *prover) answer(ctx context.Context, v *games.Variant, p games.Position, tried *theory.Tried) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	b.within(ctx)
	tried.Answer(p, func(after games.Position) (games.Move, error) {
		move, _, err := b.solver.One(ctx, v, after)
		return move, err
	})
}

// endNim is the ground in End-Nim of the verdict on a board whose stacks are a row.
func endNim(v *games.Variant, p *depotnim.Position, move games.Move) *rows.Ground {
	vertices, _ := RowOf(p)
	piles := make([]uint64, len(vertices))
	for i, at := range vertices {
		piles[i] = p.Counters()[at]
	}
	// Its moves are those of the two ends.
	ends := [2]int{games.Left: vertices[0], games.Right: vertices[len(vertices)-1]}
	if side := slices.Index(ends[:], int(move.Index)); side >= 0 && move.Where != "" {
		move = games.TakeEnd(games.Side(side), move.Count)
	}
	g := rows.Reason(v, piles, move).Ground.(*rows.Ground)
	for i, m := range g.Winning {
		g.Winning[i] = p.Take(ends[m.Index], m.Count)
	}
	return g
}

// groundOf returns the ground of the verdict on p, which is not over: Searched where it needs a
// search.
func groundOf(v *games.Variant, p *depotnim.Position) *Ground {
	g := &Ground{Kind: Searched, Misere: v.Ending == games.Misere}
	ones, open := true, true
	reached := p.Open(p.Turn().Owner)
	for i, n := range p.Counters() {
		if n > 0 {
			g.Stacks++
			g.NimSum ^= n
			ones, open = ones && n == 1, open && reached[i]
		}
	}
	switch {
	case v.Partizan:
	case ones:
		g.Kind = OneByOne
		return g
	case open && p.Board().Rule() == depotnim.Depots:
		g.Kind = OpenStacks
		return g
	}
	for _, pair := range Pairs(v, p) {
		g.Pairs = append(g.Pairs, [2]string{p.Name(pair[0]), p.Name(pair[1])})
	}
	if len(g.Pairs) > 0 {
		g.Kind = Mirror
		return g
	}
	if v.Partizan {
		return g
	}
	if row, ok := RowOf(p); ok {
		g.Kind = Row
		for _, at := range row {
			g.Places = append(g.Places, p.Name(at))
		}
		return g
	}
	if star := starOf(p); star != nil && v.Ending == games.Normal {
		g.Kind, g.NimSum = Star, star.nimSum()
		g.Hub, g.Height, g.Low = p.Name(star.at), star.hub, star.low()
	}
	return g
}

// leave says of a star what the move leaves, or what it is where no move wins.
func (g *Ground) leave(p *depotnim.Position, move games.Move) {
	star := starOf(p)
	for i, v := range star.indexes {
		if move.Where == "" || int(move.Index) != v {
			continue
		}
		if star.spokes[i] -= move.Count; star.spokes[i] == 0 {
			star.spokes = slices.Delete(star.spokes, i, i+1)
		}
	}
	g.Level, g.Spokes = star.full(), len(star.spokes)
}
