package storagetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/referee/tournament"
	"nimatron/storage"
)

// newTournament returns a tournament with a value in each field that is stored when it is made.
func newTournament(channel string) tournament.Tournament {
	return tournament.Tournament{
		Server: "server", Channel: channel, Name: "Friday 🎲", Leader: Ann, Format: tournament.Swiss, Variant: "end-nim", Size: "small",
		TurnTime: 2 * time.Minute, Rounds: 5, Length: time.Hour, Places: 32, Rated: true, Seed: 1<<63 + 7, Created: Noon, Starts: Noon.Add(time.Hour), Reminded: true,
	}
}

// createTournament stores a tournament.
func createTournament(t *testing.T, s storage.Store, n tournament.Tournament) tournament.Tournament {
	t.Helper()
	n = Got(s.CreateTournament(t.Context(), n)).OK(t)
	return n
}

// saved stores a change and returns the stored tournament.
func saved(t *testing.T, s storage.Store, n tournament.Tournament) tournament.Tournament {
	t.Helper()
	WantErr(t, s.SaveTournament(t.Context(), n, n.Version, Noon), nil)
	got := Got(s.Tournament(t.Context(), n.ID)).OK(t)
	n.Version++
	WantEqual(t, got, n)
	return got
}

func (suite) Tournaments(ctx context.Context, t *testing.T, s storage.Store) {
	Got(s.Tournament(ctx, 1)).Fails(t, match.ErrNotFound)
	n := createTournament(t, s, newTournament("hall"))
	want := newTournament("hall")
	want.ID, want.State, want.Version = n.ID, tournament.Open, 1
	want.Created, want.Starts = Stored(want.Created), Stored(want.Starts)
	WantEqual(t, n, want)
	other := createTournament(t, s, newTournament("yard"))

	n.Entrants = []tournament.Entrant{{Player: Bob, Rating: 1513.5, Joined: 1, At: Stored(Noon)}, {Player: Ann, Rating: 1500, Joined: 1, At: Stored(Noon)}}
	n = saved(t, s, n)
	WantErr(t, s.SaveTournament(ctx, n, n.Version-1, Noon), match.ErrStale)
	n.Reminded = false
	n = saved(t, s, n)
	n.Entrants[0].Paused, n.Entrants[1].Left, n.Entrants[1].Missed = true, -1, 2
	n.Entrants = append(n.Entrants, tournament.Entrant{Player: Eve, Rating: 1400, Joined: 2, At: Stored(Noon)})
	n.State, n.Round, n.Started = tournament.Running, 1, Stored(Noon)
	n.Pairings = []tournament.Pairing{{Round: 1, Board: 1, Game: 1, First: Eve.ID, Second: Bob.ID, Found: [2]match.Found{{Wins: 4, Kept: 3}, {Wins: 2, Kept: 1}}}, {Round: 1, Board: 2, Game: 1, First: Ann.ID, Over: true, Ended: Stored(Noon)}}
	n = saved(t, s, n)
	n.Pairings[0].Found = [2]match.Found{{Wins: 9, Kept: 8}, {Wins: 7, Kept: 6}}
	n.Pairings[0].Won, n.Pairings[0].Over, n.Pairings[0].Forfeit, n.Pairings[0].Ended = [2]int{2, 0}, true, true, Stored(Noon)
	n = saved(t, s, n)

	fair := newTournament("fair")
	fair.Format, fair.Starts = tournament.Arena, time.Time{}
	fair = createTournament(t, s, fair)
	fair.State, fair.Entrants = tournament.Running, []tournament.Entrant{{Player: Ann, Joined: 1, Left: 1, At: Stored(Noon)}}
	fair = saved(t, s, fair)
	fair.State = tournament.Over
	saved(t, s, fair)

	due := func(at, stuck time.Time, want ...int64) {
		t.Helper()
		Got(s.DueTournaments(ctx, at, stuck, 10)).Is(t, want)
	}
	whole := Got(s.Tournament(ctx, n.ID)).OK(t)
	due(Noon, Noon, n.ID)                          // all its pairings are over
	due(Noon.Add(time.Hour), Noon, n.ID, other.ID) // its start has come
	due(Noon.Add(time.Hour-time.Second), Noon, n.ID)
	other.Reminded, other.Starts = false, Stored(Noon.Add(2*time.Hour))
	other = saved(t, s, other)
	due(Noon.Add(time.Hour-time.Second), Noon, n.ID)
	due(Noon.Add(time.Hour), Noon, n.ID, other.ID) // reminders are due
	WantErr(t, s.SaveTournament(ctx, other, other.Version, Noon, match.SoonNotice), nil)
	other.Version++
	other.Entrants = nil
	for i := range tournament.CalledAtOnce + 1 {
		other.Entrants = append(other.Entrants, tournament.Entrant{Player: match.Player{ID: fmt.Sprint("local:p", i), Name: "p"}, Joined: 1, At: Stored(Noon)})
	}
	WantErr(t, s.SaveTournament(ctx, other, other.Version, Noon, match.SoonNotice), nil)
	notices := Got(s.TakeNotices(ctx, match.DiscordFront, Noon, Noon.Add(time.Minute), 10)).OK(t)
	if len(notices) != 2 || notices[0].Message != "" || notices[1].Message != "1" || notices[1].About.ID != other.ID {
		t.Errorf("the notices are %+v", notices)
	}
	if called := other.Called(1); len(called) != 1 || called[0] != fmt.Sprint("local:p", tournament.CalledAtOnce) {
		t.Errorf("the second part calls %v", called)
	}
	whole.Pairings = append(whole.Pairings, tournament.Pairing{Round: 2, Board: 1, Game: 1, First: Eve.ID, Second: Bob.ID})
	whole = saved(t, s, whole)
	due(Noon, Noon)
	WantErr(t, s.ReleasePairings(ctx, whole.ID, Stored(Noon), Noon), nil)
	WantErr(t, s.ReleasePairings(ctx, whole.ID, Stored(Noon), Noon.Add(time.Hour)), nil)
	due(Noon, Noon.Add(-time.Minute))
	due(Noon, Noon, n.ID)
	whole.Stuck = Stored(Noon)
	whole.Version++ // once: the second save changed nothing visible
	Got(s.Tournament(ctx, n.ID)).Is(t, whole)
	lags := func() (ids []int64) {
		t.Helper()
		boards := Got(s.LaggingBoards(ctx, match.DiscordFront, 10)).OK(t)
		for _, b := range boards {
			ids = append(ids, b.ID)
		}
		return ids
	}
	WantEqual(t, lags(), []int64{n.ID, other.ID}) // even if their messages are unknown
	whole.State, whole.Ended = tournament.Over, Stored(Noon)
	saved(t, s, whole)
	WantEqual(t, lags(), []int64{other.ID}) // then no message needs an update
	all := Got(s.TournamentsOf(ctx, "server", "", 10)).OK(t)
	if len(all) != 3 || all[0].ID != other.ID {
		t.Errorf("got %v", all)
	}
}

