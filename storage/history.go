package storage

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"strings"
	"time"
)

// A Past is a finished match in a player's history.
type Past struct {
	Match   Match         // without its moves
	Overall *RatingChange // the player's own in the family Overall, nil when there was none
}

// A Win is a rated win.
type Win struct {
	Match    Match  // without its moves; where a pair was rated, its second match
	Opponent Rating // before the match, in the family Overall; without the results
}

// A Record is what became of a player's finished matches.
type Record struct {
	Tallies map[string]Tally // by family
	Form    string           // of the last matches, newest first: W won, L lost, - nobody won
}

// A Tally counts finished matches. Rated results, by pair, are in [Rating].
type Tally struct {
	Wins, Losses, Draws int // Draws: nobody won
	Unrated             int // of all these
}

// formLength is how many matches Form tells of.
const formLength = 10

// matchesOf finds the ids of the newest matches of player ?1 that are older than
// match ?2, at most ?3. SQLite merges the two sides' indexes and goes no further
// back than it must.
func matchesOf(asLeft, asRight string) string {
	return `
		SELECT id FROM matches
		WHERE left_player = (SELECT key FROM players WHERE id = ?1) AND id < ?2 AND ` + asLeft + `
		UNION
		SELECT id FROM matches
		WHERE right_player = (SELECT key FROM players WHERE id = ?1) AND id < ?2 AND ` + asRight + `
		ORDER BY id DESC LIMIT ?3`
}

var (
	matchHistory = `
		SELECT ` + matchColumns + `, ` + changeColumns + `
		FROM (` + matchesOf(`state = 'finished'`, `state = 'finished'`) + `) past
		CROSS JOIN matches m ON m.id = past.id` + matchPlayers + `
		LEFT JOIN rating_changes c ON c.match_id = m.id AND c.family = '` + Overall + `'
			AND c.player = (SELECT key FROM players WHERE id = ?1)
		ORDER BY past.id DESC`
	lostMatches  = selectPast(matchesOf(`winner = 'right'`, `winner = 'left'`))
	wallOfHonour = selectPast(`
		SELECT id FROM matches
		WHERE loser = (SELECT key FROM players WHERE id = ?1)
			AND level = 'perfect' AND termination = 'played' AND (?2 = '' OR family = ?2)
		ORDER BY id DESC LIMIT ?3`)
	recentForm = `
		SELECT CASE WHEN m.winner = '' THEN '-'
			WHEN (m.winner = 'left') = (m.left_player = (SELECT key FROM players WHERE id = ?1)) THEN 'W'
			ELSE 'L' END
		FROM (` + matchesOf(`state = 'finished'`, `state = 'finished'`) + `) past
		CROSS JOIN matches m ON m.id = past.id
		ORDER BY past.id DESC`
)

// selectPast returns the matches whose ids a query finds, newest first.
func selectPast(ids string) string {
	return `SELECT ` + matchColumns + ` FROM (` + ids + `) past
		CROSS JOIN matches m ON m.id = past.id` + matchPlayers + ` ORDER BY past.id DESC`
}

const changeColumns = `
	c.before_value, c.before_deviation, c.before_volatility, c.value, c.deviation, c.volatility, c.result, c.at`

const (
	talliesOf = `
		SELECT t.family, t.wins, t.losses, t.draws, t.unrated FROM players p JOIN tallies t ON t.player = p.key
		WHERE p.id = ?`
	wonAndLost = `
		SELECT count(*) FILTER (WHERE winner = 'left'), count(*) FILTER (WHERE winner = 'right'),
			count(*) FILTER (WHERE winner = '') FROM matches
		WHERE left_player = (SELECT key FROM players WHERE id = ?1)
			AND right_player = (SELECT key FROM players WHERE id = ?2) AND state = 'finished'`
	ratedPairs = `
		SELECT count(*) FROM matches
		WHERE left_player = (SELECT key FROM players WHERE id = ?1)
			AND right_player = (SELECT key FROM players WHERE id = ?2) AND ended >= ?3
			AND leg = 2 AND rated = 1 AND state = 'finished' AND winner <> ''`
	bestWins = `
		SELECT ` + matchColumns + `, best.value, best.deviation, best.volatility FROM (
			SELECT o.match_id AS id, o.before_value AS value, o.before_deviation AS deviation,
				o.before_volatility AS volatility
			FROM rating_changes c CROSS JOIN rating_changes o
				ON o.match_id = c.match_id AND o.player <> c.player AND o.family = '` + Overall + `'
			WHERE c.player = (SELECT key FROM players WHERE id = ?1) AND c.family = '` + Overall + `' AND c.result = 1
			ORDER BY o.before_value DESC, o.match_id DESC LIMIT ?2) best
		CROSS JOIN matches m ON m.id = best.id` + matchPlayers + `
		ORDER BY best.value DESC, best.id DESC`
)

// History returns the player's finished matches that are older than the match
// before, or the newest for 0: at most limit of them, newest first, and whether
// there are more.
func (s *Store) History(ctx context.Context, playerID string, limit int, before int64) (page []Past, more bool, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, matchHistory, playerID, olderThan(before), bound(limit)+1)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			p, err := scanPast(rows, playerID)
			if err != nil {
				return err
			}
			page = append(page, p)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, false, fmt.Errorf("history of player %s: %w", playerID, err)
	}
	if more = len(page) > bound(limit); more {
		page = page[:bound(limit)]
	}
	return page, more, nil
}

