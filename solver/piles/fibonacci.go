package piles

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/internal/jsonline"
	"nimatron/solver/theory"
)

// FibonacciFamily is the theory of Fibonacci Nim.
var FibonacciFamily = &theory.Family{
	Theorem: Fibonacci{},
	Statement: func(*games.Variant) string {
		return "Write the pile as a sum of Fibonacci numbers (1, 2, 3, 5, 8, 13 …), no two of them neighbours: " +
			"begin with the largest that fits. The player to move wins if they may take the smallest of these parts. " +
			"At the start that is so unless the pile is a Fibonacci number itself. The opponent can't take the next part " +
			"then, as it is more than twice as large."
	},
	Source: func(*games.Variant) string {
		return "Whinihan, Fibonacci Nim, 1963; " + theory.Proved("Theorem 47")
	},
	Look: func(games.Move) string {
		return "Write the pile as a sum of Fibonacci numbers, the largest that fits first, and look at the last one."
	},
	Certificate: func(_ context.Context, c theory.Certificate, v *games.Variant, p games.Position) (any, error) {
		winning, _ := Fibonacci{}.Winning(v, p, 1)
		return c.WithMove(winning)
	},
}

type Fibonacci struct{}

// zeckendorf returns the Fibonacci numbers, no two of them neighbours, that add up to n, the smallest
// first. n is at most games.MaxPile.
func zeckendorf(n uint64) (parts []uint64) {
	a, b := uint64(1), uint64(2)
	for b <= n {
		a, b = b, a+b
	}
	for ; n > 0; a, b = b-a, a {
		if a <= n {
			parts, n = append(parts, a), n-a
		}
	}
	slices.Reverse(parts)
	return parts
}

func pile(p games.Position) (n, most uint64) {
	b := p.(*nim.Board)
	if len(b.Piles()) == 0 {
		return 0, 0
	}
	return b.Piles()[0], b.Most()
}

func (Fibonacci) Wins(_ *games.Variant, p games.Position) bool {
	n, most := pile(p)
	return n > 0 && zeckendorf(n)[0] <= most
}

// Winning lists the sums of the smallest parts that may be taken and that leave a part more than
// twice as large; no others win.
func (Fibonacci) Winning(_ *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool) {
	n, most := pile(p)
	taken, parts := uint64(0), zeckendorf(n)
	for i, part := range parts {
		if taken += part; taken > most {
			break
		}
		if i+1 < len(parts) && parts[i+1] <= 2*taken {
			continue
		}
		if len(moves) == limit {
			return moves, false
		}
		moves = append(moves, games.TakePile(0, taken))
	}
	return moves, true
}

func (Fibonacci) Grundy(ctx context.Context, v *games.Variant, p games.Position, cells int) (uint64, bool) {
	n, most := pile(p)
	switch {
	case !Fibonacci{}.Wins(v, p):
		return 0, true
	case n > math.MaxInt32 || n*n > 2*uint64(cells):
		return 0, false
	}
	values := make([][]uint8, n+1) // by pile, by the most that may be taken
	for i := range values {
		values[i] = make([]uint8, i+1)
		seen, value := uint64(0), uint8(0)
		for k := 1; k <= i && ctx.Err() == nil; k++ {
			seen |= 1 << values[i-k][min(2*k, i-k)]
			value = uint8(bits.TrailingZeros64(^seen))
			values[i][k] = value
		}
	}
	return uint64(values[n][most]), ctx.Err() == nil
}

// Zeckendorf is the rule of Fibonacci Nim.
const Zeckendorf theory.Rule = "fibonacci"

// FibonacciJustification justifies a verdict in Fibonacci Nim.
type FibonacciJustification struct {
	Parts []uint64
	Most  uint64
}

