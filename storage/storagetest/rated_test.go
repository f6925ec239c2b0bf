package storagetest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/season"
	"nimatron/storage"
)

func (suite) OverdueLongestFirst(ctx context.Context, t *testing.T, s storage.Store) {
	timed(t, s, manyTimes, false)
	casual := Match("casual")
	casual.Rated, casual.Deadline = false, Noon
	CreateMatch(t, s, casual)
	for limit, want := range map[int][]string{9: {"first", "second", "third"}, 2: {"first", "second"}, 0: nil, -1: nil} {
		due := Got(s.Overdue(ctx, Noon.Add(3*time.Minute), limit)).OK(t)
		WantEqual(t, channels(due), want)
		for _, m := range due {
			stored := Got(s.LastMatch(ctx, m.Channel)).OK(t).Match
			WantEqual(t, m, stored)
		}
	}
	due := Got(s.Overdue(ctx, Noon.Add(time.Minute-time.Millisecond), 9)).OK(t)
	WantEqual(t, len(due), 0)

	// A finished match has no deadlines.
	m := Got(s.LastMatch(ctx, "first")).OK(t)
	Got(s.Append(ctx, m.ID, m.Version, End(match.LeftSeat, match.TimedOut))).OK(t)
	due = Got(s.Overdue(ctx, Noon.Add(3*time.Minute), 9)).OK(t)
	WantEqual(t, channels(due), []string{"second", "third"})
}

func (suite) RunningRated(ctx context.Context, t *testing.T, s storage.Store) {
	Finish(t, s, Between(Ann, Bob), LeftWins)
	first := CreateMatch(t, s, Between(Ann, Bob))
	second := CreateMatch(t, s, Between(Eve, Ann))
	casual := Between(Ann, Eve)
	casual.Rated = false
	CreateMatch(t, s, casual)
	for player, want := range map[string][]match.Match{Ann.ID: {first, second}, Bob.ID: {first}, Eve.ID: {second}, "local:nobody": nil} {
		Got(s.RunningRated(ctx, player)).Is(t, want)
	}
}

func (suite) WhoCallsOff(ctx context.Context, t *testing.T, s storage.Store) {
	callOff := func(left, right match.Player, rated bool, by match.Seat, after time.Duration) {
		m := Between(left, right)
		m.Rated = rated
		m = CreateMatch(t, s, m)
		c := End(match.Nobody, match.Cancelled)
		c.CalledOff, c.Now = by, Noon.Add(after)
		Got(s.Append(ctx, m.ID, 1, c)).OK(t)
	}
	callOff(Ann, Bob, true, match.LeftSeat, 2*time.Hour)
	callOff(Bob, Ann, true, match.RightSeat, time.Hour)
	callOff(Ann, Bob, true, match.LeftSeat, -time.Millisecond) // too long ago
	callOff(Ann, Bob, false, match.LeftSeat, time.Hour)        // casual
	callOff(Ann, Bob, true, match.RightSeat, 0)                // by Bob
	callOff(Bob, Ann, true, match.LeftSeat, 3*time.Hour)       // by Bob
	Finish(t, s, Between(Ann, Bob), LeftWins)
	for player, want := range map[string][]time.Time{
		Ann.ID: {Stored(Noon.Add(time.Hour)), Stored(Noon.Add(2 * time.Hour))},
		Bob.ID: {Stored(Noon), Stored(Noon.Add(3 * time.Hour))}, Eve.ID: nil,
	} {
		Got(s.CalledOff(ctx, player, Noon)).Is(t, want)
	}
}

