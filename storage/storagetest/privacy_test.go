package storagetest

import (
	"context"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/rating"
)

func (suite) ExportIsEverything(ctx context.Context, t *testing.T, s match.Store) {
	past := Finish(t, s, Between(Ann, Bob), LeftWins, Rated(Ann, 1, 1), Rated(Bob, 1, 0))
	elsewhere := Between(Bob, Ann)
	elsewhere.Server = "another"
	second := Finish(t, s, elsewhere, LeftWins, Rated(Ann, 2, 0))
	Finish(t, s, Between(Bob, Eve), LeftWins)
	open := CreateMatch(t, s, Between(Ann, Eve))
	asked := CreateChallenge(t, s, Challenge("a"))
	toBob := Challenge("b")
	toBob.Challenger, toBob.Opponent = Bob, Ann
	was := CreateChallenge(t, s, toBob)
	toBob.Channel, toBob.Opponent = "c", Eve
	CreateChallenge(t, s, toBob)
	WantErr(t, RecordTry(ctx, s, match.Try{Player: Ann, Room: "server", Puzzle: Puzzle("2025-03-14"), At: Noon, Solved: false}), nil)
	puzzles := Rating(match.PuzzleLadder.Family, 0).Change(Ann.ID, match.PuzzleLadder, rating.New(), 1, Noon)
	WantErr(t, RecordTry(ctx, s, match.Try{Player: Ann, Puzzle: Puzzle("2025-03-15"), At: Noon, Solved: true, Rating: &puzzles}), nil)
	WantErr(t, s.AskPuzzle(ctx, Ann, match.Asked{Puzzle: Puzzle("2025-03-16"), Channel: "c", At: Noon}), nil)
	WantErr(t, s.OpenLesson(ctx, Ann, "copying", 1<<63+1, "c", Noon), nil)
	WantErr(t, RecordTry(ctx, s, match.Try{Player: Bob, Puzzle: Puzzle("2025-03-15"), At: Noon, Solved: true}), nil)
	led := createTournament(t, s, tournament("hall"))
	led.Entrants = []match.Entrant{{Player: Bob, Joined: 1, At: Stored(Noon)}, {Player: Ann, Rating: 1600, Joined: 1, At: Stored(Noon)}}
	led = saved(t, s, led)
	led.Entrants = led.Entrants[1:]
	WantErr(t, s.BreakRule(ctx, Ann.ID, "copying", 2), nil)
	taught := createClass(t, s, class("hall"))
	WantErr(t, s.JoinClass(ctx, taught.ID, Eve, Noon), nil)
	taught.Assignments = make([]match.Assignment, 1)
	var err error
	taught.Assignments[0], err = s.Assign(ctx, taught.ID, homework(Noon))
	WantErr(t, err, nil)
	taught.Version = 3
	attended := class("yard")
	attended.Teacher = Bob
	attended = createClass(t, s, attended)
	for _, p := range []match.Player{Ann, Eve} {
		WantErr(t, s.JoinClass(ctx, attended.ID, p, Noon), nil)
	}
	attended.Version, attended.Code, attended.Members = 3, "", []match.Member{{Player: Ann, Joined: Stored(Noon)}}

	data := Got(s.Export(ctx, Ann.ID)).OK(t)
	ratings := Got(s.Ratings(ctx, Ann.ID)).OK(t)
	about := func(m match.Match, n int, points float64) match.RatingChange {
		return match.RatingChange{MatchID: m.ID, Player: Ann.ID, Before: Plain(Rating(match.Overall, n-1)),
			After: Plain(Rating(match.Overall, n)), Points: points, At: Stored(Noon)}
	}
	want := match.PersonalData{
		Player: Ann, Matches: []match.Match{open, second, past}, Challenges: []match.Challenge{was, asked},
		Ratings:       []match.Rating{ratings[Ann.ID][Long(match.Overall)]},
		RatingChanges: []match.RatingChange{about(second, 2, 0), about(past, 1, 1)},
		Tallies:       map[string]match.Tally{"end-nim": {Wins: 1, Losses: 1}},
		Servers:       []string{"another", "server"},
		Puzzles: []match.Puzzle{
			{ID: Puzzle("2025-03-15"), Tries: 1, Tried: Stored(Noon), Solved: Stored(Noon)},
			{ID: Puzzle("2025-03-14"), Room: "server", Tries: 1, Tried: Stored(Noon)},
		},
		AskedPuzzle: match.Asked{Puzzle: Puzzle("2025-03-16"), Channel: "c", At: Stored(Noon)}, PuzzleRating: puzzles.After,
		Lessons:     []match.Lesson{{ID: "copying", Seed: 1<<63 + 1, Channel: "c", Opened: Stored(Noon)}},
		BrokenRules: []match.BrokenRule{{Lesson: "copying", Rule: 2, Times: 1}},
		Classes:     []match.Class{taught, attended},
		Tournaments: []match.Tournament{led},
	}
	want.PuzzleRating.Updated = Stored(Noon)
	WantEqual(t, data, want)
	Got(s.Export(ctx, "local:nobody")).Fails(t, match.ErrNotFound)
}

