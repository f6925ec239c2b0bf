package depotnim

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
)

// A Position is a board with its counters and the player to move.
type Position struct {
	board    *Board
	counters []uint64
	mover    games.Side
}

// Board returns the part that play does not change.
func (p *Position) Board() *Board { return p.board }

// Counters returns how many counters stand on each vertex. It must not be changed.
func (p *Position) Counters() []uint64 { return p.counters[:p.board.Home()] }

// Open reports for each vertex whether side may lower it.
func (p *Position) Open(side games.Side) []bool { return p.board.open(side, p.counters) }

// Take returns the move that takes count from a vertex that is not empty.
func (p *Position) Take(vertex int, count uint64) games.Move {
	return games.Move{Kind: games.Take, Index: int32(vertex), Where: p.Name(vertex), Count: count}
}

// String returns the notation: a tree, a graph or a grid; "0" when all is empty.
func (p *Position) String() string {
	if p.empty() {
		return "0"
	}
	switch p.board.written {
	case asTree:
		return p.treeText()
	case asGrid:
		return p.gridText()
	default:
		return p.graphText()
	}
}

func (p *Position) empty() bool {
	return !slices.ContainsFunc(p.counters, func(n uint64) bool { return n > 0 })
}

// Turn returns the mover, who takes the whole decision.
func (p *Position) Turn() games.Turn { return games.Turn{Owner: p.mover, Actor: p.mover} }

// WithTurn returns the same board with owner to move.
func (p *Position) WithTurn(owner games.Side) games.Position {
	other := *p
	other.mover = owner
	return &other
}

// Name returns the name of a vertex in moves.
func (p *Position) Name(vertex int) string { return p.board.names[vertex] }

// Vertex finds a vertex by its name, in any case.
func (p *Position) Vertex(name string) (vertex int, ok bool) {
	for v := range p.board.Home() {
		if p.board.written == asTree && p.counters[v] == 0 {
			continue
		}
		if strings.EqualFold(p.Name(v), name) {
			return v, true
		}
	}
	return 0, false
}

// Letters returns the n-th, from 0, of a, b … z, aa, ab …, beginning at first.
func Letters(n int, first byte) string {
	var name []byte
	for n++; n > 0; n = (n - 1) / 26 {
		name = append(name, first+byte((n-1)%26))
	}
	slices.Reverse(name)
	return string(name)
}

var errOver = games.Illegal(nil, "the game is over: nobody can move")

var errStuck = games.Illegal(nil, "the game is over: the player to move can't reach a stack")

func (p *Position) over() error {
	switch {
	case slices.Contains(p.Open(p.mover), true):
		return nil
	case p.empty():
		return errOver
	default:
		return errStuck
	}
}

// Read parses "b-3", "B2-3" or a forgiving form of these.
func (p *Position) Read(text string) (games.Move, error) {
	if err := p.over(); err != nil {
		return games.Move{}, err
	}
	// The canonical form comes first: a graph may name a vertex "all", which forgiving forms read as a
	// number.
	if where, number, ok := cutLast(words.Plain(text), '-'); ok {
		if v, ok := p.Vertex(where); ok && isNumber(number) && !games.ZerosInFront(number) {
			if count, err := strconv.ParseUint(number, 10, 64); err == nil {
				return p.Take(v, count), nil
			}
		}
	}
	w, ok := games.ReadMove(text)
	if !ok || w.Kind != games.Take {
		return games.Move{}, p.illegal("%s is not a move here: write the %s and how many to take", games.Quote(text), p.place())
	}
	v, ok := p.Vertex(w.Where)
	if !ok {
		return games.Move{}, p.unknown(w.Where)
	}
	if w.All {
		w.Count = p.counters[v]
	}
	return p.Take(v, w.Count), nil
}

func cutLast(text string, sep byte) (before, after string, ok bool) {
	i := strings.LastIndexByte(text, sep)
	if i < 0 {
		return "", "", false
	}
	return text[:i], text[i+1:], true
}

func isNumber(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
}

// Play takes counters from a stack.
func (p *Position) Play(m games.Move) (games.Position, error) {
	if err := p.over(); err != nil {
		return nil, err
	}
	v := int(m.Index)
	if v < 0 || v >= p.board.Home() || m != p.Take(v, m.Count) {
		return nil, p.illegal("%s is not a move here: write the %s and how many to take", games.Quote(m.String()), p.place())
	}
	if !p.Open(p.mover)[v] {
		return nil, p.closed(v)
	}
	if n := p.counters[v]; m.Count == 0 || m.Count > n {
		return nil, games.Illegal([]games.Move{p.Take(v, n)}, "%s has %s: take %s", p.called(v), p.count(n), games.Range(n))
	}
	return p.take(v, m.Count), nil
}

