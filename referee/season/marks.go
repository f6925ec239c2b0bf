package season

import (
	"context"
	"slices"
	"time"

	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
	"nimatron/solver"
)

// A Mark is something worth having done. Nothing is stored of it but whether its player was
// told: it follows from matches, puzzles and lessons, those of the past too.
type Mark struct {
	ID       string // 1 to 32 characters, as the store has them
	Name     string
	Sentence string                  // what it is for
	earned   func(deeds) (int, bool) // the index of the match that brought it, or noMatch
}

// An EarnedMark is a mark that somebody has.
type EarnedMark struct {
	*Mark
	Match int64     // that brought it, 0 where it was no match
	Ended time.Time // when that ended
}

// deeds are what marks follow from, with what there is to do.
type deeds struct {
	Achievements
	families []string             // that can be played
	searched func(id string) bool // whether no theorem decides the games of a variant
}

// Bounds of the marks.
const (
	flawlessWins = 5
	daysInARow   = 10
	firstTries   = 30
	muchStronger = 200 // points of rating
	noMatch      = -1  // no match has brought it
)

// Marks are all marks, in the order in which people see them.
var Marks = []*Mark{
	{"strong", "Strong beaten", "Beat me at the strong level from a random start, without help.",
		first(func(m *PastMatch) bool { return alone(m) && m.Level == match.Strong })},
	{"sweep", "Both sides of it", "Win both games of a rated pair against me at the strong level.",
		first(func(m *PastMatch) bool { return wonPair(m) && m.Level == match.Strong })},
	{"perfect", "Perfect beaten", "Beat me at the perfect level from a random start, without help.",
		first(func(m *PastMatch) bool { return alone(m) && m.Level == match.Perfect })},
	{"searched", "Off the map", "Beat me at the perfect level, without help, in a game that no theorem solves.", offTheMap},
	{"families", "All families", "Beat me at the strong level or higher, without help, in each family of games.", allFamilies},
	{"flawless", "Five flawless wins", "Win five matches in a row without help, finding every chance in each.", flawless},
	{"comeback", "Comeback", "Win a lost position against a person, without help.", first(comeback)},
	{"giant", "Giant slain", "Win both games of a rated pair against somebody rated 200 points above you.", first(giant)},
	{"tournament", "Tournament won", "Win a tournament with at least four players.",
		func(d deeds) (int, bool) { return noMatch, d.Tournaments > 0 }},
	{"lessons", "All lessons", "Finish every lesson: exercises and tests.", allLessons},
	{"ten-days", "Ten days", "Solve the puzzle of the day on ten days in a row.", tenDays},
	{"first-tries", "At first sight", "Solve thirty puzzles of the day on the first try.", manyFirstTries},
}

// first is earned by the first match that is counted.
func first(counted func(*PastMatch) bool) func(deeds) (int, bool) {
	return func(d deeds) (int, bool) {
		for i := range d.Matches {
			if counted(&d.Matches[i]) {
				return i, true
			}
		}
		return 0, false
	}
}

// alone reports whether the player has won by the rules and without help, from a start that
// nobody chose and in no test of a lesson.
func alone(m *PastMatch) bool {
	return m.Won() && m.Termination == match.Played && !m.Chosen && m.Lesson == "" && !m.Helped && !m.Advised
}

// wonPair reports whether the match completes a rated pair that the player has won 2–0.
func wonPair(m *PastMatch) bool { return m.Leg == match.SecondLeg && m.Points == 1 }

// comeback reports whether the player has won against a person who let a win slip: before that
// the player stood lost.
func comeback(m *PastMatch) bool {
	other := m.Findings[m.Side.Other()]
	return alone(m) && m.Level == match.NoLevel && m.Reviewed && other.Kept < other.Wins
}

func giant(m *PastMatch) bool {
	return wonPair(m) && m.Level == match.NoLevel && m.Opponent.Deviation > 0 && !m.Opponent.Provisional() &&
		m.Opponent.Value >= m.Before.Value+muchStronger
}

