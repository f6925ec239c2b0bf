package storage_test

import (
	"errors"
	"testing"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"nimatron/storage"
)

// The statements that a faulty program might send. The database itself must
// refuse each of them.
func TestDatabaseHoldsTheInvariants(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	ctx := t.Context()
	m := aMatch("playing")
	m.Moves = []storage.Move{move("left", 1), move("right", 2)}
	createMatch(t, s, m) // match 1, version 1
	m.Channel, m.State, m.Termination = "over", storage.Finished, "cancelled"
	createMatch(t, s, m) // match 2
	createChallenge(t, s, aChallenge("asked"))

	const copyMatch = `INSERT INTO matches (channel, server, variant, start, chosen, first, left_player, right_player, level,
			seed, rated, turn_time, state, winner, termination, version, message, created, updated, ended)
		SELECT channel, server, variant, start, chosen, first, left_player, right_player, level,
			seed, rated, turn_time, state, winner, termination, version, message, created, updated, ended FROM matches WHERE id = 1`
	const copyChallenge = `INSERT INTO challenges (channel, server, challenger, opponent, variant, start, chosen,
			first, side, rated, turn_time, created, expires, closed, state, message)
		SELECT channel, server, challenger, opponent, variant, start, chosen,
			first, side, rated, turn_time, created, expires, closed, state, message FROM challenges WHERE id = 1`

	db := rawDB(t, path)
	for _, c := range []struct{ name, statement string }{
		{"second open match in a channel", copyMatch},
		{"second open challenge in a channel", copyChallenge},
		{"move made twice", `INSERT INTO moves VALUES (1, 2, 'right', 'L-2', 0)`},
		{"move before the first", `INSERT INTO moves VALUES (1, 0, 'left', 'L-1', 0)`},
		{"move by nobody", `INSERT INTO moves VALUES (1, 3, '', 'L-1', 0)`},
		{"move in no match", `INSERT INTO moves VALUES (99, 1, 'left', 'L-1', 0)`},
		{"same version again", `UPDATE matches SET version = 1 WHERE id = 1`},
		{"version left out", `UPDATE matches SET version = 3 WHERE id = 1`},
		{"change without a version", `UPDATE matches SET state = 'finished', termination = 'played', ended = 0 WHERE id = 1`},
		{"finished match reopened", `UPDATE matches SET version = version + 1, state = 'playing', termination = '', ended = NULL WHERE id = 2`},
		{"finished match with another winner", `UPDATE matches SET version = version + 1, winner = 'left' WHERE id = 2`},
		{"playing with a winner", `UPDATE matches SET version = 2, winner = 'left' WHERE id = 1`},
		{"finished without an end", `UPDATE matches SET version = 2, state = 'finished', termination = 'played' WHERE id = 1`},
		{"finished without a why", `UPDATE matches SET version = 2, state = 'finished', ended = 0 WHERE id = 1`},
		{"hints taken back", `UPDATE matches SET left_hints = -1 WHERE id = 1`},
		{"match of an unknown player", `UPDATE matches SET left_player = 99 WHERE id = 1`},
		{"player deleted from a match", `DELETE FROM players WHERE key = 1`},
		{"two players with one id", `UPDATE players SET id = 'local:ann'`},
		{"player without an id", `INSERT INTO players (id, name) VALUES ('', 'x')`},
		{"challenge closed at no time", `UPDATE challenges SET state = 'declined'`},
		{"challenge open and closed", `UPDATE challenges SET closed = 0`},
		{"challenge in an unknown state", `UPDATE challenges SET state = 'lost', closed = 0`},
		{"text for a number", `UPDATE matches SET seed = 'x'`},
	} {
		_, err := db.ExecContext(ctx, c.statement)
		var refused *sqlite.Error
		if !errors.As(err, &refused) || refused.Code()&0xff != sqlite3.SQLITE_CONSTRAINT {
			t.Errorf("%s: got the error %v, want a violated constraint", c.name, err)
		}
	}
	// Their lawful neighbours pass, so it was not the wording that failed.
	for _, statement := range []string{
		`UPDATE matches SET version = 2 WHERE id = 1`,
		`INSERT INTO moves VALUES (1, 3, 'left', 'L-3', 0)`,
		`UPDATE matches SET version = 3, state = 'finished', winner = 'left', termination = 'played', ended = 0 WHERE id = 1`,
		copyMatch,
		`UPDATE challenges SET state = 'declined', closed = 0`,
		copyChallenge,
	} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
	}
}
