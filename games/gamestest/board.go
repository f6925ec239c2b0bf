package gamestest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/games"
)

// none stands for the index of no pile.
const none = -1

// board is a position of piles that uses no code of the packages under test.
type board struct {
	piles     []int
	nominated int
}

// parseBoard parses canonical notation from the models. Invalid notation is a bug of this package.
func parseBoard(text string) board {
	b := board{nominated: none}
	if text == "0" {
		return b
	}
	for i, word := range strings.Split(text, " ") {
		inner := strings.Trim(word, "[]")
		if inner != word {
			b.nominated = i
		}
		n, err := strconv.Atoi(inner)
		if err != nil || n < 0 {
			panic(fmt.Sprintf("gamestest: %q is not a board", text))
		}
		b.piles = append(b.piles, n)
	}
	return b
}

// String returns canonical notation.
func (b board) String() string {
	if len(b.piles) == 0 {
		return "0"
	}
	words := make([]string, len(b.piles))
	for i, n := range b.piles {
		words[i] = strconv.Itoa(n)
		if i == b.nominated {
			words[i] = "[" + words[i] + "]"
		}
	}
	return strings.Join(words, " ")
}

// with returns the board with n counters on pile i and with the piles in last added. No pile is
// nominated. Without counters it is the empty board.
func (b board) with(i, n int, last ...int) board {
	piles := slices.Concat(b.piles[:i], []int{n}, b.piles[i+1:], last)
	if slices.Max(piles) == 0 {
		piles = nil
	}
	return board{piles: piles, nominated: none}
}

// pilesShape returns the shape of a state's piles side by side.
func pilesShape(s State) games.Row {
	b := parseBoard(s.Position)
	row := games.Row{Nominated: b.nominated}
	for _, n := range b.piles {
		row.Piles = append(row.Piles, uint64(n))
	}
	return row
}
