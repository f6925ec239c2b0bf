package sums

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"nimatron/games"
	"nimatron/games/sum"
	"nimatron/internal/jsonline"
	"nimatron/internal/words"
	"nimatron/solver/theory"
)

const (
	Alone theory.Rule = "one part"
	// GrundySum: each part is worth a Nim pile, and these add up.
	GrundySum theory.Rule = "worths"
	// Sides: one player is ahead on some parts, and the other on none.
	Sides theory.Rule = "sides"
	// Weights: the atomic weights of the parts decide.
	Weights theory.Rule = "weights"
	// Means: the means of the parts decide, or if they cancel the outcomes beside them.
	Means theory.Rule = "means"
	// NimDomination: for the player not to move each part is at least as good as a Nim pile, and these
	// cancel.
	NimDomination theory.Rule = "covers"
)

// Justification justifies a verdict on a sum.
type Justification struct {
	Kind theory.Rule
	// Parts are those in which somebody can move.
	Parts []Part
	// NimSum, in GrundySum, is the nim-sum of the worths. Equal parts of unknown worth cancel, and a
	// remaining one has worth 0 exactly if the player who starts there loses.
	NimSum uint64
	// Moved is the number of the part with the winning move; in Alone it is the only part. Leaves,
	// in GrundySum, is that part's worth after the move.
	Moved  int
	Leaves uint64
	// Countable means that every remaining part has few enough moves for a person to work out its count.
	Countable bool
	// Misere means that the last counter loses. Ones, in GrundySum, means that the lost position has
	// nothing but 1s.
	Misere, Ones bool
	// Inside, in Alone, is the reason on the part.
	Inside theory.Reason
	// Side is the player to move in a partizan sum. Weighed means that the weights of all parts are
	// known.
	Side    games.Side
	Weighed bool
	// Whole means that the move of a partizan sum takes a whole pile. Then justifies that the
	// position after it is lost, nil if only a search does.
	Whole bool
	Then  *Justification
	// Tried describes the search of a partizan sum that the weights do not decide.
	Tried *theory.Tried
}

// A Part describes a part of a sum.
type Part struct {
	// Number is from 1.
	Number int
	Text   string
	// Worth is the Nim pile that the part is worth, if Known; in NimDomination it is a pile that the part
	// dominates for the player not to move.
	Worth uint64
	Known bool
	// Weight is Left's lead, if the parts are weighed. Outcome is set in Sides; in Means it is that
	// beside Mean.
	Weight  int
	Outcome theory.Outcome
	Mean    *big.Rat
	// Fickle means that in misère play the part acts as no pile or a pile of 1.
	Fickle bool
}

func (g *Justification) Rule() theory.Rule { return g.Kind }

func (b *prover) Reason(ctx context.Context, v *games.Variant, position games.Position, won bool, move games.Move) theory.Reason {
	p := position.(*sum.Position)
	reason := theory.Reason{Claim: theory.ClaimOf(p, won), Move: move}
	_, by, err := b.decide(ctx, p)
	if games.Over(p) || err != nil {
		return reason
	}
	if won && move == (games.Move{}) {
		if moves, _, err := b.easiest(ctx, p, by); err == nil && len(moves) > 0 {
			reason.Move = moves[0]
		}
	}
	g := b.justify(p, by)
	reason.Justification = g
	part, inside := reason.Move.InPart()
	if by == Alone {
		of := p.Parts()[g.Moved-1]
		g.Inside = b.asked(of.Variant).Reason(ctx, of.Variant, of.Position, won, inside)
		return reason
	}
	g.Moved = part
	if by == GrundySum {
		b.leave(ctx, g, p, reason.Move)
		return reason
	}
	if by == theory.RuleSearch {
		if g.Tried = b.tried(ctx, p, won); !g.Weighed {
			reason.Justification = g.Tried
			return reason
		}
	}
	b.follow(ctx, g, p, reason.Move)
	return reason
}

// easiest returns a winning move that is easy to follow up. By sides, it leaves an answer on the
// same part to every move.
func (b *prover) easiest(ctx context.Context, p *sum.Position, by theory.Rule) (moves []games.Move, complete bool, err error) {
	if by == Sides {
		moves, err = b.onItsPart(ctx, p)
		return moves, false, err
	}
	if by == Means {
		if m, ok := b.keeping(ctx, p); ok {
			return []games.Move{m}, false, nil
		}
	}
	if by == Weights {
		if moves = b.quick(ctx, p); moves != nil {
			return moves, false, nil
		}
	}
	return b.winning(ctx, p, 1)
}

