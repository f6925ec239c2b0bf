package storagetest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/referee/class"
	"nimatron/referee/puzzle"
	"nimatron/referee/tournament"
	"nimatron/storage"
	"nimatron/storage/sqlstore"
)

// A later version upgrades these tables once, without losing data. This program then refuses them.
func TestLaterVersion(t *testing.T) {
	forEach(t, func(t *testing.T, s store) {
		database := s.new(t)
		m := Got(s.open(t, database).CreateMatch(t.Context(), Match("a"))).Must(t)
		db := s.raw(t, database)
		later := s.schema()
		later.Versions = append(later.Versions, sqlstore.Version{SQL: `ALTER TABLE players ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'`})
		WantErr(t, later.Migrate(t.Context(), db, storage.ReadOnly), storage.ErrOlder)
		for range 2 {
			WantErr(t, later.Migrate(t.Context(), db, storage.Upgrade), nil)
		}
		var colours int
		WantErr(t, db.QueryRow(`SELECT count(*) FROM players WHERE colour = 'red'`).Scan(&colours), nil)
		WantEqual(t, colours, 2)
		WantErr(t, s.schema().Migrate(t.Context(), db, storage.Upgrade), storage.ErrNewer)
		Got(db.Exec(`DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)`)).Must(t)
		for _, schema := range []sqlstore.Schema{s.schema(), later} { // the tables are of neither version
			WantErr(t, schema.Migrate(t.Context(), db, storage.Upgrade), storage.ErrAltered)
		}
		Got(db.Exec(`ALTER TABLE players DROP COLUMN colour`)).Must(t)
		WantEqual(t, Got(s.open(t, database).LastMatch(t.Context(), "a")).OK(t).ID, m.ID)
	})
}

// Each version makes tables with its fingerprint. A version that has landed never changes, because databases have run it.
func TestLandedVersionsStay(t *testing.T) {
	landed := map[string][]string{ // the hashes of their SQL
		"sqlite":   {"d8853e814e19cbf8", "ef5fea191d47068a", "0fa7f7a2a46939d0", "535ca85b54f83011", "58af205ae209f10b", "ec5b0f28e009991f", "b576b94a32629b8c", "4be7075b4ab0cc29", "6a3abb1d3597d326"},
		"postgres": {"04c0c243d5da1f7e", "ef5fea191d47068a", "32772f35be7d32b9", "e2c094d61ce5620d", "58af205ae209f10b", "52bcf783542960ca", "b576b94a32629b8c", "4be7075b4ab0cc29", "6a3abb1d3597d326"},
	}
	forEach(t, func(t *testing.T, s store) {
		schema, db := s.schema(), s.raw(t, s.new(t))
		all := schema.Versions
		WantEqual(t, len(landed[s.name]), len(all)) // a new version is listed here when it lands
		for i, v := range all {
			hash := sha256.Sum256([]byte(v.Text()))
			WantEqual(t, hex.EncodeToString(hash[:8]), landed[s.name][i])
			schema.Versions = all[:i+1]
			WantErr(t, schema.Migrate(t.Context(), db, storage.Upgrade), nil)
			Got(schema.Fingerprint(t.Context(), db, int64(sqlstore.Baseline+i))).Is(t, v.Fingerprint)
		}
		Got(db.Exec(`CREATE TABLE operators_own (id INTEGER)`)).Must(t)
		WantErr(t, schema.Migrate(t.Context(), db, storage.ReadOnly), nil)
		Got(db.Exec(`DROP INDEX matches_lagging`)).Must(t)
		WantErr(t, schema.Migrate(t.Context(), db, storage.ReadOnly), storage.ErrAltered)
	})
}