func (suite) TooManyTournaments(ctx context.Context, t *testing.T, s storage.Store) {
	for i := range tournament.MaxOpen {
		createTournament(t, s, newTournament(fmt.Sprint("hall ", i)))
	}
	Got(s.CreateTournament(t.Context(), newTournament("one more"))).Fails(t, tournament.ErrTooMany)
	elsewhere := newTournament("one more")
	elsewhere.Server = "another"
	createTournament(t, s, elsewhere)
}

func (suite) Pairings(ctx context.Context, t *testing.T, s storage.Store) {
	take := func(at time.Time) []int64 {
		t.Helper()
		ids := Got(s.TakePairings(ctx, match.DiscordFront, at, at.Add(time.Minute), 10)).OK(t)
		return ids
	}
	n := createTournament(t, s, newTournament("hall"))
	WantEqual(t, take(Noon), nil)
	n.State, n.Round = tournament.Running, 1
	n.Entrants = []tournament.Entrant{{Player: Ann, Joined: 1, At: Stored(Noon)}, {Player: Bob, Joined: 1, At: Stored(Noon)}}
	n.Pairings = []tournament.Pairing{{Round: 1, Board: 1, Game: 1, First: Ann.ID, Second: Bob.ID}}
	n = saved(t, s, n)
	WantEqual(t, take(Noon), []int64{n.ID})
	WantEqual(t, take(Noon), nil) // already claimed
	WantEqual(t, take(Noon.Add(2*time.Minute)), []int64{n.ID})
	WantErr(t, s.ReleasePairings(ctx, n.ID, time.Time{}, Noon.Add(2*time.Minute)), nil)
	WantEqual(t, take(Noon.Add(2*time.Minute)), []int64{n.ID})

	m := Between(Ann, Bob)
	m.Channel, m.Leg, m.Pair = "thread", match.FirstLeg, 0
	first := Got(s.BeginPairing(ctx, n.ID, 1, 1, 1, m)).OK(t)
	Got(s.EventOf(ctx, first.ID)).Is(t, tournament.Event{Name: n.Name, Format: tournament.Swiss, Leader: Ann.ID, Round: 1, Game: 1})
	Got(s.EventOf(ctx, first.ID+1)).Fails(t, match.ErrNotFound)
	notices := Got(s.TakeNotices(ctx, match.DiscordFront, Noon, Noon, 10)).OK(t)
	if len(notices) != 1 || notices[0].Kind != match.PairingNotice || notices[0].About.ID != first.ID || notices[0].Channel != "thread" {
		t.Errorf("got %+v", notices)
	}
	if first.Tournament != n.ID {
		t.Errorf("the match is in tournament %d", first.Tournament)
	}
	m.Channel = "another thread"
	Got(s.BeginPairing(ctx, n.ID, 1, 1, 1, m)).Fails(t, match.ErrStale)
	if _, err := s.LastMatch(ctx, "another thread"); err == nil {
		t.Error("a meeting has begun twice")
	}
	WantErr(t, s.SaveTournament(ctx, n, n.Version, Noon), match.ErrStale) // it has started
	WantEqual(t, take(Noon.Add(time.Hour)), nil)

	over := func(n int) {
		t.Helper()
		got := Got(s.PairingsOver(ctx, first.Tournament)).OK(t)
		if len(got) != n {
			t.Errorf("%d meetings are over, want %d", len(got), n)
		}
	}
	over(0)
	second := first.SecondGame(1, Noon)
	a := Got(s.Append(ctx, first.ID, first.Version, match.Change{End: &LeftWins, Next: &second, Now: Noon})).OK(t)
	over(0)
	if a.Next.Tournament != n.ID {
		t.Errorf("the second game is in tournament %d", a.Next.Tournament)
	}
	Got(s.Append(ctx, a.Next.ID, a.Next.Version, match.Change{End: &LeftWins, Now: Noon})).OK(t)
	over(1)
}

