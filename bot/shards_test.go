package bot

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/internal/discordtest"
)

// inEachShard returns a channel in a server of each of so many shards.
func (w *world) inEachShard(shards int) []*discordtest.Channel {
	w.Helper()
	rooms := make([]*discordtest.Channel, shards)
	for found := 0; found < shards; time.Sleep(time.Millisecond) {
		ch := w.srv.AddGuild("guild").AddChannel("general")
		var id uint64
		if _, err := fmt.Sscan(ch.GuildID, &id); err != nil {
			w.Fatal(err)
		}
		if n := id >> 22 % uint64(shards); rooms[n] == nil {
			rooms[n] = ch
			found++
		}
	}
	return rooms
}

// ready waits until so many sessions have begun or been resumed.
func (w *world) ready(sessions int) {
	w.Helper()
	w.ok(w.srv.WaitGateway(soon(w.T), func(s discordtest.GatewayStats) bool { return begun(s) >= sessions }))
}

// started returns the numbers of the shards for which sessions were started, in order.
func (w *world) started(of int) (numbers []int) {
	w.Helper()
	for _, s := range w.srv.ShardStarts() {
		if s.Of != of {
			w.Errorf("a session of shard %+v", s)
		}
		numbers = append(numbers, s.Number)
	}
	slices.Sort(numbers)
	return numbers
}

// All shards that Discord recommends are served, and begin no faster than it allows.
func TestShards(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.srv.SetShards(5, 2)
		rooms := w.inEachShard(5)
		w.serve(w.real(filepath.Join(t.TempDir(), "nimatron.db")))
		w.ready(5)
		if got := w.started(5); !slices.Equal(got, []int{0, 1, 2, 3, 4}) {
			t.Errorf("sessions of the shards %v", got)
		}
		last := map[int]time.Time{}
		at := w.srv.SessionStarts()
		for i, s := range w.srv.ShardStarts() {
			if d := at[i].Sub(last[s.Number%2]); d < 5*time.Second {
				t.Errorf("shard %d began %v after another that counts with it", s.Number, d)
			}
			last[s.Number%2] = at[i]
		}
		for n, room := range append(rooms, w.srv.AddDM(w.alice)) {
			w.contains(w.answer(w.alice.Slash(room, "variants")), "a whole family")
			w.contains(w.answer(w.alice.Slash(room, "challenge", discordtest.Opt("variant", "end-nim"), discordtest.Opt("position", "3 5 2"))), fmt.Sprint("match ", n+1))
		}
		w.bob.Say(rooms[3], w.srv.BotUser().Mention()+" /rules variant:nim")
		w.sees(w.srv.AddDM(w.bob), "Nim")

		// Each is resumed by itself.
		w.srv.Disconnect()
		w.ready(10)
		if s := w.srv.GatewayStats(); s.Identifies != 5 {
			t.Errorf("%+v", s)
		}
		for _, room := range rooms {
			w.answer(w.alice.Slash(room, "board"))
		}
	})
}

// The sessions of a day are shared by all shards.
func TestShardStartsAreSaved(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.srv.SetShards(5, 5)
		began := time.Now()
		w.srv.SetSessionStarts(3, time.Hour)
		w.serve(doneFake())
		w.ready(5)
		if d := w.srv.SessionStarts()[3].Sub(began); d < time.Hour {
			t.Errorf("the fourth start came after %v, before the limit was reset", d)
		}
	})
}

// A shard that gets no session holds up no other; a number that Discord does not take ends
// all of them.
func TestShardThatFails(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.srv.SetShards(3, 3)
		w.srv.FailGateway(discordtest.GatewayFault{At: discordtest.AtIdentify, Send: []string{discordtest.InvalidSession}})
		w.serve(doneFake())
		w.ready(2)
		if s := w.srv.GatewayStats(); s.Refused != 1 {
			t.Errorf("%+v", s)
		}
		w.ready(3)
		w.stop()

		w.srv.FailGateway(discordtest.GatewayFault{At: discordtest.AtIdentify, Close: 4011})
		if err := run(t, w.config(doneFake())); !errors.Is(err, errShards) {
			t.Errorf("more shards are wanted: %v", err)
		}
	})
}

func TestReadShards(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Shards{"0-3/16": {0, 3, 16}, "5/16": {5, 5, 16}, "0/1": {0, 0, 1}, "0-15/16": {0, 15, 16}} {
		if got, err := ReadShards(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"": "0-3/16", "4": "0-3/16", "0-3": "0-3/16", "-1/4": "0-3/16", "0-3/16x": "0-3/16", "0-99999999999999999999/1": "0-3/16",
		"3-0/16": "wrong way", "0-16/16": "no shard 16", "0/0": "no shard 0",
	} {
		if got, err := ReadShards(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}
