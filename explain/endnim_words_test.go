package explain_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// ownVerdict says whether the player who decides wins.
func ownVerdict(t *testing.T, v *games.Variant, p games.Position) bool {
	board, nominated := pilesOf(t, p)
	ones, larger := countOnes(board)
	misere := v.Ending == games.Misere
	nim := func(misere bool) bool {
		if misere && larger == 0 {
			return ones%2 == 0
		}
		return xorOf(board) != 0
	}
	switch id := v.Family.ID; {
	case id == "split-nim":
		if misere && larger == 0 {
			return ones%2 == 0
		}
		return xorOf(worths(v.Parameter, board)) != 0
	case id == "end-nim":
		return !rowLost(v, board)
	case id == "partizan-end-nim":
		end := len(board) - 1
		if end == 0 {
			return true
		}
		row, own, far, side := board[1:end], board[0], board[end], p.Turn().Actor
		if side == games.Right {
			own, far = far, own
		}
		mine, theirs := need(row, side), need(row, side.Other())
		return far < theirs || own >= mine && own-mine > far-theirs
	case !v.Reverse:
		return nim(misere)
	case strings.HasPrefix(v.ID, "total"):
		return nim(!misere)
	}
	// The player whose turn it is wins or not, by the table of Holshouser and Reiter.
	moveReverse := strings.HasPrefix(v.ID, "move")
	ownerWins := func(ones, larger int) bool {
		if larger == 0 {
			return (ones%2 == 1) != misere // each turn takes one
		}
		return (ones%2 == 1) == moveReverse
	}
	own := p.Turn().Actor == p.Turn().Owner
	if nominated < 0 {
		return ownerWins(ones, larger) == own
	}
	n := board[nominated]
	rest := slices.Delete(slices.Clone(board), nominated, nominated+1)
	for left := uint64(0); left < min(n, 3); left++ {
		after := slices.Clone(rest)
		if left > 0 {
			after = append(after, left)
		}
		if ownerWins(countOnes(after)) == !own { // the next turn is the other's
			return true
		}
	}
	return false
}

// rowLost is the theorem of Albert and Nowakowski, and of Cairns and Ho, as it is
// printed: the player to move loses.
func rowLost(v *games.Variant, row []uint64) bool {
	k := len(row)
	if k == 0 {
		return v.Ending != games.Misere
	}
	a := slices.Clone(row)
	if a[0] > a[k-1] {
		slices.Reverse(a)
	}
	if a[0] == slices.Max(a) && a[0] == slices.Min(a) {
		switch {
		case v == endnim.Loop, v.Ending == games.Misere && a[0] == 1:
			return k%2 == 1
		default:
			return k%2 == 0
		}
	}
	l := 1
	for l < k && a[l] == a[0] {
		l++
	}
	if l < k && a[l] > a[0] {
		l++
	}
	r := 1
	for r < k && a[k-1-r] == a[k-1] {
		r++
	}
	if r < k && a[k-1-r] > a[k-1] {
		r++
	}
	switch a[k-1] - a[0] {
	case 0:
		return (l+r)%2 == 0
	case 1:
		return l%2 == 1 && r%2 == 0
	}
	return false
}

// lower lowers an end of a row, which may be a copy, to so many counters.
func lower(row []uint64, right bool, to uint64) ([]uint64, bool) {
	if len(row) == 0 {
		return nil, false
	}
	row = slices.Clone(row)
	i := 0
	if right {
		i = len(row) - 1
	}
	if to >= row[i] {
		return nil, false
	}
	if row[i] = to; to == 0 {
		row = slices.Delete(row, i, i+1)
	}
	return row, true
}

