package storagetest

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/storage"
)

// serverSettings returns settings whose fields all differ.
func serverSettings() match.ServerSettings {
	return match.ServerSettings{
		Channels: []string{"1234", "local:lobby"}, Variant: "end-nim/misere", Level: match.Strong, Threads: true,
		Pings: match.PingsDirect, ChannelsEnd: true, PuzzleChannel: "5678", NoSeasons: true, News: match.NewsNeeded,
	}
}

func (suite) SettingsOfServers(ctx context.Context, t *testing.T, s storage.Store) {
	has := func(room string, want match.ServerSettings) {
		t.Helper()
		Got(s.ServerSettings(ctx, room)).Is(t, want)
	}
	has("den", match.ServerSettings{})
	set := serverSettings()
	WantErr(t, s.SaveServerSettings(ctx, "den", set), nil)
	WantErr(t, s.SaveServerSettings(ctx, "den", set), match.ErrStale)
	set.Version = 1
	has("den", set)
	has("another", match.ServerSettings{})
	has("", match.ServerSettings{})
	set.Version = 3
	WantErr(t, s.SaveServerSettings(ctx, "den", set), match.ErrStale)
	WantErr(t, s.SaveServerSettings(ctx, "another", set), match.ErrStale)
	WantErr(t, s.SaveServerSettings(ctx, "den", match.ServerSettings{Version: 1}), nil)
	has("den", match.ServerSettings{Version: 2})

	for name, spoil := range map[string]func(*match.ServerSettings){
		"pings": func(s *match.ServerSettings) { s.Pings = "often" }, "level": func(s *match.ServerSettings) { s.Level = "weak" },
		"news":          func(s *match.ServerSettings) { s.News = "all" },
		"channel twice": func(s *match.ServerSettings) { s.Channels = []string{"1", "2", "1"} },
		"two in one":    func(s *match.ServerSettings) { s.Channels = []string{"1 2"} },
		"empty channel": func(s *match.ServerSettings) { s.Channels = []string{""} },
		"many channels": func(s *match.ServerSettings) { s.Channels = make([]string, match.MaxChannels+1) },
		"long variant":  func(s *match.ServerSettings) { s.Variant = strings.Repeat("x", 101) },
	} {
		bad := match.ServerSettings{Version: 2}
		if spoil(&bad); s.SaveServerSettings(ctx, "den", bad) == nil {
			t.Errorf("%s: saved", name)
		}
	}
	if s.SaveServerSettings(ctx, "", match.ServerSettings{}) == nil {
		t.Error("nowhere has settings")
	}
	has("den", match.ServerSettings{Version: 2})
}

func (suite) SettingsOfPeople(ctx context.Context, t *testing.T, s storage.Store) {
	has := func(player match.Player, want match.PersonSettings) {
		t.Helper()
		Got(s.PersonSettings(ctx, player.ID)).Is(t, want)
	}
	has(Ann, match.PersonSettings{})
	set := match.PersonSettings{Pings: match.PingsAlways, TextOnly: true, LargeText: true, LightBoards: true, Theme: "wood", NoMarks: true, News: match.NewsOff, Unnamed: true}
	WantErr(t, s.SavePersonSettings(ctx, Ann, set), nil)
	WantErr(t, s.SavePersonSettings(ctx, Ann, set), match.ErrStale)
	set.Version = 1
	has(Ann, set)
	has(Bob, match.PersonSettings{})
	exported(t, s, Ann).has(t, "person_settings", `"text_only":true,"large_text":true,"light_boards":true,"theme":"wood"`)
	set.Version = 2
	WantErr(t, s.SavePersonSettings(ctx, Ann, set), match.ErrStale)
	WantErr(t, s.SavePersonSettings(ctx, Bob, set), match.ErrStale)
	WantErr(t, s.SavePersonSettings(ctx, Ann, match.PersonSettings{Version: 1, Pings: match.PingsOff}), nil)
	has(Ann, match.PersonSettings{Version: 2, Pings: match.PingsOff})
	if s.SavePersonSettings(ctx, Ann, match.PersonSettings{Version: 2, Pings: "often"}) == nil {
		t.Error("pings that there are not are saved")
	}
	if s.SavePersonSettings(ctx, Ann, match.PersonSettings{Version: 2, Theme: strings.Repeat("x", 101)}) == nil {
		t.Error("too long a theme is saved")
	}
	if s.SavePersonSettings(ctx, match.DeletedPlayer(1), match.PersonSettings{}) == nil {
		t.Error("a deleted player has settings")
	}

	// Forgotten players have no settings, even when they come back.
	WantErr(t, s.Forget(ctx, Ann.ID, Noon), nil)
	has(Ann, match.PersonSettings{})
	has(match.DeletedPlayer(1), match.PersonSettings{})
	WantErr(t, s.SavePersonSettings(ctx, Ann, match.PersonSettings{TextOnly: true}), nil)
	has(Ann, match.PersonSettings{Version: 1, TextOnly: true})
}

