package solver

import (
	"context"
	"slices"

	"nimatron/games"
	"nimatron/solver/theory"
)

// MaxCounted bounds the rows that CountLost tries.
const MaxCounted = 1 << 22

// CountLost counts the P rows with this many piles of 1 to largest counters. Index n-1 has the
// number of rows with no pile above n. progress, which may be nil, is called from time to time. The
// error is a *BadTable, an error of Wins, or a *games.BadPosition for a game without piles.
func (s *Solver) CountLost(ctx context.Context, v *games.Variant, piles, largest int, progress func(done, total int)) ([]uint64, error) {
	if piles > games.MaxPiles {
		return nil, badTable("a row has at most %d piles", games.MaxPiles)
	}
	total := 1
	for range piles {
		if total *= largest; total > MaxCounted {
			return nil, badTable("here rows are counted one by one, and %d piles of 1 to %d are more than %d rows", piles, largest, MaxCounted)
		}
	}
	r := s.prover(v)
	ctx, done := theory.Ask(ctx, s.work())
	defer done()
	lost := make([]uint64, largest)
	row := slices.Repeat([]uint64{1}, piles)
	var text []byte
	for i := range total {
		if i%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if progress != nil {
				progress(i, total)
			}
		}
		text = games.AppendPiles(text[:0], row, -1)
		p, err := v.Parse(string(text), games.Left)
		if err != nil {
			return nil, err
		}
		outcome, err := r.outcome(ctx, p)
		if err != nil {
			return nil, err
		}
		if outcome == theory.PreviousWins {
			lost[slices.Max(row)-1]++
		}
		for k := range row {
			if row[k]++; row[k] <= uint64(largest) {
				break
			}
			row[k] = 1
		}
	}
	for n := 1; n < largest; n++ {
		lost[n] += lost[n-1]
	}
	return lost, nil
}
