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

// crowdMatch stores a match that a room plays, led by Ann.
func crowdMatch(t *testing.T, s storage.Store) match.Match {
	t.Helper()
	m := Match("hall")
	m.Sides = match.Between(match.CrowdOf("server"), match.Bot)
	m.Rated, m.Leg, m.Lesson, m.Tournament, m.Deadline, m.Remind = false, match.Alone, "", 0, time.Time{}, time.Time{}
	m = CreateMatch(t, s, m)
	Got(s.Keep(t.Context(), match.NewCrowd(m.ID, m.Channel, m.Server, Ann, Noon), nil)).OK(t)
	return m
}

func (suite) Votes(ctx context.Context, t *testing.T, s storage.Store) {
	m := crowdMatch(t, s)
	bell := Noon.Add(time.Minute)
	vote := func(who match.Player, move string, at time.Time) error {
		return s.Vote(ctx, match.Vote{Match: m.ID, Version: m.Version, Ply: 0, Player: who, Move: move, At: at, Bell: at.Add(time.Minute)})
	}
	Got(match.CrowdByID(ctx, s, m.ID)).Is(t, match.Crowd{Match: m.ID, Channel: "hall", Leader: Ann.ID, Ply: -1, VetoPly: -1})
	Got(match.Bells(ctx, s)).Is(t, nil)

	// One vote a person, who may change it until the bell of the first.
	WantErr(t, vote(Bob, "L-1", Noon), nil)
	WantErr(t, vote(Eve, "L-2", Noon.Add(time.Second)), nil)
	WantErr(t, vote(Bob, "L-2", Noon.Add(2*time.Second)), nil)
	WantErr(t, vote(Ann, "R-1", Noon.Add(3*time.Second)), nil)
	WantErr(t, vote(Ann, "L-1", bell), match.ErrStale)
	WantErr(t, s.Vote(ctx, match.Vote{Match: m.ID, Version: m.Version + 1, Ply: 1, Player: Ann, Move: "L-1", At: Noon, Bell: bell}), match.ErrStale)
	Got(s.Tally(ctx, m.ID, 0)).Is(t, []match.Count{{Move: "L-2", Votes: 2}, {Move: "R-1", Votes: 1}})
	crowd := match.Crowd{Match: m.ID, Channel: "hall", Leader: Ann.ID, VetoPly: -1, Bell: Stored(bell)}
	Got(match.Bells(ctx, s)).Is(t, []match.Crowd{crowd})
	Got(s.Load(ctx, "", bell)).Is(t, match.Load{Matches: 1, Votes: 1})
	Got(s.Load(ctx, "", bell.Add(10*time.Second))).Is(t, match.Load{Matches: 1, Votes: 1, LateBells: 1})
	WantEqual(t, len(exported(t, s, Bob)["votes"]), 1)

	WantEqual(t, Got(s.LiveVersions(ctx, []int64{m.ID})).OK(t)[0].Votes, 1)
	WantErr(t, match.ChangeCrowd(ctx, s, m.ID, func(c *match.Crowd) bool {
		c.Counted, c.Veto, c.VetoPly = 3, "L-2", 0
		return true
	}), nil)
	WantErr(t, match.ChangeCrowd(ctx, s, m.ID, func(*match.Crowd) bool { return false }), match.ErrStale)
	WantEqual(t, Got(s.LiveVersions(ctx, []int64{m.ID})).OK(t)[0].Votes, 2)

	// Who leaves takes the vote along.
	WantErr(t, s.Forget(ctx, Eve.ID, Noon), nil)
	WantErr(t, s.Release(ctx, match.Held{Person: Ann.ID, Server: "server"}, Noon), nil)
	crowd.Counted, crowd.Veto, crowd.VetoPly = 3, "L-2", 0
	Got(match.CrowdByID(ctx, s, m.ID)).Is(t, crowd)
	Got(s.Tally(ctx, m.ID, 0)).Is(t, []match.Count{{Move: "L-2", Votes: 1}})

	change := func(f func(*match.Crowd)) {
		WantErr(t, match.ChangeCrowd(ctx, s, m.ID, func(c *match.Crowd) bool { f(c); return true }), nil)
	}
	change(func(c *match.Crowd) { c.Closed = true })
	WantErr(t, vote(Ann, "L-1", Noon), match.ErrStale)
	change(func(c *match.Crowd) { c.Bell = time.Time{} })
	Got(match.Bells(ctx, s)).Is(t, nil)

	// The next turn begins with its first vote.
	WantErr(t, vote(Ann, "L-1", Noon), nil)
	m.Version = Got(s.Append(ctx, m.ID, m.Version, Turn(0, Move(games.Left, 2), Move(games.Right, 1)))).OK(t).Version
	WantErr(t, vote(Ann, "L-1", Noon), nil)
	WantEqual(t, Got(s.Sweep(ctx, Noon.Add(match.VotesLife+time.Second), 5)).OK(t).Votes, 2)
}

func (suite) CrowdRecords(ctx context.Context, t *testing.T, s storage.Store) {
	crowd := match.CrowdOf("server")
	for i, won := range []bool{true, false, true} {
		m := crowdMatch(t, s)
		if i == 2 {
			WantErr(t, s.AddHint(ctx, m.ID, m.Version, games.Left), nil)
		}
		winner := match.RightSeat
		if won {
			winner = match.LeftSeat
		}
		Got(s.Append(ctx, m.ID, m.Version, End(winner, match.Played))).OK(t)
	}
	Got(s.CrowdRecords(ctx, crowd.ID)).Is(t, []match.CrowdRecord{{Level: match.Strong, Won: 1, Played: 2}})

	// Nor does one count in which a voter asked about a position.
	m := crowdMatch(t, s)
	WantErr(t, s.Vote(ctx, match.Vote{Match: m.ID, Version: m.Version, Player: Bob, Move: "L-1", At: Noon, Bell: Noon.Add(time.Minute)}), nil)
	Got(s.NoteAdvice(ctx, Bob, Noon)).OK(t)
	Got(s.Append(ctx, m.ID, m.Version, End(match.LeftSeat, match.Played))).OK(t)
	Got(s.CrowdRecords(ctx, crowd.ID)).Is(t, []match.CrowdRecord{{Level: match.Strong, Won: 1, Played: 2}})
}

// Votes of many people by several processes all count once, and none counts after the voting is closed.
func (suite) VotesAtOnce(ctx context.Context, t *testing.T, stores []storage.Store) {
	m := crowdMatch(t, stores[0])
	atOnce(100, func(i int) {
		who := match.Player{ID: fmt.Sprintf("local:p%02d", i/2), Name: "p"}
		WantErr(t, stores[i%2].Vote(ctx, match.Vote{Match: m.ID, Version: m.Version, Player: who, Move: "L-1", At: Noon, Bell: Noon.Add(time.Minute)}), nil)
	})
	Got(stores[1].Tally(ctx, m.ID, 0)).Is(t, []match.Count{{Move: "L-1", Votes: 50}})
}
