package depots

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/rows"
	"nimatron/solver/theory"
)

// Family is the theory of the games on trees, graphs and grids.
var Family = &theory.Family{
	Search: func(_ *games.Variant, limits theory.Limits) theory.Prover {
		return &Solver{Nodes: limits.BoardNodes}
	},
	Statement: known,
	Source: func(*games.Variant) string {
		return "Albert and Nowakowski, 2001, section 4; docs/theory/boards.md"
	},
	Fickle: func(p games.Position) bool { return theory.Ones(p.(*depotnim.Position).Counters()) },
	Look:   func(m games.Move) string { return fmt.Sprintf("Look at `%s`.", m.Where) },
	Guess:  func(p games.Position) games.Move { return Guess(p.(*depotnim.Position)) },
	Certificate: func(ctx context.Context, claim theory.Certificate, v *games.Variant, p games.Position) (any, error) {
		return certify(ctx, claim, v, p.(*depotnim.Position))
	},
}

func (b *Solver) noting(err error) error {
	b.spent = b.spent || errors.Is(err, theory.ErrBudget)
	return err
}

// Wins reports whether the player to move wins. The error is ErrBudget or the context's.
func (b *Solver) Wins(ctx context.Context, v *games.Variant, p games.Position) (won bool, err error) {
	q, err := b.ask(ctx, v, p)
	if err == nil {
		won, err = q.wins()
	}
	return won, b.noting(err)
}

// Winning lists the moves in the order of Options.
func (b *Solver) Winning(ctx context.Context, v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool, err error) {
	q, err := b.ask(ctx, v, p)
	if err == nil {
		moves, complete, err = q.winning(limit)
	}
	if len(moves) > 0 {
		if b.won == nil {
			b.won = map[games.Position][]games.Move{}
		}
		b.won[p] = moves
	}
	return moves, complete, b.noting(err)
}

func (b *Solver) Some(ctx context.Context, v *games.Variant, p games.Position, _ int) (moves []games.Move, complete bool, err error) {
	q, err := b.ask(ctx, v, p)
	if err == nil {
		q.enough = true
		moves, complete, err = q.winning(1)
	}
	return moves, complete && len(moves) == 0, b.noting(err)
}

func (b *Solver) Spent() bool { return b.spent }

func (b *Solver) Value(ctx context.Context, v *games.Variant, p games.Position, _ int) (theory.Value, error) {
	if v.Partizan || v.Ending != games.Normal {
		return theory.Value{}, nil
	}
	return b.parts(ctx, v, p), nil
}

func (b *Solver) parts(ctx context.Context, v *games.Variant, p games.Position) theory.Value {
	before := b.Visited()
	board := p.(*depotnim.Position)
	q, broken := b.ask(ctx, v, p)
	all, piles := groups(board)
	for _, pile := range piles {
		all = append(all, group{vertices: []int{pile}})
	}
	slices.SortFunc(all, func(g, h group) int { return cmp.Compare(g.vertices[0], h.vertices[0]) })
	// The value of a mirrored board is 0, so the parts but one say what that is worth.
	left := -1
	if mirrorOf(board) != nil {
		for i, g := range all {
			if left < 0 || len(g.vertices) > len(all[left].vertices) {
				left = i
			}
		}
	}
	value := theory.Value{Known: true, Components: make([]theory.Component, len(all))}
	for i, g := range all {
		c := &value.Components[i]
		*c = theory.Component{Grundy: board.Counters()[g.vertices[0]], Known: true}
		if len(g.vertices) > 1 && i != left {
			err := broken
			if err == nil {
				c.Grundy, err = q.groupValue(newSummand(g))
			}
			c.Known = err == nil
		}
		for _, at := range slices.Sorted(slices.Values(g.vertices)) {
			c.Places = append(c.Places, board.Name(at))
		}
		value.Known = value.Known && c.Known
		if i != left {
			value.Grundy ^= c.Grundy
		}
	}
	if left >= 0 {
		value.Components[left].Grundy, value.Components[left].Known = value.Grundy, value.Known
	}
	if left >= 0 || !value.Known {
		value.Grundy = 0
	}
	b.value, b.of, b.searched = value, p, b.Visited()-before
	return value
}

func (*Solver) Method(_ context.Context, v *games.Variant, p games.Position) theory.Method {
	if games.Over(p) {
		return theory.BySearch
	}
	board := p.(*depotnim.Position)
	_, ok := toOnes(v, board)
	if !ok && !v.Partizan {
		_, ok = mirroring(board)
	}
	if !ok && justify(v, board).Kind == Searched {
		return theory.BySearch
	}
	return theory.ByTheorem
}

