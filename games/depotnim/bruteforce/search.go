package bruteforce

import (
	"errors"
	"fmt"
	"slices"
)

// ErrLimit is the error of a search that reaches the limit.
var ErrLimit = errors.New("bruteforce: more positions than the limit")

// A Side is the player to move: Left or Right.
type Side byte

const (
	Left  Side = 'L'
	Right Side = 'R'
)

func (s Side) other() Side {
	if s == Left {
		return Right
	}
	return Left
}

// touchable returns the places that side may lower.
func (g *Game) touchable(labels string, side Side) []int {
	var places []int
	switch g.kind {
	case "tree-nim":
		for v := range labels {
			neighbours := 0
			for _, r := range g.roads[v] {
				if labels[r.to] > 0 {
					neighbours++
				}
			}
			if labels[v] > 0 && neighbours <= 1 {
				places = append(places, v)
			}
		}
	case "depot-nim", "forklift-nim":
		for v := range labels {
			for _, r := range g.roads[v] {
				if labels[v] > 0 && labels[r.to] == 0 {
					places = append(places, v)
					break
				}
			}
		}
	case "coloured-depot-nim":
		if labels == "" {
			return nil
		}
		foreign := map[Side]byte{Left: '>', Right: '<'}[side]
		been := map[int]bool{}
		var drive func(at int)
		drive = func(at int) {
			if been[at] {
				return
			}
			been[at] = true
			if labels[at] > 0 {
				places = append(places, at)
				return
			}
			for _, r := range g.roads[at] {
				if r.sign != foreign {
					drive(r.to)
				}
			}
		}
		drive(outside)
	}
	slices.Sort(places)
	return places
}

// options returns the positions after side's moves, by move.
func (g *Game) options(labels string, side Side) map[string]string {
	after := map[string]string{}
	for _, v := range g.touchable(labels, side) {
		for n := byte(1); n <= labels[v]; n++ {
			next := []byte(labels)
			next[v] -= n
			after[fmt.Sprintf("%s-%d", g.names[v], n)] = string(next)
		}
	}
	return after
}

// overLimit is the panic that ends the recursion.
type overLimit struct{}

// count counts a position that is searched.
func (g *Game) count() {
	if g.Nodes++; g.Limit > 0 && g.Nodes > g.Limit {
		panic(overLimit{})
	}
}

// limited turns an overLimit panic into an error.
func limited(err *error) {
	switch r := recover().(type) {
	case nil:
	case overLimit:
		*err = ErrLimit
	default:
		panic(r)
	}
}

// Wins reports whether side, to move, wins.
func (g *Game) Wins(side Side) (won bool, err error) {
	defer limited(&err)
	return g.winsFrom(g.start, side), nil
}

func (g *Game) winsFrom(labels string, side Side) bool {
	key := labels
	if g.kind == "coloured-depot-nim" {
		key += string(rune(side))
	}
	if won, known := g.wins[key]; known {
		return won
	}
	g.count()
	won, moved := false, false
	for _, v := range g.touchable(labels, side) {
		for n := labels[v]; n > 0 && !won; n-- {
			next := []byte(labels)
			next[v] -= n
			moved = true
			won = !g.winsFrom(string(next), side.other())
		}
	}
	if !moved {
		won = g.misere // without moves the previous player moved last
	}
	g.wins[key] = won
	return won
}

// With returns the same board with other labels, in the order of notation. Both share the results
// of searches. With resets Nodes.
func (g *Game) With(labels []byte) *Game {
	other := *g
	other.Nodes = 0
	if other.start = string(labels); g.kind != "tree-nim" {
		other.start = "\x00" + other.start
	}
	return &other
}

// Labels returns the board's labels in the order of notation.
func (g *Game) Labels() []byte {
	if g.kind == "tree-nim" || g.start == "" {
		return []byte(g.start)
	}
	return []byte(g.start[1:])
}

// Moves returns side's moves, sorted.
func (g *Game) Moves(side Side) []string {
	var moves []string
	for move := range g.options(g.start, side) {
		moves = append(moves, move)
	}
	slices.Sort(moves)
	return moves
}

// Winning returns side's winning moves, sorted.
func (g *Game) Winning(side Side) (moves []string, err error) {
	defer limited(&err)
	for move, next := range g.options(g.start, side) {
		if !g.winsFrom(next, side.other()) {
			moves = append(moves, move)
		}
	}
	slices.Sort(moves)
	return moves, nil
}

// Value returns the Grundy value of an impartial position under normal play.
func (g *Game) Value() (value int, err error) {
	defer limited(&err)
	return g.valueOf(g.start), nil
}

func (g *Game) valueOf(labels string) int {
	if value, known := g.values[labels]; known {
		return value
	}
	g.count()
	taken := map[int]bool{}
	for _, v := range g.touchable(labels, Left) {
		for n := labels[v]; n > 0; n-- {
			next := []byte(labels)
			next[v] -= n
			taken[g.valueOf(string(next))] = true
		}
	}
	value := 0
	for taken[value] {
		value++
	}
	g.values[labels] = value
	return value
}

// Play plays moves in turn. It returns how many counters are left, and the next player's moves.
func (g *Game) Play(side Side, moves ...string) (left int, next []string, err error) {
	labels := g.start
	for _, move := range moves {
		after, ok := g.options(labels, side)[move]
		if !ok {
			return 0, nil, fmt.Errorf("bruteforce: %s is not legal", move)
		}
		labels, side = after, side.other()
	}
	for _, n := range []byte(labels) {
		left += int(n)
	}
	for move := range g.options(labels, side) {
		next = append(next, move)
	}
	slices.Sort(next)
	return left, next, nil
}
