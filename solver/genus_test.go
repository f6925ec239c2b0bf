package solver

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/splitnim"
	"nimatron/games/sum"
	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// rulesOnly computes genera by definition: it plays a board with piles of Nim beside it.
type rulesOnly struct {
	misere map[string]int // by the board and the piles
	normal map[string]int
	tame   map[string]bool
}

func newRulesOnly() *rulesOnly {
	return &rulesOnly{map[string]int{}, map[string]int{}, map[string]bool{}}
}

// leastWithout returns the least number that is not in a list.
func leastWithout(list []int) (n int) {
	for slices.Contains(list, n) {
		n++
	}
	return n
}

func (r *rulesOnly) grundy(p games.Position) int {
	key := p.String()
	if n, ok := r.normal[key]; ok {
		return n
	}
	var options []int
	for step := range p.Options() {
		options = append(options, r.grundy(step.Position))
	}
	r.normal[key] = leastWithout(options)
	return r.normal[key]
}

// valueBeside returns the misère value of p beside ones piles of 1 and twos piles of 2.
func (r *rulesOnly) valueBeside(p games.Position, ones, twos int) int {
	key := fmt.Sprint(p, ones, twos)
	if n, ok := r.misere[key]; ok {
		return n
	}
	var options []int
	for step := range p.Options() {
		options = append(options, r.valueBeside(step.Position, ones, twos))
	}
	if ones > 0 {
		options = append(options, r.valueBeside(p, ones-1, twos))
	}
	if twos > 0 {
		options = append(options, r.valueBeside(p, ones+1, twos-1), r.valueBeside(p, ones, twos-1))
	}
	n := 1
	if len(options) > 0 {
		n = leastWithout(options)
	}
	r.misere[key] = n
	return n
}

// isTame follows the definition in docs/theory/theory.md.
func (r *rulesOnly) isTame(p games.Position) bool {
	key := p.String()
	if tame, ok := r.tame[key]; ok {
		return tame
	}
	n, m := r.grundy(p), r.valueBeside(p, 0, 0)
	tame := n == m || n+m == 1
	for step := range p.Options() {
		tame = tame && r.isTame(step.Position)
	}
	r.tame[key] = tame
	return tame
}

// genus writes the genus with the fewest values that show its period: γ, γ⊕2, γ, γ⊕2 …
func (r *rulesOnly) genus(p games.Position) string {
	const long = 6
	var values []string
	last := -1
	for n := range long {
		value := r.valueBeside(p, 0, n)
		if value != last^2 || n == 0 {
			values = values[:0:n]
			for before := range n {
				values = append(values, fmt.Sprint(r.valueBeside(p, 0, before)))
			}
			values = append(values, fmt.Sprint(value), fmt.Sprint(value^2))
		}
		last = value
	}
	separator := ""
	if slices.ContainsFunc(values, func(v string) bool { return len(v) > 1 }) {
		separator = ","
	}
	return fmt.Sprintf("%d^{%s}", r.grundy(p), strings.Join(values, separator))
}

// misereGames are all games under misère play except the reverse ones, with some split games.
func misereGames() (list []*games.Variant) {
	for _, v := range catalog.Standard.All() {
		if v.Ending == games.Misere && !v.Reverse {
			list = append(list, v)
		}
	}
	for _, q := range []int64{-3, -2, -1, 1, 2, 3, 4} {
		list = append(list, splitnim.Misere(q))
	}
	return list
}

// TestTheorem38Genera compares the solver's statements about boards, and about all boards reachable
// from them, with play.
func TestTheorem38Genera(t *testing.T) {
	const most = 9 // in moves
	for _, v := range testlong.Sample(t, misereGames(), 5) {
		r := rand.New(rand.NewPCG(38, 1))
		rules, valuer := newRulesOnly(), new(Solver).NewValuer(ValueBytes)
		seen := map[string]bool{}
		kinds := map[Kind]int{}
		var check func(p games.Position)
		check = func(p games.Position) {
			if seen[p.String()] {
				return
			}
			seen[p.String()] = true
			value, err := valuer.Value(t.Context(), v, p)
			if err != nil || !value.Exact {
				t.Fatalf("%s %s: %+v, %v", v.ID, p, value, err)
			}
			kinds[value.Kind]++
			m := rules.valueBeside(p, 0, 0)
			firm := m == rules.grundy(p)
			if !rules.isTame(p) || firm != (value.Kind == Firm) || (m == 0) != (value.Outcome == "P") {
				t.Errorf("%s %s: %+v", v.ID, p, value)
			}
			if genus := rules.genus(p); value.Genus.String() != genus || value.Genus.Misere() != uint64(m) {
				t.Errorf("%s %s: the genus is %s, not %s", v.ID, p, genus, value.Genus)
			}
			for step := range p.Options() {
				check(step.Position)
			}
		}
		for tries := 0; tries < 2000 && len(seen) < testlong.Times(80, 250, 400); tries++ {
			p := must.Get(v.Parse(v.Generate(r, games.Small), games.Left))(t)
			for v.LongestPlay(p) > most {
				p = someOption(p, r)
			}
			check(p)
		}
		if kinds[Firm] < 10 || kinds[Fickle] < 3 {
			t.Errorf("%s: only %v", v.ID, kinds)
		}
	}
}

