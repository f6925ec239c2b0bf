package metrics

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/match"
)

func get(t *testing.T, m *Metrics, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

// database is the Database of a test.
type database struct {
	playing, notices int
	oldest, failing  time.Time
	broken           bool
}

func (d *database) err() error {
	if d.broken {
		return errors.New("a secret of the database's")
	}
	return nil
}

func (d *database) Load(context.Context, string, time.Time) (match.Load, error) {
	return match.Load{Matches: d.playing, Races: 2, Votes: 3, LateBells: 1, Notices: d.notices, Oldest: d.oldest}, d.err()
}

func (d *database) WritesFailSince() time.Time { return d.failing }

func watch(m *Metrics, db *database) {
	m.Watch(Sources{
		Database: db, Ahead: func() time.Duration { return -time.Hour }, Pages: http.NotFoundHandler(),
		BackedUp: func() (time.Time, error) { return time.Now().Add(-time.Hour), nil },
	})
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	synctest.Test(t, told)
}

func told(t *testing.T) {
	m := New("v1.2.3")
	m.Interaction("move", "done", 3*time.Millisecond)
	m.Interaction("move", "done", 3*time.Second)
	m.Interaction("other", "refused", 0)
	m.FirstAnswer(20 * time.Millisecond)
	m.Solved("choose", time.Millisecond, true)
	m.Solved("choose", time.Microsecond, false)
	m.Session(false)
	m.Session(true)
	m.Session(true)
	m.Webhook(202)
	m.TurnedAway()
	m.RateLimited(true)
	m.RateLimited(true)
	m.RateLimited(false)
	m.Queue("channels", func() int { return 7 })
	m.Queue("at once", func() int { return 1 })
	watch(m, &database{playing: 42, notices: 3, oldest: time.Now().Add(-1000 * time.Second)})
	m.Shard(0)
	m.Alive(0)
	status, body := get(t, m, "/metrics")
	if status != http.StatusOK {
		t.Fatal(status)
	}
	ours := regexp.MustCompile(`(?m)^(# HELP )?nimatron_.*\n`)
	golden.Equal(t, "metrics.txt", strings.Join(ours.FindAllString(body, -1), ""))
	if !strings.Contains(body, "go_goroutines ") || !strings.Contains(body, "process_resident_memory_bytes ") {
		t.Errorf("the process is left out of\n%s", body)
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	synctest.Test(t, healthy)
}

func healthy(t *testing.T) {
	m := New("")
	db := &database{notices: 1, oldest: time.Now().Add(-1000 * time.Second)}
	watch(m, db)
	check := func(ok bool, words ...string) {
		t.Helper()
		status, body := get(t, m, "/healthz")
		var h health
		if err := json.Unmarshal([]byte(body), &h); err != nil || h.OK != ok || (status == http.StatusOK) != ok || strings.Contains(body, "secret") {
			t.Errorf("status %d: %s, %v", status, body, err)
		}
		for _, word := range words {
			if !strings.Contains(body, word) {
				t.Errorf("%s lacks %s", body, word)
			}
		}
	}
	check(false, `"gateway_age_seconds":null`)
	m.Shard(0)
	m.Alive(0)
	check(true, `"database":"ok"`, `"outbox_age_seconds":1000`)
	db.notices = 0
	check(true, `"outbox_age_seconds":0`)
	db.failing = time.Now().Add(time.Hour) // not long enough
	check(true, `"database":"ok"`)
	db.failing = time.Now().Add(-maxFailing)
	check(false, `"database":"it can't be written"`)
	db.failing = time.Time{}
	db.broken = true
	check(false, "can't be read", `"outbox_age_seconds":null`)
	if _, body := get(t, m, "/metrics"); !strings.Contains(body, "nimatron_open_matches -1") {
		t.Error("an unreadable database has matches")
	}
	db.broken = false
	m.Shard(1)
	check(false, `"gateway_age_seconds":null`)
	m.Alive(1)
	check(true)
	silent, _ := m.shards.Load(0)
	silent.(*atomic.Int64).Store(time.Now().Add(-3 * time.Minute).UnixNano())
	check(false, `"gateway_age_seconds":180`)
	m.SharedShards()
	check(false)
	m.NoShard(0)
	m.NoShard(1)
	check(true)
	m.Shard(0)
	check(false)
	m.Webhooks()
	check(true)
}

// The manual and the dashboard list exactly the bot's metrics.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	m := New("")
	m.Queue("channels", func() int { return 0 })
	watch(m, &database{})
	m.Interaction("move", "done", 0)
	m.Solved("choose", 0, true)
	m.Session(false)
	m.Webhook(202)
	m.RateLimited(false)
	families := must.Get(m.registry.Gather())(t)
	manual := must.Get(os.ReadFile("../../docs/operating.md"))(t)
	dashboard := must.Get(os.ReadFile("../../deploy/grafana-dashboard.json"))(t)
	known := make(map[string]bool)
	for _, f := range families {
		known[f.GetName()] = true
		if name := f.GetName(); strings.HasPrefix(name, namespace) && !regexp.MustCompile("`"+name+"[`{]").Match(manual) {
			t.Errorf("docs/operating.md does not explain %s", name)
		}
		if name := f.GetName(); strings.HasPrefix(name, namespace) && !regexp.MustCompile(`\b`+name+`(_bucket|_sum|_count)?\b`).Match(dashboard) {
			t.Errorf("the dashboard does not show %s", name)
		}
	}
	if !json.Valid(dashboard) {
		t.Error("the dashboard is no JSON")
	}
	for _, name := range regexp.MustCompile(`\b(nimatron|process|go)_\w+`).FindAllString(string(dashboard), -1) {
		base := regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(name, "")
		if !known[name] && !known[base] {
			t.Errorf("the dashboard shows %s", name)
		}
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	m := New("")
	watch(m, &database{})
	if _, err := m.Serve("no address", log); err == nil || !strings.Contains(err.Error(), "NIMATRON_METRICS") {
		t.Errorf("the error is %v", err)
	}
	var address strings.Builder
	stop := must.Get(m.Serve("127.0.0.1:0", slog.New(slog.NewTextHandler(&address, nil))))(t)
	_, after, _ := strings.Cut(address.String(), "address=")
	url := "http://" + strings.TrimSpace(after)
	for path, want := range map[string]int{"/metrics": 200, "/healthz": 503, "/": 404, "/debug/pprof/": 404} {
		resp := must.Get(http.Get(url + path))(t)
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s: %s", path, resp.Status)
		}
	}
	stop()
	if resp, err := http.Get(url + "/metrics"); err == nil {
		resp.Body.Close()
		t.Error("it answers after its end")
	}
}
