package explain_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"nimatron/games"
	"nimatron/solver/partizan"
	"nimatron/solver/piles"
	"nimatron/solver/rows"
	"nimatron/solver/splits"
	"nimatron/solver/theory"
)

// TestStrategiesWin lets a player who follows the printed strategy, and knows nothing
// else, meet every reply from every small won position, and as the second player every
// move from every small lost one. The strategy is what the data of
// one reason says: that of the position at the start, and in End-Nim, where reasons are
// tables of answers, that of each row that the player has left.
func TestStrategiesWin(t *testing.T) {
	for _, v := range variants {
		t.Run(v.ID, func(t *testing.T) {
			search := &wonBySearch{v: v, known: map[string]bool{}}
			won, lost := 0, 0
			for _, text := range smallBoards(v) {
				for _, side := range []games.Side{games.Left, games.Right} {
					p, err := v.Parse(text, side)
					if err != nil || games.Over(p) || side == games.Right && !v.Partizan {
						continue
					}
					r := reasonOf(t, v, p)
					if search.wins(p) != (r.Claim == theory.CanWin) {
						t.Fatalf("%s %s: the claim is %s", p, side, r.Claim)
					}
					f := &follower{T: t, variant: v, me: p.Turn().Actor, plan: planOf(t, v, r), met: map[string]bool{}}
					if r.Claim == theory.CanWin {
						won++
						f.play(p, r.Move, "")
					} else {
						lost++
						f.me = f.me.Other()
						f.meet(p, "")
					}
					if t.Failed() {
						return
					}
				}
			}
			if won < 20 || lost < 5 {
				t.Errorf("only %d won positions and %d lost ones", won, lost)
			}
		})
	}
}

// smallBoards are the boards that strategies are tried on.
func smallBoards(v *games.Variant) []string {
	longest, highest, inOrder := 4, uint64(5), false
	switch v.Family.ID {
	case "split-nim":
		longest, highest, inOrder = 3, 7, true
	case "end-nim", "partizan-end-nim":
		highest = 4
	default:
		inOrder = true
	}
	var boards []string
	var extend func(piles []uint64)
	extend = func(list []uint64) {
		if len(list) > 0 {
			boards = append(boards, string(games.AppendPiles(nil, list, -1)))
			if v.Reverse {
				for i := range list {
					boards = append(boards, string(games.AppendPiles(nil, list, i)))
				}
			}
		}
		if len(list) == longest {
			return
		}
		least := uint64(1)
		if inOrder && len(list) > 0 {
			least = list[len(list)-1]
		}
		for n := least; n <= highest; n++ {
			extend(append(slices.Clone(list), n))
		}
	}
	extend(nil)
	return boards
}

// plan answers a move by the other player: last is the board before it, p the one after.
type plan func(last, p games.Position, move games.Move) (answer games.Move, ok bool)

