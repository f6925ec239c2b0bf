package values

import (
	"errors"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// errNoGame is the error for text that is not a game.
var errNoGame = errors.New("values: a game is written otherwise")

// maxDepth bounds the nesting of braces.
const maxDepth = 500

// Read lets the tests write games as in the literature. It reads the output of Name and Canonical,
// any braces {a,b|c}, {a||b|c} and {a|b||c}, differences a-b, brackets, ups as ^^ and downs as vv.
// The error is errNoGame or the Store's.
func (s *Store) Read(text string) (Game, error) {
	r := reader{Store: s, text: text}
	g := r.sum()
	switch {
	case s.err != nil:
		return Zero, s.err
	case r.bad || r.text != "":
		return Zero, errNoGame
	}
	return g, nil
}

// reader parses a text.
type reader struct {
	*Store
	text string // the rest of it
	deep int
	bad  bool
}

// refuse records that the text is invalid.
func (r *reader) refuse() Game {
	r.bad = true
	return Zero
}

// next consumes one of the tokens, if it comes next, and returns it.
func (r *reader) next(tokens ...string) string {
	for _, t := range tokens {
		if rest, ok := strings.CutPrefix(r.text, t); ok && !r.bad && r.err == nil {
			r.text = rest
			return t
		}
	}
	return ""
}

// sum reads a + b − c.
func (r *reader) sum() Game {
	for g := r.term(); ; {
		switch r.next("+_", "-_", "+", "-") {
		case "+_":
			g = r.Sum(g, r.tiny())
		case "-_":
			g = r.Difference(g, r.tiny())
		case "+":
			g = r.Sum(g, r.term())
		case "-":
			g = r.Difference(g, r.term())
		default:
			return g
		}
	}
}

// term reads a part of a sum. Ups or a nimber that follow a number without a sign are added.
func (r *reader) term() Game {
	if r.deep++; r.deep > maxDepth {
		return r.refuse()
	}
	defer func() { r.deep-- }()
	switch r.next("+_", "-_", "-", "{", "(") {
	case "+_":
		return r.tiny()
	case "-_":
		return r.Negative(r.tiny())
	case "-":
		return r.Negative(r.term())
	case "{":
		return r.braces()
	case "(":
		g := r.sum()
		if r.next(")") == "" {
			return r.refuse()
		}
		return g
	}
	begin, g := r.text, Zero
	if x := r.number(); x != nil {
		g = r.Number(x)
	}
	for {
		switch sign := r.next("±", "^", "v", "*"); sign {
		case "":
			if r.text == begin {
				return r.refuse()
			}
			return g
		case "±":
			x := r.switched()
			g = r.Sum(g, r.Game([]Game{x}, []Game{r.Negative(x)}))
		case "*":
			g = r.Sum(g, r.Nimber(r.count()))
		default:
			n := 1
			for r.next(sign) != "" {
				n++
			}
			if n == 1 {
				n = r.count()
			}
			if sign == "v" {
				n = -n
			}
			g = r.Sum(g, r.Ups(n, 0))
		}
	}
}

// braces reads what follows {. As in the literature || separates before | does.
func (r *reader) braces() Game {
	left := r.options()
	var right []Game
	switch r.next("||", "|") {
	case "||":
		right = r.half()
	case "|":
		right = r.options()
		if r.next("||") != "" {
			left, right = []Game{r.Game(left, right)}, r.half()
		}
	default:
		return r.refuse()
	}
	if r.next("}") == "" {
		return r.refuse()
	}
	return r.Game(left, right)
}

// half reads Right's options behind a ||.
func (r *reader) half() []Game {
	options := r.options()
	if r.next("|") != "" {
		return []Game{r.Game(options, r.options())}
	}
	return options
}

// options reads a comma-separated list of games, which may be empty.
func (r *reader) options() []Game {
	if r.text == "" || strings.ContainsRune("|}", rune(r.text[0])) {
		return nil
	}
	list := []Game{r.sum()}
	for r.next(",") != "" {
		list = append(list, r.sum())
	}
	return list
}

// tiny reads what follows +_.
func (r *reader) tiny() Game {
	x := r.number()
	if x == nil {
		return r.refuse()
	}
	return r.Game([]Game{Zero}, []Game{r.Game([]Game{Zero}, []Game{r.Negative(r.Number(x))})})
}

// switched reads what follows ±: a number, or a game in braces or brackets.
func (r *reader) switched() Game {
	if x := r.number(); x != nil {
		return r.Number(x)
	}
	if strings.HasPrefix(r.text, "{") || strings.HasPrefix(r.text, "(") {
		return r.term()
	}
	return r.refuse()
}

// An integer, and a fraction with any denominator.
var digits, fraction = regexp.MustCompile(`^\d{1,9}`), regexp.MustCompile(`^\d+(/[1-9]\d*)?`)

// count reads a whole number, 1 if there is none.
func (r *reader) count() int {
	text := digits.FindString(r.text)
	if text == "" {
		return 1
	}
	r.text = r.text[len(text):]
	n, _ := strconv.Atoi(text)
	return n
}

// number reads a number such as 3 or 3/4, or returns nil if none comes next.
func (r *reader) number() *big.Rat {
	text := fraction.FindString(r.text)
	x, ok := newRat().SetString(text)
	if !ok || r.bad {
		return nil
	}
	r.text = r.text[len(text):]
	return x
}
