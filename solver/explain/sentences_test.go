package explain_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/games/gamestest"
	"nimatron/games/sum"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver/explain"
	"nimatron/solver/theory"
)

// Players follow the printed short reason here, and know only its sentences.

// advice is the advice of a short reason in Partizan End-Nim. The winner takes 1 while the other's
// end pile is at least holds. less and gone are the advice for a smaller pile and for none.
type advice struct {
	holds      uint64
	less, gone string // "1" or "whole"
}

// adviceForms are the sentences with advice. Their three groups are holds, less and gone.
var adviceForms = []struct {
	form *regexp.Regexp
	advice
}{
	{regexp.MustCompile(`Then take 1 each time, and the rest of yours once their pile is gone\.`), advice{1, "1", "whole"}},
	{regexp.MustCompile(`Take some, and they take 1; take all, and they take all\.`), advice{1, "1", "whole"}},
	{regexp.MustCompile(`take 1 while their end pile is (\d+) or more, yours whole once it is less, and 1 if they clear it\.`), advice{0, "whole", "1"}},
	{regexp.MustCompile(`while you leave (\d+) or more of your \d+, your opponent takes 1; leave less, and they take theirs whole; clear it, and they take 1\.`), advice{0, "whole", "1"}},
	{regexp.MustCompile(`take 1 each time until their end pile is gone, then yours whole\.`), advice{1, "", "whole"}},
	{regexp.MustCompile(`take 1 each time until their end pile is gone, then 1\.`), advice{1, "", "1"}},
	{regexp.MustCompile(`leave some of your \d+, and your opponent takes 1; clear it, and they take theirs whole\.`), advice{1, "", "whole"}},
	{regexp.MustCompile(`leave some of your \d+, and your opponent takes 1; clear it, and they take 1\.`), advice{1, "", "1"}},
	{regexp.MustCompile(`[Ii]f they leave some of their end pile, take yours whole; if they clear it, take 1\.`), advice{1 << 62, "whole", "1"}},
	{regexp.MustCompile(`Leave some of it, and they take theirs whole; clear it, and they take 1\.`), advice{1 << 62, "whole", "1"}},
	{regexp.MustCompile(`[Tt]hey can only take their 1, and then you take 1\.`), advice{1 << 62, "", "1"}},
	{regexp.MustCompile(`You can only take your 1, and then they take 1\.`), advice{1 << 62, "", "1"}},
	{regexp.MustCompile(`[Ww]hatever they take, take yours whole\.`), advice{1 << 62, "whole", "whole"}},
	{regexp.MustCompile(`Whatever you take, they take theirs whole\.`), advice{1 << 62, "whole", "whole"}},
	{regexp.MustCompile(`take the last pile whole`), advice{}},
	// sentences for both players, which say neither "you" nor "they"
	{regexp.MustCompile(`takes 1 each time \(.*\), and the rest once \w+'s pile is gone\.`), advice{1, "", "whole"}},
	{regexp.MustCompile(`Both piles are \d+: the other player takes 1 each time, and the rest once the first one's pile is gone\.`), advice{1, "", "whole"}},
	{regexp.MustCompile(`takes 1 \(.*\) while \w+'s end pile is (\d+) or more, the whole \w+ pile once it is less, and 1 if \w+ clears it\.`), advice{0, "whole", "1"}},
	{regexp.MustCompile(`takes 1 each time \(.*\), and the \w+ pile whole if \w+ clears the other end\.`), advice{1, "", "whole"}},
	{regexp.MustCompile(`takes 1 each time \(.*\), and 1 if \w+ clears the other end\.`), advice{1, "", "1"}},
	{regexp.MustCompile(`takes the whole \w+ pile \(.*\), whatever \w+ does\.`), advice{1 << 62, "whole", "whole"}},
	{regexp.MustCompile(`takes the whole \w+ pile \(.*\), or 1 if \w+ clears theirs first\.`), advice{1 << 62, "whole", "1"}},
}

// lostByBoth matches the sentence about a row that the first player loses.
var lostByBoth = regexp.MustCompile(`The other takes 1 while Left leaves (\d+) or more, or Right (\d+), else the whole end pile\. For a cleared end Right takes (1|theirs whole), Left (1|theirs whole)\.`)

