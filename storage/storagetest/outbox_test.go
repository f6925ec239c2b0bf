package storagetest

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

func (suite) NoticesAreTakenInTurn(ctx context.Context, t *testing.T, s storage.Store) {
	timed(t, s, manyTimes, false)
	Got(s.Sweep(ctx, Noon.Add(3*time.Minute), 9)).OK(t)
	now := time.Now().Truncate(time.Millisecond)
	taken := func(at time.Time, limit int) (channels []string, notices []match.Notice) {
		t.Helper()
		notices = Got(s.TakeNotices(ctx, match.DiscordFront, at, at.Add(time.Minute), limit)).OK(t)
		for _, n := range notices {
			channels = append(channels, n.Channel)
		}
		return channels, notices
	}
	first, notices := taken(now, 2)
	WantEqual(t, first, []string{"first", "second"})
	WantEqual(t, notices[0], match.Notice{
		ID: notices[0].ID, Front: match.DiscordFront, Channel: "first", Kind: match.AbandonedNotice,
		About: match.Subject{Kind: match.MatchSubject, ID: notices[0].About.ID}, Created: Stored(Noon.Add(3 * time.Minute)),
	})
	rest, others := taken(now, 9)
	WantEqual(t, rest, []string{"third"})
	none, _ := taken(now.Add(time.Minute-1), 9)
	WantEqual(t, none, nil)

	// One is sent, one has to wait, and the sender of the third has died.
	WantErr(t, s.EndNotice(ctx, notices[0].ID, time.Time{}), nil)
	WantErr(t, s.EndNotice(ctx, notices[1].ID, now.Add(10*time.Minute)), nil)
	again, notices := taken(now.Add(time.Minute), 9)
	WantEqual(t, again, []string{"third"})
	WantEqual(t, notices[0].Tries, 0) // a killed process does not count as a failed try
	WantEqual(t, notices[0].ID, others[0].ID)
	later, notices := taken(now.Add(10*time.Minute), 9)
	WantEqual(t, later, []string{"second", "third"})
	WantEqual(t, notices[0].Tries, 1)

	// After the clock was set back nothing waits for hours.
	back, _ := taken(now.Add(-5*time.Hour), 9)
	WantEqual(t, back, []string{"second", "third"})
	backlog := Got(s.Load(ctx, match.DiscordFront, Noon)).OK(t)
	WantEqual(t, backlog.Notices, 2)
	WantEqual(t, backlog.Oldest, Stored(Noon.Add(3*time.Minute)))
	WantErr(t, s.EndNotice(ctx, 99, time.Time{}), nil)
	WantErr(t, s.EndNotice(ctx, 99, now), nil)
}

func (suite) NoticeOfAStep(ctx context.Context, t *testing.T, s storage.Store) {
	m := CreateMatch(t, s, Match("c"))
	c := End(match.LeftSeat, match.TimedOut)
	c.Notice = match.TimeUpNotice
	Got(s.Append(ctx, m.ID, 7, c)).Fails(t, match.ErrStale)
	subjects, _ := take(t, s)
	WantEqual(t, subjects, nil)
	Got(s.Append(ctx, m.ID, 1, c)).OK(t)
	subjects, notices := take(t, s)
	WantEqual(t, subjects, []string{"time c"})
	WantEqual(t, notices[0].About.ID, m.ID)
}

func (suite) NoticesByTheFront(ctx context.Context, t *testing.T, s storage.Store) {
	for _, channel := range []string{"1234", "local:lobby", "local", "LOCAL:x", "lo:cal"} {
		c := CreateChallenge(t, s, Challenge(channel))
		WantErr(t, match.CloseChallenge(ctx, s, c.ID, match.ChallengeExpired, Noon), nil)
		CreateMatch(t, s, Match(channel))
		CreateChallenge(t, s, OpenChallenge("of "+channel))
	}
	WantEqual(t, Got(s.Sweep(ctx, Noon.AddDate(1, 0, 0), 9)).OK(t).Abandoned, 5)
	for _, front := range []string{match.LocalFront, match.DiscordFront} {
		notices := Got(s.TakeNotices(ctx, front, time.Now(), time.Now().Add(time.Minute), 99)).OK(t)
		boards := Got(s.LaggingBoards(ctx, front, 99)).OK(t)
		WantEqual(t, []int{len(notices), len(boards)}, map[string][]int{match.LocalFront: {1, 2}, match.DiscordFront: {4, 8}}[front])
		for _, n := range notices {
			WantEqual(t, []string{n.Front, match.FrontOf(n.Channel)}, []string{front, front})
		}
		for _, b := range boards {
			WantEqual(t, match.FrontOf(b.Channel), front)
		}
	}
}

