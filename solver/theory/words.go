package theory

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nimatron/games"
)

// ShownPiles bounds the piles in a full form.
const ShownPiles = 16

// Proved names theorems of this project's theory.
func Proved(theorem string) string {
	return theorem + " of Nimatron's docs/theory/theory.md, with proof"
}

// Sentence capitalises a text.
func Sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(string(first)) + text[size:]
}

// An Act is what a player does, in the imperative: take, 2 from b.
type Act struct{ Verb, Object string }

// Do returns an act with a formatted object.
func Do(verb, object string, args ...any) Act { return Act{verb, fmt.Sprintf(object, args...)} }

// String says the act to the player: "take 2 from b".
func (a Act) String() string { return a.Verb + " " + a.Object }

// Theirs says the act about the opponent: "takes 2 from b".
func (a Act) Theirs() string { return a.Verb + "s " + a.Object }

// Parts names the powers of two that piles are made of, such as "4s, 2s and 1s".
func Parts(piles []uint64) string {
	switch largest := slices.Max(append([]uint64{0}, piles...)); {
	case largest < 8:
		return "4s, 2s and 1s"
	case largest < 16:
		return "8s, 4s, 2s and 1s"
	default:
		return AllParts
	}
}

// AllParts is Parts for piles of any size.
const AllParts = "1s, 2s, 4s, 8s and so on"

// Parity returns "even" or "odd".
func Parity(n int) string {
	if n%2 == 0 {
		return "even"
	}
	return "odd"
}

// Signed writes an atomic weight: "+1", "0", "-1".
func Signed(weight int) string {
	if weight == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", weight)
}

// Columns writes the first values in binary, a line each, and the nim-sum.
func Columns(values []uint64, nimSum uint64) []string {
	const (
		shownWide = 8
		wide      = 24
	)
	shown := values[:min(len(values), ShownPiles)]
	largest := nimSum
	for _, n := range shown {
		largest = max(largest, n)
	}
	bits := len(strconv.FormatUint(largest, 2))
	if bits > wide {
		shown = shown[:min(len(shown), shownWide)]
	}
	digits := max(len("nim-sum"), len(strconv.FormatUint(largest, 10)))
	var lines []string
	for _, n := range shown {
		lines = append(lines, fmt.Sprintf("%*d = %0*b", digits, n, bits, n))
	}
	if hidden := len(values) - len(shown); hidden > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", hidden))
	}
	return append(lines, fmt.Sprintf("%*s = %0*b", digits, "nim-sum", bits, nimSum))
}

// OddCount says that a move leaves an odd count of the 1s, 2s, 4s and so on in of; nimSum must not
// be 0.
func OddCount(of string, nimSum uint64, move string) string {
	return fmt.Sprintf("A winning move makes the counts of "+AllParts+" in %s all even; %s leaves an odd number of %ds.", of, move, uint64(1)<<(bits.Len64(nimSum)-1))
}

// LookAtPile is Family.Look for numbered piles.
func LookAtPile(m games.Move) string {
	switch m.Kind {
	case games.Nominate:
		return "Count the piles of 1, and look at what naming one of them does to their number."
	case games.Dictate:
		return "Count the piles of 1: it matters whether one is left of the pile that was named."
	case games.Split:
		return fmt.Sprintf("Look at pile %s: it has to be split.", m.Where)
	}
	return fmt.Sprintf("Look at pile %s.", m.Where)
}
