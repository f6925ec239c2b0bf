package gamestest

import (
	"slices"
	"strconv"

	"nimatron/games"
)

// rowModels are the games in which counters leave the ends of a row.
func rowModels() []*Model {
	models := []*Model{
		{ID: "end-nim", Valued: true, Options: eitherEnd(0)},
		{ID: "end-nim/misere", Valued: true, Misere: true, Options: eitherEnd(0)},
		{ID: "end-nim/loop", Valued: true, Options: eitherEnd(1)},
		{ID: "partizan-end-nim", Partizan: true, Options: ownEnd},
	}
	for _, m := range models {
		m.Ordered = true
		m.Shape = rowShape(m)
		m.Piles, m.Size = 5, 5
		m.RandomPiles, m.RandomSize = 9, 9
	}
	return models
}

// rowShape returns the Shape of a model of a row: an end with an option is open.
func rowShape(m *Model) func(State) games.Shape {
	return func(s State) games.Shape {
		row := pilesShape(s)
		row.Ends, row.Sided = true, m.Partizan
		for _, o := range m.Options(s) {
			side := games.Left
			if o.Move[0] == 'R' {
				side = games.Right
			}
			row.Open[side] = true
		}
		return row
	}
}

// eitherEnd lists the moves of the games in which both players may use both ends, and the game is
// over at final piles.
func eitherEnd(final int) func(State) []Option {
	return func(s State) []Option {
		b := parseBoard(s.Position)
		switch {
		case len(b.piles) <= final:
			return nil
		case len(b.piles) == 1:
			return takeFrom(b, 0, "L", "R", s.Owner)
		}
		return append(
			takeFrom(b, 0, "L", "", s.Owner),
			takeFrom(b, len(b.piles)-1, "R", "", s.Owner)...)
	}
}

// ownEnd lists the moves of the partizan game: Left's are at the left end and
// Right's at the right end.
func ownEnd(s State) []Option {
	b := parseBoard(s.Position)
	if len(b.piles) == 0 {
		return nil
	}
	i, own, other := 0, "L", "R"
	if s.Owner == games.Right {
		i, own, other = len(b.piles)-1, "R", "L"
	}
	if len(b.piles) > 1 {
		other = ""
	}
	options := takeFrom(b, i, own, other, s.Owner)
	for count := range options { // just a number can only mean the player's own end
		number := strconv.Itoa(count + 1)
		options[count].Also = append(options[count].Also, number, "-"+number)
	}
	return options
}

// takeFrom lists the mover's moves on pile i, called end and, if not empty, alias.
func takeFrom(b board, i int, end, alias string, mover games.Side) []Option {
	var options []Option
	for count := 1; count <= b.piles[i]; count++ {
		number := "-" + strconv.Itoa(count)
		rest := b.with(i, b.piles[i]-count)
		rest.piles = slices.DeleteFunc(rest.piles, func(n int) bool { return n == 0 })
		o := Option{
			Move:  end + number,
			State: State{rest.String(), mover.Other()},
		}
		if alias != "" {
			o.Also = []string{alias + number}
		}
		options = append(options, o)
	}
	return options
}
