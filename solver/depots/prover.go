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
			return "Albert and Nowakowski, The game of End-Nim, 2001"
		},
		Fickle: func(p games.Position) bool { return theory.Ones(p.(*depotnim.Position).Counters()) },
		Look:   func(m games.Move) string { return fmt.Sprintf("Look at `%s`.", m.Where) },
		Guess:  func(p games.Position) games.Move { return Guess(p.(*depotnim.Position)) },
		Listing: func(ctx context.Context, claim theory.Certificate, v *games.Variant, p games.Position) (any, error) {
			return certify(ctx, table(), claim, v, p.(*depotnim.Position))
		},
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
	// before is how many positions were visited before the reason was asked for.
	before uint64
	// won are the winning moves that were listed, by position.
	won map[games.Position][]games.Move
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
	if len(moves) > 0 {
		if b.won == nil {
			b.won = map[games.Position][]games.Move{}
		}
		b.won[p] = moves
	}
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
	return b.parts(ctx, v, p), nil
}

// parts takes p apart, of which the value is that of normal play.
func (b *prover) parts(ctx context.Context, v *games.Variant, p games.Position) theory.Value {
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
	return value
}

// Method says whether a theorem about all of p's board settles it.
func (*prover) Method(v *games.Variant, p games.Position) theory.Method {
	if games.Over(p) {
		return theory.BySearch
	}
	board := p.(*depotnim.Position)
	_, ok := toOnes(v, board)
	if !ok && !v.Partizan {
		_, ok = mirroring(board)
	}
	if !ok && groundOf(v, board).Kind == Searched {
		return theory.BySearch
	}
	return theory.ByTheorem
}

// Reason returns the reason for the verdict on p.
func (b *prover) Reason(ctx context.Context, v *games.Variant, p games.Position, won bool, move games.Move) theory.Reason {
	reason := theory.Reason{Claim: theory.ClaimOf(p, won), Move: move}
	if games.Over(p) {
		return reason
	}
	board := p.(*depotnim.Position)
	g := groundOf(v, board)
	if g.Misere && won && (g.Kind == Searched || g.Kind == Star) {
		if last, ok := toOnes(v, board); ok && move == (games.Move{}) {
			move = board.Take(last.vertex, board.Counters()[last.vertex]-last.left)
			reason.Move = move
		}
		g.leaveOnes(board, move)
	}
	mirrored, mirrors := lowering{}, false
	if g.Kind == Searched && won && move == (games.Move{}) && !v.Partizan {
		mirrored, mirrors = mirroring(board)
	}
	if joined, piles := groups(board); !v.Partizan && g.Kind == Searched && !mirrors && len(joined)+len(piles) > 1 && b.of != p {
		within, cancel := briefly(ctx)
		b.parts(within, v, p)
		cancel()
	}
	ctx, cancel := briefly(ctx)
	defer cancel()
	b.before = b.solver.Visited()
	switch {
	case mirrors: // a theorem's reason comes before a search's
		reason.Move = board.Take(mirrored.vertex, board.Counters()[mirrored.vertex]-mirrored.left)
		b.answer(ctx, v, board, reason.Move, g)
	case g.Kind == Searched && won && move == (games.Move{}):
		reason.Move, g = b.easiest(ctx, v, board, g)
	case g.Kind == Searched:
		b.answer(ctx, v, board, move, g)
	case won && move == (games.Move{}):
		reason.Move = b.won[p][0]
	}
	switch g.Kind {
	case Row:
		g.EndNim = endNim(v, board, reason.Move)
	case Star:
		g.leave(board, reason.Move)
	}
	reason.Ground = g
	return reason
}

const (
	// answerTime is how long the worth of the parts of a board, and then the answers to moves,
	// are looked for at most where there is a deadline. answerNodes is how many positions the
	// answers may take: what the search has refuted it mostly remembers.
	answerTime  = 300 * time.Millisecond
	answerNodes = 1 << 20
	// compared is how many winning moves are compared by what they leave.
	compared = 6
)

// briefly bounds what is done besides the verdict, where there is a deadline for both.
func briefly(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, timed := ctx.Deadline(); !timed {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, answerTime)
}

// easiest returns the winning move in p that is easiest to go on from, with its ground: one
// that leaves a mirror or as few rules as can be. In a sum that is the first one.
func (b *prover) easiest(ctx context.Context, v *games.Variant, p *depotnim.Position, searched *Ground) (move games.Move, best *Ground) {
	moves, _, err := b.solver.Winning(ctx, v, p, compared)
	if err != nil {
		moves = b.won[p]
	}
	for i, m := range moves {
		g := *searched
		b.answer(ctx, v, p, m, &g)
		if i == 0 || g.easier(best) {
			move, best = m, &g
		}
		if best.Kind != Searched || b.answering() == 0 || ctx.Err() != nil {
			break
		}
	}
	return move, best
}

// easier reports whether a person can go on more easily than by another ground.
func (g *Ground) easier(than *Ground) bool {
	switch {
	case g.Kind != Searched:
		return true
	case g.All != than.All:
		return g.All
	default:
		return len(g.rules()) < len(than.rules())
	}
}

// answering returns how many positions may still be visited for the answers of a reason.
func (b *prover) answering() uint64 {
	most := uint64(answerNodes)
	if b.nodes > 0 {
		most = min(most, b.nodes)
	}
	return most - min(most, b.solver.Visited()-b.before)
}

// answer looks for a symmetry that the move leaves, takes the parts of p from what is known of
// it, and looks for the answers to the moves in what is lost: p, or what the move leaves.
func (b *prover) answer(ctx context.Context, v *games.Variant, p *depotnim.Position, move games.Move, g *Ground) {
	g.Lost = p
	if next, err := p.Play(move); err == nil {
		g.Lost = next.(*depotnim.Position)
		if g.mirror(v) {
			return
		}
	}
	if b.of == games.Position(p) && b.value.Known && len(b.value.Components) > 1 {
		g.Kind, g.NimSum, g.Components = Sum, b.value.Grundy, b.value.Components
		g.Moved = slices.IndexFunc(g.Components, func(c theory.Component) bool { return slices.Contains(c.Places, move.Where) })
	}
	b.solver.Nodes = max(1, b.answering()) // 0 is for any number
	if q, err := b.solver.ask(ctx, v, g.Lost); err == nil {
		g.Replies, g.All = q.replies()
	}
	g.Positions = int(b.solver.Visited() - b.searched)
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

// mirror makes the ground a Mirror where a symmetry exchanges the stacks of the lost position,
// and reports whether it does.
func (g *Ground) mirror(v *games.Variant) bool {
	for _, pair := range Pairs(v, g.Lost) {
		g.Kind, g.Pairs = Mirror, append(g.Pairs, [2]string{g.Lost.Name(pair[0]), g.Lost.Name(pair[1])})
	}
	return g.Kind == Mirror
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
	if g.Lost = p; g.mirror(v) {
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
	if star := starOf(p); star != nil {
		g.Kind, g.NimSum = Star, star.nimSum()
		g.Hub, g.Height, g.Low = p.Name(star.at), star.hub, star.low()
	}
	return g
}

// leaveOnes makes the ground OneByOne where the move leaves stacks of 1 alone.
func (g *Ground) leaveOnes(p *depotnim.Position, move games.Move) {
	next, err := p.Play(move)
	if err != nil || !theory.Ones(next.(*depotnim.Position).Counters()) {
		return
	}
	g.Kind = OneByOne
	for _, n := range next.(*depotnim.Position).Counters() {
		g.Ones += int(n)
	}
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
