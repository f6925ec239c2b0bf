package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"time"

	"nimatron/match"
)

// newNoticeColumns are the columns of a notice that nobody has tried to send.
var newNoticeColumns = columns[match.Notice]{
	{"front", func(n *match.Notice) any { return &n.Front }},
	{"channel", func(n *match.Notice) any { return &n.Channel }},
	{"kind", func(n *match.Notice) any { return (*string)(&n.Kind) }},
	{"match", func(n *match.Notice) any { return (*optionalColumn)(&n.Match) }},
	{"challenge", func(n *match.Notice) any { return (*optionalColumn)(&n.Challenge) }},
	{"tournament", func(n *match.Notice) any { return (*optionalColumn)(&n.Tournament) }},
	{"assignment", func(n *match.Notice) any { return (*optionalColumn)(&n.Assignment) }},
	{"message", func(n *match.Notice) any { return &n.Message }},
	{"created", func(n *match.Notice) any { return (*timeColumn)(&n.Created) }},
}

var noticeColumns = append(columns[match.Notice]{
	{"id", func(n *match.Notice) any { return &n.ID }},
	{"tries", func(n *match.Notice) any { return &n.Tries }},
}, newNoticeColumns...)

// A notice of a kind takes the place of the one before it, which nobody has sent or
// somebody is sending now: so none is lost. Its id is a new one.
var insertNotice = `{insert or replace}` + strings.TrimPrefix(newNoticeColumns.insert("outbox"), `INSERT`) + ` {replace notice}`

// A notice due further ahead than any front asks for is due now: the clock was set back.
const noticeIsDue = `front = $1 AND (due <= $2 OR due > $2 + 3600000)`

// Whatever takes some of what waits looks for it once, in a table of its own: a subquery with a
// LIMIT may be carried out for each row anew, and then skips those that it has just locked.
var (
	takeNotices = `WITH free AS MATERIALIZED (
			SELECT id FROM outbox WHERE ` + noticeIsDue + ` {free channel} ORDER BY due, id LIMIT $4 {skip locked})
		UPDATE outbox SET due = $3 {taking} WHERE id IN (SELECT id FROM free) RETURNING ` + noticeColumns.names()
	anyNotice = `SELECT EXISTS (SELECT 1 FROM outbox WHERE ` + noticeIsDue + `)`
)

// addNotice puts a notice in the outbox.
func addNotice(ctx context.Context, tx *Tx, n match.Notice) error {
	n.Front = match.FrontOf(n.Channel)
	_, err := tx.ExecContext(ctx, insertNotice, newNoticeColumns.values(&n)...)
	return err
}

// addMatchNotice puts a notice about a match in the outbox.
func addMatchNotice(ctx context.Context, tx *Tx, kind match.NoticeKind, id int64, now time.Time) error {
	n := match.Notice{Kind: kind, Match: id, Created: now}
	if err := tx.QueryRowContext(ctx, `SELECT channel FROM matches WHERE id = $1`, id).Scan(&n.Channel); err != nil {
		return err
	}
	return addNotice(ctx, tx, n)
}

// TakeNotices implements match.Outbox.
func (s *Store) TakeNotices(ctx context.Context, front string, now, until time.Time, limit int) (notices []match.Notice, err error) {
	defer wrap(&err, "take notices for %s", front)
	// Most of the time there are none, and writers need not wait for that.
	var any bool
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		return tx.QueryRowContext(ctx, anyNotice, front, millis(now)).Scan(&any)
	})
	if err != nil || !any {
		return nil, err
	}
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		if err := tx.lock(ctx, `{lock front}`, front); err != nil {
			return err
		}
		notices, err = noticeColumns.query(ctx, tx, takeNotices, front, millis(now), millis(until), bound(limit))
		return err
	})
	slices.SortFunc(notices, func(a, b match.Notice) int { return cmp.Compare(a.ID, b.ID) })
	return notices, err
}

