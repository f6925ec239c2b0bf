package depots

import (
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
)

const symmetrySteps = 200_000

// pairsOf returns the pairs of stacks that a symmetry without fixed stacks exchanges, if it proves that the player to
// move loses, else nil. A yard that is mirrored as a person sees it says how.
func pairsOf(v *games.Variant, p *depotnim.Position) (pairs [][2]int, how string) {
	if onesAlone(v, p) {
		return nil, ""
	}
	if yard, ok := p.Shape().(games.Grid); ok {
		for _, by := range [...]yardMirror{sideways, upwards, halfTurn, diagonal, antiDiagonal} {
			if pairs = by.pairs(yard); pairs != nil {
				return pairs, string(by)
			}
		}
	}
	m := mirrorOf(p)
	if m == nil {
		return nil, ""
	}
	for u, image := range m.image {
		if m.full[u] && u < image {
			pairs = append(pairs, [2]int{u, image})
		}
	}
	return pairs, ""
}

// A yardMirror is a symmetry of yards that exchanges stacks in pairs, as a person says it.
type yardMirror string

const (
	sideways     yardMirror = "mirrored from left to right"
	upwards      yardMirror = "mirrored from top to bottom"
	halfTurn     yardMirror = "turned upside down"
	diagonal     yardMirror = "mirrored at the diagonal from A1"
	antiDiagonal yardMirror = "mirrored at the other diagonal"
)

// to returns the place that another one changes with. It may lie outside of a yard that is no square.
func (m yardMirror) to(row, column, rows, columns int) (int, int) {
	switch m {
	case sideways:
		return row, columns - 1 - column
	case upwards:
		return rows - 1 - row, column
	case halfTurn:
		return rows - 1 - row, columns - 1 - column
	case diagonal:
		return column, row
	}
	return rows - 1 - column, columns - 1 - row
}

// pairs returns the pairs of full stacks, nil if the yard is not the same when it is mirrored or a full stack stays.
func (m yardMirror) pairs(yard games.Grid) (pairs [][2]int) {
	columns := yard.Columns
	rows := len(yard.Cells) / columns
	for at, cell := range yard.Cells {
		row, column := m.to(at/columns, at%columns, rows, columns)
		if row >= rows || column >= columns || row < 0 || column < 0 {
			return nil
		}
		image := row*columns + column
		switch {
		case yard.Cells[image].Counters != cell.Counters || image == at && cell.Counters > 0:
			return nil
		case at < image && cell.Counters > 0:
			pairs = append(pairs, [2]int{at, image})
		}
	}
	return pairs
}

// mirroring returns a move to a mirrored position, if there is one. In such a position every stack
// size occurs an even number of times, so the move lowers a stack of one unpaired size to the
// other.
func mirroring(p *depotnim.Position) (move lowering, ok bool) {
	odd := unpaired(p.Counters())
	if len(odd) == 1 {
		odd = append(odd, 0)
	}
	if len(odd) != 2 {
		return lowering{}, false
	}
	from, to := max(odd[0], odd[1]), min(odd[0], odd[1])
	open := p.Open(p.Turn().Owner)
	for v, n := range p.Counters() {
		if n != from || !open[v] {
			continue
		}
		next, err := p.Play(p.Take(v, from-to))
		if err == nil && mirrorOf(next.(*depotnim.Position)) != nil {
			return lowering{v, to}, true
		}
	}
	return lowering{}, false
}

func unpaired(counters []uint64) (odd []uint64) {
	sorted := slices.Sorted(slices.Values(counters))
	for i := 0; i < len(sorted); {
		n, times := sorted[i], 0
		for ; i < len(sorted) && sorted[i] == n; i++ {
			times++
		}
		if n > 0 && times%2 == 1 {
			odd = append(odd, n)
		}
	}
	return odd
}