// someOption returns one of the options of p.
func someOption(p games.Position, r *rand.Rand) games.Position {
	var options []games.Position
	for step := range p.Options() {
		options = append(options, step.Position)
	}
	return options[r.IntN(len(options))]
}

// TestGenera asks for the genera of genera.txt. Proved facts must be reported even if the genus is unknown.
func TestGenera(t *testing.T) {
	golden.Lines(t, "genera.txt", func(line string) string {
		id, position, _ := strings.Cut(line, " ")
		v := valueOf(t, id, position)
		if v.Exact != (v.Genus != nil) || v.Name != "" {
			t.Errorf("%s: %+v", line, v)
		}
		if v.Genus == nil {
			return fmt.Sprintf("%s, %s", v.Outcome, v.Kind)
		}
		return fmt.Sprintf("%s, %s, %s", v.Outcome, v.Kind, v.Genus)
	})
}

// endRow returns the Grundy value of a row of End-Nim from the rules alone.
func endRow(row []int, known map[string]int) int {
	key := fmt.Sprint(row)
	if n, ok := known[key]; ok || len(row) == 0 {
		return n
	}
	var options []int
	for end := range 2 {
		at := end * (len(row) - 1)
		for left := range row[at] {
			next := slices.Clone(row)
			if next[at] = left; left == 0 {
				next = slices.Delete(next, at, at+1)
			}
			options = append(options, endRow(next, known))
		}
	}
	known[key] = leastWithout(options)
	return known[key]
}

// TestTheorem40OnesAndTwos compares the values of rows of 1s and 2s with the rules.
func TestTheorem40OnesAndTwos(t *testing.T) {
	known, seen := map[string]int{}, map[int]bool{}
	for piles := 1; piles <= 13; piles++ {
		for bits := range 1 << piles {
			var row, runs []int
			for i := range piles {
				row = append(row, 1+bits>>i&1)
				if i == 0 || row[i] != row[i-1] {
					runs = append(runs, 0)
				}
				runs[len(runs)-1]++
			}
			first, last := runs[0]%2, runs[len(runs)-1]%2
			worth := func(pile, odd int) int { return odd * pile }
			if len(runs) > 2 {
				worth = func(pile, odd int) int { return odd * (2*pile - 1) } // 1 and 3
			}
			want := worth(row[0], first)
			if len(runs) > 1 {
				want ^= worth(row[piles-1], last)
			}
			if n := endRow(row, known); n != want {
				t.Errorf("%v is worth %d, not %d", row, n, want)
			}
			seen[want] = true
		}
	}
	if len(seen) != 4 || !seen[3] {
		t.Errorf("the values are %v", seen)
	}
}