// advised parses the advice of a short reason.
func advised(t *testing.T, p games.Position, text string) advice {
	t.Helper()
	for _, of := range adviceForms {
		if found := of.form.FindStringSubmatch(text); found != nil {
			a := of.advice
			if len(found) > 1 {
				a.holds, _ = strconv.ParseUint(found[1], 10, 64)
			}
			return a
		}
	}
	t.Fatalf("%s: what to take is not in: %s", p, text)
	return advice{}
}

// answer returns the advised answer to a move that leaves left counters in the opponent's end pile.
func (a advice) answer(left, own uint64) uint64 {
	take := a.less
	switch {
	case left == 0:
		take = a.gone
	case left >= a.holds:
		take = "1"
	}
	if take == "whole" {
		return own
	}
	return 1
}

// reader plays Partizan End-Nim by short reasons. It reads a new one when an end is gone.
type reader struct {
	*testing.T
	me  games.Side
	met map[string]bool
}

// ends returns the reader's end pile and the opponent's.
func (f *reader) ends(row []uint64) (own, far uint64) {
	if f.me == games.Right {
		return row[len(row)-1], row[0]
	}
	return row[0], row[len(row)-1]
}

// begin reads the short reason of a position that the reader wins, moving first or second.
func (f *reader) begin(p games.Position, line string) {
	key := fmt.Sprint(p, p.Turn().Owner, f.me)
	if f.met[key] {
		return
	}
	f.met[key] = true
	r := reasonOf(f.T, endnim.Partizan, p)
	text := explain.Short(endnim.Partizan, p, r)
	if a := advised(f.T, p, text); p.Turn().Owner != f.me {
		if row, _ := pilesOf(f.T, p); a.holds < 1<<62 && len(row) > 1 {
			if _, loser := f.ends(row); a.holds > loser {
				f.Fatalf("%s: no move leaves %d of %d: %s", p, a.holds, loser, text)
			}
		}
		f.meet(p, a, line)
	} else {
		f.play(p, a, r.Move, line)
	}
}

// beginAnalysed reads the part of an analysis about both players.
func (f *reader) beginAnalysed(p games.Position, line string) {
	of := must.Get(shared.Analyze(f.T.Context(), endnim.Partizan, p))(f)
	text, a := explain.Analysis(of), advice{}
	found := lostByBoth.FindStringSubmatch(text)
	switch {
	case of.Outcome == theory.NextWins:
		return
	case found != nil:
		a = advice{less: "whole", gone: strings.TrimPrefix(found[3+int(f.me.Other())], "theirs ")}
		a.holds, _ = strconv.ParseUint(found[1+int(f.me.Other())], 10, 64)
	default:
		a = advised(f.T, p, text)
	}
	line += ": " + text
	if p.Turn().Owner != f.me {
		f.meet(p, a, line)
		return
	}
	move := reasonOf(f.T, endnim.Partizan, p).Move
	row, _ := pilesOf(f.T, p)
	if own, _ := f.ends(row); own == move.Count { // an end is gone
		f.begin(play(f.T, p, move), line)
		return
	}
	f.play(p, a, move, line)
}

func (f *reader) play(p games.Position, a advice, move games.Move, line string) {
	f.meet(play(f.T, p, move), a, line+" "+move.String())
}

// meet tries every move of the opponent.
func (f *reader) meet(p games.Position, a advice, line string) {
	if winner, over := endnim.Partizan.Winner(p); over {
		if winner != f.me {
			f.Fatalf("the advice has lost:%s", line)
		}
		return
	}
	key := fmt.Sprint(p, f.me, a)
	if f.met[key] {
		return
	}
	f.met[key] = true
	before, _ := pilesOf(f.T, p)
	for step := range p.Options() {
		line := line + " " + step.Move.String()
		if games.Over(step.Position) {
			f.meet(step.Position, a, line)
			continue
		}
		row, _ := pilesOf(f.T, step.Position)
		own, left := f.ends(row)
		if len(row) < len(before) {
			left = 0
		}
		answer := games.TakeEnd(f.me, a.answer(left, own))
		if next := play(f.T, step.Position, answer); left == 0 || answer.Count == own { // an end is gone
			if line += " " + answer.String(); games.Over(next) {
				f.meet(next, a, line)
			} else {
				f.begin(next, line)
			}
			continue
		}
		f.play(step.Position, a, answer, line)
	}
}