// PostponeNotice implements match.Outbox.
func (s *Store) PostponeNotice(ctx context.Context, id int64, until time.Time) (err error) {
	defer wrap(&err, "postpone notice %d", id)
	return s.write(ctx, func(ctx context.Context, tx *Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE outbox SET tries = tries + 1, due = $1 {released} WHERE id = $2`, millis(until), id)
		return err
	})
}

// EndNotice implements match.Outbox.
func (s *Store) EndNotice(ctx context.Context, id int64) (err error) {
	defer wrap(&err, "end notice %d", id)
	return s.write(ctx, func(ctx context.Context, tx *Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM outbox WHERE id = $1`, id)
		return err
	})
}

// Backlog implements match.Outbox.
func (s *Store) Backlog(ctx context.Context, front string) (notices int, oldest time.Time, err error) {
	defer wrap(&err, "count notices of %s", front)
	const count = `SELECT count(*), min(created) FROM outbox WHERE front = $1`
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		return tx.QueryRowContext(ctx, count, front).Scan(&notices, (*timeColumn)(&oldest))
	})
	return notices, oldest, err
}

var boardColumns = columns[match.Board]{
	{"match", func(b *match.Board) any { return &b.Match }},
	{"challenge", func(b *match.Board) any { return &b.Challenge }},
	{"puzzle", func(b *match.Board) any { return &b.Puzzle }},
	{"tournament", func(b *match.Board) any { return &b.Tournament }},
	{"class", func(b *match.Board) any { return &b.Class }},
	{"channel", func(b *match.Board) any { return &b.Channel }},
	{"message", func(b *match.Board) any { return &b.Message }},
	{"version", func(b *match.Board) any { return &b.Version }},
	{"shown_version", func(b *match.Board) any { return &b.Shown }},
}

// lagging is the condition that a message shows an older version, in the words of the indexes of
// those. PostgreSQL expects it of few rows, and two columns that differ of nearly all.
const lagging = `CASE version WHEN shown_version THEN 0 ELSE 1 END = 1`

var (
	laggingBoards = `SELECT ` + boardColumns.names() + ` FROM (
		SELECT * FROM (SELECT id AS match, 0 AS challenge, 0 AS puzzle, 0 AS tournament, 0 AS class, channel, message, version, shown_version FROM matches
			WHERE front = $1 AND ` + lagging + ` ORDER BY id LIMIT $2) playing
		UNION ALL
		SELECT * FROM (SELECT 0, id, 0, 0, 0, channel, message, 2, shown_version FROM challenges
			WHERE front = $1 AND state IN ` + closedUnplayed + ` AND shown_version < 2 ORDER BY id LIMIT $2) closed
		UNION ALL
		SELECT * FROM (SELECT 0, 0, id, 0, 0, channel, message, version, shown_version FROM puzzle_posts
			WHERE front = $1 AND ` + lagging + ` AND message <> '' ORDER BY id LIMIT $2) posts
		UNION ALL
		SELECT * FROM (SELECT 0, 0, 0, id, 0, channel, message, version, shown_version FROM tournaments
			WHERE front = $1 AND ` + lagging + ` AND (message <> '' OR ` + isOpen + `) ORDER BY id LIMIT $2) tables
		UNION ALL
		SELECT * FROM (SELECT 0, 0, 0, 0, id, channel, message, version, shown_version FROM classes
			WHERE front = $1 AND ` + lagging + ` AND message <> '' ORDER BY id LIMIT $2) taught
		LIMIT $2) lagging`
	matchBoard      = `SELECT id, 0, 0, 0, 0, channel, message, version, shown_version FROM matches WHERE id = $1`
	puzzleBoard     = `SELECT 0, 0, id, 0, 0, channel, message, version, shown_version FROM puzzle_posts WHERE id = $1`
	tournamentBoard = `SELECT 0, 0, 0, id, 0, channel, message, version, shown_version FROM tournaments WHERE id = $1`
	classBoard      = `SELECT 0, 0, 0, 0, id, channel, message, version, shown_version FROM classes WHERE id = $1`
	challengeBoard  = spell(`
		SELECT coalesce(m.id, 0), CASE WHEN m.id IS NULL THEN c.id ELSE 0 END, 0, 0, 0, c.channel, c.message,
			coalesce(m.version, CASE WHEN c.state = {open} THEN 1 ELSE 2 END), coalesce(m.shown_version, c.shown_version)
		FROM challenges c
		LEFT JOIN matches m ON m.id = (SELECT id FROM matches WHERE channel = c.channel AND message = c.message
			AND c.state = ` + quote(string(match.ChallengeAccepted)) + ` AND c.message <> '' ORDER BY id DESC LIMIT 1)
		WHERE c.id = $1`)
	closedUnplayed = `(` + quote(string(match.ChallengeDeclined)) + `, ` + quote(string(match.ChallengeCancelled)) + `, ` + quote(string(match.ChallengeExpired)) + `)`
)

