package games

// A Picture is what a drawing of a position needs, without any word on how it is
// drawn. It is a [Row]; boards of other shapes will add theirs here.
type Picture interface{ picture() }

// Row is a picture of piles side by side.
type Row struct {
	// Piles are the heights from left to right, each at least 1. They must not
	// be changed.
	Piles []uint64
	// Ends is true where only the two end piles are in play, so that they are
	// called L and R; otherwise the piles are called by their number from 1.
	Ends bool
	// Nominated is the index of the pile that is nominated for the decision that
	// is due, or -1.
	Nominated int
}

func (Row) picture() {}
