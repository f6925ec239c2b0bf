package storagetest

import (
	"context"
	"errors"
	"io"
	"iter"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee/puzzle"
	"nimatron/referee/race"
	"nimatron/referee/season"
	"nimatron/storage"
)

// CancelledCallsDoNothing calls every method with a context that is over.
func (suite) CancelledCallsDoNothing(ctx context.Context, t *testing.T, s storage.Store) {
	m, c := CreateMatch(t, s, Match("c")), CreateChallenge(t, s, Challenge("d"))
	over, cancel := context.WithCancel(ctx)
	cancel()
	// All of these would succeed without the cancellation.
	given := []any{
		over, int64(1), uint64(1), 9, "2025-03-14", true, Noon, games.Left, Ann, []string{"x"}, match.ChallengeDeclined, match.NoNotice,
		Match("e"), Challenge("e"), Turn(0, Move(games.Left, 1)), newClass("hall"), homework(Noon), puzzleSet(1),
		match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: 1}, Message: "x"}, match.Subject{Kind: match.MatchSubject, ID: m.ID}, try, try.Puzzle,
		puzzle.Asked{Puzzle: try.Puzzle, At: Noon}, Long(match.Overall), match.LeaderboardQuery{Ladder: Long(match.Overall), Limit: 1},
		season.Season("2025-03"), match.Lease{Name: "x", Holder: "y"}, match.LiveSession{Link: "x"}, []int64{m.ID}, match.ServerSettings{},
		race.Answer{}, race.Race{}, match.Kept{}, match.KeptFilter{}, match.RaceSubject, match.Playing, func([]match.Kept) error { return nil },
		func(*match.Kept) ([]match.Notice, error) { return nil, nil }, func(match.Match) func(*match.Kept) ([]match.Notice, error) { return nil }, match.Vote{}, io.Discard, never, match.PersonSettings{}, match.Findings{}, match.ShutOut{Scope: "s", Subject: "x"}, match.Held{Channel: "c"}, map[string]match.Answer{"x": match.AnsweredRefused},
		func(match.Match) error { return nil }, func(match.Match) ([]match.RatingChange, error) { return nil, nil },
		iter.Seq2[match.Match, error](func(func(match.Match, error) bool) {}),
	}
	for method, call := range reflect.ValueOf(s).Methods() {
		if _, ok := reflect.TypeFor[storage.Store]().MethodByName(method.Name); !ok || call.Type().NumIn() == 0 {
			continue
		}
		var in []reflect.Value
		for kind := range call.Type().Ins() {
			if call.Type().IsVariadic() && len(in) == call.Type().NumIn()-1 {
				kind = kind.Elem()
			}
			n := slices.IndexFunc(given, func(v any) bool { return reflect.TypeOf(v).AssignableTo(kind) })
			if n < 0 {
				t.Fatalf("%s is not tried: what is a %v?", method.Name, kind)
			}
			in = append(in, reflect.ValueOf(given[n]))
		}
		out := call.Call(in)
		err, _ := out[len(out)-1].Interface().(error)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: the error is %v", method.Name, err)
		}
	}
	WantEqual(t, Got(s.LastMatch(ctx, "c")).OK(t).Match, m)
	Got(match.OpenChallenge(ctx, s, "d")).Is(t, c)
}

// A turn that is cancelled at any time is stored whole or not at all, and the error tells which.
func (suite) CancelledAtAnyMoment(ctx context.Context, t *testing.T, s storage.Store) {
	m := CreateMatch(t, s, Match("c"))
	turn := Turn(0, Move(games.Left, 1), Move(games.Right, 2))
	Got(s.Append(t.Context(), m.ID, 1, turn)).OK(t)
	version, cancelled := m.Version+1, 0
	turns := testlong.Times(60, 80, 2000)
	for n := range turns {
		ctx, cancel := context.WithCancel(t.Context())
		// It is cancelled at one of the statements: before it runs, or by somebody else while it runs.
		at, seen := int64(n/2%8), new(atomic.Int64)
		s.(interface{ Watch(func(string, bool)) }).Watch(func(string, bool) {
			if seen.Add(1) != 1+at {
				return
			}
			if n%2 == 0 {
				cancel()
			} else {
				go cancel()
			}
		})
		turn.Ply = 2 * int(version-1)
		next, err := s.Append(ctx, m.ID, version, turn)
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
	if t.Logf("%d of %d turns were cancelled", cancelled, turns); cancelled == 0 || cancelled == turns {
		t.Error("all have the same fate: the statements are others")
	}
}

// A change refused half-way must leave nothing behind, not even a new version.
func (suite) AppendIsAllOrNothing(ctx context.Context, t *testing.T, s storage.Store) {
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
		"a move of no text":         Turn(0, Move(games.Left, 1), match.Move{Actor: games.Right, At: Noon}),
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

// A match can start while an expired challenge is still open. The challenge then can't be accepted
// and must stay open.
func (suite) AcceptIsAllOrNothing(ctx context.Context, t *testing.T, s storage.Store) {
	c := CreateChallenge(t, s, Challenge("c"))
	late := Match("c")
	late.Created = c.Expires
	CreateMatch(t, s, late)
	Got(s.AcceptChallenge(ctx, c.ID, Match("c"))).Fails(t, match.ErrChannelBusy)
	Got(match.OpenChallenge(ctx, s, "c")).Is(t, c)
}

// An invalid match stores nothing, not even its players.
func (suite) FaultyMatchIsRefusedWhole(ctx context.Context, t *testing.T, s storage.Store) {
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
		Got(s.Export(t.Context(), p.ID, io.Discard, never)).Fails(t, match.ErrNotFound)
	}
}
