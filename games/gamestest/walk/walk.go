package walk

import (
	"iter"
	"math/rand/v2"
	"strings"

	"nimatron/games"
	"nimatron/games/catalog"
)

// Family is the family of the game.
var Family = &games.Family{ID: "walk", Name: "Walk"}

// Variant is the game.
var Variant = &games.Variant{
	ID:     "walk",
	Name:   "Walk",
	Gist:   "Walk a token towards z",
	Family: Family,
	Ending: games.Normal,
	Rules: games.Rules{
		Summary: "One token walks towards z. Whoever cannot move it loses.",
		Turn:    "Move the token two or three letters on: from a to c or d, from b to d or e, and so on. There is nothing after z.",
		End:     "Whoever moves the token last, to y or z, wins.",
		Moves:   "`a>c` moves the token from a to c.",
		Example: "t",
	},
	Parse:    parse,
	Generate: generate,
	Longest:  longest,
	Say:      describeMove,
	Words: games.Words{Kind: "place", Move: func(m games.Move) string {
		_, to, _ := strings.Cut(m.Text, ">")
		return "Go to " + to
	}},
}

// Catalog lists the game alone.
var Catalog = catalog.New([]*games.Variant{Variant})

// vertices is the number of places in the graph: the letters from a to z.
const vertices = 26

// vertex is a place of the graph, from 0.
type vertex int

// String returns the letter of the place.
func (v vertex) String() string { return string(rune('a' + v)) }

// neighbours returns the places that the token can go to.
func (v vertex) neighbours() []vertex {
	var to []vertex
	for _, next := range []vertex{v + 2, v + 3} {
		if next < vertices {
			to = append(to, next)
		}
	}
	return to
}

// position has the token's vertex and the turn.
type position struct {
	token vertex
	owner games.Side
}

// parse reads the letter of the place where the token stands.
func parse(text string, first games.Side) (games.Position, error) {
	name := strings.ToLower(strings.Trim(text, " "))
	for v := range vertex(vertices) {
		if v.String() == name {
			return position{token: v, owner: first}, nil
		}
	}
	return nil, games.NoPosition("a", "%s is no place: write the letter at which the token stands, a to z", games.Quote(text))
}

// generate returns a vertex from which the token can move: in the second half of the alphabet for a
// small start, near a for a large one.
func generate(r *rand.Rand, size games.Size) string {
	least, end := size.Of(vertices/2, 0, 0), size.Of(vertices-2, vertices-2, 7)
	return vertex(least + r.IntN(end-least)).String()
}

// longest counts the moves if the token always moves by two.
func longest(p games.Position) uint64 {
	return uint64(vertices-1-p.(position).token) / 2
}

func move(from, to vertex) games.Move {
	return games.Move{Kind: games.Other, Text: from.String() + ">" + to.String()}
}

// describeMove describes a move in words.
func describeMove(_ games.Position, m games.Move) games.Said {
	from, to, _ := strings.Cut(m.Text, ">")
	return games.Said{Verb: games.Moved, Object: "the token from " + from + " to " + to}
}

// String returns the letter of the place where the token stands.
func (p position) String() string { return p.token.String() }

// Turn returns the owner, who makes the whole decision.
func (p position) Turn() games.Turn { return games.Turn{Owner: p.owner, Actor: p.owner} }

// WithTurn returns the same position with owner to move.
func (p position) WithTurn(owner games.Side) games.Position {
	return position{token: p.token, owner: owner}
}

// Read reads "a>c" in any case, with or without spaces.
func (p position) Read(text string) (games.Move, error) {
	written := strings.ToLower(strings.ReplaceAll(text, " ", ""))
	for v := range vertex(vertices) {
		for _, to := range v.neighbours() {
			if m := move(v, to); m.Text == written {
				return m, nil
			}
		}
	}
	return games.Move{}, p.illegal(text)
}

// Play moves the token.
func (p position) Play(m games.Move) (games.Position, error) {
	for step := range p.Options() {
		if step.Move == m {
			return step.Position, nil
		}
	}
	return nil, p.illegal(m.String())
}

// illegal is the error for a move that the token can't make.
func (p position) illegal(text string) error {
	for step := range p.Options() {
		return games.Illegal([]games.Move{step.Move}, "%s is not a move here: the token stands at %s, so write where it goes", games.Quote(text), p)
	}
	return games.Illegal(nil, "the game is over: nothing comes after %s", p)
}

// Places returns none, because moves are of the kind Other.
func (p position) Places() []games.Place { return nil }

// Options yields the moves of the token.
func (p position) Options() iter.Seq[games.Step] {
	return func(yield func(games.Step) bool) {
		for _, to := range p.token.neighbours() {
			if !yield(games.Step{Move: move(p.token, to), Position: position{token: to, owner: p.owner.Other()}}) {
				return
			}
		}
	}
}

// Shape returns the graph with a counter at the token. Vertices that it can go to are open.
func (p position) Shape() games.Shape {
	var g games.Graph
	for v := range vertex(vertices) {
		g.Vertices = append(g.Vertices, games.Vertex{Name: v.String()})
		for _, to := range v.neighbours() {
			g.Edges = append(g.Edges, games.Edge{From: int(v), To: int(to)})
		}
	}
	g.Vertices[p.token].Counters = 1
	for _, to := range p.token.neighbours() {
		g.Vertices[to].Open = true
	}
	return g
}
