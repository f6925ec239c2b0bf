//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"nimatron/storage/postgres/postgrestest"
)

// databases runs f for both databases, of which open makes empty ones.
func databases(r *run, f func(name string, open func() string)) {
	f("SQLite", r.file)
	server := postgrestest.New(r)
	f("PostgreSQL", func() string { return postgrestest.Schema(r, server.Address()) })
}

// use is what a server has used since it was started, and a schema in it.
type use struct {
	processor time.Duration // of all its processes; 0 where that can't be told, as of another machine
	log       int64         // bytes of the write-ahead log
	disk      int64         // bytes of the schema's tables and indexes
}

// since returns what has been used since an earlier use.
func (u use) since(before use) use {
	return use{u.processor - before.processor, u.log - before.log, u.disk - before.disk}
}

// usedBy returns what the server and the schema at an address have used so far.
func usedBy(r *run, address string) (u use) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		r.Fatal(err)
	}
	defer conn.Close(ctx)
	var process int // that serves this connection
	err = conn.QueryRow(ctx, `
		SELECT pg_backend_pid(), pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint, coalesce(sum(pg_total_relation_size(oid)), 0)::bigint
		FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`).Scan(&process, &u.log, &u.disk)
	if err != nil {
		r.Fatal(err)
	}
	if s, ok := readStat(process); ok {
		u.processor = processorOf(s.parent)
	}
	return u
}

// processorOf returns what a server and all its processes have taken, given the first of
// them; 0 if that is none of PostgreSQL.
func processorOf(server int) (all time.Duration) {
	before, ok := readStat(server)
	if !ok || before.name != "postgres" {
		return 0
	}
	// When a process ends, what it has taken is added to the total of the first: if that
	// happens meanwhile, it may be in neither.
	for range 100 {
		all = before.processor
		entries, _ := os.ReadDir("/proc")
		for _, e := range entries {
			var process int
			if _, err := fmt.Sscan(e.Name(), &process); err != nil {
				continue
			}
			if child, ok := readStat(process); ok && child.parent == server {
				all += child.processor
			}
		}
		after, _ := readStat(server)
		if after == before {
			break
		}
		before = after
	}
	return all
}

// stat is what Linux tells of a process.
type stat struct {
	name      string
	parent    int
	processor time.Duration // of its own, and of those of its children that have ended
}

// readStat reads /proc/PID/stat, where the name is in parentheses and may have any
// character, and times are in hundredths of a second.
func readStat(process int) (s stat, ok bool) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
	if err != nil {
		return s, false
	}
	_, text, _ := strings.Cut(string(data), "(")
	end := strings.LastIndexByte(text, ')')
	if end < 0 {
		return s, false
	}
	const fields, parent, times = 15, 1, 11 // behind the name: where the last time ends, and where these are
	field := strings.Fields(text[end+1:])
	if len(field) < fields {
		return s, false
	}
	s.name = text[:end]
	_, err = fmt.Sscan(field[parent], &s.parent)
	for _, text := range field[times:fields] {
		var ticks int64
		if _, err := fmt.Sscan(text, &ticks); err != nil {
			return s, false
		}
		s.processor += time.Duration(ticks) * time.Second / 100
	}
	return s, err == nil
}
