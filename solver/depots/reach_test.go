package depots_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/games/gamestest"
	"nimatron/solver/depots"
)

// grid writes a grid whose labels come from label.
func grid(rows, columns int, label func() int) string {
	var lines []string
	for range rows {
		var cells []string
		for range columns {
			cells = append(cells, fmt.Sprint(label()))
		}
		lines = append(lines, strings.Join(cells, " "))
	}
	return strings.Join(lines, " / ")
}

// randomTree writes a tree of n vertices in which each hangs on a random earlier one.
func randomTree(r *rand.Rand, n, most int) string {
	children := make([][]int, n)
	for c := 1; c < n; c++ {
		parent := r.IntN(c)
		children[parent] = append(children[parent], c)
	}
	var write func(c int) string
	write = func(c int) string {
		text := fmt.Sprint(1 + r.IntN(most))
		for i, child := range children[c] {
			text += string("( "[min(i, 1)]) + write(child)
		}
		if children[c] != nil {
			text += ")"
		}
		return text
	}
	return write(0)
}

// star writes a centre with leaves.
func star(r *rand.Rand, leaves, most int) string {
	var labels []string
	for range leaves {
		labels = append(labels, fmt.Sprint(1+r.IntN(most)))
	}
	return fmt.Sprintf("%d(%s)", 1+r.IntN(most), strings.Join(labels, " "))
}

// colouredGrid writes a grid as a coloured graph: home is joined to the left side by
// blue roads and to the right side by red ones, other roads have random colours.
func colouredGrid(r *rand.Rand, rows, columns, most int) string {
	var stacks, roads []string
	name := func(y, x int) string { return fmt.Sprintf("%c%d", 'a'+x, y+1) }
	for y := range rows {
		for x := range columns {
			stacks = append(stacks, fmt.Sprintf("%s=%d", name(y, x), 1+r.IntN(most)))
			if x == 0 {
				roads = append(roads, "*<"+name(y, x))
			} else {
				roads = append(roads, name(y, x-1)+string("---<>"[r.IntN(5)])+name(y, x))
			}
			if x == columns-1 {
				roads = append(roads, "*>"+name(y, x))
			}
			if y > 0 {
				roads = append(roads, name(y-1, x)+string("---<>"[r.IntN(5)])+name(y, x))
			}
		}
	}
	text := strings.Join(stacks, " ") + "; " + strings.Join(roads, " ")
	if _, err := depotnim.Coloured.Parse(text, games.Left); err != nil {
		return colouredGrid(r, rows, columns, most) // a stack that nobody can reach
	}
	return text
}

// colouredCycle writes Partizan End-Nim as a cycle through home.
func colouredCycle(r *rand.Rand, n, most int) string {
	var stacks, roads []string
	name := func(i int) string { return fmt.Sprintf("v%d", i) }
	for i := range n {
		stacks = append(stacks, fmt.Sprintf("%s=%d", name(i), 1+r.IntN(most)))
		if i > 0 {
			roads = append(roads, name(i-1)+"-"+name(i))
		}
	}
	return strings.Join(stacks, " ") + "; *<" + name(0) + " " + strings.Join(roads, " ") + " *>" + name(n-1)
}

// reach is what is measured: boards, each from a table that knows nothing.
type reach struct {
	name    string
	variant *games.Variant
	boards  int
	board   func(r *rand.Rand) string
}

