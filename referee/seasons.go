package referee

import (
	"context"
	"time"

	"nimatron/match"
)

// monthsAtOnce is how many months a sweep closes, where the bot was away for long.
const monthsAtOnce = 12

// closeSeasons closes the standings of the months that are over. The first month that is ever
// closed is the last one, as those before it had no standings. Only the last month is announced,
// and only while that is news.
func (r *Referee) closeSeasons(ctx context.Context, now time.Time) error {
	over := match.SeasonOf(now.Add(-match.SeasonGrace)).Previous()
	next, err := r.store.LastSeason(ctx)
	if next != "" {
		next = next.Next()
	} else {
		next = over
	}
	for n := 0; err == nil && next <= over && n < monthsAtOnce; n++ {
		announce := next == over && now.Sub(over.Next().Start()) < match.SeasonNews
		_, err = r.store.CloseSeason(ctx, next, announce, now)
		next = next.Next()
	}
	return err
}
