package explain_test

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/testlong"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// TestEveryNumberHolds reads the reasons of drawn positions as a person would:
// every number in them has to stand in a phrase that this test knows, and to be what the
// test works out for itself.
func TestEveryNumberHolds(t *testing.T) {
	drawn := testlong.Times(150, 3000, 20_000)
	random := rand.New(rand.NewPCG(12, 4))
	for n, checked := 0, 0; checked < drawn; n++ {
		v := variants[n%len(variants)]
		text := drawBoard(random, v)
		side := games.Side(random.IntN(2))
		p, err := v.Parse(text, side)
		if err != nil || games.Over(p) {
			continue
		}
		checked++
		checkReason(t, v, p, reasonOf(t, v, p))
		// What a puzzle's answer is told may be another move than the easiest.
		moves, _, err := new(solver.Solver).Winning(t.Context(), v, p, 12)
		if err != nil {
			t.Fatal(err)
		}
		if len(moves) > 0 {
			r, err := new(solver.Solver).ExplainMove(t.Context(), v, p, moves[random.IntN(len(moves))])
			if err != nil {
				t.Fatal(err)
			}
			checkReason(t, v, p, r)
		}
		if t.Failed() {
			return
		}
	}
}

// drawBoard draws a board: of small piles mostly, of equal ones and neighbours often.
func drawBoard(r *rand.Rand, v *games.Variant) string {
	most := []uint64{3, 6, 12, 60, 1000, games.MaxPile / 8}[r.IntN(6)]
	board := make([]uint64, 1+r.IntN(7))
	for i := range board {
		board[i] = 1 + r.Uint64N(most)
		if i > 0 && r.IntN(3) == 0 {
			board[i] = max(1, board[r.IntN(i)]+uint64(r.IntN(3))-1)
		}
	}
	nominated := -1
	if v.Reverse && !strings.HasPrefix(v.ID, "total") && r.IntN(2) == 0 {
		nominated = r.IntN(len(board))
	}
	// Lost positions are rare among large piles: often the last pile makes one.
	switch {
	case v.Family.ID == "split-nim" && r.IntN(2) == 0:
		if last := worth(v.Parameter, xorOf(worths(v.Parameter, board))); last > 0 {
			board = append(board, last)
		}
	case v.Family.ID == "nim" && r.IntN(2) == 0 && xorOf(board) > 0:
		board = append(board, xorOf(board))
	}
	return string(games.AppendPiles(nil, board, nominated))
}

// checkReason checks the claim and all words about a position.
func checkReason(t *testing.T, v *games.Variant, p games.Position, r solver.Reason) {
	t.Helper()
	if wins := ownVerdict(t, v, p); wins != (r.Claim == theory.CanWin) {
		t.Errorf("%s %s: the claim is %s", v.ID, p, r.Claim)
		return
	}
	short, full := explain.Short(v, p, r), explain.Full(v, p, r)
	if n := utf8.RuneCountInString(short); n > explain.MaxShort {
		t.Errorf("%s %s: %d characters: %s", v.ID, p, n, short)
	}
	if !strings.HasPrefix(short, "You can win: ") && r.Claim == theory.CanWin || !strings.HasPrefix(short, "Every move loses: ") && !strings.HasPrefix(short, "Every choice loses: ") && r.Claim != theory.CanWin {
		t.Errorf("%s %s: %s", v.ID, p, short)
	}
	if full[0] != strings.ReplaceAll(short, "`", "") {
		t.Errorf("%s %s: the whole reason begins with %s", v.ID, p, full[0])
	}
	checkWords(t, v, p, r, strings.Join(full, "\n"))
	if v.Family == endnim.Family {
		checkAnswers(t, v, p, r, full)
		checkReplies(t, v, p)
	}
	if !v.Partizan {
		return
	}
	a, err := new(solver.Solver).Analyze(t.Context(), v, p)
	if err != nil {
		t.Fatal(err)
	}
	for _, first := range []solver.Reason{a.LeftReason, a.RightReason} {
		r = first // its move is one of those that the words about both sides name
		text := explain.Analysis(a)
		for _, other := range []solver.Reason{a.LeftReason, a.RightReason} {
			if other.Move != r.Move && other.Claim == theory.CanWin {
				text = strings.ReplaceAll(text, other.Move.String(), "…")
			}
		}
		checkWords(t, v, p, r, text)
	}
}

