package theory

import (
	"fmt"
	"strconv"
)

// ShownPiles is how many piles the working of a position writes out.
const ShownPiles = 16

// BinaryColumns writes values and their nim-sum in binary below each other, a line
// each; of more than ShownPiles values the first.
func BinaryColumns(values []uint64, nimSum uint64) []string {
	shown := values
	if len(shown) > ShownPiles {
		shown = shown[:ShownPiles]
	}
	largest := nimSum
	for _, n := range shown {
		largest = max(largest, n)
	}
	bits := len(strconv.FormatUint(largest, 2))
	digits := max(len("nim-sum"), len(strconv.FormatUint(largest, 10)))
	var lines []string
	for _, n := range shown {
		lines = append(lines, fmt.Sprintf("%*d = %0*b", digits, n, bits, n))
	}
	if hidden := len(values) - len(shown); hidden > 0 {
		lines = append(lines, fmt.Sprintf("… and %d more", hidden))
	}
	return append(lines, fmt.Sprintf("%*s = %0*b", digits, "nim-sum", bits, nimSum))
}

// Parity returns "even" or "odd".
func Parity(n int) string {
	if n%2 == 0 {
		return "even"
	}
	return "odd"
}
