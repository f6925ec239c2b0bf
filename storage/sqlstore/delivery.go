package sqlstore

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"nimatron/match"
)

// newNoticeColumns leave out what a delivery attempt sets.
var newNoticeColumns = fields[match.Notice](`
	front=Front channel=Channel kind=Kind message=Message created=Created subject=About.Kind subject_id=About.ID`)

var noticeColumns = append(fields[match.Notice]("id=ID tries=Tries"), newNoticeColumns...)

// A notice replaces an older one of its kind about the same subject, under a new id. If the older
// one is being sent, the new one still follows it.
var insertNotice = `{insert or replace}` + strings.TrimPrefix(newNoticeColumns.insert("outbox"), `INSERT`) + ` {replace notice}`

// If a notice is due further ahead than any front postpones, the clock was set back, and the notice
// is due now.
const noticeIsDue = `front = $1 AND (due <= $2 OR due > $2 + 3600000)`

// Each query that claims waiting rows finds them first, as MATERIALIZED: a subquery with a LIMIT
// may run again for each row, and would then skip the rows that it has just locked.
var (
	takeNotices = `WITH free AS MATERIALIZED (
			SELECT id FROM outbox WHERE ` + noticeIsDue + ` {free channel} ORDER BY due, id LIMIT $4 {skip locked})
		UPDATE outbox SET due = $3 {taking} WHERE id IN (SELECT id FROM free) RETURNING ` + noticeColumns.names()
	anyNotice = `SELECT EXISTS (SELECT 1 FROM outbox WHERE ` + noticeIsDue + `)`
)

func (tx *Tx) notify(n match.Notice) {
	n.Front = match.FrontOf(n.Channel)
	tx.exec(insertNotice, newNoticeColumns.values(&n)...)
}

func aboutMatch(kind match.NoticeKind, channel string, id int64, now time.Time) match.Notice {
	return match.Notice{Kind: kind, Channel: channel, About: match.Subject{Kind: match.MatchSubject, ID: id}, Created: now}
}

func (s *Store) TakeNotices(ctx context.Context, front string, now, until time.Time, limit int) (notices []match.Notice, err error) {
	err = s.updateIf(ctx, anyNotice, []any{front, millis(now)}, func(tx *Tx) {
		tx.exec(`{lock front}`, front)
		notices = noticeColumns.all(tx, takeNotices, front, millis(now), millis(until), bound(limit))
	})
	slices.SortFunc(notices, func(a, b match.Notice) int { return cmp.Compare(a.ID, b.ID) })
	return notices, err
}

func (s *Store) EndNotice(ctx context.Context, id int64, again time.Time) error {
	return s.update(ctx, func(tx *Tx) {
		if again.IsZero() {
			tx.exec(`DELETE FROM outbox WHERE id = $1`, id)
		} else {
			tx.exec(`UPDATE outbox SET tries = tries + 1, due = $1 {released} WHERE id = $2`, millis(again), id)
		}
	})
}

var boardColumns = fields[match.Board](`
	kind=Kind id=ID version=Version channel=Channel message=Message shown_version=Shown`)

var laggingBoards = func() string {
	var all []string
	for _, k := range kinds {
		all = append(all, `SELECT * FROM (`+k.boards(`front = $1 AND `+k.lags+` ORDER BY id LIMIT $2`)+`) lagging_`+string(k.subject))
	}
	return `SELECT ` + boardColumns.names() + ` FROM (` + strings.Join(all, ` UNION ALL `) + ` LIMIT $2) lagging`
}()

var challengeBoard = `
	SELECT CASE WHEN m.id IS NULL THEN 'challenge' ELSE 'match' END, coalesce(m.id, c.id),
		coalesce(m.version, c.version), c.channel, c.message, coalesce(m.shown_version, c.shown_version)
	FROM subjects c
	LEFT JOIN matches m ON m.id = (SELECT id FROM matches
		WHERE channel = c.channel AND message = c.message AND c.status = {accepted} AND c.message <> '' ORDER BY id DESC LIMIT 1)
	WHERE c.kind = 'challenge' AND c.id = $1`

func newestBoard(kind match.SubjectKind) string {
	if kind == match.ChallengeSubject {
		return challengeBoard
	}
	return kindOf(kind).boards(`id = $1`)
}

func (s *Store) LaggingBoards(ctx context.Context, front string, limit int) ([]match.Board, error) {
	return list(ctx, s, boardColumns, laggingBoards, front, bound(limit))
}

func (s *Store) NewestBoard(ctx context.Context, of match.Subject) (match.Board, error) {
	return find(ctx, s, boardColumns, newestBoard(of.Kind), of.ID)
}

func (s *Store) RecordShown(ctx context.Context, boards ...match.Board) error {
	boards = slices.SortedFunc(slices.Values(boards), func(a, b match.Board) int { // a fixed order prevents deadlocks
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
	})
	return s.update(ctx, func(tx *Tx) {
		for i := range boards {
			tx.recordShown(&boards[i])
		}
	})
}

func (tx *Tx) recordShown(b *match.Board) {
	kind := kindOf(b.Kind)
	table, is := kind.table, ` AND `+kind.is
	var channel, before string
	if b.Message != "" && !tx.scan(`SELECT channel, message FROM `+table+` WHERE id = $1`+is, []any{b.ID}, &channel, &before) {
		return
	}
	if b.Message == before {
		tx.exec(`UPDATE `+table+` SET shown_version = $1 WHERE id = $2 AND ($1 > shown_version OR $1 = 0)`+is, b.Version, b.ID)
		return
	}
	tx.exec(`UPDATE `+table+` SET shown_version = $1, message = $2 WHERE id = $3`+is, b.Version, b.Message, b.ID)
	if before != "" {
		tx.notify(match.Notice{Channel: channel, Kind: match.RetireNotice, Message: before + " " + b.Message, Created: time.Now()})
	}
}
