package race

import (
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/internal/must"
	"nimatron/referee/puzzle"
)

// Races are kept within a bound in bytes, and the first to end is dropped first. Thousands of usual ones fit.
func TestKeptBytes(t *testing.T) {
	race := func(id int64, boards, piles int) *kept {
		p := must.Get(nim.Normal.Parse(strings.TrimSpace(strings.Repeat("9 ", piles)), games.Left))(t)
		k := &kept{Race: Race{ID: id, Ends: time.Unix(id, 0)}, boards: make([]Board, boards)}
		for i := range k.boards {
			k.boards[i].Exercise = puzzle.Exercise{Variant: nim.Normal, Position: p, Winning: []games.Move{{}}}
		}
		return k
	}
	r := &Rules{kept: map[int64]*kept{}}
	const usual = 2000
	for id := range int64(usual) {
		r.keep(race(id, 60, 4))
	}
	if len(r.kept) != usual {
		t.Errorf("%d of %d usual races are kept", len(r.kept), usual)
	}
	for id := int64(usual); id < usual+80; id++ {
		r.keep(race(id, 200, 400))
	}
	bytes := 0
	for _, k := range r.kept {
		bytes += k.bytes()
	}
	if bytes != r.bytes || bytes > keptBytes || bytes < keptBytes*9/10 {
		t.Errorf("%d bytes are kept, counted as %d", bytes, r.bytes)
	}
	if r.kept[0] != nil || r.kept[usual+79] == nil {
		t.Error("the first to end is kept, or the last is not")
	}
}
