package bot

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/live"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/tournament"
	"nimatron/solver"
	"nimatron/storage/sqlstore"
)

// process is a bot in a simulated process. After a crash nothing that it does has an effect.
type process struct {
	*simulation
	name    string
	began   time.Time
	stop    context.CancelFunc // as a signal would
	stopped atomic.Bool
	ended   chan error
	dead    context.Context // done after a crash
	die     context.CancelFunc
	board   *live.Server
	fuse    atomic.Int64                                                                         // operations until a crash; 0 means never
	ahead   atomic.Int64                                                                         // the offset of its clock, in ns
	saving  func(*tournament.Tournament) error                                                   // an injected bug: changes tournaments
	abrupt  bool                                                                                 // an injected bug: stops without answers
	writing func(sqlstore.Database, context.Context, func(context.Context, *sql.Tx) error) error // an injected bug: replaces writes
	links   []*wire                                                                              // to the gateway; guarded by simulation.mu
}

// start starts a process with a unique name.
func (s *simulation) start() *process {
	s.begun++
	p := &process{simulation: s, name: fmt.Sprint("bot", s.begun), began: time.Now(), ended: make(chan error, 1)}
	p.dead, p.die = context.WithCancel(context.Background())
	ctx, stop := context.WithCancel(context.Background())
	p.stop = func() { p.stopped.Store(true); stop() }
	if s.chance("clock of "+p.name, s.odds.clock) {
		p.ahead.Store(int64(s.bus.number("clock of "+p.name)%uint64(4*time.Second)) - int64(2*time.Second))
	}
	store := &store{p: p, Store: s.store.Through(func(db sqlstore.Database) sqlstore.Database { return &database{db, p} })}
	r := referee.New(store, &solver.Solver{}, referee.Options{
		Now:  func() time.Time { return time.Now().Add(time.Duration(p.ahead.Load())) },
		Seed: func() uint64 { return s.bus.number("seed of " + p.name) },
	})
	service := commands.New(r, store, s.logger(p.name))
	c := Config{
		Token: secret, APIURL: s.discord.URL, Service: &asked{service, p}, Outbox: &outbox{store, p}, Leases: &leases{store, p},
		Log: s.logger(p.name), Limits: s.limits,
		fakes: fakes{
			dial: p.dial, transport: p, timing: &s.timing,
			random:   func(purpose string) uint64 { return s.bus.number(p.name + " " + purpose) },
			pictures: &pictures{log: s.logger(p.name), slots: make(chan struct{}, 2), raster: p.drawn},
		},
	}
	p.openBoard(&c, store, service)
	if s.broken != nil {
		s.broken(p, &c)
	}
	s.bus.note("%s starts", p.name)
	s.running = append(s.running, p)
	go func() { p.ended <- Run(ctx, c) }()
	return p
}

// crash ends the process abruptly.
func (p *process) crash() {
	if p.dead.Err() != nil {
		return
	}
	p.bus.note("%s crashes", p.name)
	p.die()
	p.stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.crashes = append(p.crashes, time.Now())
	for _, w := range p.links {
		w.cut()
	}
}

var errCrashed = errors.New("the process has crashed")

