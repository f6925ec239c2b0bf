package sqlstore

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"nimatron/match"
)

// recordShown records shownTogether answers by one statement: nobody asks what was recorded before.
var recordShown = func() string {
	rows := make([]string, shownTogether)
	for n := range rows {
		rows[n] = `(` + placeholders(3*n+1, 3) + `)`
	}
	return `INSERT INTO inbox (id, at, answer) VALUES ` + strings.Join(rows, `, `) + ` ON CONFLICT DO NOTHING`
}()

const shownTogether = 16

const (
	recordRequest  = `INSERT INTO inbox (id, at, delivery) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
	recordedBy     = `SELECT delivery FROM inbox WHERE id = $1`
	recordAnswer   = `INSERT INTO inbox (id, at, answer) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
	answered       = `SELECT answer FROM inbox WHERE id = $1`
	forgetRequests = `DELETE FROM inbox WHERE id IN (SELECT id FROM inbox WHERE at < $1 ORDER BY at LIMIT $2)`
)

// commitAttempts bounds the attempts at a request's transaction if the answer to its COMMIT is
// lost.
const commitAttempts = 3

const (
	lookUpTime  = 10 * time.Second // long enough for a database to restart
	lookUpPause = 100 * time.Millisecond
)

// update runs f in one transaction, which is committed unless f fails. f may run again. If the
// context has a request, the transaction records it, unless an earlier one of the same delivery did. If the
// answer to the COMMIT is lost, the record shows whether it succeeded; otherwise the transaction runs again.
// Without a record the transaction's number shows it.
func (s *Store) update(ctx context.Context, f func(*Tx)) error {
	r, ok := match.RequestOf(ctx)
	if !ok {
		return s.number(ctx, s.transact, f)
	}
	once := func(tx *Tx) {
		if tx.execOr(match.ErrDone, recordRequest, r.ID, millis(time.Now()), r.Delivery); tx.err == nil {
			f(tx)
		}
	}
	own := func(ctx context.Context) (recorded bool, err error) {
		err = s.ask(ctx, func(tx *Tx) { recorded = get[int64](tx, recordedBy, r.ID) == r.Delivery })
		return recorded, err
	}
	var lost error // the error of the COMMIT whose answer was lost
	for attempt := 1; ; attempt++ {
		err := s.transact(ctx, once)
		if lost != nil && errors.Is(err, match.ErrDone) {
			err = lost
		}
		if errors.Is(err, match.ErrDone) {
			recorded, unknown := own(ctx)
			if recorded {
				return s.number(ctx, s.transact, f)
			}
			err = cmp.Or(unknown, err)
		}
		if errors.Is(err, ErrUnknown) {
			lost = err
			err = s.lookUp(ctx, lost, func(ctx context.Context) (committed, final bool) {
				recorded, err := own(ctx)
				return recorded, err == nil
			})
		}
		// If the lost transaction is still about to commit, the next attempt waits for it.
		if !errors.Is(err, ErrUnknown) || attempt == commitAttempts || ctx.Err() != nil {
			return err
		}
	}
}

// lookUp asks until it is certain whether a transaction was committed, even after the caller's context has
// ended. It returns nil if it was, otherwise unknown.
func (s *Store) lookUp(ctx context.Context, unknown error, ask func(context.Context) (committed, final bool)) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookUpTime)
	defer cancel()
	for ctx.Err() == nil {
		switch committed, final := ask(ctx); {
		case committed:
			return nil
		case final:
			return unknown
		}
		Pause(ctx, lookUpPause)
	}
	return unknown
}

// Pause waits until a time has passed or ctx is done.
func Pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// number runs f by write. If the answer to the COMMIT is lost and the database numbers its transactions, the
// number tells whether it was committed.
func (s *Store) number(ctx context.Context, write func(context.Context, func(*Tx)) error, f func(*Tx)) error {
	const ask = `{transaction number}`
	if s.spell(ask) == "" {
		return write(ctx, f)
	}
	var number, server string
	err := write(ctx, func(tx *Tx) {
		if tx.scan(ask, nil, &number, &server) {
			f(tx)
		}
	})
	if !errors.Is(err, ErrUnknown) {
		return err
	}
	return s.lookUp(ctx, err, func(ctx context.Context) (committed, final bool) {
		fate := ""
		err := s.ask(ctx, func(tx *Tx) { fate = get[string](tx, `{transaction fate}`, number, server) })
		return err == nil && fate == "committed", err == nil && fate != "in progress"
	})
}

func (s *Store) Answered(ctx context.Context, request string) (answer match.Answer, err error) {
	err = s.ask(ctx, func(tx *Tx) { answer = get[match.Answer](tx, answered, request) })
	return answer, err
}

func (s *Store) RecordAnswers(ctx context.Context, answers map[string]match.Answer) (before map[string]match.Answer, err error) {
	requests := slices.Sorted(maps.Keys(answers)) // a fixed order prevents deadlocks
	err = s.transact(ctx, func(tx *Tx) {
		before = map[string]match.Answer{}
		now, isShown := millis(time.Now()), func(request string) bool { return answers[request] == match.AnsweredShown }
		for left := requests; len(left) > 0; {
			if n := shownTogether; len(left) >= n && !slices.ContainsFunc(left[:n], func(r string) bool { return !isShown(r) }) {
				var rows []any
				for _, request := range left[:n] {
					rows = append(rows, request, now, string(match.AnsweredShown))
				}
				tx.exec(recordShown, rows...)
				left = left[n:]
				continue
			}
			request := left[0]
			if tx.exec(recordAnswer, request, now, string(answers[request])) == 0 && !isShown(request) {
				before[request] = get[match.Answer](tx, answered, request)
			}
			left = left[1:]
		}
	})
	return before, err
}

func (s *Store) ForgetRequests(ctx context.Context, before time.Time, limit int) (n int, err error) {
	err = s.update(ctx, func(tx *Tx) { n = tx.exec(forgetRequests, millis(before), bound(limit)) })
	return n, err
}
