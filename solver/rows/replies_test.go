package rows

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver/theory"
)

// TestRepliesCoverEveryMove checks the answers of lost rows move by move: every number
// that a move can leave is in one of them, in order, and what they leave is lost.
func TestRepliesCoverEveryMove(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	rows, answers, most := 0, 0, 0
	check := func(g game, piles []uint64) {
		rows++
		left, right := g.replies(piles)
		for _, end := range []struct {
			left    bool
			height  uint64
			replies []Reply
		}{{true, piles[0], left}, {false, piles[len(piles)-1], right}} {
			next := uint64(0)
			for _, r := range end.replies {
				if r.Low != next || r.High < r.Low {
					t.Fatalf("%v %v: %+v", g, piles, end.replies)
				}
				next = r.High + 1
				for x := r.Low; x <= r.High; x++ {
					if r.Kind == theory.Over && !(g.over(len(after(piles, end.left, x).piles)) && g == misere) || r.Kind != theory.Over && !g.answers(piles, end.left, x, r) {
						t.Fatalf("%v %v: leaving %d is not answered by %+v", g, piles, x, r)
					}
				}
			}
			if next != end.height {
				t.Fatalf("%v %v: %+v does not end at %d", g, piles, end.replies, end.height)
			}
		}
		answers += len(left) + len(right)
		most = max(most, len(left)+len(right))
	}
	for _, g := range []game{normal, misere, loop} {
		for range 60_000 {
			piles := make([]uint64, 1+random.IntN(6))
			top := []uint64{2, 4, 7, 15}[random.IntN(4)]
			for i := range piles {
				piles[i] = 1 + random.Uint64N(top)
			}
			if !g.over(len(piles)) && g.lost(rowOf(piles)) {
				check(g, piles)
			}
		}
	}
	if rows < 5000 {
		t.Errorf("only %d lost rows", rows)
	}
	t.Logf("%d lost rows have %.1f answers, at most %d", rows, float64(answers)/float64(rows), most)
}

func BenchmarkReplies(b *testing.B) {
	for name, piles := range map[string][]uint64{
		"10 piles":         {games.MaxPile, 3, 7, games.MaxPile, 2, games.MaxPile, 5, 1, 3, games.MaxPile},
		"1000 equal piles": slices.Repeat([]uint64{games.MaxPile}, 1000),
	} {
		b.Run(name, func(b *testing.B) {
			if !normal.lost(rowOf(piles)) {
				b.Fatal("the row is not lost")
			}
			b.ReportAllocs()
			for b.Loop() {
				normal.replies(piles)
			}
		})
	}
}

func ExampleGround_Replies() {
	p, err := endnim.Normal.Parse("3 5 3", games.Left)
	if err != nil {
		fmt.Println(err)
		return
	}
	reason := EndNim{}.Reason(endnim.Normal, p, games.Move{})
	left, _ := reason.Ground.(*Ground).Replies()
	for _, r := range left {
		fmt.Println(strings.TrimSpace(fmt.Sprint(r.Low, " to ", r.High, ": ", r.Kind, " ", r.K, " right ", r.Right)))
	}
	// Output:
	// 0 to 0: leave 3 right false
	// 1 to 2: shift 0 right true
}
