package depotnim

import (
	"iter"
	"strconv"
	"strings"

	"nimatron/games"
)

const treeExample = "2(1 3(2 1))"

// readTree reads a label with its children in parentheses, "2(1 3(2 1))", or named stacks,
// "a=2(c=3(e=1))". Unnamed stacks are called a, b, c … in the order they are written.
func readTree(rule Rule, text string) (*Board, []uint64, error) {
	const noParent = -1
	named := strings.Contains(text, "=")
	read := stackReader{index: map[string]int{}}
	var edges []games.Edge
	ancestors := []int{}
	last := noParent // the vertex just read, if a parenthesis may follow it
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == ' ' || c == ',':
			i++
		case c == '(':
			if last == noParent {
				return nil, nil, games.NoPosition(treeExample, "%s has a parenthesis without a label before it: "+
					"write a label, then its children in parentheses", games.Quote(text))
			}
			ancestors, last = append(ancestors, last), noParent
			i++
		case c == ')':
			if len(ancestors) == 0 || last == noParent && ancestors[len(ancestors)-1] == len(read.names)-1 {
				return nil, nil, games.NoPosition(treeExample, "%s has a parenthesis without children: leave it out or write some", games.Quote(text))
			}
			ancestors, last = ancestors[:len(ancestors)-1], noParent
			i++
		default:
			length := strings.IndexAny(text[i:], " ,()")
			if length < 0 {
				length = len(text) - i
			}
			label := text[i : i+length]
			i += length
			v := len(read.names)
			name, number, hasName := strings.Cut(label, "=")
			if !hasName {
				name, number = Letters(v, 'a'), label
			}
			switch {
			case !isNumber(number) || !isName(name):
				return nil, nil, games.NoPosition(treeExample, "%s is not a tree: write a label, then its children in parentheses", games.Quote(text))
			case len(ancestors) == 0 && v > 0:
				return nil, nil, games.NoPosition(treeExample, "%s is not one tree: write every stack but the first in "+
					"parentheses after its parent", games.Quote(text))
			case hasName != named:
				return nil, nil, games.NoPosition("", "in %s only some stacks have names: name all of them, as in `a=2(c=1)`, "+
					"or none", games.Quote(text))
			}
			if err := read.add(name, number); err != nil {
				return nil, nil, err
			}
			if read.counters[v] == 0 {
				return nil, nil, games.NoPosition("", "stack %s is 0: leave empty stacks out of a tree (the empty board alone is written `0`)", name)
			}
			if len(ancestors) > 0 {
				edges = append(edges, games.Edge{From: ancestors[len(ancestors)-1], To: v})
			}
			last = v
		}
	}
	if len(ancestors) > 0 {
		return nil, nil, games.NoPosition(treeExample, "%s leaves a parenthesis open: close it after the last child", games.Quote(text))
	}
	b, counters := read.board(rule, asTree, edges)
	return b, counters, nil
}

// treeText writes the remaining stacks, with names unless these are a, b, c … in order. The first
// remaining vertex is the root, because only leaves are emptied.
func (p *Position) treeText() string {
	var text []byte
	named := false
	for rank, v := range p.left() {
		named = named || p.Name(v) != Letters(rank, 'a')
	}
	var write func(v int)
	write = func(v int) {
		if named {
			text = append(append(text, p.Name(v)...), '=')
		}
		text = strconv.AppendUint(text, p.counters[v], 10)
		before := byte('(')
		for _, e := range p.board.near[v] {
			if e.To > v && p.counters[e.To] > 0 {
				text = append(text, before)
				before = ' '
				write(e.To)
			}
		}
		if before == ' ' {
			text = append(text, ')')
		}
	}
	for _, v := range p.left() {
		write(v)
		break
	}
	return string(text)
}

func (p *Position) left() iter.Seq2[int, int] {
	return func(yield func(rank, vertex int) bool) {
		rank := 0
		for v, n := range p.counters {
			if n == 0 {
				continue
			}
			if !yield(rank, v) {
				return
			}
			rank++
		}
	}
}
