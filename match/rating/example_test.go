package rating_test

import (
	"fmt"
	"time"

	"nimatron/match/rating"
)

// A newcomer beats a regular who has not played for a month. Both are rated by their ratings before
// the match.
func Example() {
	now := time.Date(2026, 3, 31, 20, 0, 0, 0, time.UTC)
	newcomer := rating.New()
	regular := rating.Rating{Value: 1620, Deviation: 60, Volatility: 0.06}.At(now.AddDate(0, -1, 0), now)

	winner := newcomer.After([]rating.Game{{Opponent: regular, Score: 1}})
	loser := regular.After([]rating.Game{{Opponent: newcomer, Score: 0}})
	for _, r := range []rating.Rating{winner, loser} {
		fmt.Printf("%.0f ± %.0f, score %.0f, provisional %v\n", r.Value, 2*r.Deviation, r.Score(), r.Provisional())
	}
	// Output:
	// 1742 ± 517, score 1225, provisional true
	// 1598 ± 195, score 1403, provisional false
}

// The same win against the bot counts half.
func ExampleRating_Half() {
	bot := rating.Rating{Value: 1800, Deviation: 45, Volatility: 0.06}
	player := rating.Rating{Value: 1700, Deviation: 80, Volatility: 0.06}
	win := []rating.Game{{Opponent: bot, Score: 1}}
	fmt.Printf("%.1f\n%.1f\n", player.After(win).Value, player.Half(win).Value)
	// Output:
	// 1722.6
	// 1711.3
}