// phrase is a form of words with numbers, and what has to be so about them.
type phrase struct {
	form  *regexp.Regexp
	holds func(found []string) bool
}

// forms are the phrases that were compiled.
var forms = map[string]*regexp.Regexp{}

// is returns a phrase.
func is(form string, holds func(found []string) bool) phrase {
	if forms[form] == nil {
		forms[form] = regexp.MustCompile(form)
	}
	return phrase{forms[form], holds}
}

// constants are the phrases whose numbers are the same everywhere.
var constants = regexp.MustCompile(`\b1s\b|\b[aA] 1\b|\ba pile of 1\b|[Pp]iles of (exactly )?1\b|exactly 1\b|above 1\b|all but 1\b|\blast 1\b|\bno 1\b|each above 1\b|[tT]ake 1( each| \(…\)| from now|;|\.|,|$)|takes 1\b|taking 1\b|the need (is|for)|need is 1\b|plus 1\b|add 1\b|just 1\b|1 \+ 1 = 0|\(the only number there is\)|else take 1|one: 1|split off|a 1 is|and 1 is added|, 1 is|3, 7, 11 …|4, 8, 12 …|remainder 3 when divided by 4|multiple of 4|sum to 0|\bthe 1 that was named\b|\ba single 1\b|and they take 1\b|take 1\.?$`)

// checkWords checks every number of a text.
func checkWords(t *testing.T, v *games.Variant, p games.Position, r solver.Reason, text string) {
	t.Helper()
	rest := strings.ReplaceAll(text, "`", "")
	for _, ph := range phrasesOf(t, v, p, r) {
		all := ph.form.FindAllStringSubmatch(rest, -1)
		if len(all) == 0 {
			continue
		}
		for _, found := range all {
			if !ph.holds(found) {
				t.Errorf("%s %s: %q does not hold, in:\n%s", v.ID, p, found[0], text)
			}
		}
		rest = ph.form.ReplaceAllString(rest, "…")
	}
	rest = constants.ReplaceAllString(rest, "…")
	if at := strings.IndexAny(rest, "0123456789"); at >= 0 {
		t.Errorf("%s %s: the test knows no phrase for %q, in:\n%s", v.ID, p, rest[max(0, at-40):min(len(rest), at+40)], text)
	}
}

// num reads a number that a phrase has found.
func num(text string) uint64 {
	n, _ := strconv.ParseUint(text, 10, 64)
	return n
}

// moved returns the board after the move of a reason, and the pile that it was on.
func moved(board []uint64, m games.Move) (after []uint64, i int) {
	i = number(m.Where) - 1
	for k, n := range board {
		switch {
		case k != i:
			after = append(after, n)
		case m.Kind == games.Split:
			after = append(after, m.Parts[0], m.Parts[1])
		case n > m.Count:
			after = append(after, n-m.Count)
		}
	}
	return after, i
}

// movePhrase is for the move of a reason itself.
func movePhrase(r solver.Reason) phrase {
	return is(`(?:\b[LR]|\b\d+|\()?-\d+\b|\b\d+=\d+\+\d+`, func(f []string) bool {
		return strings.TrimPrefix(f[0], "(") == r.Move.String()
	})
}

