//go:build unix

package bot

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/testlong"
)

// TestShardLoad tells how much memory a shard takes in a process that serves many, with
// nothing to do but to be there.
func TestShardLoad(t *testing.T) {
	testlong.Measure(t)
	if testlong.Race {
		t.Skip("the race detector takes memory of its own")
	}
	memory := func(shards int) int64 {
		srv := discordtest.New(discordtest.Options{Token: secret})
		defer srv.Close()
		srv.SetShards(shards, shards)
		srv.SetSessionStarts(1000, 24*time.Hour)
		c := startChild(t, srv, realChild, filepath.Join(t.TempDir(), "nimatron.db"))
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
		defer cancel()
		for len(srv.Serving()) < shards {
			if ctx.Err() != nil {
				t.Fatalf("only %d of %d shards are served: %s", len(srv.Serving()), shards, &c.said)
			}
			time.Sleep(10 * time.Millisecond)
		}
		most := c.memory(t)
		c.stop(t)
		return most
	}
	const many = 200
	few, all := memory(1), memory(many)
	if few == 0 {
		t.Skip("the system does not tell how much memory a process has")
	}
	each := (all - few) / (many - 1)
	t.Logf("1 shard: %d MiB; %d shards: %d MiB; one more: %d KiB", few>>20, many, all>>20, each>>10)
	if each > 1<<20 {
		t.Errorf("a shard takes more than a MiB")
	}
}
