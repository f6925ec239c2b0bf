package games

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Size says how large a generated start is. The zero Size is Medium.
type Size int8

const (
	// Small is over in a few minutes.
	Small Size = iota - 1
	// Medium is the default.
	Medium
	Large
)

// Sizes has all sizes, the smallest first.
var Sizes = []Size{Small, Medium, Large}

// String returns "small", "medium" or "large".
func (s Size) String() string { return [...]string{"small", "medium", "large"}[s-Small] }

// ParseSize reads a size in any case. The error lists the sizes.
func ParseSize(text string) (Size, error) {
	name := strings.ToLower(strings.TrimSpace(text))
	for _, s := range Sizes {
		if s.String() == name {
			return s, nil
		}
	}
	return Medium, fmt.Errorf("there is no size %s: choose small, medium or large", Quote(text))
}

// Of returns the number for this size, as one of the three.
func (s Size) Of(small, medium, large int) int { return [...]int{small, medium, large}[s-Small] }

// RandomPiles returns least to most piles of 1 to high each. All three are at least 1.
func RandomPiles(r *rand.Rand, least, most, high int) []uint64 {
	piles := make([]uint64, least+r.IntN(most-least+1))
	for i := range piles {
		piles[i] = 1 + r.Uint64N(uint64(high))
	}
	return piles
}
