package depotnim

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"nimatron/games"
)

func between(r *rand.Rand, least, most int) int { return least + r.IntN(most-least+1) }

// worthDrawing repeats generate until a board is neither a row of End-Nim nor Nim in disguise: a walled-in
// stack has to be opened, or the tree has a fork.
func worthDrawing(parse func(string, games.Side) (games.Position, error), generate func(*rand.Rand, games.Size) string) func(*rand.Rand, games.Size) string {
	const tries = 100
	return func(r *rand.Rand, s games.Size) (text string) {
		for range tries {
			text = generate(r, s)
			p, err := parse(text, games.Left)
			if err == nil && p.(*Position).isNew() {
				break
			}
		}
		return text
	}
}

// isNew reports whether an uncoloured position is neither End-Nim nor Nim in disguise.
func (p *Position) isNew() bool {
	open, full := 0, 0
	for v, isOpen := range p.Open(p.mover) {
		if p.counters[v] > 0 {
			full++
		}
		if isOpen {
			open++
		}
	}
	if p.board.rule == Leaves {
		return open > 2
	}
	return open < full
}

// generateTree writes a random tree; one in three is a spider, whose legs meet in one vertex.
func generateTree(r *rand.Rand, s games.Size) string {
	n := s.Of(4, 7, 12) + r.IntN(3)
	label := func() string { return strconv.Itoa(between(r, 1, 5)) }
	if r.IntN(3) == 0 {
		var legs []string
		for n--; n > 0; {
			// Fewer than three legs would be a row.
			leg := label()
			n--
			for k := between(r, 0, 2); k > 0 && n > 2-len(legs); k-- {
				leg = label() + "(" + leg + ")"
				n--
			}
			legs = append(legs, leg)
		}
		return label() + "(" + strings.Join(legs, " ") + ")"
	}
	children := make([][]int, n)
	for v := 1; v < n; v++ {
		parent := r.IntN(v)
		children[parent] = append(children[parent], v)
	}
	var write func(v int) string
	write = func(v int) string {
		var below []string
		for _, c := range children[v] {
			below = append(below, write(c))
		}
		if below == nil {
			return label()
		}
		return label() + "(" + strings.Join(below, " ") + ")"
	}
	return write(0)
}

// generateGraph writes a random connected graph with one or two stacks next to the depot. In the
// coloured game each side has its own road there.
func generateGraph(coloured bool) func(*rand.Rand, games.Size) string {
	return func(r *rand.Rand, s games.Size) string {
		n := s.Of(4, 6, 9) + r.IntN(2)
		var stacks, roads []string
		joined := map[[2]int]bool{}
		join := func(from, to int, sign byte) {
			pair := [2]int{min(from, to), max(from, to)}
			if joined[pair] {
				return
			}
			joined[pair] = true
			name := home
			if from < n {
				name = Letters(from, 'a')
			}
			roads = append(roads, fmt.Sprintf("%s%c%s", name, sign, Letters(to, 'a')))
		}
		sign := func() byte {
			if coloured {
				// Green roads are more likely, so that both trucks reach most of the board.
				return "---<>"[r.IntN(5)]
			}
			return '-'
		}
		first, second := sign(), sign()
		if coloured {
			first, second = '<', '>'
		}
		join(n, 0, first)
		for v := range n {
			stacks = append(stacks, fmt.Sprintf("%s=%d", Letters(v, 'a'), between(r, 1, 4)))
			if v > 0 {
				join(r.IntN(v), v, signs[games.Green])
			}
		}
		join(n, n-1, second)
		for range n / 3 {
			from := r.IntN(n - 1)
			join(from, between(r, from+1, n-1), sign())
		}
		return strings.Join(stacks, " ") + "; " + strings.Join(roads, " ")
	}
}

func generateGrid(r *rand.Rand, s games.Size) string {
	// At least three rows, so that some stacks are walled in, but few enough boxes to finish in an evening
	// and to prove the start fair.
	side, columns, highest := s.Of(3, 3, 4), s.Of(3, 4, 4), s.Of(2, 4, 3)
	var rows []string
	for range side {
		cells := make([]string, columns)
		for i := range cells {
			if cells[i] = noStack; r.IntN(8) > 0 {
				cells[i] = strconv.Itoa(between(r, 1, highest))
			}
		}
		rows = append(rows, strings.Join(cells, " "))
	}
	text := strings.Join(rows, " / ")
	if !strings.ContainsAny(text, "1234") {
		return generateGrid(r, s)
	}
	return text
}