func (suite) PuzzleIsAnnouncedOnce(ctx context.Context, t *testing.T, s storage.Store) {
	announced := func(day string, limit int, want ...string) {
		t.Helper()
		n := Got(s.AnnouncePuzzle(ctx, day, Noon, limit)).OK(t)
		subjects, _ := take(t, s)
		WantEqual(t, subjects, want)
		WantEqual(t, n, len(want))
	}
	announced("2025-03-14", 9)
	for _, room := range []string{"one", "two", "three"} {
		WantErr(t, s.SaveServerSettings(ctx, room, match.ServerSettings{PuzzleChannel: "of " + room}), nil)
	}
	WantErr(t, s.SaveServerSettings(ctx, "four", match.ServerSettings{Variant: "nim"}), nil)
	announced("2025-03-14", 2, "puzzle of one", "puzzle of three")
	announced("2025-03-14", 9, "puzzle of two")
	announced("2025-03-14", 9)
	announced("2025-03-13", 9) // the clock was set back
	announced("2025-03-14", 9)

	// A server that changes its channel doesn't get a second announcement that day.
	WantErr(t, s.SaveServerSettings(ctx, "one", match.ServerSettings{Version: 1, PuzzleChannel: "elsewhere"}), nil)
	announced("2025-03-14", 9)
	Got(s.AnnouncePuzzle(ctx, "2025-03-15", Noon, 9)).Is(t, 3)
	// Only notices for a channel that is no longer set are dropped.
	WantErr(t, s.SaveServerSettings(ctx, "one", match.ServerSettings{Version: 2}), nil)
	WantErr(t, s.SaveServerSettings(ctx, "two", match.ServerSettings{Version: 1, PuzzleChannel: "of two", Threads: true}), nil)
	subjects, notices := take(t, s)
	WantEqual(t, subjects, []string{"puzzle of three", "puzzle of two"})
	WantEqual(t, notices[0].Created, Stored(Noon))
}

// Many changes to the same settings at once all take effect. Many announcements of the same puzzle
// lead to one.
func (suite) NoSettingIsLost(ctx context.Context, t *testing.T, s storage.Store) {
	WantErr(t, s.SaveServerSettings(ctx, "room", match.ServerSettings{PuzzleChannel: "c"}), nil)
	var all sync.WaitGroup
	var announced atomic.Int32
	// again repeats a step until no other writer is faster.
	again := func(step func() error) {
		for {
			err := step()
			if err == nil {
				return
			}
			if !errors.Is(err, match.ErrStale) {
				t.Error(err)
				return
			}
		}
	}
	for range writers {
		all.Go(func() {
			again(func() error {
				set := Got(s.ServerSettings(ctx, "room")).OK(t)
				set.Variant += "x"
				return s.SaveServerSettings(ctx, "room", set)
			})
			again(func() error {
				set := Got(s.PersonSettings(ctx, Ann.ID)).OK(t)
				set.LargeText = !set.LargeText
				return s.SavePersonSettings(ctx, Ann, set)
			})
			n := Got(s.AnnouncePuzzle(ctx, "2025-03-14", time.Now(), 9)).OK(t)
			announced.Add(int32(n))
		})
	}
	all.Wait()
	Got(s.ServerSettings(ctx, "room")).Is(t, match.ServerSettings{Version: writers + 1, Variant: strings.Repeat("x", writers), PuzzleChannel: "c"})
	Got(s.PersonSettings(ctx, Ann.ID)).Is(t, match.PersonSettings{Version: writers})
	WantEqual(t, announced.Load(), 1)
	subjects, _ := take(t, s)
	WantEqual(t, subjects, []string{"puzzle c"})
}
