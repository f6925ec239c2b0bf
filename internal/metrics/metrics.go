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
)

// Metrics is what was counted so far. It is safe for concurrent use.
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

	noGateway atomic.Bool // as webhooks are taken
	// unregistered says that Discord has not taken the slash commands.
	unregistered atomic.Bool
	shared       atomic.Bool // the shards, with other processes: there may be none here
	shards       sync.Map    // by number of the shard, an *atomic.Int64: when it was last heard of, in ns since 1970; 0 for never
	ready        *check      // the database; nil for none
	// failing returns since when the database can't be written, zero for not; nil for none.
	failing func() time.Time
	// backlog returns how much is in the outbox and the age of the oldest, in seconds;
	// nil for none.
	backlog func(context.Context) (notices, age float64)
	pages   http.Handler // nil for none
}

// check is a question that is answered by an error or none.
type check struct{ ask func(context.Context) error }

// namespace begins the name of every metric.
const namespace = "nimatron"

// Buckets of histograms, in seconds.
var (
	// Discord waits 3 s for a first answer; it is deferred after 1.5 s.
	answerBuckets = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 1.5, 2, 3, 5}
	workBuckets   = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}
	// A theorem takes microseconds, a search seconds.
	solverBuckets = []float64{.000001, .00001, .0001, .001, .01, .1, .5, 1, 2.5, 5, 10}
)

// New returns metrics of a program of that version, beginning with zeros.
func New(version string) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
	}
	histogram := func(name, help string, buckets []float64) prometheus.HistogramOpts {
		return prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: buckets}
	}
	m.interactions = counter("interactions_total", "Interactions and mentions, by command and by what became of them.", "command", "result")
	m.work = prometheus.NewHistogram(histogram("work_seconds", "Time to carry out a request, without the wait for its turn and for Discord.", workBuckets))
	m.firstAnswer = prometheus.NewHistogram(histogram("first_answer_seconds", "Time from the arrival of an interaction until Discord has its first answer.", answerBuckets))
	m.solver = prometheus.NewHistogramVec(histogram("solver_seconds", "Time to answer one question to the solver.", solverBuckets), []string{"question"})
	m.spent = counter("solver_budget_overruns_total", "Questions that a search could not answer within its budget.", "question")
	m.sessions = counter("gateway_sessions_total", "Gateway sessions begun or resumed.", "kind")
	m.limited = counter("rate_limited_total", "Calls that Discord refused with status 429.", "scope")
	m.webhooks = counter("webhooks_total", "Interaction webhooks, by the status that they were answered with.", "status")
	m.registry.MustRegister(
		m.interactions, m.work, m.firstAnswer, m.solver, m.spent, m.sessions, m.limited, m.webhooks,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	build := prometheus.GaugeOpts{Namespace: namespace, Name: "build_info", Help: "1, with the version.", ConstLabels: prometheus.Labels{"version": version}}
	m.registry.MustRegister(prometheus.NewGaugeFunc(build, func() float64 { return 1 }))
	m.gauge("gateway_age_seconds", "Time since the gateway was last heard of, by the shard that is silent for longest; -1 before all were heard of.", nil, func() float64 {
		if age, ok := m.gatewayAge(time.Now()); ok {
			return age.Seconds()
		}
		return -1
	})
	return m
}

// gauge registers what is asked for when somebody looks.
func (m *Metrics) gauge(name, help string, labels prometheus.Labels, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: namespace, Name: name, Help: help, ConstLabels: labels,
	}, value))
}

// Interaction counts a request that was carried out in that time. The command and the
// result are one of few: what people type is no command.
func (m *Metrics) Interaction(command, result string, took time.Duration) {
	if m == nil {
		return
	}
	m.interactions.WithLabelValues(command, result).Inc()
	m.work.Observe(took.Seconds())
}

// FirstAnswer counts an interaction that Discord has a first answer to, so long after
// it arrived.
func (m *Metrics) FirstAnswer(after time.Duration) {
	if m != nil {
		m.firstAnswer.Observe(after.Seconds())
	}
}

// Solved counts a question to the solver.
func (m *Metrics) Solved(question string, took time.Duration, spent bool) {
	if m == nil {
		return
	}
	m.solver.WithLabelValues(question).Observe(took.Seconds())
	if spent {
		m.spent.WithLabelValues(question).Inc()
	}
}

// Session counts a gateway session that has begun, or been resumed.
func (m *Metrics) Session(resumed bool) {
	if m == nil {
		return
	}
	kind := "new"
	if resumed {
		kind = "resumed"
	}
	m.sessions.WithLabelValues(kind).Inc()
}