func (suite) Forget(ctx context.Context, t *testing.T, s match.Store) {
	m := Finish(t, s, Between(Ann, Bob), LeftWins, Rated(Ann, 1, 1), Rated(Bob, 1, 0))
	puzzles := match.Rating{}.Change(Ann.ID, match.PuzzleLadder, rating.New(), 1, Noon)
	WantErr(t, RecordTry(ctx, s, match.Try{Player: Ann, Puzzle: Puzzle("2025-03-14"), At: Noon, Solved: true, Rating: &puzzles}), nil)
	WantErr(t, s.AskPuzzle(ctx, Ann, match.Asked{Puzzle: Puzzle("2025-03-14"), At: Noon}), nil)
	WantErr(t, s.OpenLesson(ctx, Ann, "mirroring", 1, "c", Noon), nil)
	WantErr(t, s.BreakRule(ctx, Ann.ID, "mirroring", 1), nil)
	taught := createClass(t, s, class("hall"))
	WantErr(t, s.JoinClass(ctx, taught.ID, Bob, Noon), nil)
	Got(s.Assign(ctx, taught.ID, homework(Noon))).OK(t)
	attended := class("yard")
	attended.Teacher = Bob
	attended = createClass(t, s, attended)
	for _, p := range []match.Player{Ann, Eve} {
		WantErr(t, s.JoinClass(ctx, attended.ID, p, Noon), nil)
	}
	declined := CreateChallenge(t, s, Challenge("by Ann"))
	WantErr(t, s.CloseChallenge(ctx, declined.ID, match.ChallengeDeclined, Noon.Add(-time.Hour)), nil)
	CreateChallenge(t, s, Challenge("by Ann"))
	toAnn := Challenge("to Ann")
	toAnn.Challenger, toAnn.Opponent = Bob, Ann
	CreateChallenge(t, s, toAnn)
	toAnn.Channel, toAnn.Opponent = "to Eve", Eve
	other := CreateChallenge(t, s, toAnn)
	bobBefore := Got(s.Ratings(ctx, Bob.ID)).OK(t)

	// In a match nobody can be forgotten, on neither side.
	for _, playing := range []match.Match{Between(Ann, Bob), Between(Eve, Ann)} {
		playing = CreateMatch(t, s, playing)
		before := Got(s.Export(ctx, Ann.ID)).OK(t)
		WantErr(t, s.Forget(ctx, Ann.ID, Noon), match.ErrPlaying)
		Got(s.Export(ctx, Ann.ID)).Is(t, before)
		Got(s.Append(ctx, playing.ID, 1, End(match.LeftSeat, match.Resigned))).OK(t)
	}
	WantErr(t, s.Forget(ctx, Ann.ID, Noon), nil)
	WantErr(t, s.Forget(ctx, Ann.ID, Noon), match.ErrNotFound)
	WantErr(t, s.Forget(ctx, "local:nobody", Noon), match.ErrNotFound)

	// The match is still Bob's, against nobody in particular.
	got := Got(s.MatchByID(ctx, m.ID)).OK(t)
	WantEqual(t, got.Sides[games.Left].Name, match.DeletedPlayer(1).Name)
	WantEqual(t, []bool{got.Sides[games.Left].Deleted(), got.Sides[games.Right].Deleted()}, []bool{true, false})
	m.Sides[games.Left].Player = got.Sides[games.Left].Player
	WantEqual(t, got, m)
	Got(s.Ratings(ctx, Bob.ID)).Is(t, bobBefore)
	past, _, err := s.History(ctx, Bob.ID, 9, 0)
	WantErr(t, err, nil)
	WantEqual(t, past[len(past)-1].Overall.Points, 0)

	for _, channel := range []string{"by Ann", "to Ann"} {
		Got(s.OpenChallenge(ctx, channel)).Fails(t, match.ErrNotFound)
	}
	Got(s.OpenChallenge(ctx, "to Eve")).Is(t, other)

	// The class has no student less but Ann, and the one that she led has ended.
	attended.Members = []match.Member{{Player: Eve, Joined: Stored(Noon)}}
	wantClass(t, s, attended)
	taught.Name, taught.Code, taught.Ended, taught.Teacher = "Class", "", Stored(Noon), got.Sides[games.Left].Player
	wantClass(t, s, taught)

	// All that is left is what the opponents share.
	data := Got(s.Export(ctx, got.Sides[games.Left].ID)).OK(t)
	WantEqual(t, len(data.Matches), 3)
	var states []match.ChallengeState
	for _, c := range data.Challenges {
		states = append(states, c.State)
	}
	WantEqual(t, states, []match.ChallengeState{
		match.ChallengeCancelled, match.ChallengeCancelled, match.ChallengeDeclined,
	})
	WantEqual(t, data.Challenges[0].Closed, Stored(Noon))
	data.Matches, data.Challenges, data.Classes = nil, nil, nil
	WantEqual(t, data, match.PersonalData{Player: got.Sides[games.Left].Player, Tallies: map[string]match.Tally{}})
	record := Got(s.Record(ctx, got.Sides[games.Left].ID)).OK(t)
	WantEqual(t, len(record.Tallies), 0)

	// Who comes back begins anew.
	Got(s.Export(ctx, Ann.ID)).Fails(t, match.ErrNotFound)
	CreateMatch(t, s, Between(Ann, Bob))
	back := Got(s.Export(ctx, Ann.ID)).OK(t)
	WantEqual(t, []int{len(back.Matches), len(back.Ratings), len(back.Puzzles), len(back.Lessons)}, []int{1, 0, 0, 0})
}
