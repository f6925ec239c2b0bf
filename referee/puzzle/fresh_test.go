package puzzle

import (
	"testing"
	"time"

	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/referee"
	"nimatron/solver"
)

// Every puzzle of a day is one that DrawFresh leaves out.
func TestDailyPuzzlesAreNotFresh(t *testing.T) {
	r := &Rules{referee: referee.New(nil, &solver.Solver{}, referee.Options{}), days: map[string]Puzzle{}}
	at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	for day := range testlong.Times(14, 70, 4000) {
		p := must.Get(r.drawDay(t.Context(), at.AddDate(0, 0, day)))(t)
		if !must.Get(r.mayBeDaily(t.Context(), p))(t) {
			t.Errorf("%s: %s from %s may be in a race", p.ID.Day, p.Variant.ID, p.Position)
		}
	}
}