// Shard tells of a shard of the gateway that will be heard of.
func (m *Metrics) Shard(shard int) {
	if m != nil {
		m.shards.LoadOrStore(shard, new(atomic.Int64))
	}
}

// NoShard tells of a shard that another process has from now on.
func (m *Metrics) NoShard(shard int) {
	if m != nil {
		m.shards.Delete(shard)
	}
}

// SharedShards notes that all is well without a shard too, as others may have them.
func (m *Metrics) SharedShards() {
	if m != nil {
		m.shared.Store(true)
	}
}

// Alive notes that a shard of the gateway was heard of.
func (m *Metrics) Alive(shard int) {
	if m != nil {
		if last, ok := m.shards.Load(shard); ok {
			last.(*atomic.Int64).Store(time.Now().UnixNano())
		}
	}
}

// Webhooks notes that interactions are taken by webhook now, and that no gateway will be
// heard of.
func (m *Metrics) Webhooks() {
	if m != nil {
		m.noGateway.Store(true)
	}
}

// Webhook counts a webhook that was answered with that status.
func (m *Metrics) Webhook(status int) {
	if m != nil {
		m.webhooks.WithLabelValues(strconv.Itoa(status)).Inc()
	}
}

// gatewayAge returns how long ago the gateway was heard of, if it ever was: that shard
// which has been silent for longest.
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

// RateLimited counts a call that Discord refused for now.
func (m *Metrics) RateLimited(global bool) {
	if m == nil {
		return
	}
	scope := "route"
	if global {
		scope = "global"
	}
	m.limited.WithLabelValues(scope).Inc()
}

// Queue shows how much waits in a queue, or is under way there. It is to be called once
// for each name.
func (m *Metrics) Queue(name string, depth func() int) {
	if m != nil {
		m.gauge("queue_depth", "Jobs that wait or are under way.", prometheus.Labels{"queue": name}, func() float64 { return float64(depth()) })
	}
}

// Clock shows how far the system's clock is ahead of the time that deadlines go by. It
// is to be called once.
func (m *Metrics) Clock(ahead func() time.Duration) {
	if m != nil {
		m.gauge("clock_ahead_seconds", "How far the system's clock is ahead of the time that deadlines go by.", nil, func() float64 { return ahead().Seconds() })
	}
}

// Store shows how many matches are being played, and makes /healthz ask the store. It
// is to be called once, and before Handler.
func (m *Metrics) Store(countPlaying func(context.Context) (int, error)) {
	if m == nil {
		return
	}
	count := func() (int, error) {
		ctx, cancel := context.WithTimeout(context.Background(), storeTime)
		defer cancel()
		return countPlaying(ctx)
	}
	m.gauge("open_matches", "Matches that are being played; -1 if the database can't be read.", nil, func() float64 {
		n, err := count()
		if err != nil {
			return -1
		}
		return float64(n)
	})
	m.ready = &check{func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, storeTime)
		defer cancel()
		_, err := countPlaying(ctx)
		return err
	}}
}

// CommandsRegistered tells /healthz whether Discord has taken the slash commands.
func (m *Metrics) CommandsRegistered(ok bool) {
	if m != nil {
		m.unregistered.Store(!ok)
	}
}

// Writes makes /healthz ask since when nothing could be written, zero for not. It is to be
// called once at most, before Serve.
func (m *Metrics) Writes(failSince func() time.Time) {
	if m != nil {
		m.failing = failSince
	}
}

// Pages serves the pages /terms and /privacy beside the metrics. It is to be called once at most,
// before Serve.
func (m *Metrics) Pages(pages http.Handler) {
	if m != nil {
		m.pages = pages
	}
}

// Outbox shows how much there is to say that has not been sent yet, and since when the
// oldest of it waits. It is to be called once at most, before Serve.
func (m *Metrics) Outbox(backlog func(context.Context) (notices int, oldest time.Time, err error)) {
	if m == nil {
		return
	}
	m.backlog = func(ctx context.Context) (notices, age float64) {
		ctx, cancel := context.WithTimeout(ctx, storeTime)
		defer cancel()
		n, oldest, err := backlog(ctx)
		switch {
		case err != nil:
			return -1, -1
		case n == 0:
			return 0, 0
		}
		return float64(n), max(0, time.Since(oldest).Seconds())
	}
	m.gauge("outbox_notices", "Reminders and other things to say that were not sent yet; -1 if the database can't be read.", nil, func() float64 {
		notices, _ := m.backlog(context.Background())
		return notices
	})
	m.gauge("outbox_age_seconds", "Since when the oldest of them waits; -1 if the database can't be read.", nil, func() float64 {
		_, age := m.backlog(context.Background())
		return age
	})
}

// storeTime is how long the store has for an answer.
const storeTime = 2 * time.Second