// A pairing of a simultaneous exhibition ends with its only game.
func (suite) SimulPairing(ctx context.Context, t *testing.T, s storage.Store) {
	n := newTournament("hall")
	n.Format = tournament.Simul
	n = createTournament(t, s, n)
	n.State, n.Round = tournament.Running, 1
	n.Entrants = []tournament.Entrant{{Player: Bob, Joined: 1, At: Stored(Noon)}, {Player: Ann, Joined: 1, At: Stored(Noon)}}
	n.Pairings = []tournament.Pairing{{Round: 1, Board: 1, Game: 1, First: Bob.ID, Second: Ann.ID}}
	n = saved(t, s, n)
	m := Between(Bob, Ann)
	m.Channel, m.Leg, m.Pair = "thread", match.Alone, 0
	for _, gone := range []match.Match{Between(Eve, Ann), Between(Bob, Eve)} { // Eve has deleted her data since the pairing
		gone.Channel, gone.Leg, gone.Pair = "thread", match.Alone, 0
		Got(s.BeginPairing(t.Context(), n.ID, 1, 1, 1, gone)).Fails(t, match.ErrStale)
	}
	m = Got(s.BeginPairing(t.Context(), n.ID, 1, 1, 1, m)).OK(t)
	for i := range 2 {
		got := Got(s.PairingsOver(t.Context(), n.ID)).OK(t)
		due := Got(s.DueTournaments(t.Context(), Noon, Noon, 10)).OK(t)
		if len(got) != i || len(due) != i {
			t.Errorf("after %d games these meetings are over: %v, and due is %v", i, got, due)
		}
		if i == 0 {
			Got(s.Append(t.Context(), m.ID, m.Version, match.Change{End: &LeftWins, Now: Noon})).OK(t)
		}
	}
}