// TestShortFormsOfPartizanRowsWin plays by the short reason of a row and, when an end is gone, by
// the next one. That wins from every small position, moving first or second. Ends are larger than
// the piles between, so that both can wait.
func TestShortFormsOfPartizanRowsWin(t *testing.T) {
	oracle, v := gamestest.OracleOf(endnim.Partizan), endnim.Partizan
	rows := oracle.Model().Starts(4, 4)
	ends := testlong.Times(5, 5, 9)
	for _, between := range oracle.Model().Starts(3, 3) {
		for a := 1; a <= ends; a++ {
			for b := 1; b <= ends; b++ {
				rows = append(rows, fmt.Sprint(a, " ", between, " ", b))
			}
		}
	}
	met := map[string]bool{}
	for _, text := range rows {
		for _, side := range []games.Side{games.Left, games.Right} {
			p := gamestest.Parse(t, v, text, side)
			f := &reader{T: t, me: side, met: met}
			if !oracle.Wins(stateOf(p)) {
				f.me = side.Other()
			}
			f.begin(p, text+","+" "+side.String()+":")
			f.beginAnalysed(p, text)
		}
	}
}

// countedAs parses from a short reason how piles count: "counting 6 as 7 and 7 as 6".
var countedAs = regexp.MustCompile(`(\d+) as (\d+)`)

// roundOf parses the round from a short reason in Bounded Nim.
var roundOf = regexp.MustCompile(`(?:multiples? of|divided by) (\d+)`)

// pilesPlan plays by a short reason on piles.
func pilesPlan(t *testing.T, text string) plan {
	if regexp.MustCompile("take (the|its) smallest part (again|of the rest)").MatchString(text) {
		return fibonacciPlan
	}
	counts := map[uint64]uint64{}
	for _, found := range countedAs.FindAllStringSubmatch(text, -1) {
		from, _ := strconv.ParseUint(found[1], 10, 64)
		counts[from], _ = strconv.ParseUint(found[2], 10, 64)
	}
	if strings.Contains(text, "counting 3, 7, 11 … one more and 4, 8, 12 … one less") {
		for n := uint64(3); n < 20; n += 4 {
			counts[n], counts[n+1] = n+1, n
		}
	}
	if found := roundOf.FindStringSubmatch(text); found != nil {
		round, _ := strconv.ParseUint(found[1], 10, 64)
		for n := range 4 * round {
			counts[n] = n % round
		}
	}
	twins, onlyOnes := regexp.MustCompile("twin|two (equal )?piles").MatchString(text), regexp.MustCompile("leave an odd number of 1s|one (more|above)").MatchString(text)
	return func(last, p games.Position, move games.Move) (answer games.Move, ok bool) {
		before, _ := pilesOf(t, last)
		slices.Sort(before)
		for step := range p.Options() {
			board, _ := pilesOf(t, step.Position)
			counted := slices.Clone(board)
			for i, n := range board {
				if of, other := counts[n]; other && roundOf.MatchString(text) {
					counted[i] = of
				}
			}
			ones, larger := countOnes(counted)
			if onlyOnes || strings.Contains(text, "nly 1s") || strings.Contains(text, "nothing but 1s") || strings.Contains(text, "single counter") {
				if larger == 0 && ones%2 == 1 {
					return step.Move, true
				}
			}
			nimSum, size := uint64(0), map[uint64]int{}
			for _, n := range games.Filled(board) {
				size[n]++
				if of, other := counts[n]; other {
					n = of
				}
				nimSum ^= n
			}
			even := nimSum == 0
			if twins { // the same move on the twin makes pairs again
				even = true
				for _, times := range size {
					even = even && times%2 == 0
				}
			}
			if even && !ok {
				answer, ok = step.Move, true
			}
		}
		return answer, ok
	}
}

