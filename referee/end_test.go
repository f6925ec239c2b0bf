package referee_test

import (
	"sync"
	"testing"

	"nimatron/match"
)

// Many set something else each at once: all of it is set.
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
