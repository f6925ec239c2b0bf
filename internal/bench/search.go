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
	"nimatron/games/depotnim/bruteforce"
	"nimatron/games/gamestest"
	"nimatron/internal/certcheck"
	"nimatron/solver"
	"nimatron/solver/depots"
	"nimatron/solver/explain"
)

// drawn are random boards, each searched with an empty table.
type drawn struct {
	name    string
	variant *games.Variant
	boards  int
	board   func(r *rand.Rand) string
}

// yard draws grids.
func yard(side, most int) func(r *rand.Rand) string {
	return func(r *rand.Rand) string {
		return boardtest.Grid(side, side, func() int { return 1 + r.IntN(most) })
	}
}

func tree(stacks int) func(r *rand.Rand) string {
	return func(r *rand.Rand) string { return boardtest.RandomTree(r, stacks, 3) }
}

func coloured(rows int) func(r *rand.Rand) string {
	return func(r *rand.Rand) string { return boardtest.ColouredGrid(r, rows, 4, 3) }
}

// settle searches a board within a time, on that many cores.
func settle(r *run, v *games.Variant, p games.Position, d time.Duration, cores int) (won bool, visited uint64, took time.Duration, err error) {
	s := &depots.Solver{Table: depots.NewTable(depots.DefaultTableBytes), Cores: cores}
	ctx, cancel := context.WithTimeout(r.ctx, d)
	defer cancel()
	begun := time.Now()
	won, err = s.Wins(ctx, v, p)
	return won, s.Visited(), time.Since(begun), err
}

// reach measures how large a board the search settles on one core, the gain from a second core, and the
// reach of the plain search.
func reach(r *run) {
	const plain = 500_000 // limit of the plain search, in positions
	d := r.long(10*time.Second, 50*time.Millisecond)
	r.head("boards", fmt.Sprint("proved in ", d/5), fmt.Sprint("in ", d), "positions, median", "time, median", "worst", "two cores, times as fast", "plain search: positions")
	each(r, []drawn{
		{"fork-lift 3×3, labels to 30", depotnim.Forklift, 5, yard(3, 30)},
		{"fork-lift 4×4, labels to 2", depotnim.Forklift, 20, yard(4, 2)},
		{"fork-lift 4×4, labels to 9", depotnim.Forklift, 5, yard(4, 9)},
		{"fork-lift 5×5, labels to 2", depotnim.Forklift, 5, yard(5, 2)},
		{"misère fork-lift 5×5, labels to 2", depotnim.ForkliftMisere, 5, yard(5, 2)},
		{"fork-lift 6×6, labels to 2", depotnim.Forklift, 5, yard(6, 2)},
		{"tree of 20, labels to 3", depotnim.Tree, 20, tree(20)},
		{"tree of 24, labels to 3", depotnim.Tree, 8, tree(24)},
		{"tree of 30, labels to 3", depotnim.Tree, 12, tree(30)},
		{"coloured grid 3×4, labels to 3", depotnim.Coloured, 20, coloured(3)},
	}, func(c drawn) {
		r.doing("%s", c.name)
		var times took
		var visited []uint64
		var plainly []int
		var one, two time.Duration // for boards that one core settles
		quick, proved := 0, 0
		for seed := range uint64(c.boards) {
			text := c.board(random(seed))
			p := gamestest.Parse(r, c.variant, text, games.Left)
			won, nodes, t, err := settle(r, c.variant, p, d, 1)
			times, visited = append(times, t), append(visited, nodes)
			if err == nil {
				proved++
				if t < d/5 {
					quick++
				}
				both, _, other, err := settle(r, c.variant, p, d, 2)
				if err == nil && both != won {
					r.Errorf("%s: one core says %v, two say %v", text, won, both)
				}
				one, two = one+t, two+other
			}
			if seed < 3 {
				game := bruteforce.Read(c.variant.ID, p.String())
				game.Limit = plain
				if other, plainErr := game.Wins(bruteforce.Left); plainErr == nil && err == nil && other != won {
					r.Errorf("%s: %v, the plain search says %v", text, won, other)
				}
				plainly = append(plainly, game.Nodes)
			}
		}
		slices.Sort(visited)
		slices.Sort(plainly)
		nodes := fmt.Sprint(plainly[len(plainly)/2])
		if plainly[len(plainly)/2] >= plain {
			nodes = fmt.Sprint("over ", plain)
		}
		r.row(c.name, fmt.Sprintf("%d of %d", quick, c.boards), proved, visited[len(visited)/2], short(times.at(.5)), short(times.at(1)), fmt.Sprintf("%.2f", float64(one)/float64(max(1, two))), nodes)
	})
}

// certificates measures the length of certificates on trees, graphs and grids.
func certificates(r *run) {
	starts := r.many(25, 2)
	s := new(solver.Solver)
	r.head("game", "size", "bytes, median", "9 of 10 at most", "largest", "too long", "proved in, at most", "checked in, at most")
	boards := []*games.Variant{depotnim.Tree, depotnim.TreeMisere, depotnim.Depot, depotnim.DepotMisere, depotnim.Forklift, depotnim.ForkliftMisere, depotnim.Coloured}
	for _, v := range boards {
		each(r, games.Sizes[:], func(size games.Size) {
			r.doing("%s, %s", v.ID, size)
			var lengths []int
			var proving, checking time.Duration
			for seed := range uint64(starts) {
				p := gamestest.Parse(r, v, v.Generate(rand.New(rand.NewPCG(seed, 20)), size), games.Left)
				began := time.Now()
				ctx, cancel := context.WithTimeout(r.ctx, 2*time.Minute)
				line, err := explain.AppendCertificate(ctx, nil, s, v, p)
				cancel()
				proving = max(proving, time.Since(began))
				if err != nil {
					continue
				}
				began = time.Now()
				r.must(certcheck.Check(line))
				checking = max(checking, time.Since(began))
				lengths = append(lengths, len(line))
			}
			slices.Sort(lengths)
			if n := len(lengths); n > 0 {
				r.row(v.ID, size, lengths[n/2], lengths[n*9/10], lengths[n-1], starts-n, short(proving), short(checking))
			}
		})
	}
}
