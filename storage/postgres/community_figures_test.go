package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// What is stored is what was made, and all that follows from it agrees.
func TestFillStoresTheCommunity(t *testing.T) {
	t.Parallel()
	c := community{Matches: 2_000, Players: 100, Servers: 5}
	s := storagetest.Open(t)
	if err := c.Fill(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	rated := make(ledger)
	pairs, perfect := 0, 0
	stored := collect(t, s)
	for m := range c.All() {
		got := stored[m.ID-1]
		if !reflect.DeepEqual(got, m) {
			t.Fatalf("got\n%+v\nwant\n%+v", got, m)
		}
		rated.Changes(m)
		if m.Sides[games.Left].Player == m.Sides[games.Right].Player {
			t.Errorf("match %d is between %s and the same", m.ID, m.Sides[games.Left].ID)
		}
		if m.Leg == 2 {
			pairs++
		}
		if m.Level == "perfect" {
			perfect++
		}
	}
	if len(stored) != c.Matches || pairs < 300 || perfect < 100 {
		t.Errorf("%d matches with %d pairs and %d against the perfect bot", len(stored), pairs, perfect)
	}
	for key, want := range rated {
		ratings, err := s.Ratings(t.Context(), key.Player)
		if err != nil {
			t.Fatal(err)
		}
		if got := ratings[key.Player][key.In]; got != want {
			t.Errorf("%v: got %+v, want %+v", key, got, want)
		}
	}
}

func collect(t *testing.T, s match.Store) (all []match.Match) {
	t.Helper()
	err := s.ForEachFinished(t.Context(), func(m match.Match) error {
		all = append(all, m)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What people wait for takes as long as it may in a database of this size, most of
// the time. To see it with a million matches:
//
//	NIMATRON_MATCHES=1000000 go test -v -timeout 30m -run Figures ./storage/postgres
//
// With NIMATRON_STORE=postgres it is a PostgreSQL database.
func TestFigures(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("NIMATRON_MATCHES"))
	if err != nil {
		t.Skip("a measurement: set NIMATRON_MATCHES")
	}
	c := large
	c.Matches = n
	path := filepath.Join(t.TempDir(), "nimatron.db")
	open := func() match.Store { return storagetest.OpenFile(t, path) }
	size := func() int64 {
		info, err := os.Stat(path)
		storagetest.WantErr(t, err, nil)
		return info.Size()
	}
	if os.Getenv("NIMATRON_STORE") == "postgres" {
		address := postgrestest.Address(t)
		open = func() match.Store { return openStore(t, address) }
		size = func() int64 { return postgrestest.Used(t, address).Disk }
	}
	s := open()
	began := time.Now()
	if err := c.Fill(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d matches by %d players: made in %.1f s", c.Matches, c.Players, time.Since(began).Seconds())
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%.0f MB", float64(size())/1e6)
	began = time.Now()
	s = open()
	t.Logf("%-42s %8.3f ms", "open", time.Since(began).Seconds()*1000)
	f := figures{c, s, rand.New(rand.NewPCG(3, 4))}
	for _, q := range f.reads() {
		report(t, q.name, 20*time.Millisecond, func(ctx context.Context) (time.Duration, error) {
			began := time.Now()
			err := q.ask(ctx)
			return time.Since(began), err
		})
	}
	report(t, "a turn", 5*time.Millisecond, f.turn)
	report(t, "the end of a rated match", 5*time.Millisecond, f.finish)
	report(t, "a sweep for what is due", 20*time.Millisecond, f.sweep)
	report(t, "a player who wants to be forgotten", 20*time.Millisecond, f.forget)
}

// report measures something 200 times, or less often where that takes long, and demands that the median is within limit.
func report(t *testing.T, name string, limit time.Duration, measure func(context.Context) (time.Duration, error)) {
	t.Helper()
	var took []time.Duration
	for began := time.Now(); len(took) < 200 && (len(took) < 20 || time.Since(began) < 5*time.Second); {
		d, err := measure(t.Context())
		if err != nil && !errors.Is(err, match.ErrNotFound) {
			t.Fatalf("%s: %v", name, err)
		}
		took = append(took, d)
	}
	slices.Sort(took)
	ms := func(part int) float64 { return took[(len(took)-1)*part/100].Seconds() * 1000 }
	t.Logf("%-42s median %8.3f ms, 95 %% within %8.3f ms, all within %8.3f ms", name, ms(50), ms(95), ms(100))
	if took[len(took)/2] > limit {
		t.Errorf("%s takes too long", name)
	}
}

type figures struct {
	c community
	s match.Store
	r *rand.Rand
}

type question struct {
	name string
	ask  func(context.Context) error
}

// anybody returns the ID of a player, with the same chance for all.
func (f figures) anybody() string { return f.c.Player(f.r.IntN(f.c.Players)).ID }

func (f figures) reads() []question {
	top := f.c.Player(0).ID // plays most, on the largest server
	page := func(ctx context.Context, server string, provisional bool, offset int) (total int, err error) {
		_, total, err = f.s.Leaderboard(ctx, match.LeaderboardQuery{
			Ladder: match.Ladder{Family: match.Overall, Pace: match.Long}, Server: server, Provisional: provisional, Limit: 10, Offset: offset,
		})
		return total, err
	}
	board := func(server string, provisional bool, offset func() int) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := page(ctx, server, provisional, offset())
			return err
		}
	}
	rank := func(server, player string) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := f.s.RankOf(ctx, match.Ladder{Family: match.Overall, Pace: match.Long}, server, player)
			return err
		}
	}
	largest, first := f.c.Server(0), func() int { return 0 }
	anywhere, there := func() int { return f.r.IntN(f.c.Players) }, func() int { return f.r.IntN(f.c.Players / 10) }
	profile := func(id func() string) func(context.Context) error {
		return func(ctx context.Context) error {
			player := id()
			_, err := f.s.Ratings(ctx, player)
			_, err2 := f.s.Record(ctx, player)
			_, err3 := f.s.RankOf(ctx, match.Ladder{Family: match.Overall, Pace: match.Long}, "", player)
			_, err4 := f.s.BestWins(ctx, player, 3)
			_, err5 := f.s.PuzzleStreak(ctx, player, "2025-03-14")
			return errors.Join(err, err2, err3, err4, err5)
		}
	}
	history := func(id func() string) func(context.Context) error {
		return func(ctx context.Context) error {
			_, _, err := f.s.History(ctx, id(), 10, 1+f.r.Int64N(int64(f.c.Matches)))
			return err
		}
	}
	busiest, bot := func() string { return top }, func() string { return match.BotID }
	return []question{
		{"leaderboard, first page", board("", false, first)},
		{"leaderboard, any page", board("", false, anywhere)},
		{"leaderboard, first and last page", func(ctx context.Context) error {
			total, err := page(ctx, "", true, 0)
			_, err2 := page(ctx, "", true, max(total-10, 0))
			return errors.Join(err, err2)
		}},
		{"leaderboard, any page, provisional", board("", true, anywhere)},
		{"leaderboard of the largest server", board(largest, false, first)},
		{"leaderboard of the largest server, any page", board(largest, true, there)},
		{"own rank", func(ctx context.Context) error { return rank("", f.anybody())(ctx) }},
		{"own rank in the largest server", rank(largest, top)},
		{"profile", profile(f.anybody)},
		{"profile of the busiest", profile(busiest)},
		{"profile of the bot", profile(bot)},
		{"history, any page", history(f.anybody)},
		{"history of the busiest, any page", history(busiest)},
		{"history of the bot, any page", history(bot)},
		{"head to head", func(ctx context.Context) error {
			_, _, _, err := f.s.HeadToHead(ctx, top, match.BotID)
			return err
		}},
		{"rated pairs today", func(ctx context.Context) error {
			_, err := f.s.PairsSince(ctx, top, f.c.Player(10).ID, time.Time{})
			return err
		}},
		{"rated matches that go on", func(ctx context.Context) error {
			_, err := f.s.RunningRated(ctx, top)
			return err
		}},
		{"boards that lag", func(ctx context.Context) error {
			_, err := f.s.LaggingBoards(ctx, match.DiscordFront, 100)
			return err
		}},
		{"rated matches called off", func(ctx context.Context) error {
			_, err := f.s.CalledOff(ctx, top, time.Time{})
			return err
		}},
		{"wall of honour", func(ctx context.Context) error {
			_, err := f.s.Honour(ctx, 10)
			return err
		}},
		{"recent losses", func(ctx context.Context) error {
			_, err := f.s.LostBy(ctx, f.anybody(), 10)
			return err
		}},
		{"export", func(ctx context.Context) error {
			_, err := f.s.Export(ctx, f.anybody())
			return err
		}},
	}
}

