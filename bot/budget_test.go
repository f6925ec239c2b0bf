//go:build unix

package bot

import (
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/referee"
	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// held asks a process how many bytes it keeps once it has collected its garbage.
func (c *child) held(t *testing.T) (bytes int) {
	t.Helper()
	must.OK(t, c.Process.Signal(syscall.SIGUSR1))
	must.Get(fmt.Fscanln(c.told, &bytes))(t)
	return bytes
}

// A bot keeps little for each channel in which it plays with pictures, beyond what it keeps for the first.
func TestMemoryOf200Channels(t *testing.T) {
	if testlong.Race {
		t.Skip("the detector takes memory itself")
	}
	const channels, most = 200, 32 << 10
	t.Setenv("GOMAXPROCS", "2") // each processor keeps memory of its own
	srv := discordtest.New(discordtest.Options{Token: secret, ResponseDeadline: time.Hour})
	t.Cleanup(srv.Close)
	bot := startChild(t, srv.URL, filepath.Join(t.TempDir(), "nimatron.db"))
	must.OK(t, srv.WaitCommands(t.Context()))
	guild := srv.AddGuild("guild")
	play := func(channels int) {
		var waiting []*discordtest.Interaction
		for range channels {
			waiting = append(waiting, srv.AddUser("user").Slash(guild.AddChannel("channel"), "challenge",
				discordtest.Opt("game", "nim"), discordtest.Opt("position", "9 10 11 12 13"), discordtest.Opt("first", "me")))
		}
		for range testlong.Times(3, 3, 20) {
			for n, in := range waiting {
				board := must.Get(in.Wait(t.Context()))(t)
				if len(moveTaps(board)) > 0 {
					waiting[n] = in.User.Tap(board, moveTaps(board)[0])
				}
			}
		}
		for _, in := range waiting {
			must.Get(in.Wait(t.Context()))(t)
		}
	}
	play(channels / 4)
	before := bot.held(t)
	play(channels)
	each := (bot.held(t) - before) / channels
	t.Logf("%d bytes at first, %d for each channel", before, each)
	if each > most {
		t.Errorf("each channel takes %d bytes, more than %d", each, most)
	}
	bot.end(t, syscall.SIGTERM)
}

// A start looks at as many pages of a large database as of one a tenth its size: it scans no table.
func TestStartWithManyMatches(t *testing.T) {
	many := testlong.Times(200, 200, 200_000)
	bubble(t, func(t *testing.T) {
		var read []int
		for _, matches := range []int{many / 10, many} {
			w := newWorld(t)
			w.timing.front = rarely
			store := storagetest.Open(t).(*sqlite.Store)
			must.OK(t, storagetest.Community{Matches: matches, Players: 200, Servers: 10, Between: time.Hour}.Fill(t.Context(), store))
			w.serve(w.over(store, referee.Options{}))
			time.Sleep(time.Hour) // until the months before are closed
			w.stop()
			before := must.Get(sqlite.PagesRead(t.Context(), store))(t)
			w.serve(w.over(store, referee.Options{}))
			time.Sleep(time.Second)
			w.stop()
			read = append(read, must.Get(sqlite.PagesRead(t.Context(), store))(t)-before)
		}
		t.Logf("%d and %d pages", read[0], read[1])
		if read[1] > read[0]*5/4 {
			t.Errorf("a start with ten times as many matches looks at %d pages, not %d", read[1], read[0])
		}
	})
}
