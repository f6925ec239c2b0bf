package sqlstore

import (
	"context"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/puzzle"
	"nimatron/referee/season"
)

// own is the value of a column for the player's side.
func own(column string) string {
	return `CASE WHEN m.left_player = past.player THEN m.left_` + column + ` ELSE m.right_` + column + ` END`
}

var pastMatchColumns = columns[season.PastMatch]{
	{"m.id", func(m *season.PastMatch) any { return &m.ID }},
	{"m.ended", func(m *season.PastMatch) any { return (*timeColumn)(&m.Ended) }},
	{"m.variant", func(m *season.PastMatch) any { return &m.Variant }},
	{"m.family", func(m *season.PastMatch) any { return &m.Family }},
	{"m.level", func(m *season.PastMatch) any { return (*string)(&m.Level) }},
	{"m.winner", func(m *season.PastMatch) any { return (*seatColumn)(&m.Winner) }},
	{"m.termination", func(m *season.PastMatch) any { return (*string)(&m.Termination) }},
	{spell("CASE WHEN m.left_player = past.player THEN {left} ELSE {right} END"), func(m *season.PastMatch) any { return (*sideColumn)(&m.Side) }},
	{"m.leg", func(m *season.PastMatch) any { return &m.Leg }},
	{"m.chosen", func(m *season.PastMatch) any { return &m.Chosen }},
	{"m.lesson", func(m *season.PastMatch) any { return &m.Lesson }},
	{own("hints") + " + " + own("takebacks") + " > 0", func(m *season.PastMatch) any { return &m.Helped }},
	{"m.advised", func(m *season.PastMatch) any { return &m.Advised }},
	{"m.reviewed", func(m *season.PastMatch) any { return &m.Reviewed }},
	{"m.left_wins", func(m *season.PastMatch) any { return &m.Findings[games.Left].Wins }},
	{"m.left_kept", func(m *season.PastMatch) any { return &m.Findings[games.Left].Kept }},
	{"m.right_wins", func(m *season.PastMatch) any { return &m.Findings[games.Right].Wins }},
	{"m.right_kept", func(m *season.PastMatch) any { return &m.Findings[games.Right].Kept }},
	{"c.result", func(m *season.PastMatch) any { return (*realColumn)(&m.Points) }},
	{"c.before_value", func(m *season.PastMatch) any { return (*realColumn)(&m.Before.Value) }},
	{"c.before_deviation", func(m *season.PastMatch) any { return (*realColumn)(&m.Before.Deviation) }},
	{"c.before_volatility", func(m *season.PastMatch) any { return (*realColumn)(&m.Before.Volatility) }},
	{"o.before_value", func(m *season.PastMatch) any { return (*realColumn)(&m.Opponent.Value) }},
	{"o.before_deviation", func(m *season.PastMatch) any { return (*realColumn)(&m.Opponent.Deviation) }},
	{"o.before_volatility", func(m *season.PastMatch) any { return (*realColumn)(&m.Opponent.Volatility) }},
}

// oldestOf finds the oldest $2 finished matches in which player $1 sits on a side.
func oldestOf(side string) string {
	return spell(`SELECT id, ` + side + ` AS player FROM (
		SELECT id, ` + side + ` FROM matches
		WHERE ` + side + ` = ` + ownKey + ` AND state = {finished}
		ORDER BY id LIMIT $2) as_` + side)
}

var puzzleColumns = columns[puzzle.Results]{
	{"puzzle", func(p *puzzle.Results) any { return (*puzzleColumn)(&p.ID) }},
	{"room", func(p *puzzle.Results) any { return &p.Room }},
	{"variant", func(p *puzzle.Results) any { return &p.Variant }},
	{"family", func(p *puzzle.Results) any { return &p.Family }},
	{"tries", func(p *puzzle.Results) any { return &p.Tries }},
	{"tried", func(p *puzzle.Results) any { return (*timeColumn)(&p.Tried) }},
	{"solved", func(p *puzzle.Results) any { return (*timeColumn)(&p.Solved) }},
	{"gave_up", func(p *puzzle.Results) any { return (*timeColumn)(&p.GaveUp) }},
}

var (
	pastMatches = `
		SELECT ` + pastMatchColumns.names() + `
		FROM (` + oldestOf("left_player") + ` UNION ` + oldestOf("right_player") + ` ORDER BY id LIMIT $2) past
		CROSS JOIN matches m
		LEFT JOIN rating_changes c ON c.match_id = m.id AND c.player = past.player AND c.family = ` + quote(match.Overall) + `
		LEFT JOIN rating_changes o ON o.match_id = m.id AND o.player <> past.player AND o.family = ` + quote(match.Overall) + `
		WHERE m.id = past.id
		ORDER BY m.end_number`
	solvedDays = `
		SELECT ` + puzzleColumns.names() + ` FROM puzzles
		WHERE player = ` + ownKey + ` AND kind = ` + quote(string(puzzle.Daily)) + ` AND solved IS NOT NULL
		ORDER BY puzzle LIMIT $2`
	toldMarks      = `SELECT mark FROM told_marks WHERE player = ` + ownKey + ` ORDER BY mark`
	tournamentsWon = `SELECT count(*) FROM entrants WHERE player = ` + ownKey + ` AND place = 1`
)

const recordTold = `INSERT INTO told_marks (player, mark, told) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`

// Achievements implements season.Store.
func (s *Store) Achievements(ctx context.Context, player string) (a season.Achievements, err error) {
	defer wrap(&err, "achievements of player %s", player)
	err = s.view(ctx, func(tx *Tx) {
		a.Matches = pastMatchColumns.all(tx, pastMatches, player, season.MaxAchievements)
		a.Days = puzzleColumns.all(tx, solvedDays, player, season.MaxAchievements)
		a.Lessons = lessonColumns.all(tx, lessonsOf, player)
		a.Tournaments = get[int](tx, tournamentsWon, player)
		a.Told = textColumns.all(tx, toldMarks, player)
	})
	return a, err
}

// RecordTold implements season.Store.
func (s *Store) RecordTold(ctx context.Context, player match.Player, marks []string, now time.Time) (fresh []string, err error) {
	defer wrap(&err, "record the marks of player %s", player.ID)
	err = s.update(ctx, func(tx *Tx) {
		fresh = nil
		key := tx.savePlayer(player)
		for _, mark := range marks {
			if tx.exec(recordTold, key, mark, millis(now)) > 0 {
				fresh = append(fresh, mark)
			}
		}
	})
	return fresh, err
}
