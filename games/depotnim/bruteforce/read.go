package bruteforce

import (
	"fmt"
	"strconv"
	"strings"
)

// outside is the depot, the first place of every board except a tree.
const outside = 0

// A Game is a board on which all moves are searched. It is not safe for
// concurrent use.
type Game struct {
	kind   string // the variant's ID without the ending
	misere bool
	names  []string
	roads  [][]road // by place
	start  string   // a byte for the label of each place

	wins   map[string]bool
	values map[string]int
	// Nodes counts the positions searched.
	Nodes int
	// Limit bounds the positions searched; 0 means no bound.
	Limit int
}

// A road joins a place to another one.
type road struct {
	to   int
	sign byte // '-', '<' or '>'
}

// Read reads the position of a variant, such as "tree-nim/misere", with labels up to 255. It panics
// on an invalid position.
func Read(variant, text string) *Game {
	g := &Game{wins: map[string]bool{}, values: map[string]int{}}
	g.kind, g.misere = strings.CutSuffix(variant, "/misere")
	labels := []byte{}
	add := func(name, label string) int {
		n, err := strconv.ParseUint(label, 10, 8)
		if err != nil {
			panic(fmt.Sprintf("bruteforce: %q: %v", text, err))
		}
		labels, g.names = append(labels, byte(n)), append(g.names, name)
		g.roads = append(g.roads, nil)
		return len(labels) - 1
	}
	join := func(a, b int, sign byte) {
		g.roads[a], g.roads[b] = append(g.roads[a], road{b, sign}), append(g.roads[b], road{a, sign})
	}
	switch {
	case text == "0":
	case g.kind == "tree-nim":
		var above []int
		last := -1
		text := strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text)
		for _, word := range strings.Fields(text) {
			switch word {
			case "(":
				above = append(above, last)
			case ")":
				above = above[:len(above)-1]
			default:
				name, label, named := strings.Cut(word, "=")
				if !named {
					name, label = treeName(len(labels)), word
				}
				last = add(name, label)
				if len(above) > 0 {
					join(above[len(above)-1], last, '-')
				}
			}
		}
	case g.kind == "forklift-nim":
		add("outside", "0")
		rows := strings.Split(text, " / ")
		at := map[[2]int]int{}
		for y, row := range rows {
			cells := strings.Fields(row)
			for x, cell := range cells {
				v := add(fmt.Sprintf("%c%d", 'A'+x, y+1), strings.Replace(cell, ".", "0", 1))
				at[[2]int{x, y}] = v
				if x == 0 || y == 0 || x == len(cells)-1 || y == len(rows)-1 {
					join(outside, v, '-')
				}
				for _, other := range [][2]int{{x - 1, y}, {x, y - 1}} {
					if u, ok := at[other]; ok {
						join(u, v, '-')
					}
				}
			}
		}
	default:
		add("*", "0")
		index := map[string]int{"*": outside}
		stacks, joins, _ := strings.Cut(text, ";")
		for _, word := range strings.Fields(stacks) {
			name, label, _ := strings.Cut(word, "=")
			index[name] = add(name, label)
		}
		for _, word := range strings.Fields(joins) {
			i := strings.IndexAny(word, "-<>")
			join(index[word[:i]], index[word[i+1:]], word[i])
		}
	}
	g.start = string(labels)
	return g
}

// treeName is the name of an unnamed stack of a tree.
func treeName(place int) string {
	name := string(rune('a' + place%26))
	if place >= 26 {
		name = string(rune('a'+place/26-1)) + name
	}
	return name
}
