//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
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
	server, _ := readStat(fmt.Sprint(process), 0)
	u.processor = processorOf(server)
	return u
}

// processorOf returns what a server and all its processes have taken, given the first of them; 0 where
// the system doesn't tell. Of those that have ended the first one knows.
func processorOf(server int) (all time.Duration) {
	_, all = readStat(fmt.Sprint(server), 2)
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		if parent, took := readStat(e.Name(), 0); parent == server {
			all += took
		}
	}
	return all
}

// readStat reads the parent of a process and its processor time from /proc/PID/stat, where times are in
// hundredths of a second: that of the process and of so many more, which are of its children that have
// ended.
func readStat(process string, more int) (parent int, took time.Duration) {
	text, _ := os.ReadFile(filepath.Join("/proc", process, "stat"))
	_, rest, _ := strings.Cut(string(text), ") ") // behind the name
	fields := strings.Fields(rest)
	if len(fields) < 15 {
		return 0, 0
	}
	_, _ = fmt.Sscan(fields[1], &parent)
	for _, field := range fields[11 : 13+more] {
		var ticks time.Duration
		_, _ = fmt.Sscan(field, &ticks)
		took += ticks * time.Second / 100
	}
	return parent, took
}