// olderThan returns the id below which those of the wanted matches are.
func olderThan(before int64) int64 {
	if before == 0 {
		return math.MaxInt64
	}
	return before
}

// bound returns limit, and 0 for a negative one: to SQLite that means no limit.
func bound(limit int) int { return max(limit, 0) }

func scanPast(rows *sql.Rows, playerID string) (Past, error) {
	var (
		was, is [3]sql.NullFloat64
		result  sql.NullFloat64
		at      sql.NullInt64
	)
	m, err := scanMatch(rows, &was[0], &was[1], &was[2], &is[0], &is[1], &is[2], &result, &at)
	if err != nil || !result.Valid {
		return Past{Match: m}, err
	}
	return Past{Match: m, Overall: &RatingChange{
		MatchID: m.ID, Player: playerID, Result: result.Float64, At: fromMillis(at),
		Before: Rating{Family: Overall, Value: was[0].Float64, Deviation: was[1].Float64, Volatility: was[2].Float64},
		Rating: Rating{Family: Overall, Value: is[0].Float64, Deviation: is[1].Float64, Volatility: is[2].Float64},
	}}, nil
}

// Record returns the player's results in numbers. It is empty for a player who
// has finished no match.
func (s *Store) Record(ctx context.Context, playerID string) (Record, error) {
	record := Record{Tallies: make(map[string]Tally)}
	err := s.read(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, talliesOf, playerID)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var family string
			var t Tally
			if err := rows.Scan(&family, &t.Wins, &t.Losses, &t.Draws, &t.Unrated); err != nil {
				return err
			}
			record.Tallies[family] = t
		}
		if err := rows.Err(); err != nil {
			return err
		}
		form, err := queryStrings(ctx, tx, recentForm, playerID, olderThan(0), formLength)
		record.Form = strings.Join(form, "")
		return err
	})
	if err != nil {
		return Record{}, fmt.Errorf("record of player %s: %w", playerID, err)
	}
	return record, nil
}

// queryStrings returns the one column that query finds.
func queryStrings(ctx context.Context, tx *sql.Tx, query string, args ...any) ([]string, error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// HeadToHead returns how often a has won against b, b against a, and neither, in
// all their finished matches.
func (s *Store) HeadToHead(ctx context.Context, a, b string) (aWins, bWins, neither int, err error) {
	err = s.read(ctx, func(tx *sql.Tx) error {
		var won, lost, none int
		err := tx.QueryRowContext(ctx, wonAndLost, a, b).Scan(&aWins, &bWins, &neither)
		if err != nil {
			return err
		}
		err = tx.QueryRowContext(ctx, wonAndLost, b, a).Scan(&won, &lost, &none)
		aWins, bWins, neither = aWins+lost, bWins+won, neither+none
		return err
	})
	if err != nil {
		err = fmt.Errorf("matches between %s and %s: %w", a, b, err)
	}
	return aWins, bWins, neither, err
}

// PairsToday returns how many rated pairs the two have completed since then:
// those whose second match had a winner.
func (s *Store) PairsToday(ctx context.Context, a, b string, since time.Time) (int, error) {
	total := 0
	err := s.read(ctx, func(tx *sql.Tx) error {
		for _, sides := range [][2]string{{a, b}, {b, a}} {
			var n int
			if err := tx.QueryRowContext(ctx, ratedPairs, sides[0], sides[1], since.UnixMilli()).Scan(&n); err != nil {
				return err
			}
			total += n
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("rated pairs between %s and %s: %w", a, b, err)
	}
	return total, nil
}

// Honour returns the matches that somebody has won, playing to the end, against
// the bot with this ID at the level "perfect", newest first. They are those of
// one family, or of all for "", without their moves.
func (s *Store) Honour(ctx context.Context, botID, family string, limit int) ([]Match, error) {
	var won []Match
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		won, err = queryMatches(ctx, tx, wallOfHonour, botID, family, bound(limit))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("wall of honour: %w", err)
	}
	return won, nil
}

// BestWins returns the player's rated wins, at most limit, those against the
// highest rated opponents first. Opponents who were forgotten are left out.
func (s *Store) BestWins(ctx context.Context, playerID string, limit int) ([]Win, error) {
	var wins []Win
	err := s.read(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, bestWins, playerID, bound(limit))
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			w := Win{Opponent: Rating{Family: Overall}}
			o := &w.Opponent
			if w.Match, err = scanMatch(rows, &o.Value, &o.Deviation, &o.Volatility); err != nil {
				return err
			}
			wins = append(wins, w)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("best wins of player %s: %w", playerID, err)
	}
	return wins, nil
}

// LostBy returns the newest matches that the player has lost, newest first.
func (s *Store) LostBy(ctx context.Context, playerID string, limit int) ([]Match, error) {
	var lost []Match
	err := s.read(ctx, func(tx *sql.Tx) (err error) {
		lost, err = queryWholeMatches(ctx, tx, lostMatches, playerID, olderThan(0), bound(limit))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("matches lost by player %s: %w", playerID, err)
	}
	return lost, nil
}