// pass waits on the bus for an operation of the process.
func (p *process) pass(ctx context.Context, what string, delay func(uint64) time.Duration) (draw uint64, err error) {
	if p.dead.Err() != nil {
		return 0, errCrashed
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(p.dead, cancel)()
	draw, err = p.bus.pass(ctx, p.name+" "+what, delay)
	if p.dead.Err() != nil {
		err = errCrashed
	}
	return draw, err
}

// burns reports whether the process crashes at this operation, before or after it takes effect.
func (p *process) burns(draw uint64) (before, after bool) {
	if p.fuse.Load() == 0 || p.fuse.Add(-1) != 0 {
		return false, false
	}
	return draw%2 == 0, draw%2 == 1
}

// doing is the context key for the label of a request's operations.
type doing struct{}

func labelled(ctx context.Context, format string, args ...any) context.Context {
	return context.WithValue(ctx, doing{}, fmt.Sprintf(format, args...))
}

// asked is the service with labels on its requests.
type asked struct {
	front.Service
	p *process
}

func (a *asked) Do(ctx context.Context, r commands.Request) view.Reply {
	reply := a.Service.Do(labelled(ctx, "do %s", cmp.Or(r.ID, "again for "+r.By.ID)), r) // a promised reply has no ID
	if reply.Then != nil && a.p.crowded() {                                              // timers of one instant run in any order, and more than the front carries out at once
		reply.Then.At = reply.Then.At.Add(time.Duration(a.p.bus.number("promise to "+r.By.ID) % uint64(50*time.Millisecond)))
	}
	return reply
}

func (a *asked) Refuse(ctx context.Context, r commands.Request, reply view.Reply) view.Reply {
	return a.Service.Refuse(labelled(ctx, "refuse %s", r.ID), r, reply)
}

func (a *asked) Complete(ctx context.Context, r commands.Request, option, typed string) []view.Choice {
	return a.Service.Complete(labelled(ctx, "complete %s", r.ID), r, option, typed)
}

func (a *asked) Sweep(ctx context.Context) error { return a.Service.Sweep(labelled(ctx, "sweep")) }

func (a *asked) AdvanceTournaments(ctx context.Context) error {
	return a.Service.AdvanceTournaments(labelled(ctx, "advance"))
}

func (a *asked) BeginPairings(ctx context.Context, name string, threads func(string) commands.Threads) {
	a.Service.BeginPairings(labelled(ctx, "pairings"), name, threads)
}

func (a *asked) Notice(ctx context.Context, n match.Notice) (view.Reply, bool, error) {
	return a.Service.Notice(labelled(ctx, "notice %d", n.ID), n)
}

func (a *asked) Board(ctx context.Context, b match.Board) (view.Reply, error) {
	return a.Service.Board(labelled(ctx, "board %v", boardName(b)), b)
}

// outbox is the outbox with labels.
type outbox struct {
	match.Outbox
	p *process
}

func (o *outbox) TakeNotices(ctx context.Context, front string, now, until time.Time, limit int) ([]match.Notice, error) {
	return o.Outbox.TakeNotices(labelled(ctx, "take notices"), front, now, until, limit)
}

func (o *outbox) EndNotice(ctx context.Context, id int64, again time.Time) error {
	return o.Outbox.EndNotice(labelled(ctx, "end %d", id), id, again)
}

func (o *outbox) LaggingBoards(ctx context.Context, front string, limit int) ([]match.Board, error) {
	return o.Outbox.LaggingBoards(labelled(ctx, "look"), front, limit)
}

func (o *outbox) NewestBoard(ctx context.Context, of match.Subject) (match.Board, error) {
	return o.Outbox.NewestBoard(labelled(ctx, "newest %v %d", of.Kind, of.ID), of)
}

func (o *outbox) RecordShown(ctx context.Context, boards ...match.Board) error {
	what := "shown"
	if len(boards) == 1 {
		what = fmt.Sprint("shown ", boardName(boards[0]), boards[0].Version, boards[0].Message)
	}
	return o.Outbox.RecordShown(labelled(ctx, "%s", what), boards...)
}

// leases labels the operations on leases, for the log.
type leases struct {
	match.Leases
	p *process
}

func (l *leases) TakeLease(ctx context.Context, name, holder string, until, now time.Time) (match.Lease, bool, error) {
	return l.Leases.TakeLease(labelled(ctx, "take %s", name), name, holder, until, now)
}

func (l *leases) KeepLease(ctx context.Context, lease match.Lease) (bool, error) {
	return l.Leases.KeepLease(labelled(ctx, "keep %s", lease.Name), lease)
}

func (l *leases) Lease(ctx context.Context, name string) (match.Lease, error) {
	return l.Leases.Lease(labelled(ctx, "lease %s", name), name)
}

// store is a process's store.
type store struct {
	*sqlstore.Store
	p *process
}

func (*store) Close() error { return nil }

// Append records when somebody moved.
func (s *store) Append(ctx context.Context, id, version int64, c match.Change) (match.Appended, error) {
	a, err := s.Store.Append(ctx, id, version, c)
	if err == nil && c.Plays() {
		s.p.mu.Lock()
		s.p.moved = time.Now()
		s.p.mu.Unlock()
	}
	return a, err
}

// ChangeKept records the end of a tournament that does not come from its rules: by a command, or with its channel.
func (s *store) ChangeKept(ctx context.Context, about match.Subject, f func(*match.Kept) ([]match.Notice, error)) (match.Kept, error) {
	if about.Kind != match.TournamentSubject {
		return s.Store.ChangeKept(ctx, about, f)
	}
	return s.Store.ChangeKept(ctx, about, func(k *match.Kept) ([]match.Notice, error) {
		notices, err := f(k)
		if err == nil && s.p.saving != nil {
			var t tournament.Tournament
			if t, err = tournament.Of(*k); err == nil {
				err = s.p.saving(&t)
			}
			t.KeepIn(k)
		}
		if label, _ := ctx.Value(doing{}).(string); (label == "" || strings.HasPrefix(label, "do ")) && !k.GoesOn() {
			s.p.mu.Lock()
			s.p.closed[about.ID] = true
			s.p.mu.Unlock()
		}
		return notices, err
	})
}

// database is the shared database as a process sees it. Each transaction waits on the bus.
type database struct {
	sqlstore.Database
	p *process
}

// transact executes a transaction when the bus releases it.
func (d *database) transact(ctx context.Context, kind string, run func() error) error {
	p := d.p
	label, _ := ctx.Value(doing{}).(string)
	draw, err := p.pass(ctx, kind+" "+caller()+" "+label, p.storeDelay)
	if err != nil {
		return err
	}
	before, after := p.burns(draw)
	switch {
	case before:
		p.crash()
		return errCrashed
	case p.hit(draw, 1, p.odds.store):
		p.bus.note("%s: the store is not available", p.name)
		return fmt.Errorf("%w: so it was drawn", match.ErrUnavailable)
	}
	err = run()
	switch {
	case after:
		p.crash()
		return errCrashed
	case err == nil && kind == "write" && p.hit(draw, 2, p.odds.unknown):
		p.bus.note("%s: the answer to a commit is lost", p.name)
		return fmt.Errorf("%w: so it was drawn", sqlstore.ErrUnknown)
	}
	return err
}

func (d *database) Write(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	return d.transact(ctx, "write", func() error {
		f := d.p.journaled(ctx, f)
		if d.p.writing != nil {
			return d.p.writing(d.Database, ctx, f)
		}
		return d.Database.Write(ctx, f)
	})
}

func (d *database) WriteLong(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	return d.transact(ctx, "long write", func() error { return d.Database.WriteLong(ctx, f) })
}

func (d *database) Read(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	return d.transact(ctx, "read", func() error { return d.Database.Read(ctx, f) })
}

func (d *database) ReadOne(ctx context.Context, f func(context.Context, sqlstore.Connection) error) error {
	return d.transact(ctx, "read", func() error { return d.Database.ReadOne(ctx, f) })
}

// caller returns the name of the store's method that called.
func caller() string {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(4, pcs[:])])
	for {
		f, more := frames.Next()
		if name, ok := strings.CutPrefix(f.Function, "nimatron/storage/sqlstore.(*Store)."); ok && name[0] >= 'A' && name[0] <= 'Z' {
			return name
		}
		if !more {
			return ""
		}
	}
}

// boardName names a board's subject.
func boardName(b match.Board) string {
	return fmt.Sprint(b.Kind, " ", b.ID)
}