// TestTheorem39Quotients plays all sums of up to three small boards next to all such sums. Two are
// indistinguishable exactly if they have the same nim-sum and agree on whether a part is firm.
func TestTheorem39Quotients(t *testing.T) {
	const moves, boards, most = 4, 12, 3
	orders := map[int]bool{}
	for _, v := range misereGames() {
		r := rand.New(rand.NewPCG(39, 1))
		for range testlong.Times(1, 1, 20) {
			p := must.Get(v.Parse(v.Generate(r, games.Small), games.Left))(t)
			sums := &playedSums{numbers: map[string]int{}, lost: map[string]bool{}}
			for sums.add(p); len(sums.options) > boards || v.LongestPlay(p) > moves; sums.add(p) {
				p, sums.options = someOption(p, r), nil
				clear(sums.numbers)
			}
			genera := make([]Genus, len(sums.options))
			for text, i := range sums.numbers {
				genera[i] = *valueOf(t, v.ID, text).Genus
			}
			all := sumsOf(len(genera), most)
			elements, class, largest, lost := map[Genus]string{}, make([]string, len(all)), uint64(0), 0
			classes := map[string]bool{}
			for n, one := range all {
				of := Genus{Fickle: true}
				for _, i := range one {
					of = Genus{of.Grundy ^ genera[i].Grundy, of.Fickle && genera[i].Fickle}
					largest = max(largest, genera[i].Grundy)
				}
				for _, other := range all {
					class[n] += fmt.Sprint(sums.isLost(slices.Concat(one, other)))[:1]
				}
				if before, ok := elements[of]; ok && before != class[n] {
					t.Fatalf("%s %s: two sums of the genus %s can be told apart", v.ID, p, &of)
				}
				if elements[of] = class[n]; !classes[class[n]] && class[n][0] == 't' {
					lost++
				}
				classes[class[n]] = true
			}
			if order := tameOrder(largest); len(classes) != order || len(elements) != order || lost != min(order/2, 2) {
				t.Errorf("%s %s: %d classes of %d genera, %d lost, and not %d", v.ID, p, len(classes), len(elements), lost, order)
			}
			orders[len(classes)] = true
			for tries := 0; v.Family != sum.Family && tries < 5; tries++ {
				a, b := r.IntN(len(all)), r.IntN(len(all))
				order, err := new(Solver).Compare(t.Context(), catalog.Standard.Find, sums.parts(t, v, all[a]), sums.parts(t, v, all[b]))
				if err != nil || (order == Equal) != (class[a] == class[b]) || order != Equal && order != Confused {
					t.Errorf("%s %s: %v and %v: %s, %v", v.ID, p, all[a], all[b], order, err)
				}
			}
		}
	}
	if !orders[6] || len(orders) < testlong.Times(2, 2, 3) {
		t.Errorf("the orders are only %v", orders)
	}
}

// playedSums plays sums of boards by the rules.
type playedSums struct {
	numbers map[string]int // by notation
	options [][]int        // by board
	lost    map[string]bool
}

// add numbers a board and all boards reachable from it.
func (s *playedSums) add(p games.Position) int {
	if i, ok := s.numbers[p.String()]; ok {
		return i
	}
	i := len(s.options)
	s.numbers[p.String()], s.options = i, append(s.options, nil)
	for step := range p.Options() {
		after := s.add(step.Position)
		s.options[i] = append(s.options[i], after)
	}
	return i
}

// parts returns the boards of a sum.
func (s *playedSums) parts(t *testing.T, v *games.Variant, all []int) (parts []sum.Part) {
	for _, i := range all {
		for text, number := range s.numbers {
			if number == i {
				parts = append(parts, sum.Part{Variant: v, Position: parse(t, v, text)})
			}
		}
	}
	return parts
}

// isLost reports whether the player to move in a sum loses under misère play.
func (s *playedSums) isLost(sum []int) bool {
	slices.Sort(sum)
	key := fmt.Sprint(sum)
	lost, ok := s.lost[key]
	if ok {
		return lost
	}
	over := true
	lost = true
	for i, board := range sum {
		for _, option := range s.options[board] {
			over = false
			lost = lost && !s.isLost(slices.Concat(sum[:i], sum[i+1:], []int{option}))
		}
	}
	s.lost[key] = lost && !over
	return s.lost[key]
}

// sumsOf returns all sums of at most most of n boards.
func sumsOf(n, most int) [][]int {
	sums := [][]int{{}}
	for i := 0; i < len(sums) && len(sums[i]) < most; i++ {
		for board := range n {
			if len(sums[i]) == 0 || board >= sums[i][len(sums[i])-1] {
				sums = append(sums, append(slices.Clone(sums[i]), board))
			}
		}
	}
	return sums
}

// tameOrder returns the order of the quotient of tame boards with values up to largest.
func tameOrder(largest uint64) int {
	if largest < 2 {
		return int(largest) + 1
	}
	return 1<<bits.Len64(largest) + 2
}

// TestCorollary41SmallRows checks the largest values of rows, which determine the orders by Theorem
// 39.
func TestCorollary41SmallRows(t *testing.T) {
	known := map[string]int{}
	for _, c := range []struct{ piles, largest, order int }{{6, 1, 2}, {8, 2, 6}, {3, 3, 6}, {4, 3, 10}, {6, 3, 10}} {
		rows, most := [][]int{nil}, 0
		for i := 0; i < len(rows) && len(rows[i]) < c.piles; i++ {
			for n := range c.largest {
				rows = append(rows, append(slices.Clone(rows[i]), n+1))
				most = max(most, endRow(rows[len(rows)-1], known))
			}
		}
		if order := tameOrder(uint64(most)); order != c.order {
			t.Errorf("%+v: the values go up to %d", c, most)
		}
	}
}
