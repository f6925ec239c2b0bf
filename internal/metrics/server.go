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

// maxGatewayAge is the longest silence of a healthy gateway. It answers a heartbeat every 41 s, and
// a new connection takes time.
const maxGatewayAge = 2 * time.Minute

// maxFailing is how long writes may fail before the program counts as unhealthy.
const maxFailing = 10 * time.Second

type health struct {
	OK bool `json:"ok"`
	// GatewayAge is in seconds, null if the gateway has shown no sign of life.
	GatewayAge *float64 `json:"gateway_age_seconds"`
	// Database is "ok", or says that it can't be read or written.
	Database string `json:"database"`
	// OutboxAge is the age of the oldest unsent notice in seconds, null if unknown.
	OutboxAge *float64 `json:"outbox_age_seconds"`
	// Commands is empty if Discord has accepted this version's slash commands. It does not affect OK: a
	// restart would not help.
	Commands string `json:"commands,omitempty"`
}

// Handler answers GET /metrics, GET /healthz, GET /terms and GET /privacy. An unhealthy program
// answers /healthz with status 503.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4}))
	mux.Handle("GET /terms", m.sources.Pages)
	mux.Handle("GET /privacy", m.sources.Pages)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		h := m.health(r.Context(), time.Now())
		w.Header().Set("Content-Type", "application/json")
		if !h.OK {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_ = json.NewEncoder(w).Encode(h) // the client may have gone
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
	_, err := m.load(ctx)
	if since := m.sources.Database.WritesFailSince(); err != nil {
		h.OK, h.Database = false, "it can't be read"
	} else if !since.IsZero() && now.Sub(since) >= maxFailing {
		h.OK, h.Database = false, "it can't be written"
	}
	if m.unregistered.Load() {
		h.Commands = "not registered: see the log"
	}
	if _, age := m.backlog(ctx); age >= 0 {
		h.OutboxAge = &age
	}
	return h
}

// Serve listens at address, such as 127.0.0.1:9090, until stop is called.
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
