package gamestest

import (
	"fmt"
	"strconv"
	"strings"

	"nimatron/games"
)

// boundedModel is Nim in which a move takes at most k.
func boundedModel(k int, misere bool) *Model {
	m := &Model{ID: "nim/max/" + strconv.Itoa(k), Misere: misere, Valued: !misere, Piles: 3, Size: 7, RandomPiles: 2, RandomSize: 25}
	if misere {
		m.ID += "/misere"
	}
	m.Shape = func(s State) games.Shape {
		row := pilesShape(s)
		row.Most = uint64(k)
		return row
	}
	m.Options = func(s State) []Option {
		var options []Option
		b := parseBoard(s.Position)
		for _, o := range wholeTurns(s) {
			_, text, _ := strings.Cut(o.Move, "-")
			if count, _ := strconv.Atoi(text); count > k {
				continue
			}
			if filled := b.with(0, b.piles[0]); strings.Count(" "+filled.String(), " 0") == len(b.piles)-1 {
				o.Also = []string{text, "-" + text} // only one pile is left
			}
			options = append(options, o)
		}
		return options
	}
	return m
}

// fibonacciModel is one pile; the first move leaves something, and each later one takes at most
// twice what the last one took.
func fibonacciModel() *Model {
	read := func(s State) (pile, most int, first bool) {
		text, bound, moved := strings.Cut(s.Position, " | ")
		pile, _ = strconv.Atoi(text)
		if most, _ = strconv.Atoi(bound); !moved {
			most = pile - 1
		}
		return pile, most, !moved
	}
	return &Model{
		ID: "fibonacci-nim", Valued: true, Piles: 1, Size: 14, RandomPiles: 1, RandomSize: 40,
		Shape: func(s State) games.Shape {
			pile, most, _ := read(s)
			row := games.Row{Nominated: -1}
			if pile > 0 {
				row.Piles, row.Most = []uint64{uint64(pile)}, uint64(most)
			}
			return row
		},
		Options: func(s State) []Option {
			var options []Option
			pile, most, _ := read(s)
			for count := 1; count <= most && count <= pile; count++ {
				text := strconv.Itoa(count)
				o := Option{Move: "1-" + text, Also: []string{text, "-" + text}, State: State{"0", s.Owner.Other()}}
				if rest := pile - count; rest > 0 {
					o.State.Position = fmt.Sprintf("%d | %d", rest, min(rest, 2*count))
				}
				options = append(options, o)
			}
			return options
		},
	}
}