// begin creates a match that has not begun, between two people.
func (f figures) begin(ctx context.Context) (match.Match, error) {
	left := f.r.IntN(f.c.Players)
	now := time.Now()
	return f.s.CreateMatch(ctx, match.Match{
		Channel: fmt.Sprint("figures ", f.r.Uint64()), Server: f.c.Server(0), Variant: "end-nim", Family: "end-nim",
		Start: "3 5 2", First: games.Left, Sides: match.Between(f.c.Player(left), f.c.Player((left+1)%f.c.Players)),
		Rated: true, TurnTime: time.Hour, Created: now,
		Deadline: now.Add(time.Hour), Remind: now.Add(time.Minute), AbandonAt: now.Add(24 * time.Hour),
	})
}

func (f figures) turn(ctx context.Context) (time.Duration, error) {
	m, err := f.begin(ctx)
	if err != nil {
		return 0, err
	}
	now := time.Now()
	_, err = f.s.Append(ctx, m.ID, 1, match.Change{
		Moves:    []match.Move{{Actor: games.Left, Text: "L-1", At: now}, {Actor: games.Right, Text: "R-1", At: now}},
		Deadline: now.Add(time.Hour), Remind: now.Add(time.Minute), AbandonAt: now.Add(24 * time.Hour), Now: now,
	})
	return time.Since(now), err
}

