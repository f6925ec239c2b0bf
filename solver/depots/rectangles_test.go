package depots_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/depots"
)

// rectangle returns what is known of a rectangle with equal labels within a time:
// the outcome, with the Grundy value of what the next player wins if that is
// found too, or "?".
func rectangle(t *testing.T, v *games.Variant, rows, columns, label int, budget time.Duration) string {
	ctx, cancel := context.WithTimeout(context.Background(), budget)
	defer cancel()
	s := &depots.Solver{Table: depots.NewTable(depots.DefaultTableBytes)}
	p := parse(t, v, grid(rows, columns, func() int { return label }), games.Left)
	won, err := s.Wins(ctx, v, p)
	switch {
	case err != nil:
		return "?"
	case !won:
		return "P"
	case v.Ending == games.Misere:
		return "N"
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
	rectangles(t, depotnim.ForkliftMisere, 1, 6, 1, 6, budget)
}

// TestSmallRectangles pins what the tables begin with; brute force found the same.
func TestSmallRectangles(t *testing.T) {
	for _, test := range []struct {
		variant              *games.Variant
		rows, columns, label int
	}{
		{depotnim.Forklift, 3, 3, 1}, {depotnim.Forklift, 3, 3, 2}, {depotnim.Forklift, 3, 5, 1}, {depotnim.Forklift, 3, 3, 3},
		{depotnim.ForkliftMisere, 2, 2, 2}, {depotnim.ForkliftMisere, 3, 3, 1}, {depotnim.ForkliftMisere, 3, 4, 1},
	} {
		if !compare(t, newSolver(), test.variant, grid(test.rows, test.columns, func() int { return test.label }), 1_000_000) {
			t.Errorf("%+v is too large for the brute force", test)
		}
	}
}
