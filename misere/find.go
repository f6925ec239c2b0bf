package misere

import (
	"errors"
	"slices"
	"strings"
)

// Limits bound the work for a quotient.
type Limits struct {
	// Order is how many elements there may be.
	Order int
	// Steps is how many sums may be played out, and how many elements looked at to verify what
	// comes of that: some 100 ns and some 100 bytes each.
	Steps int
}

// Find returns the misère quotient of all sums of the games, which Verify has proved. The error is
// ErrLimit.
//
// A few of the games are taken as generators. The elements are told apart by who wins if some
// tests are put beside them, as in Angluin's algorithm, "Learning regular sets from queries and
// counterexamples", 1987. Any other game is taken for the element that it behaves like. Where Verify
// finds a mistake there is one more test, or one more generator, until all is right.
func Find(games Games, limits Limits) (*Quotient, error) {
	f := &finder{games: games, limits: limits, steps: limits.Steps, forced: make([]bool, len(games))}
	for {
		err := f.attempt()
		var mistake *Mistake
		for errors.As(err, &mistake) && f.learnFrom(mistake.Sum) {
			err = f.verified()
			mistake = nil
		}
		switch {
		case err == nil:
			q := f.minimal()
			return q, q.Verify(games, limits)
		case mistake == nil:
			return nil, err
		case !f.force(mistake.Sum):
			return nil, ErrLimit
		}
	}
}

// product is a product of generators: the bytes say how many there are of each. It ends with a
// number that is not 0.
type product string

const one product = ""

// times returns the product of two products. Counts stop at 255: a guess may become wrong by
// that, which is for Verify to find.
func (p product) times(q product) product {
	if len(p) < len(q) {
		p, q = q, p
	}
	all := []byte(p)
	for i := range len(q) {
		all[i] += min(q[i], 0xff-all[i])
	}
	return product(all)
}

// generator returns generator i as a product.
func generator(i int) product { return product(strings.Repeat("\x00", i) + "\x01") }

// without returns p with one of generator i less.
func (p product) without(i int) product {
	rest := []byte(p)
	rest[i]--
	return product(strings.TrimRight(string(rest), "\x00"))
}

// word returns the generators of p one by one.
func (p product) word() (list []int) {
	for i := range len(p) {
		for range p[i] {
			list = append(list, i)
		}
	}
	return list
}

// finder finds a quotient.
type finder struct {
	games  Games
	limits Limits
	steps  int
	forced []bool // games that have to be generators, with all their options
	*Quotient
	terms   []product        // what is put for each game
	options [][]product      // of the generators
	lost    map[product]bool // for whoever moves next, as far as it was asked
	tests   []product        // by which elements are told apart
	names   []product        // of the elements
	classes map[string]int   // elements by the outcomes of the tests
}

// attempt takes the games one by one. The error is that of verified.
func (f *finder) attempt() (err error) {
	f.Quotient, f.terms, f.options = &Quotient{}, nil, nil
	f.lost, f.tests = map[product]bool{}, []product{one}
	if err := f.learn(); err != nil {
		return err
	}
	for game, sums := range f.games {
		options := []product{}
		for _, sum := range sums {
			option := f.term(sum)
			if !f.forced[game] {
				option = f.names[f.element(option)]
			}
			if !slices.Contains(options, option) {
				options = append(options, option)
			}
		}
		f.options = append(f.options, options)
		like, ok, err := f.like()
		switch {
		case err != nil:
			return err
		case ok && !f.forced[game]:
			f.terms = append(f.terms, f.names[like])
			f.forget()
			continue
		}
		f.terms = append(f.terms, generator(len(f.Generators)))
		f.Generators = append(f.Generators, game)
		if err := f.learn(); err != nil {
			return err
		}
	}
	return f.verified()
}

// term returns what is put for a sum of games.
func (f *finder) term(sum Sum) product {
	p := one
	for _, game := range sum {
		p = p.times(f.terms[game])
	}
	return p
}