var (
	answerForm = regexp.MustCompile(`(?i)(?:if they )?(clear|leave (\d+)(?: (or fewer|or|to)(?: (\d+))?)? at) (an|the left|the right) end, (?:and (?:your opponent|they) )?([^;.]*)`)
	thenForms  = []*regexp.Regexp{
		regexp.MustCompile(`^leaves? the same at (the other|the left|the right) end$`),
		regexp.MustCompile(`^leaves? (\d+) (more|less) at (the other|the left|the right) end$`),
		regexp.MustCompile(`^clears? (the other|the left|the right) end$`),
		regexp.MustCompile(`^(?:takes?|cuts?) the last pile(?: to (\d+))?$`),
		regexp.MustCompile(`^(?:takes?|cuts?) the rest of it(?: to (\d+))?$`),
		regexp.MustCompile(`^(?:takes?|cuts?) the (\d+)( behind it| at the other end| at the left end| at the right end)?(?: to (\d+))?$`),
	}
)

// answered returns what an answer, in words, says that a move leaves, and at which ends:
// true for the right one.
func answered(f []string) (low, high uint64, ends []bool) {
	low, high = num(f[2]), num(f[2])
	switch f[3] {
	case "or fewer":
		low = 0
	case "or", "to":
		high = num(f[4])
	}
	if strings.EqualFold(f[5], "an") {
		return low, high, []bool{false, true}
	}
	return low, high, []bool{strings.EqualFold(f[5], "the right")}
}

// answerHolds tries an answer, in words, to what they say that a move leaves.
func answerHolds(v *games.Variant, row []uint64, f []string) bool {
	low, high, ends := answered(f)
	for _, right := range ends {
		for _, x := range []uint64{low, (low + high) / 2, high} {
			moved, ok := lower(row, right, x)
			if !ok || !thenHolds(v, row, moved, right, x, f[6]) {
				return false
			}
		}
	}
	return true
}

// thenHolds applies an answer and asks whether what it leaves is lost.
func thenHolds(v *games.Variant, row, moved []uint64, right bool, x uint64, then string) bool {
	if strings.Contains(then, "at once") {
		return v.Ending == games.Misere && len(moved) == 0
	}
	far := func(name string) bool { // the end that is named: true for the right one
		switch name {
		case "the left", " at the left end":
			return false
		case "the right", " at the right end":
			return true
		}
		return !right
	}
	for i, form := range thenForms {
		g := form.FindStringSubmatch(then)
		if g == nil {
			continue
		}
		end, to := right, uint64(0)
		switch i {
		case 0:
			end, to = far(g[1]), x
		case 1:
			end, to = far(g[3]), x+num(g[1])
			if g[2] == "less" {
				to = x - num(g[1])
			}
		case 2:
			end = far(g[1])
		case 3:
			to = num(g[1])
			if len(moved) != 1 {
				return false
			}
		case 4:
			to = num(g[1])
			if x == 0 {
				return false
			}
		case 5:
			to = num(g[3])
			end = far(g[2])
			if g[2] == "" || g[2] == " behind it" {
				end = right
			}
			at := 0
			if end {
				at = len(moved) - 1
			}
			if len(moved) == 0 || moved[at] != num(g[1]) {
				return false
			}
		}
		left, ok := lower(moved, end, to)
		return ok && rowLost(v, left)
	}
	return false
}

// rowToAnswer returns the row that the answers of a reason are about: that of the
// position or, in a won one, what the move leaves, which has to be lost.
func rowToAnswer(t *testing.T, v *games.Variant, p games.Position, r solver.Reason) []uint64 {
	t.Helper()
	if r.Claim == theory.CanWin {
		next, err := p.Play(r.Move)
		if err != nil {
			t.Fatal(err)
		}
		if next.String() == "0" {
			return nil
		}
		p = next
	}
	row, _ := pilesOf(t, p)
	if !rowLost(v, row) {
		t.Errorf("%s %s: %s leaves %v, which is not lost", v.ID, p, r.Move, row)
	}
	return row
}

