package storagetest

import (
	"context"
	"reflect"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

func (suite) ChallengeKeepsEveryField(ctx context.Context, t *testing.T, s storage.Store) {
	c := Challenge("c")
	created := CreateChallenge(t, s, c)
	want := c
	want.ID, want.State = created.ID, match.ChallengeOpen
	want.Created, want.Expires = Stored(Noon), Stored(Noon.Add(time.Hour))
	WantEqual(t, created, want)

	WantErr(t, s.RecordShown(ctx, match.Board{Subject: match.Subject{Kind: match.ChallengeSubject, ID: created.ID, Version: 1}, Message: "message:9"}), nil)
	want.Message = "message:9"
	Got(match.OpenChallenge(ctx, s, "c")).Is(t, want)

	late := Noon.Add(2 * time.Hour)
	Got(match.ExpireChallenges(ctx, s, late, 10)).Is(t, 1)
	want.State, want.Closed = match.ChallengeExpired, Stored(late)
	expires := want.Expires
	want.Expires = time.Time{}
	got := Got(match.ChallengeByID(ctx, s, created.ID)).OK(t)
	WantEqual(t, got, want)
	got.Expires = expires
	for field, value := range reflect.ValueOf(got).Fields() {
		if value.IsZero() {
			t.Errorf("nothing was stored in %s", field.Name)
		}
	}
}

func (suite) ChallengeToAnyoneWithoutLimits(ctx context.Context, t *testing.T, s storage.Store) {
	c := CreateChallenge(t, s, match.Challenge{
		Channel: "c", Challenger: Ann, Variant: "nim", Start: "1 2 3", First: "me", Created: Noon,
	})
	got := Got(match.OpenChallenge(ctx, s, "c")).OK(t)
	WantEqual(t, got, c)
	WantEqual(t, got.Opponent, match.Player{})

	Got(match.ExpireChallenges(ctx, s, Noon.AddDate(100, 0, 0), 10)).Is(t, 0)
	Got(match.OpenChallenge(ctx, s, "c")).Is(t, c)
}

func (suite) ChannelHoldsOneOpenChallenge(ctx context.Context, t *testing.T, s storage.Store) {
	first := CreateChallenge(t, s, Challenge("c"))
	Got(s.CreateChallenge(ctx, Challenge("c"))).Fails(t, match.ErrChallengeOpen)
	CreateChallenge(t, s, Challenge("elsewhere"))

	WantErr(t, match.CloseChallenge(ctx, s, first.ID, match.ChallengeDeclined, Noon), nil)
	second := CreateChallenge(t, s, Challenge("c"))
	Got(match.OpenChallenge(ctx, s, "c")).Is(t, second)

	CreateMatch(t, s, Match("busy"))
	Got(s.CreateChallenge(ctx, Challenge("busy"))).Fails(t, match.ErrChannelBusy)
}

func (suite) OpenChallengeKeepsTheChannel(ctx context.Context, t *testing.T, s storage.Store) {
	c := CreateChallenge(t, s, Challenge("c"))
	Got(s.CreateMatch(ctx, Match("c"))).Fails(t, match.ErrChallengeOpen)
	Got(s.LastMatch(ctx, "c")).Fails(t, match.ErrNotFound)
	CreateMatch(t, s, Match("elsewhere"))

	early, late := Match("c"), Match("c")
	early.Created, late.Created = c.Expires.Add(-time.Millisecond), c.Expires
	Got(s.CreateMatch(ctx, early)).Fails(t, match.ErrChallengeOpen)
	CreateMatch(t, s, late)

	never := Challenge("forever")
	never.Expires = time.Time{}
	never = CreateChallenge(t, s, never)
	late.Channel, late.Created = "forever", Noon.AddDate(100, 0, 0)
	Got(s.CreateMatch(ctx, late)).Fails(t, match.ErrChallengeOpen)
	WantErr(t, match.CloseChallenge(ctx, s, never.ID, match.ChallengeCancelled, Noon), nil)
	CreateMatch(t, s, late)
}

func (suite) ClosedChallengeStaysClosed(ctx context.Context, t *testing.T, s storage.Store) {
	for _, state := range []match.ChallengeState{
		match.ChallengeAccepted, match.ChallengeDeclined, match.ChallengeCancelled, match.ChallengeExpired,
	} {
		c := CreateChallenge(t, s, Challenge("c"))
		if err := match.CloseChallenge(ctx, s, c.ID, match.ChallengeOpen, Noon); err == nil {
			t.Error("a challenge was closed as open")
		}
		WantErr(t, match.CloseChallenge(ctx, s, c.ID, state, Noon), nil)
		WantErr(t, match.CloseChallenge(ctx, s, c.ID, match.ChallengeCancelled, Noon), match.ErrStale)
		Got(s.AcceptChallenge(ctx, c.ID, Match("c"))).Fails(t, match.ErrStale)
		Got(s.LastMatch(ctx, "c")).Fails(t, match.ErrNotFound)
	}
	WantErr(t, match.CloseChallenge(ctx, s, 7777, match.ChallengeDeclined, Noon), match.ErrStale)
}

func (suite) AcceptChallenge(ctx context.Context, t *testing.T, s storage.Store) {
	c := CreateChallenge(t, s, Challenge("c"))
	accepted := Match("c")
	accepted.Moves = []match.Move{Move(games.Right, 1)}
	m := Got(s.AcceptChallenge(ctx, c.ID, accepted)).OK(t)
	WantEqual(t, Got(s.LastMatch(ctx, "c")).OK(t).Match, m)
	Got(match.OpenChallenge(ctx, s, "c")).Fails(t, match.ErrNotFound)
	Got(s.AcceptChallenge(ctx, c.ID, Match("c"))).Fails(t, match.ErrStale)
}

func (suite) ExpireChallengesOldestFirst(ctx context.Context, t *testing.T, s storage.Store) {
	for channel, after := range map[string]time.Duration{"third": 3, "first": 1, "second": 2, "later": 9} {
		c := Challenge(channel)
		c.Expires = Noon.Add(after * time.Minute)
		CreateChallenge(t, s, c)
	}
	for _, want := range []int{2, 1, 0} {
		Got(match.ExpireChallenges(ctx, s, Noon.Add(3*time.Minute), 2)).Is(t, want)
	}
	subjects, _ := take(t, s)
	WantEqual(t, subjects, []string{"expired first", "expired second", "expired third"})
	Got(match.OpenChallenge(ctx, s, "later")).OK(t)
	Got(match.OpenChallenge(ctx, s, "first")).Fails(t, match.ErrNotFound)
}
