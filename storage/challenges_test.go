package storage_test

import (
	"reflect"
	"testing"
	"time"

	"nimatron/storage"
)

func TestChallengeKeepsEveryField(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	c := aChallenge("c")
	created := createChallenge(t, s, c)
	want := c
	want.ID, want.State = created.ID, storage.ChallengeOpen
	want.Created, want.Expires = stored(noon), stored(noon.Add(time.Hour))
	wantEqual(t, created, want)

	wantErr(t, s.SetChallengeMessage(ctx, created.ID, "message:9"), nil)
	want.Message = "message:9"
	got, err := s.OpenChallenge(ctx, "c")
	wantErr(t, err, nil)
	wantEqual(t, got, want)

	late := noon.Add(2 * time.Hour)
	expired, err := s.ExpireChallenges(ctx, late, 10)
	wantErr(t, err, nil)
	want.State, want.Closed = storage.ChallengeExpired, stored(late)
	wantEqual(t, expired, []storage.Challenge{want})
	for field, value := range reflect.ValueOf(expired[0]).Fields() {
		if value.IsZero() {
			t.Errorf("nothing was stored in %s", field.Name)
		}
	}
}

func TestChallengeToAnyoneWithoutLimits(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	c := createChallenge(t, s, storage.Challenge{
		Channel: "c", Challenger: ann, Variant: "nim", Start: "1 2 3", First: "me", Created: noon,
	})
	got, err := s.OpenChallenge(t.Context(), "c")
	wantErr(t, err, nil)
	wantEqual(t, got, c)
	wantEqual(t, got.Opponent, storage.Player{})

	never, err := s.ExpireChallenges(t.Context(), noon.AddDate(100, 0, 0), 10)
	wantErr(t, err, nil)
	wantEqual(t, never, nil)
}

func TestChannelHoldsOneOpenChallenge(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	first := createChallenge(t, s, aChallenge("c"))
	_, err := s.CreateChallenge(ctx, aChallenge("c"))
	wantErr(t, err, storage.ErrChallengeOpen)
	createChallenge(t, s, aChallenge("elsewhere"))

	wantErr(t, s.CloseChallenge(ctx, first.ID, storage.ChallengeDeclined, noon), nil)
	second := createChallenge(t, s, aChallenge("c"))
	got, err := s.OpenChallenge(ctx, "c")
	wantErr(t, err, nil)
	wantEqual(t, got, second)

	createMatch(t, s, aMatch("busy"))
	_, err = s.CreateChallenge(ctx, aChallenge("busy"))
	wantErr(t, err, storage.ErrChannelBusy)
}

func TestClosedChallengeStaysClosed(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	for _, state := range []storage.ChallengeState{
		storage.ChallengeAccepted, storage.ChallengeDeclined, storage.ChallengeCancelled, storage.ChallengeExpired,
	} {
		c := createChallenge(t, s, aChallenge("c"))
		if err := s.CloseChallenge(ctx, c.ID, storage.ChallengeOpen, noon); err == nil {
			t.Error("a challenge was closed as open")
		}
		wantErr(t, s.CloseChallenge(ctx, c.ID, state, noon), nil)
		wantErr(t, s.CloseChallenge(ctx, c.ID, storage.ChallengeCancelled, noon), storage.ErrStale)
		_, err := s.AcceptChallenge(ctx, c.ID, aMatch("c"))
		wantErr(t, err, storage.ErrStale)
		_, err = s.OpenMatch(ctx, "c")
		wantErr(t, err, storage.ErrNotFound)
	}
	wantErr(t, s.CloseChallenge(ctx, 7777, storage.ChallengeDeclined, noon), storage.ErrStale)
}

func TestAcceptChallenge(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	c := createChallenge(t, s, aChallenge("c"))
	accepted := aMatch("c")
	accepted.Moves = []storage.Move{move("right", 1)}
	m, err := s.AcceptChallenge(ctx, c.ID, accepted)
	wantErr(t, err, nil)
	got, err := s.OpenMatch(ctx, "c")
	wantErr(t, err, nil)
	wantEqual(t, got, m)
	_, err = s.OpenChallenge(ctx, "c")
	wantErr(t, err, storage.ErrNotFound)
	_, err = s.AcceptChallenge(ctx, c.ID, aMatch("c"))
	wantErr(t, err, storage.ErrStale)
}

// A match with the bot can start while a challenge is open. The challenge then
// can't be accepted, and must be as open as before.
func TestAcceptIsAllOrNothing(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	c := createChallenge(t, s, aChallenge("c"))
	createMatch(t, s, aMatch("c"))
	_, err := s.AcceptChallenge(ctx, c.ID, aMatch("c"))
	wantErr(t, err, storage.ErrChannelBusy)
	got, err := s.OpenChallenge(ctx, "c")
	wantErr(t, err, nil)
	wantEqual(t, got, c)
}

func TestExpireChallengesOldestFirst(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	for channel, after := range map[string]time.Duration{"third": 3, "first": 1, "second": 2, "later": 9} {
		c := aChallenge(channel)
		c.Expires = noon.Add(after * time.Minute)
		createChallenge(t, s, c)
	}
	var channels []string
	for range 3 {
		expired, err := s.ExpireChallenges(ctx, noon.Add(3*time.Minute), 2)
		wantErr(t, err, nil)
		for _, c := range expired {
			channels = append(channels, c.Channel)
		}
	}
	wantEqual(t, channels, []string{"first", "second", "third"})
	_, err := s.OpenChallenge(ctx, "later")
	wantErr(t, err, nil)
	_, err = s.OpenChallenge(ctx, "first")
	wantErr(t, err, storage.ErrNotFound)
}
