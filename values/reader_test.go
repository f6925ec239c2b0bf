package values

import (
	"fmt"
	"math/big"
	"strings"
)

// A SyntaxError says what is wrong with the text of a game.
type SyntaxError struct {
	At     int // the byte where reading ended
	Reason string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("values: at byte %d: %s", e.At+1, e.Reason)
}

// maxDepth is how deep braces may be nested.
const maxDepth = 500

// Read shows that what is written can be read: the tests write games as the literature does. It
// reads what Name and Canonical write, any braces {a,b|c}, {a||b|c} and {a|b||c}, differences a-b,
// brackets, ups as ^^ or ↑ and downs as vv or ↓. The error is a *SyntaxError or that of the Store.
func (s *Store) Read(text string) (Game, error) {
	if len(text) > MaxText {
		return Zero, &SyntaxError{MaxText, fmt.Sprintf("a game has at most %d bytes", MaxText)}
	}
	r := reader{Store: s, text: text}
	g := r.sum()
	if r.skip(); !r.done() && r.at < len(text) {
		r.refuse("nothing can follow the game")
	}
	if s.err != nil {
		return Zero, s.err
	}
	if r.wrong != nil {
		return Zero, r.wrong
	}
	return g, nil
}

// reader reads a text.
type reader struct {
	*Store
	text  string
	at    int
	deep  int
	wrong *SyntaxError
}

// refuse notes what is wrong, unless something was before.
func (r *reader) refuse(reason string) Game {
	if r.wrong == nil {
		r.wrong = &SyntaxError{r.at, reason}
	}
	return Zero
}

func (r *reader) skip() {
	for r.at < len(r.text) && strings.ContainsRune(" \t\r\n", rune(r.text[r.at])) {
		r.at++
	}
}

// next goes past one of tokens, if it is next, and returns it.
func (r *reader) next(tokens ...string) string {
	r.skip()
	for _, t := range tokens {
		if strings.HasPrefix(r.text[r.at:], t) {
			r.at += len(t)
			return t
		}
	}
	return ""
}

// done reports whether reading has come to its end.
func (r *reader) done() bool { return r.wrong != nil || r.err != nil }

// sum reads a + b − c.
func (r *reader) sum() Game {
	g := r.term()
	for !r.done() {
		switch r.next("+_", "-_", "+", "-", "−") {
		case "+_":
			g = r.Sum(g, r.tiny())
		case "-_":
			g = r.Difference(g, r.tiny())
		case "+":
			g = r.Sum(g, r.term())
		case "-", "−":
			g = r.Difference(g, r.term())
		default:
			return g
		}
	}
	return g
}

// term reads a part of a sum. What follows a number, ups or a nimber without a sign is added.
func (r *reader) term() Game {
	if r.deep++; r.deep > maxDepth {
		return r.refuse("this is nested too deep")
	}
	defer func() { r.deep-- }()
	switch r.next("+_", "-_", "-", "−", "{", "(") {
	case "+_":
		return r.tiny()
	case "-_":
		return r.Negative(r.tiny())
	case "-", "−":
		return r.Negative(r.term())
	case "{":
		return r.braces()
	case "(":
		g := r.sum()
		if r.next(")") == "" {
			return r.refuse("a ) is missing")
		}
		return g
	}
	begin, g := r.at, Zero
	if x, ok := r.number(); ok {
		g = r.Number(x)
	}
	for !r.done() {
		switch sign := r.next("±", "^", "↑", "v", "↓", "*"); sign {
		case "":
			if r.at == begin {
				return r.refuse("a game is expected, such as 1/2, ^*2 or {0|*}")
			}
			return g
		case "±":
			x := r.switched()
			g = r.Sum(g, r.Game([]Game{x}, []Game{r.Negative(x)}))
		case "*":
			g = r.Sum(g, r.Nimber(r.count(1)))
		default:
			n := 1
			for r.next(sign) != "" {
				n++
			}
			if n == 1 {
				n = r.count(1)
			}
			if sign == "v" || sign == "↓" {
				n = -n
			}
			g = r.Sum(g, r.Ups(n, 0))
		}
	}
	return g
}

// braces reads what follows {. As in the literature || parts before | does.
func (r *reader) braces() Game {
	left := r.options()
	if r.done() {
		return Zero
	}
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
		return r.refuse("a | is missing between Left's options and Right's")
	}
	if r.next("}") == "" {
		return r.refuse("a } is missing")
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

// options reads games with commas between them, or nothing.
func (r *reader) options() []Game {
	r.skip()
	if r.at == len(r.text) || strings.ContainsRune("|}", rune(r.text[r.at])) {
		return nil
	}
	list := []Game{r.sum()}
	for !r.done() && r.next(",") != "" {
		list = append(list, r.sum())
	}
	return list
}

// tiny reads what follows +_.
func (r *reader) tiny() Game {
	x, ok := r.number()
	if !ok {
		return r.refuse("the number of a tiny is missing, such as in +_2")
	}
	return r.Game([]Game{Zero}, []Game{r.Game([]Game{Zero}, []Game{r.Negative(r.Number(x))})})
}

// switched reads what follows ±: a number, or a game in braces or brackets.
func (r *reader) switched() Game {
	if x, ok := r.number(); ok {
		return r.Number(x)
	}
	if r.skip(); r.at < len(r.text) && strings.ContainsRune("{(", rune(r.text[r.at])) {
		return r.term()
	}
	return r.refuse("a number or braces are missing after ±")
}

// count reads a whole number that may be left out.
func (r *reader) count(otherwise int) int {
	digits := r.digits()
	if digits == "" {
		return otherwise
	}
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok || !n.IsInt64() || n.Int64() > MaxText {
		r.refuse(fmt.Sprintf("%s is too large here", digits))
		return 0
	}
	return int(n.Int64())
}

func (r *reader) digits() string {
	begin := r.at
	for r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9' {
		r.at++
	}
	return r.text[begin:r.at]
}

// number reads 3 or 3/4, if that is next.
func (r *reader) number() (*big.Rat, bool) {
	r.skip()
	begin := r.at
	if r.digits() == "" {
		return nil, false
	}
	if r.at < len(r.text) && r.text[r.at] == '/' {
		if r.at++; r.digits() == "" {
			r.refuse("a denominator is missing after the /")
			return newRat(), true
		}
	}
	x, ok := newRat().SetString(r.text[begin:r.at])
	if !ok || x.Denom().TrailingZeroBits()+1 != uint(x.Denom().BitLen()) {
		r.refuse("only fractions whose denominator is a power of two are games")
		return newRat(), true
	}
	return x, true
}
