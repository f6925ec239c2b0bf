package misere

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Sum is games side by side: their numbers in ascending order, one as often as it is there.
type Sum []int

// Games are impartial games. Games[i] lists the options of game i, each a sum of games with
// numbers below i; a game without options is over.
type Games [][]Sum

// A Quotient is a commutative monoid of which some elements are lost, and the games as elements of
// it. Elements have the numbers from 0, which is the neutral one.
type Quotient struct {
	// Generators are the games of which all elements are sums.
	Generators []int
	// Elements has of each element how many of each generator make it: the first such sum, with
	// the fewest generators and of these with the most of the first ones.
	Elements [][]int
	// Lost says of each element whether whoever moves next loses.
	Lost []bool
	// Images has the element of each game.
	Images []int
	// next[x][i] is element x and one more of generator i.
	next [][]int
}

// Order returns the number of elements.
func (q *Quotient) Order() int { return len(q.Elements) }

// Plus returns the element that x and y make together.
func (q *Quotient) Plus(x, y int) int {
	for i, n := range q.Elements[y] {
		for range n {
			x = q.next[x][i]
		}
	}
	return x
}

// Of returns the element of a sum of the games.
func (q *Quotient) Of(sum Sum) (x int) {
	for _, game := range sum {
		x = q.Plus(x, q.Images[game])
	}
	return x
}

// A Relation says that two products of generators are the same element. The sides have how many
// there are of each.
type Relation struct{ Left, Right []int }

// Relations returns relations from which all others follow. Each replaces a product by an earlier
// one in the order of Elements, and whatever order they are used in leads to the same element.
func (q *Quotient) Relations() (list []Relation) {
	for x, element := range q.Elements {
		for i := range q.Generators {
			left := slices.Clone(element)
			left[i]++
			right := q.Elements[q.next[x][i]]
			known := slices.ContainsFunc(list, func(r Relation) bool { return divides(r.Left, left) })
			if !known && !slices.Equal(left, right) {
				list = append(list, Relation{left, right})
			}
		}
	}
	return list
}

// divides reports whether a product is part of another one.
func divides(part, whole []int) bool {
	for i, n := range part {
		if n > whole[i] {
			return false
		}
	}
	return true
}

// Name writes a product of generators as people do: 1, a, b, ab, b^2.
func Name(product []int) string {
	var b strings.Builder
	for i, n := range product {
		switch {
		case n == 1:
			b.WriteString(GeneratorName(i))
		case n > 1:
			fmt.Fprintf(&b, "%s^%d", GeneratorName(i), n)
		}
	}
	if b.Len() == 0 {
		return "1"
	}
	return b.String()
}

// GeneratorName returns the letter of generator i, or a letter and a number.
func GeneratorName(i int) string {
	const letters = 26
	if i < letters {
		return string(rune('a' + i))
	}
	return fmt.Sprintf("(%c%d)", 'a'+i%letters, i/letters)
}

// Verify proves that q is the misère quotient of the games. It needs nothing of how q was found.
// The error is a *Mistake, ErrLimit, or says what is wrong with q itself.
//
// The proof: by the first checks q is a commutative monoid, and its elements can be told apart. Who
// wins a sum X is right if it is so for all that X leads to, and if X is lost just when it has
// options and none is lost. Call X's threats the elements z for which an option of X with z beside
// it is lost. Those of X + g follow from those of X and of g, and there are finitely many pairs of
// an element and threats. All are visited.
func (q *Quotient) Verify(games Games, limits Limits) error {
	if err := q.monoid(); err != nil {
		return err
	}
	v := newVerifier(q, games)
	type step struct {
		state  int // that it came from
		summed int // what was added there, by its number in v.kinds
	}
	states := []state{{threats: make(bits, len(v.empty)), over: true}}
	came := []step{{}}
	known := map[string]bool{states[0].key(): true}
	steps := 0
	for at := 0; at < len(states); at++ {
		if here := states[at]; !v.holds(here) {
			mistake := &Mistake{}
			for ; at > 0; at = came[at].state {
				mistake.Sum = append(mistake.Sum, v.kinds[came[at].summed].game)
			}
			slices.Sort(mistake.Sum)
			return mistake
		}
		for i := range v.kinds {
			if steps += q.Order(); steps > limits.Steps {
				return ErrLimit
			}
			next := v.plus(states[at], v.kinds[i].state)
			if key := next.key(); !known[key] {
				known[key] = true
				states, came = append(states, next), append(came, step{at, i})
			}
		}
	}
	return nil
}

