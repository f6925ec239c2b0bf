package season

import (
	"context"
	"slices"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
	"nimatron/solver"
)

// A Badge is an achievement, which people know as a badge. It follows from a player's matches,
// puzzles and lessons. The store only has the badges that were announced to players.
type Badge struct {
	ID       string
	Name     string
	Sentence string
	// earned reports whether a player has it, and returns the match that earned it, nil if no match did.
	earned func(Achievements, *catalog.Catalog) (*PastMatch, bool)

	Match int64 // the match that earned it, 0 if it was no match
	Ended time.Time
}

// MuchStronger is how many points the opponent of a giant-killer is ahead.
const MuchStronger = 200

// Bounds of the badges.
const (
	flawlessWins = 5
	daysInARow   = 10
	firstTries   = 30
)

// Badges are all badges, in the order in which people see them.
var Badges = []Badge{
	{ID: "strong", Name: "Beat strong", Sentence: "Beat me at the strong level from a random start, without help.",
		earned: first(func(m *PastMatch) bool { return alone(m) && m.Level == match.Strong })},
	{ID: "sweep", Name: "Both sides", Sentence: "Win both games of a rated pair against me at the strong level.",
		earned: first(func(m *PastMatch) bool { return wonPair(m) && m.Level == match.Strong })},
	{ID: "perfect", Name: "Beat perfect", Sentence: "Beat me at the perfect level from a random start, without help.",
		earned: first(func(m *PastMatch) bool { return alone(m) && m.Level == match.Perfect })},
	{ID: "searched", Name: "Uncharted", Sentence: "Beat me at the perfect level, without help, in a game with no known winning rule.", earned: offTheMap},
	{ID: "families", Name: "All-rounder", Sentence: "Beat me at the strong level or higher, without help, in each family of games.", earned: allFamilies},
	{ID: "flawless", Name: "Flawless five", Sentence: "Win five matches in a row without help, finding every chance in each.", earned: flawless},
	{ID: "comeback", Name: "Comeback", Sentence: "Win a lost position against a person, without help.", earned: first(comeback)},
	{ID: "giant", Name: "Giant-killer", Sentence: "Win both games of a rated pair against somebody rated 200 points above you.", earned: first(giant)},
	{ID: "tournament", Name: "Champion", Sentence: "Win a tournament with at least four players.",
		earned: func(d Achievements, _ *catalog.Catalog) (*PastMatch, bool) { return nil, d.Tournaments > 0 }},
	{ID: "lessons", Name: "Graduate", Sentence: "Finish every lesson: exercises and tests.", earned: allLessons},
	{ID: "ten-days", Name: "Ten-day streak", Sentence: "Solve the puzzle of the day on ten days in a row.", earned: tenDays},
	{ID: "first-tries", Name: "First-try thirty", Sentence: "Solve thirty puzzles of the day on the first try.", earned: manyFirstTries},
}

func first(counted func(*PastMatch) bool) func(Achievements, *catalog.Catalog) (*PastMatch, bool) {
	return func(d Achievements, _ *catalog.Catalog) (*PastMatch, bool) {
		if i := slices.IndexFunc(d.Matches, func(m PastMatch) bool { return counted(&m) }); i >= 0 {
			return &d.Matches[i], true
		}
		return nil, false
	}
}

// alone reports whether the player has won by the rules and without help, from a start that
// nobody chose and in no test of a lesson.
func alone(m *PastMatch) bool {
	return m.Won() && m.Termination == match.Played && !m.Chosen && m.Lesson == "" && !m.Helped() && !m.Advised
}

func wonPair(m *PastMatch) bool { return m.Leg == match.SecondLeg && m.Points == 1 }

// comeback reports whether the player has won against a person who let a win slip: before that
// the player stood lost.
func comeback(m *PastMatch) bool {
	other := m.Findings[m.Side.Other()]
	return alone(m) && m.Level == match.NoLevel && m.Reviewed && other.Kept < other.Wins
}

func giant(m *PastMatch) bool {
	return wonPair(m) && m.Level == match.NoLevel && m.Opponent.Deviation > 0 &&
		!m.Opponent.At(m.OpponentRested, m.Ended).Provisional() &&
		m.Opponent.Value >= m.Before.Value+MuchStronger
}

func offTheMap(d Achievements, c *catalog.Catalog) (*PastMatch, bool) {
	return first(func(m *PastMatch) bool {
		v, err := c.Find(m.Variant)
		return alone(m) && m.Level == match.Perfect && err == nil && solver.FamilyOf(v).Theorem == nil
	})(d, c)
}

func allFamilies(d Achievements, c *catalog.Catalog) (*PastMatch, bool) {
	left := map[string]bool{}
	for _, f := range c.Families() {
		left[f.ID] = true
	}
	for i := range d.Matches {
		m := &d.Matches[i]
		if left[m.Family] && alone(m) && m.Level.AtLeast(match.Strong) {
			if delete(left, m.Family); len(left) == 0 {
				return m, true
			}
		}
	}
	return nil, false
}

