package metrics

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// maxGatewayAge is how old the last word of the gateway may be: it answers a heartbeat
// every 41 s, and a new connection may take its time.
const maxGatewayAge = 2 * time.Minute

// maxFailing is for how long writes may fail.
const maxFailing = 10 * time.Second

// health is what /healthz says.
type health struct {
	OK bool `json:"ok"`
	// GatewayAge is how long ago the gateway was heard of, in seconds; null for never.
	GatewayAge *float64 `json:"gateway_age_seconds"`
	// Database is "ok", or that it can't be read or written.
	Database string `json:"database"`
	// OutboxAge is how long the oldest thing to say waits to be sent, in seconds; null if
	// that is not known.
	OutboxAge *float64 `json:"outbox_age_seconds"`
	// Commands says that Discord has not taken the slash commands of this version; empty if it has.
	// A restart mends nothing, so OK does not tell it.
	Commands string `json:"commands,omitempty"`
}

// Handler returns what answers GET /metrics, GET /healthz and, with pages, GET /terms and
// GET /privacy. /healthz has status 503
// while something is amiss.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4}))
	if m.pages != nil {
		mux.Handle("GET /terms", m.pages)
		mux.Handle("GET /privacy", m.pages)
	}
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		h := m.health(r.Context(), time.Now())
		w.Header().Set("Content-Type", "application/json")
		if !h.OK {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_ = json.NewEncoder(w).Encode(h) // who has gone needs no answer
	})
	return mux
}

func (m *Metrics) health(ctx context.Context, now time.Time) health {
	h := health{OK: true, Database: "ok"}
	age, heard := m.gatewayAge(now)
	if heard {
		seconds := age.Seconds()
		h.GatewayAge = &seconds
	}
	if !m.noGateway.Load() && (!heard || age > maxGatewayAge) {
		h.OK = false
	}
	if m.ready != nil && m.ready.ask(ctx) != nil {
		h.OK, h.Database = false, "it can't be read"
	} else if m.failing != nil {
		if since := m.failing(); !since.IsZero() && now.Sub(since) >= maxFailing {
			h.OK, h.Database = false, "it can't be written"
		}
	}
	if m.unregistered.Load() {
		h.Commands = "not registered: see the log"
	}
	if m.backlog != nil {
		if _, age := m.backlog(ctx); age >= 0 {
			h.OutboxAge = &age
		}
	}
	return h
}

// Serve answers at an address, such as 127.0.0.1:9090, until stop is called. The error
// is for an address that can't be listened at.
func (m *Metrics) Serve(address string, log *slog.Logger) (stop func(), err error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("NIMATRON_METRICS: %w", err)
	}
	server := &http.Server{
		Handler: m.Handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("metrics are not served any more", "err", err)
		}
	}()
	log.Info("metrics are served", "address", listener.Addr().String())
	return func() {
		_ = server.Close()
		<-ended
	}, nil
}
