package storagetest

import (
	"context"
	"reflect"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/testlong"
	"nimatron/match"
)

func (suite) CancelledCallsDoNothing(t *testing.T, s match.Store) {
	m, c := CreateMatch(t, s, Match("c")), CreateChallenge(t, s, Challenge("d"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()

	calls := map[string]func() error{
		"CreateChallenge": func() error { _, err := s.CreateChallenge(ctx, Challenge("e")); return err },
		"CloseChallenge":  func() error { return s.CloseChallenge(ctx, c.ID, match.ChallengeDeclined, Noon) },
		"AcceptChallenge": func() error { _, err := s.AcceptChallenge(ctx, c.ID, Match("d")); return err },
		"CreateMatch":     func() error { _, err := s.CreateMatch(ctx, Match("e")); return err },
		"Append": func() error {
			_, err := s.Append(ctx, m.ID, 1, Turn(Move(games.Left, 1)))
			return err
		},
		"AddHint":          func() error { return s.AddHint(ctx, m.ID, 1, games.Left) },
		"OpenChallenge":    func() error { _, err := s.OpenChallenge(ctx, "d"); return err },
		"OpenChallengesOf": func() error { _, err := s.OpenChallengesOf(ctx, Ann.ID, Noon); return err },
		"LastMatch":        func() error { _, err := s.LastMatch(ctx, "c"); return err },
		"SecondLeg":        func() error { _, err := s.SecondLeg(ctx, m.ID); return err },
		"MatchByID":        func() error { _, err := s.MatchByID(ctx, m.ID); return err },
		"ExpireChallenges": func() error { _, err := s.ExpireChallenges(ctx, Noon.AddDate(1, 0, 0), 9); return err },
		"ChallengeByID":    func() error { _, err := s.ChallengeByID(ctx, c.ID); return err },
		"Remind":           func() error { _, err := s.Remind(ctx, Noon.AddDate(1, 0, 0), 9); return err },
		"Answered":         func() error { _, err := s.Answered(ctx, "x"); return err },
		"NoteAnswers": func() error {
			_, err := s.NoteAnswers(ctx, map[string]match.Answer{"x": match.AnsweredRefused})
			return err
		},
		"ForgetRequests": func() error { _, err := s.ForgetRequests(ctx, Noon, 9); return err },
		"TakeNotices":    func() error { _, err := s.TakeNotices(ctx, match.DiscordFront, Noon, Noon, 9); return err },
		"PostponeNotice": func() error { return s.PostponeNotice(ctx, 1, Noon) },
		"EndNotice":      func() error { return s.EndNotice(ctx, 1) },
		"Backlog":        func() error { _, _, err := s.Backlog(ctx, match.DiscordFront); return err },
		"LaggingBoards":  func() error { _, err := s.LaggingBoards(ctx, match.DiscordFront, 9); return err },
		"NewestBoard":    func() error { _, err := s.NewestBoard(ctx, match.Board{Match: m.ID}); return err },
		"NoteShown":      func() error { return s.NoteShown(ctx, match.Board{Match: m.ID, Message: "x", Version: 1}) },
		"Overdue":        func() error { _, err := s.Overdue(ctx, Noon.AddDate(1, 0, 0), 9); return err },
		"RunningRated":   func() error { _, err := s.RunningRated(ctx, Ann.ID); return err },
		"CalledOff":      func() error { _, err := s.CalledOff(ctx, Ann.ID, Noon); return err },
		"Abandon":        func() error { _, err := s.Abandon(ctx, Noon.AddDate(1, 0, 0), 9); return err },
		"Ratings":        func() error { _, err := s.Ratings(ctx, Ann.ID); return err },
		"NoteAdvice":     func() error { return s.NoteAdvice(ctx, Ann.ID, nil) },
		"ReplaceRatings": func() error {
			return s.ReplaceRatings(ctx, func(match.Match) ([]match.RatingChange, error) { return nil, nil })
		},
		"CheckRatings": func() error {
			_, err := s.CheckRatings(ctx, func(match.Match) ([]match.RatingChange, error) { return nil, nil })
			return err
		},
		"RatingsAreOld":  func() error { _, err := s.RatingsAreOld(ctx); return err },
		"CountPlaying":   func() error { _, err := s.CountPlaying(ctx); return err },
		"ForEachPlaying": func() error { return s.ForEachPlaying(ctx, func(match.Match) error { return nil }) },
		"Leaderboard": func() error {
			_, _, err := s.Leaderboard(ctx, match.LeaderboardQuery{Ladder: Long(match.Overall), Limit: 1})
			return err
		},
		"RankOf":       func() error { _, err := s.RankOf(ctx, Long(match.Overall), "", Ann.ID); return err },
		"History":      func() error { _, _, err := s.History(ctx, Ann.ID, 9, 0); return err },
		"Record":       func() error { _, err := s.Record(ctx, Ann.ID); return err },
		"Tallies":      func() error { _, err := s.Tallies(ctx, Ann.ID); return err },
		"HeadToHead":   func() error { _, _, _, err := s.HeadToHead(ctx, Ann.ID, Bob.ID); return err },
		"PairsSince":   func() error { _, err := s.PairsSince(ctx, Ann.ID, Bob.ID, Noon); return err },
		"Honour":       func() error { _, err := s.Honour(ctx, 9); return err },
		"BestWins":     func() error { _, err := s.BestWins(ctx, Ann.ID, 9); return err },
		"LostBy":       func() error { _, err := s.LostBy(ctx, Ann.ID, 9); return err },
		"SetFindings":  func() error { return s.SetFindings(ctx, m.ID, match.Findings{}) },
		"Running":      func() error { _, err := s.Running(ctx, Ann.ID, 9); return err },
		"RecordTry":    func() error { return RecordTry(ctx, s, match.Try{Player: Ann, Puzzle: Puzzle("2025-03-14"), At: Noon}) },
		"AskPuzzle":    func() error { return s.AskPuzzle(ctx, Ann, match.Asked{Puzzle: Puzzle("2025-03-14"), At: Noon}) },
		"AskedPuzzle":  func() error { _, err := s.AskedPuzzle(ctx, Ann.ID); return err },
		"PuzzleRating": func() error { _, err := s.PuzzleRating(ctx, Ann.ID); return err },
		"PuzzleState":  func() error { _, err := s.PuzzleState(ctx, Ann.ID, Puzzle("2025-03-14")); return err },
		"PuzzleStreak": func() error { _, err := s.PuzzleStreak(ctx, Ann.ID, "2025-03-14"); return err },
		"PuzzlePost":   func() error { _, err := s.PuzzlePost(ctx, 1); return err },
		"PuzzlePostIn": func() error { _, err := s.PuzzlePostIn(ctx, "c", "2025-03-14"); return err },
		"PuzzleCounts": func() error { _, err := s.PuzzleCounts(ctx, "x", "2025-03-14", "2025-03-14"); return err },
		"FirstFinder":  func() error { _, err := s.FirstFinder(ctx, "x", "2025-03-14"); return err },
		"PuzzleFinders": func() error {
			_, err := s.PuzzleFinders(ctx, "x", "2025-03-01", "2025-03-14", "2025-03-14", 9)
			return err
		},
		"Lessons":         func() error { _, err := s.Lessons(ctx, Ann.ID); return err },
		"OpenLesson":      func() error { return s.OpenLesson(ctx, Ann, "mirroring", 1, "c", Noon) },
		"SolveExercise":   func() error { return s.SolveExercise(ctx, Ann.ID, "mirroring", 1) },
		"BreakRule":       func() error { return s.BreakRule(ctx, Ann.ID, "mirroring", 1) },
		"ForEachFinished": func() error { return s.ForEachFinished(ctx, func(match.Match) error { return nil }) },
		"Import":          func() error { _, err := s.Import(ctx, given(nil, nil)); return err },
		"Export":          func() error { _, err := s.Export(ctx, Ann.ID); return err },
		"Forget":          func() error { return s.Forget(ctx, Bob.ID, Noon) },
		"ForgetFormer":    func() error { _, err := s.ForgetFormer(ctx, Noon, 9); return err },

		"CreateTournament": func() error { _, err := s.CreateTournament(ctx, tournament("hall")); return err },
		"Tournament":       func() error { _, err := s.Tournament(ctx, 1); return err },
		"TournamentsOf":    func() error { _, err := s.TournamentsOf(ctx, "server", "hall", 9); return err },
		"DueTournaments":   func() error { _, err := s.DueTournaments(ctx, Noon, Noon, 9); return err },
		"EventOf":          func() error { _, err := s.EventOf(ctx, m.ID); return err },
		"ReleaseMeetings":  func() error { return s.ReleaseMeetings(ctx, 1, Noon, Noon) },
		"OftenMet":         func() error { _, err := s.OftenMet(ctx, 1, Noon, 5); return err },
		"Follow":           func() error { _, err := s.Follow(ctx, m.ID, Eve); return err },
		"FollowedBy":       func() error { _, err := s.FollowedBy(ctx, Eve.ID); return err },
		"TournamentsWith":  func() error { _, err := s.TournamentsWith(ctx, Ann.ID); return err },
		"SaveTournament":   func() error { return s.SaveTournament(ctx, tournament("hall"), 1, match.NoNotice, Noon) },
		"TakeMeetings":     func() error { _, err := s.TakeMeetings(ctx, match.LocalFront, Noon, Noon, 9); return err },
		"BeginMeeting":     func() error { _, err := s.BeginMeeting(ctx, 1, 1, 1, 1, Between(Ann, Bob)); return err },
		"BeginClaims": func() error {
			return s.BeginClaims(ctx, 1, match.Meeting{Round: 1, Board: 1, Game: match.ClaimGame}, Noon)
		},
		"ClaimsIn":     func() error { _, err := s.ClaimsIn(ctx, "c"); return err },
		"NoteClaim":    func() error { return s.NoteClaim(ctx, 1, match.Meeting{}, true, match.LeftClaim, Noon) },
		"MeetingsOver": func() error { _, err := s.MeetingsOver(ctx, 1); return err },

		"CreateClass":      func() error { _, err := s.CreateClass(ctx, class("hall")); return err },
		"Class":            func() error { _, err := s.Class(ctx, 1); return err },
		"ClassByCode":      func() error { _, err := s.ClassByCode(ctx, "x"); return err },
		"ClassesOf":        func() error { _, err := s.ClassesOf(ctx, Ann.ID); return err },
		"ClassesIn":        func() error { _, err := s.ClassesIn(ctx, "hall"); return err },
		"JoinClass":        func() error { return s.JoinClass(ctx, 1, Bob, Noon) },
		"LeaveClass":       func() error { return s.LeaveClass(ctx, 1, Bob.ID) },
		"EndClass":         func() error { return s.EndClass(ctx, 1, Noon) },
		"Assign":           func() error { _, err := s.Assign(ctx, 1, homework(Noon)); return err },
		"CreatePuzzleSet":  func() error { _, err := s.CreatePuzzleSet(ctx, puzzleSet(1)); return err },
		"PuzzleSet":        func() error { _, err := s.PuzzleSet(ctx, 1, Ann.ID); return err },
		"DropPuzzleSet":    func() error { return s.DropPuzzleSet(ctx, 1, 1) },
		"AssignmentClass":  func() error { _, err := s.AssignmentClass(ctx, 1); return err },
		"CloseAssignments": func() error { _, err := s.CloseAssignments(ctx, Noon, 9); return err },
		"Efforts":          func() error { _, _, err := s.Efforts(ctx, 1, 1); return err },

		"TakeLease":          func() error { _, _, err := s.TakeLease(ctx, "x", "y", Noon, Noon); return err },
		"KeepLease":          func() error { _, err := s.KeepLease(ctx, match.Lease{Name: "x", Holder: "y"}); return err },
		"Lease":              func() error { _, err := s.Lease(ctx, "x"); return err },
		"EndLease":           func() error { return s.EndLease(ctx, match.Lease{Name: "x", Holder: "y"}) },
		"ServerSettings":     func() error { _, err := s.ServerSettings(ctx, "x"); return err },
		"SaveServerSettings": func() error { return s.SaveServerSettings(ctx, "x", match.ServerSettings{}) },
		"PersonSettings":     func() error { _, err := s.PersonSettings(ctx, Ann.ID); return err },
		"SavePersonSettings": func() error { return s.SavePersonSettings(ctx, Ann, match.PersonSettings{}) },
		"SeasonTable":        func() error { _, err := s.SeasonTable(ctx, match.SeasonQuery{Season: "2025-03"}); return err },
		"CloseSeason":        func() error { _, err := s.CloseSeason(ctx, "2025-03", true, Noon); return err },
		"LastSeason":         func() error { _, err := s.LastSeason(ctx); return err },
		"RoomOfPuzzles":      func() error { _, err := s.RoomOfPuzzles(ctx, "c"); return err },
		"Deeds":              func() error { _, err := s.Deeds(ctx, Ann.ID); return err },
		"NoteTold":           func() error { _, err := s.NoteTold(ctx, Ann, []string{"strong"}, Noon); return err },
		"AnnouncePuzzle":     func() error { _, err := s.AnnouncePuzzle(ctx, "2025-03-14", Noon, 9); return err },
	}
	for method := range reflect.TypeFor[match.Store]().Methods() {
		if calls[method.Name] == nil && method.Name != "Close" && method.Name != "WritesFailSince" {
			t.Errorf("%s is not tried", method.Name)
		}
	}
	for name, call := range calls {
		if err := call(); err == nil || ctx.Err() == nil {
			t.Errorf("%s succeeded", name)
		} else {
			WantErr(t, err, context.Canceled)
		}
	}
	Got(s.LastMatch(t.Context(), "c")).Is(t, m)
	Got(s.OpenChallenge(t.Context(), "d")).Is(t, c)
}

// A turn that is cancelled at any moment is stored whole or not at all, and the
// error says which.
func (suite) CancelledAtAnyMoment(t *testing.T, s match.Store) {
	m := CreateMatch(t, s, Match("c"))
	turn := time.Hour // what the quickest takes
	for version := range int64(10) {
		began := time.Now()
		Got(s.Append(t.Context(), m.ID, 1+version, Turn(Move(games.Left, 1), Move(games.Right, 2)))).OK(t)
		turn = min(turn, time.Since(began))
	}
	version, cancelled := m.Version+10, 0
	turns := testlong.Times(100, 150, 2000)
	for n := range turns {
		ctx, cancel := context.WithCancel(t.Context())
		timer := time.AfterFunc(turn*time.Duration(n%100)/75, cancel)
		next, err := s.Append(ctx, m.ID, version, Turn(Move(games.Left, 1), Move(games.Right, 2)))
		timer.Stop()
		cancel()
		if err == nil {
			version = next.Version
			continue
		}
		WantErr(t, err, context.Canceled)
		cancelled++
	}
	got := Got(s.MatchByID(t.Context(), m.ID)).OK(t)
	WantEqual(t, got.Version, version)
	WantEqual(t, len(got.Moves), 2*int(version-1))
	t.Logf("%d of %d turns were cancelled", cancelled, turns)
}

// What is refused in the middle of a change must leave nothing of what came before it,
// the new version included.
func (suite) AppendIsAllOrNothing(t *testing.T, s match.Store) {
	ctx := t.Context()
	m := Match("c")
	m.Moves = []match.Move{Move(games.Right, 1), Move(games.Left, 2)}
	before := CreateMatch(t, s, m)
	over := func(c match.Change) match.Change {
		c.End, c.Now = &match.Result{Winner: match.LeftSeat, Termination: match.Played}, Noon
		return c
	}
	next, faulty := Match("c"), Match("c")
	faulty.Start = ""
	busy := CreateMatch(t, s, Match("busy"))
	known, odd := Rated(Ann, 1, 1), Rated(Ann, 1, 0.3)
	unknown := Rated(match.Player{ID: "local:eve"}, 1, 1)
	for name, c := range map[string]match.Change{
		"a move of no text":         Turn(Move(games.Left, 1), match.Move{Actor: games.Right, At: Noon}),
		"an end without a why":      {Moves: []match.Move{Move(games.Left, 1)}, End: &match.Result{Winner: match.LeftSeat}, Now: Noon},
		"an end too long":           End(match.Nobody, "a reason that is longer than 32 characters"),
		"nothing":                   {Now: Noon},
		"a move without a time":     {Moves: []match.Move{Move(games.Left, 1)}},
		"more back than there is":   {Takeback: 3, TakebackBy: match.LeftSeat, Now: Noon},
		"back for nobody":           {Takeback: 1, Now: Noon},
		"nothing back for somebody": {Moves: []match.Move{Move(games.Left, 1)}, TakebackBy: match.LeftSeat, Now: Noon},
		"back into the future":      {Takeback: -1, TakebackBy: match.LeftSeat, Now: Noon},
		"next without an end":       {Moves: []match.Move{Move(games.Left, 1)}, Next: &next, Now: Noon},
		"ratings without an end":    {Moves: []match.Move{Move(games.Left, 1)}, Ratings: []match.RatingChange{known}, Now: Noon},
		"a faulty next match":       over(match.Change{Next: &faulty}),
		"a next match elsewhere":    over(match.Change{Next: &busy}),
		"one good rating":           over(match.Change{Ratings: []match.RatingChange{known, unknown}}),
		"an odd result":             over(match.Change{Ratings: []match.RatingChange{odd}}),
		"a rating twice":            over(match.Change{Ratings: []match.RatingChange{known, known}}),
	} {
		if a, err := s.Append(ctx, before.ID, 1, c); err == nil {
			t.Errorf("%s was accepted: %+v", name, a)
		}
	}
	Got(s.MatchByID(ctx, before.ID)).Is(t, before)
	ratings := Got(s.Ratings(ctx, Ann.ID)).OK(t)
	WantEqual(t, len(ratings), 0)
}

// A match can start while a challenge is open that has expired. The challenge then can't
// be accepted, and must be as open as before.
func (suite) AcceptIsAllOrNothing(t *testing.T, s match.Store) {
	ctx := t.Context()
	c := CreateChallenge(t, s, Challenge("c"))
	late := Match("c")
	late.Created = c.Expires
	CreateMatch(t, s, late)
	Got(s.AcceptChallenge(ctx, c.ID, Match("c"))).Fails(t, match.ErrChannelBusy)
	Got(s.OpenChallenge(ctx, "c")).Is(t, c)
}

// What cannot be a match leaves no trace: not even its players.
func (suite) FaultyMatchIsRefusedWhole(t *testing.T, s match.Store) {
	for name, spoil := range map[string]func(*match.Match){
		"no channel":             func(m *match.Match) { m.Channel = "" },
		"no variant":             func(m *match.Match) { m.Variant = "" },
		"no family":              func(m *match.Match) { m.Family = "" },
		"no start":               func(m *match.Match) { m.Start = "" },
		"no left player":         func(m *match.Match) { m.Sides[games.Left].Player = match.Player{} },
		"a move without a time":  func(m *match.Match) { m.Created = time.Time{} },
		"negative turn time":     func(m *match.Match) { m.TurnTime = -time.Second },
		"unknown state":          func(m *match.Match) { m.State = "paused" },
		"won while playing":      func(m *match.Match) { m.Winner = match.LeftSeat },
		"finished without a why": func(m *match.Match) { m.State = match.Finished },
		"second leg of nothing":  func(m *match.Match) { m.Leg = 2 },
		"unknown first leg":      func(m *match.Match) { m.Leg, m.Pair = 2, 99 },
		"pair without a leg":     func(m *match.Match) { m.Leg, m.Pair = 0, 1 },
		"third leg":              func(m *match.Match) { m.Leg = 3 },
		"deleted player":         func(m *match.Match) { m.Sides[games.Left].ID = "deleted:1" },
		"move without time":      func(m *match.Match) { m.Moves = []match.Move{{Actor: games.Left, Text: "L-1"}} },
	} {
		m := Match("c")
		spoil(&m)
		if got, err := s.CreateMatch(t.Context(), m); err == nil {
			t.Errorf("%s: stored as %+v", name, got)
		}
	}
	Got(s.LastMatch(t.Context(), "c")).Fails(t, match.ErrNotFound)
	for _, p := range []match.Player{Ann, Bob} {
		Got(s.Export(t.Context(), p.ID)).Fails(t, match.ErrNotFound)
	}
}
