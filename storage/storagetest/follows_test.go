package storagetest

import (
	"fmt"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
)

func (suite) Follow(t *testing.T, s match.Store) {
	ctx := t.Context()
	toggle := func(m match.Match, p match.Player, want bool) {
		t.Helper()
		follows, err := s.Follow(ctx, m.ID, p)
		WantErr(t, err, nil)
		WantEqual(t, follows, want)
	}
	followed := func(p match.Player, want ...int64) {
		t.Helper()
		ids, err := s.FollowedBy(ctx, p.ID)
		WantErr(t, err, nil)
		WantEqual(t, ids, want)
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
	_, err := s.Follow(ctx, 99, Eve)
	WantErr(t, err, match.ErrStale)

	// A pair is followed to its end.
	c := End(match.LeftSeat, match.Played)
	next := Match("c")
	next.Leg = match.SecondLeg
	c.Next = &next
	appended, err := s.Append(ctx, m.ID, 1, c)
	WantErr(t, err, nil)
	said, _ := take(t, s)
	WantEqual(t, said, nil)
	followed(Eve, appended.Next.ID)
	_, err = s.Append(ctx, appended.Next.ID, 1, Turn(Move(games.Left, 1)))
	WantErr(t, err, nil)
	said, _ = take(t, s)
	WantEqual(t, said, nil)
	_, err = s.Append(ctx, appended.Next.ID, 2, End(match.RightSeat, match.Resigned))
	WantErr(t, err, nil)
	said, notices := take(t, s)
	WantEqual(t, said, []string{"follow c", "follow c"})
	for i, p := range []match.Player{Eve, zoe} {
		n := match.Notice{ID: notices[i].ID, Front: match.DiscordFront, Channel: "c", Kind: match.FollowNotice, Match: appended.Next.ID, Message: p.ID, Created: Stored(Noon)}
		WantEqual(t, notices[i], n)
		followed(p)
		WantErr(t, s.EndNotice(ctx, n.ID), nil)
	}
	_, err = s.Follow(ctx, m.ID, Eve)
	WantErr(t, err, match.ErrStale)

	// So is one that nobody goes on with.
	toggle(other, Eve, true)
	_, err = s.Abandon(ctx, Noon.AddDate(1, 0, 0), 9)
	WantErr(t, err, nil)
	_, notices = take(t, s)
	WantEqual(t, len(notices), 2)
	WantEqual(t, []match.NoticeKind{notices[0].Kind, notices[1].Kind}, []match.NoticeKind{match.FollowNotice, match.AbandonedNotice})
}

func (suite) TooManyFollow(t *testing.T, s match.Store) {
	ctx := t.Context()
	m := CreateMatch(t, s, Match("c"))
	for i := range match.MaxFollowers {
		_, err := s.Follow(ctx, m.ID, match.Player{ID: fmt.Sprint("local:p", i), Name: "x"})
		WantErr(t, err, nil)
	}
	_, err := s.Follow(ctx, m.ID, Eve)
	WantErr(t, err, match.ErrTooManyFollowers)
	ids, err := s.FollowedBy(ctx, Eve.ID)
	WantErr(t, err, nil)
	WantEqual(t, ids, nil)
	for i := range match.MaxFollows + 1 {
		m := CreateMatch(t, s, Match(fmt.Sprint("of", i)))
		_, err := s.Follow(ctx, m.ID, Eve)
		if i < match.MaxFollows {
			WantErr(t, err, nil)
		} else {
			WantErr(t, err, match.ErrTooManyFollows)
		}
	}
	follows, err := s.Follow(ctx, m.ID, match.Player{ID: "local:p0", Name: "x"}) // leaves
	WantErr(t, err, nil)
	WantEqual(t, follows, false)
}

// Followers are forgotten with what they follow and what was about to be told them.
func (suite) FollowersAreForgotten(t *testing.T, s match.Store) {
	ctx := t.Context()
	m, other := CreateMatch(t, s, Match("c")), CreateMatch(t, s, Match("d"))
	for _, m := range []match.Match{m, other} {
		_, err := s.Follow(ctx, m.ID, Eve)
		WantErr(t, err, nil)
	}
	data, err := s.Export(ctx, Eve.ID)
	WantErr(t, err, nil)
	WantEqual(t, data.Follows, []int64{m.ID, other.ID})
	_, err = s.Append(ctx, m.ID, 1, End(match.LeftSeat, match.Resigned))
	WantErr(t, err, nil)
	WantErr(t, s.Forget(ctx, Eve.ID, Noon.Add(time.Hour)), nil)
	_, err = s.Append(ctx, other.ID, 1, End(match.LeftSeat, match.Resigned))
	WantErr(t, err, nil)
	said, _ := take(t, s)
	WantEqual(t, said, nil)
}
