package games

import "nimatron/internal/words"

// Words has the names that buttons and questions use, since players need not know the notation.
type Words struct {
	// Unit names the things that are taken, unless they are counters: "box".
	Unit string
	// Kind is the word for a place: "pile", "end", "stack".
	Kind string
	// Place returns the label of a place of p: "Left", "Pile 2", "C2". It is nil if all moves are
	// of the kind Other.
	Place func(p Position, where string) string
	// Phrase names a place within a sentence: "the left end", "pile 2", "C2". It is nil if Place
	// is.
	Phrase func(p Position, where string) string
	// Move returns a move of the kind Other in the imperative: "Go to c". It is nil if there are
	// none.
	Move func(m Move) string
}

// Count returns a number of units: "1 box", "3 counters".
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
