package solver

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/internal/must"
	"nimatron/internal/words"
	"nimatron/solver/theory"
)

// benchRows are rows near 10^18 that the theorem can't decide early: the ends are equal or one
// apart.
var benchRows = map[string]string{
	"10 piles": "1000000000000000000 999999999999999999 999999999999999991 3 1000000000000000000 " +
		"7 999999999999999999 5 1000000000000000000 999999999999999999",
	"10 equal but one": strings.Repeat("1000000000000000000 ", 9) + "999999999999999999",
	"1000 piles":       strings.Repeat("1000000000000000000 ", 999) + "999999999999999999",
}

// benchGames are the games on piles without separate benchmarks.
var benchGames = []*games.Variant{endnim.Normal, nim.Normal, nim.MoveReverse, nim.PileReverseMisere, nim.TotalReverse}

func BenchmarkWins(b *testing.B) {
	for _, v := range benchGames {
		for name, text := range benchRows {
			b.Run(v.ID+" "+name, func(b *testing.B) {
				p, s, ctx := parse(b, v, text), new(Solver), context.Background()
				b.ReportAllocs()
				for b.Loop() {
					must.Get(s.Wins(ctx, v, p))(b)
				}
			})
		}
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
				branches := words.Each(under[i], text)
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
		{"grid 3×3 to 30", depotnim.Forklift, grid(3, 3, 30)}, {"grid 4×4 to 9", depotnim.Forklift, grid(4, 4, 9)},
		{"grid 5×5 to 2", depotnim.Forklift, grid(5, 5, 2)}, {"grid 6×6 to 2", depotnim.Forklift, grid(6, 6, 2)},
		{"tree of 20 to 3", depotnim.Tree, tree(20, 3)}, {"tree of 30 to 3", depotnim.Tree, tree(30, 3)}, {"tree of 12 to 9", depotnim.Tree, tree(12, 9)},
	} {
		b.Run(of.name, func(b *testing.B) {
			var decided int
			var positions []uint64
			for b.Loop() {
				decided, positions = 0, nil
				for seed := range uint64(10) {
					p := parse(b, of.variant, of.draw(rand.New(rand.NewPCG(seed, 0))))
					ctx, done := theory.Ask(context.Background(), VerdictWork+furtherWork)
					if _, err := new(Solver).Wins(ctx, of.variant, p); err == nil {
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

func BenchmarkWinning(b *testing.B) {
	for _, v := range benchGames {
		for name, text := range benchRows {
			b.Run(v.ID+" "+name, func(b *testing.B) {
				p, s, ctx := parse(b, v, text), new(Solver), context.Background()
				b.ReportAllocs()
				for b.Loop() {
					if _, _, err := s.Winning(ctx, v, p, theory.MaxWinning); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkChoose(b *testing.B) {
	for name, text := range map[string]string{
		"won":              benchRows["10 piles"],
		"lost":             "7 9 14",
		"lost, 1000 piles": strings.Repeat("1 ", 1000),
	} {
		b.Run(name, func(b *testing.B) {
			p, s, ctx := parse(b, nim.Normal, text), new(Solver), context.Background()
			r := rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				must.Get(s.Choose(ctx, nim.Normal, p, 0, r))(b)
			}
		})
	}
}
