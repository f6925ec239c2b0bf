package sum

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"nimatron/games"
)

// The families of this package.
var (
	Family         = &games.Family{ID: "sum", Name: "Sums"}
	PartizanFamily = &games.Family{ID: "partizan-sum", Name: "Partizan Sums"}
)

type kind struct {
	find     func(id string) (*games.Variant, error)
	ending   games.Ending
	partizan bool
	example  string
	// boards are the IDs of the games from which starts are drawn. pile is the last part's game, "" for one
	// of boards.
	boards []string
	pile   string
}

func (k *kind) refuses(v *games.Variant) string {
	switch {
	case v.Reverse:
		return "two people decide a turn there"
	case v.Words.Place == nil:
		return "its moves have no places"
	case v.Partizan != k.partizan && k.partizan:
		return "both sides have the same moves there, and in this sum each has its own"
	case v.Partizan != k.partizan:
		return "the two sides have different moves there: that is for `partizan-sum`"
	case v.Ending != k.ending && k.ending == games.Normal:
		return "the last move loses there, and wins here"
	case v.Ending != k.ending:
		return "the last move wins there, and loses here"
	}
	return ""
}

// Games returns the variants of this package. A part may be any game that find knows, with the same
// ending, if one player decides the whole turn.
func Games(find func(id string) (*games.Variant, error)) []*games.Variant {
	normal := &kind{find: find, example: "end-nim 3 5 2 + tree-nim 3(1 2 4) + nim 4",
		boards: []string{"end-nim", "tree-nim", "forklift-nim", "depot-nim"}, pile: "nim"}
	misere := &kind{find: find, ending: games.Misere, example: "end-nim/misere 3 5 2 + nim/misere 4 + nim/misere 1",
		boards: []string{"end-nim/misere", "tree-nim/misere", "forklift-nim/misere"}, pile: "nim/misere"}
	partizan := &kind{find: find, partizan: true, example: "partizan-end-nim 2 1 + partizan-end-nim 3 5",
		boards: []string{"partizan-end-nim"}}
	const turn = "Choose one of the boards, which are the parts of the sum, and make a move there by the rules of " +
		"its game. The other boards stay as they are."
	moves := "`1:%s` is the move `%[1]s` on part 1, the first board. What a move on a board looks like is up to its " +
		"game. An emptied board stays, as `0`."
	return []*games.Variant{
		normal.variant(&games.Variant{
			ID: "sum", Name: "Sum", Gist: "Several boards, one move a turn", Family: Family,
			Rules: games.Rules{
				Summary: "Several boards of other games: move on one of them each turn. Whoever moves last wins.",
				Turn:    turn,
				End:     "Whoever makes the last move on the last board wins.",
				Moves:   fmt.Sprintf(moves, "L-2"),
			},
		}),
		misere.variant(&games.Variant{
			ID: "sum/misere", Name: "Misère Sum", Gist: "Several boards, but the last move loses", Family: Family,
			Rules: games.Rules{
				Summary: "Several boards of other games: move on one of them each turn. Whoever moves last loses.",
				Turn:    turn,
				End:     "Whoever makes the last move on the last board loses.",
				Moves:   fmt.Sprintf(moves, "L-2"),
			},
		}),
		partizan.variant(&games.Variant{
			ID: "partizan-sum", Name: "Partizan Sum", Gist: "Several rows, you own one end of each", Family: PartizanFamily,
			Rules: games.Rules{
				Summary: "Several rows: on one of them, Left takes from the left end or Right from the right. Last move wins.",
				Turn:    turn + " Left makes Left's moves and Right makes Right's.",
				End:     "A player with no move left on any board loses, so moving last wins.",
				Moves:   fmt.Sprintf(moves, "L-2") + " Left writes `1:L-2`, Right `1:R-2`.",
				Sides:   [2]string{games.Left: "take from the left end of a row", games.Right: "take from the right end of a row"},
			},
		}),
	}
}

func (k *kind) variant(v *games.Variant) *games.Variant {
	v.Ending, v.Partizan, v.Rules.Example = k.ending, k.partizan, k.example
	v.Parse, v.Generate, v.Longest, v.Say, v.Words = k.parse, k.generate, longest, describeMove, sumWords
	return v
}

// generate returns two boards, or three for a large start, drawn as small starts, and a pile of Nim. A start
// of the partizan game is two or three rows.
func (k *kind) generate(r *rand.Rand, size games.Size) string {
	const tries = 100
	most := uint64(size.Of(7, 11, 13))
	parts := make([]string, size.Of(1, 2, 2), MaxParts)
	if k.pile == "" {
		parts = make([]string, size.Of(2, 2, 3), MaxParts)
	}
	for i := range parts {
		v, err := k.find(k.boards[r.IntN(len(k.boards))])
		if err != nil {
			panic(fmt.Sprintf("sum: the catalog has no part: %v", err))
		}
		for range tries {
			text := v.Generate(r, games.Small)
			parts[i] = v.ID + " " + text
			if p, err := v.Parse(text, games.Left); err == nil && v.LongestPlay(p) <= most {
				break
			}
		}
	}
	if k.pile != "" {
		parts = append(parts, fmt.Sprintf("%s %d", k.pile, 1+r.IntN(size.Of(5, 7, 9))))
	}
	return strings.Join(parts, " + ")
}