// follower plays by a plan.
type follower struct {
	*testing.T
	variant *games.Variant
	me      games.Side
	plan    plan
	met     map[string]bool
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

// meet tries everything that the other player can do.
func (f *follower) meet(p games.Position, line string) {
	key := keyOf(p)
	if f.met[key] || f.Failed() {
		return
	}
	f.met[key] = true
	if winner, over := f.variant.Winner(p); over {
		if winner != f.me {
			f.Fatalf("%s: the strategy has lost:%s", f.variant.ID, line)
		}
		return
	}
	if p.Turn().Actor == f.me { // after a number of one's own, in a reverse game
		f.answer(p, p, games.Move{}, line)
		return
	}
	for step := range p.Options() {
		if winner, over := f.variant.Winner(step.Position); over {
			if winner != f.me {
				f.Fatalf("%s: the strategy has lost:%s %s", f.variant.ID, line, step.Move)
			}
			continue
		}
		if step.Position.Turn().Actor != f.me {
			f.meet(step.Position, line+" "+step.Move.String())
			continue
		}
		f.answer(p, step.Position, step.Move, line+" "+step.Move.String())
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
	switch g := r.Ground.(type) {
	case *piles.NimGround:
		return nimPlan(t, g)
	case *piles.HandGround:
		return nimPlan(t, &g.NimGround)
	case *piles.ReverseGround:
		return reversePlan(t, g)
	case *rows.Ground:
		return endNimPlan(t, v)
	case *partizan.Ground:
		return partizanPlan(t)
	case *splits.Ground:
		return splitPlan(t, g)
	}
	t.Fatalf("a reason of type %T", r.Ground)
	return nil
}

// nimPlan copies or makes columns even; under misère play it leaves an odd number of 1s
// when just one pile is above 1.
func nimPlan(t *testing.T, g *piles.NimGround) plan {
	return func(last, p games.Position, move games.Move) (games.Move, bool) {
		board, _ := pilesOf(t, p)
		ones, larger := countOnes(board)
		misere := g.Ending == games.Misere
		if misere && larger == 1 {
			i := slices.IndexFunc(board, func(n uint64) bool { return n > 1 })
			return cutTo(board, i, uint64(1-ones%2)), true
		}
		switch {
		case g.Kind == piles.Ones || g.Kind == theory.RuleWhole || misere && larger == 0:
			return cutTo(board, 0, 0), board[0] == 1
		case g.Kind == piles.Pairs:
			before, _ := pilesOf(t, last)
			from := before[number(move.Where)-1]
			i := slices.Index(board, from)
			return cutTo(board, max(i, 0), from-move.Count), i >= 0
		default:
			x := xorOf(board)
			i := slices.IndexFunc(board, func(n uint64) bool { return n^x < n })
			return cutTo(board, max(i, 0), board[max(i, 0)]^x), i >= 0
		}
	}
}

// number reads a pile's number.
func number(where string) (n int) {
	fmt.Sscan(where, &n)
	return n
}

// cutTo cuts a pile to a number of counters.
func cutTo(board []uint64, i int, to uint64) games.Move {
	return games.TakePile(i, board[i]-to)
}

// reversePlan names a 1, and leaves 1.
func reversePlan(t *testing.T, g *piles.ReverseGround) plan {
	return func(_, p games.Position, _ games.Move) (games.Move, bool) {
		board, nominated := pilesOf(t, p)
		if nominated < 0 {
			i := slices.Index(board, 1)
			return games.NominatePile(max(i, 0)), i >= 0
		}
		n := board[nominated]
		_, larger := countOnes(board)
		if n == 1 || larger == 1 && g.TakeLast {
			return games.Move{Kind: games.Dictate, Count: n}, true
		}
		return games.Move{Kind: games.Dictate, Count: n - 1}, true
	}
}

// endNimPlan looks the answer up in the table of the row that was left.
func endNimPlan(t *testing.T, v *games.Variant) plan {
	return func(last, p games.Position, move games.Move) (games.Move, bool) {
		r := reasonOf(t, v, last)
		if r.Claim != theory.AllLose {
			t.Fatalf("%s %s: the strategy has left a row that is not lost, %+v, %s to %s", v.ID, last, r, move, p)
		}
		left, right := r.Ground.(*rows.Ground).Replies()
		before, _ := pilesOf(t, last)
		after, _ := pilesOf(t, p)
		table, rest := left, before[0]-move.Count
		if move.Where == "R" {
			table, rest = right, before[len(before)-1]-move.Count
		}
		for _, reply := range table {
			if rest < reply.Low || rest > reply.High {
				continue
			}
			side, height := games.Left, after[0]
			if reply.Right && len(after) > 1 {
				side, height = games.Right, after[len(after)-1]
			}
			to := uint64(reply.K)
			switch reply.Kind {
			case theory.Shift:
				to += rest
			case theory.Over:
				return games.Move{}, false
			}
			return games.TakeEnd(side, height-to), to < height
		}
		return games.Move{}, false
	}
}

// partizanPlan takes the own pile whole where the other is short, else 1.
func partizanPlan(t *testing.T) plan {
	return func(_, p games.Position, _ games.Move) (games.Move, bool) {
		row, _ := pilesOf(t, p)
		me := p.Turn().Actor
		end := len(row) - 1
		own, far := row[0], row[end]
		if me == games.Right {
			own, far = far, own
		}
		count := uint64(1)
		if end == 0 || far < need(row[1:end], me.Other()) {
			count = own
		}
		return games.TakeEnd(me, count), true
	}
}

// splitPlan copies or makes the columns of what piles count even; under misère play it leaves
// an odd number of 1s when just one pile is above 1.
func splitPlan(t *testing.T, g *splits.Ground) plan {
	return func(last, p games.Position, move games.Move) (games.Move, bool) {
		board, _ := pilesOf(t, p)
		if g.Ending == games.Misere {
			switch ones, larger := countOnes(board); larger {
			case 0:
				return cutTo(board, 0, 0), true
			case 1:
				i := slices.IndexFunc(board, func(n uint64) bool { return n > 1 })
				return cutTo(board, i, uint64(1-ones%2)), true
			}
		}
		if g.Kind == splits.Pairs {
			before, _ := pilesOf(t, last)
			from := before[number(move.Where)-1]
			i := slices.Index(board, from)
			if i >= 0 && move.Kind == games.Split && len(board) > 0 {
				// A part can be as large as what is copied: then any equal pile will do.
				return games.SplitPile(i, move.Parts[0], move.Parts[1]), true
			}
			return cutTo(board, max(i, 0), from-move.Count), i >= 0
		}
		values := worths(g.Q, board)
		x := xorOf(values)
		top := uint64(1) << (bits.Len64(x) - 1)
		i := slices.IndexFunc(values, func(value uint64) bool { return value&top != 0 })
		if i < 0 {
			return games.Move{}, false
		}
		n, want := board[i], values[i]^x
		if size := worth(g.Q, want); size < n { // values undo themselves
			return cutTo(board, i, size), true
		}
		return splitOf(g, i, n)
	}
}

// splitOf splits a pile that has to count as much as its size.
func splitOf(g *splits.Ground, i int, n uint64) (games.Move, bool) {
	small, large := uint64(1), n-1
	switch g.Form {
	case splits.Lasker:
		if n%4 != 3 {
			return games.Move{}, false
		}
	case splits.Two, splits.Even:
		if n%2 != 0 {
			return games.Move{}, false
		}
		// One of the digits that count goes to one part, all others to the other.
		least := uint64(1)
		if g.Form == splits.Even {
			least = g.Power
		}
		share := uint64(0)
		for digit := least; digit <= n; digit *= 2 {
			if n&digit != 0 {
				share = digit
				break
			}
		}
		small, large = share+uint64(g.Q)/2, n-share+uint64(g.Q)/2
		small, large = min(small, large), max(small, large)
	default:
		return games.Move{}, false
	}
	return games.SplitPile(i, small, large), true
}
