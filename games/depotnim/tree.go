package depotnim

import (
	"strconv"

	"nimatron/games"
)

// treeExample is what errors suggest.
const treeExample = "2(1 3(2 1))"

// readTree reads a label with its children in parentheses, "2(1 3(2 1))".
func readTree(rule Rule, text string) (*Board, []uint64, error) {
	const noParent = -1
	var counters []uint64
	var edges []games.Edge
	ancestors := []int{} // of what is read now
	last := noParent     // the vertex just read, which a parenthesis may follow
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == ' ' || c == ',':
			i++
		case c == '(':
			if last == noParent {
				return nil, nil, bad("%s has a parenthesis after no label: a label comes first, then its children, such as `%s`", games.Quote(text), treeExample)
			}
			ancestors, last = append(ancestors, last), noParent
			i++
		case c == ')':
			if len(ancestors) == 0 || last == noParent && ancestors[len(ancestors)-1] == len(counters)-1 {
				return nil, nil, bad("%s closes a parenthesis in which there are no children: leave it out or write some, such as `%s`", games.Quote(text), treeExample)
			}
			ancestors, last = ancestors[:len(ancestors)-1], noParent
			i++
		default:
			begin := i
			for i < len(text) && text[i] >= '0' && text[i] <= '9' {
				i++
			}
			if begin == i {
				return nil, nil, bad("%s is not a tree: write a label, then its children in parentheses, such as `%s`", games.Quote(text), treeExample)
			}
			v := len(counters)
			if v == MaxVertices {
				return nil, nil, tooMany()
			}
			if len(ancestors) == 0 && v > 0 {
				return nil, nil, bad("%s is not one tree: all stacks but the first stand in parentheses after the one that they hang on, such as `%s`", games.Quote(text), treeExample)
			}
			name := "stack " + letters(v, 'a')
			n, err := readLabel(text[begin:i], name)
			if err != nil {
				return nil, nil, err
			}
			if n == 0 {
				return nil, nil, bad("%s is 0: leave empty stacks out of a tree (the empty board alone is written `0`)", name)
			}
			if len(ancestors) > 0 {
				edges = append(edges, games.Edge{From: ancestors[len(ancestors)-1], To: v})
			}
			counters, last = append(counters, n), v
		}
	}
	if len(ancestors) > 0 {
		return nil, nil, bad("%s leaves a parenthesis open: the children of a stack stand in parentheses, such as `%s`", games.Quote(text), treeExample)
	}
	return newBoard(rule, asTree, len(counters), edges), append(counters, 0), nil
}

// treeText writes what is left of a tree. The first vertex left is the root: the
// vertices above it are gone, since a vertex goes only as the end of a branch.
func (p *Position) treeText() string {
	var text []byte
	var write func(v int)
	write = func(v int) {
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
	for v, n := range p.counters {
		if n > 0 {
			write(v)
			break
		}
	}
	return string(text)
}