// columnPhrases are for values written below each other.
func columnPhrases(values []uint64) []phrase {
	next := 0
	return []phrase{
		is(`counts of (.*) in the piles`, func(f []string) bool { return f[1] == theory.Parts(values) }),
		is(`counts of 1s, 2s, 4s …`, func([]string) bool { return true }), // where there is little room
		is(`7 is 4 \+ 2 \+ 1|columns, from the right, are the `+theory.AllParts, func([]string) bool { return true }),
		is(`(?m)^ *(\d+) = ([01]+)$`, func(f []string) bool {
			next++
			bits, _ := strconv.ParseUint(f[2], 2, 64)
			return next <= len(values) && num(f[1]) == values[next-1] && bits == values[next-1]
		}),
		is(`(?m)^and (\d+) more$`, func(f []string) bool { return int(num(f[1])) == len(values)-next }),
		is(`nim-sum = ([01]+)`, func(f []string) bool {
			bits, _ := strconv.ParseUint(f[1], 2, 64)
			return bits == xorOf(values)
		}),
	}
}

// nimPhrases are those of Nim, and of the hands in Total-Reverse Nim.
func nimPhrases(t *testing.T, p games.Position, r solver.Reason) []phrase {
	board, _ := pilesOf(t, p)
	ones, larger := countOnes(board)
	after, i := board, 0
	win := r.Claim == theory.CanWin
	if win {
		after, i = moved(board, r.Move)
	}
	onesAfter, largerAfter := countOnes(after)
	to := board[max(i, 0)] - r.Move.Count
	return append(columnPhrases(board),
		is(`cuts the (\d+) to (\d+)`, func(f []string) bool { return num(f[1]) == board[i] && num(f[2]) == to && to > 0 }),
		is(`takes the (\d+) away`, func(f []string) bool { return num(f[1]) == board[i] && to == 0 }),
		is(`an odd number \((\d+)\)`, func(f []string) bool {
			return int(num(f[1])) == onesAfter && onesAfter%2 == 1 && largerAfter == 0
		}),
		is(`an even number \((\d+)\)`, func(f []string) bool { return int(num(f[1])) == ones && ones%2 == 0 && larger == 0 }),
		is(`take (\d+) from pile (\d+), which leaves (\d+) of its (\d+)`, func(f []string) bool {
			return num(f[1]) == r.Move.Count && f[2] == r.Move.Where && num(f[3]) == to && num(f[4]) == board[i]
		}),
		is(`take all of pile (\d+), which has (\d+)`, func(f []string) bool {
			return f[1] == r.Move.Where && num(f[2]) == board[i] && to == 0
		}),
		is(`the move makes ([01]+) of ([01]+):`, func(f []string) bool {
			return f[1] == strconv.FormatUint(to, 2) && f[2] == strconv.FormatUint(board[i], 2) && xorOf(after) == 0
		}),
		is(`in the piles (?:are )?all even`, func([]string) bool { return r.Claim == theory.CanWin || xorOf(board) == 0 }),
		is(`in equal pairs|two piles are equal|two equal piles`, func([]string) bool { return paired(after) }),
		is(`take the whole pile`, func([]string) bool { return win && len(after) == 0 }),
		movePhrase(r))
}

// paired reports whether there is an even number of piles of each size.
func paired(board []uint64) bool {
	odd := map[uint64]bool{}
	for _, n := range board {
		odd[n] = !odd[n]
	}
	for _, is := range odd {
		if is {
			return false
		}
	}
	return true
}

