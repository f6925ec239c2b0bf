package commands_test

import (
	"math"
	"testing"
	"time"

	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/referee"
)

// TestBotPairsADay plays more pairs against the bot than count in a day, past midnight.
func TestBotPairsADay(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	pair := func(words ...string) {
		t.Helper()
		r.expect("p1", "/challenge game:nim rated:true level:casual")
		r.expect("p1", "/match resign sure:true")
		r.expect("p1", "/match resign sure:true", words...)
	}
	for n := range referee.BotPairsADay {
		pair("@p1's rating")
		if n == 0 { // half as much as against a person
			bot, _ := match.Casual.Rating()
			want := match.Rating{}.Strength(r.now).Half([]rating.Game{{Opponent: bot, Score: 0}}).Value
			after, err := r.store.Ratings(t.Context(), "p1")
			if got := after["p1"][match.Ladder{Family: match.Overall, Pace: match.Long}].Value; err != nil || math.Abs(got-want) > 0.01 {
				t.Errorf("after a pair lost to the bot the rating is %.2f, want %.2f (%v)", got, want, err)
			}
		}
	}
	for range 2 {
		pair("Not rated: only 10 pairs a day (UTC) against me are. No ratings change.")
	}
	r.now = time.Date(2026, 1, 2, 23, 59, 59, 0, time.UTC)
	pair("Not rated")
	r.now = time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC)
	pair("@p1's rating")
	ratings, err := r.store.Ratings(t.Context(), "p1")
	if got := ratings["p1"][match.Ladder{Family: match.Overall, Pace: match.Long}].Games; err != nil || got != referee.BotPairsADay+1 {
		t.Errorf("%d pairs count, %v", got, err)
	}
}