// Tournaments of version 106 are the same in the present tables.
func TestTournamentsMove(t *testing.T) {
	forEach(t, func(t *testing.T, s store) {
		schema, database := s.schema(), s.new(t)
		db := s.raw(t, database)
		schema.Versions = schema.Versions[:107-sqlstore.Baseline]
		WantErr(t, schema.Migrate(t.Context(), db, storage.Upgrade), nil)
		at := Stored(Noon)
		ms := at.UnixMilli()
		for _, statement := range []string{
			`INSERT INTO players (key, id, name) VALUES (11, 'ann', 'Ann'), (12, 'bob', 'Bob'), (13, 'eve', 'Eve')`,
			`INSERT INTO tournaments (id, server, channel, name, leader, format, variant, size, turn_time, rounds, length, places, rated, seed, state,
					round, created, starts, started, ended, version, message, shown_version, taken_until, stuck, reminded) VALUES
				(3, 'server', 'hall', 'Cup', 13, 'swiss', 'nim', 'small', 60000, 4, 0, 9, 1, -7, 'running', 2, $1, $1 + 1, $1 + 2, NULL, 8, 'm', 7, $1 + 3, $1 + 4, 1),
				(6, 'server', 'hall', 'Soon', 13, 'knockout', '', 'small', 90000, 0, 0, 128, 0, 2, 'open', 0, $1, $1 + 7200000, NULL, NULL, 1, '', 1, 0, NULL, 0)`,
			`INSERT INTO entrants (tournament, player, number, rating, joined, left_after, paused, missed, at, place) VALUES
				(3, 12, 1, 1500.25, 1, 0, 1, 1, $1, 0), (3, 11, 2, 1400, 2, -1, 0, 0, $1 + 1, 2)`,
			`INSERT INTO pairings (tournament, round, board, game, first, second, channel, match, first_won, second_won, is_over, forfeit, ended,
					first_chances, first_found, second_chances, second_found) VALUES
				(3, 2, 1, 1, 12, 11, '', NULL, 0, 0, 0, 0, NULL, 0, 0, 0, 0), (3, 1, 1, 2, 11, 12, 'thread', NULL, 2, 1, 1, 1, $1, 4, 3, 6, 5),
				(3, 1, 2, 1, 11, NULL, '', NULL, 0, 0, 1, 0, $1, 0, 0, 0, 0)`,
		} {
			Got(db.Exec(strings.ReplaceAll(statement, "$1", fmt.Sprint(ms)))).Must(t)
		}
		now, eve := s.open(t, database), match.Player{ID: "eve", Name: "Eve"}
		after := func(n time.Duration) time.Time { return at.Add(n * time.Millisecond) }
		for _, want := range []tournament.Tournament{
			{ID: 3, Server: "server", Channel: "hall", Name: "Cup", Leader: eve, Format: tournament.Swiss, Variant: "nim", Size: "small", TurnTime: time.Minute, Rounds: 4,
				Places: 9, Rated: true, Seed: 1<<64 - 7, State: tournament.Running, Round: 2, Created: at, Starts: after(1), Started: after(2), Version: 8, Message: "m",
				Taken: after(3), Stuck: after(4), Reminded: true,
				Entrants: []tournament.Entrant{{Player: match.Player{ID: "bob", Name: "Bob"}, Rating: 1500.25, Joined: 1, Paused: true, Missed: 1, At: at},
					{Player: match.Player{ID: "ann", Name: "Ann"}, Rating: 1400, Joined: 2, Left: -1, At: after(1), Place: 2}},
				Pairings: []tournament.Pairing{{Round: 1, Board: 1, Game: 2, First: "ann", Second: "bob", Channel: "thread", Won: [2]int{2, 1}, Over: true, Forfeit: true, Ended: at,
					Found: [2]match.Found{{Wins: 4, Kept: 3}, {Wins: 6, Kept: 5}}}, {Round: 1, Board: 2, Game: 1, First: "ann", Over: true, Ended: at}, {Round: 2, Board: 1, Game: 1, First: "bob", Second: "ann"}}},
			{ID: 6, Server: "server", Channel: "hall", Name: "Soon", Leader: eve, Format: tournament.Knockout, Size: "small", TurnTime: 90 * time.Second, Places: 128,
				Seed: 2, State: tournament.Open, Created: at, Starts: at.Add(2 * time.Hour), Version: 1},
		} {
			Got(tournament.ByID(t.Context(), now, want.ID)).Is(t, want)
		}
		WantEqual(t, dueTournaments(t, now, after(2)), []int64{3})
		WantEqual(t, dueTournaments(t, now, at.Add(time.Hour)), []int64{3, 6})
	})
}