// finish measures the last move, which changes two ratings of both players.
func (f figures) finish(ctx context.Context) (time.Duration, error) {
	m, err := f.begin(ctx)
	if err != nil {
		return 0, err
	}
	ratings, err := f.s.Ratings(ctx, m.Sides[games.Left].ID, m.Sides[games.Right].ID)
	if err != nil {
		return 0, err
	}
	rated := make(ledger)
	for player, ladders := range ratings {
		for in, r := range ladders {
			rated[ledgerKey{Player: player, In: in}] = r
		}
	}
	m.End(match.Result{Winner: match.LeftSeat, Termination: match.Played})
	m.Ended = time.Now()
	changes := rated.Changes(m)
	now := time.Now()
	_, err = f.s.Append(ctx, m.ID, 1, match.Change{
		Moves: []match.Move{{Actor: games.Left, Text: "L-1", At: now}},
		End:   &match.Result{Winner: match.LeftSeat, Termination: "played"}, Ratings: changes, Now: now,
	})
	return time.Since(now), err
}

// sweep measures what is asked every few seconds, when hardly anything is due.
func (f figures) sweep(ctx context.Context) (time.Duration, error) {
	const most = 100
	now := time.Now()
	_, err := f.s.ExpireChallenges(ctx, now, most)
	_, err2 := f.s.Remind(ctx, now, most)
	_, err3 := f.s.Overdue(ctx, now, most)
	_, err4 := f.s.Abandon(ctx, now, most)
	_, err5 := f.s.TakeNotices(ctx, match.DiscordFront, now, now.Add(time.Minute), most)
	return time.Since(now), errors.Join(err, err2, err3, err4, err5)
}

// forget measures how a player is forgotten, who may have been before.
func (f figures) forget(ctx context.Context) (time.Duration, error) {
	now := time.Now()
	err := f.s.Forget(ctx, f.anybody(), now)
	if errors.Is(err, match.ErrPlaying) { // one of the matches above
		err = nil
	}
	return time.Since(now), err
}
