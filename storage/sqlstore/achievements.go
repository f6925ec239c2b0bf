package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nimatron/match"
	"nimatron/referee/puzzle"
	"nimatron/referee/season"
)

var pastMatchColumns = slices.Concat(
	within(append(fields[match.Match]("id=ID"), storedColumns...).from("m"),
		func(m *season.PastMatch) *match.Match { return &m.Match }),
	fields[season.PastMatch](`
		c.result=Points c.before_value=Before.Value c.before_deviation=Before.Deviation
		c.before_volatility=Before.Volatility o.before_value=Opponent.Value
		o.before_deviation=Opponent.Deviation o.before_volatility=Opponent.Volatility`),
	columns[season.PastMatch]{
		{opponentRested, func(m *season.PastMatch) any { return times.of(&m.OpponentRested) }},
		{"CASE WHEN m.left_player = past.player THEN {left} ELSE {right} END", func(m *season.PastMatch) any { return sides.of(&m.Side) }},
	})

// opponentRested is the time of the opponent's last rated result before match m, if the opponent was much stronger.
var opponentRested = fmt.Sprintf(`CASE WHEN c.result = 1 AND o.before_value >= c.before_value + %d THEN (
	SELECT max(e.at) FROM rating_changes e JOIN matches f ON f.id = e.match_id
	WHERE e.player = o.player AND e.family = {overall} AND f.pace = m.pace
		AND f.end_number < m.end_number) END`, season.MuchStronger)

func newestOf(side string) string {
	return `SELECT id, ` + side + ` AS player FROM (
		SELECT id, ` + side + ` FROM matches
		WHERE ` + side + ` = ` + ownKey + ` AND state = {finished}
		ORDER BY id DESC LIMIT $2) as_` + side
}

var solvedColumns = fields[puzzle.Solved]("puzzle=ID tries=Tries")

var (
	pastMatches = `
		SELECT ` + pastMatchColumns.names() + `
		FROM (` + newestOf("left_player") + ` UNION ` + newestOf("right_player") + ` ORDER BY id DESC LIMIT $2) past
		CROSS JOIN matches m
		LEFT JOIN rating_changes c ON c.match_id = m.id AND c.player = past.player AND c.family = ` + quote(match.Overall) + `
		LEFT JOIN rating_changes o ON o.match_id = m.id AND o.player <> past.player AND o.family = ` + quote(match.Overall) + `
		WHERE m.id = past.id
		ORDER BY m.end_number`
	solvedDays = `
		SELECT ` + solvedColumns.names() + ` FROM puzzles
		WHERE player = ` + ownKey + ` AND kind = ` + quote(string(puzzle.Daily)) + ` AND solved IS NOT NULL
		ORDER BY puzzle LIMIT $2`
	toldMarks      = `SELECT told FROM players WHERE id = $1`
	tournamentsWon = `SELECT count(*) FROM guests WHERE player = ` + ownKey + ` AND kind = 'tournament' AND place = 1`
)

func (s *Store) Achievements(ctx context.Context, player string, most int) (a season.Achievements, err error) {
	err = s.view(ctx, func(tx *Tx) {
		a.Matches = pastMatchColumns.all(tx, pastMatches, player, most)
		a.Days = solvedColumns.all(tx, solvedDays, player, season.MaxAchievements)
		a.Lessons = lessonColumns.all(tx, lessonsOf, player)
		a.Tournaments = get[int](tx, tournamentsWon, player)
		a.Told = strings.Fields(get[string](tx, toldMarks, player))
	})
	return a, err
}

func (s *Store) RecordTold(ctx context.Context, player match.Player, marks []string) (fresh []string, err error) {
	err = s.update(ctx, func(tx *Tx) {
		key := tx.savePlayer(player)
		told := strings.Fields(get[string](tx, toldMarks+lockRow, player.ID))
		fresh = slices.DeleteFunc(slices.Clone(marks), func(mark string) bool { return slices.Contains(told, mark) })
		if len(fresh) > 0 {
			tx.exec(`UPDATE players SET told = $2 WHERE key = $1`, key, strings.Join(slices.Sorted(slices.Values(append(told, fresh...))), " "))
		}
	})
	return fresh, err
}