// Classes of an earlier version go on, with their students, assignments and puzzle sets, and under their numbers.
func TestClassesMove(t *testing.T) {
	forEach(t, func(t *testing.T, s store) {
		database := s.new(t)
		before, db := s.schema(), s.raw(t, database)
		before.Versions = before.Versions[:108-sqlstore.Baseline]
		WantErr(t, before.Migrate(t.Context(), db, storage.Upgrade), nil)
		const noon, day = 1741953600000, 86400000
		for _, statement := range []string{
			`INSERT INTO players (id, name) VALUES ('` + Ann.ID + `', 'Ann'), ('` + Bob.ID + `', 'Bob'), ('` + Eve.ID + `', 'Eve')`,
			`INSERT INTO classes (server, channel, name, teacher, code, created, version, message) VALUES ('s', 'hall', '7b', 1, 'CODE', %[1]d, 4, 'm')`,
			`INSERT INTO classes (server, channel, name, teacher, created, ended) VALUES ('s', 'yard', 'old', 1, %[1]d, %[1]d)`,
			`INSERT INTO class_members (class, player, joined) VALUES (1, 2, %[1]d + 1), (1, 3, %[1]d)`,
			`INSERT INTO assignments (class, given, until, closed, reminded) VALUES (1, %[1]d, %[1]d + %[2]d, 1, 0), (1, %[1]d, %[1]d + 3 * %[2]d, 0, 1),
				(1, %[1]d, %[1]d + 3 * %[2]d, 0, 0), (1, %[1]d, %[1]d, 0, 0)`,
			`DELETE FROM assignments WHERE id = 4`,
			`INSERT INTO assignment_tasks (assignment, number, kind, lesson, count, variant, level, puzzle_set, set_name)
				VALUES (2, 2, 'wins', '', 2, 'nim', 'strong', 0, ''), (2, 1, 'set', '', 1, '', '', 1, 'Own')`,
			`INSERT INTO puzzle_sets (class, name, made) VALUES (1, 'Own', %[1]d)`,
			`INSERT INTO set_puzzles (puzzle_set, number, variant, position, text) VALUES (1, 2, 'nim', '1', ''), (1, 1, 'end-nim', '3 5 2', 'Look')`,
		} {
			if strings.Contains(statement, "%") {
				statement = fmt.Sprintf(statement+`%[3]s`, noon, day, "")
			}
			Got(db.Exec(statement)).Must(t)
		}
		at := func(days int) time.Time { return time.UnixMilli(noon + int64(days)*day).UTC() }
		moved := s.open(t, database)
		Got(class.ByID(t.Context(), moved, 1)).Is(t, class.Class{
			ID: 1, Name: "7b", Server: "s", Channel: "hall", Teacher: match.Player{ID: Ann.ID, Name: "Ann"}, Code: "CODE", Created: at(0), Version: 4, Message: "m",
			Members: []class.Member{{Player: match.Player{ID: Eve.ID, Name: "Eve"}, Joined: at(0)}, {Player: match.Player{ID: Bob.ID, Name: "Bob"}, Joined: at(0).Add(time.Millisecond)}},
			Assignments: []class.Assignment{{ID: 1, Given: at(0), Until: at(1), Closed: true}, {ID: 2, Given: at(0), Until: at(3), Reminded: true, Tasks: []class.Task{
				{Kind: class.SetTask, Set: 1, SetName: "Own", Count: 1}, {Kind: class.WinTask, Count: 2, Variant: "nim", Level: match.Strong},
			}}, {ID: 3, Given: at(0), Until: at(3)}},
			Sets: []puzzle.Set{{ID: 1, Class: 1, Name: "Own", Made: at(0), Puzzles: []puzzle.SetPuzzle{{Variant: "end-nim", Position: "3 5 2", Text: "Look"}, {Variant: "nim", Position: "1"}}}},
		})
		WantEqual(t, Got(class.ByID(t.Context(), moved, 2)).OK(t).Ended, at(0))
		due := func(at time.Time) int {
			return len(Got(moved.ListKept(t.Context(), match.KeptFilter{Kind: match.AssignmentSubject, Due: at})).OK(t))
		}
		WantEqual(t, []int{due(at(2).Add(-1)), due(at(2)), due(at(3))}, []int{0, 1, 2})
		WantEqual(t, Got(assign(t.Context(), moved, 1, homework(Noon))).OK(t).ID, 6) // 5 is empty
		Got(class.ByID(t.Context(), moved, 1)).OK(t)
	})
}

// Tables from before the first release, or without a version, are left as they are.
func TestPrerelease(t *testing.T) {
	forEach(t, func(t *testing.T, s store) {
		database := s.new(t)
		s.open(t, database)
		db := s.raw(t, database)
		Got(db.Exec(`UPDATE goose_db_version SET version_id = 34 WHERE version_id >= 100`)).Must(t)
		refused := func(want error) {
			for _, access := range []storage.Access{storage.Upgrade, storage.ReadOnly} {
				WantErr(t, s.schema().Migrate(t.Context(), db, access), want)
			}
		}
		refused(storage.ErrPrerelease)
		Got(db.Exec(`DROP TABLE goose_db_version`)).Must(t)
		refused(storage.ErrUnversioned)
	})
}
