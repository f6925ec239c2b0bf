package partizan

import (
	"math/rand/v2"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/must"
	"nimatron/solver/theory"
)

// benchPartizan returns many different rows of piles near 10^18, so that branch prediction doesn't
// help.
func benchPartizan(b *testing.B, rows, piles int) []games.Position {
	r := rand.New(rand.NewPCG(1, 1))
	positions := make([]games.Position, rows)
	for i := range positions {
		row := make([]uint64, piles)
		for j := range row {
			row[j] = games.MaxPile - r.Uint64N(games.MaxPile/10)
		}
		positions[i] = partizanRow(b, row, games.Side(i%2))
	}
	return positions
}

func BenchmarkPartizanWins(b *testing.B) {
	for name, rows := range map[string][]games.Position{
		"10 piles":   benchPartizan(b, 4096, 10),
		"1000 piles": benchPartizan(b, 4, 1000),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				EndNim{}.Wins(endnim.Partizan, rows[i%len(rows)])
			}
		})
	}
}

// BenchmarkPartizanOutcome decides a row for both players at once.
func BenchmarkPartizanOutcome(b *testing.B) {
	rows := benchPartizan(b, 4096, 10)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		piles := rows[i%len(rows)].(*endnim.Row).Piles()
		needsOf(piles[1:9]).outcome(piles[0], piles[9])
	}
}

// BenchmarkPartizanMoves finds all winning moves of both sides, which are two
// ranges of numbers.
func BenchmarkPartizanMoves(b *testing.B) {
	rows := benchPartizan(b, 4096, 10)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		piles := rows[i%len(rows)].(*endnim.Row).Piles()
		takesOf(piles, games.Left)
		takesOf(piles, games.Right)
	}
}

// BenchmarkPartizanWinning lists the first 1,000 of up to 10^18 moves.
func BenchmarkPartizanWinning(b *testing.B) {
	p := partizanRow(b, []uint64{games.MaxPile, 1, 1, 2}, games.Left)
	b.ReportAllocs()
	for b.Loop() {
		if moves, _ := (EndNim{}).Winning(endnim.Partizan, p, theory.MaxWinning); len(moves) != theory.MaxWinning {
			b.Fatal(len(moves))
		}
	}
}

func BenchmarkPartizanExplain(b *testing.B) {
	p := benchPartizan(b, 1, 10)[0]
	b.ReportAllocs()
	for b.Loop() {
		EndNim{}.Reason(endnim.Partizan, p, games.Move{})
	}
}

func BenchmarkThresholds(b *testing.B) {
	piles := benchPartizan(b, 1, 1000)[0].(*endnim.Row).Piles()
	b.ReportAllocs()
	for b.Loop() {
		Thresholds(piles)
	}
}

func BenchmarkPhase(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		must.Get(Phase(b.Context(), []uint64{3, 5, 5, 5, 1}, MaxPhaseSize))(b)
	}
}
