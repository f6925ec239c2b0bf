//go:build unix

package bot

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/testlong"
)

// tapLoad has people play matches by taps in many channels, each as fast as it is
// answered. Only taps count, not the challenges before them.
func tapLoad(t *testing.T, kind string, pictures bool, channels int, d time.Duration) *figures {
	t.Helper()
	srv := discordtest.New(discordtest.Options{Token: secret})
	defer srv.Close()
	guild := srv.AddGuild("guild")
	c := startChild(t, srv, kind, filepath.Join(t.TempDir(), "nimatron.db"))
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := srv.WaitCommands(ctx); err != nil {
		t.Fatalf("%v: %s", err, &c.said)
	}
	var f figures
	var mu sync.Mutex
	var all sync.WaitGroup
	begun := time.Now()
	for n := range channels {
		ch, u := guild.AddChannel(fmt.Sprint("channel-", n)), srv.AddUser(fmt.Sprint("user-", n))
		all.Go(func() {
			tapOn(t, kind, pictures, ch, u, func() bool { return time.Since(begun) < d }, func(in *discordtest.Interaction) {
				mu.Lock()
				defer mu.Unlock()
				f.interactions++
				f.first, f.text = append(f.first, in.Latency()), append(f.text, in.Answered())
			})
		})
	}
	all.Wait()
	f.end(t, c, srv, begun)
	return &f
}

// tapOn has somebody play matches by taps in a channel, each as soon as the one before is
// answered, for as long as more says. Each tap is told to tapped when it is answered.
func tapOn(t *testing.T, kind string, pictures bool, ch *discordtest.Channel, u *discordtest.User, more func() bool, tapped func(*discordtest.Interaction)) {
	wait := func(in *discordtest.Interaction) *discordtest.Message {
		ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
		defer cancel()
		m, err := in.Wait(ctx)
		if err != nil {
			t.Errorf("%s: %v", ch.Name, err)
		}
		return m
	}
	var board *discordtest.Message
	if kind != constantChild && !pictures {
		wait(u.Slash(ch, "settings", discordtest.Opt("name", "pictures"), discordtest.Opt("value", "off")))
	}
	for more() && !t.Failed() {
		if board == nil {
			board = wait(u.Slash(ch, "challenge", discordtest.Opt("variant", "end-nim"), discordtest.Opt("position", "9 9 9 9"), discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect")))
			continue
		}
		taps := moveTaps(board)
		if len(taps) == 0 {
			t.Errorf("%s: nothing can be tapped: %s", kind, board.Text())
			return
		}
		in := u.Tap(board, taps[0])
		if board = wait(in); board == nil {
			return
		}
		tapped(in)
		if kind != constantChild && strings.Contains(board.Text(), " wins.**") {
			board = nil
		}
	}
}

// TestTapLoad compares taps with the least that a bot can do with one: to answer with a
// constant. It takes some seconds, or as long as NIMATRON_LOAD says.
func TestTapLoad(t *testing.T) {
	testlong.Measure(t, "NIMATRON_LOAD")
	d := loadTime(t)
	for _, channels := range []int{1, 20} {
		t.Logf("%d channels, constant: %v", channels, tapLoad(t, constantChild, false, channels, d))
		t.Logf("%d channels, nimatron, text alone: %v", channels, tapLoad(t, realChild, false, channels, d))
		t.Logf("%d channels, nimatron, with pictures: %v", channels, tapLoad(t, realChild, true, channels, d))
	}
}
