package depots

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/theory"
)

const maxCertificate = 4 << 20

type certificate struct {
	theory.Certificate
	// Move wins an impartial game for the player to move; Left and Right win the coloured game for each side.
	Move  string `json:"move,omitempty"`
	Left  string `json:"left,omitempty"`
	Right string `json:"right,omitempty"`
	// Lost lists lost positions with answers to all moves. It is nil for a star and a high board.
	Lost []string `json:"lost,omitzero"`
	// Star and High mean that the position, or the position after Move, is lost by a theorem on
	// stars or on high boards.
	Star bool `json:"star,omitempty"`
	High bool `json:"high,omitempty"`
	// Ways means that the counters decide which only one player can ever take, and green roads lead to the others.
	Ways bool `json:"ways,omitempty"`
}

// certify proves a true claim by a list of lost positions, or by the theorems on stars and on high
// boards.
func certify(ctx context.Context, claim theory.Certificate, v *games.Variant, p *depotnim.Position) (any, error) {
	if move, won := toOnes(v, p); won || onesAlone(v, p) {
		c := certificate{Certificate: claim, Lost: []string{}}
		if won {
			c.Move = move.on(p).String()
		}
		return c, nil
	}
	if star := only(p).star(); star != nil {
		return certificate{Certificate: claim, Move: first(star.winning(), p), Star: true}, nil
	}
	if h := highBoard(p); h != nil && !v.Partizan {
		return certificate{Certificate: claim, Move: first(h.winning(0), p), High: true}, nil
	}
	if w := waysOf(p); v.Partizan && w != nil && w.mean().Sign() != 0 {
		c := certificate{Certificate: claim, Ways: true}
		if claim.Claim == theory.LeftWins {
			c.Left = w.keeping(p.WithTurn(games.Left).(*depotnim.Position)).String()
		} else {
			c.Right = w.keeping(p.WithTurn(games.Right).(*depotnim.Position)).String()
		}
		return c, nil
	}
	f := &proof{
		searcher: &searcher{ctx: ctx, table: theory.Kept(ctx, ownTable), limits: &limits{nodes: math.MaxUint64}},
		variant:  v,
		listed:   map[string]*lostPosition{},
	}
	return f.certify(claim, p)
}

func first(moves []lowering, p *depotnim.Position) string {
	if len(moves) == 0 {
		return ""
	}
	return moves[0].on(p).String()
}

func (f *proof) certify(claim theory.Certificate, p *depotnim.Position) (any, error) {
	c, err := certificate{Certificate: claim}, error(nil)
	if f.variant.Partizan {
		wins := func(winner theory.Outcome) bool { return claim.Claim == theory.NextWins || claim.Claim == winner }
		if c.Left, err = f.begin(p, games.Left, wins(theory.LeftWins)); err == nil {
			c.Right, err = f.begin(p, games.Right, wins(theory.RightWins))
		}
	} else {
		c.Move, err = f.begin(p, games.Left, claim.Claim == theory.NextWins)
	}
	for err == nil && len(f.todo) > 0 && f.goesOn() {
		last := len(f.todo) - 1
		l := f.todo[last]
		f.todo = f.todo[:last]
		f.answerAll(l)
	}
	if err = cmp.Or(err, f.err); err != nil && err != errListed {
		return nil, f.failed(err)
	}
	lines, size, failed := f.write()
	if failed != nil {
		return nil, f.failed(failed)
	}
	if c.Lost = lines; err != nil || size > maxCertificate {
		return nil, fmt.Errorf("its proof lists %d lost positions or more and takes some %.1f MB: "+
			"a certificate has at most %d MB", len(f.listed), float64(size)/(1<<20), maxCertificate>>20)
	}
	return c, nil
}

var errListed = errors.New("the proof lists too many positions")

var errTooMany = fmt.Errorf("its proof would have to answer too many moves: at most %d stacks, "+
	"of %d counters together, may depend on each other", maxStacks, maxMoves)

func (f *proof) failed(err error) error {
	if errors.Is(err, theory.ErrBudget) {
		return fmt.Errorf("its proof was not found within the budget: it came to %d lost positions, "+
			"and %d of them still need answers", len(f.listed), len(f.todo))
	}
	return err
}

// begin lists the positions that prove a claim on p with side to move. It returns side's winning move, "" for
// none.
func (f *proof) begin(p *depotnim.Position, side games.Side, wins bool) (move string, err error) {
	joined, piles := groups(p)
	vertices, counters := together(joined, nil), p.Counters()
	if f.variant.Partizan {
		vertices, piles = places(p), nil
	}
	if !fits(p, vertices, maxMoves) {
		return "", errTooMany
	}
	g := f.stacks(p, vertices)
	for _, v := range piles {
		g.start[g.pile()] ^= counters[v]
	}
	if !wins {
		f.need(f.rests(g, g.start, g.all, side))
		return "", f.err
	}
	best := f.lightest(f.answers(g, g.start, g.all, side))
	if best == nil {
		return "", f.err
	}
	f.need(best.rests)
	if best.vertex != g.pile() {
		return lowering{vertices[best.vertex], best.left}.on(p).String(), f.err
	}
	change := g.start[g.pile()] ^ best.left
	v := piles[slices.IndexFunc(piles, func(v int) bool { return counters[v]^change < counters[v] })]
	return lowering{v, counters[v] ^ change}.on(p).String(), f.err
}

func (f *proof) lightest(replies []winningReply) (best *winningReply) {
	for i := range replies {
		if best == nil || f.weight(replies[i].rests) < f.weight(best.rests) {
			best = &replies[i]
		}
	}
	return best
}
