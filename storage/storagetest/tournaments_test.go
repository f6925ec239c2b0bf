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
		TurnTime: 2 * time.Minute, Rounds: 5, Length: time.Hour, Places: 32, Rated: true, Seed: 1<<63 + 7, Created: Stored(Noon), Starts: Stored(Noon.Add(time.Hour)), Reminded: true,
	}
}

// createTournament stores a tournament.
func createTournament(t *testing.T, s storage.Store, n tournament.Tournament) tournament.Tournament {
	t.Helper()
	n = Got(tournament.Create(t.Context(), s, n)).OK(t)
	return n
}

// saved stores a change and returns the stored tournament.
func saved(t *testing.T, s storage.Store, n tournament.Tournament) tournament.Tournament {
	t.Helper()
	n.Version++
	Got(s.ChangeKept(t.Context(), match.Subject{Kind: match.TournamentSubject, ID: n.ID}, func(k *match.Kept) ([]match.Notice, error) {
		n.KeepIn(k)
		return nil, nil
	})).OK(t)
	got := Got(tournament.ByID(t.Context(), s, n.ID)).OK(t)
	WantEqual(t, got, n)
	return got
}

// dueTournaments returns the IDs of those that are due.
func dueTournaments(t *testing.T, s storage.Store, at time.Time) (ids []int64) {
	t.Helper()
	for _, k := range Got(s.ListKept(t.Context(), match.KeptFilter{Kind: match.TournamentSubject, Due: at})).OK(t) {
		ids = append(ids, k.ID)
	}
	return ids
}

func (suite) Tournaments(ctx context.Context, t *testing.T, s storage.Store) {
	Got(tournament.ByID(ctx, s, 1)).Fails(t, match.ErrNotFound)
	n := createTournament(t, s, newTournament("hall"))
	want := newTournament("hall")
	want.ID, want.State, want.Version = n.ID, tournament.Open, 1
	WantEqual(t, n, want)
	Got(tournament.ByID(ctx, s, n.ID)).Is(t, want)
	other := createTournament(t, s, newTournament("yard"))

	n.Entrants = []tournament.Entrant{{Player: Bob, Rating: 1513.5, Joined: 1, At: Stored(Noon)}, {Player: Ann, Rating: 1500, Joined: 1, At: Stored(Noon)}}
	n = saved(t, s, n)
	n.Reminded = false
	n = saved(t, s, n)
	n.Entrants[0].Paused, n.Entrants[1].Left, n.Entrants[1].Missed = true, -1, 2
	n.Entrants = append(n.Entrants, tournament.Entrant{Player: Eve, Rating: 1400, Joined: 2, At: Stored(Noon)})
	n.State, n.Round, n.Started, n.Stuck, n.Taken = tournament.Running, 1, Stored(Noon), Stored(Noon.Add(time.Minute)), Stored(Noon.Add(time.Hour))
	n.Pairings = []tournament.Pairing{{Round: 1, Board: 1, Game: 1, First: Eve.ID, Second: Bob.ID, Found: [2]match.Found{{Wins: 4, Kept: 3}, {Wins: 2, Kept: 1}}}, {Round: 1, Board: 2, Game: 1, First: Ann.ID, Over: true, Ended: Stored(Noon)}}
	n = saved(t, s, n)
	n.Pairings[0].Found = [2]match.Found{{Wins: 9, Kept: 8}, {Wins: 7, Kept: 6}}
	n.Pairings[0].Won, n.Pairings[0].Over, n.Pairings[0].Forfeit, n.Pairings[0].Ended = [2]int{2, 0}, true, true, Stored(Noon)
	n.Pairings[0].Channel, n.Pairings[0].Match, n.Stuck = "thread", 1<<40, time.Time{}
	n = saved(t, s, n)

	WantErr(t, s.Block(ctx, Ann, Bob, Noon), nil)
	WantErr(t, s.Block(ctx, match.Player{ID: "local:dan"}, Bob, Noon), nil)
	n.Blocked = [][2]string{{Ann.ID, Bob.ID}}
	Got(tournament.ByID(ctx, s, n.ID)).Is(t, n)

	due := func(at time.Time, want ...int64) {
		t.Helper()
		WantEqual(t, dueTournaments(t, s, at), want)
	}
	due(Noon, n.ID)                          // all its pairings are over
	due(Noon.Add(time.Hour), n.ID, other.ID) // its start has come
	due(Noon.Add(time.Hour-time.Second), n.ID)
	other.Reminded, other.Starts = false, Stored(Noon.Add(2*time.Hour))
	other = saved(t, s, other)
	due(Noon.Add(time.Hour-time.Second), n.ID)
	due(Noon.Add(time.Hour), n.ID, other.ID) // reminders are due
	n.Pairings = append(n.Pairings, tournament.Pairing{Round: 2, Board: 1, Game: 1, First: Eve.ID, Second: Bob.ID, Match: 2, Channel: "thread 2"})
	n = saved(t, s, n)
	due(Noon)
	lags := func() (ids []int64) {
		t.Helper()
		boards := Got(s.LaggingBoards(ctx, match.DiscordFront, 10)).OK(t)
		for _, b := range boards {
			ids = append(ids, b.ID)
		}
		return ids
	}
	WantEqual(t, lags(), []int64{n.ID, other.ID}) // even if their messages are unknown
	n.State, n.Ended, n.Blocked = tournament.Over, Stored(Noon), nil
	saved(t, s, n)
	due(Noon)
	WantEqual(t, lags(), []int64{other.ID}) // then no message needs an update
	elsewhere := newTournament("local:hall")
	elsewhere.Server = ""
	elsewhere = createTournament(t, s, elsewhere)
	for channel, server := range map[string]string{"hall": "server", "local:hall": "", "local:yard": ""} {
		var got []int64
		for _, n := range Got(tournament.In(ctx, s, server, channel, 10)).OK(t) {
			got = append(got, n.ID)
		}
		WantEqual(t, got, map[string][]int64{"hall": {other.ID, n.ID}, "local:hall": {elsewhere.ID}}[channel])
	}
	WantEqual(t, Got(tournament.In(ctx, s, "server", "", 1)).OK(t)[0].ID, other.ID)
}

