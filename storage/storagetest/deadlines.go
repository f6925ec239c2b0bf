package storagetest

import (
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
)

// timed creates matches in channels of these names, each with its times so many
// minutes after Noon, 0 for none.
func timed(t *testing.T, s match.Store, minutes map[string]int) {
	t.Helper()
	for channel, n := range minutes {
		m := Match(channel)
		m.Moves = []match.Move{Move(games.Left, n)}
		m.Deadline = Noon.Add(time.Duration(n) * time.Minute)
		if n == 0 {
			m.Deadline = time.Time{}
		}
		m.Remind, m.AbandonAt = m.Deadline, m.Deadline
		CreateMatch(t, s, m)
	}
}

func channels(ms []match.Match) (names []string) {
	for _, m := range ms {
		names = append(names, m.Channel)
	}
	return names
}

var manyTimes = map[string]int{"third": 3, "first": 1, "never": 0, "second": 2, "later": 9}

func remindersComeOnce(t *testing.T, newStore Opener) {
	s := newStore(t)
	ctx := t.Context()
	timed(t, s, manyTimes)
	var reminded []string
	for range 3 {
		due, err := s.DueReminders(ctx, Noon.Add(3*time.Minute), 2)
		WantErr(t, err, nil)
		for _, m := range due {
			stored, err := s.LastMatch(ctx, m.Channel)
			WantErr(t, err, nil)
			WantEqual(t, m, stored)
			WantEqual(t, []any{m.Reminded, m.Version}, []any{true, int64(1)})
		}
		reminded = append(reminded, channels(due)...)
	}
	WantEqual(t, reminded, []string{"first", "second", "third"})

	// A move sets the next reminder.
	m, err := s.LastMatch(ctx, "second")
	WantErr(t, err, nil)
	c := Turn(Move(games.Left, 1))
	c.Remind = Noon.Add(8 * time.Minute)
	_, err = s.Append(ctx, m.ID, m.Version, c)
	WantErr(t, err, nil)
	due, err := s.DueReminders(ctx, Noon.Add(8*time.Minute), 9)
	WantErr(t, err, nil)
	WantEqual(t, channels(due), []string{"second"})
}

func abandonLongestFirst(t *testing.T, newStore Opener) {
	s := newStore(t)
	ctx := t.Context()
	timed(t, s, manyTimes)
	var abandoned []string
	for range 3 {
		due, err := s.Abandon(ctx, Noon.Add(3*time.Minute), 2)
		WantErr(t, err, nil)
		for _, m := range due {
			over, err := s.MatchByID(ctx, m.ID)
			WantErr(t, err, nil)
			WantEqual(t, m, over)
			WantEqual(t, []any{m.State, m.Winner, m.Termination, m.Version, m.Ended},
				[]any{match.Finished, match.Nobody, match.Abandoned, int64(2), Stored(Noon.Add(3 * time.Minute))})
		}
		abandoned = append(abandoned, channels(due)...)
	}
	WantEqual(t, abandoned, []string{"first", "second", "third"})
	for _, channel := range []string{"never", "later"} {
		m, err := s.LastMatch(ctx, channel)
		WantErr(t, err, nil)
		WantEqual(t, m.State, match.Playing)
	}
}