// onItsPart returns a move that wins on its part alone, on an N part if there is one. In a sum decided by
// sides, the opponent then wins no part by starting there.
func (b *prover) onItsPart(ctx context.Context, p *sum.Position) ([]games.Move, error) {
	side := p.Turn().Owner
	for _, wanted := range []theory.Outcome{theory.NextWins, theory.PartizanOutcome(side == games.Left, side == games.Right)} {
		for i, part := range p.Parts() {
			if b.board(part).outcome == wanted {
				moves, _, err := b.asked(part.Variant).Winning(ctx, part.Variant, part.Position, 1)
				return ofPart(moves, i), err
			}
		}
	}
	return nil, nil
}

func (b *prover) justify(p *sum.Position, by theory.Rule) *Justification {
	g := &Justification{Kind: by, Side: p.Turn().Owner, Misere: b.variant.Ending == games.Misere}
	weights := b.weights(p.Parts())
	g.Weighed = b.variant.Partizan && weights != nil
	for i, part := range p.Parts() {
		if !isOver(part, b.variant.Partizan) {
			w := b.worths[part.String()]
			of := Part{Number: i + 1, Text: part.String(), Worth: w.value, Known: w.known, Fickle: w.fickle, Outcome: b.board(part).outcome}
			if g.Weighed {
				of.Weight = weights[i]
			}
			if on := b.board(part); by == Means && on.ownMean() != nil {
				of.Mean, of.Outcome = on.ownMean(), ""
				if on.cold != nil {
					of.Outcome = on.cold.beside
				}
			}
			g.Parts = append(g.Parts, of)
			g.NimSum ^= w.value
		}
	}
	switch {
	case by == NimDomination:
		piles, _ := dominatedPiles(b.boardsOf(p), g.Side.Other())
		for i := range g.Parts {
			g.Parts[i].Worth = piles[g.Parts[i].Number-1]
		}
	case by == Alone && len(g.Parts) > 0:
		g.Moved = g.Parts[0].Number
	}
	return g
}

// leave describes the worths in the lost position: p, or the position after the winning move.
func (b *prover) leave(ctx context.Context, g *Justification, p *sum.Position, move games.Move) {
	if move != (games.Move{}) {
		next, err := p.Play(move)
		if err != nil {
			return
		}
		p = next.(*sum.Position)
	}
	g.Ones, g.Countable = g.Misere, true
	for i, part := range p.Parts() {
		g.Countable = g.Countable && !games.HasMoreOptions(part.Position, theory.HandMoves)
		w, err := b.worth(ctx, part, partCells)
		if err != nil {
			return
		}
		g.Ones = g.Ones && w.fickle
		if i+1 == g.Moved {
			g.Leaves = w.value
		}
	}
}

func (b *prover) tried(ctx context.Context, p *sum.Position, won bool) *theory.Tried {
	g := new(theory.Tried)
	if !won {
		g.Answer(ctx, b.variant, p, b)
	}
	g.Positions = len(b.known)
	return g
}

func (g *Justification) Short(r *theory.Reason) string {
	win := r.Claim == theory.CanWin
	switch g.Kind {
	case Alone:
		if g.Inside.Justification == nil {
			return fmt.Sprintf("only part %d is left.", g.Moved)
		}
		inside := g.inside(r)
		return inside.Justification.Short(inside)
	case GrundySum:
		return g.shortWorths(r)
	case Sides:
		if win {
			return g.shortWin(r, 0)
		}
		return "you win no part by starting there, so your opponent answers each move on the part on which it was made."
	case Means:
		return g.shortMeans(r)
	case Weights, NimDomination, theory.RuleSearch:
		return g.shortScale(r)
	}
	return ""
}

func (g *Justification) inside(r *theory.Reason) *theory.Reason {
	inside := g.Inside
	inside.Voice = func(m games.Move, as theory.Mention) string { return r.Say(m.OfPart(g.Moved), as) }
	inside.Done = r.Done
	return &inside
}

