package sqlstore

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"nimatron/match"
)

var (
	serverColumns = columns[string]{{"server", func(s *string) any { return s }}}

	puzzleColumns = columns[match.Puzzle]{
		{"puzzle", func(p *match.Puzzle) any { return (*puzzleColumn)(&p.ID) }},
		{"room", func(p *match.Puzzle) any { return &p.Room }},
		{"variant", func(p *match.Puzzle) any { return &p.Variant }},
		{"family", func(p *match.Puzzle) any { return &p.Family }},
		{"tries", func(p *match.Puzzle) any { return &p.Tries }},
		{"tried", func(p *match.Puzzle) any { return (*timeColumn)(&p.Tried) }},
		{"solved", func(p *match.Puzzle) any { return (*timeColumn)(&p.Solved) }},
		{"gave_up", func(p *match.Puzzle) any { return (*timeColumn)(&p.GaveUp) }},
	}

	namedChangeColumns = append(columns[match.RatingChange]{
		{"c.match_id", func(c *match.RatingChange) any { return &c.MatchID }},
		{"c.family", func(c *match.RatingChange) any { return &c.After.Family }},
		{"m.pace", func(c *match.RatingChange) any { return (*string)(&c.After.Pace) }},
	}, changeColumns...)
)

var (
	allMatchesOf    = selectPast(wholeColumns, matchesOf(`true`, `true`))
	allChallengesOf = selectChallenges + `
		WHERE p.id = $1 OR o.id = $1 ORDER BY c.id DESC LIMIT $2`
	allChangesOf = `
		SELECT ` + namedChangeColumns.names() + ` FROM rating_changes c JOIN matches m ON m.id = c.match_id
		WHERE c.player = (SELECT key FROM players WHERE id = $1) ORDER BY c.match_id DESC, c.family LIMIT $2`
	allServersOf = `
		SELECT ` + serverColumns.names() + ` FROM server_players WHERE player = (SELECT key FROM players WHERE id = $1)
		ORDER BY server LIMIT $2`
	allTournamentsOf = selectTournaments + ` WHERE t.id IN (
		SELECT id FROM tournaments WHERE leader = (SELECT key FROM players WHERE id = $1)
		UNION SELECT tournament FROM entrants WHERE player = (SELECT key FROM players WHERE id = $1)
		UNION SELECT tournament FROM kept_apart WHERE one = (SELECT key FROM players WHERE id = $1)
		UNION SELECT tournament FROM kept_apart WHERE other = (SELECT key FROM players WHERE id = $1)) ORDER BY t.id DESC LIMIT $2`
	entrantOf    = `SELECT ` + entrantColumns.names() + ` FROM entrants e JOIN players p ON p.key = e.player WHERE p.id = $1 AND e.tournament = $2`
	leaveAll     = `UPDATE entrants SET left_after = -1 WHERE player = $1 AND left_after = 0`
	allPuzzlesOf = `
		SELECT ` + puzzleColumns.names() + ` FROM puzzles WHERE player = (SELECT key FROM players WHERE id = $1)
		ORDER BY puzzle DESC LIMIT $2`
)

// Export implements match.Privacy.
func (s *Store) Export(ctx context.Context, player string) (d match.PersonalData, err error) {
	defer wrap(&err, "export the data of player %s", player)
	d.Player.ID = player
	err = s.read(ctx, func(ctx context.Context, tx *Tx) (err error) {
		err = tx.QueryRowContext(ctx, `SELECT name FROM players WHERE id = $1`, player).Scan(&d.Player.Name)
		if errors.Is(err, sql.ErrNoRows) {
			return match.ErrNotFound
		}
		if err != nil {
			return err
		}
		const most = match.MaxPersonal
		r := &reading{ctx: ctx, tx: tx}
		d.Matches = all(r, wholeColumns, allMatchesOf, player, olderThan(0), most)
		d.Challenges = all(r, challengeColumns, allChallengesOf, player, most)
		d.Ratings = all(r, ratingColumns, ratingsOf, player)
		d.RatingChanges = all(r, namedChangeColumns, allChangesOf, player, most)
		d.Servers = all(r, serverColumns, allServersOf, player, most)
		d.Puzzles = all(r, puzzleColumns, allPuzzlesOf, player, most)
		d.Lessons = all(r, lessonColumns, lessonsOf, player)
		d.BrokenRules = all(r, brokenRuleColumns, brokenRulesOf, player)
		d.Tournaments = all(r, tournamentColumns, allTournamentsOf, player, most)
		d.Seasons = all(r, closedStandingColumns, allSeasonsOf, player, most)
		d.ToldMarks = all(r, toldColumns, toldMarks, player)
		d.Follows = all(r, followedColumns, followedBy, player)
		for i := range d.RatingChanges {
			c := &d.RatingChanges[i]
			c.Player, c.Before.Ladder = player, c.After.Ladder
		}
		for i := range d.Tournaments {
			t := &d.Tournaments[i]
			for _, e := range all(r, entrantColumns, entrantOf, player, t.ID) {
				t.Entrants = append(t.Entrants, e.Entrant)
			}
			for _, p := range all(r, apartColumns, apartIn, t.ID) {
				if t.Leader.ID == player || p[0].ID == player || p[1].ID == player {
					t.Apart = append(t.Apart, p)
				}
			}
		}
		if r.err != nil {
			return r.err
		}
		if d.Tallies, err = readTallies(ctx, tx, player); err != nil {
			return err
		}
		if d.Classes, err = readClassesOf(ctx, tx, player); err != nil {
			return err
		}
		d.AskedPuzzle, err = scanAsked(tx.QueryRowContext(ctx, askedPuzzle, player))
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if d.PuzzleRating, err = readPuzzleRating(ctx, tx, player); err != nil {
			return err
		}
		d.Settings, err = readPersonSettings(ctx, tx, player)
		return err
	})
	longest := max(len(d.Matches), len(d.Challenges), len(d.RatingChanges), len(d.Servers), len(d.Puzzles), len(d.Seasons))
	d.More = longest == match.MaxPersonal
	return d, err
}

