package nim

import (
	"fmt"

	"nimatron/games"
)

// The reverse versions. Holshouser and Reiter write them 1 2̄, 1̄ 2 and 1̄ 2̄: a bar over the
// decision that the opponent takes.
var (
	// MoveReverse lets the opponent say how many counters leave the pile.
	MoveReverse, MoveReverseMisere = reverse("move-reverse-nim", "Move-Reverse Nim", rules{numberReversed: true})
	// PileReverse lets the opponent choose the pile.
	PileReverse, PileReverseMisere = reverse("pile-reverse-nim", "Pile-Reverse Nim", rules{pileReversed: true})
	// TotalReverse lets the opponent take both decisions.
	TotalReverse, TotalReverseMisere = reverse("total-reverse-nim", "Total-Reverse Nim", rules{pileReversed: true, numberReversed: true})
)

func reverse(id, name string, r rules) (normal, misere *games.Variant) {
	r.q = Unsplit
	const end = "The player whose turn empties the board %s, no matter who took the last counter."
	const moves = "`2` names pile 2, shown as `3 [5] 2`. `-3` then takes 3 counters from it."
	texts := games.Rules{End: fmt.Sprintf(end, "wins"), Moves: moves, Example: "3 1 5"}
	var summary, gist string
	longest := longestShared
	switch {
	case !r.pileReversed:
		gist = "Name a pile, your opponent counts"
		summary = "You choose the pile, your opponent says how many to take. Emptying the board on your turn "
		texts.Turn = "On your turn you name a pile, and then your opponent says how many counters to take from it, at least one."
	case !r.numberReversed:
		gist = "Your opponent names a pile, you count"
		summary = "Your opponent chooses the pile, you say how many to take. Emptying the board on your turn "
		texts.Turn = "On your turn your opponent names a pile, and then you say how many counters to take from it, at least one."
	default:
		gist = "You play each other's turns"
		summary = "Your opponent plays your turns, and you play theirs. Emptying the board on your turn "
		texts.Turn = "On your turn your opponent chooses a pile and takes at least one counter from it for you. You do the same on theirs."
		texts.Moves, longest = takeRule, nil
	}
	texts.Summary = summary + "wins."
	normal = &games.Variant{
		ID:       id,
		Name:     name,
		Gist:     gist,
		Family:   ReverseFamily,
		Reverse:  true,
		Rules:    texts,
		Parse:    parser(r),
		Generate: generateReverse,
		Longest:  longest,
		Say:      games.SayPiles,
		Words:    games.PileWords,
	}
	return normal, normal.UnderMisere(name+", but the last turn loses", summary+"loses.", fmt.Sprintf(end, "loses"))
}

// Deciders reports which decisions the opponent takes.
func (b *Board) Deciders() (pileByOpponent, numberByOpponent bool) {
	return b.rules.pileReversed, b.rules.numberReversed
}
