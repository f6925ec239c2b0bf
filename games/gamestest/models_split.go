package gamestest

import (
	"strconv"
	"strings"

	"nimatron/games"
)

// splitModel is Split-q-Nim: a move takes from a pile, or adds q to a pile of n
// and splits it into two of at most n-1 each. A split with an empty part is the
// removal of -q under another name.
func splitModel(q int, misere bool) *Model {
	id := "split-nim/" + strconv.Itoa(q)
	if misere {
		id += "/misere"
	}
	return &Model{
		ID:          id,
		Misere:      misere,
		Valued:      !misere,
		Piles:       2,
		Size:        5,
		RandomPiles: 2,
		RandomSize:  7,
		Shape:       func(s State) games.Shape { return pilesShape(s) },
		Options: func(s State) []Option {
			b := parseBoard(s.Position)
			options := wholeTurns(s)
			for i := range options {
				options[i].Also = emptyPart(b, q, options[i].Move)
			}
			for i, n := range b.piles {
				pile := strconv.Itoa(i+1) + "="
				for small := 1; small <= n-1; small++ {
					large := n + q - small
					if large < small || large > n-1 {
						continue
					}
					o := Option{
						Move:  pile + strconv.Itoa(small) + "+" + strconv.Itoa(large),
						State: State{b.with(i, small, large).String(), s.Owner.Other()},
					}
					if small != large {
						o.Also = []string{pile + strconv.Itoa(large) + "+" + strconv.Itoa(small)}
					}
					options = append(options, o)
				}
			}
			return options
		},
	}
}

// emptyPart spells the removal of -q counters as a split with an empty part.
func emptyPart(b board, q int, move string) []string {
	pile, count, _ := strings.Cut(move, "-")
	if count != strconv.Itoa(-q) {
		return nil
	}
	i, _ := strconv.Atoi(pile)
	rest := strconv.Itoa(b.piles[i-1] + q)
	return []string{pile + "=0+" + rest, pile + "=" + rest + "+0"}
}