// reading is many queries in one transaction, and the first error among them.
type reading struct {
	ctx context.Context
	tx  *Tx
	err error
}

// all returns the rows that a query for the columns finds, none after an error.
func all[T any](r *reading, c columns[T], query string, args ...any) (rows []T) {
	if r.err == nil {
		rows, r.err = c.query(r.ctx, r.tx, query, args...)
	}
	return rows
}

var (
	playsNow = spell(`
		SELECT EXISTS (SELECT 1 FROM matches WHERE left_player = $1 AND state = {playing})
			OR EXISTS (SELECT 1 FROM matches WHERE right_player = $1 AND state = {playing})`)
	cancelChallengesOf = spell(`
		UPDATE challenges SET state = $1, closed = $2 WHERE state = {open} AND (challenger = $3 OR opponent = $3)`)
)

const (
	dropNoticesTo  = `DELETE FROM outbox WHERE kind = $1 AND message = $2`
	rememberFormer = `INSERT INTO former_players (player, hash, until) VALUES ($1, $2, $3) ON CONFLICT (player) DO UPDATE SET until = excluded.until`
	// Who comes back is known by the hash as long as those are who they were before.
	rememberBack = `INSERT INTO former_players (player, hash, until)
		SELECT CAST($1 AS BIGINT), hash, max(until) FROM former_players WHERE hash = $2 GROUP BY hash ON CONFLICT (player) DO NOTHING`
	forgetFormer = `DELETE FROM former_players WHERE player IN (SELECT player FROM former_players WHERE until <= $1 ORDER BY until LIMIT $2)`
)

// keysOf is a query for the keys of somebody: the one that goes with an id, which is the
// argument with that number, and those from before a deletion, by the hash of the id, which
// is the next one.
func keysOf(argument int) string {
	return fmt.Sprintf(`(SELECT key FROM players WHERE id = $%d UNION ALL SELECT player FROM former_players WHERE hash = $%d)`, argument, argument+1)
}

// hashOf is what is kept of an id.
func hashOf(id string) string {
	sum := sha256.Sum256([]byte("nimatron player " + id))
	return hex.EncodeToString(sum[:])
}

// ForgetFormer implements match.Privacy.
func (s *Store) ForgetFormer(ctx context.Context, now time.Time, limit int) (n int, err error) {
	defer wrap(&err, "forget former players")
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		n, err = affected(tx.ExecContext(ctx, forgetFormer, millis(now), bound(limit)))
		return err
	})
	return n, err
}

// Forget implements match.Privacy.
func (s *Store) Forget(ctx context.Context, player string, now time.Time) (err error) {
	defer wrap(&err, "forget player %s", player)
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		var key int64
		err := tx.QueryRowContext(ctx, playerKey+` {for update}`, player).Scan(&key)
		if errors.Is(err, sql.ErrNoRows) {
			return match.ErrNotFound
		}
		if err != nil {
			return err
		}
		var plays bool
		if err := tx.QueryRowContext(ctx, playsNow, key).Scan(&plays); err != nil {
			return err
		}
		if plays {
			return match.ErrPlaying
		}
		if _, err := tx.ExecContext(ctx, rememberFormer, key, hashOf(player), millis(match.FormerUntil(now))); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, dropNoticesTo, string(match.FollowNotice), player); err != nil {
			return err
		}
		return forget(ctx, tx, key, now)
	})
	if err == nil {
		s.db.Erase(ctx)
	}
	return err
}

func forget(ctx context.Context, tx *Tx, key int64, now time.Time) error {
	for _, table := range []string{"ratings", "rating_changes", "tallies", "server_players", "puzzles", "asked_puzzles", "puzzle_ratings", "lessons", "broken_rules", "person_settings", "told_marks", "follows"} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE player = $1`, key); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, cancelChallengesOf, string(match.ChallengeCancelled), millis(now), key); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, leaveAll, key); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE entrants SET place = 0 WHERE player = $1 AND place <> 0`, key); err != nil {
		return err
	}
	if err := forgetClasses(ctx, tx, key, now); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM kept_apart WHERE one = $1 OR other = $1`, key); err != nil {
		return err
	}
	nobody := match.DeletedPlayer(key)
	_, err := tx.ExecContext(ctx, renamePlayer, nobody.ID, nobody.Name, key)
	return err
}
