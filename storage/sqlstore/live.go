package sqlstore

import (
	"context"
	"slices"
	"time"

	"nimatron/match"
)

var (
	liveSessionColumns = append(fields[match.LiveSession](`
		s.link=Link s.browser=Browser s.board=Board s.server=Server s.until=Until s.seen=Seen`),
		fields[match.LiveSession]("p.id=Player p.name=Name")...)
	liveVersionColumns = append(fields[match.LiveVersion]("m.id=Match m.version=Version"), columns[match.LiveVersion]{
		{"(SELECT max(id) FROM matches WHERE channel = m.channel)", func(v *match.LiveVersion) any { return &v.Latest }},
		{"coalesce((SELECT id FROM subjects WHERE kind = 'challenge' AND channel = m.channel AND status = 'open'), 0)", func(v *match.LiveVersion) any { return &v.Challenge }},
		{"coalesce((SELECT version FROM subjects WHERE kind = 'crowd' AND id = m.id), 0)", func(v *match.LiveVersion) any { return &v.Votes }},
	}...)

	heldSeats = `SELECT ` + liveSessionColumns.names() + ` FROM live_sessions s JOIN players p ON p.key = s.player WHERE s.until > $1
		AND NOT EXISTS (SELECT 1 FROM shut_out o WHERE o.subject = p.id AND o.scope IN (s.server, ` + quote(match.Everywhere) + `)
			AND (o.until IS NULL OR o.until > $1)) AND `
	seatsOfBrowser = heldSeats + `s.browser = $2 ORDER BY s.until DESC, s.link LIMIT 50`
	seatsAtBoards  = heldSeats + `s.board IN (` + placeholders(2, atOnce) + `)`
	sawSeats       = `UPDATE live_sessions SET seen = $1 WHERE link IN (` + placeholders(2, atOnce) + `)`
	liveVersions   = `SELECT ` + liveVersionColumns.names() + ` FROM matches m WHERE m.id IN (` + placeholders(1, atOnce) + `)`
)

const (
	beginSession = `INSERT INTO live_sessions (link, browser, board, server, until, player)
		SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT), CAST($6 AS BIGINT) ON CONFLICT DO NOTHING`
	endOldest = `UPDATE live_sessions SET until = $2 WHERE player = $1 AND until > $2 AND link NOT IN
		(SELECT link FROM live_sessions WHERE player = $1 ORDER BY until DESC, link LIMIT $3)`
	// A session outlives its link, so the link never works again.
	forgetSessions = `DELETE FROM live_sessions WHERE link IN (SELECT link FROM live_sessions WHERE until < $1 ORDER BY until LIMIT 100)`
	sessionsKept   = time.Hour
)

func (s *Store) BeginSession(ctx context.Context, l match.LiveSession, now time.Time) error {
	return s.update(ctx, func(tx *Tx) {
		tx.exec(forgetSessions, millis(now.Add(-sessionsKept)))
		key := get[int64](tx, playerKey, l.Player)
		if key == 0 && l.Name != "" {
			key = tx.savePlayer(match.Player{ID: l.Player, Name: l.Name})
		}
		if key == 0 {
			tx.fail(match.ErrNotFound)
		}
		tx.exec(endOldest, key, millis(now), match.MaxSessionsEach-1)
		tx.execOr(match.ErrStale, beginSession, l.Link, l.Browser, l.Board, l.Server, millis(l.Until), key)
	})
}

func (s *Store) Seats(ctx context.Context, browser string, boards []string, now time.Time) (all []match.LiveSession, err error) {
	if browser != "" {
		return list(ctx, s, liveSessionColumns, seatsOfBrowser, millis(now), browser)
	}
	for some := range slices.Chunk(boards, atOnce) {
		seats, err := list(ctx, s, liveSessionColumns, seatsAtBoards, append([]any{millis(now)}, repeated(some)...)...)
		if err != nil {
			return nil, err
		}
		all = append(all, seats...)
	}
	return all, nil
}

func (s *Store) SawSeats(ctx context.Context, links []string, at time.Time) error {
	if len(links) == 0 {
		return nil
	}
	return s.update(ctx, func(tx *Tx) {
		for some := range slices.Chunk(links, atOnce) {
			tx.exec(sawSeats, append([]any{millis(at)}, repeated(some)...)...)
		}
	})
}

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