func (Fibonacci) Reason(v *games.Variant, p games.Position, move games.Move) theory.Reason {
	n, most := pile(p)
	reason := theory.Reason{Claim: theory.ClaimOf(p, Fibonacci{}.Wins(v, p))}
	if games.Over(p) {
		return reason
	}
	if reason.Claim == theory.CanWin {
		if reason.Move = move; move == (games.Move{}) {
			winning, _ := Fibonacci{}.Winning(v, p, 1)
			reason.Move = winning[0]
		}
	}
	reason.Justification = &FibonacciJustification{Parts: zeckendorf(n), Most: most}
	return reason
}

func (*FibonacciJustification) Rule() theory.Rule { return Zeckendorf }

// sum writes the pile as a sum: "20 = 13 + 5 + 2". It is a number alone if it is a Fibonacci number.
func (g *FibonacciJustification) sum() string {
	total, texts := uint64(0), []string{}
	for _, part := range slices.Backward(g.Parts) {
		total += part
		texts = append(texts, fmt.Sprint(part))
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return fmt.Sprintf("%d = %s", total, strings.Join(texts, " + "))
}

func (g *FibonacciJustification) leaves(m games.Move) (taken, left []uint64) {
	total := uint64(0)
	for i, part := range g.Parts {
		if total += part; total == m.Count {
			return g.Parts[:i+1], g.Parts[i+1:]
		}
	}
	return g.Parts, nil
}

func (g *FibonacciJustification) Short(r *theory.Reason) string {
	move := r.Subject()
	if r.Claim != theory.CanWin {
		const last = " Whatever you take, your opponent can take the smallest part of the rest, and in the end the last counter."
		if len(g.Parts) == 1 {
			return fmt.Sprintf("%d is a Fibonacci number, and you may take at most %d.", g.Parts[0], g.Most) + last
		}
		return fmt.Sprintf("you may take at most %d, less than the smallest part, %d.", g.Most, g.Parts[0]) + last
	}
	taken, left := g.leaves(r.Move)
	if len(left) == 0 {
		return "take the whole pile" + r.Aside() + ", and so make the last move."
	}
	what := "the smallest part"
	if len(taken) > 1 {
		what = "the smallest parts"
	}
	next := fmt.Sprintf("Your opponent may take %d at most, less than the next part, %d", 2*r.Move.Count, left[0])
	return move + " takes " + what + " of the pile, as a sum of Fibonacci numbers. " + next + "; take the smallest part again."
}

func (g *FibonacciJustification) Full(r *theory.Reason) []string {
	lines := []string{
		"The Fibonacci numbers are 1, 2, 3, 5, 8, 13, 21 …: each is the sum of the two before it. " +
			"Write the pile as a sum of them, the largest that fits first: " + g.sum() + ". No two of the parts are " +
			"neighbours, so each is more than twice the next smaller one.",
	}
	if r.Claim == theory.CanWin {
		return append(lines,
			"How to go on: your opponent may take at most twice what you took, and that is less than the smallest part "+
				"left. Whatever they take, write the rest as such a sum. You may take its smallest part.",
			"Why that works: what they took splits a part. The smallest part of its rest is at most twice what they took.")
	}
	return append(lines,
		fmt.Sprintf("You may take at most %d, which is less than the smallest part, %d. "+
			"So you break that part into smaller ones.", g.Most, g.Parts[0]),
		"How each move is answered: the smallest part of the rest is at most twice what you took, "+
			"so your opponent may take it. They leave a sum whose smallest part is out of your reach again.")
}

func (g *FibonacciJustification) AppendJSON(dst []byte, _ *theory.Reason) []byte {
	dst = jsonline.List(dst, "parts", g.Parts, func(dst []byte, n *uint64) []byte { return jsonline.Uint(dst, *n) })
	return jsonline.Number(dst, "most", g.Most)
}

// Broken says what a winning move would have put out of the opponent's reach.
func (g *FibonacciJustification) Broken(_ games.Position, r *theory.Reason, move games.Move) string {
	return fmt.Sprintf("A winning move leaves a smallest part that is more than twice what it took; %s leaves %s.", r.Say(move, theory.Subject), g.sum())
}
