package match

import (
	"fmt"

	"nimatron/games"
)

// A Seat is a side of a match or, as the zero Seat, neither side.
type Seat uint8

const (
	Nobody Seat = iota
	LeftSeat
	RightSeat
)

// Seated returns the seat of a side.
func Seated(side games.Side) Seat { return LeftSeat + Seat(side) }

// Side returns the side; ok is false for Nobody.
func (s Seat) Side() (side games.Side, ok bool) {
	if s == Nobody {
		return games.Left, false
	}
	return games.Side(s - LeftSeat), true
}

// Code returns the spelling in the database and in files: "left", "right" or "".
func (s Seat) Code() string {
	if side, ok := s.Side(); ok {
		return side.String()
	}
	return ""
}

// String returns the seat in words: "left", "right" or "nobody".
func (s Seat) String() string {
	if s == Nobody {
		return "nobody"
	}
	return s.Code()
}

// ParseSeat parses the output of Code.
func ParseSeat(code string) (Seat, error) {
	for s := Nobody; s <= RightSeat; s++ {
		if s.Code() == code {
			return s, nil
		}
	}
	return Nobody, fmt.Errorf("%s is not a side: %q, %q or nothing was expected", games.Quote(code), games.Left, games.Right)
}

// ParseSide parses the output of games.Side.String.
func ParseSide(code string) (games.Side, error) {
	s, err := ParseSeat(code)
	if side, ok := s.Side(); ok || err != nil {
		return side, err
	}
	return games.Left, fmt.Errorf("a side is missing: %q or %q was expected", games.Left, games.Right)
}