// forget takes back the last generator.
func (f *finder) forget() {
	last := len(f.options) - 1
	f.options = f.options[:last]
	for p := range f.lost {
		if len(p) > last {
			delete(f.lost, p)
		}
	}
}

// like returns the element that the last generator behaves like, which is not learnt yet.
func (f *finder) like() (element int, ok bool, err error) {
	last := generator(len(f.options) - 1)
	var once, twice []bool
	for _, name := range f.names {
		a, err := f.isLost(name.times(last))
		if err != nil {
			return 0, false, err
		}
		b, err := f.isLost(name.times(last).times(last))
		if err != nil {
			return 0, false, err
		}
		once, twice = append(once, a), append(twice, b)
	}
	for x := range f.names {
		ok := true
		for z := range f.names {
			with := f.Plus(z, x)
			ok = ok && f.Lost[with] == once[z] && f.Lost[f.Plus(with, x)] == twice[z]
		}
		if ok {
			return x, true, nil
		}
	}
	return 0, false, nil
}

// isLost plays a product out. The error is ErrLimit.
func (f *finder) isLost(p product) (bool, error) {
	if lost, ok := f.lost[p]; ok {
		return lost, nil
	}
	if f.steps--; f.steps < 0 {
		return false, ErrLimit
	}
	over, lost := true, true
	for i := range len(p) {
		if p[i] == 0 {
			continue
		}
		for _, option := range f.options[i] {
			over = false
			after, err := f.isLost(p.without(i).times(option))
			if err != nil {
				return false, err
			}
			if after {
				lost = false
				break
			}
		}
		if !lost {
			break
		}
	}
	lost = lost && !over
	f.lost[p] = lost
	return lost, nil
}

// learn finds the elements that the generators make, until no test so far tells that any are
// wrong.
func (f *finder) learn() error {
	for {
		again, err := f.close()
		if err != nil || !again {
			return err
		}
	}
}

// class returns the outcomes of the tests on p as a key.
func (f *finder) class(p product) (string, error) {
	key := make([]byte, len(f.tests))
	for i, test := range f.tests {
		lost, err := f.isLost(p.times(test))
		if err != nil {
			return "", err
		}
		if lost {
			key[i] = 1
		}
	}
	return string(key), nil
}

// close multiplies by all generators until no element is new. It reports whether there is a new
// test, so that all has to be done again.
func (f *finder) close() (again bool, err error) {
	f.names, f.classes, f.Lost, f.next = nil, map[string]int{}, nil, nil
	element := func(p product) (int, error) {
		key, err := f.class(p)
		x, ok := f.classes[key]
		if err != nil || ok {
			return x, err
		}
		if len(f.names) == f.limits.Order {
			return 0, ErrLimit
		}
		x = len(f.names)
		f.classes[key] = x
		f.names, f.Lost, f.next = append(f.names, p), append(f.Lost, key[0] == 1), append(f.next, nil)
		return x, nil
	}
	if _, err = element(one); err != nil {
		return false, err
	}
	for x := 0; x < len(f.names); x++ {
		for i := range f.Generators {
			y, err := element(f.names[x].times(generator(i)))
			if err != nil {
				return false, err
			}
			f.next[x] = append(f.next[x], y)
		}
	}
	f.Elements = nil
	for _, name := range f.names {
		counts := make([]int, len(f.Generators))
		for i := range len(name) {
			counts[i] = int(name[i])
		}
		f.Elements = append(f.Elements, counts)
	}
	for x := range f.names {
		for i := range f.Generators {
			for k := range f.Generators { // in either order, so that the order does not matter
				if again, err = f.refine(x, []int{i, k}); again || err != nil {
					return again, err
				}
			}
		}
		for _, test := range f.tests {
			if again, err = f.refine(x, test.word()); again || err != nil {
				return again, err
			}
		}
	}
	return false, nil
}