// Only matches against the bot at its best, from a drawn start, record advice.
func (suite) AdviceIsNoted(ctx context.Context, t *testing.T, s storage.Store) {
	begin := func(change func(*match.Match)) match.Match {
		t.Helper()
		m := Between(Ann, match.Bot)
		m.Channel, m.Rated, m.Chosen, m.Lesson, m.Level = "", false, false, "", match.Perfect
		change(&m)
		m.Channel += m.Variant + string(m.Level) + m.Sides[games.Left].ID + m.Lesson
		return CreateMatch(t, s, m)
	}
	left := begin(func(*match.Match) {})
	right := begin(func(m *match.Match) {
		m.Sides[games.Left].Player, m.Sides[games.Right].Player, m.Family = m.Sides[games.Right].Player, m.Sides[games.Left].Player, "tree-nim"
	})
	other := begin(func(m *match.Match) { m.Variant, m.Family = "nim", "nim" })
	begin(func(m *match.Match) { m.Sides[games.Left].Player = Bob })
	begin(func(m *match.Match) { m.Level = match.Strong })
	begin(func(m *match.Match) { m.Chosen, m.Channel = true, "chosen" })
	begin(func(m *match.Match) { m.Lesson = "mirroring" })
	for range 2 {
		Got(s.NoteAdvice(ctx, Ann, Noon)).Is(t, match.Match{})
	}
	Got(s.NoteAdvice(ctx, Eve, Noon)).Is(t, match.Match{})
	Got(s.LastAdvice(ctx, Ann.ID)).Is(t, Stored(Noon))
	Got(s.LastAdvice(ctx, Bob.ID)).Is(t, time.Time{})
	people := Between(Eve, Bob)
	people.Level = ""
	rated := CreateMatch(t, s, people)
	chosen := begin(func(m *match.Match) {
		m.Sides[games.Left].Player, m.Chosen, m.Channel = match.Player{ID: "local:kim", Name: "Kim"}, true, "kim"
	})
	Got(s.LastAdvice(ctx, "local:kim")).Is(t, chosen.Updated) // the moves are answers
	c := End(match.LeftSeat, match.Resigned)
	c.Now = Noon.Add(time.Hour)
	Got(s.Append(ctx, chosen.ID, chosen.Version, c)).OK(t)
	Got(s.LastAdvice(ctx, "local:kim")).Is(t, Stored(c.Now))
	Got(s.NoteAdvice(ctx, Bob, Noon)).Is(t, rated) // and nothing is noted
	answers := Between(Bob, match.Bot)
	answers.Chosen, answers.Channel, answers.Rated = true, "bob", false
	Got(s.CreateMatch(ctx, answers)).Fails(t, match.ErrCounts)
	Got(s.LastAdvice(ctx, Bob.ID)).Is(t, time.Time{})
	var advised []int64
	WantErr(t, s.ForEachMatch(ctx, match.Playing, func(m match.Match) error {
		if m.Advised {
			advised = append(advised, m.ID)
		}
		return nil
	}), nil)
	slices.Sort(advised)
	WantEqual(t, advised, []int64{left.ID, right.ID, other.ID})
}

// Limits on a player survive several deletions of their data for some time. The test goes through
// the table in docs/ratings.md.
func (suite) LimitsOutliveADeletion(ctx context.Context, t *testing.T, s storage.Store) {
	counts := func(one, other match.Player) (pairs, calledOff int) {
		t.Helper()
		pairs = Got(s.PairsSince(ctx, one.ID, other.ID, Noon)).OK(t)
		times := Got(s.CalledOff(ctx, one.ID, Noon)).OK(t)
		return pairs, len(times)
	}
	want := func(one, other match.Player, pairs, calledOff int) {
		t.Helper()
		gotPairs, gotCalledOff := counts(one, other)
		WantEqual(t, []int{gotPairs, gotCalledOff}, []int{pairs, calledOff})
	}
	for n := range 2 {
		first := CreateMatch(t, s, Match("c"))
		next := Match("c")
		next.Sides[games.Left].Player, next.Sides[games.Right].Player, next.Leg = first.Sides[games.Right].Player, first.Sides[games.Left].Player, match.SecondLeg
		c := End(match.LeftSeat, match.Played)
		c.Next = &next
		a := Got(s.Append(ctx, first.ID, 1, c)).OK(t)
		Got(s.Append(ctx, a.Next.ID, 1, End(match.RightSeat, match.Played))).OK(t)
		m := CreateMatch(t, s, Between(Ann, Eve))
		off := End(match.Nobody, match.Cancelled)
		off.CalledOff = match.LeftSeat
		Got(s.Append(ctx, m.ID, 1, off)).OK(t)
		want(Ann, Bob, n+1, n+1)
		WantErr(t, s.Forget(ctx, Ann.ID, Noon.Add(time.Duration(n)*time.Hour)), nil)
		want(Ann, Bob, n+1, n+1)
		want(Bob, Ann, n+1, 0)
		want(Eve, Bob, 0, 0)
	}
	WantErr(t, s.Forget(ctx, Bob.ID, Noon), nil) // both limits allow it
	want(Ann, Bob, 2, 2)
	until := season.FormerUntil(Noon)
	for _, step := range []struct {
		after            time.Duration
		forgotten        int
		pairs, calledOff int
	}{
		{-time.Millisecond, 0, 2, 2},
		{0, 3, 0, 0}, // Bob, and Ann twice
	} {
		WantEqual(t, Got(s.Sweep(ctx, until.Add(step.after), 9)).OK(t).Former, step.forgotten)
		want(Ann, Bob, step.pairs, step.calledOff)
	}

	// Points are bounded for each opponent in a month.
	month := season.Of(Noon)
	points := func() (people int) {
		for _, row := range Got(s.SeasonTable(ctx, month, "", 9)).OK(t).Rows {
			if row.Player == Eve {
				people = row.People
			}
		}
		return people
	}
	played := &seasoned{s, map[string]int{}}
	for n := range 8 {
		played.pair(t, Eve, Bob, match.NoLevel, "", Noon.Add(time.Duration(n)*time.Hour), 1)
		WantEqual(t, points(), min(3*(n+1), 12))
		if n%3 != 0 { // so that only some of them exist when they are counted
			WantErr(t, s.Forget(ctx, Bob.ID, Noon.Add(time.Duration(n)*time.Hour)), nil)
			WantEqual(t, points(), min(3*(n+1), 12))
			played.results[Bob.ID] = 0
		}
	}
	played.pair(t, Eve, Ann, match.NoLevel, "", Noon, 1) // the bound is per opponent
	WantEqual(t, points(), 15)
	Got(s.CloseSeason(ctx, month, false, until.Add(-season.FormerLife))).Is(t, true)
	WantEqual(t, Got(s.Sweep(ctx, until, 99)).OK(t).Former > 3, true)
	WantEqual(t, points(), 15)

	// Challenges to one person are bounded in an hour.
	for n := range match.MaxChallengesTo + 1 {
		c := Challenge(fmt.Sprint("c", n))
		c.Challenger, c.Opponent = Ann, Eve
		_, err := s.CreateChallenge(ctx, c)
		if n < match.MaxChallengesTo {
			WantErr(t, err, nil)
		} else {
			WantErr(t, err, match.ErrTakesNone)
			break
		}
		WantErr(t, s.Forget(ctx, Ann.ID, Noon), nil)
	}
}

