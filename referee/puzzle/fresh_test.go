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
	r := &Rules{referee: referee.New(nil, &solver.Solver{}, referee.Options{})}
	at := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	for n := range testlong.Times(15, 70, 4000) {
		p := must.Get(r.DayBoard(t.Context(), DayID(at.AddDate(0, 0, n/OfDay).Format(time.DateOnly), 1+n%OfDay)))(t)
		if !must.Get(r.mayBeDaily(t.Context(), p))(t) {
			t.Errorf("%s: %s from %s may be in a race", p.ID.Day, p.Variant.ID, p.Position)
		}
	}
}
