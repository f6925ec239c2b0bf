package nim

import (
	"strings"

	"nimatron/games"
)

// The reverse versions, each under normal and misère play. Holshouser and Reiter write
// them 1 2̄, 1̄ 2 and 1̄ 2̄: a bar over the decision that the opponent takes.
var (
	// MoveReverse lets the opponent say how many counters leave the pile.
	MoveReverse       = reverse("move-reverse-nim", "Move-Reverse Nim", games.Normal, decisions{numberReversed: true})
	MoveReverseMisere = reverse("move-reverse-nim/misere", "Misère Move-Reverse Nim", games.Misere, decisions{numberReversed: true})
	// PileReverse lets the opponent choose the pile.
	PileReverse       = reverse("pile-reverse-nim", "Pile-Reverse Nim", games.Normal, decisions{pileReversed: true})
	PileReverseMisere = reverse("pile-reverse-nim/misere", "Misère Pile-Reverse Nim", games.Misere, decisions{pileReversed: true})
	// TotalReverse lets the opponent take both decisions.
	TotalReverse       = reverse("total-reverse-nim", "Total-Reverse Nim", games.Normal, decisions{pileReversed: true, numberReversed: true})
	TotalReverseMisere = reverse("total-reverse-nim/misere", "Misère Total-Reverse Nim", games.Misere, decisions{pileReversed: true, numberReversed: true})
)

// reverse returns one of the reverse versions.
func reverse(id, name string, ending games.Ending, d decisions) *games.Variant {
	end := "The player whose turn empties the board wins, no matter who took the last counter."
	wins := "wins"
	if ending == games.Misere {
		end = "The player whose turn empties the board loses, no matter who took the last counter."
		wins = "loses"
	}
	var summary, gist, turn, moves string
	switch {
	case !d.pileReversed:
		gist = "Name a pile, your opponent counts"
		summary = "You choose the pile, your opponent says how many to take. Emptying the board on your turn "
		turn = "On your turn you name a pile, and then your opponent says how many counters to take from it, at least one."
		moves = "`2` names pile 2, shown as `3 [5] 2`. `-3` then takes 3 counters from it."
	case !d.numberReversed:
		gist = "Your opponent names a pile, you count"
		summary = "Your opponent chooses the pile, you say how many to take. Emptying the board on your turn "
		turn = "On your turn your opponent names a pile, and then you say how many counters to take from it, at least one."
		moves = "`2` names pile 2, shown as `3 [5] 2`. `-3` then takes 3 counters from it."
	default:
		gist = "You play each other's turns"
		summary = "Your opponent plays your turns, and you play theirs. Emptying the board on your turn "
		turn = "On your turn your opponent chooses a pile and takes at least one counter from it for you. You do the same on theirs."
		moves = takeRule
	}
	if ending == games.Misere {
		gist = strings.TrimPrefix(name, "Misère ") + ", but the last turn loses"
	}
	var longest func(games.Position) uint64
	if d.split() {
		longest = longestSplit
	}
	return &games.Variant{
		ID:      id,
		Name:    name,
		Gist:    gist,
		Family:  ReverseFamily,
		Ending:  ending,
		Reverse: true,
		Rules: games.Rules{
			Summary: summary + wins + ".",
			Turn:    turn,
			End:     end,
			Moves:   moves,
			Example: "3 1 5",
		},
		Parse:    parser(d),
		Generate: generateReverse,
		Longest:  longest,
		Say:      games.SayPiles,
		Words:    games.PileWords,
	}
}

// Deciders says whether the opponent of a turn's owner takes its decisions: which
// pile, and how many counters leave it.
func (b *Board) Deciders() (pileByOpponent, numberByOpponent bool) {
	return b.decisions.pileReversed, b.decisions.numberReversed
}