// mirror searches for a symmetry. Vertices count from 0, with the depot last.
type mirror struct {
	near  [][]arm
	looks []uint64 // equal for vertices that a symmetry may exchange
	image []int
	turn  map[games.Colour]games.Colour
	back  []uint64
	full  []bool
	steps int
}

type arm struct {
	to     int
	colour games.Colour
}

func mirrorOf(p *depotnim.Position) *mirror {
	b, counters := p.Board(), p.Counters()
	if len(unpaired(counters)) > 0 {
		return nil
	}
	n := b.Home() + 1
	m := &mirror{near: make([][]arm, n), image: make([]int, n), full: make([]bool, n), turn: map[games.Colour]games.Colour{
		games.Plain: games.Plain, games.Green: games.Green, games.Blue: games.Red, games.Red: games.Blue,
	}}
	open := p.Open(games.Left)
	coloured := b.Rule() == depotnim.Trucks
	m.looks, m.back = make([]uint64, n), make([]uint64, n)
	for v := range n {
		m.image[v] = -1
		if v < b.Home() {
			m.full[v] = counters[v] > 0
			m.looks[v] = mix(counters[v] + 1)
			if !coloured && open[v] {
				m.looks[v] = mix(m.looks[v] + 1)
			}
		}
	}
	for _, e := range b.Edges() {
		// Otherwise edges between open stacks and empty places no longer matter.
		if !coloured && (!m.full[e.From] || !m.full[e.To] || open[e.From] && open[e.To]) {
			continue
		}
		m.near[e.From] = append(m.near[e.From], arm{e.To, e.Colour})
		m.near[e.To] = append(m.near[e.To], arm{e.From, e.Colour})
	}
	copy(m.back, m.looks)
	for range n {
		kinds := m.kinds()
		m.looks, m.back = m.around(m.looks, false), m.around(m.back, true)
		if m.kinds() == kinds {
			break
		}
	}
	if coloured {
		m.image[b.Home()] = b.Home()
	}
	// Each kind of stack must occur equally often after the exchange.
	count := map[uint64]int{}
	for v := range n {
		if m.full[v] {
			count[m.looks[v]]++
			count[m.back[v]]--
		}
	}
	for _, difference := range count {
		if difference != 0 {
			return nil
		}
	}
	if !m.extend(0) {
		return nil
	}
	return m
}

func (m *mirror) kinds() int {
	return len(slices.Compact(slices.Sorted(slices.Values(m.looks))))
}

func (m *mirror) around(looks []uint64, exchanged bool) []uint64 {
	next := make([]uint64, len(looks))
	for v, near := range m.near {
		sum := uint64(0)
		for _, e := range near {
			colour := e.colour
			if exchanged {
				colour = m.turn[colour]
			}
			sum += mix(looks[e.to] + uint64(colour)*0x9e3779b97f4a7c15)
		}
		next[v] = mix(looks[v]*0xd6e8feb86659fd93 + sum)
	}
	return next
}

func (m *mirror) extend(v int) bool {
	for v < len(m.image) && (m.image[v] >= 0 || len(m.near[v]) == 0 && !m.full[v]) {
		v++
	}
	if v == len(m.image) {
		return true
	}
	for u := v; u < len(m.image); u++ {
		if m.image[u] >= 0 || m.looks[u] != m.back[v] || m.full[u] != m.full[v] || u == v && m.full[v] {
			continue
		}
		if m.steps++; m.steps > symmetrySteps {
			return false
		}
		m.image[v], m.image[u] = u, v
		if m.fits(v) && m.fits(u) && m.extend(v+1) {
			return true
		}
		m.image[v], m.image[u] = -1, -1
	}
	return false
}

func (m *mirror) fits(v int) bool {
	for _, e := range m.near[v] {
		if image := m.image[e.to]; image >= 0 && !slices.Contains(m.near[m.image[v]], arm{image, m.turn[e.colour]}) {
			return false
		}
	}
	return len(m.near[v]) == len(m.near[m.image[v]])
}
