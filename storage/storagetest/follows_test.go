package storagetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

func (suite) Follow(ctx context.Context, t *testing.T, s storage.Store) {
	toggle := func(m match.Match, p match.Player, want bool) {
		t.Helper()
		Got(s.Follow(ctx, m.ID, p)).Is(t, want)
	}
	followed := func(p match.Player, want ...int64) {
		t.Helper()
		Got(s.FollowedBy(ctx, p.ID)).Is(t, want)
	}
	zoe := match.Player{ID: "local:zoe", Name: "Zoe"}
	m := CreateMatch(t, s, Match("c"))
	other := CreateMatch(t, s, Between(Ann, Bob))
	followed(Eve)
	toggle(m, Eve, true)
	toggle(m, zoe, true)
	toggle(other, Eve, true)
	followed(Eve, m.ID, other.ID)
	toggle(other, Eve, false)
	followed(Eve, m.ID)
	Got(s.Follow(ctx, 99, Eve)).Fails(t, match.ErrStale)

	// Followers of a pair stay until its second match ends.
	c := End(match.LeftSeat, match.Played)
	next := Match("c")
	next.Leg = match.SecondLeg
	c.Next = &next
	appended := Got(s.Append(ctx, m.ID, 1, c)).OK(t)
	subjects, _ := take(t, s)
	WantEqual(t, subjects, nil)
	followed(Eve, appended.Next.ID)
	Got(s.Append(ctx, appended.Next.ID, 1, Turn(0, Move(games.Left, 1)))).OK(t)
	subjects, _ = take(t, s)
	WantEqual(t, subjects, nil)
	Got(s.Append(ctx, appended.Next.ID, 2, End(match.RightSeat, match.Resigned))).OK(t)
	subjects, notices := take(t, s)
	WantEqual(t, subjects, []string{"follow c", "follow c"})
	for i, p := range []match.Player{Eve, zoe} {
		n := match.Notice{ID: notices[i].ID, Front: match.DiscordFront, About: match.Subject{Kind: match.MatchSubject, ID: appended.Next.ID}, Channel: "c", Kind: match.FollowNotice, Message: p.ID, Created: Stored(Noon)}
		WantEqual(t, notices[i], n)
		followed(p)
		WantErr(t, s.EndNotice(ctx, n.ID, time.Time{}), nil)
	}
	Got(s.Follow(ctx, m.ID, Eve)).Fails(t, match.ErrStale)

	// An abandoned one is followed to its end too.
	toggle(other, Eve, true)
	Got(s.Sweep(ctx, Noon.AddDate(1, 0, 0), 9)).OK(t)
	_, notices = take(t, s)
	WantEqual(t, len(notices), 2)
	WantEqual(t, []match.NoticeKind{notices[0].Kind, notices[1].Kind}, []match.NoticeKind{match.FollowNotice, match.AbandonedNotice})
}

func (suite) TooManyFollow(ctx context.Context, t *testing.T, s storage.Store) {
	m := CreateMatch(t, s, Match("c"))
	for i := range match.MaxFollowers {
		Got(s.Follow(ctx, m.ID, match.Player{ID: fmt.Sprint("local:p", i), Name: "x"})).OK(t)
	}
	Got(s.Follow(ctx, m.ID, Eve)).Fails(t, match.ErrTooManyFollowers)
	Got(s.FollowedBy(ctx, Eve.ID)).Is(t, nil)
	for i := range match.MaxFollows + 1 {
		m := CreateMatch(t, s, Match(fmt.Sprint("of", i)))
		_, err := s.Follow(ctx, m.ID, Eve)
		if i < match.MaxFollows {
			WantErr(t, err, nil)
		} else {
			WantErr(t, err, match.ErrTooManyFollows)
		}
	}
	Got(s.Follow(ctx, m.ID, match.Player{ID: "local:p0", Name: "x"})).Is(t, false)
}

// Followers are deleted with the match, and so are their notices.
func (suite) FollowersAreForgotten(ctx context.Context, t *testing.T, s storage.Store) {
	m, other := CreateMatch(t, s, Match("c")), CreateMatch(t, s, Match("d"))
	for _, m := range []match.Match{m, other} {
		Got(s.Follow(ctx, m.ID, Eve)).OK(t)
	}
	WantEqual(t, len(exported(t, s, Eve)["follows"]), 2)
	Got(s.Append(ctx, m.ID, 1, End(match.LeftSeat, match.Resigned))).OK(t)
	WantErr(t, s.Forget(ctx, Eve.ID, Noon.Add(time.Hour)), nil)
	Got(s.Append(ctx, other.ID, 1, End(match.LeftSeat, match.Resigned))).OK(t)
	subjects, _ := take(t, s)
	WantEqual(t, subjects, nil)
}
