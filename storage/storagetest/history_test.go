package storagetest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

func ids(ms []match.Match) (ids []int64) {
	for _, m := range ms {
		ids = append(ids, m.ID)
	}
	return ids
}

func (suite) HistoryPageByPage(ctx context.Context, t *testing.T, s storage.Store) {
	var want []int64
	for n := range 10 {
		m := Between(Ann, Bob)
		if n%3 == 0 {
			m = Between(Bob, Ann)
		}
		want = append(want, Finish(t, s, m, NobodyWon).ID)
		Finish(t, s, Between(Bob, Eve), LeftWins) // not one of Ann's matches
	}
	want = append(want, Finish(t, s, Between(Ann, Ann), LeftWins).ID) // counts once
	CreateMatch(t, s, Between(Ann, Bob))                              // not over yet
	slices.Reverse(want)

	var got []int64
	before, more := int64(0), true
	for more {
		var page []match.HistoryEntry
		var err error
		page, more, err = s.History(ctx, Ann.ID, 4, before)
		WantErr(t, err, nil)
		for _, p := range page {
			WantEqual(t, p.Overall, nil)
			got = append(got, p.Match.ID)
		}
		before = got[len(got)-1]
	}
	WantEqual(t, got, want)
	page, more, err := s.History(ctx, Ann.ID, 11, 0)
	WantErr(t, err, nil)
	WantEqual(t, []any{len(page), more}, []any{11, false})
	for _, limit := range []int{0, -1} {
		page, more, err = s.History(ctx, Ann.ID, limit, 0)
		WantErr(t, err, nil)
		WantEqual(t, []any{len(page), more}, []any{0, true})
	}
	page, more, err = s.History(ctx, "local:nobody", 4, 0)
	WantErr(t, err, nil)
	WantEqual(t, []any{len(page), more}, []any{0, false})
}

func (suite) RecordOf(ctx context.Context, t *testing.T, s storage.Store) {
	nim := Between(Ann, Bob)
	nim.Variant, nim.Family, nim.Rated = "nim/misere", "nim", false
	Finish(t, s, Between(Ann, Bob), LeftWins)
	Finish(t, s, Between(Bob, Ann), LeftWins)
	Finish(t, s, Between(Ann, Bob), RightWins)
	Finish(t, s, nim, NobodyWon)
	Finish(t, s, nim, LeftWins)
	old := Between(Ann, Bob) // already over when stored, and on no server
	old.State, old.Winner, old.Termination, old.Server = match.Finished, match.LeftSeat, match.Played, ""
	CreateMatch(t, s, old)
	CreateMatch(t, s, Between(Ann, Eve))
	Got(s.Sweep(ctx, Noon.AddDate(0, 0, 8), 9)).OK(t)
	CreateMatch(t, s, Between(Ann, Bob)) // not over yet

	record := Got(s.Record(ctx, Ann.ID)).OK(t)
	WantEqual(t, record, match.Record{
		Tallies: map[string]match.Tally{
			"end-nim": {Wins: 2, Losses: 2, Draws: 1},
			"nim":     {Wins: 1, Draws: 1, Unrated: 2},
		},
		Form: form("-WWLLW"), // leaves out a cancelled one
	})
	record = Got(s.Record(ctx, Bob.ID)).OK(t)
	WantEqual(t, record.Tallies["end-nim"], match.Tally{Wins: 2, Losses: 2})
	WantEqual(t, record.Form, form("LLWWL"))
	Got(s.Record(ctx, "local:nobody")).Is(t, match.Record{Tallies: map[string]match.Tally{}})

	for range 10 {
		Finish(t, s, Between(Eve, Ann), LeftWins)
	}
	record = Got(s.Record(ctx, Ann.ID)).OK(t)
	WantEqual(t, record.Form, form("LLLLLLLLLL"))
}

func (suite) Running(ctx context.Context, t *testing.T, s storage.Store) {
	first := CreateMatch(t, s, Between(Bob, Ann))
	Finish(t, s, Between(Ann, Eve), LeftWins)
	other := Between(Ann, Eve)
	other.Moves = []match.Move{Move(games.Left, 1)}
	second := CreateMatch(t, s, other)
	CreateMatch(t, s, Between(Bob, Eve))
	for _, c := range []struct {
		player string
		limit  int
		want   []match.Match
	}{
		{Ann.ID, 9, []match.Match{first, second}},
		{Ann.ID, 1, []match.Match{first}},
		{Ann.ID, -1, nil},
		{"local:nobody", 9, nil},
	} {
		Got(s.Running(ctx, c.player, c.limit)).Is(t, c.want)
	}
}

// form reads outcomes: W won, L lost, - nobody won.
func form(letters string) []match.Outcome {
	var outcomes []match.Outcome
	for _, letter := range letters {
		outcomes = append(outcomes, map[rune]match.Outcome{'W': match.Won, 'L': match.Lost, '-': match.NoWinner}[letter])
	}
	return outcomes
}

func (suite) HeadToHead(ctx context.Context, t *testing.T, s storage.Store) {
	for _, r := range []struct {
		left, right match.Player
		result      match.Result
	}{
		{Ann, Bob, LeftWins}, {Ann, Bob, LeftWins}, {Bob, Ann, RightWins}, {Ann, Bob, RightWins}, {Bob, Ann, LeftWins},
		{Ann, Bob, NobodyWon}, {Ann, Eve, LeftWins}, {Eve, Bob, LeftWins},
	} {
		Finish(t, s, Between(r.left, r.right), r.result)
	}
	CreateMatch(t, s, Between(Ann, Bob))
	for _, c := range []struct {
		a, b match.Player
		want []int
	}{{Ann, Bob, []int{3, 2, 1}}, {Bob, Ann, []int{2, 3, 1}}, {Ann, Eve, []int{1, 0, 0}}, {Ann, match.Bot, []int{0, 0, 0}}} {
		aWins, bWins, neither, err := s.HeadToHead(t.Context(), c.a.ID, c.b.ID)
		WantErr(t, err, nil)
		WantEqual(t, []int{aWins, bWins, neither}, c.want)
	}
}

