package season

import (
	"context"
	"time"

	"nimatron/referee"
)

// Rules close the standings of months and award marks.
type Rules struct {
	referee *referee.Referee
	store   Store
}

// New returns the rules over a store, and registers their hooks at the referee.
func New(r *referee.Referee, store Store) *Rules {
	rules := &Rules{referee: r, store: store}
	r.Register(referee.Hooks{Sweep: rules.closeSeasons})
	return rules
}

// monthsAtOnce is how many months a sweep closes after a long absence.
const monthsAtOnce = 12

// closeSeasons closes the standings of past months. The first month that is ever closed is the last
// one. Only the last month is announced, while that is news.
func (r *Rules) closeSeasons(ctx context.Context, now time.Time) error {
	over := Of(now.Add(-Grace)).Previous()
	next, err := r.store.LastSeason(ctx)
	if next != "" {
		next = next.Next()
	} else {
		next = over
	}
	for n := 0; err == nil && next <= over && n < monthsAtOnce; n++ {
		announce := next == over && now.Sub(over.Next().Start()) < NewsFor
		_, err = r.store.CloseSeason(ctx, next, announce, now)
		next = next.Next()
	}
	return err
}
