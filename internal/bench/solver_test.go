package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/boardtest"
	"nimatron/games/endnim"
	"nimatron/games/gamestest"
	"nimatron/games/splitnim"
	"nimatron/internal/must"
	"nimatron/solver"
	"nimatron/solver/rows"
	"nimatron/solver/search"
	"nimatron/solver/solvertest"
	"nimatron/solver/theory"
)

// hard are rows near 10^18 that the theorems can't decide early: the ends are equal or one apart.
var hard = map[string]string{
	"10 piles": "1000000000000000000 999999999999999999 999999999999999991 3 1000000000000000000 " +
		"7 999999999999999999 5 1000000000000000000 999999999999999999",
	"1000 piles": strings.Repeat("1000000000000000000 ", 999) + "999999999999999999",
}

// eachHard runs a benchmark for the hard rows of each game with a theorem on piles.
func eachHard(b *testing.B, ask func(*solver.Solver, *games.Variant, games.Position) error) {
	piles := slices.DeleteFunc(slices.Clone(catalog.Standard.All()), func(v *games.Variant) bool {
		m, ok := gamestest.Lookup(v.ID)
		return !ok || m.Piles == 1 || solver.FamilyOf(v).Theorem == nil
	})
	for _, v := range append(piles, splitnim.Of(1), splitnim.Of(4), splitnim.Of(1<<40)) {
		for name, text := range hard {
			b.Run(v.ID+" "+name, func(b *testing.B) {
				p, s := gamestest.Parse(b, v, text, games.Left), new(solver.Solver)
				b.ReportAllocs()
				for b.Loop() {
					must.OK(b, ask(s, v, p))
				}
			})
		}
	}
}

func BenchmarkWins(b *testing.B) {
	eachHard(b, func(s *solver.Solver, v *games.Variant, p games.Position) error {
		_, err := s.Wins(context.Background(), v, p)
		return err
	})
}

func BenchmarkWinning(b *testing.B) {
	eachHard(b, func(s *solver.Solver, v *games.Variant, p games.Position) error {
		_, _, err := s.Winning(context.Background(), v, p, theory.MaxWinning)
		return err
	})
}

func BenchmarkSearch(b *testing.B) {
	p, visited := gamestest.Parse(b, endnim.Normal, "4 5 6 5 6", games.Left), 0
	for b.Loop() {
		s := search.New(endnim.Normal, 1<<40)
		must.Get(s.Wins(context.Background(), endnim.Normal, p))(b)
		visited += s.Visited
	}
	b.ReportMetric(float64(visited)/b.Elapsed().Seconds(), "positions/s")
}

// BenchmarkPlane fills the planes a 4 b.
func BenchmarkPlane(b *testing.B) {
	for _, n := range []int{16, 256, 4096, rows.MaxPlane} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				must.Get(rows.Plane(b.Context(), endnim.Normal, []uint64{4}, n))(b)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n*n), "ns/value")
		})
	}
}

