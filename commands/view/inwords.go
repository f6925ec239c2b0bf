package view

import (
	"strings"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// Where a reason follows what is tapped it teaches no notation: its move is said in words.

// doing are the first words of what Variant.Say says, for the beginning of a reason.
var doing = strings.NewReplacer("took ", "taking ", "lifted ", "lifting ", "split ", "splitting ", "named ", "naming ", "moved ", "moving ")

// Doing says a move in words, as in "taking 2 from pile 1".
func Doing(v *games.Variant, p games.Position, m games.Move) string {
	return doing.Replace(v.Say(p, m))
}

// WhyInWords is explain.Why with the move in words, as in "taking 2 from pile 1 leaves two equal
// piles".
func WhyInWords(v *games.Variant, p games.Position, reason solver.Reason, room int) string {
	move, said := Code(reason.Move.String()), Doing(v, p, reason.Move)
	longer := max(0, utf8.RuneCountInString(said)-utf8.RuneCountInString(move))
	return sayMove(explain.Why(v, reason, room-longer), move, said, said)
}

// AdviceInWords is explain.Advice after a sentence that says the move.
func AdviceInWords(v *games.Variant, p games.Position, reason solver.Reason) string {
	return SentenceStart(sayMove(explain.Advice(v, p, reason), Code(reason.Move.String()), "that", "that move"))
}

// sayMove says a move in words: at the beginning of a text or later. Where the text has it in
// words already it does without.
func sayMove(text, move, first, later string) string {
	text = strings.ReplaceAll(text, " ("+move+")", "")
	if rest, ok := strings.CutPrefix(text, move); ok {
		text = first + rest
	}
	text = strings.ReplaceAll(text, ". "+move, ". "+SentenceStart(later))
	return strings.ReplaceAll(text, "; "+move, "; "+later)
}
