package explain_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// splitPhrases are those of Split-q-Nim.
func splitPhrases(t *testing.T, v *games.Variant, p games.Position, r solver.Reason) []phrase {
	q := v.Parameter
	board, _ := pilesOf(t, p)
	after, i := board, 0
	win := r.Claim == theory.CanWin
	if win {
		after, i = moved(board, r.Move)
	}
	want := worth(q, board[max(i, 0)]) ^ xorOf(worths(q, board))
	power := uint64(1)
	for q > 0 && power*2 <= uint64(q) {
		power *= 2
	}
	half := uint64(max(q, 0)) / 2 &^ 1
	ones, larger := countOnes(board)
	onesAfter, largerAfter := countOnes(after)
	misere := v.Ending == games.Misere
	return append(columnPhrases(worths(q, board)),
		is(`an odd number \((\d+)\)`, func(f []string) bool {
			return misere && int(num(f[1])) == onesAfter && onesAfter%2 == 1 && largerAfter == 0
		}),
		is(`an even number \((\d+)\)`, func(f []string) bool {
			return misere && int(num(f[1])) == ones && ones%2 == 0 && larger == 0
		}),
		is(`It is split into (\d+) and (\d+), which count (\d+) and (\d+): together, with 1 \+ 1 = 0 in each column, that is (\d+)`, func(f []string) bool {
			a, b := num(f[1]), num(f[2])
			return misere && larger == 1 && r.Move.Parts == [2]uint64{a, b} && worth(q, a) == num(f[3]) && worth(q, b) == num(f[4]) && num(f[3])^num(f[4]) == num(f[5]) && num(f[5]) == want
		}),
		is(`(\d+)(?: \(([01]+) in binary\))? counts (\d+)`, func(f []string) bool {
			return worth(q, num(f[1])) == num(f[3]) && (f[2] == "" || f[2] == strconv.FormatUint(num(f[1]), 2))
		}),
		is(`pile (\d+), now (\d+), has to be made into something that counts (\d+)`, func(f []string) bool {
			return f[1] == r.Move.Where && num(f[2]) == board[i] && num(f[3]) == want
		}),
		is(`, which is a pile of (\d+)\.`, func(f []string) bool { return worth(q, num(f[1])) == want && board[i]-r.Move.Count == num(f[1]) }),
		is(`A pile of (\d+) would do, (?:but that is no smaller; so it is split|and so it does to split it) into (\d+) and (\d+), which count (\d+) and (\d+): together, with 1 \+ 1 = 0 in each column, that is (\d+)`, func(f []string) bool {
			a, b := num(f[2]), num(f[3])
			return worth(q, num(f[1])) == want && (num(f[1]) >= board[i]) == strings.Contains(f[0], "no smaller") && r.Move.Parts == [2]uint64{a, b} && int64(a+b) == int64(board[i])+q &&
				worth(q, a) == num(f[4]) && worth(q, b) == num(f[5]) && num(f[4])^num(f[5]) == num(f[6]) && num(f[6]) == want
		}),
		is(`no 1 in common with (\d+) and two or more from (\d+) up`, func(f []string) bool { return num(f[1]) == half && num(f[2]) == power }),
		is(`no 1 where (\d+) \(in binary ([01]+)\) has one, and it has at least two 1s among the digits worth (\d+) or more`, func(f []string) bool {
			return num(f[1]) == half && f[2] == strconv.FormatUint(half, 2) && num(f[3]) == power
		}),
		is(`at least one that is worth (\d+) or more, and (\d+) is added`, func(f []string) bool { return num(f[1]) == power && int64(num(f[2])) == q/2 }),
		is(`as (\d+) is odd`, func(f []string) bool { return int64(num(f[1])) == q && q%2 == 1 }),
		is(`in equal pairs|two piles are equal|two equal piles`, func([]string) bool { return paired(after) }),
		is(`take the whole pile`, func([]string) bool { return win && len(after) == 0 }),
		movePhrase(r))
}

