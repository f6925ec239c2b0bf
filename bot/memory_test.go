//go:build unix

package bot

import (
	"bytes"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/storage/storagetest"
)

// TestMemory looks how much memory the bot takes with 10,000 open matches, while some are
// played.
func TestMemory(t *testing.T) {
	testlong.Measure(t)
	if testlong.Race {
		t.Skip("the race detector takes memory of its own")
	}
	const matches, most = 10_000, 64 << 20
	file := filepath.Join(t.TempDir(), "nimatron.db")
	store := storagetest.OpenFile(t, file)
	shown := make([]match.Board, 0, matches)
	for n := range matches {
		m := storagetest.Match(fmt.Sprint(1_000_000_000_000_000_000 + n))
		m.Variant, m.AbandonAt, m.Deadline, m.Remind = "end-nim", time.Time{}, time.Time{}, time.Time{}
		m = storagetest.CreateMatch(t, store, m)
		shown = append(shown, match.Board{Match: m.ID, Version: 1})
	}
	if err := store.NoteShown(t.Context(), shown...); err != nil {
		t.Fatal(err)
	}
	srv := discordtest.New(discordtest.Options{Token: secret})
	defer srv.Close()
	ch, u := srv.AddGuild("guild").AddChannel("general"), srv.AddUser("ann")
	c := startChild(t, srv, realChild, file)
	if err := srv.WaitCommands(soon(t)); err != nil {
		t.Fatalf("%v: %s", err, &c.said)
	}
	for range 200 {
		if _, err := u.Slash(ch, "board").Wait(soon(t)); err != nil {
			t.Fatal(err)
		}
	}
	memory := c.memory(t)
	c.stop(t)
	t.Logf("at most %d MiB", memory>>20)
	if memory > most {
		t.Errorf("that is more than %d MiB", most>>20)
	}
}

// tellHeap has the process write its profiles of goroutines and of the heap, in words, to
// a file whenever it gets SIGUSR1.
func tellHeap(file string) {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGUSR1)
	go func() {
		for range asked {
			runtime.GC()
			var b bytes.Buffer
			_ = pprof.Lookup("goroutine").WriteTo(&b, 1)
			_ = pprof.Lookup("heap").WriteTo(&b, 1)
			if os.WriteFile(file+".part", b.Bytes(), 0o600) == nil {
				_ = os.Rename(file+".part", file)
			}
		}
	}()
}

// heap is what a process has on its heap, and how many goroutines.
type heap struct {
	bytes, goroutines int
	profile           string
}

func (c *child) heap(t *testing.T) (h heap) {
	t.Helper()
	file := c.env(childHeap)
	_ = os.Remove(file)
	if err := c.Process.Signal(syscall.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	for ctx := soon(t); h.profile == ""; time.Sleep(10 * time.Millisecond) {
		text, _ := os.ReadFile(file)
		if h.profile = string(text); ctx.Err() != nil {
			t.Fatalf("the bot does not tell its heap: %s", &c.said)
		}
	}
	for prefix, n := range map[string]*int{"goroutine profile: total ": &h.goroutines, "\n# HeapAlloc = ": &h.bytes} {
		_, rest, _ := strings.Cut(h.profile, prefix)
		if _, err := fmt.Sscan(rest, n); err != nil {
			t.Fatalf("%q: %v", prefix, err)
		}
	}
	return h
}

// TestManyInteractions has one process answer many interactions: some thousand, or as many
// as NIMATRON_INTERACTIONS says. Its heap and its goroutines stay as they were when a part
// of them was answered. With NIMATRON_PROFILE the profiles of the heap go to that folder.
func TestManyInteractions(t *testing.T) {
	testlong.Measure(t, "NIMATRON_INTERACTIONS")
	total, many := 4000, false
	if text := os.Getenv("NIMATRON_INTERACTIONS"); text != "" {
		var err error
		if total, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
		many = true
	} else if testlong.Race {
		total = 1000
	}
	profiles := os.Getenv("NIMATRON_PROFILE")
	t.Setenv("NIMATRON_PROFILE", "") // a profile of the processor would grow on the heap
	srv, c := busyDiscord(t, realChild)
	guild := srv.AddGuild("guild")
	const channels, parts = 20, 10
	rooms, people := make([]*discordtest.Channel, channels), make([]*discordtest.User, channels)
	for n := range channels {
		rooms[n], people[n] = guild.AddChannel(fmt.Sprint("channel-", n)), srv.AddUser(fmt.Sprint("user-", n))
	}
	var answered atomic.Int64
	var first, last heap
	begun := time.Now()
	for part := 1; part <= parts; part++ {
		var all sync.WaitGroup
		for n := range channels {
			all.Go(func() {
				more := func() bool { return int(answered.Load()) < total*part/parts }
				playOn(t, realChild, rooms[n], people[n], more, func(*discordtest.Interaction) { answered.Add(1) })
			})
		}
		stop := make(chan struct{})
		var forgetting sync.WaitGroup
		forgetting.Go(func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(time.Second):
					srv.Forget(time.Minute)
				}
			}
		})
		all.Wait()
		close(stop)
		forgetting.Wait()
		if t.Failed() {
			t.Fatal(&c.said)
		}
		if part != 2 && part != parts && !many {
			continue
		}
		last = c.heap(t)
		if first.bytes == 0 && part >= 2 {
			first = last
		}
		t.Logf("after %d interactions and %v: %d goroutines, heap %d KiB, at most %d MiB in all",
			answered.Load(), time.Since(begun).Round(time.Second), last.goroutines, last.bytes>>10, c.memory(t)>>20)
		if profiles != "" {
			if err := os.WriteFile(filepath.Join(profiles, fmt.Sprintf("heap-%d", part)), []byte(last.profile), 0o600); err != nil {
				t.Error(err)
			}
		}
	}
	c.stop(t)
	// Connections and queues come and go.
	if last.goroutines > first.goroutines+2*channels || last.bytes > first.bytes+4<<20 {
		t.Errorf("%d goroutines and %d KiB after a part, %d and %d KiB in the end:\n%s",
			first.goroutines, first.bytes>>10, last.goroutines, last.bytes>>10, last.profile)
	}
}