// reversePhrases are those of Move-Reverse and Pile-Reverse Nim.
func reversePhrases(t *testing.T, v *games.Variant, p games.Position, r solver.Reason) []phrase {
	board, nominated := pilesOf(t, p)
	ones, larger := countOnes(board)
	turn := p.Turn()
	own := turn.Owner == turn.Actor
	win := r.Claim == theory.CanWin
	leaves, named := uint64(0), uint64(0)
	onesAfter, largerAfter, ownAfter := ones, larger, own // once the number is taken
	if nominated >= 0 {
		named = board[nominated]
		if win {
			leaves = named - r.Move.Count
		}
		after := append(append([]uint64(nil), board[:nominated]...), board[nominated+1:]...)
		if leaves > 0 {
			after = append(after, leaves)
		}
		onesAfter, largerAfter = countOnes(after)
		ownAfter = !own
	}
	return []phrase{
		is(`(?:the last one|it) goes in your( opponent's)? turn, which (wins|loses) for (you|them)`, func(f []string) bool {
			left, mine := onesAfter, ownAfter
			if nominated >= 0 && left == 0 {
				left, mine = 1, own // the one that is named is the last
			}
			inMine := mine == (left%2 == 1)
			return largerAfter == 0 && inMine == (f[1] == "") && (f[3] == "you") == inMine && (f[2] == "wins") == (v.Ending == games.Normal)
		}),
		is(`the number of 1s is (even|odd) \((\d+)\)`, func(f []string) bool {
			return int(num(f[2])) == onesAfter && (onesAfter%2 == 0) == (f[1] == "even")
		}),
		is(`The number of 1s, now (\d+), will be odd`, func(f []string) bool { return int(num(f[1])) == ones && ones%2 == 1 }),
		is(`only 1s are left, (\d+) of them`, func(f []string) bool { return int(num(f[1])) == onesAfter && largerAfter == 0 }),
		is(`then the last 1 goes in your( opponent's)? turn, which (wins|loses) for (you|them)\. If you name a 1, they name one`, func(f []string) bool {
			inMine := !own == (ones%2 == 1)
			return larger == 1 && ones%2 == 0 && inMine == (f[1] == "") && (f[3] == "you") == inMine && (f[2] == "wins") == (v.Ending == games.Normal)
		}),
		is(`of the only pile your opponent leaves nothing: the last counter goes in your( opponent's)? turn, which (wins|loses) for (you|them)`, func(f []string) bool {
			return larger == 1 && ones == 0 && own == (f[1] == "") && (f[3] == "you") == own && (f[2] == "wins") == (v.Ending == games.Normal)
		}),
		is(`there is no 1 on the board`, func([]string) bool { return ones == 0 }),
		is(`a single 1 is left|a single counter is left`, func([]string) bool { return onesAfter == 1 && largerAfter == 0 }),
		is(`say (\d+) \(-(\d+)\)`, func(f []string) bool { return num(f[1]) == r.Move.Count && f[1] == f[2] }),
		is(`say -(\d+)`, func(f []string) bool { return num(f[1]) == r.Move.Count }),
		is(`to leave (\d+) of the (\d+)`, func(f []string) bool { return num(f[1]) == leaves && num(f[2]) == named }),
		is(`to leave nothing of the (\d+)`, func(f []string) bool { return leaves == 0 && num(f[1]) == named }),
		is(`name a pile of 1 \((\d+)\)`, func(f []string) bool { return board[num(f[1])-1] == 1 && f[1] == r.Move.String() }),
		is(`on the board: (\d+). Larger ones: (\d+)`, func(f []string) bool { return int(num(f[1])) == ones && int(num(f[2])) == larger }),
		is(`turn it is with an (odd|even) number of 1s`, func(f []string) bool {
			// With ones only the turns take one each.
			return (f[1] == "odd") == (v.Ending == games.Normal)
		}),
	}
}

// phrasesOf are all phrases that there are about a position.
func phrasesOf(t *testing.T, v *games.Variant, p games.Position, r solver.Reason) []phrase {
	switch id := v.Family.ID; {
	case id == "split-nim":
		return splitPhrases(t, v, p, r)
	case id == "partizan-end-nim":
		return partizanPhrases(t, p, r)
	case id == "end-nim":
		return endNimPhrases(t, v, p, r)
	case v.Reverse && !strings.HasPrefix(v.ID, "total"):
		return reversePhrases(t, v, p, r)
	}
	return nimPhrases(t, p, r)
}