// refine compares the way that a word of generators takes from an element with how the product is
// played. It reports whether it has found a test by which an element on the way is not what it was
// taken for.
func (f *finder) refine(from int, word []int) (bool, error) {
	rests := make([]product, len(word)+1) // what follows each letter
	for i := len(word) - 1; i >= 0; i-- {
		rests[i] = rests[i+1].times(generator(word[i]))
	}
	for _, test := range f.tests {
		x := from
		for i, letter := range word {
			y := f.next[x][letter]
			beside := rests[i+1].times(test)
			// The name of the element that this is taken for may do as well, and is shorter.
			for _, beside := range []product{f.names[f.element(beside)], beside} {
				before, err := f.isLost(f.names[x].times(generator(letter)).times(beside))
				if err != nil {
					return false, err
				}
				after, err := f.isLost(f.names[y].times(beside))
				if err != nil {
					return false, err
				}
				if before != after {
					f.tests = append(f.tests, beside)
					return true, nil
				}
			}
			x = y
		}
	}
	return false, nil
}

// element returns the element that a product is taken for.
func (f *finder) element(p product) (x int) {
	for _, i := range p.word() {
		x = f.next[x][i]
	}
	return x
}

// verified makes the quotient of what was learnt. The error is that of Verify, or ErrLimit.
func (f *finder) verified() error {
	f.Images = nil
	for _, term := range f.terms {
		f.Images = append(f.Images, f.element(term))
	}
	return f.Verify(f.games, f.limits)
}

// learnFrom looks for the reason of a mistake among the elements, and reports whether it has learnt
// it.
func (f *finder) learnFrom(sum Sum) bool {
	seen := map[product]bool{}
	for queue := []product{f.term(sum)}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		if again, err := f.refine(0, p.word()); err != nil {
			return false
		} else if again {
			return f.learn() == nil
		}
		if len(seen) > f.limits.Order {
			return false
		}
		for i := range len(p) {
			if p[i] == 0 {
				continue
			}
			for _, option := range f.options[i] {
				if next := p.without(i).times(option); !seen[next] {
					seen[next] = true
					queue = append(queue, next)
				}
			}
		}
	}
	return false
}

// force has the last game of a sum taken as it is, if none was taken for what it is not. It reports
// whether there is such a game.
func (f *finder) force(sum Sum) bool {
	for _, game := range slices.Backward(sum) {
		if !f.forced[game] {
			f.forced[game] = true
			return true
		}
	}
	return false
}

// minimal returns the same quotient without generators that are products of others, its elements in
// order.
func (q *Quotient) minimal() *Quotient {
	kept := make([]int, len(q.Generators))
	for i := range kept {
		kept[i] = i
	}
	for i := len(kept) - 1; i >= 0; i-- {
		without := slices.DeleteFunc(slices.Clone(kept), func(k int) bool { return k == i })
		if m := q.generated(without); m.Order() == q.Order() {
			kept = without
		}
	}
	return q.generated(kept)
}

// generated returns the part of q that some of its generators make, with what it says of the games if
// that is all of q.
func (q *Quotient) generated(kept []int) *Quotient {
	m := &Quotient{}
	for _, i := range kept {
		m.Generators = append(m.Generators, q.Generators[i])
	}
	number := make([]int, q.Order()) // in m, by the element of q; −1 where it is not in m
	for x := range number {
		number[x] = -1
	}
	number[0] = 0
	old := []int{0}
	m.Elements = [][]int{make([]int, len(kept))}
	for at := 0; at < len(old); at++ {
		m.Lost = append(m.Lost, q.Lost[old[at]])
		m.next = append(m.next, nil)
		for i, k := range kept {
			x := q.next[old[at]][k]
			if number[x] < 0 {
				number[x] = len(old)
				old = append(old, x)
				element := slices.Clone(m.Elements[at])
				element[i]++
				m.Elements = append(m.Elements, element)
			}
			m.next[at] = append(m.next[at], number[x])
		}
	}
	for _, x := range q.Images {
		m.Images = append(m.Images, number[x])
	}
	return m
}
