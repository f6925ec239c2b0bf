package storagetest

import (
	"database/sql"
	"testing"
)

// CheckDerived fails if a stored count differs from the result of counting now.
func CheckDerived(t *testing.T, db *sql.DB) {
	t.Helper()
	for name, c := range map[string]struct{ kept, counted string }{
		"tallies": {`SELECT player, family, wins, losses, draws, unrated FROM tallies`, `
			SELECT player, family, sum(CASE WHEN winner = side THEN 1 ELSE 0 END),
				sum(CASE WHEN winner NOT IN ('', side) THEN 1 ELSE 0 END), sum(CASE WHEN winner = '' THEN 1 ELSE 0 END),
				sum(CASE WHEN rated = 0 THEN 1 ELSE 0 END) FROM (
				SELECT left_player AS player, 'left' AS side, * FROM matches
				UNION ALL
				SELECT right_player, 'right', * FROM matches) m
			JOIN players p ON p.key = player WHERE state = 'finished' AND p.id NOT LIKE 'deleted:%'
			GROUP BY player, family`},
		"server_players": {`SELECT server, player FROM server_players`, `
			SELECT DISTINCT server, key FROM matches JOIN players ON key IN (left_player, right_player)
			WHERE state = 'finished' AND server <> '' AND players.id NOT LIKE 'deleted:%'`},
	} {
		for _, q := range []string{c.kept + ` EXCEPT ` + c.counted, c.counted + ` EXCEPT ` + c.kept} {
			var rows int
			WantErr(t, db.QueryRow(`SELECT count(*) FROM (`+q+`) found`).Scan(&rows), nil)
			if rows > 0 {
				t.Errorf("%s: %d rows are wrong", name, rows)
			}
		}
	}
}
