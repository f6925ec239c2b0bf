package gamestest

import (
	"strconv"
	"strings"

	"nimatron/games"
)

// nimModels are the eight versions of Nim: each of the two decisions of a turn,
// which pile and how many counters, is the mover's or, reversed, the opponent's.
func nimModels() []*Model {
	var models []*Model
	for _, version := range []struct {
		id                           string
		pileReversed, numberReversed bool
	}{
		{"nim", false, false},
		{"move-reverse-nim", false, true},
		{"pile-reverse-nim", true, false},
		{"total-reverse-nim", true, true},
	} {
		for _, misere := range []bool{false, true} {
			m := &Model{ID: version.id, Misere: misere, Piles: 5, Size: 6, RandomPiles: 3, RandomSize: 20}
			if misere {
				m.ID += "/misere"
			}
			m.Valued = m.ID == "nim"
			m.Actor = func(s State) games.Side {
				reversed := version.pileReversed
				if strings.Contains(s.Position, "[") {
					reversed = version.numberReversed
				}
				if reversed {
					return s.Owner.Other()
				}
				return s.Owner
			}
			m.Shape = func(s State) games.Shape { return pilesShape(s) }
			m.Options = wholeTurns
			if version.pileReversed != version.numberReversed {
				m.Options = halfMoves
				m.Decision = func(s State) games.Decision {
					if strings.Contains(s.Position, "[") {
						return games.NumberOnly
					}
					return games.PlaceOnly
				}
			}
			models = append(models, m)
		}
	}
	return models
}

// wholeTurns lists turns that one player decides alone.
func wholeTurns(s State) []Option {
	var options []Option
	b := parseBoard(s.Position)
	for i, n := range b.piles {
		for count := 1; count <= n; count++ {
			options = append(options, Option{
				Move:  strconv.Itoa(i+1) + "-" + strconv.Itoa(count),
				State: State{b.with(i, n-count).String(), s.Owner.Other()},
			})
		}
	}
	return options
}

// halfMoves lists the nominations or, with a pile nominated, the numbers.
func halfMoves(s State) []Option {
	var options []Option
	b := parseBoard(s.Position)
	if b.nominated == none {
		for i, n := range b.piles {
			if n > 0 {
				options = append(options, Option{
					Move:  strconv.Itoa(i + 1),
					State: State{board{b.piles, i}.String(), s.Owner},
				})
			}
		}
		return options
	}
	n := b.piles[b.nominated]
	for count := 1; count <= n; count++ {
		options = append(options, Option{
			Move:  "-" + strconv.Itoa(count),
			Also:  []string{strconv.Itoa(count)}, // only the answer can be just a number
			State: State{b.with(b.nominated, n-count).String(), s.Owner.Other()},
		})
	}
	return options
}
