package sqlstore

import (
	"context"
	"time"

	"nimatron/games"
	"nimatron/match"
)

// own is the value of a column of the player whose deeds they are.
func own(column string) string {
	return `CASE WHEN m.left_player = past.player THEN m.left_` + column + ` ELSE m.right_` + column + ` END`
}

var pastMatchColumns = columns[match.PastMatch]{
	{"m.id", func(m *match.PastMatch) any { return &m.ID }},
	{"m.ended", func(m *match.PastMatch) any { return (*timeColumn)(&m.Ended) }},
	{"m.variant", func(m *match.PastMatch) any { return &m.Variant }},
	{"m.family", func(m *match.PastMatch) any { return &m.Family }},
	{"m.level", func(m *match.PastMatch) any { return (*string)(&m.Level) }},
	{"m.winner", func(m *match.PastMatch) any { return (*seatColumn)(&m.Winner) }},
	{"m.termination", func(m *match.PastMatch) any { return (*string)(&m.Termination) }},
	{spell("CASE WHEN m.left_player = past.player THEN {left} ELSE {right} END"), func(m *match.PastMatch) any { return (*sideColumn)(&m.Side) }},
	{"m.leg", func(m *match.PastMatch) any { return &m.Leg }},
	{"m.chosen", func(m *match.PastMatch) any { return &m.Chosen }},
	{"m.lesson", func(m *match.PastMatch) any { return &m.Lesson }},
	{own("hints") + " + " + own("takebacks") + " > 0", func(m *match.PastMatch) any { return &m.Helped }},
	{"m.advised", func(m *match.PastMatch) any { return &m.Advised }},
	{"m.reviewed", func(m *match.PastMatch) any { return &m.Reviewed }},
	{"m.left_wins", func(m *match.PastMatch) any { return &m.Findings[games.Left].Wins }},
	{"m.left_kept", func(m *match.PastMatch) any { return &m.Findings[games.Left].Kept }},
	{"m.right_wins", func(m *match.PastMatch) any { return &m.Findings[games.Right].Wins }},
	{"m.right_kept", func(m *match.PastMatch) any { return &m.Findings[games.Right].Kept }},
	{"c.result", func(m *match.PastMatch) any { return (*realColumn)(&m.Points) }},
	{"c.before_value", func(m *match.PastMatch) any { return (*realColumn)(&m.Before.Value) }},
	{"c.before_deviation", func(m *match.PastMatch) any { return (*realColumn)(&m.Before.Deviation) }},
	{"c.before_volatility", func(m *match.PastMatch) any { return (*realColumn)(&m.Before.Volatility) }},
	{"o.before_value", func(m *match.PastMatch) any { return (*realColumn)(&m.Opponent.Value) }},
	{"o.before_deviation", func(m *match.PastMatch) any { return (*realColumn)(&m.Opponent.Deviation) }},
	{"o.before_volatility", func(m *match.PastMatch) any { return (*realColumn)(&m.Opponent.Volatility) }},
}

var toldColumns = columns[match.ToldMark]{
	{"t.mark", func(m *match.ToldMark) any { return &m.Mark }},
	{"t.told", func(m *match.ToldMark) any { return (*timeColumn)(&m.Told) }},
}

// oldestOf finds the oldest $2 finished matches of player $1 on a side.
func oldestOf(side string) string {
	return spell(`SELECT id, ` + side + ` AS player FROM (
		SELECT id, ` + side + ` FROM matches
		WHERE ` + side + ` = (SELECT key FROM players WHERE id = $1) AND state = {finished}
		ORDER BY id LIMIT $2) as_` + side)
}

var puzzleColumns = columns[match.Puzzle]{
	{"puzzle", func(p *match.Puzzle) any { return (*puzzleColumn)(&p.ID) }},
	{"room", func(p *match.Puzzle) any { return &p.Room }},
	{"variant", func(p *match.Puzzle) any { return &p.Variant }},
	{"family", func(p *match.Puzzle) any { return &p.Family }},
	{"tries", func(p *match.Puzzle) any { return &p.Tries }},
	{"tried", func(p *match.Puzzle) any { return (*timeColumn)(&p.Tried) }},
	{"solved", func(p *match.Puzzle) any { return (*timeColumn)(&p.Solved) }},
	{"gave_up", func(p *match.Puzzle) any { return (*timeColumn)(&p.GaveUp) }},
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
		WHERE player = (SELECT key FROM players WHERE id = $1) AND kind = ` + quote(string(match.DailyPuzzle)) + ` AND solved IS NOT NULL
		ORDER BY puzzle LIMIT $2`
	toldMarks = `
		SELECT ` + toldColumns.names() + ` FROM told_marks t WHERE t.player = (SELECT key FROM players WHERE id = $1) ORDER BY t.mark`
)

const tournamentsWon = `SELECT count(*) FROM entrants WHERE player = (SELECT key FROM players WHERE id = $1) AND place = 1`

const noteTold = `INSERT INTO told_marks (player, mark, told) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`

// Achievements implements match.Marks.
func (s *Store) Achievements(ctx context.Context, player string) (d match.Achievements, err error) {
	defer wrap(&err, "deeds of player %s", player)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) (err error) {
		if d.Matches, err = pastMatchColumns.query(ctx, tx, pastMatches, player, match.MaxAchievements); err != nil {
			return err
		}
		if d.Days, err = puzzleColumns.query(ctx, tx, solvedDays, player, match.MaxAchievements); err != nil {
			return err
		}
		if d.Lessons, err = lessonColumns.query(ctx, tx, lessonsOf, player); err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, tournamentsWon, player).Scan(&d.Tournaments); err != nil {
			return err
		}
		told, err := toldColumns.query(ctx, tx, toldMarks, player)
		d.Told = nil
		for _, t := range told {
			d.Told = append(d.Told, t.Mark)
		}
		return err
	})
	return d, err
}

// RecordTold implements match.Marks.
func (s *Store) RecordTold(ctx context.Context, player match.Player, marks []string, now time.Time) (fresh []string, err error) {
	defer wrap(&err, "note the marks of player %s", player.ID)
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		fresh = nil
		key, err := savePlayer(ctx, tx, player)
		if err != nil {
			return err
		}
		for _, mark := range marks {
			n, err := affected(tx.ExecContext(ctx, noteTold, key, mark, millis(now)))
			if err != nil {
				return err
			}
			if n > 0 {
				fresh = append(fresh, mark)
			}
		}
		return nil
	})
	return fresh, err
}
