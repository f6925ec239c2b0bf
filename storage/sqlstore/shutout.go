package sqlstore

import (
	"context"
	"errors"
	"sync"
	"time"

	"nimatron/internal/recent"
	"nimatron/match"
)

var newShutOut = fields[match.ShutOut](`
	scope=Scope subject=Subject author=Author why=Why since=Since until=Until let_in_by=LetInBy`)

var shutOutColumns = append(fields[match.ShutOut]("id=ID"), newShutOut...)

const (
	isCurrent  = `(until IS NULL OR until > $2)`
	endShutOut = `UPDATE shut_out SET until = $3, let_in_by = $4 WHERE scope = $1 AND subject = $5 AND ` + isCurrent
	pruneLog   = `DELETE FROM shut_out WHERE scope = $1 AND until <= $2 AND id NOT IN
		(SELECT id FROM shut_out WHERE scope = $1 AND until <= $2 ORDER BY id DESC LIMIT $3)`
)

var (
	insertShutOut = newShutOut.insert("shut_out")
	shutOutsOf    = `SELECT ` + shutOutColumns.names() + ` FROM shut_out WHERE scope = $1
		ORDER BY CASE WHEN ` + isCurrent + ` THEN 0 ELSE 1 END, id DESC LIMIT $3`
	refusedNow = `SELECT ` + shutOutColumns.names() + ` FROM shut_out WHERE (subject = $1 AND scope IN ($3, ` + quote(match.Everywhere) + `)
		OR subject = $3 AND scope = ` + quote(match.Everywhere) + `) AND ` + isCurrent + `
		ORDER BY CASE scope WHEN ` + quote(match.Everywhere) + ` THEN 0 ELSE 1 END, id LIMIT 1`
	newestShutOut = `SELECT coalesce(max(id), 0) FROM shut_out`
	unsettled     = `SELECT ` + shutOutColumns.names() + ` FROM shut_out WHERE settled = 0 ORDER BY id LIMIT $1`
)

// ShutOut runs in one transaction at a time: IDs rise in the order of the commits.
func (s *Store) ShutOut(ctx context.Context, o match.ShutOut) error {
	defer s.welcome.clear()
	return s.update(ctx, func(tx *Tx) {
		tx.exec(`{lock channel}`, "shut out")
		now := millis(o.Since)
		tx.exec(endShutOut, o.Scope, now, now, o.Author, o.Subject)
		if get[int](tx, `SELECT count(*) FROM shut_out WHERE scope = $1 AND `+isCurrent, o.Scope, now) >= match.MaxShutOut {
			tx.fail(match.ErrTooManyShutOut)
		}
		tx.exec(insertShutOut, newShutOut.values(&o)...)
		tx.exec(pruneLog, o.Scope, now, match.MaxShutOutLog)
	})
}

func (s *Store) LetIn(ctx context.Context, scope, subject, by string, now time.Time) error {
	return s.update(ctx, func(tx *Tx) {
		tx.execOr(match.ErrNotFound, endShutOut, scope, millis(now), millis(now), by, subject)
	})
}

func (s *Store) ShutOuts(ctx context.Context, scope string, now time.Time, limit int) ([]match.ShutOut, error) {
	return list(ctx, s, shutOutColumns, shutOutsOf, scope, millis(now), bound(limit))
}

func (s *Store) Refused(ctx context.Context, person, room string, now time.Time) (match.ShutOut, error) {
	asked := guest{person, room}
	known, round := s.welcome.knows(asked)
	if known {
		return match.ShutOut{}, match.ErrNotFound
	}
	why, err := find(ctx, s, shutOutColumns, refusedNow, person, millis(now), room)
	if errors.Is(err, match.ErrNotFound) {
		s.welcome.add(asked, round)
	}
	return why, err
}

func (s *Store) RefreshRefusals(ctx context.Context) error {
	return s.ask(ctx, func(tx *Tx) {
		if newest := get[int64](tx, newestShutOut); tx.err == nil {
			s.welcome.seen(newest)
		}
	})
}

// welcome has people who are not refused in a room, so that their requests need not read. Only a new refusal
// changes that, and it has a new ID.
type welcome struct {
	mu      sync.Mutex
	newest  int64     // the ID of the newest refusal
	checked time.Time // when newest was read
	round   int       // counts clear
	guests  recent.Map[guest, bool]
}

type guest struct{ person, room string }

// welcomeTime is how long newest holds. It is read every second by the process that serves a platform.
const welcomeTime = 5 * time.Second

// knows reports whether g is welcome, and returns the round for add.
func (w *welcome) knows(g guest) (known bool, round int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	known, _ = w.guests.Get(g)
	return known && time.Since(w.checked) < welcomeTime, w.round
}

// add adds g, which was found welcome in a round.
func (w *welcome) add(g guest, round int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if round == w.round {
		w.guests.Put(g, true)
	}
}

// seen records the ID of the newest refusal.
func (w *welcome) seen(newest int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if newest != w.newest {
		w.guests.Clear()
		w.round++
	}
	w.newest, w.checked = newest, time.Now()
}

func (w *welcome) clear() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.guests.Clear()
	w.round++
}

func (s *Store) Unsettled(ctx context.Context, limit int) ([]match.ShutOut, error) {
	return list(ctx, s, shutOutColumns, unsettled, bound(limit))
}

func (s *Store) Settled(ctx context.Context, id int64) error {
	return s.update(ctx, func(tx *Tx) { tx.exec(`UPDATE shut_out SET settled = 1 WHERE id = $1`, id) })
}

func (s *Store) Release(ctx context.Context, what match.Held, now time.Time) error {
	return s.update(ctx, func(tx *Tx) {
		tx.leave(what, false, now)
		if what.Person == "" {
			return
		}
		key := get[int64](tx, playerKey, what.Person)
		there := held{match.Held{Server: what.Server, Channel: what.Channel}, []any{key}}
		in := there.condition("", "server", "channel")
		tx.exec(`DELETE FROM follows WHERE player = $1 AND EXISTS (SELECT 1 FROM matches WHERE id = match AND `+in+`)`, there.args...)
		tx.exec(dropVotesOf+in+`)`, there.args...)
		tx.exec(changeRacesOf+` AND `+in, there.args...)
		tx.exec(`DELETE FROM racers WHERE player = $1 AND EXISTS (SELECT 1 FROM subjects WHERE id = race AND `+raceIsOpen+` AND `+in+`)`, there.args...)
	})
}
