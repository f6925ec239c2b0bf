package sums

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strings"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/sum"
	"nimatron/internal/words"
	"nimatron/solver/theory"
)

// A search looks for means with this share of its positions, on boards whose play is no longer than
// meansDepth.
const meansShare, meansDepth = 4, 1000

// cold is the mean of a partizan board, and the outcome of the board less that number. No row and no
// coloured board is hot, so they follow from the options' alone (docs/theory-boards.md).
type cold struct {
	mean   *big.Rat
	beside theory.Outcome
}

// Outcome returns the outcome of a board or a sum with this mean that has another one less the mean.
func Outcome(mean *big.Rat, beside theory.Outcome) theory.Outcome {
	return [...]theory.Outcome{theory.RightWins, beside, theory.LeftWins}[mean.Sign()+1]
}

// Mean returns the mean of partizan boards side by side, and the outcome of their sum less that
// number, "" if it is not known. The error is theory.ErrBudget or ctx's.
func Mean(ctx context.Context, of func(*games.Variant) *theory.Family, parts []sum.Part) (mean *big.Rat, beside theory.Outcome, err error) {
	b := newProver(of, depotnim.Coloured, theory.Limits{})
	b.meansUntil = b.Nodes
	boards := make([]*board, len(parts))
	for i, part := range parts {
		boards[i] = b.board(part)
	}
	mean, known, err := b.mean(ctx, boards)
	if err == nil && !known {
		err = theory.ErrBudget
	}
	if err != nil {
		return nil, "", err
	}
	left, leftKnown := byMeans(boards, new(big.Rat), games.Left)
	right, rightKnown := byMeans(boards, new(big.Rat), games.Right)
	if leftKnown && rightKnown {
		beside = theory.PartizanOutcome(left, right)
	}
	return mean, beside, nil
}

// mean returns the mean of boards side by side. It is known if that of each board is.
func (b *prover) mean(ctx context.Context, boards []*board) (mean *big.Rat, known bool, err error) {
	mean = new(big.Rat)
	for _, of := range boards {
		c, err := b.cold(ctx, of, 0)
		if c == nil || err != nil {
			b.meansUntil = 0 // what was found stays
			return nil, false, err
		}
		mean.Add(mean, c.mean)
	}
	return mean, true, nil
}

// byMeans decides boards whose means are known: for the side for which the means add up, or if they
// cancel by the outcomes beside them.
func byMeans(boards []*board, mean *big.Rat, mover games.Side) (won, ok bool) {
	if mean.Sign() != 0 {
		return mean.Sign() > 0 == (mover == games.Left), true
	}
	return sides(boards, mover, func(of *board) theory.Outcome { return of.cold.beside })
}

// leans reports whether the mean is known and not 0.
func (of *board) leans() bool { return of.cold != nil && of.cold.mean.Sign() != 0 }

// coloured reports whether the mean may be other than 0.
func (of *board) coloured() bool { return of.part.Variant.Family == depotnim.ColouredFamily }

// cold returns nil if it is not known, or too much work. The error is ErrBudget or ctx's.
func (b *prover) cold(ctx context.Context, of *board, depth int) (*cold, error) {
	v, p := of.part.Variant, of.part.Position
	switch {
	case of.cold != nil, !of.coloured() && b.of(v).Worth == nil, of.coloured() && depth == 0 && v.LongestPlay(p) > meansDepth:
		return of.cold, nil
	}
	if !of.coloured() { // an all-small row
		outcome, err := b.outcome(ctx, of)
		if outcome != "" {
			of.cold = &cold{new(big.Rat), outcome}
		}
		return of.cold, err
	}
	var best [2]*big.Rat   // by side: the best mean of an option
	var outcomes [2]string // of the options that have it, beside it
	for side := range best {
		if b.Visited >= b.meansUntil {
			return nil, nil
		}
		if err := b.Visit(ctx, depth); err != nil {
			return nil, err
		}
		options, err := b.optionsOf(ctx, of, games.Side(side))
		if err != nil {
			return nil, err
		}
		for _, option := range options {
			c, err := b.cold(ctx, option, depth+1)
			if c == nil || err != nil {
				return nil, err
			}
			order := -1
			if best[side] != nil {
				order = best[side].Cmp(c.mean) * (1 - 2*side)
			}
			if order < 0 {
				best[side], outcomes[side] = c.mean, ""
			}
			if order <= 0 {
				outcomes[side] += string(c.beside)
			}
		}
	}
	b.Owed += coldBytes
	left, right := strings.ContainsAny(outcomes[games.Left], "LP"), strings.ContainsAny(outcomes[games.Right], "RP")
	low, high := best[games.Left], best[games.Right]
	if low != nil && high != nil && low.Cmp(high) == 0 {
		of.cold = &cold{low, theory.PartizanOutcome(left, right)}
	} else {
		of.cold = &cold{simplest(low, high, !left, !right), theory.PreviousWins}
	}
	return of.cold, nil
}

// mean returns how far the player to move is ahead.
func (g *Justification) mean() *big.Rat {
	mean := new(big.Rat)
	for _, part := range g.Parts {
		mean.Add(mean, part.Mean)
	}
	return g.from(mean)
}

// from returns a mean as the player to move sees it.
func (g *Justification) from(mean *big.Rat) *big.Rat {
	if g.Side == games.Right {
		return negated(mean)
	}
	return mean
}

func (g *Justification) means() string {
	return words.And(words.Each(g.Parts, func(part Part) string {
		text := g.from(part.Mean).RatString()
		if text[0] != '-' && text != "0" {
			text = "+" + text
		}
		return fmt.Sprintf("part %d %s", part.Number, text)
	}))
}

