package explain

import (
	"fmt"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/solver/splits"
)

// Theorem says in a few sentences, of at most 1,000 bytes, by what theorem v is played;
// it is empty where none is known. The letters in it are said what they are.
func Theorem(v *games.Variant) string {
	switch v.Family {
	case nim.Family:
		return nimTheorem(v.Ending)
	case nim.ReverseFamily:
		return reverseTheorem(v)
	case endnim.Family:
		return endNimTheorem(v.Ending)
	case endnim.PartizanFamily:
		return "Between the end piles stand others, which ask for something: call the need of an end the least pile with which its player, moving first, wins if only those others are behind it. An end pile below its need is short; what it has beyond is to spare. With no others both needs are 1. To find the need of one end for some piles, compare the pile at the other end of them with its own need for the rest: if it is short, the need is 1; else it is what that pile can spare, plus the need of this end for the rest, plus 1. Whoever moves next wins if the other end is short, by taking the own pile whole, or if neither is short and the own end has more to spare, by taking 1."
	case splitnim.Family:
		return splitTheorem(splits.WorthOf(v.Parameter))
	}
	if boards[v.Family] {
		return knownOf(v)
	}
	return ""
}

// boards are the families on trees, graphs and grids.
var boards = map[*games.Family]bool{
	depotnim.TreeFamily: true, depotnim.DepotFamily: true, depotnim.ForkliftFamily: true, depotnim.ColouredFamily: true,
}

// Source names where the theorem of v was published, or is proved.
func Source(v *games.Variant) string {
	switch v.Family {
	case nim.Family:
		return "Bouton, Nim, a game with a complete mathematical theory, 1901"
	case nim.ReverseFamily:
		return "Holshouser and Reiter, Eight versions of n-pile Nim"
	case endnim.Family:
		if v.Ending != games.Normal {
			return "Cairns and Ho, Some remarks on End-Nim, 2011"
		}
		return "Albert and Nowakowski, The game of End-Nim, 2001"
	case endnim.PartizanFamily:
		return "Albert and Nowakowski, The game of End-Nim, 2001"
	case splitnim.Family:
		const paper = "Gray and Locke, A variant of Nim, 2018"
		if splits.WorthOf(v.Parameter).Form == splits.Even {
			return paper + "; for even q ≥ 4, Theorem 26 of Nimatron's docs/theory.md, with proof"
		}
		return paper
	}
	if boards[v.Family] {
		return boardSource
	}
	return "exhaustive search of the rules"
}

func nimTheorem(ending games.Ending) string {
	const sum = "Write the piles in binary below each other. Whoever moves next loses if every column has an even number of 1s (the nim-sum is 0), and wins otherwise: there is always a pile that can be cut down so that all columns become even, and from even columns every move makes one odd."
	if ending == games.Misere {
		return sum + " That holds as long as a pile of 2 or more is left. With piles of 1 only, whoever moves next loses if their number is odd: so the move that leaves no large pile behind leaves an odd number of 1s."
	}
	return sum
}

func reverseTheorem(v *games.Variant) string {
	const count = "Count the piles of 1. The player whose turn it is loses "
	const why = ", and wins otherwise. Only the 1s count because whoever says the number can leave 1 of a large pile, or not, as it suits; from a pile of 1 there is no choice. So name a 1 when you name the pile, and leave exactly 1 when you say the number"
	const butLast = ", but nothing of the last pile of 2 or more."
	const even = " The player whose hand moves next loses if the piles, written in binary below each other, have an even number of 1s in every column"
	switch v {
	case nim.MoveReverse:
		return count + "if that number is even" + why + "."
	case nim.MoveReverseMisere:
		return count + "if that number is even while a pile of 2 or more is left, and if it is odd with piles of 1 only" + why + butLast
	case nim.PileReverse:
		return count + "if that number is odd while a pile of 2 or more is left, and if it is even with piles of 1 only" + why + butLast
	case nim.PileReverseMisere:
		return count + "if that number is odd" + why + "."
	case nim.TotalReverse:
		return handRule(games.Misere) + even + " while a pile of 2 or more is left, and with piles of 1 only if their number is odd."
	default:
		return handRule(games.Normal) + even + "."
	}
}

func endNimTheorem(ending games.Ending) string {
	const text = "At each end count the equal piles that stand together, and add 1 if the pile beyond them is higher: call that l at the left end and r at the right. Whoever moves next loses if the end piles are equal and l + r is even, or if one is higher by 1, the count of the lower end is odd and that of the higher end is even. So only moves that bring one end to within 1 of the other, or take it whole, can win."
	switch ending {
	case games.Misere:
		return text + " A row of equal piles is lost if it has an even number of piles of 2 or more, or an odd number of piles of 1."
	case games.Loop:
		return text + " A row of equal piles is lost if their number is odd."
	default:
		return text + " A row of equal piles is lost if their number is even."
	}
}

func splitTheorem(w splits.Worth) string {
	const sum = "Each pile counts as a number; whoever moves next loses if these numbers, written in binary below each other, have an even number of 1s in every column. "
	switch w.Form {
	case splits.Lasker:
		return sum + "A pile counts as its size, but 3, 7, 11 … count as one more and 4, 8, 12 … as one less."
	case splits.Two:
		return sum + "A pile counts as its size, but with the last binary digit flipped if it is above 1 and has an even number of 1s before the last digit."
	case splits.Even:
		return sum + fmt.Sprintf("A pile counts as its size, but with the last binary digit flipped if it has no 1 in common with %d and at least two 1s from the digit of %d upwards.", w.Half, w.Power)
	default:
		return sum + "A pile counts as its size, as in Nim: splits change nothing."
	}
}
