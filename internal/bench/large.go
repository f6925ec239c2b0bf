//go:build unix

package main

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"log/slog"
	"math"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"nimatron/commands"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage/sqlite"
)

//go:embed large.sql
var largeTables string

// large measures commands, and the work that nobody waits for, on a database with N matches.
func large(r *run) {
	matches := r.many(1_000_000, 20_000)
	file := r.file()
	took := fill(r, file, matches, max(matches/20, 100))
	info, err := os.Stat(file)
	r.must(err)
	r.say("\n%d matches of %d people, %d MB, made in %s.\n", matches, max(matches/20, 100), info.Size()>>20, short(took))
	store, err := sqlite.Open(r.ctx, file)
	r.must(err)
	defer store.Close()
	ref := referee.New(store, &solver.Solver{}, referee.Options{})
	l := &largeRun{r, ref, commands.New(ref, store, slog.New(slog.DiscardHandler)), new(atomic.Int64)}
	store.Watch(func(_ string, prepared bool) {
		if !prepared {
			l.statements.Add(1)
		}
	})
	r.head("what", "first", "median", "worst", "statements of the first")
	l.commands(store)
	l.sweeps(store)
}

// fill makes the database with bare SQL: it is much faster than playing. It returns the time it took.
func fill(r *run, file string, matches, players int) time.Duration {
	began := time.Now()
	store, err := sqlite.Open(r.ctx, file)
	r.must(err)
	r.must(store.Close())
	db, err := sql.Open("sqlite", file+"?_pragma=cache_size(-262144)&_pragma=synchronous(off)&_pragma=journal_mode(wal)")
	r.must(err)
	defer db.Close()
	db.SetMaxOpenConns(1) // it has the temporary table
	later := dropped(r, db)
	text := strings.NewReplacer("$MATCHES", fmt.Sprint(matches), "$PLAYERS", fmt.Sprint(players), "$BOT", match.BotID,
		"$NOW", fmt.Sprint(time.Now().UnixMilli())).Replace(largeTables)
	for _, statement := range append(strings.Split(text, ";\n"), later...) {
		if _, err := db.ExecContext(r.ctx, statement); err != nil {
			r.Fatalf("%v: %s", err, statement)
		}
	}
	return time.Since(began)
}

// dropped drops the indexes and triggers, which would take most of the time, and returns the statements that make them.
func dropped(r *run, db *sql.DB) (again []string) {
	rows, err := db.QueryContext(r.ctx, `SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY rowid`)
	r.must(err)
	defer rows.Close()
	var drop []string
	for rows.Next() {
		var kind, name, text string
		r.must(rows.Scan(&kind, &name, &text))
		drop, again = append(drop, "DROP "+kind+" "+name), append(again, text)
	}
	r.must(rows.Err())
	r.must(rows.Close())
	for _, statement := range drop {
		_, err := db.ExecContext(r.ctx, statement)
		r.must(err)
	}
	return again
}

// A largeRun measures on one database.
type largeRun struct {
	*run
	referee    *referee.Referee
	service    *commands.Service
	statements *atomic.Int64
}

// largeRepeats is the number of times that each command is asked.
const largeRepeats = 7

// commands measures the commands of the busiest player and of one who plays seldom.
func (l *largeRun) commands(store *sqlite.Store) {
	const busy, seldom = 1, 777
	person := func(n int) commands.User {
		return commands.User{ID: fmt.Sprint(100_000_000_000_000_000 + n), Name: fmt.Sprint("Player ", n)}
	}
	for _, line := range []string{
		"/leaderboard ratings", "/leaderboard ratings scope:global", "/leaderboard ratings scope:global page:2000",
		"/leaderboard ratings scope:global game:nim pace:long", "/leaderboard season", "/leaderboard season scope:global",
		"/leaderboard season scope:global month:2025-01", "/leaderboard puzzles",
		"/profile", "/profile badge:all", "/history", "/match list", "/match board", "/review match:N",
		"/puzzle today", "/puzzle mine", "/tournament list", "/class list", "/learn", "/settings me", "/settings privacy show",
	} {
		for _, who := range []int{busy, seldom} {
			latest, _, err := store.History(l.ctx, person(who).ID, 1, 0)
			l.must(err)
			l.measure(fmt.Sprintf("`%s`, player %d", line, who), func(ctx context.Context) string {
				name, options, err := commands.ParseLine(strings.Replace(line, ":N", fmt.Sprint(":", latest[0].Match.ID), 1))
				if err != nil {
					return err.Error()
				}
				reply := l.service.Do(ctx, commands.Request{Command: name, Options: options, By: person(who), Channel: "c1.1", Server: fmt.Sprint(900_000_000_000_000_000 + (1+who%997)%998)})
				if reply.Card == nil && len(reply.Files) == 0 {
					return reply.Text
				}
				return ""
			})
		}
	}
	l.measure("`/settings privacy delete`, player 1", func(ctx context.Context) string {
		reply := l.service.Do(ctx, commands.Request{Command: "settings privacy delete", Options: map[string]string{"sure": "true"}, By: person(busy), Channel: "c1.1"})
		return reply.Text
	})
}

// sweeps measures what runs by itself, and the repair of the ratings.
func (l *largeRun) sweeps(store *sqlite.Store) {
	l.measure("sweep for what is due", func(ctx context.Context) string {
		return failed(l.referee.Sweep(ctx))
	})
	l.once("close of the month", func(ctx context.Context) error {
		_, err := store.CloseSeason(ctx, "2026-01", true, time.Now())
		return err
	})
	l.once("check", func(ctx context.Context) error {
		_, _, err := l.referee.Check(ctx, func(int) {})
		return err
	})
	l.once("rebuild-ratings", func(ctx context.Context) error {
		_, err := l.referee.RebuildRatings(ctx, func(int) {})
		return err
	})
}

func failed(err error) string {
	if err != nil {
		return err.Error()
	}
	return ""
}

// measure adds a row about some calls of f, which returns a fault or an answer without a card.
func (l *largeRun) measure(what string, f func(context.Context) string) {
	l.goOn()
	var all took
	said, statements := "", int64(0)
	for i := range largeRepeats {
		before, began := l.statements.Load(), time.Now()
		text := f(l.ctx)
		all = append(all, time.Since(began))
		if i == 0 {
			said, statements = text, l.statements.Load()-before
		}
	}
	first := all[0]
	l.row(what, short(first), short(all.at(0.5)), short(all.at(1)), statements)
	if said != "" {
		l.Logf("%s: %.200s", what, said)
	}
}

// once adds a row about one call, with the most memory that the heap had.
func (l *largeRun) once(what string, f func(context.Context) error) {
	l.goOn()
	done, most := make(chan struct{}), make(chan uint64)
	go func() {
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		peak := stats.HeapAlloc
		for tick := time.NewTicker(100 * time.Millisecond); ; {
			select {
			case <-tick.C:
				runtime.ReadMemStats(&stats)
				peak = max(peak, stats.HeapAlloc)
			case <-done:
				tick.Stop()
				most <- peak
				return
			}
		}
	}()
	runtime.GC()
	before, began := l.statements.Load(), time.Now()
	err := f(l.ctx)
	took := short(time.Since(began))
	close(done)
	l.row(fmt.Sprintf("%s (heap at most %s)", what, mib(int64(min(<-most, math.MaxInt64)))), took, "", "", l.statements.Load()-before)
	if err != nil {
		l.Errorf("%s: %v", what, err)
	}
}
