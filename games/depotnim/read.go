package depotnim

import (
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
)

func tooMany() error {
	return games.NoPosition("", "the board is too large: at most %d places", MaxVertices)
}

// parser returns the Parse function of a game. read gets a text that is neither empty nor just 0.
func parser(rule Rule, written notation, example string, read func(rule Rule, text string) (*Board, []uint64, error)) func(string, games.Side) (games.Position, error) {
	return func(text string, first games.Side) (games.Position, error) {
		text = words.Plain(text)
		if strings.Trim(text, " ,") == "" {
			return nil, games.NoPosition(example, "write a position")
		}
		if err := games.CheckCommas(text, example); err != nil {
			return nil, err
		}
		if text == "0" {
			return &Position{board: newBoard(rule, written, 0, nil), counters: make([]uint64, 1), mover: first}, nil
		}
		board, counters, err := read(rule, text)
		if err != nil {
			return nil, err
		}
		p := &Position{board: board, counters: counters, mover: first}
		if v, ok := board.lost(counters); ok {
			return nil, games.NoPosition(example, "stack %s can never be reached: join it to the depot `*`, "+
				"through other stacks if you like", games.Quote(p.Name(v)))
		}
		return p, nil
	}
}

func fields(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
}

func readLabel(text, what string) (uint64, error) {
	if !isNumber(text) {
		return 0, games.NoPosition("", "%s is not a number: %s holds a whole number, at most 10^18", games.Quote(text), what)
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n > games.MaxPile {
		return 0, games.NoPosition("", "%s is too large: a stack holds at most 10^18", what)
	}
	if games.ZerosInFront(text) {
		return 0, games.NoPosition("", "%s has leading zeros: write `%d`", what, n)
	}
	return n, nil
}

type stackReader struct {
	names    []string
	counters []uint64
	index    map[string]int
}

func (r *stackReader) add(name, label string) error {
	folded := strings.ToLower(name)
	if len(r.names) == MaxVertices {
		return tooMany()
	}
	if _, ok := r.index[folded]; ok {
		return games.NoPosition("", "there are two stacks %s: give each its own name, as in `a=3 b=2`; "+
			"capital letters make no difference", games.Quote(name))
	}
	n, err := readLabel(label, "stack "+name)
	r.index[folded] = len(r.names)
	r.names, r.counters = append(r.names, name), append(r.counters, n)
	return err
}

func (r *stackReader) board(rule Rule, written notation, edges []games.Edge) (*Board, []uint64) {
	b := newBoard(rule, written, len(r.names), edges)
	b.names = r.names
	return b, append(r.counters, 0)
}
