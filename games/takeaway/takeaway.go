package takeaway

import (
	"fmt"
	"math/rand/v2"

	"nimatron/games"
	"nimatron/games/nim"
)

// The families of this package.
var (
	BoundedFamily   = &games.Family{ID: "nim/max", Name: "Bounded Nim"}
	FibonacciFamily = &games.Family{ID: "fibonacci-nim", Name: "Fibonacci Nim"}
)

// Bounded and BoundedMisere are Bounded Nim for every bound.
var (
	Bounded       = games.Parametric{Family: BoundedFamily, Symbol: "K", Least: 1, Most: games.MaxPile, Of: Max}
	BoundedMisere = games.Parametric{Family: BoundedFamily, Symbol: "K", Suffix: games.MisereSuffix, Least: 1, Most: games.MaxPile, Of: MaxMisere}
)

// Max returns Bounded Nim in which a move takes at most k, from 1 to games.MaxPile. Its ID is
// "nim/max/k".
func Max(k int64) *games.Variant {
	most := uint64(k)
	return &games.Variant{
		ID:        fmt.Sprintf("%s/%d", BoundedFamily.ID, k),
		Name:      fmt.Sprintf("Bounded Nim (take 1 to %d)", k),
		Gist:      fmt.Sprintf("Take %s from a pile", games.Range(most)),
		Family:    BoundedFamily,
		Parameter: k,
		Rules: games.Rules{
			Summary: fmt.Sprintf("Take %s from one pile. Whoever takes the last counter wins.", games.Range(most)),
			Turn:    fmt.Sprintf("Choose a pile and take at least one counter from it, but at most %d.", k),
			End:     "Whoever takes the last counter of the board wins.",
			Moves:   "`1-3` takes 3 from pile 1. `take 3 from 1` works too. With one pile left, `3` is enough. An emptied pile stays as `0`.",
			Example: example(most),
		},
		Parse:    nim.BoundedParser(most),
		Generate: func(r *rand.Rand, size games.Size) string { return generate(r, size, most) },
		Say:      games.SayPiles,
		Words:    games.PileWords,
	}
}

// MaxMisere returns Bounded Nim under misère play, with id "nim/max/k/misere".
func MaxMisere(k int64) *games.Variant {
	of := games.Range(uint64(k))
	return Max(k).UnderMisere(fmt.Sprintf("Take %s, but the last counter loses", of),
		fmt.Sprintf("Take %s from one pile. Whoever takes the last counter loses.", of), "Whoever takes the last counter of the board loses.")
}

// Fibonacci is Fibonacci Nim.
var Fibonacci = &games.Variant{
	ID:     FibonacciFamily.ID,
	Name:   "Fibonacci Nim",
	Gist:   "Take at most twice the last move",
	Family: FibonacciFamily,
	Rules: games.Rules{
		Summary: "One pile: first not all, then take at most twice the last move. Last to move wins.",
		Turn: "Take at least one counter, and at most twice as many as the last move took. " +
			"The first move may take any number, but not the whole pile.",
		End:     "The player who makes the last move wins.",
		Moves:   "`1-3` takes 3 from the pile. `take 3` and `3` work too. A position says behind a bar how many may be taken: `13 | 6`.",
		Example: "20",
	},
	Parse: nim.ParseDoubling,
	Generate: func(r *rand.Rand, size games.Size) string {
		return fmt.Sprint(size.Of(10, 15, 30) + r.IntN(size.Of(11, 26, 51)))
	},
	Say:   games.SayPiles,
	Words: games.PileWords,
}

// widest bounds K for boards on which all counters can be seen.
const widest = 20

// example is 21 for K = 3: five rounds and one counter. With a high bound the game is Nim.
func example(most uint64) string {
	if most > widest {
		return "3 5 7"
	}
	return fmt.Sprint(5*(most+1) + 1)
}

// generate returns one or two piles, up to three in a large start, of two to four rounds of K + 1 (small: one
// to three) and some more. With K = 1 nobody has a choice.
func generate(r *rand.Rand, size games.Size, most uint64) string {
	if most > widest {
		return string(games.AppendPiles(nil, games.RandomPiles(r, size.Of(3, 3, 5), size.Of(3, 5, 6), size.Of(5, 9, 11)), -1))
	}
	piles := make([]uint64, 1+r.IntN(size.Of(2, 2, 3)))
	for i := range piles {
		piles[i] = (most+1)*(uint64(size.Of(1, 2, 2))+r.Uint64N(3)) + r.Uint64N(most+1)
	}
	return string(games.AppendPiles(nil, piles, -1))
}