// A Mistake is a sum of games that makes it plain that a quotient is wrong.
type Mistake struct{ Sum Sum }

// Error names the sum.
func (m *Mistake) Error() string {
	return fmt.Sprintf("the sum of the games %v is lost just when the quotient says that it is won", []int(m.Sum))
}

// monoid checks what has nothing to do with the games.
func (q *Quotient) monoid() error {
	rows := map[string]int{}
	for x := range q.Elements {
		if q.Plus(0, x) != x {
			return fmt.Errorf("element %d is not what its generators make", x)
		}
		for i := range q.Generators {
			for k := range i {
				if q.next[q.next[x][i]][k] != q.next[q.next[x][k]][i] {
					return fmt.Errorf("at element %d it matters which of generators %d and %d comes first", x, i, k)
				}
			}
		}
		row := make(bits, words(q.Order()))
		for y := range q.Elements {
			row.set(y, q.Lost[q.Plus(x, y)])
		}
		if other, ok := rows[row.key()]; ok {
			return fmt.Errorf("elements %d and %d can't be told apart", other, x)
		}
		rows[row.key()] = x
	}
	for i, game := range q.Generators {
		if q.Images[game] != q.next[0][i] {
			return fmt.Errorf("generator %d is not the image of game %d", i, game)
		}
	}
	return nil
}

// bits is a set of elements.
type bits []uint64

func words(n int) int { return (n + 63) / 64 }

func (b bits) has(x int) bool { return b[x/64]>>(x%64)&1 == 1 }

func (b bits) set(x int, in bool) {
	if in {
		b[x/64] |= 1 << (x % 64)
	}
}

// key returns the set as a key of a map.
func (b bits) key() string {
	text := make([]byte, 0, 8*len(b))
	for _, word := range b {
		text = binary.LittleEndian.AppendUint64(text, word)
	}
	return string(text)
}

// state is what matters of a sum.
type state struct {
	element int
	threats bits
	over    bool // nobody can move
}

// key returns the state as a key of a map.
func (s state) key() string { return fmt.Sprint(s.element, s.over, s.threats.key()) }

// verifier goes through the states of all sums of the games.
type verifier struct {
	*Quotient
	empty     bits
	plusTable [][]int
	kinds     []kind // games of different states
}

// kind is games of one state.
type kind struct {
	game int // the first
	state
}

func newVerifier(q *Quotient, games Games) *verifier {
	v := &verifier{Quotient: q, empty: make(bits, words(q.Order()))}
	for x := range q.Elements {
		v.plusTable = append(v.plusTable, make([]int, q.Order()))
		for y := range q.Elements {
			v.plusTable[x][y] = q.Plus(x, y)
		}
	}
	known := map[string]bool{}
	for game, options := range games {
		s := state{q.Images[game], slices.Clone(v.empty), len(options) == 0}
		for _, option := range options {
			for z, x := range v.plusTable[q.Of(option)] {
				s.threats.set(z, q.Lost[x])
			}
		}
		if key := s.key(); !known[key] {
			known[key] = true
			v.kinds = append(v.kinds, kind{game, s})
		}
	}
	return v
}

// plus returns the state of a sum of sums of two states.
func (v *verifier) plus(a, b state) state {
	s := state{v.plusTable[a.element][b.element], slices.Clone(v.empty), a.over && b.over}
	for z := range v.Elements {
		s.threats.set(z, a.threats.has(v.plusTable[b.element][z]) || b.threats.has(v.plusTable[a.element][z]))
	}
	return s
}

// holds reports whether sums of a state are lost just when they have options and none is lost.
func (v *verifier) holds(s state) bool { return v.Lost[s.element] == (!s.over && !s.threats.has(0)) }

// ErrLimit is the error for a quotient that is infinite, or larger than it may be, or takes too
// much work.
var ErrLimit = errors.New("the misère quotient is infinite or too large to be found within the limits")
