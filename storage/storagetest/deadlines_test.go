package storagetest

import (
	"context"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

// timed creates a match in each named channel, with a deadline in minutes after Noon; 0 means none. The time to remind
// or to abandon is the same.
func timed(t *testing.T, s storage.Store, minutes map[string]int, remind bool) {
	t.Helper()
	for channel, n := range minutes {
		m := Match(channel)
		m.Moves = []match.Move{Move(games.Left, n)}
		m.Deadline = Noon.Add(time.Duration(n) * time.Minute)
		if n == 0 {
			m.Deadline = time.Time{}
		}
		if m.Remind, m.AbandonAt = (time.Time{}), m.Deadline; remind {
			m.Remind, m.AbandonAt = m.Deadline, time.Time{}
		}
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

// take claims all notices for Discord. It returns the kind and channel of each, and the notices.
func take(t *testing.T, s storage.Store) (subjects []string, notices []match.Notice) {
	t.Helper()
	now := time.Now()
	notices = Got(s.TakeNotices(t.Context(), match.DiscordFront, now, now.Add(time.Minute), 99)).OK(t)
	for _, n := range notices {
		subjects = append(subjects, string(n.Kind)+" "+n.Channel)
	}
	return subjects, notices
}

func (suite) RemindersComeOnce(ctx context.Context, t *testing.T, s storage.Store) {
	timed(t, s, manyTimes, true)
	for _, want := range []int{2, 1, 0} {
		WantEqual(t, Got(s.Sweep(ctx, Noon.Add(3*time.Minute), 2)).OK(t).Reminded, want)
	}
	subjects, notices := take(t, s)
	WantEqual(t, subjects, []string{"reminder first", "reminder second", "reminder third"})
	for _, n := range notices {
		m := Got(s.MatchByID(ctx, n.About.ID)).OK(t)
		WantEqual(t, []any{m.Channel, m.Reminded, m.Version}, []any{n.Channel, true, int64(1)})
	}

	// Asking for a takeback leaves the deadline as it is, so nobody is reminded again.
	m := Got(s.LastMatch(ctx, "first")).OK(t)
	Got(s.Append(ctx, m.ID, m.Version, match.Change{Offer: match.LeftSeat, Remind: m.Remind, Deadline: m.Deadline, Now: Noon})).OK(t)
	WantEqual(t, Got(s.Sweep(ctx, Noon.Add(8*time.Minute), 9)).OK(t).Reminded, 0)

	// A move sets the next reminder, which replaces one that is still unsent.
	m = Got(s.LastMatch(ctx, "second")).OK(t)
	c := Turn(1, Move(games.Left, 1))
	c.Remind = Noon.Add(8 * time.Minute)
	Got(s.Append(ctx, m.ID, m.Version, c)).OK(t)
	WantEqual(t, Got(s.Sweep(ctx, Noon.Add(8*time.Minute), 9)).OK(t).Reminded, 1)
	subjects, _ = take(t, s)
	WantEqual(t, subjects, []string{"reminder second"})
	WantEqual(t, Got(s.Load(ctx, match.DiscordFront, Noon)).OK(t).Notices, 3)
}

func (suite) AbandonLongestFirst(ctx context.Context, t *testing.T, s storage.Store) {
	timed(t, s, manyTimes, false)
	for _, want := range []int{2, 1, 0} {
		WantEqual(t, Got(s.Sweep(ctx, Noon.Add(3*time.Minute), 2)).OK(t).Abandoned, want)
	}
	subjects, notices := take(t, s)
	WantEqual(t, subjects, []string{"abandoned first", "abandoned second", "abandoned third"})
	for _, n := range notices {
		m := Got(s.MatchByID(ctx, n.About.ID)).OK(t)
		WantEqual(t, []any{m.State, m.Winner, m.Termination, m.Version, m.Ended},
			[]any{match.Finished, match.Nobody, match.Abandoned, int64(2), Stored(Noon.Add(3 * time.Minute))})
	}
	for _, channel := range []string{"never", "later"} {
		m := Got(s.LastMatch(ctx, channel)).OK(t)
		WantEqual(t, m.State, match.Playing)
	}
}
