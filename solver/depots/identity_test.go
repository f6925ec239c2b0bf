package depots_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
)

// identity relates boards to rows of piles: each board is the same game as a row of a model.
type identity struct {
	name    string
	variant *games.Variant
	model   string
	// write writes the piles as a board.
	write func(piles []int) string
	// move translates the model's moves to the board.
	move func(piles []int, move string) string
}

func letter(i int) string { return string(rune('a' + i)) }

// ends translates the moves of a row.
func ends(name func(i, n int) string) func([]int, string) string {
	return func(piles []int, move string) string {
		end, count, _ := strings.Cut(move, "-")
		i := 0
		if end == "R" {
			i = len(piles) - 1
		}
		return name(i, len(piles)) + "-" + count
	}
}

// numbered translates the moves of Nim.
func numbered(name func(i int) string) func([]int, string) string {
	return func(_ []int, move string) string {
		var i, count int
		fmt.Sscanf(move, "%d-%d", &i, &count)
		return fmt.Sprintf("%s-%d", name(i-1), count)
	}
}

// path writes a tree without branches.
func path(piles []int) string {
	text := fmt.Sprint(piles[len(piles)-1])
	for i := len(piles) - 2; i >= 0; i-- {
		text = fmt.Sprintf("%d(%s)", piles[i], text)
	}
	return text
}

// cycle writes piles on a circle through the depot, with these first, inner and last roads.
func cycle(first, inner, last string) func(piles []int) string {
	return func(piles []int) string {
		var stacks, roads []string
		for i, n := range piles {
			stacks = append(stacks, fmt.Sprintf("%s=%d", letter(i), n))
			if i > 0 {
				roads = append(roads, letter(i-1)+inner+letter(i))
			}
		}
		roads = append([]string{"*" + first + "a"}, roads...)
		if len(piles) > 1 {
			roads = append(roads, "*"+last+letter(len(piles)-1))
		} else if first != last {
			roads[0] = "*-a" // with one pile both sides may take from it
		}
		return strings.Join(stacks, " ") + "; " + strings.Join(roads, " ")
	}
}

func join(sep string) func([]int) string {
	return func(piles []int) string { return strings.Trim(strings.ReplaceAll(fmt.Sprint(piles), " ", sep), "[]") }
}

func identities() []identity {
	vertex := func(i, _ int) string { return letter(i) }
	columns := func(i int) string { return string(rune('A'+i)) + "1" }
	return []identity{
		{"a path is End-Nim", depotnim.Tree, "end-nim", path, ends(vertex)},
		{"a path is misère End-Nim", depotnim.TreeMisere, "end-nim/misere", path, ends(vertex)},
		{"a cycle through the depot is End-Nim", depotnim.Depot, "end-nim", cycle("-", "-", "-"), ends(vertex)},
		{"a cycle through the depot is misère End-Nim", depotnim.DepotMisere, "end-nim/misere", cycle("-", "-", "-"), ends(vertex)},
		{"a coloured cycle through home is Partizan End-Nim", depotnim.Coloured, "partizan-end-nim", cycle("<", "-", ">"), ends(vertex)},
		{"a grid of one row is Nim", depotnim.Forklift, "nim", join(" "), numbered(columns)},
		{"a grid of one row is misère Nim", depotnim.ForkliftMisere, "nim/misere", join(" "), numbered(columns)},
		{"a grid with all on the rim is Nim", depotnim.Forklift, "nim", func(piles []int) string {
			return join(" ")(piles) + " /" + strings.Repeat(" .", len(piles))
		}, numbered(columns)},
		{"a star with two leaves is a row of three", depotnim.Tree, "end-nim", func(piles []int) string {
			if len(piles) != 3 {
				return path(piles)
			}
			return fmt.Sprintf("%d(%d %d)", piles[1], piles[0], piles[2])
		}, ends(func(i, n int) string {
			if n == 3 {
				return []string{"b", "a", "c"}[i]
			}
			return letter(i)
		})},
	}
}

// TestIdentities compares boards that are rows or piles with the brute-force models
// of End-Nim and Nim: the winning moves for both sides, and the values.
func TestIdentities(t *testing.T) {
	ctx := context.Background()
	s := newSolver()
	for _, id := range identities() {
		t.Run(id.name, func(t *testing.T) {
			model, ok := gamestest.Lookup(id.model)
			if !ok {
				t.Fatalf("no model %s", id.model)
			}
			oracle := gamestest.NewOracle(model)
			r := rand.New(rand.NewPCG(1, 1))
			for range 80 {
				piles := make([]int, 1+r.IntN(5))
				for i := range piles {
					piles[i] = 1 + r.IntN(4)
				}
				text := id.write(piles)
				for _, side := range []games.Side{games.Left, games.Right} {
					state := gamestest.State{Position: join(" ")(piles), Owner: side}
					var want, got []string
					for _, move := range oracle.Winning(state) {
						want = append(want, id.move(piles, move))
					}
					p := gamestest.Parse(t, id.variant, text, side)
					won, err := s.Wins(ctx, id.variant, p)
					if err != nil || won != oracle.Wins(state) {
						t.Fatalf("%s as %s, %s to move: wins %v, %v", state.Position, text, side, won, err)
					}
					moves, _, err := s.Winning(ctx, id.variant, p, 1000)
					must.OK(t, err)
					for _, m := range moves {
						got = append(got, m.String())
					}
					slices.Sort(want)
					slices.Sort(got)
					if !slices.Equal(got, want) {
						t.Fatalf("%s as %s, %s to move: %q, want %q", state.Position, text, side, got, want)
					}
					if id.variant.Ending == games.Normal && !id.variant.Partizan {
						if value, err := s.Grundy(ctx, id.variant, p); err != nil || value != uint64(oracle.Value(state)) {
							t.Fatalf("%s as %s: value %d, %v", state.Position, text, value, err)
						}
					}
				}
			}
		})
	}
}
