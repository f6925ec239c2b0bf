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

// A match goes through everything that can happen to it, and is read back in every way. Each field
// must be non-zero at some point, so that a field added later can't be forgotten here.
func (suite) MatchKeepsEveryField(ctx context.Context, t *testing.T, s storage.Store) {

	m := Match("den")
	m.Moves = []match.Move{Move(games.Right, 1)}
	got := CreateMatch(t, s, m)
	want := m
	want.ID, want.Pair, want.Version, want.State = got.ID, got.ID, 1, match.Playing
	want.Created, want.Updated = Stored(Noon), Stored(Noon)
	want.Deadline, want.Remind, want.AbandonAt = Stored(m.Deadline), Stored(m.Remind), Stored(m.AbandonAt)
	want.Moves = StoredMoves(Move(games.Right, 1))
	WantEqual(t, got, want)
	if m.Moves[0].At != Move(games.Right, 1).At {
		t.Error("CreateMatch has changed the moves it was given")
	}
	WantEqual(t, Got(s.LastMatch(ctx, "den")).OK(t).Match, want)

	for _, side := range []games.Side{games.Left, games.Right, games.Right} {
		WantErr(t, s.AddHint(ctx, got.ID, 1, side), nil)
	}
	WantErr(t, s.RecordShown(ctx, match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: got.ID, Version: 1}, Message: "message:9"}), nil)
	later := Noon.Add(time.Hour)
	version := got.Version
	for _, c := range []match.Change{
		{Ply: 1, Moves: []match.Move{Move(games.Left, 2), Move(games.Right, 3)}},
		{Takeback: 1, TakebackBy: match.LeftSeat, Ply: 2, Moves: []match.Move{Move(games.Right, 4)}},
		{Takeback: 2, TakebackBy: match.RightSeat},
		{Takeback: 1, TakebackBy: match.RightSeat, Moves: []match.Move{Move(games.Right, 5), Move(games.Left, 6)}},
		{Offer: match.RightSeat, Deadline: later, Remind: later, AbandonAt: later.Add(time.Hour)},
	} {
		c.Now = Noon.Add(time.Minute)
		a := Got(s.Append(ctx, got.ID, version, c)).OK(t)
		version++
		WantEqual(t, a.Version, version)
	}
	WantErr(t, s.AddHint(ctx, got.ID, version, games.Right), nil)
	WantEqual(t, Got(s.Sweep(ctx, later, 1)).OK(t).Reminded, 1)

	want.Version, want.Updated, want.Message = 6, Stored(Noon.Add(time.Minute)), "message:9"
	want.Sides[games.Left].Hints, want.Sides[games.Right].Hints, want.Sides[games.Left].Takebacks, want.Sides[games.Right].Takebacks = 1, 3, 1, 2
	want.HintsHere = 1 // the board has changed since the other hints
	want.Offer, want.Deadline, want.Remind, want.AbandonAt = match.RightSeat, Stored(later), Stored(later), Stored(later.Add(time.Hour))
	want.Reminded = true
	want.Moves = StoredMoves(Move(games.Right, 5), Move(games.Left, 6))
	open := Got(s.LastMatch(ctx, "den")).OK(t)
	WantEqual(t, open.Match, want)

	ended := Got(s.Append(ctx, got.ID, version, match.Change{
		Ply: 2, Moves: []match.Move{Move(games.Left, 7)}, Offer: match.LeftSeat, Deadline: later, Remind: later, AbandonAt: later,
		End: &match.Result{Winner: match.LeftSeat, Termination: match.Played}, CalledOff: match.RightSeat, Uncounted: true, Now: later,
		Findings: &match.Findings{games.Left: match.Found{Wins: 4, Kept: 3}, games.Right: match.Found{Wins: 2, Kept: 1}},
	})).OK(t)
	WantEqual(t, ended.Version, 7)
	want.State, want.Winner, want.Termination, want.Version = match.Finished, match.LeftSeat, match.Played, 7
	want.Updated, want.Ended, want.CalledOff, want.Uncounted = Stored(later), Stored(later), match.RightSeat, true
	want.Offer, want.Deadline, want.Remind, want.AbandonAt = match.Nobody, time.Time{}, time.Time{}, time.Time{}
	want.Reminded = false
	want.Reviewed, want.Findings = true, match.Findings{games.Left: match.Found{Wins: 4, Kept: 3}, games.Right: match.Found{Wins: 2, Kept: 1}}
	want.Moves = append(want.Moves, StoredMoves(Move(games.Left, 7))...)
	WantEqual(t, Got(s.LastMatch(ctx, "den")).OK(t).Match, want)
	byID := Got(s.MatchByID(ctx, got.ID)).OK(t)
	WantEqual(t, byID, want)

	for field, value := range reflect.ValueOf(byID).Fields() {
		if field.Name == "Advised" || field.Name == "Declined" {
			continue // such a match has no advice, and no offer is open: AdviceIsNoted and Offer store one
		}
		if value.IsZero() && reflect.ValueOf(open.Match).FieldByIndex(field.Index).IsZero() {
			t.Errorf("nothing was stored in %s", field.Name)
		}
	}
}

