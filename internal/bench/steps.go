//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
	"nimatron/storage/postgres"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/sqlite"
	"nimatron/storage/sqlstore"
	"nimatron/storage/storagetest"
)

func (r *run) open(database string) storage.Store {
	s, err := openStore(r.ctx, database)
	r.must(err)
	return s
}

// steps measures workers in one process or several. Each plays its own matches: a beginning, eighteen
// turns of two moves, an end. Each step is a request.
func steps(r *run) {
	d := r.long(5*time.Second, 300*time.Millisecond)
	r.head("database", "processes, workers each", "steps a second", "processor for a step: bot", "PostgreSQL", "its log", "its disk")
	databases(r, func(name string, open func() string) {
		each(r, [][2]int{{1, 1}, {1, 8}, {1, 32}, {2, 16}, {4, 8}}, func(of [2]int) {
			if name == "SQLite" && of[0] > 1 {
				return
			}
			r.doing("%s, %d processes of %d workers", name, of[0], of[1])
			database := open()
			to := database
			if postgres.Is(database) {
				to += fmt.Sprint("&pool_max_conns=", max(2, of[1]))
			}
			var processes []*child
			for n := range of[0] {
				processes = append(processes, r.start(work{Database: to, Process: n, Workers: of[1]}))
			}
			before := serverUse(r, database)
			for _, c := range processes {
				c.ask(d.String())
			}
			var all made
			for _, c := range processes {
				var m made
				c.hear(&m)
				if m.Wrong != "" || m.Steps == 0 {
					r.Errorf("a process has made %d steps: %s", m.Steps, m.Wrong)
				}
				all.Steps, all.Second, all.Processor = all.Steps+m.Steps, all.Second+m.Second, all.Processor+m.Processor
				c.stop()
			}
			server := serverUse(r, database).since(before)
			n := max(1, all.Steps)
			r.row(name, fmt.Sprintf("%d, %d", of[0], of[1]), fmt.Sprintf("%.0f", all.Second), micro(all.Processor/time.Duration(n)),
				micro(server.processor/time.Duration(n)), fmt.Sprint(server.log/n, " B"), fmt.Sprint(server.disk/n, " B"))
		})
	})
}

// workersMatch returns the first state of a worker's match.
func workersMatch(process, worker int) match.Match {
	player := func(side games.Side) match.Player {
		name := fmt.Sprint(side, " ", worker, " of ", process)
		return match.Player{ID: name, Name: name}
	}
	return storagetest.Between(player(games.Left), player(games.Right))
}

// made is the result of a stepper.
type made struct {
	Steps     int64
	Second    float64 // steps a second
	Processor time.Duration
	Wrong     string
}

// stepper makes steps.
type stepper struct {
	work
	store storage.Store
	ctx   context.Context
	steps atomic.Int64
}

// runStepper runs the process of a stepper, for the time given in each call.
func runStepper(ctx context.Context, w work, begin func(hello, func(string) any)) error {
	store, err := openStore(ctx, w.Database)
	if err != nil {
		return err
	}
	s := &stepper{work: w, store: store, ctx: ctx}
	begin(hello{}, s.run)
	<-ctx.Done()
	return store.Close()
}

// run makes steps for a time, at least one for each worker.
func (s *stepper) run(question string) any {
	lasts, err := time.ParseDuration(question)
	if err != nil {
		return made{Wrong: err.Error()}
	}
	var all sync.WaitGroup
	errs := make([]error, s.Workers)
	began, before := time.Now(), processorTime()
	until := began.Add(lasts)
	for n := range s.Workers {
		all.Go(func() {
			for more := true; more; more = errs[n] == nil && time.Now().Before(until) {
				errs[n] = s.play(n, until)
			}
		})
	}
	all.Wait()
	m := made{Steps: s.steps.Load(), Processor: processorTime() - before}
	m.Second = float64(m.Steps) / time.Since(began).Seconds()
	if err := errors.Join(errs...); err != nil {
		m.Wrong = err.Error()
	}
	return m
}

// play plays a worker's match to its end, but stops at the time until.
func (s *stepper) play(worker int, until time.Time) error {
	request := func() context.Context {
		return match.WithRequest(s.ctx, fmt.Sprintf("%d of %d at %d", worker, s.Process, time.Now().UnixNano()))
	}
	m, err := s.store.CreateMatch(request(), workersMatch(s.Process, worker))
	if err != nil {
		return err
	}
	s.steps.Add(1)
	for version := m.Version; version <= 19 && time.Now().Before(until); version++ {
		c := storagetest.Turn(storagetest.Move(games.Left, 1), storagetest.Move(games.Right, 2))
		c.Deadline, c.Remind, c.AbandonAt = m.Deadline, m.Remind, m.AbandonAt
		if version == 19 {
			c.End = &match.Result{Winner: match.LeftSeat, Termination: match.Played}
		}
		if _, err = s.store.Append(request(), m.ID, version, c); err != nil {
			return err
		}
		s.steps.Add(1)
	}
	return nil
}

// copies measures a copy from SQLite to PostgreSQL and back.
func copies(r *run) {
	c := community(r.many(60_000, 500))
	var lite []*sqlite.Store
	for range 2 {
		s, err := sqlite.Open(r.ctx, r.file())
		r.must(err)
		defer s.Close()
		lite = append(lite, s)
	}
	server, err := postgres.Open(r.ctx, postgrestest.Schema(r, postgrestest.New(r).Address()))
	r.must(err)
	defer server.Close()
	r.head("what", "rows", "in", "a second")
	done := func(what string, rows int, begun time.Time) {
		d := time.Since(begun)
		r.row(what, rows, short(d), perSecond(rows, d))
	}
	begun := time.Now()
	r.must(c.Fill(r.ctx, lite[0]))
	done("importing matches, with ratings", c.Matches, begun)
	for _, way := range []struct {
		name     string
		to, from *sqlstore.Store
	}{{"SQLite to PostgreSQL", server.Store, lite[0].Store}, {"PostgreSQL to SQLite", lite[1].Store, server.Store}} {
		begun := time.Now()
		rows, err := sqlstore.Copy(r.ctx, way.to, way.from, func(done, total int) { r.doing("%s: %d of %d", way.name, done, total) })
		r.must(err)
		done(way.name+", each compared", rows, begun)
	}
}