// partizanPhrases are those of Partizan End-Nim.
func partizanPhrases(t *testing.T, p games.Position, r solver.Reason) []phrase {
	row, _ := pilesOf(t, p)
	end := len(row) - 1
	if end == 0 {
		return []phrase{movePhrase(r)}
	}
	w := row[1:end]
	left, right := need(w, games.Left), need(w, games.Right)
	own, far, ownNeed, farNeed := row[0], row[end], left, right
	rest := row[1:]
	if p.Turn().Actor == games.Right {
		own, far, ownNeed, farNeed, rest = far, own, farNeed, ownNeed, row[:end]
	}
	against := func(text string, pile, need uint64) bool {
		switch {
		case pile < need:
			return text == fmt.Sprintf("%d short", need-pile)
		case pile == need:
			return text == "nothing to spare"
		default:
			return text == fmt.Sprintf("%d to spare", pile-need)
		}
	}
	only := func(text string) bool { // what the other player has to spare
		text = strings.TrimPrefix(text, "only ")
		return far >= farNeed && (text == "nothing" && far == farNeed || text == fmt.Sprint(far-farNeed))
	}
	spared := own - r.Move.Count
	spare := func(side, text string) bool { // what a side has to spare
		pile, need := row[0], left
		if side == "Right" {
			pile, need = row[end], right
		}
		text = strings.TrimPrefix(text, "only ")
		return pile >= need && (text == "nothing" && pile == need || text == fmt.Sprint(pile-need))
	}
	return []phrase{
		is(`[Yy]our (\d+) needs (\d+) here: (\d+) to spare\. Your opponent's (\d+) needs (\d+): (?:only )?(\d+|nothing)\.(?: Take up to (\d+),)?`, func(f []string) bool {
			return num(f[1]) == own && num(f[2]) == ownNeed && num(f[3]) == own-ownNeed && num(f[4]) == far && num(f[5]) == farNeed && only(f[6]) && (f[7] == "" || f[7] == f[3])
		}),
		is(`leaves your end pile (\d+), which needs (\d+) here: (\d+|nothing) to spare\. Your opponent's (\d+) needs (\d+): (only \d+|nothing)\.`, func(f []string) bool {
			return num(f[1]) == spared && num(f[2]) == ownNeed && (f[3] == fmt.Sprint(spared-ownNeed) || f[3] == "nothing" && spared == ownNeed) &&
				num(f[4]) == far && num(f[5]) == farNeed && only(f[6])
		}),
		is(`leaves your end pile (\d+), which needs (\d+) here; your opponent's (\d+) needs (\d+), so it is short`, func(f []string) bool {
			return num(f[1]) == spared && num(f[2]) == ownNeed && spared >= ownNeed && num(f[3]) == far && num(f[4]) == farNeed && far < farNeed
		}),
		is(`Your opponent's (\d+) needs (\d+) here, so it is (\d+) short`, func(f []string) bool {
			return num(f[1]) == far && num(f[2]) == farNeed && far < farNeed && num(f[3]) == farNeed-far
		}),
		is(`your (\d+) needs (\d+) here, so it is (\d+) short; your opponent's (\d+) needs (\d+)\.`, func(f []string) bool {
			return num(f[1]) == own && num(f[2]) == ownNeed && own < ownNeed && num(f[3]) == ownNeed-own && num(f[4]) == far && num(f[5]) == farNeed && far >= farNeed
		}),
		is(`your (\d+) needs (\d+) here, so it has nothing to spare; your opponent's (\d+) needs (\d+): (\d+|nothing)\.`, func(f []string) bool {
			return num(f[1]) == own && num(f[2]) == ownNeed && own == ownNeed && num(f[3]) == far && num(f[4]) == farNeed && only(f[5])
		}),
		is(`(Left|Right)'s end pile has (\d+) to spare, (Left|Right)'s (only \d+|nothing)\.`, func(f []string) bool {
			return f[1] != f[3] && spare(f[1], f[2]) && spare(f[3], f[4])
		}),
		is(`both end piles have (nothing|\d+) to spare`, func(f []string) bool { return spare("Left", f[1]) && spare("Right", f[1]) }),
		is(`only (Left|Right)'s is short of what the piles between need, by (\d+)\.`, func(f []string) bool {
			if f[1] == "Left" {
				return row[0] < left && num(f[2]) == left-row[0] && row[end] >= right
			}
			return row[end] < right && num(f[2]) == right-row[end] && row[0] >= left
		}),
		is(`Left's by (\d+), Right's by (\d+)`, func(f []string) bool {
			return row[0] < left && row[end] < right && num(f[1]) == left-row[0] && num(f[2]) == right-row[end]
		}),
		is(`and they take (1|theirs whole|them whole)\.`, func(f []string) bool {
			// If the own pile is taken whole, the other player moves on the rest.
			if len(rest) == 1 {
				return f[1] != "1" || rest[0] == 1
			}
			mine := rest[0]
			if p.Turn().Actor == games.Right {
				mine = rest[len(rest)-1]
			}
			short := mine < need(rest[1:len(rest)-1], p.Turn().Actor)
			return short == (f[1] != "1") || f[1] != "1" && far == 1
		}),
		is(`Your opponent's is (\d+) short`, func(f []string) bool { return far < farNeed && num(f[1]) == farNeed-far }),
		is(`your end pile is (\d+) short`, func(f []string) bool { return own < ownNeed && num(f[1]) == ownNeed-own }),
		is(`your end pile has (\d+) to spare, your opponent's (only \d+|nothing|\d+)`, func(f []string) bool {
			return own >= ownNeed && num(f[1]) == own-ownNeed && only(f[2])
		}),
		is(`your end pile has nothing to spare beyond what it needs, your opponent's (\d+)`, func(f []string) bool {
			return own == ownNeed && only(f[1])
		}),
		is(`more to spare than your opponent's: (\d+) against (\d+)`, func(f []string) bool {
			return num(f[1]) == own-ownNeed && only(f[2]) && own-ownNeed <= far-farNeed
		}),
		is(`(\d+) against (\d+)`, func(f []string) bool { return num(f[1]) == own && num(f[2]) == far }),
		is(`Left's end pile needs (\d+) and has (\d+): (.*?)\. Right's needs (\d+) and has (\d+): (.*?)\.`, func(f []string) bool {
			return num(f[1]) == left && num(f[2]) == row[0] && against(f[3], row[0], left) &&
				num(f[4]) == right && num(f[5]) == row[end] && against(f[6], row[end], right)
		}),
		is(`(?m)^  ([\d ]+): need (\d+) at the left, (\d+) at the right$`, func(f []string) bool {
			run, _, err := games.ParsePiles(f[1])
			return err == nil && need(run, games.Left) == num(f[2]) && need(run, games.Right) == num(f[3])
		}),
		is(`The piles between are ([\d ]+)\.`, func(f []string) bool { return f[1] == string(games.AppendPiles(nil, w, -1)) }),
		is(`There are (\d+) piles between`, func(f []string) bool { return int(num(f[1])) == len(w) }),
		is(`For no piles at all the need is 1|if it is short, the need is 1`, func([]string) bool { return true }),
		movePhrase(r),
	}
}
