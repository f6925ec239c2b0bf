package misere

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimatron/internal/testlong"
)

var testLimits = Limits{Order: 256, Steps: 8 << 20}

// heaps returns heaps of 0 to n of a taking and breaking game by its code digits: the digit of k
// allows to take k and to leave nothing (1), one heap (2), two heaps (4).
func heaps(digits []int, n int) Games {
	games := make(Games, n+1)
	for heap := 1; heap <= n; heap++ {
		for take, digit := range digits {
			rest := heap - take
			if rest == 0 && digit&1 != 0 {
				games[heap] = append(games[heap], Sum{})
			}
			if rest > 0 && digit&2 != 0 {
				games[heap] = append(games[heap], Sum{rest})
			}
			for a := 1; 2*a <= rest && digit&4 != 0; a++ {
				games[heap] = append(games[heap], Sum{a, rest - a})
			}
		}
	}
	return games
}

// nim returns heaps of Nim of 0 to n.
func nim(n int) Games {
	digits := []int{0}
	for range n {
		digits = append(digits, 3)
	}
	return heaps(digits, n)
}

// TestKnownQuotients has quotients that are in the literature: those of Nim are the tame ones, that
// of 0.75 is the smallest wild one, all in Plambeck and Siegel; 0.123 in Plambeck, "Taming the
// wild in impartial combinatorial games", Integers 5, 2005.
func TestKnownQuotients(t *testing.T) {
	for _, c := range []struct {
		name             string
		games            Games
		order, lost      int
		relations, ofAll string
	}{
		{"nothing", Games{{}}, 1, 0, "", "1"},
		{"heaps of 1", nim(1), 2, 1, "a^2=1", "1 a"},
		{"heaps of 3", nim(3), 6, 2, "a^2=1 b^3=b", "1 a b ab"},
		{"heaps of 7", nim(7), 10, 2, "a^2=1 c^2=b^2 b^3=b b^2c=c", "1 a b ab c ac bc abc"},
		{"heaps of 8", nim(8), 18, 2, "a^2=1 c^2=b^2 d^2=b^2 b^3=b b^2c=c b^2d=d", "1 a b ab c ac bc abc d"},
		{"0.75", heaps([]int{0, 7, 5}, 12), 8, 2, "a^2=1 bc=ab c^2=b^2 b^3=b", "1 a b a b c b c b ab^2 b ab^2 b"},
		{"0.123", heaps([]int{0, 1, 2, 3}, 12), 20, 5, "", ""},
		{"Kayles to 24", heaps([]int{0, 7, 7}, 24), 24, 8, "", ""},
		{"Kayles to 27", heaps([]int{0, 7, 7}, 27), 40, 9, "", ""},
	}[:testlong.Times(8, 8, 9)] {
		q, err := Find(c.games, testLimits)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		lost := 0
		for _, is := range q.Lost {
			if is {
				lost++
			}
		}
		if q.Order() != c.order || lost != c.lost {
			t.Errorf("%s: the order is %d, not %d; %d are lost, not %d", c.name, q.Order(), c.order, lost, c.lost)
		}
		for i := range q.Generators {
			all := make([]int, len(q.Generators))
			for k := range all {
				all[k] = k
			}
			if q.generated(slices.Delete(all, i, i+1)).Order() == c.order {
				t.Errorf("%s: generator %d is not needed", c.name, i)
			}
		}
		var relations, images []string
		for _, r := range q.Relations() {
			relations = append(relations, Name(r.Left)+"="+Name(r.Right))
		}
		for _, x := range q.Images {
			images = append(images, Name(q.Elements[x]))
		}
		if got := fmt.Sprint(relations); c.relations != "" && got != "["+c.relations+"]" {
			t.Errorf("%s: relations %s", c.name, got)
		}
		if got := fmt.Sprint(images); c.ofAll != "" && got != "["+c.ofAll+"]" {
			t.Errorf("%s: images %s", c.name, got)
		}
	}
}

// played plays sums out by the rules alone.
type played struct {
	games Games
	lost  map[string]bool
}

func (p *played) isLost(sum Sum) bool {
	slices.Sort(sum)
	key := fmt.Sprint(sum)
	if lost, ok := p.lost[key]; ok {
		return lost
	}
	moves, wins := 0, false
	for i, game := range sum {
		for _, option := range p.games[game] {
			moves++
			wins = wins || p.isLost(slices.Concat(sum[:i], sum[i+1:], option))
		}
	}
	p.lost[key] = moves > 0 && !wins // whoever can't move wins
	return p.lost[key]
}

// sumsOf returns all sums of at most so many of n games.
func sumsOf(n, most int) (sums []Sum) {
	sums = []Sum{{}}
	for begin := 0; most > 0; most-- {
		end := len(sums)
		for _, sum := range sums[begin:end] {
			least := 0
			if len(sum) > 0 {
				least = sum[len(sum)-1]
			}
			for game := least; game < n; game++ {
				sums = append(sums, append(slices.Clone(sum), game))
			}
		}
		begin = end
	}
	return sums
}

// random returns games with random options.
func random(r *rand.Rand, n int) Games {
	games := Games{{}}
	for game := 1; game < n; game++ {
		options := []Sum{}
		for range r.IntN(4) {
			option := Sum{r.IntN(game)}
			if r.IntN(3) == 0 {
				option = append(option, r.IntN(game))
			}
			options = append(options, option)
		}
		games = append(games, options)
	}
	return games
}