// TestShortFormsOnPilesWin checks that following the short reason on piles wins from every small won position.
func TestShortFormsOnPilesWin(t *testing.T) {
	for id, size := range map[string]int{"nim": testlong.Times(5, 5, 7), "nim/misere": testlong.Times(5, 5, 6), "split-nim/0": testlong.Times(3, 3, 4), "split-nim/2": testlong.Times(4, 4, 6), "split-nim/3": 4, "split-nim/0/misere": testlong.Times(3, 3, 4), "split-nim/2/misere": testlong.Times(3, 4, 6),
		"nim/max/3": testlong.Times(6, 7, 9), "nim/max/3/misere": testlong.Times(6, 7, 9), "fibonacci-nim": 20} {
		v, met := find(t, id), map[string]bool{}
		model := gamestest.OracleOf(v).Model()
		for _, text := range model.Starts(min(3, model.Piles), size) {
			p := gamestest.Parse(t, v, text, games.Left)
			if games.Over(p) {
				continue
			}
			r := reasonOf(t, v, p)
			short := explain.Short(v, p, r)
			said := theory.Rule(fmt.Sprint(countedAs.FindAllString(short, -1), strings.Contains(short, "twin"), strings.Contains(short, "1s are left")))
			f := &follower{T: t, variant: v, me: games.Left, plan: pilesPlan(t, short), rule: said + r.Justification.Rule(), met: met}
			if r.Claim == theory.CanWin {
				f.play(p, r.Move, text+": "+short)
			} else {
				f.me = games.Right
				f.meet(p, text+": "+short)
			}
		}
	}
}

var (
	worthForm = regexp.MustCompile(`both ends worth (\d+): the pile, \+1 in an odd run of equal piles before a higher one\. Keep them the same`)
	equalForm = regexp.MustCompile(`Of equal piles alone leave an (even|odd) number(, of 1s odd)?\.`)
)

// worthOf returns what a short form says that the left end of a row is worth, and whether all its piles are equal.
func worthOf(row []uint64) (worth uint64, equal bool) {
	run := slices.IndexFunc(row, func(n uint64) bool { return n != row[0] })
	if run < 0 {
		return 0, true
	}
	if row[run] > row[0] {
		run++
	}
	return row[0] + uint64(run%2), false
}

// rowsPlan plays End-Nim by a short reason: it copies moves, or leaves a row of which the text says that it is lost.
func rowsPlan(t *testing.T, v *games.Variant, text string) plan {
	said := equalForm.FindStringSubmatch(text)
	return func(_, p games.Position, move games.Move) (answer games.Move, ok bool) {
		for step := range p.Options() {
			row, _ := pilesOf(t, step.Position)
			ones, larger := countOnes(row)
			winner, over := v.Winner(step.Position)
			left, equal := worthOf(row)
			slices.Reverse(row)
			right, _ := worthOf(row)
			switch {
			case over && winner == p.Turn().Actor, strings.Contains(text, "only 1s") && larger == 0 && ones%2 == 1,
				said != nil && !over && !equal && left == right,
				said != nil && !over && equal && (said[2] != "" && row[0] == 1 || said[1] == "odd") == (len(row)%2 == 1):
				return step.Move, true
			}
		}
		return games.TakeEnd(games.Side(1-move.Index), move.Count), strings.Contains(text, "Copy each move at the other end.")
	}
}

// TestShortFormsOfRowsWin checks that the short reason of a row wins from every small won row, without another one.
func TestShortFormsOfRowsWin(t *testing.T) {
	for _, v := range []*games.Variant{endnim.Normal, endnim.Misere, endnim.Loop} {
		f := &follower{T: t, variant: v, me: games.Left, met: map[string]bool{}}
		for _, text := range gamestest.OracleOf(v).Model().Starts(testlong.Times(4, 5, 6), 4) {
			p := gamestest.Parse(t, v, text, games.Left)
			r := reasonOf(t, v, p)
			if r.Claim != theory.CanWin {
				continue
			}
			short := explain.Short(v, p, r)
			if f.plan, f.rule = rowsPlan(t, v, short), r.Justification.Rule(); strings.Contains(short, "sk again") {
				t.Errorf("%s %s: %s", v.ID, p, short)
			}
			row, _ := pilesOf(t, play(t, p, r.Move))
			if said := worthForm.FindStringSubmatch(short); said != nil {
				if worth, equal := worthOf(row); equal || said[1] != fmt.Sprint(worth) {
					t.Errorf("%s %s: %s", v.ID, p, short)
				}
			}
			f.play(p, r.Move, text+": "+short)
		}
	}
}

