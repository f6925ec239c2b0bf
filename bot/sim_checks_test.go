package bot

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
)

// fault notes that something is wrong.
func (s *simulation) fault(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	s.bus.note("FAULT: %s", text)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, text)
}

// trouble is a time in which what people do may get no answer.
type trouble struct{ from, to time.Time }

// troubled notes that there is trouble for a while.
func (s *simulation) troubled(length time.Duration) {
	now := time.Now()
	s.trouble = append(s.trouble, trouble{now.Add(-10 * time.Second), now.Add(length)})
}

func (s *simulation) inTrouble(at time.Time) bool {
	for _, t := range s.trouble {
		if at.After(t.from) && at.Before(t.to) {
			return true
		}
	}
	return false
}

// entry is what one transaction of a request has changed: the versions of matches, before and after.
type entry struct{ before, after map[int64]int64 }

// journaled notes what a transaction of a request changes in matches.
func (p *process) journaled(ctx context.Context, f func(context.Context, *sql.Tx) error) func(context.Context, *sql.Tx) error {
	label, _ := ctx.Value(doing{}).(string)
	request, ok := strings.CutPrefix(label, "do ")
	if !ok {
		return f
	}
	return func(ctx context.Context, tx *sql.Tx) error {
		before, err := versions(ctx, tx)
		if err != nil {
			return err
		}
		if err := f(ctx, tx); err != nil {
			return err
		}
		after, err := versions(ctx, tx)
		if err != nil {
			return err
		}
		e := entry{map[int64]int64{}, map[int64]int64{}}
		for id, v := range after {
			if before[id] != v {
				e.before[id], e.after[id] = before[id], v
			}
		}
		if len(e.after) > 0 {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.journal[request] = append(p.journal[request], e)
		}
		return nil
	}
}

func versions(ctx context.Context, tx *sql.Tx) (map[int64]int64, error) {
	rows, err := tx.QueryContext(ctx, `SELECT id, version FROM matches`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	of := map[int64]int64{}
	for rows.Next() {
		var id, version int64
		if err := rows.Scan(&id, &version); err != nil {
			return nil, err
		}
		of[id] = version
	}
	return of, rows.Err()
}

func (s *simulation) check() {
	for _, v := range s.discord.Violations() {
		if !strings.Contains(v, "already been acknowledged") && !strings.Contains(v, "Unknown interaction") {
			s.fault("violation: %s", v)
		}
	}
}

// said notes what was said on Discord.
func (p *process) said(nonce, path string, body, answer []byte) {}
