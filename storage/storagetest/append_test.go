package storagetest

import (
	"context"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

func (suite) AppendRefusesWhatIsStale(ctx context.Context, t *testing.T, s storage.Store) {
	m := CreateMatch(t, s, Match("c"))
	moves := []match.Move{Move(games.Left, 1), Move(games.Right, 2)}
	Got(s.Append(ctx, m.ID, 1, Turn(0, moves...))).Must(t)
	before := Got(s.MatchByID(ctx, m.ID)).OK(t)

	for _, version := range []int64{-1, 0, 1, 3} {
		Got(s.Append(ctx, m.ID, version, Turn(0, moves...))).Fails(t, match.ErrStale)
		WantErr(t, s.AddHint(ctx, m.ID, version, games.Left), match.ErrStale)
	}
	Got(s.Append(ctx, m.ID+1, 1, Turn(0, moves...))).Fails(t, match.ErrStale)
	Got(s.MatchByID(ctx, m.ID)).Is(t, before)
}

func (suite) FinishedMatchTakesNothingMore(ctx context.Context, t *testing.T, s storage.Store) {
	m := CreateMatch(t, s, Match("c"))
	a := Got(s.Append(ctx, m.ID, 1, End(match.RightSeat, match.Resigned))).OK(t)
	before := Got(s.MatchByID(ctx, m.ID)).OK(t)

	Got(s.Append(ctx, m.ID, a.Version, Turn(0, Move(games.Left, 1)))).Fails(t, match.ErrStale)
	Got(s.Append(ctx, m.ID, a.Version, End(match.LeftSeat, match.Resigned))).Fails(t, match.ErrStale)
	WantErr(t, s.AddHint(ctx, m.ID, a.Version, games.Left), match.ErrStale)
	Got(s.MatchByID(ctx, m.ID)).Is(t, before)
}

func (suite) Takeback(ctx context.Context, t *testing.T, s storage.Store) {
	m := Match("c")
	m.Moves = []match.Move{Move(games.Right, 1), Move(games.Left, 2), Move(games.Right, 3)}
	m = CreateMatch(t, s, m)
	for _, version := range []int64{0, 2} {
		Got(s.Append(ctx, m.ID, version, match.Change{Takeback: 1, TakebackBy: match.LeftSeat, Now: Noon})).Fails(t, match.ErrStale)
	}
	Got(s.MatchByID(ctx, m.ID)).Is(t, m)

	// All moves are taken back; the next is the first.
	Got(s.Append(ctx, m.ID, 1, match.Change{Takeback: 3, TakebackBy: match.LeftSeat, Now: Noon})).OK(t)
	Got(s.Append(ctx, m.ID, 2, Turn(0, Move(games.Right, 4)))).OK(t)
	// One step takes all moves back, plays and ends the match.
	c := End(match.LeftSeat, match.Played)
	c.Takeback, c.TakebackBy, c.Moves = 1, match.RightSeat, []match.Move{Move(games.Right, 5)}
	Got(s.Append(ctx, m.ID, 3, c)).OK(t)
	got := Got(s.MatchByID(ctx, m.ID)).OK(t)
	WantEqual(t, got.Moves, StoredMoves(Move(games.Right, 5)))
	WantEqual(t, []int{got.Sides[games.Left].Takebacks, got.Sides[games.Right].Takebacks}, []int{1, 1})

	Got(s.Append(ctx, m.ID, 4, match.Change{Takeback: 1, TakebackBy: match.RightSeat, Now: Noon})).Fails(t, match.ErrStale)
}

func (suite) Offer(ctx context.Context, t *testing.T, s storage.Store) {
	m := Match("c")
	m.Offer = match.LeftSeat // there is nothing to take back before the first move
	m.Moves = []match.Move{Move(games.Right, 1)}
	m = CreateMatch(t, s, m)
	WantEqual(t, m.Offer, match.Nobody)
	version := m.Version
	for _, step := range []struct {
		change match.Change
		offer  match.Seat
		refuse match.Seat
	}{
		{match.Change{Offer: match.LeftSeat}, match.LeftSeat, match.Nobody},
		{match.Change{Offer: match.RightSeat}, match.RightSeat, match.Nobody},
		{match.Change{Declines: true}, match.Nobody, match.RightSeat},
		{match.Change{Offer: match.LeftSeat}, match.LeftSeat, match.RightSeat},
		{match.Change{Offer: match.RightSeat, Ply: 1, Moves: []match.Move{Move(games.Left, 2)}}, match.Nobody, match.Nobody},
		{match.Change{Offer: match.LeftSeat}, match.LeftSeat, match.Nobody},
		{match.Change{Offer: match.LeftSeat, Takeback: 1, TakebackBy: match.LeftSeat}, match.Nobody, match.Nobody},
		{match.Change{Undisputed: true, Ply: 1, Moves: []match.Move{Move(games.Left, 2)}}, match.Nobody, match.Nobody},
	} {
		step.change.Now = Noon
		a := Got(s.Append(ctx, m.ID, version, step.change)).OK(t)
		version = a.Version
		got := Got(s.LastMatch(ctx, "c")).OK(t)
		WantEqual(t, [2]match.Seat{got.Offer, got.Declined}, [2]match.Seat{step.offer, step.refuse})
		WantEqual(t, got.Version, version)
	}
}

// The end of the first match of a pair begins the second in the same channel.
func (suite) NextMatch(ctx context.Context, t *testing.T, s storage.Store) {
	first := CreateMatch(t, s, Match("c"))
	WantEqual(t, []int64{first.Pair, int64(first.Leg)}, []int64{first.ID, 1})
	next := Match("c")
	next.Sides[games.Left].Player, next.Sides[games.Right].Player, next.Leg, next.Pair = first.Sides[games.Right].Player, first.Sides[games.Left].Player, match.SecondLeg, 99
	c := End(match.LeftSeat, match.Played)
	c.Next = &next
	Got(s.Append(ctx, first.ID, 7, c)).Fails(t, match.ErrStale)
	a := Got(s.Append(ctx, first.ID, 1, c)).OK(t)
	WantEqual(t, a.Version, 2)
	WantEqual(t, []int64{a.Next.Pair, int64(a.Next.Leg)}, []int64{first.ID, 2})
	WantEqual(t, []int64{next.ID, next.Pair}, []int64{0, 99}) // the argument is unchanged
	open := Got(s.LastMatch(ctx, "c")).OK(t)
	WantEqual(t, open.Match, *a.Next)
	second := Got(s.SecondLeg(ctx, first.ID)).OK(t)
	WantEqual(t, second, *a.Next)
	Got(s.SecondLeg(ctx, second.ID)).Fails(t, match.ErrNotFound)

	// A pair has no third match.
	Got(s.Append(ctx, open.ID, 1, End(match.LeftSeat, match.Played))).OK(t)
	next.Pair = first.ID
	if _, err := s.CreateMatch(ctx, next); err == nil {
		t.Error("a pair has got a third match")
	}
}

// Every change to a Table that leaves its version as it is changes Unversioned, in any process. A
// step from the older Table is refused.
func (suite) Unversioned(ctx context.Context, t *testing.T, s []storage.Store) {
	other := s[1]
	for name, change := range map[string]func(m match.Match) error{
		"a hint":     func(m match.Match) error { return other.AddHint(ctx, m.ID, m.Version, games.Right) },
		"advice":     func(m match.Match) error { return errorOf(other.NoteAdvice(ctx, Bob, Noon)) },
		"a reminder": func(match.Match) error { return errorOf(other.Sweep(ctx, Noon.Add(time.Hour), 9)) },
		"the message": func(m match.Match) error {
			return other.RecordShown(ctx, match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: 1}, Channel: m.Channel, Message: "moved"})
		},
		"settings": func(match.Match) error {
			return other.SavePersonSettings(ctx, Ann, match.PersonSettings{TextOnly: true})
		},
		"the opponent's settings": func(match.Match) error {
			return other.SavePersonSettings(ctx, Bob, match.PersonSettings{Pings: match.PingsDirect})
		},
		"the server's settings": func(m match.Match) error {
			return other.SaveServerSettings(ctx, m.Server, match.ServerSettings{Pings: match.PingsDirect})
		},
		"another match ends": func(m match.Match) error {
			next := Between(Ann, Eve)
			next.Family = m.Family
			return errorOf(other.Append(ctx, CreateMatch(t, other, next).ID, 1, End(match.LeftSeat, match.Resigned)))
		},
		"a tournament's match": func(match.Match) error { return errorOf(other.CreateMatch(ctx, Between(Eve, Ann))) },
		"a name": func(m match.Match) error {
			m = Between(match.Player{ID: Bob.ID, Name: "Robert"}, Eve)
			m.Rated = false
			return errorOf(other.CreateMatch(ctx, m))
		},
	} {
		m := Match(name)
		m.Server, m.Family, m.Leg, m.Rated, m.Lesson, m.Tournament = "of "+name, name, match.Alone, false, "", 0
		m.Level, m.Chosen = match.Perfect, name == "a tournament's match"
		m = CreateMatch(t, s[0], m)
		before := Got(s[0].LastMatch(ctx, m.Channel)).OK(t)
		version := match.TableVersion{ID: m.ID, Version: 1, Unversioned: before.Unversioned}
		Got(s[0].LastVersion(ctx, m.Channel)).Is(t, version)
		if err := change(m); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		after := Got(s[0].LastMatch(ctx, m.Channel)).OK(t)
		if after.Unversioned == before.Unversioned {
			t.Errorf("%s leaves Unversioned %q", name, before.Unversioned)
		}
		step := Turn(0, Move(games.Right, 1))
		step.Unversioned = before.Unversioned
		Got(s[0].Append(ctx, m.ID, 1, step)).Fails(t, match.ErrStale)
		step.Unversioned = after.Unversioned
		made := Got(s[0].Append(ctx, m.ID, 1, step)).OK(t)
		Got(s[0].LastVersion(ctx, m.Channel)).Is(t, match.TableVersion{ID: m.ID, Version: 2, Unversioned: made.Unversioned})
		end := End(match.LeftSeat, match.Resigned)
		end.Unversioned = before.Unversioned + "?"
		Got(s[0].Append(ctx, m.ID, 2, end)).Fails(t, match.ErrStale)
		end.Unversioned = made.Unversioned
		Got(s[0].Append(ctx, m.ID, 2, end)).OK(t)
	}
}

func errorOf[T any](_ T, err error) error { return err }
