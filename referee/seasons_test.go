package referee_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee/season"
)

// Two processes run through more than two months. Each month is closed and announced once: no
// process runs at the first turn of the month, both do at the second, and a restart follows each.
func TestSeasonsAreClosed(t *testing.T) {
	now := time.Date(2026, 9, 29, 12, 0, 0, 0, time.UTC)
	path := filepath.Join(t.TempDir(), "seasons.db")
	open := func() [2]hall {
		return [2]hall{newHall(t, path, &now, catalog.Standard), newHall(t, path, &now, catalog.Standard)}
	}
	both := open()
	must.OK(t, both[0].store.SaveServerSettings(t.Context(), "den", match.ServerSettings{PuzzleChannel: "news"}))
	win := func(h hall) {
		t.Helper()
		p := ask(t, "nim", "", match.FirstMe)
		p.Rated, p.Server, p.TurnTime = true, "den", 24*time.Hour
		begin(t, h.Referee, p)
		play(t, h.Referee, "bob resigns", "bob resigns")
	}
	// sweeps returns the months that were announced.
	sweeps := func(halls ...hall) (announced []season.Season) {
		t.Helper()
		for _, h := range halls {
			must.OK(t, h.Sweep(t.Context()))
		}
		notices := must.Get(halls[0].store.TakeNotices(t.Context(), match.DiscordFront, now, now.Add(time.Minute), 99))(t)
		for _, n := range notices {
			if n.Kind == match.SeasonNotice {
				announced = append(announced, season.Of(n.Created).Previous())
			}
			must.OK(t, halls[0].store.EndNotice(t.Context(), n.ID, time.Time{}))
		}
		return announced
	}
	expect := func(season season.Season, closed bool, points int, announced []season.Season, want ...season.Season) {
		t.Helper()
		if !slices.Equal(announced, want) {
			t.Errorf("%s: announced are %v, want %v", now.Format(time.DateTime), announced, want)
		}
		table, err := both[1].store.SeasonTable(t.Context(), season, "den", 9)
		if err != nil || table.Closed != closed || len(table.Rows) != 1 || table.Rows[0].Player != ann || table.Rows[0].Sum() != points {
			t.Errorf("%s: the standings of %s are %+v, %v", now.Format(time.DateTime), season, table, err)
		}
	}

	expectNone := sweeps(both[0]) // August has no points and is closed at once
	win(both[0])
	expect("2026-09", false, 3, expectNone)
	for _, h := range both {
		h.store.Close()
	}
	now = time.Date(2026, 10, 2, 9, 0, 0, 0, time.UTC) // a day late
	both = open()
	expect("2026-09", true, 3, sweeps(both[0], both[1], both[0]), "2026-09")
	win(both[1])
	expect("2026-10", false, 3, sweeps(both[1]))
	expect("2026-09", true, 3, nil)

	now = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC).Add(season.Grace - time.Second)
	expect("2026-10", false, 3, sweeps(both[0], both[1]))
	now = now.Add(time.Second)
	expect("2026-10", true, 3, sweeps(both[1], both[0]), "2026-10")
	win(both[0])
	for _, h := range both {
		h.store.Close()
	}
	both = open()
	expect("2026-10", true, 3, sweeps(both[0], both[1]))

	// After two and a half months of downtime, the last month is no longer news.
	now = time.Date(2027, 1, 20, 9, 0, 0, 0, time.UTC)
	expect("2026-11", true, 3, sweeps(both[0], both[1]))
	if last, err := both[0].store.LastSeason(t.Context()); err != nil || last != "2026-12" {
		t.Errorf("the last is %s, %v", last, err)
	}
}