// TestQuotientsAgreeWithPlay compares quotients with sums that are played out.
func TestQuotientsAgreeWithPlay(t *testing.T) {
	lists := []Games{nim(5), heaps([]int{0, 7, 7}, 10), heaps([]int{0, 7, 5}, 9), heaps([]int{0, 1, 2, 3}, 9), heaps([]int{4, 7}, 7)}
	r := rand.New(rand.NewPCG(1, 2))
	for range testlong.Times(10, 60, 60) {
		lists = append(lists, random(r, 7))
	}
	found, wild := 0, 0
	for _, games := range lists {
		q, err := Find(games, testLimits)
		if errors.Is(err, ErrLimit) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		found++
		if n := q.Order(); n != 1 && n != 2 && (n-2)&(n-3) != 0 {
			wild++
		}
		rules := &played{games, map[string]bool{}}
		for _, sum := range sumsOf(len(games), 4) {
			if is := q.Lost[q.Of(sum)]; is != rules.isLost(slices.Clone(sum)) {
				t.Fatalf("%v: the sum %v is lost: %v", games, sum, is)
			}
		}
		element := func(x int) (sum Sum) {
			for i, n := range q.Elements[x] {
				sum = append(sum, slices.Repeat(Sum{q.Generators[i]}, n)...)
			}
			return sum
		}
		for x := range q.Order() {
			for y := range x {
				if !slices.ContainsFunc(q.Elements, func(e []int) bool {
					z := element(slices.IndexFunc(q.Elements, func(other []int) bool { return slices.Equal(other, e) }))
					return rules.isLost(slices.Concat(element(x), z)) != rules.isLost(slices.Concat(element(y), z))
				}) {
					t.Fatalf("%v: nothing tells %s and %s apart", games, Name(q.Elements[x]), Name(q.Elements[y]))
				}
			}
		}
	}
	if found < len(lists)-5 || wild < 3 {
		t.Errorf("only %d quotients of %d were found, and %d wild ones", found, len(lists), wild)
	}
}

// TestVerifyRefuses spoils quotients in every place.
func TestVerifyRefuses(t *testing.T) {
	for _, games := range []Games{nim(4), heaps([]int{0, 7, 5}, 9)} {
		q, err := Find(games, testLimits)
		if err != nil {
			t.Fatal(err)
		}
		refused := func(what string) {
			t.Helper()
			if q.Verify(games, testLimits) == nil {
				t.Errorf("%s is not noticed", what)
			}
		}
		for x := range q.Lost {
			q.Lost[x] = !q.Lost[x]
			refused("a wrong outcome")
			q.Lost[x] = !q.Lost[x]
			for i, y := range q.next[x] {
				q.next[x][i] = (y + 1) % q.Order()
				refused("a wrong product")
				q.next[x][i] = y
			}
		}
		for game, x := range q.Images {
			q.Images[game] = (x + 1) % q.Order()
			refused("a wrong image")
			q.Images[game] = x
		}
		larger := append(slices.Clone(games), []Sum{{1, 2}, {3, 3}, {4}})
		q.Images = append(q.Images, 0)
		if err := q.Verify(larger, testLimits); err == nil {
			t.Error("one more game that is not 0 is not noticed")
		}
		q.Images = q.Images[:len(games)]
		if err := q.Verify(games, testLimits); err != nil {
			t.Error(err)
		}
	}
}

// TestVerifyRefusesWhatIsNoQuotient has mistakes that have nothing to do with who wins a sum.
func TestVerifyRefusesWhatIsNoQuotient(t *testing.T) {
	of := func(games Games) *Quotient {
		q, err := Find(games, testLimits)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	larger, noted := of(nim(2)), of(nim(2))
	larger.Generators, larger.Images = []int{1, 1}, larger.Images[:2] // there is no heap of 2
	noted.Elements[5] = []int{0, 0}
	for _, c := range []struct {
		q    *Quotient
		want string
	}{
		{larger, "not the image"},
		{noted, "is not what its generators make"},
		{&Quotient{Generators: []int{1}, Elements: [][]int{{0}, {1}, {2}, {3}}, Lost: []bool{false, true, false, true}, Images: []int{0, 1}, next: [][]int{{1}, {2}, {3}, {0}}}, "told apart"},
		{&Quotient{Generators: []int{1, 1}, Elements: [][]int{{0, 0}, {1, 0}, {0, 1}}, Lost: []bool{false, true, true}, Images: []int{0, 1}, next: [][]int{{1, 2}, {0, 1}, {2, 0}}}, "comes first"},
	} {
		if err := c.q.Verify(nim(1), testLimits); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, not %q", c.q, err, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, limits := range []Limits{{Order: 20, Steps: 8 << 20}, {Order: 256, Steps: 100}, {}} {
		if q, err := Find(heaps([]int{0, 7, 7}, 24), limits); !errors.Is(err, ErrLimit) {
			t.Errorf("%+v: %v, %v", limits, q, err)
		}
	}
	games := heaps([]int{0, 7, 7}, 12)
	q, err := Find(games, testLimits)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Verify(games, Limits{Order: 256, Steps: 100}); !errors.Is(err, ErrLimit) {
		t.Errorf("checked without end: %v", err)
	}
	f := &finder{games: games, limits: testLimits, steps: 100, forced: make([]bool, len(games))}
	if err := f.attempt(); !errors.Is(err, ErrLimit) {
		t.Errorf("played out without end: %v", err)
	}
}

func TestNames(t *testing.T) {
	product := make([]int, 54)
	product[0], product[25], product[26], product[53] = 2, 1, 3, 1
	if got := Name(product); got != "a^2z(a1)^3(b2)" {
		t.Error(got)
	}
}