func (b *Solver) Reason(ctx context.Context, v *games.Variant, p games.Position, won bool, move games.Move) theory.Reason {
	reason := theory.Reason{Claim: theory.ClaimOf(p, won), Move: move}
	if games.Over(p) {
		return reason
	}
	board := p.(*depotnim.Position)
	g := justify(v, board)
	if g.Misere && won && (g.Kind == Searched || g.Kind == Star || g.Kind == High) {
		if last, ok := toOnes(v, board); ok && move == (games.Move{}) {
			move = last.on(board)
			reason.Move = move
		}
		g.leaveOnes(board, move)
	}
	mirrored, mirrors := lowering{}, false
	if g.Kind == Searched && won && move == (games.Move{}) && !v.Partizan {
		mirrored, mirrors = mirroring(board)
	}
	if joined, piles := groups(board); !v.Partizan && g.Kind == Searched && !mirrors && len(joined)+len(piles) > 1 && b.of != p {
		b.parts(theory.Half(ctx), v, p)
	}
	b.before = b.Visited()
	switch {
	case mirrors: // theorems take precedence
		reason.Move = mirrored.on(board)
		b.answer(ctx, v, board, reason.Move, g)
	case g.Kind == Searched && won && move == (games.Move{}):
		reason.Move, g = b.easiest(ctx, v, board, g)
	case g.Kind == Searched:
		b.answer(ctx, v, board, move, g)
	case g.Kind == Ways && won && move == (games.Move{}):
		reason.Move = g.ways.keeping(board)
	case won && move == (games.Move{}):
		reason.Move = b.won[p][0]
	}
	switch {
	case g.Kind == Row:
		g.EndNim = g.row.reason(v, board, reason.Move)
	case g.Kind == Star:
		left := g.star.after(reason.Move)
		g.Level, g.Spokes = left.level(), len(left.spokes)
	case g.Kind == High:
		g.Moved = slices.IndexFunc(g.Components, func(c theory.Component) bool { return slices.Contains(c.Places, reason.Move.Where) })
	}
	reason.Justification = g
	return reason
}

const (
	// answerNodes bounds the positions searched for answers; the table already has most of them.
	answerNodes = 1 << 16
	compared    = 6
)

// easiest returns the winning move that is easiest to follow up: it leaves a mirror position, or the fewest
// rules. In a sum it is the first one.
func (b *Solver) easiest(ctx context.Context, v *games.Variant, p *depotnim.Position, searched *Justification) (move games.Move, best *Justification) {
	var moves []games.Move
	q, err := b.ask(ctx, v, p)
	if err == nil {
		moves, _, err = q.winning(compared)
	}
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

func (g *Justification) easier(than *Justification) bool {
	switch {
	case g.Kind != Searched:
		return true
	case g.All != than.All:
		return g.All
	default:
		return len(g.rules()) < len(than.rules())
	}
}

func (b *Solver) answering() uint64 {
	most := uint64(answerNodes)
	if b.Nodes > 0 {
		most = min(most, b.Nodes)
	}
	return most - min(most, b.Visited()-b.before)
}

// answer looks for a symmetry after the move, for known parts of p, and for answers to the moves from the
// lost position.
func (b *Solver) answer(ctx context.Context, v *games.Variant, p *depotnim.Position, move games.Move, g *Justification) {
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
	if q, err := b.ask(ctx, v, g.Lost); err == nil {
		q.limits.nodes = b.answering()
		g.Replies, g.All = q.replies()
	}
	g.Positions = int(b.Visited() - b.searched)
}

func (r *row) reason(v *games.Variant, p *depotnim.Position, move games.Move) *rows.Justification {
	// moves on the row's ends
	ends := [2]int{games.Left: r.vertices[0], games.Right: r.vertices[len(r.vertices)-1]}
	if side := slices.Index(ends[:], int(move.Index)); side >= 0 && move.Where != "" {
		move = games.TakeEnd(games.Side(side), move.Count)
	}
	g := rows.Reason(v, r.piles, move).Justification.(*rows.Justification)
	for i, m := range g.Winning {
		g.Winning[i] = p.Take(ends[m.Index], m.Count)
	}
	return g
}

func (g *Justification) mirror(v *games.Variant) bool {
	pairs, how := pairsOf(v, g.Lost)
	g.how = how
	for _, pair := range pairs {
		g.Kind, g.Pairs = Mirror, append(g.Pairs, [2]string{g.Lost.Name(pair[0]), g.Lost.Name(pair[1])})
	}
	return g.Kind == Mirror
}

// justify classifies a position that is not over. Kind is Searched if it needs a search.
func justify(v *games.Variant, p *depotnim.Position) *Justification {
	g := &Justification{Kind: Searched, Misere: v.Ending == games.Misere}
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
		if w := waysOf(p); w != nil && w.mean().Sign() != 0 {
			g.Kind, g.ways, g.mover = Ways, w, p.Turn().Owner
		}
		return g
	}
	of := only(p)
	if g.row = of.row(); g.row != nil {
		g.Kind = Row
		for _, at := range g.row.vertices {
			g.Places = append(g.Places, p.Name(at))
		}
	} else if g.star = of.star(); g.star != nil {
		g.Kind, g.NimSum = Star, g.star.nimSum()
		g.Hub, g.Height, g.Low = p.Name(g.star.at), g.star.hub, g.star.low()
	} else if g.high = highBoard(p); g.high != nil {
		g.Kind, g.NimSum, g.Components = High, g.high.sum, g.high.components(p)
	}
	return g
}

func (g *Justification) leaveOnes(p *depotnim.Position, move games.Move) {
	next, err := p.Play(move)
	if err != nil || !theory.Ones(next.(*depotnim.Position).Counters()) {
		return
	}
	g.Kind = OneByOne
	for _, n := range next.(*depotnim.Position).Counters() {
		g.Ones += int(n)
	}
}