func (suite) PairsSince(ctx context.Context, t *testing.T, s storage.Store) {
	pair := func(left, right match.Player, rated bool, ended time.Time, result match.Result) {
		first := Between(left, right)
		first.Leg, first.Rated = match.FirstLeg, rated
		first = CreateMatch(t, s, first)
		second := first
		second.Sides[games.Left].Player, second.Sides[games.Right].Player, second.Leg = right, left, match.SecondLeg
		c := End(match.LeftSeat, match.Played)
		c.Next = &second
		a := Got(s.Append(ctx, first.ID, 1, c)).OK(t)
		Got(s.Append(ctx, a.Next.ID, 1, match.Change{End: &result, Now: ended})).OK(t)
	}
	pair(Ann, Bob, true, Noon.Add(-time.Millisecond), LeftWins)
	pair(Ann, Bob, true, Noon, LeftWins)
	pair(Bob, Ann, true, Noon.Add(time.Hour), RightWins)
	pair(Ann, Bob, false, Noon, LeftWins)
	pair(Ann, Bob, true, Noon, NobodyWon)
	pair(Ann, Eve, true, Noon, LeftWins)
	unrated := Between(Ann, Bob) // of an unrated tournament
	unrated.Leg, unrated.Tournament = match.FirstLeg, 1
	unrated = CreateMatch(t, s, unrated)
	second := unrated.SecondGame(1, Noon)
	a := Got(s.Append(ctx, unrated.ID, 1, match.Change{End: &LeftWins, Next: &second, Now: Noon})).OK(t)
	Got(s.Append(ctx, a.Next.ID, 1, match.Change{End: &LeftWins, Uncounted: true, Now: Noon})).OK(t)
	half := Between(Ann, Bob)
	half.Leg = match.FirstLeg
	Finish(t, s, half, LeftWins)
	for _, c := range []struct {
		a, b  match.Player
		since time.Time
		want  int
	}{{Ann, Bob, Noon, 2}, {Bob, Ann, Noon, 2}, {Bob, Ann, Noon.Add(-time.Hour), 3}, {Ann, Eve, Noon, 1}, {Bob, Eve, Noon, 0}} {
		Got(s.PairsSince(ctx, c.a.ID, c.b.ID, c.since)).Is(t, c.want)
	}
}

func (suite) BestWins(ctx context.Context, t *testing.T, s storage.Store) {
	var won []match.Match
	for n, rival := range []int{5, 9, 2, 7} {
		p := match.Player{ID: fmt.Sprint("local:rival", rival), Name: "Rival"}
		m := Between(Ann, p)
		m.Sides[games.Right].Player = p
		theirs := Rated(p, 1, 0)
		theirs.Before.Value = 1000 + 100*float64(rival)
		m = Finish(t, s, m, LeftWins, Rated(Ann, n+1, 1), theirs,
			match.RatingChange{Player: p.ID, Before: Rating("nim", 0), After: Rating("nim", 1), Points: 0},
			match.RatingChange{Player: Ann.ID, Before: Rating("nim", n), After: Rating("nim", n+1), Points: 1})
		m.Moves = nil
		won = append(won, m)
	}
	// Drawn pairs, unrated wins and losses don't count, even if the last match was won.
	Finish(t, s, Between(Ann, Bob), LeftWins, Rated(Ann, 5, 0.5), Rated(Bob, 1, 0.5))
	Finish(t, s, Between(Ann, Bob), LeftWins, Rated(Ann, 6, 0), Rated(Bob, 2, 1))
	Finish(t, s, Between(Ann, Bob), LeftWins)

	wins := Got(s.BestWins(ctx, Ann.ID, 3)).OK(t)
	opponent := Plain(Rating(match.Overall, 0))
	var want []match.Win
	for _, w := range []struct {
		match match.Match
		value float64
	}{{won[1], 1900}, {won[3], 1700}, {won[0], 1500}} {
		opponent.Value = w.value
		want = append(want, match.Win{Match: w.match, Opponent: opponent})
	}
	WantEqual(t, wins, want)
	wins = Got(s.BestWins(ctx, Ann.ID, 9)).OK(t)
	WantEqual(t, len(wins), 4)
	wins = Got(s.BestWins(ctx, Bob.ID, 9)).OK(t)
	WantEqual(t, len(wins), 1)
}

func (suite) LostBy(ctx context.Context, t *testing.T, s storage.Store) {
	first := Finish(t, s, Between(Ann, Bob), RightWins)
	second := Finish(t, s, Between(Bob, Ann), LeftWins)
	Finish(t, s, Between(Ann, Bob), LeftWins)
	Finish(t, s, Between(Ann, Bob), NobodyWon)
	third := Finish(t, s, Between(Ann, Eve), RightWins)
	Got(s.LostBy(ctx, Ann.ID, 9)).Is(t, []match.Match{third, second, first})
	lost := Got(s.LostBy(ctx, Ann.ID, 2)).OK(t)
	WantEqual(t, ids(lost), []int64{third.ID, second.ID})
	lost = Got(s.LostBy(ctx, Eve.ID, 2)).OK(t)
	WantEqual(t, len(lost), 0)
}