// A match that ended without a review gets it later.
func (suite) Review(ctx context.Context, t *testing.T, s storage.Store) {
	found := match.Findings{games.Left: match.Found{Wins: 1}, games.Right: match.Found{Wins: 2, Kept: 2}}
	playing := CreateMatch(t, s, Match("den"))
	for _, id := range []int64{playing.ID, playing.ID + 1} {
		WantErr(t, s.SetFindings(ctx, id, found), match.ErrNotFound)
	}
	over := Finish(t, s, Match("hall"), LeftWins)
	WantEqual(t, over.Reviewed, false)
	WantErr(t, s.SetFindings(ctx, over.ID, found), nil)
	got := Got(s.MatchByID(ctx, over.ID)).OK(t)
	over.Reviewed, over.Findings = true, found
	WantEqual(t, got, over)
	WantEqual(t, got.Findings[games.Right], match.Found{Wins: 2, Kept: 2})
}

func (suite) MatchWithTheLeast(ctx context.Context, t *testing.T, s storage.Store) {
	m := CreateMatch(t, s, match.Match{
		Channel: "c", Variant: "nim", Family: "nim", Start: "1", First: games.Left, Sides: match.Between(match.Player{ID: "a"}, match.Player{ID: "b"}), Created: Noon,
	})
	Got(s.MatchByID(t.Context(), m.ID)).Is(t, m)
}

// A store accepts any number of moves with any text.
func (suite) MovesKeepTheirTexts(ctx context.Context, t *testing.T, s storage.Store) {
	m := Match("c")
	for _, text := range []string{"L-1", "2=3+4", "a:b", ": ", "left 1 1:", "naïve 🎲", "two\nlines", "'", "1000000000000000000-1"} {
		m.Moves = append(m.Moves, match.Move{Actor: games.Side(len(m.Moves) % 2), Text: text, At: Noon})
	}
	for n := range 30 {
		m.Moves = append(m.Moves, Move(games.Right, n))
	}
	m = CreateMatch(t, s, m)
	Got(s.MatchByID(t.Context(), m.ID)).Is(t, m)
}

// The bot's first move can be the last one.
func (suite) MatchFinishedFromTheStart(ctx context.Context, t *testing.T, s storage.Store) {
	m := Match("c")
	m.State, m.Winner, m.Termination = match.Finished, match.RightSeat, match.Played
	m.Moves = []match.Move{Move(games.Right, 1)}
	m = CreateMatch(t, s, m)
	WantEqual(t, m.Ended, Stored(Noon))
	WantEqual(t, m.Deadline, time.Time{})
	WantEqual(t, Got(s.LastMatch(t.Context(), "c")).OK(t).Match, m)
	CreateMatch(t, s, Match("c")) // the channel is free
}

func (suite) ChannelHoldsOneOpenMatch(ctx context.Context, t *testing.T, s storage.Store) {
	first := CreateMatch(t, s, Match("c"))
	Got(s.CreateMatch(ctx, Match("c"))).Fails(t, match.ErrChannelBusy)
	CreateMatch(t, s, Match("elsewhere"))

	Got(s.Append(ctx, first.ID, 1, End(match.Nobody, match.Cancelled))).Must(t)
	second := CreateMatch(t, s, Match("c"))
	WantEqual(t, Got(s.LastMatch(ctx, "c")).OK(t).Match, second)
	past := Got(s.MatchByID(ctx, first.ID)).OK(t)
	WantEqual(t, past.Termination, match.Cancelled)
}

func (suite) PlayersNewNameIsSeenEverywhere(ctx context.Context, t *testing.T, s storage.Store) {
	old := CreateMatch(t, s, Match("c"))
	m := Match("d")
	m.Sides[games.Left].Name = "Anna"
	CreateMatch(t, s, m)
	got := Got(s.MatchByID(t.Context(), old.ID)).OK(t)
	WantEqual(t, got.Sides[games.Left].Player, match.Player{ID: Ann.ID, Name: "Anna"})
	WantEqual(t, got.Sides[games.Right].Player, Bob)
}

func (suite) NothingFound(ctx context.Context, t *testing.T, s storage.Store) {
	Got(s.LastMatch(ctx, "c")).Fails(t, match.ErrNotFound)
	Got(s.MatchByID(ctx, 7)).Fails(t, match.ErrNotFound)
	Got(match.OpenChallenge(ctx, s, "c")).Fails(t, match.ErrNotFound)
	Got(match.ChallengeByID(ctx, s, 7)).Fails(t, match.ErrNotFound)
}
