package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"time"

	"nimatron/match"
)

const (
	noteRequest    = `INSERT INTO inbox (id, at) VALUES ($1, $2) ON CONFLICT DO NOTHING`
	noteAnswer     = `INSERT INTO inbox (id, at, answer) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
	answered       = `SELECT answer FROM inbox WHERE id = $1`
	forgetRequests = `DELETE FROM inbox WHERE id IN (SELECT id FROM inbox WHERE at < $1 ORDER BY at LIMIT $2)`
)

// commitAttempts is how often a transaction of a request is carried out whose COMMIT is lost.
const commitAttempts = 3

const (
	lookUpTime  = 10 * time.Second // for which a database may be away while it starts anew
	lookUpPause = 100 * time.Millisecond
)

// write runs f in one transaction, which is committed if f returns nil. Where a request
// has caused it, the transaction notes the request. Where the answer to its COMMIT is lost,
// that tells whether it was committed, and if not it runs again; where there is no request
// its number tells.
func (s *Store) write(ctx context.Context, f func(context.Context, *Tx) error) error {
	r := match.RequestOf(ctx)
	if r == nil || r.Recorded() {
		return s.number(ctx, s.transact, f)
	}
	once := func(ctx context.Context, tx *Tx) error {
		result, err := tx.ExecContext(ctx, noteRequest, r.ID, millis(time.Now()))
		if err := changed(result, err, match.ErrDone); err != nil {
			return err
		}
		return f(ctx, tx)
	}
	var lost error // that of a COMMIT whose answer was
	for attempt := 1; ; attempt++ {
		err := s.transact(ctx, once)
		if lost != nil && errors.Is(err, match.ErrDone) {
			err = lost
		}
		if errors.Is(err, ErrUnknown) {
			lost = err
			err = s.lookUp(ctx, r.ID, lost)
		}
		if err == nil {
			r.MarkRecorded()
		}
		// Should what was not found still be about to be committed, the next waits for it.
		if !errors.Is(err, ErrUnknown) || attempt == commitAttempts || ctx.Err() != nil {
			return err
		}
	}
}

// lookUp returns nil if the request is recorded, and otherwise why that isn't known. The answer
// to the COMMIT was lost, so the caller can't tell.
func (s *Store) lookUp(ctx context.Context, request string, why error) error {
	// The result has to be found even if the caller waits no more.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookUpTime)
	defer cancel()
	for ctx.Err() == nil {
		switch answer, err := s.Answered(ctx, request); {
		case answer == match.AnsweredDone:
			return nil
		case err == nil:
			return why
		}
		pause(ctx, lookUpPause)
	}
	return why
}

// pause waits for a time, or until ctx is done.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// number runs f by write, in a transaction that knows its number, if the database has any.
func (s *Store) number(ctx context.Context, write func(context.Context, func(context.Context, *Tx) error) error,
	f func(context.Context, *Tx) error) error {
	const ask = `{transaction number}`
	if s.spell(ask) == "" {
		return write(ctx, f)
	}
	var number, server string
	err := write(ctx, func(ctx context.Context, tx *Tx) error {
		if err := tx.QueryRowContext(ctx, ask).Scan(&number, &server); err != nil {
			return err
		}
		return f(ctx, tx)
	})
	if errors.Is(err, ErrUnknown) {
		err = s.lookUpNumber(ctx, number, server, err)
	}
	return err
}

// lookUpNumber returns nil if the transaction of a number was committed, and else why that
// isn't known.
func (s *Store) lookUpNumber(ctx context.Context, number, server string, why error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookUpTime)
	defer cancel()
	for ctx.Err() == nil {
		var fate string
		err := s.read(ctx, func(ctx context.Context, tx *Tx) error {
			return tx.QueryRowContext(ctx, `{transaction fate}`, number, server).Scan(&fate)
		})
		switch {
		case err == nil && fate == "committed":
			return nil
		case err == nil && fate != "in progress":
			return why
		}
		pause(ctx, lookUpPause)
	}
	return why
}

// Answered implements match.Inbox.
func (s *Store) Answered(ctx context.Context, request string) (answer match.Answer, err error) {
	defer wrap(&err, "look for request %s", request)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		answer, err = answerTo(ctx, tx, request)
		return err
	})
	return answer, err
}

func answerTo(ctx context.Context, tx *Tx, request string) (answer match.Answer, err error) {
	err = tx.QueryRowContext(ctx, answered, request).Scan(&answer)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return answer, err
}

// RecordAnswers implements match.Inbox.
func (s *Store) RecordAnswers(ctx context.Context, answers map[string]match.Answer) (before map[string]match.Answer, err error) {
	defer wrap(&err, "note %d answers", len(answers))
	requests := slices.Sorted(maps.Keys(answers)) // in the order in which others note them too
	err = s.transact(ctx, func(ctx context.Context, tx *Tx) error {
		before = map[string]match.Answer{}
		for _, request := range requests {
			result, err := tx.ExecContext(ctx, noteAnswer, request, millis(time.Now()), answers[request])
			if n, err := affected(result, err); err != nil {
				return err
			} else if n > 0 {
				continue
			}
			if before[request], err = answerTo(ctx, tx, request); err != nil {
				return err
			}
		}
		return nil
	})
	return before, err
}

// ForgetRequests implements match.Inbox.
func (s *Store) ForgetRequests(ctx context.Context, before time.Time, limit int) (n int, err error) {
	defer wrap(&err, "forget requests")
	err = s.write(ctx, func(ctx context.Context, tx *Tx) error {
		n, err = affected(tx.ExecContext(ctx, forgetRequests, millis(before), bound(limit)))
		return err
	})
	return n, err
}
