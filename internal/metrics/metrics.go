package metrics

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"nimatron/match"
)

// Metrics is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry

	interactions *prometheus.CounterVec
	work         prometheus.Histogram
	firstAnswer  prometheus.Histogram
	solver       *prometheus.HistogramVec
	spent        *prometheus.CounterVec
	sessions     *prometheus.CounterVec
	limited      *prometheus.CounterVec
	webhooks     *prometheus.CounterVec
	turnedAway   prometheus.Counter

	noGateway    atomic.Bool
	unregistered atomic.Bool
	shared       atomic.Bool // other processes have shards too, so this one may have none
	shards       sync.Map    // shard number → *atomic.Int64, the time of the last sign of life in Unix ns, 0 for never
	sources      Sources
}

// Sources are read on each scrape and each check of the health.
type Sources struct {
	Database Database
	// Front names the outbox in the database.
	Front string
	// BackedUp returns when nimatron backup last copied the database; nil if other programs make the copies.
	BackedUp func() (time.Time, error)
	// Ahead returns the difference of the system clock from the time used for deadlines.
	Ahead func() time.Duration
	// Pages answers GET /terms and GET /privacy.
	Pages http.Handler
}

// Database is the part of the store that is read.
type Database interface {
	// Load returns how much is going on, and how many notices wait. It fails if commands could not use the database.
	Load(ctx context.Context, front string, now time.Time) (match.Load, error)
	// WritesFailSince returns since when writes fail; the zero time if they do not.
	WritesFailSince() time.Time
}

const namespace = "nimatron"

// Buckets of histograms, in seconds.
var (
	// Discord waits 3 s for a first answer; it is deferred after 1.5 s.
	answerBuckets = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 1.5, 2, 3, 5}
	workBuckets   = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}
	// A theorem takes microseconds, a search seconds.
	solverBuckets = []float64{.000001, .00001, .0001, .001, .01, .1, .5, 1, 2.5, 5, 10}
)

// New returns metrics that start at zero.
func New(version string) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
	}
	histogram := func(name, help string, buckets []float64) prometheus.HistogramOpts {
		return prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: buckets}
	}
	m.interactions = counter("interactions_total", "Interactions and mentions, by command and result.", "command", "result")
	m.work = prometheus.NewHistogram(histogram("work_seconds", "Time to carry out a request, without the wait for its turn and for Discord.", workBuckets))
	m.firstAnswer = prometheus.NewHistogram(histogram("first_answer_seconds", "Time from the arrival of an interaction until Discord has its first answer.", answerBuckets))
	m.solver = prometheus.NewHistogramVec(histogram("solver_seconds", "Time to answer one question to the solver.", solverBuckets), []string{"question"})
	m.spent = counter("solver_budget_overruns_total", "Questions that a search could not answer within its budget.", "question")
	m.sessions = counter("gateway_sessions_total", "Gateway sessions begun or resumed.", "kind")
	m.limited = counter("rate_limited_total", "Calls that Discord refused with status 429.", "scope")
	m.webhooks = counter("webhooks_total", "Interaction webhooks, by the status of the answer.", "status")
	m.turnedAway = prometheus.NewCounter(prometheus.CounterOpts{
		Namespace: namespace, Name: "turned_away_total", Help: "Requests that were refused unread: too many, too fast or too late.",
	})
	m.registry.MustRegister(
		m.turnedAway, m.interactions, m.work, m.firstAnswer, m.solver, m.spent, m.sessions, m.limited, m.webhooks,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	build := prometheus.GaugeOpts{Namespace: namespace, Name: "build_info", Help: "1, with the version.", ConstLabels: prometheus.Labels{"version": version}}
	m.registry.MustRegister(prometheus.NewGaugeFunc(build, func() float64 { return 1 }))
	m.gauge("gateway_age_seconds", "Time since the last sign of life of the most silent shard; -1 before the first of each.", nil, func() float64 {
		if age, ok := m.gatewayAge(time.Now()); ok {
			return age.Seconds()
		}
		return -1
	})
	return m
}

func (m *Metrics) gauge(name, help string, labels prometheus.Labels, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: namespace, Name: name, Help: help, ConstLabels: labels,
	}, value))
}

// Interaction counts a finished request. command must be a known command, never what somebody
// typed.
func (m *Metrics) Interaction(command, result string, took time.Duration) {
	m.interactions.WithLabelValues(command, result).Inc()
	m.work.Observe(took.Seconds())
}

// FirstAnswer records the time from an interaction's arrival to Discord's receipt of the first
// answer.
func (m *Metrics) FirstAnswer(after time.Duration) { m.firstAnswer.Observe(after.Seconds()) }

// Solved counts a question to the solver. spent means that it ran out of budget.
func (m *Metrics) Solved(question string, took time.Duration, spent bool) {
	m.solver.WithLabelValues(question).Observe(took.Seconds())
	if spent {
		m.spent.WithLabelValues(question).Inc()
	}
}

// Session counts a new or resumed gateway session.
func (m *Metrics) Session(resumed bool) {
	m.sessions.WithLabelValues(map[bool]string{false: "new", true: "resumed"}[resumed]).Inc()
}