func (suite) TooManyTournaments(ctx context.Context, t *testing.T, s storage.Store) {
	for i := range tournament.MaxOpen {
		createTournament(t, s, newTournament(fmt.Sprint("hall ", i)))
	}
	Got(tournament.Create(ctx, s, newTournament("one more"))).Fails(t, tournament.ErrTooMany)
	elsewhere := newTournament("one more")
	elsewhere.Server = "another"
	createTournament(t, s, elsewhere)
}

// A pairing begins once, with the players that it has, and a tournament is due when its games are over. A pairing of a
// simultaneous exhibition ends with its only game.
func (suite) Pairings(ctx context.Context, t *testing.T, s storage.Store) {
	n := createTournament(t, s, newTournament("hall"))
	n.State, n.Round, n.Started = tournament.Running, 1, Stored(Noon)
	n.Entrants = []tournament.Entrant{{Player: Ann, Joined: 1, At: Stored(Noon)}, {Player: Bob, Joined: 1, At: Stored(Noon)}}
	n.Pairings = []tournament.Pairing{{Round: 1, Board: 1, Game: 1, First: Ann.ID, Second: Bob.ID}}
	n = saved(t, s, n)
	for _, leg := range []match.Leg{match.FirstLeg, match.Alone} {
		m := Between(Ann, Bob)
		m.Channel, m.Leg, m.Pair, m.Tournament = "elsewhere", leg, 0, n.ID
		var fails error
		begin := func(m match.Match) func(*match.Kept) ([]match.Notice, error) {
			return func(k *match.Kept) ([]match.Notice, error) {
				n.Pairings[0].Channel, n.Pairings[0].Match = m.Channel, m.ID
				n.KeepIn(k)
				return nil, fails
			}
		}
		fails = match.ErrStale
		Got(s.BeginPairing(ctx, m, begin)).Fails(t, fails)
		Got(s.LastMatch(ctx, "elsewhere")).Fails(t, match.ErrNotFound)
		m.Channel, fails = "thread", nil
		first := Got(s.BeginPairing(ctx, m, begin)).OK(t)
		Got(tournament.ByID(ctx, s, n.ID)).Is(t, n)
		notices := Got(s.TakeNotices(ctx, match.DiscordFront, Noon, Noon.Add(time.Hour), 10)).OK(t)
		if len(notices) != 1 || notices[0].Kind != match.PairingNotice || notices[0].About.ID != first.ID || notices[0].Channel != "thread" {
			t.Errorf("got %+v", notices)
		}
		WantErr(t, s.EndNotice(ctx, notices[0].ID, time.Time{}), nil)
		over := func(want ...int64) {
			t.Helper()
			Got(s.PairingsOver(ctx, []int64{first.ID, first.ID + 100})).Is(t, want)
		}
		over()
		if leg == match.FirstLeg {
			second := first.SecondGame(1, Noon)
			first.Version = Got(s.Append(ctx, first.ID, first.Version, match.Change{End: &LeftWins, Next: &second, Now: Noon})).OK(t).Next.Version
			over()
		}
		last := Got(s.LastMatch(ctx, "thread")).OK(t)
		WantEqual(t, last.Tournament, n.ID)
		WantEqual(t, dueTournaments(t, s, Noon), nil)
		Got(s.Append(ctx, last.ID, last.Version, match.Change{End: &LeftWins, Advances: n.ID, Now: Noon})).OK(t)
		over(first.ID)
		WantEqual(t, dueTournaments(t, s, Noon), []int64{n.ID})
	}
	// A pairing whose channel is gone waits for another. Who deletes their data leaves, and who has left holds nothing.
	m := Between(Ann, Bob)
	m.Channel, m.Tournament = "gone", n.ID
	gone := Got(s.BeginPairing(ctx, m, func(m match.Match) func(*match.Kept) ([]match.Notice, error) {
		return func(k *match.Kept) ([]match.Notice, error) {
			n.Pairings[0].Channel, n.Pairings[0].Match = m.Channel, m.ID
			n.KeepIn(k)
			return nil, nil
		}
	})).OK(t)
	n.Pairings[0].Channel, n.Pairings[0].Match = "", 0
	Got(s.Append(ctx, gone.ID, gone.Version, End(match.Nobody, match.ChannelGone))).OK(t)
	Got(tournament.ByID(ctx, s, n.ID)).Is(t, n)
	WantEqual(t, len(Got(s.Living(ctx, match.Held{Person: Bob.ID}, 9)).OK(t)), 1)
	WantErr(t, s.Forget(ctx, Ann.ID, Noon), nil)
	n = Got(tournament.ByID(ctx, s, n.ID)).OK(t)
	WantEqual(t, []any{n.Entrants[0].Deleted(), n.Entrants[0].Left, n.Entrants[1].Left, n.Pairings[0].First == n.Entrants[0].ID}, []any{true, 1, 0, true})
	n.Entrants[1].Left = 1
	saved(t, s, n)
	Got(s.Living(ctx, match.Held{Person: Bob.ID}, 9)).Is(t, nil)
}
