package transport

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/internal/must"
	"nimatron/match"
)

func TestReadShards(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Shards{"0-3/16": {0, 3, 16}, "5/16": {5, 5, 16}, "0/1": {0, 0, 1}, "0-15/16": {0, 15, 16}} {
		if got, err := ReadShards(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"": "0-3/16", "4": "0-3/16", "0-3": "0-3/16", "-1/4": "0-3/16", "0-3/16x": "0-3/16", "0-99999999999999999999/1": "0-3/16",
		"3-0/16": "the smaller number comes first", "0-16/16": "no shard 16", "0/0": "no shard 0",
	} {
		if got, err := ReadShards(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

// silent is a store of leases that never answers.
type silent struct{ match.Leases }

func (silent) TakeLease(_ context.Context, name, _ string, _, _ time.Time) (match.Lease, bool, error) {
	return match.Lease{}, false, fmt.Errorf("%s is not told: %w", name, errors.ErrUnsupported)
}

// If the store does not answer, the process paces its own session starts.
func TestPaceWithoutStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var logged bytes.Buffer
		d := &identifyGate{Client: &Client{Config: Config{Log: slog.New(slog.NewTextHandler(&logged, nil)), Timing: DefaultTiming, Leases: silent{}}}}
		release := must.Get(d.reserve(t.Context(), 3))(t)
		release(true)
		d.tasks.Wait()
		if text := logged.String(); !strings.Contains(text, "discord identify 3") {
			t.Errorf("logged %s", text)
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if _, err := d.reserve(stopped, 3); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped: %v", err)
		}
	})
}