// LaggingBoards implements match.Outbox.
func (s *Store) LaggingBoards(ctx context.Context, front string, limit int) (boards []match.Board, err error) {
	defer wrap(&err, "lagging boards of %s", front)
	return list(ctx, s, boardColumns, laggingBoards, front, bound(limit))
}

// NewestBoard implements match.Outbox.
func (s *Store) NewestBoard(ctx context.Context, b match.Board) (_ match.Board, err error) {
	defer wrap(&err, "newest board of match %d, challenge %d, puzzle %d, tournament %d or class %d", b.Match, b.Challenge, b.Puzzle, b.Tournament, b.Class)
	query, id := matchBoard, b.Match
	switch {
	case b.Challenge != 0:
		query, id = challengeBoard, b.Challenge
	case b.Puzzle != 0:
		query, id = puzzleBoard, b.Puzzle
	case b.Tournament != 0:
		query, id = tournamentBoard, b.Tournament
	case b.Class != 0:
		query, id = classBoard, b.Class
	}
	return find(ctx, s, boardColumns, query, id)
}

// RecordShown implements match.Outbox.
func (s *Store) RecordShown(ctx context.Context, boards ...match.Board) (err error) {
	defer wrap(&err, "note what %d messages show", len(boards))
	boards = slices.SortedFunc(slices.Values(boards), func(a, b match.Board) int { // as others write them too
		return cmp.Or(cmp.Compare(a.Challenge, b.Challenge), cmp.Compare(a.Match, b.Match), cmp.Compare(a.Puzzle, b.Puzzle), cmp.Compare(a.Tournament, b.Tournament), cmp.Compare(a.Class, b.Class))
	})
	return s.write(ctx, func(ctx context.Context, tx *Tx) error {
		for i := range boards {
			if err := noteShown(ctx, tx, &boards[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func noteShown(ctx context.Context, tx *Tx, b *match.Board) error {
	table, id := "matches", b.Match
	switch {
	case b.Challenge != 0:
		table, id = "challenges", b.Challenge
	case b.Puzzle != 0:
		table, id = "puzzle_posts", b.Puzzle
	case b.Tournament != 0:
		table, id = "tournaments", b.Tournament
	case b.Class != 0:
		table, id = "classes", b.Class
	}
	var channel, before string
	if b.Message != "" {
		err := tx.QueryRowContext(ctx, `SELECT channel, message FROM `+table+` WHERE id = $1`, id).Scan(&channel, &before)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	if b.Message == before {
		_, err := tx.ExecContext(ctx, `UPDATE `+table+` SET shown_version = $1 WHERE id = $2 AND ($1 > shown_version OR $1 = 0)`, b.Version, id)
		return err
	}
	_, err := tx.ExecContext(ctx, `UPDATE `+table+` SET shown_version = $1, message = $2 WHERE id = $3`, b.Version, b.Message, id)
	if err != nil || before == "" {
		return err
	}
	return addNotice(ctx, tx, match.Notice{Channel: channel, Kind: match.RetireNotice, Message: before, Created: time.Now()})
}