// Answer is the short form for a text about both players.
func (g *Justification) Answer(r *theory.Reason) string {
	weight, win := g.lead(g.Side), r.Claim == theory.CanWin
	brief := ""
	switch {
	case g.Kind == NimDomination:
		brief = "to their opponent the parts are worth at least piles of Nim that cancel"
	case g.Kind == Weights && weight > 0:
		brief = fmt.Sprintf("%d ahead in all", weight)
	case g.Kind == Weights && weight < -1:
		brief = fmt.Sprintf("%d behind in all", -weight)
	case g.Kind == Sides && !win:
		brief = "each move is answered on its part"
	case g.Kind == Means && g.mean().Sign() > 0:
		brief = g.mean().RatString() + " ahead by the means"
	case g.Kind == Means && g.mean().Sign() < 0:
		brief = negated(g.mean()).RatString() + " behind by the means"
	}
	switch {
	case g.Tried != nil:
		brief = "found by search, as the weights add up to " + theory.Signed(weight) + "."
		if win {
			brief = r.Subject() + ", " + brief
		}
		return brief
	case g.Kind != Weights && g.Kind != Sides && g.Kind != Means && g.Kind != NimDomination:
		return ""
	case win && brief != "":
		brief = r.Subject() + ", " + brief + "."
	case win:
		brief = r.Subject() + "."
	case brief == "":
		brief = "every move has an answer."
	default:
		brief += "."
	}
	return brief
}

func (g *Justification) shortWorths(r *theory.Reason) string {
	win := r.Claim == theory.CanWin
	values, all := g.values()
	switch {
	case g.Ones && win:
		return r.Subject() + " leaves nothing but 1s, an odd number of them. Each move takes one, and your opponent takes the last, which loses."
	case g.Ones:
		return "nothing but 1s is left, an odd number of them. Each move takes one, and you take the last, which loses."
	case !all && win:
		return r.Subject() + " leaves pairs of equal parts, and parts that the first player to move there loses. Answer a move on the equal part, or else on the same one."
	case !all:
		return "each part has an equal one, or the first player to move there loses. Your opponent answers a move on the equal part, or else on the same one."
	}
	text, goOn := "the parts count", " Whatever you do, your opponent makes them even again."
	if win {
		text, goOn = r.Subject()+" makes the parts count", r.Rest()
		values[g.at(g.Moved)] = g.Leaves
	}
	byHand := win && g.Countable && slices.Max(values) <= theory.HandCount
	if byHand {
		goOn = theory.LeastCounts(g.Misere)
	}
	switch zero := !g.Misere && slices.Max(values) == 0; {
	case zero && win:
		return r.Subject() + " makes every part count 0." + goOn
	case zero:
		return "every part counts 0. Whatever you do, your opponent makes that part count 0 again."
	}
	if g.Misere && !win {
		goOn = theory.Then1s(win)
	} else if g.Misere && !byHand {
		goOn = theory.Then1s(win) + goOn
	}
	if len(values) > shownParts {
		text += " as Nim piles"
	} else {
		text += " " + counts(values)
	}
	return text + ", with even counts of " + theory.Parts(values) + "." + goOn
}

// shownParts is the number of parts whose worths a short form tells.
const shownParts = 3

// piles lists piles if they are few: " of 1 and 2".
func piles(worths []uint64) string {
	if len(worths) > shownParts {
		return ""
	}
	return " of " + counts(worths)
}

func counts(worths []uint64) string {
	return words.And(words.Each(worths, func(n uint64) string { return strconv.FormatUint(n, 10) }))
}

// shown puts what the parts count in parentheses if they are few.
func (g *Justification) shown(list string) string {
	if len(g.Parts) > shownParts {
		return ""
	}
	return " (" + list + ")"
}

func (g *Justification) values() (values []uint64, all bool) {
	for _, part := range g.Parts {
		if !part.Known {
			return nil, false
		}
		values = append(values, part.Worth)
	}
	return values, true
}

// at returns the index of the part of a number.
func (g *Justification) at(number int) int {
	return slices.IndexFunc(g.Parts, func(p Part) bool { return p.Number == number })
}

func (g *Justification) Full(r *theory.Reason) []string {
	if g.Kind == Alone && g.Inside.Justification != nil {
		return g.Inside.Justification.Full(g.inside(r))
	}
	values, all := g.values()
	switch {
	case g.Kind == Means:
		return g.fullMeans(r)
	case g.Weighed && g.Kind != Alone:
		return g.fullScale(r)
	case g.Kind != GrundySum || !all:
		return nil
	}
	lines := []string{"Each part counts as a pile of Nim:"}
	for _, part := range g.Parts {
		lines = append(lines, fmt.Sprintf("  %d. %s: %d", part.Number, part.Text, part.Worth))
	}
	lines = append(append(lines, "In binary, one below the other:"), theory.Columns(values, g.NimSum)...)
	lines = append(lines, "The nim-sum has a 1 in each column with an odd number of 1s. A player who leaves 0 wins.")
	if g.Ones {
		lines = append(lines, "But once nothing but 1s is left, a player who leaves an odd number of them wins.")
	}
	if r.Claim == theory.CanWin {
		lines = append(lines, fmt.Sprintf("Part %d has to count %d: %s does that.", g.Moved, g.Leaves, r.Subject()))
	}
	return lines
}

