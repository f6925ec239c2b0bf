package partizan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/must"
	"nimatron/solver/theory"
)

// ownEnds searches Partizan End-Nim by its rules.
type ownEnds struct{ known map[string]bool }

// wins reports whether side wins moving first.
func (o ownEnds) wins(piles []uint64, side games.Side) bool {
	key := fmt.Sprint(side, piles)
	if won, ok := o.known[key]; ok {
		return won
	}
	won := len(o.winning(piles, side)) > 0
	o.known[key] = won
	return won
}

// winning returns how many counters side may take to win.
func (o ownEnds) winning(piles []uint64, side games.Side) []uint64 {
	var counts []uint64
	if len(piles) == 0 {
		return nil
	}
	i := 0
	if side == games.Right {
		i = len(piles) - 1
	}
	for count := uint64(1); count <= piles[i]; count++ {
		left := slices.Clone(piles)
		left[i] -= count
		if left[i] == 0 {
			left = slices.Delete(left, i, i+1)
		}
		if !o.wins(left, side.Other()) {
			counts = append(counts, count)
		}
	}
	return counts
}

func (o ownEnds) outcome(piles ...uint64) theory.Outcome {
	return theory.PartizanOutcome(o.wins(piles, games.Left), o.wins(piles, games.Right))
}

// join returns the row a·w·b.
func join(a uint64, w []uint64, b uint64) []uint64 {
	return append(append([]uint64{a}, w...), b)
}

// eachSmallRow yields all rows of at most maxPiles piles of at most maxPile, the
// empty one included. The row must not be kept.
func eachSmallRow(maxPiles int, maxPile uint64, yield func([]uint64)) {
	var extend func(row []uint64)
	extend = func(row []uint64) {
		yield(row)
		if len(row) == maxPiles {
			return
		}
		for n := uint64(1); n <= maxPile; n++ {
			extend(append(row, n))
		}
	}
	extend(nil)
}

var bothSides = []games.Side{games.Left, games.Right}

// partizanRow parses a row with side to move.
func partizanRow(t testing.TB, piles []uint64, side games.Side) games.Position {
	t.Helper()
	return must.Get(endnim.Partizan.Parse(string(games.AppendPiles(nil, piles, -1)), side))(t)
}

func TestPartizanAgreesWithRules(t *testing.T) {
	rules := ownEnds{map[string]bool{}}
	rows := 0
	check := func(piles []uint64) {
		rows++
		for _, side := range bothSides {
			p := partizanRow(t, piles, side)
			counts := rules.winning(piles, side)
			if got, want := (EndNim{}).Wins(endnim.Partizan, p), len(counts) > 0; got != want {
				t.Fatalf("%v, %v to move: wins %v, the rules say %v", piles, side, got, want)
			}
			want := make([]games.Move, len(counts))
			for i, count := range counts {
				want[i] = games.TakeEnd(side, count)
			}
			got, complete := EndNim{}.Winning(endnim.Partizan, p, 1000)
			if !slices.Equal(got, want) || !complete {
				t.Fatalf("%v, %v to move: winning %v, complete %v, the rules say %v", piles, side, got, complete, want)
			}
			// The lemma: if any move wins, taking one counter or the whole pile wins.
			if n := len(counts); n > 0 && counts[0] != 1 && counts[n-1] != ownPile(piles, side) {
				t.Fatalf("%v, %v to move: %v win, neither one counter nor the whole pile", piles, side, counts)
			}
		}
		if len(piles)%2 == 0 && rules.outcome(piles...) == theory.NextWins {
			t.Fatalf("%v has an even number of piles and is N", piles)
		}
		if got, want := Thresholds(piles).Outcome, rules.outcome(piles...); got != want {
			t.Fatalf("%v is %s, the rules say %s", piles, got, want)
		}
	}
	eachSmallRow(4, 6, check)
	eachSmallRow(5, 5, check)
	eachSmallRow(6, 3, check)
	t.Logf("%d rows", rows)
}

// ownPile returns the pile at the end of side.
func ownPile(piles []uint64, side games.Side) uint64 {
	if side == games.Left {
		return piles[0]
	}
	return piles[len(piles)-1]
}

// joined returns moves in canonical form with spaces between them.
func joined(moves []games.Move) string {
	var text []string
	for _, m := range moves {
		text = append(text, m.String())
	}
	return strings.Join(text, " ")
}

