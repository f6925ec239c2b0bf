package storagetest

import (
	"os"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/must"
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
	const copyChallenge = `INSERT INTO subjects (kind, id, server, channel, status, begins, state)
		SELECT kind, id + 100, server, channel, status, begins, state FROM subjects WHERE kind = 'challenge' AND id = 1`

	check := func(name, statement string) {
		if err := exec(statement); err == nil || !refused(err) {
			t.Errorf("%s: got the error %v, want a violated constraint", name, err)
		}
	}
	check("second open match in a channel", copyMatch)
	check("second open challenge in a channel", copyChallenge)
	for line := range strings.Lines(string(must.Get(os.ReadFile("testdata/refused.txt"))(t))) {
		if name, statement, ok := strings.Cut(line, ": "); ok {
			check(name, statement)
		}
	}
	// Similar valid statements pass, so the others don't fail for their syntax.
	for _, statement := range []string{
		`UPDATE matches SET leg = 2, pair = 3, version = 2, offer = 'left', remind = 0, reminded = 1, right_takebacks = 1 WHERE id = 1`,
		`UPDATE ratings SET wins = games, pace = 'live'`,
		`UPDATE rating_changes SET result = 0.5`,
		`UPDATE puzzles SET tries = 2`,
		`UPDATE matches SET reviewed = 1, left_wins = 2, left_kept = 2 WHERE id = 2`,
		`INSERT INTO puzzle_ratings VALUES (1, 1500, 350, 0.06, 2, 1, 1, 0, 0)`,
		`DELETE FROM moves WHERE match_id = 1 AND ply = 3`,
		`INSERT INTO moves VALUES (1, 3, 'left', 'L-3', 0)`,
		`UPDATE matches SET version = 3, state = 'finished', winner = 'left', termination = 'played', ended = 0, called_off = 'right', critical = 3,
			offer = '', remind = NULL, reminded = 0 WHERE id = 1`,
		copyMatch,
		`UPDATE subjects SET status = 'declined' WHERE kind = 'challenge'`,
		copyChallenge,
	} {
		if err := exec(statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
	}
}
