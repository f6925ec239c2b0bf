//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/boardtest"
	"nimatron/games/gamestest"
	"nimatron/solver/depots"
	"nimatron/solver/values"
)

// rectangle searches a rectangle with equal labels within a time. It returns the outcome, with the Grundy
// value of an N-position if that is found too, or "?".
func rectangle(r *run, rows, columns, label int, d time.Duration) string {
	s := &depots.Solver{Table: depots.NewTable(depots.DefaultTableBytes)}
	ctx, cancel := context.WithTimeout(r.ctx, d)
	defer cancel()
	p := gamestest.Parse(r, depotnim.Forklift, boardtest.Grid(rows, columns, func() int { return label }), games.Left)
	won, err := s.Wins(ctx, depotnim.Forklift, p)
	switch {
	case err != nil:
		return "?"
	case !won:
		return "P"
	}
	if value, err := s.Value(ctx, depotnim.Forklift, p, 0); err == nil && value.Known {
		return fmt.Sprintf("N %d", value.Grundy)
	}
	return "N"
}

// rectangles are the rectangles with odd sides.
func rectangles(r *run) {
	d := r.long(10*time.Second, 20*time.Millisecond)
	const labels = 8
	head := []string{"stacks"}
	for k := range labels {
		head = append(head, fmt.Sprint("k = ", k+1))
	}
	r.head(head...)
	for rows := 3; rows <= 9; rows += 2 {
		for columns := rows; columns <= 9; columns += 2 {
			cells, known := []any{fmt.Sprintf("%d×%d", rows, columns)}, true
			for k := range labels {
				cell := "?"
				if known { // larger labels are even harder
					r.doing("%d×%d, k = %d", rows, columns, k+1)
					cell = rectangle(r, rows, columns, k+1, d)
				}
				cells, known = append(cells, cell), cell != "?"
			}
			r.row(cells...)
		}
	}
}

// stars finds by the rules, for each hub up to 16, the stars with three spokes whose verdict differs
// from Nim's.
func stars(r *run) {
	const most = 64
	var lost [most + 1][most + 1][most + 1]bool
	r.head("h", "stars", "the first")
	for hub := 1; hub <= 16; hub++ {
		others, first := 0, ""
		for a := 0; a <= most; a++ {
			for b := 0; b <= most; b++ {
				for c := 0; c <= most; c++ {
					lost[a][b][c] = a+b+c == hub // of two piles
					if min(a, b) > 0 || min(b, c) > 0 || min(a, c) > 0 {
						won := false
						for x := range max(a, b, c) {
							won = won || x < a && lost[x][b][c] || x < b && lost[a][x][c] || x < c && lost[a][b][x]
						}
						lost[a][b][c] = !won
					}
					if 0 < a && a <= b && b <= c && lost[a][b][c] != (a^b^c == 0) {
						if others++; first == "" {
							first = fmt.Sprintf("%d(%d %d %d)", hub, a, b, c)
						}
					}
				}
			}
		}
		r.row(hub, others, first)
	}
}

// roads is a coloured graph, by pairs of vertices; the last vertex is home. 0 is no road, 1 Left's, 2
// Right's and 3 green.
type roads struct {
	stacks int
	of     [6][6]uint8
}

// read takes the roads from the digits of a number in base 4.
func (g *roads) read(code uint64) {
	for i := range g.stacks + 1 {
		for k := range i {
			g.of[i][k], g.of[k][i] = uint8(code&3), uint8(code&3)
			code >>= 2
		}
	}
}

// least reports whether the code is the smallest of its graph, over all orders of the stacks and with
// the colours exchanged.
func (g *roads) least(code uint64, orders [][]int) bool {
	swap := [4]uint64{0, 2, 1, 3}
	for _, order := range orders {
		same, swapped, shift := uint64(0), uint64(0), 0
		for i := range g.stacks + 1 {
			for k := range i {
				road := g.of[order[i]][order[k]]
				same |= uint64(road) << shift
				swapped |= swap[road] << shift
				shift += 2
			}
		}
		if same < code || swapped < code {
			return false
		}
	}
	return true
}

// highest is the largest stack, in counters.
const highest = 3

// values returns the values of all positions. The index has the stacks as digits in base highest + 1.
func (g *roads) values(s *values.Store) []values.Game {
	all := make([]values.Game, 1<<(2*g.stacks))
	for code := range all {
		var options [2][]values.Game
		for side := range options {
			reached, queue := 1<<g.stacks, []int{g.stacks}
			for len(queue) > 0 {
				u := queue[0]
				queue = queue[1:]
				for v := range g.stacks {
					if reached>>v&1 == 1 || g.of[u][v]>>side&1 == 0 {
						continue
					}
					reached |= 1 << v
					counters := code >> (2 * v) & highest
					for taken := range counters {
						options[side] = append(options[side], all[code-(taken+1)<<(2*v)])
					}
					if counters == 0 {
						queue = append(queue, v)
					}
				}
			}
		}
		all[code] = s.Game(options[0], options[1])
	}
	return all
}

// orders returns all orders of the stacks, home last.
func orders(stacks int) (list [][]int) {
	var extend func(order []int)
	extend = func(order []int) {
		if len(order) == stacks {
			list = append(list, append(slices.Clone(order), stacks))
		}
		for v := range stacks {
			if !slices.Contains(order, v) {
				extend(append(order, v))
			}
		}
	}
	extend(nil)
	return list
}

// hot counts the positions whose left stop exceeds the right stop.
func (g *roads) hot(r *run) (hot int) {
	s := values.New(values.Limits{})
	for _, v := range g.values(s) {
		if left, right := s.Stops(v); s.Err() == nil && left.Cmp(right) > 0 {
			hot++
		}
	}
	r.must(s.Err())
	return hot
}

// hot searches for coloured boards on which both players gain by moving.
func hot(r *run) {
	largest := 4
	if r.short {
		largest = 2
	}
	r.head(fmt.Sprintf("stacks, of up to %d counters", highest), "graphs, up to the order of stacks and the exchange of colours", "hot positions")
	for stacks := 1; stacks <= largest; stacks++ {
		g, graphs, found, all := &roads{stacks: stacks}, 0, 0, orders(stacks)
		for code := range uint64(1) << (stacks * (stacks + 1)) {
			if g.read(code); g.least(code, all) {
				graphs++
				found += g.hot(r)
			}
		}
		r.row(stacks, fmt.Sprintf("all %d", graphs), found)
	}
	g, found, n, draw := &roads{stacks: 5}, 0, r.many(2000, 5), rand.New(rand.NewPCG(5, 5))
	for range n {
		g.read(draw.Uint64N(1 << 30))
		found += g.hot(r)
	}
	r.row(5, fmt.Sprintf("%d random ones", n), found)
}
