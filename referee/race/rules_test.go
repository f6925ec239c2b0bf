package race

import (
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/internal/must"
	"nimatron/referee"
	"nimatron/referee/puzzle"
	"nimatron/solver"
)

// Races are kept within a bound in bytes. A thousand usual ones fit.
func TestKeptBytes(t *testing.T) {
	race := func(id int64, boards, piles int) *kept {
		p := must.Get(nim.Normal.Parse(strings.TrimSpace(strings.Repeat("9 ", piles)), games.Left))(t)
		k := &kept{Race: Race{ID: id, Ends: time.Unix(id, 0)}, boards: make([]Board, boards)}
		for i := range k.boards {
			k.boards[i].Exercise = puzzle.Exercise{Variant: nim.Normal, Position: p, Winning: []games.Move{{}}}
		}
		return k
	}
	r := New(referee.New(nil, &solver.Solver{}, referee.Options{}), nil, nil)
	const usual = 1000
	for id := range int64(usual) {
		r.keep(race(id, 60, 4))
	}
	kept := func() (n, bytes int) {
		for _, k := range r.kept.All() {
			n, bytes = n+1, bytes+k.bytes()
		}
		return n, bytes
	}
	if n, _ := kept(); n != usual {
		t.Errorf("%d of %d usual races are kept", n, usual)
	}
	for id := int64(usual); id < usual+160; id++ {
		r.keep(race(id, 200, 400))
	}
	if _, bytes := kept(); bytes > 2*keptBytes || bytes < keptBytes/2 {
		t.Errorf("%d bytes are kept", bytes)
	}
	_, first := r.kept.Get(0)
	if _, last := r.kept.Get(usual + 159); first || !last {
		t.Error("the first is kept, or the last is not")
	}
}