// BenchmarkBoards asks for the outcomes of twelve drawn boards with the work that a question may take. The figures
// beside the time are the same on every machine: how many are decided, and the positions of all together.
func BenchmarkBoards(b *testing.B) {
	const boards = 12
	grid := func(rows, columns, most int) func(*rand.Rand) string {
		return func(r *rand.Rand) string {
			return boardtest.Grid(rows, columns, func() int { return 1 + r.IntN(most) })
		}
	}
	tree := func(stacks, most int) func(*rand.Rand) string {
		return func(r *rand.Rand) string { return boardtest.RandomTree(r, stacks, most) }
	}
	graph := func(stacks, most int) func(*rand.Rand) string {
		return func(r *rand.Rand) string { return randomGraph(r, stacks, most) }
	}
	for _, of := range []struct {
		name    string
		variant *games.Variant
		draw    func(*rand.Rand) string
	}{
		{"yard 4×4 to 9", depotnim.Forklift, grid(4, 4, 9)},
		{"yard 4×5 to 5", depotnim.Forklift, grid(4, 5, 5)},
		{"yard 5×5 to 3", depotnim.Forklift, grid(5, 5, 3)},
		{"yard 5×5 to 4", depotnim.Forklift, grid(5, 5, 4)},
		{"yard 5×5 to 9", depotnim.Forklift, grid(5, 5, 9)},
		{"yard 6×6 to 3", depotnim.Forklift, grid(6, 6, 3)},
		{"tree of 14 to 9", depotnim.Tree, tree(14, 9)},
		{"tree of 20 to 9", depotnim.Tree, tree(20, 9)},
		{"tree of 18 to 4", depotnim.Tree, tree(18, 4)},
		{"tree of 20 to 4", depotnim.Tree, tree(20, 4)},
		{"tree of 22 to 3", depotnim.Tree, tree(22, 3)},
		{"graph of 12 to 9", depotnim.Depot, graph(12, 9)},
		{"graph of 20 to 9", depotnim.Depot, graph(20, 9)},
		{"graph of 24 to 5", depotnim.Depot, graph(24, 5)},
		{"coloured 3×4 to 6", depotnim.Coloured, func(r *rand.Rand) string { return boardtest.ColouredGrid(r, 3, 4, 6) }},
		{"coloured 4×4 to 4", depotnim.Coloured, func(r *rand.Rand) string { return boardtest.ColouredGrid(r, 4, 4, 4) }},
	} {
		b.Run(of.name, func(b *testing.B) {
			var decided int
			var positions uint64
			for b.Loop() {
				decided, positions = 0, 0
				for seed := range uint64(boards) {
					p := gamestest.Parse(b, of.variant, of.draw(rand.New(rand.NewPCG(seed, 0))), games.Left)
					ctx, done := theory.Ask(context.Background(), solver.VerdictWork*5/4) // a quarter is for what follows
					if _, err := new(solver.Solver).Wins(ctx, of.variant, p); err == nil {
						decided++
					}
					_, used := theory.Used(ctx)
					done()
					positions += used
				}
			}
			b.ReportMetric(float64(decided), "decided")
			b.ReportMetric(float64(positions)/boards, "positions/board")
		})
	}
}

// randomGraph writes a tree of roads with two ways to the depot, and a third as many roads more.
func randomGraph(r *rand.Rand, n, most int) string {
	name := func(v int) string { return depotnim.Letters(v, 'a') }
	stacks, roads := "", map[[2]int]string{}
	join := func(from, to int) { roads[[2]int{min(from, to), max(from, to)}] = " " + name(from) + "-" + name(to) }
	for v := range n {
		stacks += fmt.Sprintf("%s=%d ", name(v), 1+r.IntN(most))
		if v > 0 {
			join(r.IntN(v), v)
		}
	}
	for range n / 3 {
		from := r.IntN(n - 1)
		join(from, from+1+r.IntN(n-1-from))
	}
	written := stacks + "; *-a"
	if n > 1 {
		written += " *-" + name(n-1)
	}
	for _, pair := range slices.SortedFunc(maps.Keys(roads), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
		written += roads[pair]
	}
	return written
}

// BenchmarkResist measures the bot's choice in lost positions, from matches against a perfect opponent. On boards
// the table already has the proof that they are lost.
func BenchmarkResist(b *testing.B) {
	for _, v := range catalog.Standard.All() {
		b.Run(v.ID, func(b *testing.B) {
			resist(b, v, solvertest.LostPositions(b, v, rand.New(rand.NewPCG(9, 9)), 200, 3))
		})
	}
}

// resist lets the bot choose in lost positions.
func resist(b *testing.B, v *games.Variant, lost []games.Position) {
	s, r := new(solver.Solver), rand.New(rand.NewPCG(9, 9))
	for _, p := range lost {
		must.Get(s.Choose(b.Context(), v, p, 0, r))(b)
	}
	b.ResetTimer()
	took := make([]time.Duration, min(len(lost), b.N)) // the best time of each position
	for i := range b.N {
		at := i % len(lost)
		begun := time.Now()
		must.Get(s.Choose(b.Context(), v, lost[at], 0, r))(b)
		if d := time.Since(begun); took[at] == 0 || d < took[at] {
			took[at] = d
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1000, "µs-median")
	b.ReportMetric(float64(took[len(took)-1].Nanoseconds())/1000, "µs-most")
}
