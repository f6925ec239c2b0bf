package storage_test

import (
	"testing"
	"time"

	"nimatron/storage"
)

// timed creates matches in channels of these names, each with its times so many
// minutes after noon, 0 for none.
func timed(t *testing.T, s *storage.Store, minutes map[string]int) {
	t.Helper()
	for channel, n := range minutes {
		m := aMatch(channel)
		m.Moves = []storage.Move{move("left", n)}
		m.Deadline = noon.Add(time.Duration(n) * time.Minute)
		if n == 0 {
			m.Deadline = time.Time{}
		}
		m.Remind, m.AbandonAt = m.Deadline, m.Deadline
		createMatch(t, s, m)
	}
}

func channels(ms []storage.Match) (names []string) {
	for _, m := range ms {
		names = append(names, m.Channel)
	}
	return names
}

var manyTimes = map[string]int{"third": 3, "first": 1, "never": 0, "second": 2, "later": 9}

func TestOverdueLongestFirst(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	timed(t, s, manyTimes)
	due, err := s.Overdue(ctx, noon.Add(3*time.Minute), 2)
	wantErr(t, err, nil)
	wantEqual(t, channels(due), []string{"first", "second"})
	first, err := s.OpenMatch(ctx, "first")
	wantErr(t, err, nil)
	wantEqual(t, due[0], first) // as it is, with its moves

	// A move gives time; an end takes the match off the list.
	c := turn(move("right", 2))
	c.Deadline = noon.Add(time.Hour)
	_, err = s.Append(ctx, first.ID, 1, c)
	wantErr(t, err, nil)
	_, err = s.Append(ctx, due[1].ID, 1, end("left", "time"))
	wantErr(t, err, nil)
	due, err = s.Overdue(ctx, noon.Add(3*time.Minute), 9)
	wantErr(t, err, nil)
	wantEqual(t, channels(due), []string{"third"})
	for _, limit := range []int{0, -1} {
		due, err = s.Overdue(ctx, noon.Add(3*time.Minute), limit)
		wantErr(t, err, nil)
		wantEqual(t, len(due), 0)
	}
}

func TestRemindersComeOnce(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	timed(t, s, manyTimes)
	var reminded []string
	for range 3 {
		due, err := s.DueReminders(ctx, noon.Add(3*time.Minute), 2)
		wantErr(t, err, nil)
		for _, m := range due {
			stored, err := s.OpenMatch(ctx, m.Channel)
			wantErr(t, err, nil)
			wantEqual(t, m, stored)
			wantEqual(t, []any{m.Reminded, m.Version}, []any{true, int64(1)})
		}
		reminded = append(reminded, channels(due)...)
	}
	wantEqual(t, reminded, []string{"first", "second", "third"})

	// A move sets the next reminder.
	m, err := s.OpenMatch(ctx, "second")
	wantErr(t, err, nil)
	c := turn(move("left", 1))
	c.Remind = noon.Add(8 * time.Minute)
	_, err = s.Append(ctx, m.ID, m.Version, c)
	wantErr(t, err, nil)
	due, err := s.DueReminders(ctx, noon.Add(8*time.Minute), 9)
	wantErr(t, err, nil)
	wantEqual(t, channels(due), []string{"second"})
}

func TestAbandonLongestFirst(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	timed(t, s, manyTimes)
	var abandoned []string
	for range 3 {
		due, err := s.Abandon(ctx, noon.Add(3*time.Minute), 2)
		wantErr(t, err, nil)
		for _, m := range due {
			over, err := s.MatchByID(ctx, m.ID)
			wantErr(t, err, nil)
			wantEqual(t, m, over)
			wantEqual(t, []any{m.State, m.Winner, m.Termination, m.Version, m.Ended},
				[]any{storage.Finished, "", storage.Abandoned, int64(2), stored(noon.Add(3 * time.Minute))})
		}
		abandoned = append(abandoned, channels(due)...)
	}
	wantEqual(t, abandoned, []string{"first", "second", "third"})
	for _, channel := range []string{"never", "later"} {
		_, err := s.OpenMatch(ctx, channel)
		wantErr(t, err, nil)
	}
}
