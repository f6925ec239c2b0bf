package games

import "nimatron/internal/words"

// Words is how people call what a game is played with: buttons and questions are made of
// them, as nobody has been taught the notation.
type Words struct {
	// Unit is one of what is taken, where that is no counter: "box".
	Unit string
	// Kind is what a place of the board is: "pile", "end", "stack".
	Kind string
	// Place returns the name of the place of p that moves call where: "Left", "Pile 2", "C2".
	// It is nil where all moves are of the kind Other.
	Place func(p Position, where string) string
	// Phrase returns the same within a sentence: "the left end", "pile 2", "C2". It is nil
	// where Place is.
	Phrase func(p Position, where string) string
	// Move returns a move of the kind Other as an order: "Go to c". It is nil where there
	// are none.
	Move func(m Move) string
}

// Count says how many of the game's units there are: "1 box", "3 counters".
func (w Words) Count(n uint64) string {
	if w.Unit == "" {
		return Counters(n)
	}
	return words.Count(n, w.Unit)
}

// PileWords are the words of games on numbered piles.
var PileWords = Words{
	Kind:   "pile",
	Place:  func(_ Position, where string) string { return "Pile " + where },
	Phrase: func(_ Position, where string) string { return "pile " + where },
}