// illegal suggests to take 1 from the first open stack, or the last one whole.
func (p *Position) illegal(format string, args ...any) error {
	open := p.Open(p.mover)
	first := slices.Index(open, true)
	such := []games.Move{p.Take(first, 1)}
	for v := p.board.Home() - 1; v > first && len(such) == 1; v-- {
		if open[v] {
			such = append(such, p.Take(v, p.counters[v]))
		}
	}
	return games.Illegal(such, format, args...)
}

func (p *Position) place() string {
	if p.board.written == asGrid {
		return "cell"
	}
	return "stack"
}

// called names a vertex at the start of a sentence, so that a bare letter is not capitalised.
func (p *Position) called(v int) string {
	if p.board.written == asGrid {
		return p.Name(v)
	}
	return "stack " + p.Name(v)
}

func (p *Position) count(n uint64) string {
	if p.board.written == asGrid {
		return boxWords.Count(n)
	}
	return stackWords.Count(n)
}

func (p *Position) unknown(name string) error {
	if slices.ContainsFunc(p.board.names, func(gone string) bool { return strings.EqualFold(gone, name) }) {
		return p.illegal("stack %s is gone. %s", games.Quote(name), p.open())
	}
	return p.illegal("there is no %s %s. %s", p.place(), games.Quote(name), p.open())
}

func (p *Position) closed(v int) error {
	closed := "walled in"
	switch {
	case p.counters[v] == 0:
		closed = "empty"
	case p.board.rule == Leaves:
		closed = "not at the end of a branch"
	case p.board.rule == Trucks:
		closed = "out of reach"
	}
	return p.illegal("%s is %s. %s", p.called(v), closed, p.open())
}

// open says which stacks may be lowered.
func (p *Position) open() string {
	switch {
	case p.board.rule == Leaves:
		return "Take from a stack with at most 1 neighbour"
	case p.board.rule == Trucks && p.mover == games.Left:
		return "Left's truck takes blue and green roads through empty places. Take from a stack that it reaches"
	case p.board.rule == Trucks:
		return "Right's truck takes red and green roads through empty places. Take from a stack that it reaches"
	case p.board.written == asGrid:
		return "Take from a stack on the rim or next to an empty cell"
	default:
		return "Take from a stack next to the depot or to an empty stack"
	}
}

func (p *Position) take(vertex int, count uint64) *Position {
	counters := slices.Clone(p.counters)
	counters[vertex] -= count
	return &Position{board: p.board, counters: counters, mover: p.mover.Other()}
}

// Places returns the vertices that the mover may lower.
func (p *Position) Places() []games.Place {
	places, _ := p.places()
	return places
}

func (p *Position) places() (places []games.Place, vertices []int) {
	for v, isOpen := range p.Open(p.mover) {
		if isOpen {
			places = append(places, games.Place{Name: p.Name(v), Most: p.counters[v]})
			vertices = append(vertices, v)
		}
	}
	return places, vertices
}

// Options yields the moves that take 1 in the order of the vertices, then those that take 2, and so
// on.
func (p *Position) Options() iter.Seq[games.Step] {
	places, vertices := p.places()
	return games.Takes(places, func(i int, count uint64) games.Step {
		v := vertices[i]
		return games.Step{Move: p.Take(v, count), Position: p.take(v, count)}
	})
}

// Shape returns a grid, or a graph with the depot last.
func (p *Position) Shape() games.Shape {
	b := p.board
	open := p.Open(p.mover)
	vertices := make([]games.Vertex, 0, b.Home()+1)
	index := make([]int, b.Home()+1)
	for v := range b.Home() {
		index[v] = len(vertices)
		if b.written == asTree && p.counters[v] == 0 {
			index[v] = -1
			continue
		}
		vertices = append(vertices, games.Vertex{Name: p.Name(v), Counters: p.counters[v], Open: open[v]})
	}
	if b.written == asGrid {
		return games.Grid{Columns: b.columns, Cells: vertices}
	}
	if len(b.near[b.Home()]) > 0 {
		index[b.Home()] = len(vertices)
		vertices = append(vertices, games.Vertex{Name: home, Depot: true})
	}
	var edges []games.Edge
	for _, e := range b.edges {
		if index[e.From] >= 0 && index[e.To] >= 0 {
			edges = append(edges, games.Edge{From: index[e.From], To: index[e.To], Colour: e.Colour})
		}
	}
	return games.Graph{Vertices: vertices, Edges: edges}
}