func (suite) WhatIsShown(ctx context.Context, t *testing.T, s storage.Store) {
	m := Match("c")
	m.Message = ""
	m = CreateMatch(t, s, m)
	c := CreateChallenge(t, s, Challenge("d"))
	lagging := func(want ...match.Board) {
		t.Helper()
		Got(s.LaggingBoards(ctx, match.DiscordFront, 9)).Is(t, want)
	}
	board := match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: 1}, Channel: "c"}
	lagging(board) // no message shows it yet
	board.Message = "message:1"
	WantErr(t, s.RecordShown(ctx, board, match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: 99, Version: 1}, Message: "x"}, match.Board{Subject: match.Subject{Kind: match.ChallengeSubject, ID: 99, Version: 1}}), nil)
	lagging()
	subjects, _ := take(t, s)
	WantEqual(t, subjects, nil)

	Got(s.Append(ctx, m.ID, 1, Turn(0, Move(games.Left, 1)))).OK(t)
	Got(s.Append(ctx, m.ID, 2, Turn(1, Move(games.Left, 2)))).OK(t)
	board.Version, board.Shown = 3, 1
	lagging(board)
	WantErr(t, s.RecordShown(ctx, match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: 2}}), nil)
	board.Shown = 2
	lagging(board) // the message is still one version behind
	newest := func(of match.Subject, want match.Board) {
		t.Helper()
		Got(s.NewestBoard(ctx, of)).Is(t, want)
	}
	newest(match.Subject{Kind: match.MatchSubject, ID: m.ID}, board)
	WantErr(t, s.RecordShown(ctx, match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: 3}}), nil)
	lagging()

	// Another process records an older message late.
	WantErr(t, s.RecordShown(ctx, match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: 2}}, match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: 1}, Message: "message:1"}), nil)
	lagging()
	board.Shown = 3
	newest(match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: 1}, board)
	WantErr(t, s.RecordShown(ctx, match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID}}), nil) // whose message is unknown
	board.Shown = 0
	lagging(board)
	WantErr(t, s.RecordShown(ctx, match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: 3}}), nil)

	// Another message shows the match now, so the previous one loses its buttons.
	WantErr(t, s.RecordShown(ctx, match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: 3}, Message: "message:2"}), nil)
	got := Got(s.MatchByID(ctx, m.ID)).OK(t)
	WantEqual(t, []any{got.Message, got.Version}, []any{"message:2", int64(3)})
	subjects, notices := take(t, s)
	WantEqual(t, subjects, []string{"retire c"})
	WantEqual(t, notices[0].Message, "message:1 message:2")

	WantErr(t, s.RecordShown(ctx, match.Board{Subject: match.Subject{Kind: match.ChallengeSubject, ID: c.ID, Version: 1}}), nil)
	WantErr(t, match.CloseChallenge(ctx, s, c.ID, match.ChallengeDeclined, Noon), nil)
	closed := match.Board{Subject: match.Subject{Kind: match.ChallengeSubject, ID: c.ID, Version: 2}, Channel: "d", Message: "message:8", Shown: 1}
	lagging(closed)
	newest(match.Subject{Kind: match.ChallengeSubject, ID: c.ID}, closed)
	WantErr(t, s.RecordShown(ctx, closed), nil)
	lagging()

	// The message of an accepted challenge is now the match's.
	c = CreateChallenge(t, s, Challenge("e"))
	open := match.Board{Subject: match.Subject{Kind: match.ChallengeSubject, ID: c.ID, Version: 1}, Channel: "e", Message: c.Message}
	newest(match.Subject{Kind: match.ChallengeSubject, ID: c.ID}, open)
	m = Match("e")
	m.Message = c.Message
	m = Got(s.AcceptChallenge(ctx, c.ID, m)).OK(t)
	accepted := match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: 1}, Channel: "e", Message: m.Message}
	lagging(accepted)
	newest(open.Subject, accepted)
	WantErr(t, s.RecordShown(ctx, match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: 1}, Message: "elsewhere"}), nil)
	open.Version, open.Shown = 2, 2
	newest(open.Subject, open)
	for _, none := range []match.Subject{{Kind: match.MatchSubject, ID: 99}, {Kind: match.ChallengeSubject, ID: 99}, {}} {
		Got(s.NewestBoard(ctx, none)).Fails(t, match.ErrNotFound)
	}
	lagging()
	Got(s.LaggingBoards(ctx, match.DiscordFront, 0)).Is(t, nil)
}

// Many senders look for one notice at once; one of them gets it.
func (suite) OneOfManyTakesANotice(ctx context.Context, t *testing.T, s storage.Store) {
	timed(t, s, manyTimes, false)
	Got(s.Sweep(t.Context(), Noon.Add(3*time.Minute), 9)).OK(t)
	now := time.Now()
	var taken atomic.Int32
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			notices := Got(s.TakeNotices(t.Context(), match.DiscordFront, now, now.Add(time.Minute), 2)).OK(t)
			taken.Add(int32(len(notices)))
		})
	}
	all.Wait()
	WantEqual(t, taken.Load(), 3)
}
