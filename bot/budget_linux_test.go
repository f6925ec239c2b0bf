package bot

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/storage/storagetest"
)

// counted returns a number from /proc about a process, such as VmHWM in status, in kB.
func (c *child) counted(t *testing.T, file, name string) (n int) {
	t.Helper()
	text := must.Get(os.ReadFile(fmt.Sprintf("/proc/%d/%s", c.Process.Pid, file)))(t)
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, name+":"); ok {
			must.Get(fmt.Sscan(value, &n))(t)
		}
	}
	return n
}

// serving starts a bot on a database and waits until it is ready.
func serving(t *testing.T, file string) (*child, *discordtest.Server) {
	t.Helper()
	srv := discordtest.New(discordtest.Options{Token: secret, ResponseDeadline: time.Hour})
	t.Cleanup(srv.Close)
	bot := startChild(t, srv.URL, file)
	must.OK(t, srv.WaitCommands(t.Context()))
	return bot, srv
}

// A bot that plays in 200 channels, with pictures, stays within 96 MiB.
func TestMemoryOf200Channels(t *testing.T) {
	if testlong.Race {
		t.Skip("the detector takes memory itself")
	}
	const channels, most = 200, 96 << 10
	bot, srv := serving(t, filepath.Join(t.TempDir(), "nimatron.db"))
	guild := srv.AddGuild("guild")
	var waiting []*discordtest.Interaction
	for n := range channels {
		waiting = append(waiting, srv.AddUser(fmt.Sprint("user ", n)).Slash(guild.AddChannel(fmt.Sprint("channel-", n)), "challenge",
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
	used := bot.counted(t, "status", "VmHWM")
	t.Logf("%d kB", used)
	if used > most {
		t.Errorf("%d channels take %d kB, more than %d", channels, used, most)
	}
	bot.end(t, syscall.SIGTERM)
}

// A start reads as much of a large database as of one a tenth its size: it scans no table.
func TestStartWithManyMatches(t *testing.T) {
	if testlong.Race {
		t.Skip("the detector takes memory itself")
	}
	many := testlong.Times(1000, 2000, 200_000)
	var read [2]int
	for i, matches := range []int{many / 10, many} {
		file := filepath.Join(t.TempDir(), "nimatron.db")
		s, err := openStore(t.Context(), file)
		if err == nil {
			err = errors.Join(storagetest.Community{Matches: matches, Players: 200, Servers: 10, Between: time.Hour}.Fill(t.Context(), s), s.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		bot, _ := serving(t, file)
		read[i] = bot.counted(t, "io", "rchar")
		if used := bot.counted(t, "status", "VmHWM"); used > 64<<10 {
			t.Errorf("a start with %d matches takes %d kB", matches, used)
		}
		bot.end(t, syscall.SIGTERM)
	}
	t.Logf("%d and %d bytes read", read[0], read[1])
	if most := read[0] + 256<<10; read[1] > most {
		t.Errorf("a start with ten times as many matches reads %d bytes, not %d", read[1], read[0])
	}
}
