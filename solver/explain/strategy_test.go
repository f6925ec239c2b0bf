package explain_test

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/gamestest"
	"nimatron/games/nim"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver/depots"
	"nimatron/solver/partizan"
	"nimatron/solver/piles"
	"nimatron/solver/rows"
	"nimatron/solver/splits"
	"nimatron/solver/theory"
)

// TestStrategiesWin plays only the strategy in a reason's data, against every reply from every
// small won position and, as second player, from every small lost one. The data is from the start
// of play. In rows and on boards, whose reasons are tables of answers, each lost position that the
// player leaves has a new one.
func TestStrategiesWin(t *testing.T) {
	for _, v := range testlong.Sample(t, append(slices.Clone(variants), boards...), (len(variants)+len(boards))/2) {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			f := &follower{T: t, variant: v, met: map[string]bool{}}
			won, lost := 0, 0
			for _, text := range smallBoards(v) {
				for _, side := range []games.Side{games.Left, games.Right} {
					p, err := v.Parse(text, side)
					if err != nil || games.Over(p) || side == games.Right && !v.Partizan {
						continue
					}
					r := reasonOf(t, v, p)
					if gamestest.OracleOf(v).Wins(stateOf(p)) != (r.Claim == theory.CanWin) {
						t.Fatalf("%s %s: the claim is %s", p, side, r.Claim)
					}
					f.me, f.plan, f.rule = p.Turn().Actor, planOf(t, v, r), r.Justification.Rule()
					if r.Claim == theory.CanWin {
						won++
						f.play(p, r.Move, "")
					} else {
						lost++
						f.me = f.me.Other()
						f.meet(p, "")
					}
				}
			}
			if won < 20 || lost < 5 {
				t.Errorf("only %d won positions and %d lost ones", won, lost)
			}
		})
	}
}

// stateOf returns p as a model's state.
func stateOf(p games.Position) gamestest.State {
	return gamestest.State{Position: p.String(), Owner: p.Turn().Owner}
}