// endNimPhrases are those of End-Nim.
func endNimPhrases(t *testing.T, v *games.Variant, p games.Position, r solver.Reason) []phrase {
	board, _ := pilesOf(t, p)
	row := rowToAnswer(t, v, p, r)
	first, last := uint64(0), uint64(0)
	if len(row) > 0 {
		first, last = row[0], row[len(row)-1]
	}
	return []phrase{
		{answerForm, func(f []string) bool { return answerHolds(v, row, f) }},
		is(`leaves (\d+) at both ends`, func(f []string) bool { return num(f[1]) == first && first == last }),
		is(`leaves (\d+) at the left end and (\d+) at the right`, func(f []string) bool { return num(f[1]) == first && num(f[2]) == last }),
		is(`leaves two equal piles of (\d+)`, func(f []string) bool { return len(row) == 2 && num(f[1]) == first && first == last }),
		is(`leaves (\d+) equal piles of (\d+)`, func(f []string) bool {
			return int(num(f[1])) == len(row) && slices.Max(row) == num(f[2]) && slices.Min(row) == num(f[2])
		}),
		is(`leaves a single pile of (\d+)`, func(f []string) bool { return len(row) == 1 && num(f[1]) == first }),
		is(`the ends are (\d+) and (\d+)`, func(f []string) bool { return num(f[1]) == first && num(f[2]) == last }),
		is(`The (?:only move that wins|moves that win): ([LR0-9, and-]+)\.`, func(f []string) bool {
			return strings.Join(ownWinning(v, board), " ") == strings.Join(regexp.MustCompile(`[LR]-\d+`).FindAllString(f[1], -1), " ")
		}),
		is(`At the (left|right) end (\d+) stands (once|\d+ times), and the (\d+) beyond is (higher|lower): [lr] = (?:(\d+) \+ 1 = )?(\d+)\.`, func(f []string) bool {
			a := slices.Clone(row)
			if f[1] == "right" {
				slices.Reverse(a)
			}
			run := slices.IndexFunc(a, func(n uint64) bool { return n != a[0] })
			times := "once"
			if run > 1 {
				times = fmt.Sprintf("%d times", run)
			}
			count := run
			if a[run] > a[0] {
				count++
			}
			return num(f[2]) == a[0] && f[3] == times && num(f[4]) == a[run] && (f[5] == "higher") == (a[run] > a[0]) &&
				int(num(f[7])) == count && (f[6] == "") == (count == run) && (f[6] == "" || int(num(f[6])) == run)
		}),
		is(`equal and l \+ r = (\d+) is even`, func(f []string) bool { return first == last && num(f[1])%2 == 0 }),
		is(`the lower, (left|right) one is (\d+), odd, and that of the higher, (left|right) one is (\d+), even`, func(f []string) bool {
			return (first < last) == (f[1] == "left") && f[1] != f[3] && num(f[2])%2 == 1 && num(f[4])%2 == 0
		}),
		is(`all piles are equal, and their number is (\d+)\.`, func(f []string) bool {
			return int(num(f[1])) == len(row) && slices.Max(row) == slices.Min(row)
		}),
		movePhrase(r),
	}
}

// ownWinning lists the winning moves: those that leave a row that is lost, which has ends
// at most one apart.
func ownWinning(v *games.Variant, row []uint64) []string {
	var moves []string
	last := len(row) - 1
	for _, right := range []bool{false, true} {
		if right && last == 0 {
			break
		}
		height, other, name := row[0], row[last], "L"
		if right {
			height, other, name = other, height, "R"
		}
		if last == 0 {
			other = 1
		}
		for _, to := range []uint64{other + 1, other, other - 1, 0} {
			if left, ok := lower(row, right, to); ok && rowLost(v, left) && (to > 0 || !slices.Contains(moves, fmt.Sprintf("%s-%d", name, height))) {
				moves = append(moves, fmt.Sprintf("%s-%d", name, height-to))
			}
		}
	}
	return moves
}