// RateLimited counts a call that Discord refused with status 429.
func (m *Metrics) RateLimited(global bool) {
	m.limited.WithLabelValues(map[bool]string{false: "route", true: "global"}[global]).Inc()
}

// TurnedAway counts a request that was refused unread: too many came at once, too fast or too late.
func (m *Metrics) TurnedAway() { m.turnedAway.Inc() }

// Webhook counts an answered webhook.
func (m *Metrics) Webhook(status int) { m.webhooks.WithLabelValues(strconv.Itoa(status)).Inc() }

// Shard adds a gateway shard of this process.
func (m *Metrics) Shard(shard int) { m.shards.LoadOrStore(shard, new(atomic.Int64)) }

// NoShard removes a shard that another process has taken over.
func (m *Metrics) NoShard(shard int) { m.shards.Delete(shard) }

// SharedShards makes a process without shards healthy, since others may have them.
func (m *Metrics) SharedShards() { m.shared.Store(true) }

// Alive records a sign of life of a shard.
func (m *Metrics) Alive(shard int) {
	if last, ok := m.shards.Load(shard); ok {
		last.(*atomic.Int64).Store(time.Now().UnixNano())
	}
}

// gatewayAge returns the age of the last sign of life of the most silent shard; ok is false before
// all have shown one.
func (m *Metrics) gatewayAge(now time.Time) (age time.Duration, ok bool) {
	ok = true
	shards := 0
	for _, at := range m.shards.Range {
		shards++
		last := at.(*atomic.Int64).Load()
		ok = ok && last != 0
		age = max(age, now.Sub(time.Unix(0, last)))
	}
	return age, ok && (shards > 0 || m.shared.Load())
}

// Webhooks records that interactions arrive by webhook, so that no gateway is expected.
func (m *Metrics) Webhooks() { m.noGateway.Store(true) }

// CommandsRegistered tells /healthz whether Discord has accepted the slash commands.
func (m *Metrics) CommandsRegistered(ok bool) { m.unregistered.Store(!ok) }

// Queue reports the number of waiting and running jobs of a queue. Call it once for each name.
func (m *Metrics) Queue(name string, depth func() int) {
	m.gauge("queue_depth", "Waiting and running jobs.", prometheus.Labels{"queue": name}, func() float64 { return float64(depth()) })
}

// Live reports the streams of the live board in this process, and the matches that they show.
func (m *Metrics) Live(count func() (streams, matches int)) {
	m.gauge("live_streams", "Browsers that look at a live board.", nil, func() float64 { streams, _ := count(); return float64(streams) })
	m.gauge("live_matches", "Matches that they look at.", nil, func() float64 { _, matches := count(); return float64(matches) })
}

// Watch sets the sources. It must be called once, before Serve.
func (m *Metrics) Watch(s Sources) {
	m.sources = s
	m.gauge("clock_ahead_seconds", "Lead of the system's clock over the clock of deadlines.", nil, func() float64 { return s.Ahead().Seconds() })
	for _, g := range []struct {
		name, help string
		of         func(match.Load) int
	}{
		{"open_matches", "Matches in play", func(l match.Load) int { return l.Matches }},
		{"open_races", "Races that are not over", func(l match.Load) int { return l.Races }},
		{"open_votes", "Votes on the next move of a server's match", func(l match.Load) int { return l.Votes }},
		{"late_bells", "Bells of votes and races that should have rung", func(l match.Load) int { return l.LateBells }},
	} {
		m.gauge(g.name, g.help+"; -1 if the database can't be used.", nil, func() float64 {
			l, err := m.load(context.Background())
			if err != nil {
				return -1
			}
			return float64(g.of(l))
		})
	}
	if s.BackedUp != nil {
		m.gauge("backup_age_seconds", "Time since nimatron backup last made a copy; -1 if it never has.", nil, func() float64 {
			at, err := s.BackedUp()
			if err != nil {
				return -1
			}
			return time.Since(at).Seconds()
		})
	}
	m.gauge("outbox_notices", "Unsent notices, such as reminders; -1 if the database can't be read.", nil, func() float64 {
		notices, _ := m.backlog(context.Background())
		return notices
	})
	m.gauge("outbox_age_seconds", "Age of the oldest unsent notice; -1 if the database can't be read.", nil, func() float64 {
		_, age := m.backlog(context.Background())
		return age
	})
}

const storeTime = 2 * time.Second

func (m *Metrics) load(ctx context.Context) (match.Load, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	return m.sources.Database.Load(ctx, m.sources.Front, time.Now().Add(-m.sources.Ahead()))
}

// backlog returns the number of unsent notices and the age of the oldest in seconds; -1 if the
// database can't be read.
func (m *Metrics) backlog(ctx context.Context) (notices, age float64) {
	l, err := m.load(ctx)
	switch {
	case err != nil:
		return -1, -1
	case l.Notices == 0:
		return 0, 0
	}
	return float64(l.Notices), max(0, time.Since(l.Oldest).Seconds())
}
