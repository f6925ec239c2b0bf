package values_test

import (
	"math/big"
	"testing"

	"nimatron/values"

	"pgregory.net/rapid"
)

// games draws random all-small games.
type games struct {
	*values.Store
	*rapid.T
}

// check runs a property on random games, in a Store that is new each time.
func check(t *testing.T, property func(games)) {
	t.Helper()
	rapid.Check(t, func(rt *rapid.T) {
		property(games{values.New(values.Limits{Bytes: 64 << 20}), rt})
	})
}

// game draws a game whose options are of those drawn before it.
func (r games) game(name string) values.Game {
	known := []values.Game{values.Zero, r.Nimber(1)}
	for range rapid.IntRange(1, 5).Draw(r.T, name) {
		known = append(known, r.Game(r.options(known), r.options(known)))
	}
	return known[len(known)-1]
}

// options draws up to three games of a list.
func (r games) options(of []values.Game) (list []values.Game) {
	for range rapid.IntRange(1, 3).Draw(r.T, "options") {
		list = append(list, rapid.SampledFrom(of).Draw(r.T, "option"))
	}
	return list
}

func (r games) same(what string, g, h values.Game) {
	r.Helper()
	if err := r.Err(); err != nil {
		r.Fatal(err)
	}
	if g != h {
		a, _ := r.Name(g)
		b, _ := r.Name(h)
		r.Fatalf("%s: %s is not %s", what, a, b)
	}
}

// TestWeights holds what the literature proves of atomic weights: they add up, two ahead wins, and
// one ahead is to be at least a remote star.
func TestWeights(t *testing.T) {
	check(t, func(r games) {
		g, h := r.game("g"), r.game("h")
		of := func(g values.Game) values.Game {
			w, ok := r.AtomicWeight(g)
			if !ok {
				r.Fatal("a game is not all-small")
			}
			return w
		}
		w := of(g)
		r.same("weights of sums", of(r.Sum(g, h)), r.Sum(w, of(h)))
		r.same("weight of a negative", of(r.Negative(g)), r.Negative(w))
		if r.LessOrEqual(r.Integer(2), w) && r.Outcome(g) != values.LeftWins {
			r.Fatal("two ahead does not win")
		}
		if star := r.Nimber(20); r.LessOrEqual(r.Integer(1), w) != r.LessOrEqual(star, g) {
			r.Fatal("to weigh 1 is not to be at least a remote star")
		}
		if left, right := r.Stops(g); left.Sign() != 0 || right.Sign() != 0 || r.Mean(g).Sign() != 0 || r.Temperature(g).Sign() > 0 {
			r.Fatal("an all-small game is no infinitesimal")
		}
	})
}

// TestSimplestNumber asks {x|y} for the number born first between x and y.
func TestSimplestNumber(t *testing.T) {
	s := values.New(values.Limits{})
	const most = 20 // sixteenths
	for x := int64(-most); x <= most; x++ {
		for y := x + 1; y <= most; y++ {
			first := values.Zero
			for z, born := x*4+1, -1; z < y*4; z++ {
				if n := s.Number(big.NewRat(z, 64)); born < 0 || s.Birthday(n) < born {
					first, born = n, s.Birthday(n)
				}
			}
			if got := s.Game([]values.Game{s.Number(big.NewRat(x, 16))}, []values.Game{s.Number(big.NewRat(y, 16))}); got != first {
				name, _ := s.Name(got)
				t.Fatalf("{%d/16|%d/16} is %s", x, y, name)
			}
		}
	}
}