// smallBoards are the boards on which strategies are tried.
func smallBoards(v *games.Variant) (list []string) {
	oracle := gamestest.OracleOf(v)
	if slices.Contains(boards, v) || oracle.Model().Piles == 1 {
		for _, state := range oracle.Reachable(oracle.SmallStarts(v, 1, 0)) {
			list = append(list, state.Position)
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	piles, size := testlong.Times(3, 3, 4), 5
	switch v.Family.ID {
	case "split-nim":
		piles, size = 3, testlong.Times(4, 4, 7)
	case "end-nim", "partizan-end-nim":
		size = 4
	}
	for _, text := range oracle.Model().Starts(testlong.Times(3, piles, piles), size) {
		list = append(list, text)
		board, _, _ := games.ParsePiles(text)
		for i := range board {
			if v.Reverse {
				list = append(list, string(games.AppendPiles(nil, board, i)))
			}
		}
	}
	return list
}

// plan answers the opponent's move. last is the board before it, p the one after.
type plan func(last, p games.Position, move games.Move) (answer games.Move, ok bool)

// follower plays by a plan.
type follower struct {
	*testing.T
	variant *games.Variant
	me      games.Side
	plan    plan
	rule    theory.Rule     // the rule of the plan's reason
	met     map[string]bool // states already played, by player and rule
}

// play makes a move of the follower and tries every reply.
func (f *follower) play(p games.Position, move games.Move, line string) {
	line += " " + move.String()
	next, err := p.Play(move)
	if err != nil {
		f.Fatalf("%s %s: the strategy plays%s: %v", f.variant.ID, p, line, err)
	}
	f.meet(next, line)
}

// meet tries every move of the opponent.
func (f *follower) meet(p games.Position, line string) {
	key := fmt.Sprint(p, p.Turn(), f.me, f.rule)
	if f.met[key] {
		return
	}
	f.met[key] = true
	if winner, over := f.variant.Winner(p); over {
		if winner != f.me {
			f.Fatalf("%s: the strategy has lost:%s", f.variant.ID, line)
		}
		return
	}
	if p.Turn().Actor == f.me { // after the player's own half-move in a reverse game
		f.answer(p, p, games.Move{}, line)
		return
	}
	for step := range p.Options() {
		if line := line + " " + step.Move.String(); games.Over(step.Position) || step.Position.Turn().Actor != f.me {
			f.meet(step.Position, line)
		} else {
			f.answer(p, step.Position, step.Move, line)
		}
	}
}

func (f *follower) answer(last, p games.Position, move games.Move, line string) {
	answer, ok := f.plan(last, p, move)
	if !ok {
		f.Fatalf("%s: the strategy has no answer after%s, on %s", f.variant.ID, line, p)
	}
	f.play(p, answer, line)
}

// planOf reads the strategy from a reason.
func planOf(t *testing.T, v *games.Variant, r theory.Reason) plan {
	switch g := r.Justification.(type) {
	case *piles.NimJustification:
		return nimPlan(t, g)
	case *piles.BoundedJustification:
		return boundedPlan(t, g)
	case *piles.FibonacciJustification:
		return fibonacciPlan
	case *piles.HandJustification:
		return nimPlan(t, &g.NimJustification)
	case *piles.ReverseJustification:
		return reversePlan(t, g)
	case *rows.Justification:
		return endNimPlan(t, v)
	case *partizan.Justification:
		return partizanPlan(t, v)
	case *splits.Justification:
		return columnsPlan(t, g.Kind, g.Ending, g.Of, func(i int, n uint64) (games.Move, bool) { return splitOf(g, i, n) })
	case *depots.Justification:
		return boardPlan(t, v)
	}
	t.Fatalf("a reason of type %T", r.Justification)
	return nil
}

// pilesOf returns the piles in a position's notation. nominated is the index of the one in
// brackets, or -1.
func pilesOf(t testing.TB, p games.Position) (piles []uint64, nominated int) {
	t.Helper()
	piles, nominated, err := games.ParsePiles(p.String())
	must.OK(t, err)
	return piles, nominated
}

// countOnes counts the piles of 1 and those above.
func countOnes(piles []uint64) (ones, larger int) {
	for _, n := range piles {
		switch {
		case n == 1:
			ones++
		case n > 1:
			larger++
		}
	}
	return ones, larger
}

// cutTo lowers a pile to a number of counters.
func cutTo(board []uint64, i int, to uint64) games.Move { return games.TakePile(i, board[i]-to) }

// nimPlan plays piles that are worth their size and can't be split.
func nimPlan(t *testing.T, g *piles.NimJustification) plan {
	return columnsPlan(t, g.Kind, g.Ending, func(n uint64) uint64 { return n }, func(int, uint64) (games.Move, bool) { return games.Move{}, false })
}

// columnsPlan makes every binary column of the piles' values even, or copies the last move under
// the rule of pairs. In misère play it leaves an odd number of 1s if only one pile is above 1.
func columnsPlan(t *testing.T, kind theory.Rule, ending games.Ending, worth func(uint64) uint64, split func(i int, n uint64) (games.Move, bool)) plan {
	return func(last, p games.Position, move games.Move) (games.Move, bool) {
		board, _ := pilesOf(t, p)
		ones, larger := countOnes(board)
		switch {
		case ending == games.Misere && larger == 0:
			return cutTo(board, games.FirstPile(board), 0), true
		case ending == games.Misere && larger == 1:
			i := slices.IndexFunc(board, func(n uint64) bool { return n > 1 })
			return cutTo(board, i, uint64(1-ones%2)), true
		case kind == theory.RulePairs:
			before, _ := pilesOf(t, last)
			from := before[move.Index]
			i := slices.Index(board, from)
			if i >= 0 && move.Kind == games.Split { // the part may be as large as the copied pile, and then any equal pile will do
				return games.SplitPile(i, move.Parts[0], move.Parts[1]), true
			}
			return cutTo(board, max(i, 0), from-move.Count), i >= 0
		}
		x := uint64(0)
		for _, n := range board {
			x ^= worth(n)
		}
		i := slices.IndexFunc(board, func(n uint64) bool { return worth(n)&(1<<(bits.Len64(x)-1)) != 0 })
		if i < 0 {
			return games.Move{}, false
		}
		if size := worth(worth(board[i]) ^ x); size < board[i] { // the value function is its own inverse
			return cutTo(board, i, size), true
		}
		return split(i, board[i])
	}
}

// boundedPlan takes the rest of the round from the opponent's pile, if the pile counts more than before
// or if all count 0 or 1; else it plays Nim with what the piles count.
func boundedPlan(t *testing.T, g *piles.BoundedJustification) plan {
	return func(last, p games.Position, move games.Move) (games.Move, bool) {
		board, _ := pilesOf(t, p)
		before, _ := pilesOf(t, last)
		counts := slices.Clone(board)
		for i := range counts {
			counts[i] %= g.Round
		}
		i, rest := int(move.Index), g.Round-move.Count
		_, larger := countOnes(counts)
		firsts := larger == 0 || move.Count > before[i]%g.Round
		switch {
		case g.Kind == theory.RulePairs:
			k := slices.Index(board, before[i])
			return games.TakePile(max(k, 0), move.Count), k >= 0
		case firsts && move.Count < g.Round && board[i] >= rest:
			return games.TakePile(i, rest), true
		case g.Ending == games.Misere && larger == 0:
			if k := slices.Index(counts, 1); k >= 0 {
				return games.TakePile(k, 1), true
			}
			k := slices.IndexFunc(board, func(n uint64) bool { return n > 0 })
			return games.TakePile(max(k, 0), g.Round-1), k >= 0
		}
		return columnsPlan(t, theory.RuleColumns, g.Ending, func(n uint64) uint64 { return n }, nil)(nil, countsOnly(t, counts), move)
	}
}

// countsOnly is a position of Nim with piles of the heights that others count.
func countsOnly(t *testing.T, counts []uint64) games.Position {
	t.Helper()
	return must.Get(nim.Normal.Parse(string(games.AppendPiles(nil, counts, -1)), games.Left))(t)
}

// fibonacciPlan takes the smallest part of the pile as a sum of Fibonacci numbers, the largest first.
func fibonacciPlan(_, p games.Position, _ games.Move) (games.Move, bool) {
	height, _, _ := strings.Cut(p.String(), " ")
	pile, _ := strconv.Atoi(height)
	numbers := []int{1, 2}
	for i := 0; numbers[i+1] <= pile; i++ {
		numbers = append(numbers, numbers[i]+numbers[i+1])
	}
	part := 0
	for _, n := range slices.Backward(numbers) {
		if n <= pile {
			part, pile = n, pile-n
		}
	}
	return games.TakePile(0, uint64(part)), part > 0
}

// splitOf splits a pile whose value must be its size.
func splitOf(g *splits.Justification, i int, n uint64) (games.Move, bool) {
	switch {
	case g.Form == splits.Lasker && n%4 == 3:
		return games.SplitPile(i, 1, n-1), true
	case g.Form != splits.Two && g.Form != splits.Even || n%2 != 0:
		return games.Move{}, false
	}
	// One of the digits that count goes to one part, all others to the other.
	counting := n
	if g.Form == splits.Even {
		counting &^= g.Power - 1
	}
	share := counting & -counting
	a, b := share+uint64(g.Q)/2, n-share+uint64(g.Q)/2
	return games.SplitPile(i, min(a, b), max(a, b)), true
}

// reversePlan names a 1, and leaves 1.
func reversePlan(t *testing.T, g *piles.ReverseJustification) plan {
	return func(_, p games.Position, _ games.Move) (games.Move, bool) {
		board, nominated := pilesOf(t, p)
		if nominated < 0 {
			i := slices.Index(board, 1)
			return games.NominatePile(max(i, 0)), i >= 0
		}
		n := board[nominated]
		if _, larger := countOnes(board); n > 1 && (larger > 1 || !g.TakeLast) {
			n--
		}
		return games.Move{Kind: games.Dictate, Count: n}, true
	}
}

// endNimPlan looks up the answer in the table of the row that was left.
func endNimPlan(t *testing.T, v *games.Variant) plan {
	return func(last, p games.Position, move games.Move) (games.Move, bool) {
		table, right := reasonOf(t, v, last).Justification.(*rows.Justification).Replies()
		before, _ := pilesOf(t, last)
		rest := before[0] - move.Count
		if move.Where == "R" {
			table, rest = right, before[len(before)-1]-move.Count
		}
		reply, ok := replyTo(table, rest)
		if !ok || reply.Kind == theory.Over {
			return games.Move{}, false
		}
		return replyMove(p, reply, rest)
	}
}

// partizanPlan takes the player's own pile whole if the opponent's is short, else 1.
func partizanPlan(t *testing.T, v *games.Variant) plan {
	return func(_, p games.Position, _ games.Move) (games.Move, bool) {
		row, _ := pilesOf(t, p)
		me, count := p.Turn().Actor, row[0]
		if me == games.Right {
			count = row[len(row)-1]
		}
		g := reasonOf(t, v, p).Justification.(*partizan.Justification)
		if _, meets := g.FarSpare(); meets && g.Kind == partizan.Spare {
			count = 1
		}
		return games.TakeEnd(me, count), true
	}
}

// boardPlan looks up the answer in the reason of the board that was left. It asks the solver about
// common knowledge of Nim and End-Nim.
func boardPlan(t *testing.T, v *games.Variant) plan {
	return func(last, p games.Position, move games.Move) (games.Move, bool) {
		g := reasonOf(t, v, last).Justification.(*depots.Justification)
		if g.Misere {
			for step := range p.Options() {
				if ones, most := stacksOf(step.Position); most == 1 && ones%2 == 1 {
					return step.Move, true
				}
			}
		}
		if answer, ok := boardAnswer(g, p, move); ok || g.All {
			return answer, ok
		}
		moves, _, err := shared.Winning(t.Context(), v, p, 1)
		return append(moves, games.Move{})[0], err == nil && len(moves) > 0
	}
}

// stacksOf returns how many stacks remain, and the most counters on one.
func stacksOf(p games.Position) (number int, most uint64) {
	for _, n := range p.(*depotnim.Position).Counters() {
		if most = max(most, n); n > 0 {
			number++
		}
	}
	return number, most
}

// boardAnswer returns the answer to the move that led to p, from a reason's data.
func boardAnswer(g *depots.Justification, p games.Position, move games.Move) (games.Move, bool) {
	after := p.(*depotnim.Position)
	left := after.Counters()[move.Index]
	for _, pair := range g.Pairs {
		for i := range pair {
			if pair[i] == move.Where {
				answer, err := p.Read(fmt.Sprintf("%s-%d", pair[1-i], move.Count))
				return answer, err == nil
			}
		}
	}
	for _, r := range g.Replies {
		if had := after.Counters()[r.Answer]; r.Stack == int(move.Index) && r.Low <= left && left <= r.High {
			return after.Take(r.Answer, had-r.To(left)), r.To(left) < had
		}
	}
	return games.Move{}, false
}

// TestBoardAnswers checks the answers in the reasons of generated starts by search. Complete lists
// answer every move, and each answer wins. With -v it prints the table of docs/theory/reasons.md.
func TestBoardAnswers(t *testing.T) {
	for _, v := range boards {
		for _, size := range games.Sizes {
			n := testlong.Times(2, 3, 60)
			if size == games.Large && !testlong.Long() {
				continue
			}
			searched, complete := 0, 0
			for _, p := range startsOf(t, v, size, n) {
				r := reasonOf(t, v, p)
				checkLengths(t, v, p, r)
				g := r.Justification.(*depots.Justification)
				table := g.Kind == depots.Sum || g.Kind == depots.Searched
				if table && len(g.Replies) == 0 {
					searched++
				}
				if complete++; table && !g.All {
					complete--
				}
				if !table {
					continue
				}
				for step := range g.Lost.Options() {
					answer, ok := boardAnswer(g, step.Position, step.Move)
					if !ok && g.All {
						t.Fatalf("%s %s: no answer to %s", v.ID, g.Lost, step.Move)
					}
					if !ok {
						continue
					}
					if won, err := shared.Wins(t.Context(), v, play(t, step.Position, answer)); won || err != nil {
						t.Errorf("%s %s: the answer to %s, %s, does not win: %v", v.ID, g.Lost, step.Move, answer, err)
					}
				}
			}
			t.Logf("%-22s %-6s of %d starts %d are searched, %d have a complete table or rule", v.ID, size, n, searched, complete)
			if size != games.Large && (10*searched > n || searched > 0 && v.Partizan) {
				t.Errorf("%s %s: of %d of %d starts no more is said than that every line was tried", v.ID, size, searched, n)
			}
		}
	}
}