const noMeanImproves = " No move improves the mover's own mean"

func (g *Justification) shortMeans(r *theory.Reason, room int) string {
	mean, list, move := g.mean(), " ("+g.means()+")", theory.Code(r.Move)
	switch {
	case r.Claim != theory.CanWin && mean.Sign() < 0:
		text := "by the means you are " + negated(mean).RatString() + " behind"
		const why = ", and no move improves your own mean."
		return theory.Fit(room, text+list+why, text+why)
	case r.Claim != theory.CanWin:
		const cancel, why = "the means of the parts cancel", ", and beside its mean you win no part by starting there."
		return theory.Fit(room, cancel+list+why, cancel+why)
	case g.Then == nil:
		return move + " wins: a search found this."
	case g.Then.Kind != Means:
		return g.shortWin(r, 0, "", room)
	}
	left := g.Then.mean() // from the opponent's side
	if left.Sign() == 0 {
		return move + " leaves means that cancel, and no part that your opponent wins by starting there, beside its mean."
	}
	text := move + " leaves you " + negated(left).RatString() + " ahead"
	if left.Cmp(negated(mean)) == 0 {
		text = "you are " + mean.RatString() + " ahead" + list + ", and " + move + " keeps that."
		return theory.Fit(room, text+noMeanImproves+", so your opponent can't catch up.", text+noMeanImproves+".", move+" keeps the "+mean.RatString()+" that you are ahead."+noMeanImproves+".")
	}
	return theory.Fit(room, text+" by the means."+noMeanImproves+", so your opponent can't catch up.", text+"."+noMeanImproves+".")
}

func (g *Justification) fullMeans(r *theory.Reason) []string {
	lines := []string{"How many moves you are ahead on each part, its mean:"}
	for _, part := range g.Parts {
		lines = append(lines, fmt.Sprintf("  %d. %s: %s", part.Number, part.Text, g.from(part.Mean).RatString()))
	}
	lines = append(lines, fmt.Sprintf("Together: %s. The means of boards add up. No move improves the mover's own mean, so only your own moves can lower your lead, and only your opponent's can raise it.", g.mean().RatString()))
	if g.mean().Sign() == 0 {
		return append(lines, "The means cancel here. Then a part counts for a player who wins it, moving first or second, beside a part that is exactly as much worth to the other player. If parts count for one player alone, that player wins.")
	}
	if r.Claim == theory.CanWin {
		lines = append(lines, "How to go on, each time it is your turn: take what keeps your lead. If nothing does, take what costs least of it.")
	}
	return lines
}

func (g *Justification) lookAtMeans() string {
	if mean := g.mean(); mean.Sign() > 0 {
		return fmt.Sprintf("By the means you are %s ahead (%s). No move improves your own mean: look for one on part %d that keeps it.", mean.RatString(), g.means(), g.Moved)
	}
	return fmt.Sprintf("The means cancel (%s). Look at part %d.", g.means(), g.Moved)
}

// brokenMeans says which rule a move broke. The position is the opponent's, who can win it.
func (g *Justification) brokenMeans(move games.Move) string {
	if mean := g.mean(); mean.Sign() > 0 {
		return fmt.Sprintf("%s leaves your opponent %s ahead by the means of the parts.", theory.Code(move), mean.RatString())
	}
	return ""
}

// simplest returns the simplest number from low to high; nil is no bound. It is a bound itself only
// if that may be so.
func simplest(low, high *big.Rat, lowToo, highToo bool) *big.Rat {
	fits := func(x *big.Rat) bool {
		above, below := 1, 1
		if low != nil {
			above = x.Cmp(low)
		}
		if high != nil {
			below = high.Cmp(x)
		}
		return (above > 0 || above == 0 && lowToo) && (below > 0 || below == 0 && highToo)
	}
	zero := new(big.Rat)
	switch {
	case fits(zero):
		return zero
	case low == nil || low.Sign() < 0: // all are below 0
		x := simplest(negated(high), negated(low), highToo, lowToo)
		return x.Neg(x)
	}
	for power := new(big.Int).SetInt64(1); power.BitLen() < math.MaxInt16; power.Lsh(power, 1) {
		n := new(big.Int).Mul(low.Num(), power)
		n.Div(n, low.Denom())
		for range 2 {
			if x := new(big.Rat).SetFrac(n, power); fits(x) {
				return x
			}
			n = new(big.Int).Add(n, big.NewInt(1))
		}
	}
	return zero
}

// keeping returns a winning move after which the means decide, if there is one among the first
// options: one that keeps the mean if it can be.
func (b *prover) keeping(ctx context.Context, p *sum.Position) (move games.Move, ok bool) {
	mean, known, err := b.mean(ctx, b.boardsOf(p))
	n := 0
	for step := range p.Options() {
		if n++; n > listedOptions || !known || err != nil {
			break
		}
		boards := b.boardsOf(step.Position)
		left, _, err := b.mean(ctx, boards)
		if err != nil || left == nil {
			break
		}
		if won, decided := byMeans(boards, left, step.Position.Turn().Owner); !decided || won {
			continue
		}
		if left.Cmp(mean) == 0 {
			return step.Move, true
		}
		if !ok {
			move, ok = step.Move, true
		}
	}
	return move, ok
}

func negated(x *big.Rat) *big.Rat {
	if x == nil {
		return nil
	}
	return new(big.Rat).Neg(x)
}
