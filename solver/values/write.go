package values

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

const maxText = 1 << 16

// Name returns a name of g if it has one, else its canonical form. ok is false beyond maxText bytes.
//
//	3 -1/2           numbers
//	* *2             nimbers
//	^ v ^3 v2*       multiples of up and down, with a nimber
//	1+^*2            sums of these
//	±1 2±1/2         switches {1|-1} and {5/2|3/2}
//	+_2 -_2          tiny two {0|{0|-2}} and miny two
//	1+_2 1+{0,*|v}   a number and another infinitesimal
//	{0,*|v}          anything else
func (s *Store) Name(g Game) (text string, ok bool) {
	return s.written((*writer).name, g)
}

// Canonical returns the canonical form of g with named options, such as {0|*}. ok is as for Name.
func (s *Store) Canonical(g Game) (text string, ok bool) {
	return s.written((*writer).braces, g)
}

type writer struct {
	*Store
	room int
}

func (s *Store) written(form func(*writer, Game) string, g Game) (string, bool) {
	w := &writer{Store: s, room: maxText}
	text := form(w, g)
	if w.room < 0 {
		return "", false
	}
	return text, true
}

func (w *writer) name(g Game) string {
	if text, ok := w.short(g); ok {
		w.room -= len(text)
		return text
	}
	x, right := w.Stops(g)
	if x.Sign() == 0 || x.Cmp(right) != 0 {
		return w.braces(g)
	}
	number, rest := x.RatString(), w.name(w.Difference(g, w.Number(x)))
	if !strings.HasPrefix(rest, "+") && !strings.HasPrefix(rest, "-") { // tiny and miny have a sign
		number += "+"
	}
	w.room -= len(number)
	return number + rest
}

func (w *writer) braces(g Game) string {
	left := w.list(w.Left(g))
	if w.room -= len("{|}"); w.room < 0 {
		return ""
	}
	return "{" + left + "|" + w.list(w.Right(g)) + "}"
}

// list writes options in an order that depends on their values only: numbers with ups and nimbers first, by
// size, then the others by their texts.
func (w *writer) list(options []Game) string {
	type option struct {
		plain bool
		x     *big.Rat
		n     node
		text  string
	}
	var list []*option
	for _, g := range options {
		if w.room < 0 {
			return ""
		}
		n := w.nodes[g]
		list = append(list, &option{n.flags&plain != 0, w.numbers[g], n, w.name(g)})
		w.room--
	}
	slices.SortFunc(list, func(a, b *option) int {
		if a.plain && b.plain {
			return cmp.Or(a.x.Cmp(b.x), cmp.Compare(max(a.n.ups, -a.n.ups), max(b.n.ups, -b.n.ups)),
				cmp.Compare(b.n.ups, a.n.ups), cmp.Compare(a.n.nim, b.n.nim))
		}
		if a.plain != b.plain {
			if a.plain {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(len(a.text), len(b.text)), strings.Compare(a.text, b.text))
	})
	var b strings.Builder
	for i, o := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(o.text)
	}
	return b.String()
}

func (s *Store) short(g Game) (string, bool) {
	if x, ups, nim, ok := s.Plain(g); ok {
		return PlainName(x, ups, uint64(nim)), true
	}
	left, right := s.Left(g), s.Right(g)
	if len(left) != 1 || len(right) != 1 {
		return "", false
	}
	high, leftNumber := s.NumberOf(left[0])
	low, rightNumber := s.NumberOf(right[0])
	switch {
	case leftNumber && rightNumber:
		centre, swing := newRat().Add(high, low), newRat().Sub(high, low)
		text := "±" + swing.Quo(swing, two).RatString()
		if centre.Sign() != 0 {
			text = centre.Quo(centre, two).RatString() + text
		}
		return text, true
	case left[0] == Zero:
		if x, ok := s.threat(right[0], s.Right); ok && x.Sign() < 0 {
			return "+_" + newRat().Neg(x).RatString(), true
		}
	case right[0] == Zero:
		if x, ok := s.threat(left[0], s.Left); ok && x.Sign() > 0 {
			return "-_" + x.RatString(), true
		}
	}
	return "", false
}

// threat returns the number x if g is {0|x} or {x|0}; far returns the options that hold x.
func (s *Store) threat(g Game, far func(Game) []Game) (*big.Rat, bool) {
	left, right := s.Left(g), s.Right(g)
	if len(left) != 1 || len(right) != 1 || left[0] != Zero && right[0] != Zero {
		return nil, false
	}
	return s.NumberOf(far(g)[0])
}

// PlainName returns the name of x + ups·↑ + *nim.
func PlainName(x *big.Rat, ups int, nim uint64) string {
	var b strings.Builder
	if x.Sign() != 0 || ups == 0 && nim == 0 {
		b.WriteString(x.RatString())
		if ups != 0 || nim != 0 {
			b.WriteByte('+')
		}
	}
	switch {
	case ups > 0:
		b.WriteByte('^')
	case ups < 0:
		b.WriteByte('v')
	}
	if n := max(ups, -ups); n > 1 {
		b.WriteString(strconv.Itoa(n))
	}
	if nim > 0 {
		b.WriteByte('*')
		if nim > 1 {
			b.WriteString(strconv.FormatUint(nim, 10))
		}
	}
	return b.String()
}