// part returns one part of a sum, with this side to move.
func part(p games.Position, i int, side games.Side) (*games.Variant, games.Position) {
	of := p.(*sum.Position).Parts()[i]
	return of.Variant, of.Position.WithTurn(side)
}

// grundy returns the value of a board under normal play, by definition.
func grundy(known map[string]uint64, id string, p games.Position) uint64 {
	key := id + " " + p.String()
	if n, ok := known[key]; ok {
		return n
	}
	taken := map[uint64]bool{}
	for step := range p.Options() {
		taken[grundy(known, id, step.Position)] = true
	}
	n := uint64(0)
	for taken[n] {
		n++
	}
	known[key] = n
	return n
}

// counters returns the number of counters in a sum, and the most on one pile or stack.
func counters(p games.Position) (all, most uint64) {
	for _, of := range p.(*sum.Position).Parts() {
		var stacks []uint64
		if board, ok := of.Position.(*depotnim.Position); ok {
			stacks = board.Counters()
		} else {
			stacks, _, _ = games.ParsePiles(of.Position.String())
		}
		for _, n := range stacks {
			all, most = all+n, max(most, n)
		}
	}
	return all, most
}

// nimInSums plays Nim with the values of the parts, and the end by the start's short reason.
func nimInSums(t *testing.T, text string) plan {
	known := map[string]uint64{}
	ones := regexp.MustCompile(`Once (they|you) can leave only 1s, (they )?leave an odd number|Of 1s alone leave|nothing but 1s(, an odd| is left, an odd)`).MatchString(text)
	return func(_, p games.Position, _ games.Move) (answer games.Move, ok bool) {
		for step := range p.Options() {
			if all, most := counters(step.Position); ones && most == 1 && all%2 == 1 {
				return step.Move, true
			}
			nimSum := uint64(0)
			for _, of := range step.Position.(*sum.Position).Parts() {
				nimSum ^= grundy(known, of.Variant.ID, of.Position)
			}
			if nimSum == 0 && !ok {
				answer, ok = step.Move, true
			}
		}
		return answer, ok
	}
}

// onTheSamePart answers each move on the same part, by a move that wins there.
func onTheSamePart(_, p games.Position, move games.Move) (games.Move, bool) {
	number, _ := move.InPart()
	v, of := part(p, number-1, p.Turn().Owner)
	if games.Over(of) {
		return games.Move{}, false
	}
	for _, text := range gamestest.OracleOf(v).Winning(stateOf(of)) {
		answer, err := of.Read(text)
		return answer.OfPart(number), err == nil
	}
	return games.Move{}, false
}

// sumsOf draws sums of two or three small boards.
func sumsOf(t *testing.T, id string, boards []string, n int) (list []games.Position) {
	random := rand.New(rand.NewPCG(30, 19))
	for range n {
		parts := make([]string, 2+random.IntN(2))
		for i := range parts {
			parts[i] = boards[random.IntN(len(boards))]
		}
		list = append(list, gamestest.Parse(t, find(t, id), strings.Join(parts, " + "), games.Side(random.IntN(2))))
	}
	return list
}