func offTheMap(d deeds) (int, bool) {
	return first(func(m *PastMatch) bool { return alone(m) && m.Level == match.Perfect && d.searched(m.Variant) })(d)
}

func allFamilies(d deeds) (int, bool) {
	left := slices.Clone(d.families)
	for i := range d.Matches {
		m := &d.Matches[i]
		if at := slices.Index(left, m.Family); at >= 0 && alone(m) && (m.Level == match.Strong || m.Level == match.Perfect) {
			if left = slices.Delete(left, at, at+1); len(left) == 0 {
				return i, true
			}
		}
	}
	return 0, false
}

// flawless passes over matches that say nothing: those without a winner, from a chosen start,
// of a lesson, and wins that were not reviewed or had no chance to find.
func flawless(d deeds) (int, bool) {
	row := 0
	for i := range d.Matches {
		m := &d.Matches[i]
		own := m.Findings[m.Side]
		switch {
		case m.Winner == match.Nobody || m.Chosen || m.Lesson != "":
		case !m.Won() || m.Helped || m.Advised || m.Reviewed && own.Kept < own.Wins:
			row = 0
		case m.Reviewed && own.Wins > 0:
			if row++; row == flawlessWins {
				return i, true
			}
		}
	}
	return 0, false
}

func allLessons(d deeds) (int, bool) {
	for _, l := range lesson.All() {
		if !slices.ContainsFunc(d.Lessons, func(state lesson.State) bool { return state.ID == l.ID && lesson.Done(state) }) {
			return 0, false
		}
	}
	return noMatch, true
}

func tenDays(d deeds) (int, bool) {
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
			return noMatch, true
		}
		next = day.AddDate(0, 0, 1).Format(time.DateOnly)
	}
	return 0, false
}

func manyFirstTries(d deeds) (int, bool) {
	n := 0
	for _, p := range d.Days {
		if p.Tries == 1 && p.ID.Kind == puzzle.Daily {
			n++
		}
	}
	return noMatch, n >= firstTries
}

// Earned returns the marks that follow from deeds, where the games of a catalog can be played.
func Earned(d Achievements, c *catalog.Catalog) (earned []EarnedMark) {
	all := deeds{Achievements: d, searched: func(id string) bool {
		v, err := c.Find(id)
		return err == nil && solver.FamilyOf(v).Theorem == nil
	}}
	for _, f := range c.Families() {
		all.families = append(all.families, f.ID)
	}
	for _, mark := range Marks {
		i, ok := mark.earned(all)
		switch {
		case !ok:
		case i == noMatch:
			earned = append(earned, EarnedMark{Mark: mark})
		default:
			earned = append(earned, EarnedMark{mark, d.Matches[i].ID, d.Matches[i].Ended})
		}
	}
	return earned
}

// MarksOf returns the marks of a player, in the order of Marks.
func (r *Rules) MarksOf(ctx context.Context, player string) ([]EarnedMark, error) {
	d, err := r.store.Achievements(ctx, player)
	return Earned(d, r.referee.Catalog()), err
}

// TellMarks returns the marks that a player has and is told of now, for the first time. There
// are none for somebody who wants to hear nothing of marks.
func (r *Rules) TellMarks(ctx context.Context, player match.Player) ([]EarnedMark, error) {
	set, err := r.store.PersonSettings(ctx, player.ID)
	if err != nil || set.NoMarks || !set.News.Wants(match.NewsAll) {
		return nil, err
	}
	d, err := r.store.Achievements(ctx, player.ID)
	if err != nil || len(d.Told) >= len(Marks) {
		return nil, err
	}
	earned := slices.DeleteFunc(Earned(d, r.referee.Catalog()), func(m EarnedMark) bool { return slices.Contains(d.Told, m.ID) })
	if len(earned) == 0 {
		return nil, nil
	}
	ids := make([]string, len(earned))
	for i, m := range earned {
		ids[i] = m.ID
	}
	fresh, err := r.store.RecordTold(ctx, player, ids, r.referee.Now())
	return slices.DeleteFunc(earned, func(m EarnedMark) bool { return !slices.Contains(fresh, m.ID) }), err
}
