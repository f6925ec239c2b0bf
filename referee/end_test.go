package referee_test

import (
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
)

// Many end a match at once while its players go on. It ends once, with one notice.
func TestEndAtOnce(t *testing.T) {
	r, store := open(t, filepath.Join(t.TempDir(), "test.db"))
	proposal := ask(t, "nim", "90 90", match.FirstMe)
	proposal.Server = "den"
	must.Get(r.ChallengeBot(t.Context(), proposal, match.Perfect))(t)
	var ended atomic.Int32
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			switch _, err := r.End(t.Context(), 1, fmt.Sprint("moderator ", n), "den"); {
			case err == nil:
				ended.Add(1)
			case code(err) != referee.MatchFinished && code(err) != referee.Busy:
				t.Error(err)
			}
		})
		all.Go(func() {
			_, err := r.Move(t.Context(), referee.MatchVersion{}, "lobby", ann.ID, "1-1")
			if err != nil && code(err) != referee.MatchFinished && code(err) != referee.Busy {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for code(func() error { _, err := r.End(t.Context(), 1, "one more", "den"); return err }()) != referee.MatchFinished {
		ended.Add(1) // all the others were too late
	}
	m, err := store.MatchByID(t.Context(), 1)
	if err != nil || ended.Load() != 1 || m.Termination != match.Moderated || m.Winner != match.Nobody {
		t.Errorf("ended %d times, as %+v, %v", ended.Load(), m.Result, err)
	}
	notices, err := store.TakeNotices(t.Context(), match.DiscordFront, time.Now(), time.Now().Add(time.Minute), 9)
	if err != nil || len(notices) != 1 || notices[0].Kind != match.EndedNotice || notices[0].About.ID != 1 {
		t.Errorf("the notices are %+v, %v", notices, err)
	}
}

// Many settings are changed at once. All changes take effect.
func TestSettingsAtOnce(t *testing.T) {
	r := newReferee(t)
	changes := []func(*match.ServerSettings){
		func(s *match.ServerSettings) { s.Threads = true }, func(s *match.ServerSettings) { s.ChannelsEnd = true },
		func(s *match.ServerSettings) { s.Level = match.Strong },
	}
	var all sync.WaitGroup
	for _, change := range changes {
		all.Go(func() {
			_, err := r.ChangeServer(t.Context(), "den", func(s *match.ServerSettings) error {
				change(s)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	set, err := r.ServerSettings(t.Context(), "den")
	if err != nil || !set.Threads || !set.ChannelsEnd || set.Level != match.Strong || set.Version != 3 {
		t.Errorf("set are %+v, %v", set, err)
	}
}
