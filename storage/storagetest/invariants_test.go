package storagetest

import (
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/puzzle"
	"nimatron/storage"
)

// The database itself refuses each statement that a bug in the program might send.
func TestDatabaseHoldsTheInvariants(t *testing.T) {
	forEach(t, func(t *testing.T, s store) {
		database := s.empty(t)
		tested, db := s.open(t, database), s.raw(t, database)
		invariants(t, tested, func(statement string) error {
			_, err := db.ExecContext(t.Context(), statement)
			return err
		}, s.refused)
	})
}

// invariants executes statements directly on an empty store's database. refused reports whether an
// error is a violated constraint.
func invariants(t *testing.T, s storage.Store, exec func(statement string) error, refused func(error) bool) {
	t.Helper()
	ctx := t.Context()
	m := Match("playing")
	m.Deadline, m.Remind, m.AbandonAt = time.Time{}, time.Time{}, time.Time{}
	m.Moves = []match.Move{Move(games.Left, 1), Move(games.Right, 2)}
	CreateMatch(t, s, m) // match 1, version 1
	m.Channel, m.State, m.Termination = "over", match.Finished, match.Cancelled
	CreateMatch(t, s, m) // match 2
	CreateChallenge(t, s, Challenge("asked"))
	Finish(t, s, Match("rated"), LeftWins, Rated(Ann, 1, 1)) // match 3
	WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Ann, Puzzle: Puzzle("2025-03-14"), At: Noon, Solved: true}), nil)

	const copyMatch = `INSERT INTO matches (channel, server, variant, family, start, chosen, first, left_player, right_player, level,
			seed, rated, turn_time, state, winner, termination, version, message, created, updated, ended)
		SELECT channel, server, variant, family, start, chosen, first, left_player, right_player, level,
			seed, rated, turn_time, state, winner, termination, version, message, created, updated, ended FROM matches WHERE id = 1`
	const copyChallenge = `INSERT INTO challenges (channel, server, challenger, opponent, variant, start, chosen,
			first, side, rated, turn_time, created, expires, closed, state, message)
		SELECT channel, server, challenger, opponent, variant, start, chosen,
			first, side, rated, turn_time, created, expires, closed, state, message FROM challenges WHERE id = 1`

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
		{"moves of a finished match taken back", `DELETE FROM moves WHERE match_id = 2`},
		{"finished match with a deadline", `UPDATE matches SET version = 2, state = 'finished', termination = 'played', ended = 0, deadline = 0 WHERE id = 1`},
		{"finished match to be abandoned", `UPDATE matches SET version = 2, state = 'finished', termination = 'played', ended = 0, abandon_at = 0 WHERE id = 1`},
		{"finished match with a reminder", `UPDATE matches SET version = 2, state = 'finished', termination = 'played', ended = 0, remind = 0 WHERE id = 1`},
		{"finished match with an offer", `UPDATE matches SET version = 2, state = 'finished', termination = 'played', ended = 0, offer = 'left' WHERE id = 1`},
		{"offer without a version", `UPDATE matches SET offer = 'left' WHERE id = 1`},
		{"offer by nobody", `UPDATE matches SET version = 2, offer = 'both' WHERE id = 1`},
		{"deadline without a version", `UPDATE matches SET deadline = 0 WHERE id = 1`},
		{"pace of no ladder", `UPDATE matches SET pace = 'fast' WHERE id = 1`},
		{"rating at no pace", `UPDATE ratings SET pace = 'fast'`},
		{"called off and going on", `UPDATE matches SET version = 2, called_off = 'left' WHERE id = 1`},
		{"called off later", `UPDATE matches SET called_off = 'left' WHERE id = 2`},
		{"called off by both", `UPDATE matches SET version = 2, state = 'finished', termination = 'cancelled', ended = 0, called_off = 'both' WHERE id = 1`},
		{"critical and going on", `UPDATE matches SET version = 2, critical = 3 WHERE id = 1`},
		{"critical later", `UPDATE matches SET critical = 3 WHERE id = 2`},
		{"uncounted and going on", `UPDATE matches SET uncounted = 1 WHERE id = 1`},
		{"advised twice", `UPDATE matches SET advised = 2 WHERE id = 1`},
		{"former player with an id", `INSERT INTO former_players VALUES (1, 'local:ann', 0)`},
		{"less than no critical decision", `UPDATE matches SET version = 2, state = 'finished', termination = 'played', ended = 0, critical = -1 WHERE id = 1`},
		{"takeback without a version", `UPDATE matches SET left_takebacks = 1 WHERE id = 1`},
		{"takebacks taken back", `UPDATE matches SET version = 2, right_takebacks = -1 WHERE id = 1`},
		{"takebacks taken back", `UPDATE matches SET version = 2, left_takebacks = -1 WHERE id = 1`},
		{"reminded of nothing", `UPDATE matches SET reminded = 1 WHERE id = 1`},
		{"match without a family", `UPDATE matches SET family = '' WHERE id = 1`},
		{"second leg without a first", `UPDATE matches SET leg = 2 WHERE id = 1`},
		{"first leg in another's pair", `UPDATE matches SET pair = 2 WHERE id = 1`},
		{"leg of no pair", `UPDATE matches SET leg = 2, pair = 99 WHERE id = 1`},
		{"more results than games", `UPDATE ratings SET wins = 2`},
		{"rating without a game", `UPDATE ratings SET games = 0, wins = 0`},
		{"rating too sure", `UPDATE ratings SET deviation = 0`},
		{"rating of nobody", `UPDATE ratings SET player = 99`},
		{"rating in no family", `UPDATE ratings SET family = ''`},
		{"odd result", `UPDATE rating_changes SET result = 0.3`},
		{"rating changed by no match", `UPDATE rating_changes SET match_id = 99`},
		{"player of no server", `UPDATE server_players SET server = ''`},
		{"puzzle solved and given up", `UPDATE puzzles SET gave_up = 0`},
		{"puzzle without a try", `UPDATE puzzles SET tries = 0`},
		{"review of a match that goes on", `UPDATE matches SET reviewed = 1 WHERE id = 1`},
		{"more wins found than there were", `UPDATE matches SET reviewed = 1, left_wins = 1, left_kept = 2 WHERE id = 2`},
		{"fewer wins than none", `UPDATE matches SET right_wins = -1, right_kept = -1 WHERE id = 2`},
		{"puzzle asked without a name", `INSERT INTO asked_puzzles (player, puzzle, asked, posed) VALUES (1, '', 0, 0)`},
		{"puzzle rating without a result", `INSERT INTO puzzle_ratings VALUES (1, 1500, 350, 0.06, 0, 0, 0, 0, 0)`},
		{"puzzle results that don't add up", `INSERT INTO puzzle_ratings VALUES (1, 1500, 350, 0.06, 2, 1, 0, 0, 0)`},
		{"puzzle without a name", `UPDATE puzzles SET puzzle = ''`},
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
		if err := exec(c.statement); err == nil || !refused(err) {
			t.Errorf("%s: got the error %v, want a violated constraint", c.name, err)
		}
	}
	// Similar valid statements pass, so the others don't fail for their syntax.
	for _, statement := range []string{
		`UPDATE matches SET leg = 2, pair = 3, version = 2, offer = 'left', remind = 0, reminded = 1, right_takebacks = 1 WHERE id = 1`,
		`UPDATE ratings SET wins = games, pace = 'live'`,
		`UPDATE rating_changes SET result = 0.5`,
		`UPDATE puzzles SET tries = 2`,
		`UPDATE matches SET reviewed = 1, left_wins = 2, left_kept = 2 WHERE id = 2`,
		`INSERT INTO asked_puzzles (player, puzzle, asked, posed) VALUES (1, 'x', 0, 0)`,
		`INSERT INTO puzzle_ratings VALUES (1, 1500, 350, 0.06, 2, 1, 1, 0, 0)`,
		`DELETE FROM moves WHERE match_id = 1 AND ply = 3`,
		`INSERT INTO moves VALUES (1, 3, 'left', 'L-3', 0)`,
		`UPDATE matches SET version = 3, state = 'finished', winner = 'left', termination = 'played', ended = 0, called_off = 'right', critical = 3,
			offer = '', remind = NULL, reminded = 0 WHERE id = 1`,
		copyMatch,
		`UPDATE challenges SET state = 'declined', closed = 0`,
		copyChallenge,
	} {
		if err := exec(statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
	}
}