// checkSaid checks the short reason of a lost sum.
func checkSaid(t *testing.T, p games.Position, r theory.Reason, text string) {
	t.Helper()
	if r.Claim == theory.CanWin {
		p = play(t, p, r.Move)
	}
	nimSum, known := uint64(0), map[string]uint64{}
	for _, of := range p.(*sum.Position).Parts() {
		nimSum ^= grundy(known, of.Variant.ID, of.Position)
	}
	all, most := counters(p)
	switch {
	case strings.Contains(text, "all even") && nimSum != 0 && !strings.Contains(text, "only part"),
		strings.Contains(text, "nothing but 1s, an odd") && (most > 1 || all%2 == 0),
		strings.Contains(text, "nothing but 1s is left") && (most > 1 || all%2 == 0),
		r.Justification.Rule() == "sides" && !strings.Contains(text, "on the part on which it was made") && !strings.Contains(text, "leaves only part") && !strings.Contains(text, "ends the game"):
		t.Errorf("%s is lost: %s", p, text)
	}
}

// TestShortFormsOfSumsWin checks that following the short reason of a sum wins, if it names a
// strategy.
func TestShortFormsOfSumsWin(t *testing.T) {
	for id, boards := range map[string][]string{
		"sum": {"nim 1", "nim 1 2", "nim 3", "end-nim 2 2", "end-nim 1 2 1", "end-nim/loop 1 2", "split-nim/0 3", "split-nim/2 2 1", "tree-nim a=2(b=1 c=2)", "forklift-nim 1 2/2 1"},
		"sum/misere": {"nim/misere 1", "nim/misere 1 1", "nim/misere 2", "nim/misere 1 3", "end-nim/misere 2 2", "end-nim/misere 1 2 1", "end-nim/misere 1 1",
			"split-nim/0/misere 3", "split-nim/2/misere 2", "tree-nim/misere a=2(b=1 c=2)", "tree-nim/misere a=1(b=1 c=1)", "forklift-nim/misere 1 1/2 1"},
		"partizan-sum": {"partizan-end-nim 1", "partizan-end-nim 2", "partizan-end-nim 1 2", "partizan-end-nim 2 1", "partizan-end-nim 1 1", "partizan-end-nim 1 3 2", "partizan-end-nim 3 2 2",
			"partizan-end-nim 3 3", "coloured-depot-nim a=1 b=1; *<a a-b b>*", "coloured-depot-nim a=2 b=2 c=1; *<a a-b b-c c>*"},
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			followed := map[bool]int{}
			for _, p := range sumsOf(t, id, boards, testlong.Times(40, 90, 1500)) {
				v := find(t, id)
				r := reasonOf(t, v, p)
				text := explain.Short(v, p, r)
				checkSaid(t, p, r, text)
				f := &follower{T: t, variant: v, me: p.Turn().Owner, rule: r.Justification.Rule(), met: map[string]bool{}}
				switch {
				case strings.Contains(text, "on the part on which it was made"):
					f.plan = onTheSamePart
				case !v.Partizan && regexp.MustCompile("Nim|nothing but 1s|only 1s|counts? [0-9]").MatchString(text):
					f.plan = nimInSums(t, text)
				default: // only one part is left, or the search found it
					continue
				}
				if followed[r.Claim == theory.CanWin]++; r.Claim == theory.CanWin {
					f.play(p, r.Move, p.String()+": "+text)
				} else {
					f.me = f.me.Other()
					f.meet(p, p.String()+": "+text)
				}
			}
			if slices.Min([]int{followed[true], followed[false]}) < testlong.Times(3, 10, 100) {
				t.Errorf("only %d winners and %d losers have a strategy", followed[true], followed[false])
			}
		})
	}
}

// TestLookOfLostBoards checks that lost boards have no hint at where to look for a winning move.
func TestLookOfLostBoards(t *testing.T) {
	for _, board := range []string{"forklift-nim 2 1 1 / 2 2 2 / 2 2 .", "tree-nim 3(1 2 3)", "tree-nim a=2(b=1(c=1) d=2)", "sum nim 1 + nim 1", "partizan-sum partizan-end-nim 1 + partizan-end-nim 1", "nim 1 1", "partizan-end-nim 1 1", "end-nim 1 1", "nim 0"} {
		id, position, _ := strings.Cut(board, " ")
		v := find(t, id)
		r := reasonOf(t, v, gamestest.Parse(t, v, position, games.Left))
		if look := explain.Look(v, r); look != "" {
			t.Errorf("%s, which is lost: %s", board, look)
		}
	}
}