func TestPartizanWinningStopsAtLimit(t *testing.T) {
	p := partizanRow(t, []uint64{9, 2, 4, 1, 2}, games.Left)
	all := []string{"L-1", "L-2", "L-3", "L-9"}
	for limit := range 6 {
		moves, complete := EndNim{}.Winning(endnim.Partizan, p, limit)
		if joined(moves) != strings.Join(all[:min(limit, 4)], " ") || complete != (limit >= 4) {
			t.Errorf("limit %d: %v, complete %v", limit, moves, complete)
		}
	}
	p = partizanRow(t, []uint64{games.MaxPile, 1}, games.Left)
	moves, complete := EndNim{}.Winning(endnim.Partizan, p, theory.MaxWinning)
	if len(moves) != theory.MaxWinning || moves[theory.MaxWinning-1].Count != theory.MaxWinning || complete {
		t.Errorf("of 10^18 - 1 winning moves %d were listed, complete %v", len(moves), complete)
	}
}

// anyPile draws piles of all sizes, many of them close to each other.
func anyPile() *rapid.Generator[uint64] {
	return rapid.OneOf(
		rapid.Uint64Range(1, 9),
		rapid.Uint64Range(1, games.MaxPile),
		rapid.Uint64Range(games.MaxPile-9, games.MaxPile),
	)
}

func anyRow(piles int) *rapid.Generator[[]uint64] { return rapid.SliceOfN(anyPile(), 1, piles) }

// checkMoves checks side's winning moves against whether the opponent wins after each move. If they
// always agree and the small rows are right, the large ones are right too.
func checkMoves(t rapid.TB, piles []uint64, side games.Side, counts ...uint64) {
	t.Helper()
	own := ownPile(piles, side)
	won := takesOf(piles, side)
	for _, count := range append(counts, 1, won.upTo, won.upTo+1, own-1, own) {
		if count == 0 || count > own {
			continue
		}
		left := slices.Clone(piles)
		switch {
		case count < own && side == games.Left:
			left[0] -= count
		case count < own:
			left[len(left)-1] -= count
		case side == games.Left:
			left = left[1:]
		default:
			left = left[:len(left)-1]
		}
		got := count <= won.upTo || count == won.all
		if want := !takesOf(left, side.Other()).any(); got != want {
			t.Fatalf("%v takes %d from %v: winning %v, but the opponent wins %v: %v", side, count, piles, got, left, !want)
		}
	}
}

func TestPartizanMovesFitTheRowsTheyLeave(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piles := anyRow(30).Draw(t, "piles")
		side := rapid.SampledFrom(bothSides).Draw(t, "side")
		checkMoves(t, piles, side, rapid.Uint64Range(1, ownPile(piles, side)).Draw(t, "count"))
	})
}

// Thresholds here pass all multiples of 2^64 up to three times that.
func TestPartizanMovesFitWhereThresholdsAreLarge(t *testing.T) {
	for k := 2; k <= 60; k++ {
		row := append(lopsided(k), games.MaxPile)
		checkMoves(t, row, games.Left)
		checkMoves(t, row, games.Right)
		slices.Reverse(row)
		checkMoves(t, row, games.Left)
		checkMoves(t, row, games.Right)
	}
}

func TestPartizanIsTheSameInAMirror(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piles := anyRow(30).Draw(t, "piles")
		mirrored := slices.Clone(piles)
		slices.Reverse(mirrored)
		for _, side := range bothSides {
			if got, want := takesOf(mirrored, side), takesOf(piles, side.Other()); got != want {
				t.Fatalf("%v: the mirrored row has %v, the row %v", piles, got, want)
			}
		}
	})
}

// Multiplying all piles by a number changes no outcome, so a search can judge large rows.
func TestPartizanOutcomeIgnoresScale(t *testing.T) {
	rules := ownEnds{map[string]bool{}}
	rapid.Check(t, func(t *rapid.T) {
		piles := rapid.SliceOfN(rapid.Uint64Range(1, 5), 1, 6).Draw(t, "piles")
		factor := rapid.Uint64Range(1, games.MaxPile/5).Draw(t, "factor")
		scaled := make([]uint64, len(piles))
		for i, n := range piles {
			scaled[i] = n * factor
		}
		for _, side := range bothSides {
			if got, want := takesOf(scaled, side).any(), rules.wins(piles, side); got != want {
				t.Fatalf("%v times %d: %v first wins %v, search says %v", piles, factor, side, got, want)
			}
		}
	})
}