// flawless skips matches that decide nothing here: without a winner, from a chosen start, of a lesson, and
// wins without a review or without a chance to find.
func flawless(d Achievements, _ *catalog.Catalog) (*PastMatch, bool) {
	row := 0
	for i := range d.Matches {
		m := &d.Matches[i]
		own := m.Findings[m.Side]
		switch {
		case m.Winner == match.Nobody || m.Chosen || m.Lesson != "":
		case !m.Won() || m.Helped() || m.Advised || m.Reviewed && own.Kept < own.Wins:
			row = 0
		case m.Reviewed && own.Wins > 0:
			if row++; row == flawlessWins {
				return m, true
			}
		}
	}
	return nil, false
}

func allLessons(d Achievements, _ *catalog.Catalog) (*PastMatch, bool) {
	for _, l := range lesson.All() {
		if !slices.ContainsFunc(d.Lessons, func(state lesson.State) bool { return state.ID == l.ID && lesson.Done(state) }) {
			return nil, false
		}
	}
	return nil, true
}

func tenDays(d Achievements, _ *catalog.Catalog) (*PastMatch, bool) {
	row, next := 0, ""
	for _, p := range d.Days {
		day, err := time.Parse(time.DateOnly, p.ID.Day)
		if err != nil {
			continue
		}
		if p.ID.Day != next {
			row = 0
		}
		if row++; row == daysInARow {
			return nil, true
		}
		next = day.AddDate(0, 0, 1).Format(time.DateOnly)
	}
	return nil, false
}

func manyFirstTries(d Achievements, _ *catalog.Catalog) (*PastMatch, bool) {
	n := 0
	for _, p := range d.Days {
		if p.Tries == 1 && p.ID.Kind == puzzle.Daily {
			n++
		}
	}
	return nil, n >= firstTries
}

// Earned returns the badges that follow from achievements, in the order of [Badges], if the games of a
// catalog can be played. An announced badge stays, without a
// match, where older matches are left out.
func Earned(d Achievements, c *catalog.Catalog) (earned []Badge) {
	for _, badge := range Badges {
		m, ok := badge.earned(d, c)
		old := len(d.Matches) >= MaxAchievements && slices.Contains(d.Told, badge.ID)
		if m != nil && !old {
			badge.Match, badge.Ended = m.ID, m.Ended
		}
		if ok || old {
			earned = append(earned, badge)
		}
	}
	return earned
}

// BadgesOf returns the badges of a player.
func (r *Rules) BadgesOf(ctx context.Context, player string) ([]Badge, error) {
	d, err := r.store.Achievements(ctx, player, MaxAchievements)
	return Earned(d, r.referee.Catalog()), err
}

// NewBadges returns a player's badges that are announced now, for the first time. There are none
// for a player who has switched badges off.
func (r *Rules) NewBadges(ctx context.Context, player match.Player) ([]Badge, error) {
	set, err := r.store.PersonSettings(ctx, player.ID)
	if err != nil || set.NoMarks || !set.News.Wants(match.NewsAll) {
		return nil, err
	}
	d, err := r.store.Achievements(ctx, player.ID, MaxAchievements)
	if err != nil || len(d.Told) >= len(Badges) {
		return nil, err
	}
	earned := slices.DeleteFunc(Earned(d, r.referee.Catalog()), func(m Badge) bool { return slices.Contains(d.Told, m.ID) })
	if len(earned) == 0 {
		return nil, nil
	}
	fresh, err := r.store.RecordTold(ctx, player, words.Each(earned, func(m Badge) string { return m.ID }))
	return slices.DeleteFunc(earned, func(m Badge) bool { return !slices.Contains(fresh, m.ID) }), err
}

// A PastMatch is a finished match of a player, without its moves and players.
type PastMatch struct {
	match.Match
	Side games.Side
	// Points are the player's points from 0 to 1 in the rated pair that the match completes. Before and
	// Opponent are the overall ratings before it. All are zero if no rating changed; Opponent also for the
	// bot and deleted players.
	Points           float64
	Before, Opponent rating.Rating
	// OpponentRested is the time of the opponent's result before, if Opponent is [MuchStronger].
	OpponentRested time.Time
}

// Helped reports whether the player got a hint or took moves back.
func (m *PastMatch) Helped() bool { return m.Sides[m.Side].Helped() }

// Won reports whether the player won the match.
func (m *PastMatch) Won() bool { return m.OutcomeOf(m.Side) == match.Won }

// Achievements determine the badges of a player.
type Achievements struct {
	Matches     []PastMatch     // in the order in which they ended
	Days        []puzzle.Solved // daily puzzles, by day
	Lessons     []lesson.State
	Tournaments int      // won, by [Entrant.Place]
	Told        []string // the badges that the player was notified of
}

// MaxAchievements bounds the matches, of which the newest are taken, and the days.
const MaxAchievements = 10_000
