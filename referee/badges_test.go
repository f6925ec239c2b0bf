package referee_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
	"nimatron/referee/season"
)

// won returns a match that its player, on the right, has won as all badges require.
func won(level match.Level, change func(*season.PastMatch)) season.PastMatch {
	m := season.PastMatch{Side: games.Right, Match: match.Match{
		Variant: "end-nim", Family: "end-nim", Level: level, Reviewed: true,
		Result:   match.Result{Winner: match.RightSeat, Termination: match.Played},
		Findings: match.Findings{{Wins: 2, Kept: 2}, {Wins: 2, Kept: 1}},
	}}
	if change != nil {
		change(&m)
	}
	return m
}

func lost(m *season.PastMatch)     { m.Winner = match.LeftSeat }
func flawless(m *season.PastMatch) { m.Findings[games.Right].Kept = 2 }
func slipped(m *season.PastMatch)  { m.Findings[games.Left].Kept = 1 }

// pair completes a rated pair.
func pair(points, before, opponent, deviation float64) func(*season.PastMatch) {
	return func(m *season.PastMatch) {
		m.Leg, m.Points = match.SecondLeg, points
		m.Before = rating.Rating{Value: before, Deviation: 300}
		m.Opponent = rating.Rating{Value: opponent, Deviation: deviation}
	}
}

func times(n int, m season.PastMatch) []season.PastMatch {
	return slices.Repeat([]season.PastMatch{m}, n)
}

// days returns n daily puzzles solved on consecutive days.
func days(first string, n, tries int) (all []puzzle.Solved) {
	day, _ := time.Parse(time.DateOnly, first)
	for i := range n {
		id := puzzle.ID{Kind: puzzle.Daily, Day: day.AddDate(0, 0, i).Format(time.DateOnly)}
		all = append(all, puzzle.Solved{ID: id, Tries: tries})
	}
	return all
}

// learnt returns all lessons as done.
func learnt() (all []lesson.State) {
	for _, l := range lesson.All() {
		all = append(all, lesson.State{ID: l.ID, Exercises: lesson.Exercises, Wins: lesson.Wins})
	}
	return all
}

// everyFamily returns a win in each family.
func everyFamily(level match.Level) (all []season.PastMatch) {
	for _, f := range catalog.Standard.Families() {
		all = append(all, won(level, func(m *season.PastMatch) { m.Family, m.Variant = f.ID, f.ID }))
	}
	return all
}

