package depots_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/games/gamestest"
	"nimatron/internal/testlong"
	"nimatron/solver/depots"
)

// rectangle returns what is known of a rectangle with equal labels within a time:
// the outcome, with the Grundy value of what the next player wins if that is
// found too, or "?".
func rectangle(t *testing.T, v *games.Variant, rows, columns, label int, budget time.Duration) string {
	ctx, cancel := context.WithTimeout(context.Background(), budget)
	defer cancel()
	s := &depots.Solver{Table: depots.NewTable(depots.DefaultTableBytes)}
	p := gamestest.Parse(t, v, grid(rows, columns, func() int { return label }), games.Left)
	won, err := s.Wins(ctx, v, p)
	switch {
	case err != nil:
		return "?"
	case !won:
		return "P"
	}
	value, err := s.Grundy(ctx, v, p)
	if err != nil {
		return "N"
	}
	return fmt.Sprintf("N %d", value)
}

// rectangles prints a table of the rectangles up to most × most, least being the
// smallest side and step the way from one side to the next.
func rectangles(t *testing.T, v *games.Variant, least, most, step, labels int, budget time.Duration) {
	fmt.Print("| stacks |")
	for k := 1; k <= labels; k++ {
		fmt.Printf(" k = %d |", k)
	}
	fmt.Println()
	for rows := least; rows <= most; rows += step {
		for columns := rows; columns <= most; columns += step {
			fmt.Printf("| %d×%d |", rows, columns)
			known := true
			for k := 1; k <= labels; k++ {
				cell := "?"
				if known { // larger labels are harder still
					cell = rectangle(t, v, rows, columns, k, budget)
				}
				known = cell != "?"
				fmt.Printf(" %s |", cell)
			}
			fmt.Println()
		}
	}
}

// TestRectangles prints the tables of docs/results.md:
// NIMATRON_RESULTS=1 go test -v -run Rectangles -timeout 2h ./solver/depots
func TestRectangles(t *testing.T) {
	if os.Getenv("NIMATRON_RESULTS") == "" {
		t.Skip("it takes minutes: set NIMATRON_RESULTS=1")
	}
	budget := 10 * time.Second
	rectangles(t, depotnim.Forklift, 3, 9, 2, 8, budget)
}

// TestOpenRectangles gives each rectangle that TestRectangles leaves open more time, in seconds:
// NIMATRON_RESULTS=150 go test -v -run OpenRectangles -timeout 2h ./solver/depots
func TestOpenRectangles(t *testing.T) {
	seconds, err := strconv.Atoi(os.Getenv("NIMATRON_RESULTS"))
	if err != nil || seconds < 2 {
		t.Skip("it takes as many seconds for each as NIMATRON_RESULTS says, 2 at least")
	}
	for _, open := range []struct{ rows, columns, label int }{
		{3, 7, 5}, {5, 5, 3}, {3, 7, 6}, {3, 9, 4}, {5, 7, 2},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(seconds)*time.Second)
		s := &depots.Solver{Table: depots.NewTable(2 * depots.DefaultTableBytes)}
		begun := time.Now()
		won, err := s.Wins(ctx, depotnim.Forklift, gamestest.Parse(t, depotnim.Forklift, grid(open.rows, open.columns, func() int { return open.label }), games.Left))
		cancel()
		verdict := map[bool]string{true: "N", false: "P"}[won]
		if err != nil {
			verdict = "?"
		}
		fmt.Printf("| %d×%d, k = %d | %s | %.0f s | %d |\n", open.rows, open.columns, open.label, verdict, time.Since(begun).Seconds(), s.Visited())
	}
}

// TestSmallRectangles pins what the tables begin with; brute force found the same.
func TestSmallRectangles(t *testing.T) {
	for _, test := range []struct {
		variant              *games.Variant
		rows, columns, label int
	}{
		{depotnim.Forklift, 3, 3, 1}, {depotnim.Forklift, 3, 3, 2},
		{depotnim.ForkliftMisere, 2, 2, 2}, {depotnim.ForkliftMisere, 3, 3, 1}, {depotnim.ForkliftMisere, 3, 4, 1},
		{depotnim.Forklift, 3, 5, 1}, {depotnim.Forklift, 3, 3, 3},
	}[:testlong.Times(5, 5, 7)] {
		if !compare(t, newSolver(), test.variant, grid(test.rows, test.columns, func() int { return test.label }), 1_000_000) {
			t.Errorf("%+v is too large for the brute force", test)
		}
	}
}

// TestThreeRows clears the second stack of a rectangle of three rows, an odd number of columns
// and equal labels: what is left is lost, by a symmetry at any size and by brute force.
func TestThreeRows(t *testing.T) {
	for columns := 3; columns <= 15; columns += 2 {
		for _, label := range []int{1, 2, 3, 1_000_000_000_000_000_000} {
			p := gamestest.Parse(t, depotnim.Forklift, grid(3, columns, func() int { return label }), games.Left).(*depotnim.Position)
			left, err := p.Play(p.Take(1, uint64(label)))
			if err != nil {
				t.Fatal(err)
			}
			if pairs := depots.Pairs(depotnim.Forklift, left); 2*len(pairs) != 3*columns-1 {
				t.Errorf("3×%d, labels %d: the pairs are %v", columns, label, pairs)
			}
		}
	}
	boards := []string{"2 . 2 / 2 2 2 / 2 2 2", "1 . 1 1 1 / 1 1 1 1 1 / 1 1 1 1 1", "4 . 4 / 4 4 4 / 4 4 4", "2 . 2 2 2 / 2 2 2 2 2 / 2 2 2 2 2"}
	for _, board := range boards[:testlong.Times(1, 2, 4)] {
		game := bruteforce.Read(depotnim.Forklift.ID, board)
		game.Limit = 5_000_000
		if won, err := game.Wins(bruteforce.Left); err != nil || won {
			t.Errorf("%s: %v, %v", board, won, err)
		}
	}
}