var reaches = []reach{
	{"fork-lift 3×3, labels to 4", depotnim.Forklift, 20, func(r *rand.Rand) string { return grid(3, 3, func() int { return 1 + r.IntN(4) }) }},
	{"misère fork-lift 3×3, labels to 4", depotnim.ForkliftMisere, 20, func(r *rand.Rand) string { return grid(3, 3, func() int { return 1 + r.IntN(4) }) }},
	{"fork-lift 3×3, labels to 30", depotnim.Forklift, 5, func(r *rand.Rand) string { return grid(3, 3, func() int { return 1 + r.IntN(30) }) }},
	{"fork-lift 4×4, labels to 2", depotnim.Forklift, 20, func(r *rand.Rand) string { return grid(4, 4, func() int { return 1 + r.IntN(2) }) }},
	{"misère fork-lift 4×4, labels to 2", depotnim.ForkliftMisere, 10, func(r *rand.Rand) string { return grid(4, 4, func() int { return 1 + r.IntN(2) }) }},
	{"fork-lift 4×4, labels to 9", depotnim.Forklift, 5, func(r *rand.Rand) string { return grid(4, 4, func() int { return 1 + r.IntN(9) }) }},
	{"fork-lift 5×5, all 1", depotnim.Forklift, 1, func(r *rand.Rand) string { return grid(5, 5, func() int { return 1 }) }},
	{"fork-lift 5×5, labels to 2", depotnim.Forklift, 5, func(r *rand.Rand) string { return grid(5, 5, func() int { return 1 + r.IntN(2) }) }},
	{"misère fork-lift 5×5, labels to 2", depotnim.ForkliftMisere, 5, func(r *rand.Rand) string { return grid(5, 5, func() int { return 1 + r.IntN(2) }) }},
	{"fork-lift 5×5, labels to 4", depotnim.Forklift, 5, func(r *rand.Rand) string { return grid(5, 5, func() int { return 1 + r.IntN(4) }) }},
	{"fork-lift 6×6, one 2 among 1", depotnim.Forklift, 5, func(r *rand.Rand) string {
		two := r.IntN(36)
		return grid(6, 6, func() int {
			two--
			if two == -1 {
				return 2
			}
			return 1
		})
	}},
	{"fork-lift 6×6, labels to 2", depotnim.Forklift, 5, func(r *rand.Rand) string { return grid(6, 6, func() int { return 1 + r.IntN(2) }) }},
	{"fork-lift 7×7, one 2 among 1", depotnim.Forklift, 3, func(r *rand.Rand) string {
		two := r.IntN(49)
		return grid(7, 7, func() int {
			two--
			if two == -1 {
				return 2
			}
			return 1
		})
	}},
	{"fork-lift 9×9, all 1", depotnim.Forklift, 1, func(r *rand.Rand) string { return grid(9, 9, func() int { return 1 }) }},
	{"tree of 20, labels to 3", depotnim.Tree, 20, func(r *rand.Rand) string { return randomTree(r, 20, 3) }},
	{"misère tree of 20, labels to 3", depotnim.TreeMisere, 20, func(r *rand.Rand) string { return randomTree(r, 20, 3) }},
	{"tree of 30, labels to 3", depotnim.Tree, 12, func(r *rand.Rand) string { return randomTree(r, 30, 3) }},
	{"misère tree of 30, labels to 3", depotnim.TreeMisere, 12, func(r *rand.Rand) string { return randomTree(r, 30, 3) }},
	{"star of 8 leaves, labels to 9", depotnim.Tree, 20, func(r *rand.Rand) string { return star(r, 8, 9) }},
	{"misère star of 8 leaves, labels to 9", depotnim.TreeMisere, 20, func(r *rand.Rand) string { return star(r, 8, 9) }},
	{"coloured cycle of 12, labels to 3", depotnim.Coloured, 20, func(r *rand.Rand) string { return colouredCycle(r, 12, 3) }},
	{"coloured grid 3×4, labels to 3", depotnim.Coloured, 20, func(r *rand.Rand) string { return colouredGrid(r, 3, 4, 3) }},
}

// TestReach measures how far the search comes, for docs/benchmarks.md:
// NIMATRON_REACH=1 go test -v -run Reach -timeout 60m ./solver/depots
func TestReach(t *testing.T) {
	if os.Getenv("NIMATRON_REACH") == "" {
		t.Skip("a measurement, which takes minutes: set NIMATRON_REACH=1")
	}
	const (
		budget = 10 * time.Second // for each board
		plain  = 500_000          // positions that the plain search may visit
	)
	fmt.Println("| boards | proved in 2 s | in 10 s | positions, median | time, median, worst | with all winning moves | plain search: positions | time |")
	for _, c := range reaches {
		if only := os.Getenv("NIMATRON_REACH"); only != "1" && !strings.Contains(c.name, only) {
			continue
		}
		var nodes []uint64
		var took, whole []time.Duration
		quick, proved := 0, 0
		var plainNodes []int
		var plainTook []time.Duration
		for seed := range uint64(c.boards) {
			text := c.board(rand.New(rand.NewPCG(seed, 5)))
			p := gamestest.Parse(t, c.variant, text, games.Left)
			ctx, cancel := context.WithTimeout(context.Background(), budget)
			s := &depots.Solver{Table: depots.NewTable(depots.DefaultTableBytes), Cores: 1}
			begin := time.Now()
			won, err := s.Wins(ctx, c.variant, p)
			took, nodes = append(took, time.Since(begin)), append(nodes, s.Visited())
			if err == nil {
				proved++
				if took[len(took)-1] < 2*time.Second {
					quick++
				}
				if _, _, err := s.Winning(ctx, c.variant, p, 1000); err == nil {
					whole = append(whole, time.Since(begin))
				}
			}
			cancel()
			if seed < 3 {
				game := bruteforce.Read(c.variant.ID, p.String())
				game.Limit = plain
				begin = time.Now()
				if plainWon, plainErr := game.Wins(bruteforce.Left); plainErr == nil && err == nil && plainWon != won {
					t.Errorf("%s: %v, the plain search says %v", text, won, plainWon)
				}
				plainNodes, plainTook = append(plainNodes, game.Nodes), append(plainTook, time.Since(begin))
			}
		}
		slices.Sort(nodes)
		slices.Sort(took)
		slices.Sort(whole)
		slices.Sort(plainNodes)
		slices.Sort(plainTook)
		all := "none"
		if len(whole) > 0 {
			all = fmt.Sprintf("%d in %v", len(whole), whole[len(whole)-1].Round(time.Millisecond))
		}
		fmt.Printf("| %s | %d of %d | %d | %d | %v, %v | %s | %d | %v |\n", c.name, quick, c.boards, proved,
			nodes[len(nodes)/2], took[len(took)/2].Round(time.Microsecond), took[len(took)-1].Round(time.Microsecond), all,
			plainNodes[len(plainNodes)/2], plainTook[len(plainTook)/2].Round(time.Millisecond))
	}
}
