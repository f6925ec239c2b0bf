package storagetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/season"
	"nimatron/storage"
)

// A block declines, withdraws and unfollows what there is, and holds in both directions until it ends.
func (suite) Block(ctx context.Context, t *testing.T, s storage.Store) {
	with := func(channel string, from, to match.Player) match.Challenge {
		c := Challenge(channel)
		c.Challenger, c.Opponent = from, to
		return c
	}
	annAsks, eveAsks := CreateChallenge(t, s, with("a", Ann, Eve)), CreateChallenge(t, s, with("e", Eve, Ann))
	open := CreateChallenge(t, s, with("open", Ann, match.Player{}))
	bobAsks := CreateChallenge(t, s, with("b", Bob, Ann))
	of := CreateMatch(t, s, Between(Ann, Bob))
	Got(s.Follow(ctx, of.ID, Eve)).Is(t, true)
	WantErr(t, s.Block(ctx, Ann, Eve, Noon), nil)
	WantErr(t, s.Block(ctx, Ann, Eve, Noon.Add(time.Hour)), nil) // again
	Got(s.Blocked(ctx, Ann.ID)).Is(t, []match.Player{Eve})
	Got(s.Blocked(ctx, Eve.ID)).Is(t, nil)
	for id, want := range map[int64]match.ChallengeState{annAsks.ID: match.ChallengeCancelled, eveAsks.ID: match.ChallengeDeclined, bobAsks.ID: match.ChallengeOpen} {
		WantEqual(t, Got(match.ChallengeByID(ctx, s, id)).OK(t).State, want)
	}
	Got(s.FollowedBy(ctx, Eve.ID)).Is(t, nil)

	Got(s.CreateChallenge(ctx, with("e", Eve, Ann))).Fails(t, match.ErrTakesNone)
	Got(s.CreateChallenge(ctx, with("a", Ann, Eve))).Fails(t, match.ErrBlocked)
	Got(match.OpenChallenge(ctx, s, "e")).Fails(t, match.ErrNotFound)
	m := Match("open")
	m.Sides[games.Right].Player = Eve
	Got(s.AcceptChallenge(ctx, open.ID, m)).Fails(t, match.ErrTakesNone)
	WantEqual(t, Got(match.OpenChallenge(ctx, s, "open")).OK(t).ID, open.ID)
	// Other errors come first, so that they are the same for everybody.
	Got(s.CreateChallenge(ctx, with("open", Eve, Ann))).Fails(t, match.ErrChallengeOpen)
	Got(s.CreateChallenge(ctx, with(of.Channel, Eve, Ann))).Fails(t, match.ErrChannelBusy)
	eveOpens := CreateChallenge(t, s, with("eve opens", Eve, match.Player{}))
	m = Match("eve opens")
	m.Sides[games.Right].Player = Eve
	Got(s.AcceptChallenge(ctx, eveOpens.ID, m)).Fails(t, match.ErrBlocked)

	data := exported(t, s, Ann)
	WantEqual(t, len(data["blocks"]), 1)
	data.has(t, "blocks", `"blocked": "`+Eve.ID+`"`)
	WantEqual(t, len(exported(t, s, Eve)["blocks"]), 0)

	// A deletion does not undo it for a while.
	WantErr(t, s.Forget(ctx, Eve.ID, Noon), nil)
	Got(s.CreateChallenge(ctx, with("e", Eve, Ann))).Fails(t, match.ErrTakesNone)
	Got(s.Sweep(ctx, season.FormerUntil(Noon), 9)).OK(t)
	Got(s.Blocked(ctx, Ann.ID)).Is(t, nil)
	WantErr(t, s.Unblock(ctx, Ann.ID, Eve.ID), match.ErrNotFound)
	CreateChallenge(t, s, with("e", Eve, Ann))
	WantErr(t, s.Block(ctx, Ann, Eve, Noon), nil)
	WantErr(t, s.CheckBlocks(ctx, Ann.ID, Eve.ID), match.ErrBlocked)
	WantErr(t, s.Unblock(ctx, Ann.ID, Eve.ID), nil)
	WantErr(t, s.CheckBlocks(ctx, Eve.ID, Ann.ID), nil)

	for i := range match.MaxBlocks {
		WantErr(t, s.Block(ctx, Bob, match.Player{ID: fmt.Sprint("local:p", i), Name: "p"}, Noon), nil)
	}
	WantErr(t, s.Block(ctx, Bob, Eve, Noon), match.ErrTooManyBlocks)
}

// Who takes challenges from whom, by the setting and after declines in a row.
func (suite) ChallengesNotTaken(ctx context.Context, t *testing.T, s storage.Store) {
	n := 0
	asks := func(from match.Player, at time.Time) (match.Challenge, error) {
		c := Challenge(fmt.Sprint("c", n))
		n++
		c.Challenger, c.Opponent, c.Created, c.Expires = from, Bob, at, at.Add(time.Hour)
		return s.CreateChallenge(ctx, c)
	}
	answers := func(from match.Player, at time.Time, states ...match.ChallengeState) {
		t.Helper()
		for i, state := range states {
			at := at.Add(time.Duration(i) * time.Hour)
			c := Got(asks(from, at)).OK(t)
			WantErr(t, match.CloseChallenge(ctx, s, c.ID, state, at), nil)
		}
	}
	answers(Eve, Noon, match.ChallengeDeclined, match.ChallengeDeclined, match.ChallengeCancelled, match.ChallengeExpired, match.ChallengeDeclined)
	third := Noon.Add(4 * time.Hour)
	Got(asks(Eve, third.Add(match.DeclinedFor-time.Second))).Fails(t, match.ErrTakesNone)
	WantErr(t, s.Forget(ctx, Eve.ID, third), nil)
	Got(asks(Eve, third.Add(time.Hour))).Fails(t, match.ErrTakesNone)
	answers(Ann, third, match.ChallengeDeclined, match.ChallengeDeclined, match.ChallengeAccepted, match.ChallengeDeclined)
	Got(asks(Ann, third.Add(9*time.Hour))).OK(t)
	Got(asks(Eve, third.Add(match.DeclinedFor+time.Second))).OK(t)

	later := Noon.AddDate(0, 0, 9)
	set := match.PersonSettings{Challenges: match.ChallengesPlayed}
	WantErr(t, s.SavePersonSettings(ctx, Bob, set), nil)
	moderated := Between(Bob, Eve)
	Finish(t, s, moderated, match.Result{Termination: match.Moderated})
	Got(asks(Eve, later)).Fails(t, match.ErrTakesNone)
	Finish(t, s, Between(Bob, Eve), RightWins)
	Got(asks(Eve, later)).OK(t)
	Got(asks(Ann, later)).Fails(t, match.ErrTakesNone)
	set = match.PersonSettings{Challenges: match.ChallengesNone, Version: 1}
	WantErr(t, s.SavePersonSettings(ctx, Bob, set), nil)
	Got(asks(Eve, later)).Fails(t, match.ErrTakesNone)
	c := Challenge("open to all")
	c.Challenger, c.Opponent = Eve, match.Player{}
	CreateChallenge(t, s, c)
	set = match.PersonSettings{Challenges: "some", Version: 2}
	if err := s.SavePersonSettings(ctx, Bob, set); err == nil {
		t.Error("an unknown value of the setting was stored")
	}
}