func (g *Justification) AppendJSON(dst []byte, r *theory.Reason) []byte {
	if g.Kind == Alone {
		dst = jsonline.Number(dst, "part", g.Moved)
		if g.Inside.Justification != nil {
			dst = jsonline.Text(dst, "inside", string(g.Inside.Justification.Rule()))
			dst = g.Inside.Justification.AppendJSON(dst, &g.Inside)
		}
		return dst
	}
	switch g.Kind {
	case Means:
		dst = jsonline.Text(dst, "mean", g.mean().RatString())
	case Weights, NimDomination, theory.RuleSearch:
		return g.appendScale(dst, r)
	case GrundySum:
		if _, all := g.values(); all {
			dst = jsonline.Number(dst, "nim_sum", g.NimSum)
		}
	}
	return jsonline.List(dst, "parts", g.Parts, func(dst []byte, part *Part) []byte {
		dst = jsonline.String(append(dst, '['), part.Text)
		switch {
		case g.Kind == Means:
			dst = jsonline.String(append(dst, ','), part.Mean.RatString())
			dst = jsonline.String(append(dst, ','), string(part.Outcome))
		case g.Kind == Sides:
			dst = jsonline.String(append(dst, ','), string(part.Outcome))
		case part.Known:
			dst = jsonline.Uint(append(dst, ','), part.Worth)
		}
		return append(dst, ']')
	})
}

func (g *Justification) Look(*theory.Reason) string {
	if _, all := g.values(); g.Kind == GrundySum && all {
		part := g.Parts[g.at(g.Moved)]
		return fmt.Sprintf("Each part counts as a pile of Nim. Look at part %d, which counts %d.", part.Number, part.Worth)
	}
	if g.Kind == Means {
		return g.lookAtMeans()
	}
	if g.Weighed {
		return g.lookAtScale()
	}
	return fmt.Sprintf("Look at part %d.", g.Moved)
}

func (g *Justification) Broken(_ games.Position, r *theory.Reason, move games.Move) string {
	if g.Kind == Means {
		return g.brokenMeans(r, move)
	}
	if g.Weighed {
		return g.brokenScale(r, move)
	}
	if _, all := g.values(); g.Kind != GrundySum || !all || g.Ones || g.NimSum == 0 {
		return ""
	}
	return theory.OddCount("what the parts count", g.NimSum, r.Say(move, theory.Subject))
}

func statement(v *games.Variant) string {
	switch {
	case v.Partizan:
		return "A board counts for Left if Left wins it moving first or second, for Right if Right does, and for nobody if the first player to move there loses. " +
			"If boards count for one player alone, that player wins the sum, moving first or second. " +
			"Every coloured board has a mean, how many moves Left is ahead there; rows have 0. Means add up, and no move improves the mover's own: a player who is ahead in all wins. " +
			"Every row also has a weight, a whole number that says how far ahead Left is there; weights add up. A player who is two ahead wins, moving first or second, and one ahead is enough for the player to move: take a whole pile if that leaves you two ahead. If no pile does, play Nim with what the rows are at least worth. " +
			"In all other sums I search. If I can't prove who wins, I say so."
	case v.Ending == games.Misere:
		return "Find the pile of Nim that each board is worth when the last move wins. It stands for the board here too, where the last move loses. " +
			"So play a sum as misère Nim with these piles: leave even counts of the 1s, 2s, 4s and so on in them. " +
			"The exception: once no stack of 2 or more is left on any board, leave an odd number of counters. If I can't find out what a board is worth, I search. If I can't prove who wins, I say so."
	}
	return "Every board is worth a pile of Nim: so many counters that, with such a pile beside it, the player to move loses. A pile of Nim is worth itself. " +
		"A sum of boards is played as Nim with the piles that they are worth: write each as a sum of different powers of two, and leave even counts of all of these. " +
		"What a board is worth I work out from what its moves leave: it is the smallest number that none of them is worth. If that takes too long, I search the sum. If I can't prove who wins, I say so."
}
