package sqlstore

import (
	"context"
	"slices"
	"time"

	"nimatron/match"
)

var (
	liveSessionColumns = append(fields[match.LiveSession]("s.id s.link s.match s.until"),
		column[match.LiveSession]{"coalesce(p.id, '')", func(s *match.LiveSession) any { return &s.Player }})
	liveVersionColumns = append(fields[match.LiveVersion]("m.id=Match m.version"), columns[match.LiveVersion]{
		{"(SELECT max(id) FROM matches WHERE channel = m.channel)", func(v *match.LiveVersion) any { return &v.Latest }},
		{"coalesce((SELECT id FROM challenges WHERE channel = m.channel AND state = {open}), 0)", func(v *match.LiveVersion) any { return &v.Challenge }},
	}...)

	liveSession = `SELECT ` + liveSessionColumns.names() + ` FROM live_sessions s LEFT JOIN players p ON p.key = s.player WHERE s.id = $1 AND s.until > $2
		AND NOT EXISTS (SELECT 1 FROM shut_out o JOIN matches m ON m.id = s.match WHERE o.subject = p.id AND o.scope IN (m.server, ` + quote(match.Everywhere) + `)
			AND (o.until IS NULL OR o.until > $2))`
	liveVersions = `SELECT ` + liveVersionColumns.names() + ` FROM matches m WHERE m.id IN (` + placeholders(1, atOnce) + `)`
)

const (
	beginSession = `INSERT INTO live_sessions (id, link, match, until, player)
		SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT) ON CONFLICT DO NOTHING`
	countSessions = `SELECT (SELECT count(*) FROM live_sessions), (SELECT count(*) FROM live_sessions WHERE match = $1 AND player IS NULL)`
	endOldest     = `UPDATE live_sessions SET until = $2 WHERE player = $1 AND until > $2 AND id NOT IN
		(SELECT id FROM live_sessions WHERE player = $1 ORDER BY until DESC LIMIT $3)`
	// A session outlives its link, so the link never works again.
	forgetSessions = `DELETE FROM live_sessions WHERE id IN (SELECT id FROM live_sessions WHERE until < $1 ORDER BY until LIMIT 100)`
	sessionsKept   = time.Hour
)

// BeginSession implements match.LiveSessions.
func (s *Store) BeginSession(ctx context.Context, l match.LiveSession, now time.Time) error {
	return s.update(ctx, func(tx *Tx) {
		tx.exec(forgetSessions, millis(now.Add(-sessionsKept)))
		var player any
		if l.Player != "" {
			key := get[int64](tx, playerKey, l.Player)
			if key == 0 {
				tx.fail(match.ErrNotFound)
			}
			tx.exec(endOldest, key, millis(now), match.MaxSessionsEach-1)
			player = key
		}
		var all, watchers int
		tx.scan(countSessions, []any{l.Match}, &all, &watchers)
		if l.Player == "" && (all >= match.MaxSessions || watchers >= match.MaxWatchers) { // watchers never keep a player out
			tx.fail(match.ErrTooManySessions)
		}
		tx.execOr(match.ErrStale, beginSession, l.ID, l.Link, l.Match, millis(l.Until), player)
	})
}

// LiveSession implements match.LiveSessions.
func (s *Store) LiveSession(ctx context.Context, id string, now time.Time) (match.LiveSession, error) {
	return find(ctx, s, liveSessionColumns, liveSession, id, millis(now))
}

// LiveVersions implements match.LiveSessions.
func (s *Store) LiveVersions(ctx context.Context, matches []int64) (all []match.LiveVersion, err error) {
	for some := range slices.Chunk(matches, atOnce) {
		versions, err := list(ctx, s, liveVersionColumns, liveVersions, repeated(some)...)
		if err != nil {
			return nil, err
		}
		all = append(all, versions...)
	}
	return all, nil
}