// The second match of a pair may be over as soon as it begins, by the bot's first move. It is rated
// like any other.
func (suite) RatingsOfANextMatch(ctx context.Context, t *testing.T, s storage.Store) {
	first := CreateMatch(t, s, Match("c"))
	next := Match("c")
	next.Sides[games.Left].Player, next.Sides[games.Right].Player, next.Leg = first.Sides[games.Right].Player, first.Sides[games.Left].Player, match.SecondLeg
	next.State, next.Result, next.Moves = match.Finished, LeftWins, []match.Move{Move(games.Left, 1)}
	c := End(match.LeftSeat, match.Played)
	c.Next, c.Ratings = &next, []match.RatingChange{Rated(Ann, 1, 0.5)}
	a := Got(s.Append(ctx, first.ID, 1, c)).OK(t)
	past, _, err := s.History(ctx, Ann.ID, 9, 0)
	WantErr(t, err, nil)
	WantEqual(t, []int64{past[0].Match.ID, past[1].Match.ID}, []int64{a.Next.ID, first.ID})
	if past[0].Overall == nil || past[1].Overall != nil {
		t.Errorf("the ratings were changed by %+v", past)
	}
}

// Results at one pace leave the ratings at the other pace alone.
func (suite) LaddersAreApart(ctx context.Context, t *testing.T, s storage.Store) {
	live := Between(Ann, Bob)
	live.TurnTime, live.Pace = match.LiveTurn, "" // the time gives the pace
	at := func(c match.RatingChange) match.RatingChange {
		c.Before.Pace, c.After.Pace = match.Live, match.Live
		return c
	}
	m := Finish(t, s, live, LeftWins, at(Rated(Ann, 1, 1)), at(Rated(Bob, 1, 0)))
	WantEqual(t, m.Pace, match.Live)
	Finish(t, s, Between(Ann, Bob), LeftWins, Rated(Ann, 1, 0), Rated(Bob, 1, 1))
	Finish(t, s, Between(Ann, Bob), LeftWins, Rated(Ann, 2, 0), Rated(Bob, 2, 1))

	ratings := Got(s.Ratings(ctx, Ann.ID)).OK(t)
	inLive := match.Ladder{Family: match.Overall, Pace: match.Live}
	WantEqual(t, []int{len(ratings[Ann.ID]), ratings[Ann.ID][inLive].Games, ratings[Ann.ID][Long(match.Overall)].Games}, []int{2, 1, 2})
	for in, games := range map[match.Ladder]int{inLive: 1, Long(match.Overall): 2} {
		page, total, err := s.Leaderboard(ctx, match.LeaderboardQuery{Ladder: in, Provisional: true, Limit: 9, Now: Noon})
		WantErr(t, err, nil)
		WantEqual(t, []int{len(page), total, page[0].Rating.Games}, []int{2, 2, games})
		row := Got(s.RankOf(ctx, in, "server", Ann.ID, Noon)).OK(t)
		WantEqual(t, []any{row.Rating.Games, row.Rating.Ladder}, []any{games, in})
	}
	wins := Got(s.BestWins(ctx, Ann.ID, 9)).OK(t)
	WantEqual(t, []any{len(wins), wins[0].Opponent.Ladder}, []any{1, inLive})
	WantEqual(t, len(exported(t, s, Ann)["rating_changes"]), 3)

	// A replaced rating stays on its ladder.
	WantErr(t, s.ReplaceRatings(ctx, func(ended match.Match) ([]match.RatingChange, error) {
		if ended.ID != m.ID {
			return nil, nil
		}
		c := at(Rated(Ann, 1, 1))
		c.MatchID, c.At = m.ID, Noon
		return []match.RatingChange{c}, nil
	}), nil)
	ratings = Got(s.Ratings(ctx, Ann.ID)).OK(t)
	WantEqual(t, []int{len(ratings[Ann.ID]), ratings[Ann.ID][inLive].Games}, []int{1, 1})
}
