package splitnim

import (
	"fmt"
	"math/rand/v2"

	"nimatron/games"
	"nimatron/games/nim"
)

// Family is the family of all these games.
var Family = &games.Family{ID: "split-nim", Name: "Split Nim"}

// MaxQ bounds |q|: beyond it no pile can be split.
const MaxQ = games.MaxPile

// Every and EveryMisere are Split-q-Nim for all integers q.
var (
	Every       = games.Parametric{Family: Family, Symbol: "Q", Least: -MaxQ, Most: MaxQ, Of: Of}
	EveryMisere = games.Parametric{Family: Family, Symbol: "Q", Suffix: games.MisereSuffix, Least: -MaxQ, Most: MaxQ, Of: Misere}
)

// Of returns Split-q-Nim, with id "split-nim/q". q is from -MaxQ to MaxQ.
func Of(q int64) *games.Variant {
	name, gist, summary, turn := texts(q)
	return &games.Variant{
		ID:        fmt.Sprintf("%s/%d", Family.ID, q),
		Name:      name,
		Gist:      gist,
		Family:    Family,
		Parameter: q,
		Rules: games.Rules{
			Summary: summary + " Last to move wins.",
			Turn:    turn,
			End:     "The player who makes the last move, and so empties the board, wins.",
			Moves: "`2-3` takes 3 from pile 2. `2=3+4` splits pile 2 into piles of 3 and 4, the smaller in its place, " +
				"the larger as a new last pile. `split 2 3 4` works too. An emptied pile stays as `0`.",
			Example: example(q),
		},
		Parse:    nim.SplitParser(q),
		Generate: func(r *rand.Rand, size games.Size) string { return generate(r, size, q) },
		Longest:  func(p games.Position) uint64 { return longest(p.(*nim.Board).Piles(), q) },
		Say:      games.SayPiles,
		Words:    games.PileWords,
	}
}

// Misere returns misère Split-q-Nim, with id "split-nim/q/misere". q is from -MaxQ to MaxQ.
func Misere(q int64) *games.Variant {
	_, _, summary, _ := texts(q)
	return Of(q).UnderMisere("Take or split, but moving last loses", summary+" Last to move loses.", "The player who "+
		"makes the last move, and so empties the board, loses.")
}

// texts returns the texts in which the variants differ. Even for the longest q the summary, with
// who wins, has at most 100 characters.
func texts(q int64) (name, gist, summary, turn string) {
	const take = "Take at least one counter from a pile, or "
	switch {
	case q > 0:
		return fmt.Sprintf("Split-%d-Nim", q), fmt.Sprintf("Take, or add %d and split", q),
			fmt.Sprintf("Take from a pile, or add %d and split it into two smaller ones.", q),
			take + fmt.Sprintf("add %s to a pile and split it into two piles that are both smaller than it was. "+
				"A pile of %d or more can be split.", games.Counters(uint64(q)), q+2)
	case q < 0:
		return fmt.Sprintf("Split-(%d)-Nim", q), fmt.Sprintf("Take, or take %d and split", -q),
			fmt.Sprintf("Take from a pile, or take %d and split the rest in two.", -q),
			take + fmt.Sprintf("take %s from a pile and split the rest into two piles.", games.Counters(uint64(-q)))
	default:
		return "Lasker's Nim (Split-0-Nim)", "Take from a pile or split it",
			"Take from a pile, or split it into two smaller ones.",
			take + "split a pile into two piles that are not empty."
	}
}

// example is a start that a split wins. In the two listed games only a split does; for other q a
// split leaves each pile twice.
func example(q int64) string {
	switch {
	case q == 0:
		return "3 1 2"
	case q == 2:
		return "6 2 4"
	case q > MaxQ-3 || q < 3-MaxQ: // no pile can be split
		return "5 8 3"
	case q > 0:
		return fmt.Sprintf("%d %d %d", q+3, q+1, q+2)
	default:
		return fmt.Sprintf("%d 1 2", 3-q)
	}
}