// Each badge is earned by its condition, and not by a near miss.
func TestMarks(t *testing.T) {
	matches := func(all ...season.PastMatch) season.Achievements { return season.Achievements{Matches: all} }
	helped := func(m *season.PastMatch) { m.Sides[games.Right].Hints = 1 }
	advised := func(m *season.PastMatch) { m.Advised = true }
	chosen := func(m *season.PastMatch) { m.Chosen = true }
	test := func(m *season.PastMatch) { m.Lesson = "copying" }
	byTime := func(m *season.PastMatch) { m.Termination = match.TimedOut }
	board := func(m *season.PastMatch) { m.Variant, m.Family = "depot-nim", "depot-nim" }
	perfectRow := times(5, won(match.Casual, flawless))
	fiveWith := func(change func(*season.PastMatch)) season.Achievements {
		row := slices.Insert(times(4, won(match.Casual, flawless)), 2, won(match.Casual, change))
		return matches(row...)
	}
	unreviewed := func(m *season.PastMatch) { m.Reviewed, m.Findings = false, match.Findings{} }
	noChance := func(m *season.PastMatch) { m.Findings = match.Findings{} }
	unfinishedLesson := learnt()
	unfinishedLesson[3].Wins--
	brokenRow := append(days("2026-11-01", 9, 1), days("2026-11-11", 9, 1)...)
	others := append(days("2026-01-01", 29, 1), puzzle.Solved{ID: puzzle.ID{Kind: puzzle.FromMatch, Match: 7, Number: 1}, Tries: 1})

	for _, test := range []struct {
		mark  string
		has   []season.Achievements
		lacks []season.Achievements
	}{
		{"strong", []season.Achievements{matches(won(match.Strong, lost), won(match.Strong, nil))}, []season.Achievements{
			matches(won(match.Casual, nil)), matches(won(match.Strong, lost)), matches(won(match.Strong, helped)), matches(won(match.Strong, chosen)),
			matches(won(match.Strong, test)), matches(won(match.Strong, byTime)), matches(won(match.Perfect, nil)), matches(won(match.NoLevel, nil)),
		}},
		{"sweep", []season.Achievements{matches(won(match.Strong, pair(1, 1500, 0, 0)))}, []season.Achievements{
			matches(won(match.Strong, pair(0.5, 1500, 0, 0))), matches(won(match.Casual, pair(1, 1500, 0, 0))),
			matches(won(match.Strong, func(m *season.PastMatch) { m.Points = 1 })), // from before pairs existed
		}},
		{"perfect", []season.Achievements{matches(won(match.Perfect, nil))}, []season.Achievements{
			matches(won(match.Perfect, advised)), matches(won(match.Perfect, helped)), matches(won(match.Perfect, chosen)), matches(won(match.Strong, nil)),
		}},
		{"searched", []season.Achievements{matches(won(match.Perfect, board))}, []season.Achievements{
			matches(won(match.Perfect, nil)), matches(won(match.Strong, board)),
			matches(won(match.Perfect, func(m *season.PastMatch) { board(m); m.Sides[games.Right].Hints = 1 })),
			matches(won(match.Perfect, func(m *season.PastMatch) { m.Variant = "of another time" })),
		}},
		{"families", []season.Achievements{matches(everyFamily(match.Strong)...), matches(everyFamily(match.Perfect)...)}, []season.Achievements{
			matches(everyFamily(match.Strong)[1:]...), matches(everyFamily(match.Casual)...),
		}},
		{"flawless", []season.Achievements{
			matches(perfectRow...), matches(append(times(1, won(match.Casual, lost)), perfectRow...)...),
			matches(slices.Insert(slices.Clone(perfectRow), 3, won(match.Casual, unreviewed), won(match.Casual, noChance), won(match.Casual, test),
				won(match.Casual, func(m *season.PastMatch) { m.Winner = match.Nobody }))...),
		}, []season.Achievements{
			matches(perfectRow[1:]...), fiveWith(nil), fiveWith(lost), fiveWith(unreviewed), fiveWith(noChance),
			fiveWith(func(m *season.PastMatch) { flawless(m); m.Sides[games.Right].Hints = 1 }),
		}},
		{"comeback", []season.Achievements{matches(won(match.NoLevel, slipped))}, []season.Achievements{
			matches(won(match.NoLevel, nil)), matches(won(match.Strong, slipped)), matches(won(match.NoLevel, lost)),
			matches(won(match.NoLevel, func(m *season.PastMatch) { slipped(m); m.Reviewed = false })),
			matches(won(match.NoLevel, func(m *season.PastMatch) { slipped(m); m.Termination = match.Resigned })),
		}},
		{"giant", []season.Achievements{matches(won(match.NoLevel, pair(1, 1500, 1700, 90)))}, []season.Achievements{
			matches(won(match.NoLevel, pair(1, 1500, 1699, 90))), matches(won(match.NoLevel, pair(0.5, 1500, 1700, 90))),
			matches(won(match.NoLevel, pair(1, 1500, 1700, 111))), matches(won(match.Strong, pair(1, 1500, 1700, 90))),
			matches(won(match.NoLevel, pair(1, -300, 0, 0))), // nothing is known about the forgotten opponent
			matches(won(match.NoLevel, func(m *season.PastMatch) {
				pair(1, 1500, 1700, 90)(m)
				m.Ended = m.OpponentRested.AddDate(0, 0, 500)
			})),
		}},
		{"tournament", []season.Achievements{{Tournaments: 1}}, []season.Achievements{{}}},
		{"lessons", []season.Achievements{{Lessons: learnt()}}, []season.Achievements{{Lessons: learnt()[1:]}, {Lessons: unfinishedLesson}}},
		{"ten-days", []season.Achievements{{Days: days("2026-10-27", 10, 3)}, {Days: append(days("2026-01-01", 3, 1), days("2026-02-27", 10, 3)...)}},
			[]season.Achievements{{Days: days("2026-10-27", 9, 1)}, {Days: brokenRow}}},
		{"first-tries", []season.Achievements{{Days: append(days("2026-01-01", 15, 1), days("2026-03-01", 15, 1)...)}},
			[]season.Achievements{{Days: append(days("2026-01-01", 29, 1), days("2026-03-01", 9, 2)...)}, {Days: others}}},
	} {
		for i, list := range [][]season.Achievements{test.lacks, test.has} {
			for n, d := range list {
				earned := season.Earned(d, catalog.Standard)
				if got := slices.ContainsFunc(earned, func(m season.Badge) bool { return m.ID == test.mark }); got != (i == 1) {
					t.Errorf("%s: %v for %v no. %d", test.mark, got, i == 1, n)
				}
			}
		}
	}
	if len(season.Badges) != 12 {
		t.Errorf("there are %d marks", len(season.Badges))
	}
}

// A badge names the match that earned it, as long as that match is stored.
func TestMarkNamesItsMatch(t *testing.T) {
	var d season.Achievements
	for n := range 3 {
		d.Matches = append(d.Matches, won(match.Strong, func(m *season.PastMatch) { m.ID, m.Ended = int64(n+1), noon.AddDate(0, 0, n) }))
	}
	lost(&d.Matches[0])
	earned := season.Earned(d, catalog.Standard)
	if len(earned) != 1 || earned[0].Match != 2 || !earned[0].Ended.Equal(noon.AddDate(0, 0, 1)) {
		t.Errorf("earned are %v", fmt.Sprint(earned))
	}
}

// Who has more matches than are looked at keeps the badges that were announced, and earns others.
func TestBadgesOfManyMatches(t *testing.T) {
	d := season.Achievements{Matches: times(season.MaxAchievements, won(match.Strong, lost)), Told: []string{"strong"}}
	last := &d.Matches[len(d.Matches)-1]
	*last = won(match.Perfect, func(m *season.PastMatch) { m.ID = 7 })
	earned := season.Earned(d, catalog.Standard)
	if len(earned) != 2 || earned[0].ID != "strong" || earned[0].Match != 0 || earned[1].ID != "perfect" || earned[1].Match != 7 {
		t.Errorf("earned are %+v", earned)
	}
}

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
