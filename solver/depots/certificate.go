package depots

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/theory"
)

const (
	// maxCertificate is how long a certificate may be, in bytes.
	maxCertificate = 4 << 20
	// listingNodes is how many positions may be searched for one where nobody has said how
	// long that may take.
	listingNodes = 16 * usualNodes
)

// certificate is the proof of a verdict.
type certificate struct {
	theory.Certificate
	// Move wins for the player to move in an impartial game, Left and Right for either
	// side in the coloured one.
	Move  string `json:"move,omitempty"`
	Left  string `json:"left,omitempty"`
	Right string `json:"right,omitempty"`
	// Lost are lost positions with the answers to all moves from them, nil for a star.
	Lost []string `json:"lost,omitzero"`
	// Star says that the position, or what Move leaves, is a star that a theorem calls lost.
	Star bool `json:"star,omitempty"`
}

// shortList is how many bytes a list has at most if a shorter one is looked for.
const shortList = 1 << 14

// certify proves a claim, which holds, by a list of lost positions or by the theorems of stars.
func certify(ctx context.Context, t *Table, claim theory.Certificate, v *games.Variant, p *depotnim.Position) (any, error) {
	if move, won := toOnes(v, p); won || onesAlone(v, p) {
		c := certificate{Certificate: claim, Lost: []string{}}
		if won {
			c.Move = p.Take(move.vertex, p.Counters()[move.vertex]-move.left).String()
		}
		return c, nil
	}
	if star := starOf(p); star != nil {
		return star.certify(claim, p), nil
	}
	nodes := uint64(DefaultNodes)
	if _, timed := ctx.Deadline(); !timed {
		nodes = listingNodes
	}
	var best certificate
	shortest := maxCertificate
	for i, weigh := range weighings {
		c, size, err := newProof(ctx, t, nodes, v, weigh).certify(claim, p)
		switch {
		case err != nil && i == 0:
			return nil, err
		case err == nil && (i == 0 || size < shortest):
			best, shortest = c, size
		}
		if shortest > shortList {
			break
		}
	}
	return best, nil
}

// certify returns a certificate and its size in bytes, or a little more.
func (f *proof) certify(claim theory.Certificate, p *depotnim.Position) (c certificate, size int, err error) {
	c.Certificate = claim
	if f.variant.Partizan {
		wins := func(winner theory.Outcome) bool { return claim.Claim == theory.NextWins || claim.Claim == winner }
		if c.Left, err = f.begin(p, games.Left, wins(theory.LeftWins)); err == nil {
			c.Right, err = f.begin(p, games.Right, wins(theory.RightWins))
		}
	} else {
		c.Move, err = f.begin(p, games.Left, claim.Claim == theory.NextWins)
	}
	if err == nil {
		err = f.finish()
	}
	if err != nil && err != errListed {
		return c, 0, f.failed(err)
	}
	all := f.sorted()
	size = f.estimate(all)
	if err == nil && size < maxCertificate*9/8 { // it may be a little too high
		if c.Lost, err = f.write(all); err != nil {
			return c, 0, f.failed(err)
		}
		size = len(claim.Variant) + len(claim.Position) + 100 // for the rest of it, and more
		for _, line := range c.Lost {
			size += len(line) + len(`"",`)
		}
	}
	if err != nil || size > maxCertificate {
		return c, 0, fmt.Errorf("its proof takes some %.1f MB, as it lists %d lost positions or more, and a certificate has at most %d MB", float64(size)/(1<<20), len(all), maxCertificate>>20)
	}
	return c, size, nil
}

// errListed is for proofs that list more than maxListed positions.
var errListed = errors.New("the proof lists too many positions")

// errTooMany is for boards on which too many stacks, or counters, depend on each other.
var errTooMany = fmt.Errorf("its proof would have to answer too many moves: at most %d stacks, of %d counters together, may depend on each other", maxStacks, maxMoves)

// failed says how far a list came that was given up.
func (f *proof) failed(err error) error {
	if errors.Is(err, ErrBudget) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("its proof was not found within the budget: it came to %d lost positions, and %d of them still need answers", len(f.listed), len(f.todo))
	}
	return err
}

// begin lists what p rests on with side to move, and returns the move that wins if it does.
func (f *proof) begin(p *depotnim.Position, side games.Side, wins bool) (move string, err error) {
	joined, piles := groups(p)
	whole := together(joined, piles)
	if f.variant.Partizan {
		whole = nil
		for v := range p.Counters() {
			whole = append(whole, v) // roads lead through empty places too
		}
	}
	if len(whole) == 0 {
		return "", nil // the empty board
	}
	if p.Board().Rule() == depotnim.Depots || !f.variant.Partizan && len(joined) == 0 {
		return f.beginSum(p, joined, piles, wins)
	}
	if len(whole) > maxStacks || counted(p, whole) > maxMoves {
		return "", errTooMany
	}
	g := f.ground(p, whole)
	if !wins {
		f.need(f.rests(g, g.start, g.all, side))
		return "", f.err
	}
	best := f.lightest(f.answers(g, g.start, g.all, side))
	if best == nil {
		return "", f.err // the game is over
	}
	f.need(best.rests)
	v := whole[best.vertex]
	return p.Take(v, p.Counters()[v]-best.left).String(), f.err
}

// counted is how many counters stand on vertices, or some number above maxMoves.
func counted(p *depotnim.Position, vertices []int) (sum uint64) {
	for _, v := range vertices {
		sum += min(p.Counters()[v], maxMoves+1)
	}
	return sum
}

// lightest returns the reply that takes least to prove, nil for none.
func (f *proof) lightest(replies []winningReply) (best *winningReply) {
	for i := range replies {
		if best == nil || f.weight(replies[i].rests) < f.weight(best.rests) {
			best = &replies[i]
		}
	}
	return best
}

// beginSum is begin for a sum of groups and piles.
func (f *proof) beginSum(p *depotnim.Position, joined []group, piles []int, wins bool) (move string, err error) {
	type summand struct {
		*ground
		rests []*lostPosition
		worth uint64
	}
	var summands []summand
	sum := uint64(0)
	for _, v := range piles {
		sum ^= p.Counters()[v]
	}
	for _, vertices := range joined {
		slices.Sort(vertices)
		if len(vertices) > maxStacks || counted(p, vertices) > maxMoves {
			return "", errTooMany
		}
		g := f.ground(p, vertices)
		rests, x := f.parts(g, g.start, g.all)
		x ^= nimSum(rests)
		summands = append(summands, summand{g, rests, x})
		sum ^= x
	}
	if f.err != nil {
		return "", f.err
	}
	changed := -1 // the summand in which the winning move is played
	if wins {
		for _, v := range piles {
			if n := p.Counters()[v]; n^sum < n {
				move = p.Take(v, n-(n^sum)).String()
			}
		}
		for i := 0; i < len(summands) && move == ""; i++ {
			s := summands[i]
			s.start[s.pile()] = s.worth ^ sum // what all else is worth
			replies := f.answers(s.ground, s.start, s.all, games.Left)
			replies = slices.DeleteFunc(replies, func(r winningReply) bool { return r.vertex == s.pile() })
			if best := f.lightest(replies); best != nil {
				f.need(best.rests)
				v := joined[i][best.vertex]
				move, changed = p.Take(v, p.Counters()[v]-best.left).String(), i
			}
		}
	}
	for i, s := range summands {
		if i != changed {
			f.need(s.rests)
		}
	}
	return move, f.err
}
