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

// databases runs f for SQLite and PostgreSQL. open makes an empty database.
func databases(r *run, f func(name string, open func() string)) {
	f("SQLite", r.file)
	server := postgrestest.New(r)
	f("PostgreSQL", func() string { return postgrestest.Schema(r, server.Address()) })
}

// use is the resources of a server since its start.
type use struct {
	processor time.Duration // of all its processes; 0 if unknown, as on another machine
	log       int64         // bytes of the write-ahead log
}

// since returns the difference from an earlier use.
func (u use) since(before use) use {
	return use{u.processor - before.processor, u.log - before.log}
}

// usedBy returns the use of the server at an address so far.
func usedBy(r *run, address string) (u use) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	r.must(err)
	defer conn.Close(ctx)
	var process int // of this connection
	r.must(conn.QueryRow(ctx, `SELECT pg_backend_pid(), pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint`).Scan(&process, &u.log))
	server, _ := readStat(fmt.Sprint(process), 0)
	u.processor = processorOf(server)
	return u
}

// processorOf returns the processor time of a server's first process and of its children, also of those
// that have ended. It is 0 if the system doesn't report it.
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

// readStat reads a process's parent and processor time from /proc/PID/stat, in hundredths of a second.
// more is 0 for the process alone, 2 to add its ended children.
func readStat(process string, more int) (parent int, took time.Duration) {
	text, _ := os.ReadFile(filepath.Join("/proc", process, "stat"))
	_, rest, _ := strings.Cut(string(text), ") ") // after the name
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
