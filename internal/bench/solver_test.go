package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/depotnim"
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

// BenchmarkBoards asks for the outcomes of ten drawn boards with the work that a question may take. The figures
// beside the time are the same on every machine: how many are decided, and the positions of the median board.
func BenchmarkBoards(b *testing.B) {
	grid := func(rows, columns int, most int64) func(*rand.Rand) string {
		return func(r *rand.Rand) string {
			cells := strings.Repeat(strings.Repeat("%d ", columns)+"/ ", rows)
			labels := make([]any, rows*columns)
			for i := range labels {
				labels[i] = 1 + r.Int64N(most)
			}
			return fmt.Sprintf(cells[:len(cells)-3], labels...)
		}
	}
	tree := func(stacks int, most int64) func(*rand.Rand) string {
		return func(r *rand.Rand) string {
			under := make([][]int, stacks)
			for i := 1; i < stacks; i++ {
				above := r.IntN(i)
				under[above] = append(under[above], i)
			}
			var text func(i int) string
			text = func(i int) string {
				var branches []string
				for _, k := range under[i] {
					branches = append(branches, text(k))
				}
				if len(branches) == 0 {
					return fmt.Sprint(1 + r.Int64N(most))
				}
				return fmt.Sprintf("%d(%s)", 1+r.Int64N(most), strings.Join(branches, " "))
			}
			return text(0)
		}
	}
	for _, of := range []struct {
		name    string
		variant *games.Variant
		draw    func(*rand.Rand) string
	}{
		{"grid 3×3 to 30", depotnim.Forklift, grid(3, 3, 30)},
		{"grid 4×4 to 9", depotnim.Forklift, grid(4, 4, 9)},
		{"grid 5×5 to 2", depotnim.Forklift, grid(5, 5, 2)},
		{"grid 6×6 to 2", depotnim.Forklift, grid(6, 6, 2)},
		{"tree of 12 to 9", depotnim.Tree, tree(12, 9)},
		{"tree of 20 to 3", depotnim.Tree, tree(20, 3)},
		{"tree of 30 to 3", depotnim.Tree, tree(30, 3)},
	} {
		b.Run(of.name, func(b *testing.B) {
			var decided int
			var positions []uint64
			for b.Loop() {
				decided, positions = 0, nil
				for seed := range uint64(10) {
					p := gamestest.Parse(b, of.variant, of.draw(rand.New(rand.NewPCG(seed, 0))), games.Left)
					ctx, done := theory.Ask(context.Background(), solver.VerdictWork*5/4) // a quarter is for what follows
					if _, err := new(solver.Solver).Wins(ctx, of.variant, p); err == nil {
						decided++
					}
					_, used := theory.Used(ctx)
					done()
					positions = append(positions, used)
				}
			}
			slices.Sort(positions)
			b.ReportMetric(float64(decided), "decided")
			b.ReportMetric(float64(positions[5]), "positions")
		})
	}
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
