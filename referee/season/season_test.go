package season_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"nimatron/internal/must"
	"nimatron/referee/season"
)

func TestSeasonOf(t *testing.T) {
	east := time.FixedZone("", 9*3600)
	if got := season.Of(time.Date(2026, 12, 1, 8, 59, 0, 0, east)); got != "2026-11" {
		t.Errorf("in UTC it is %s", got)
	}
	if next, last := season.Season("2026-12").Next(), season.Season("2026-01").Previous(); next != "2027-01" || last != "2025-12" {
		t.Errorf("next is %s, previous %s", next, last)
	}
	for _, text := range []string{"", "2026", "2026-13", "2026-1", "2026-11-01", "x"} {
		if season, ok := season.Parse(text); ok {
			t.Errorf("%q is read as %s", text, season)
		}
	}
	if season, ok := season.Parse("2026-11"); !ok || !season.Start().Equal(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("2026-11 is read as %s", season)
	}
}

// The documentation states the points correctly.
func TestDocumentedPoints(t *testing.T) {
	page := must.Get(os.ReadFile("../../docs/ratings.md"))(t)
	for _, row := range []string{
		fmt.Sprintf("| a rated pair against a person, won 2–0 | %d |", season.PairWonPoints),
		fmt.Sprintf("| the same, 1–1 | %d |", season.PairDrawnPoints),
		fmt.Sprintf("| all pairs with the same person in the month | %d at most |", season.PointsFromOne),
		fmt.Sprintf("won 2–0 against the bot at `strong` | %d |", season.BotDayPoints),
		fmt.Sprintf("| the puzzle of the day on its day, on the first try | %d |", season.FirstTryPoints),
		fmt.Sprintf("| the same, at a later try | %d |", season.LaterTryPoints),
	} {
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/ratings.md lacks %q", row)
		}
	}
}
