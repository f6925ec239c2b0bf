//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/referee/puzzle"
	"nimatron/referee/season"
	"nimatron/referee/tournament"
	"nimatron/storage"
	"nimatron/storage/postgres"
	"nimatron/storage/storagetest"
)

// community returns a community with n matches; with a million it is storagetest.Large.
func community(matches int) storagetest.Community {
	c := storagetest.Large
	c.Players, c.Servers, c.Matches = max(100, c.Players*matches/c.Matches), max(5, c.Servers*matches/c.Matches), matches
	return c
}

// celebrate adds solved puzzles of a tenth of the players, and 200 finished tournaments, to the first month.
func celebrate(r *run, c storagetest.Community, s storage.Store) {
	first := storagetest.FirstBegan
	for player := range min(1000, c.Players/10) {
		for day := range 14 {
			at := first.AddDate(0, 0, 2*day).Add(time.Hour)
			_, _, err := s.RecordTry(r.ctx, puzzle.Try{Player: c.Player(player), Puzzle: storagetest.Puzzle(at.Format(time.DateOnly)), Solved: true, At: at})
			r.must(err)
		}
	}
	for n := range min(200, c.Matches/100) {
		m, err := s.CreateTournament(r.ctx, tournament.Tournament{Server: c.Server(n % c.Servers), Channel: fmt.Sprint("c", n), Name: "n", Created: first, Leader: c.Player(n % c.Players),
			Format: tournament.Swiss, Size: "small", TurnTime: time.Minute, Places: 64, Rated: true})
		r.must(err)
		for i := range 64 {
			m.Entrants = append(m.Entrants, tournament.Entrant{Player: c.Player((n + 7*i) % c.Players), Joined: 1, Place: i + 1, At: first})
		}
		m.State, m.Ended = tournament.Over, first.AddDate(0, 0, n%28)
		r.must(s.SaveTournament(r.ctx, m, 1, match.NoNotice, first))
	}
}

var longOverall = match.Ladder{Family: match.Overall, Pace: match.Long}

// database measures response times on a large database.
func database(r *run) {
	c := community(r.many(1_000_000, 2000))
	names, cells := []string{}, map[string]string{}
	databases(r, func(name string, open func() string) {
		file := open()
		add := func(what, cell string) {
			if name == "SQLite" {
				names = append(names, what)
			}
			cells[name+what] = cell
		}
		r.doing("%s: making %d matches", name, c.Matches)
		begun := time.Now()
		s := r.open(file)
		r.must(c.Fill(r.ctx, s))
		celebrate(r, c, s)
		r.must(s.Close())
		add("made in", short(time.Since(begun)))
		if postgres.Is(file) {
			add("size", fmt.Sprintf("%.0f MB", float64(usedBy(r, file).disk)/1e6))
		} else {
			info, err := os.Stat(file)
			r.must(err)
			add("size", fmt.Sprintf("%.0f MB", float64(info.Size())/1e6))
		}
		begun = time.Now()
		s = r.open(file)
		defer s.Close()
		add("opening it", short(time.Since(begun)))
		q := &questions{c, s, rand.New(rand.NewPCG(3, 4))}
		for _, one := range q.all() {
			r.doing("%s: %s", name, one.name)
			add(one.name, r.spread(one.ask))
		}
	})
	r.head("work: median, 95 % within", "SQLite", "PostgreSQL")
	for _, what := range names {
		r.row(what, cells["SQLite"+what], cells["PostgreSQL"+what])
	}
}

// spread takes 200 measurements, or fewer if they are slow.
func (r *run) spread(ask func(context.Context) (time.Duration, error)) string {
	var t took
	for began := time.Now(); len(t) < 200 && (len(t) < 20 || time.Since(began) < 5*time.Second); {
		d, err := ask(r.ctx)
		if err != nil && !errors.Is(err, match.ErrNotFound) {
			r.Fatal(err)
		}
		t = append(t, d)
	}
	return fmt.Sprintf("%s, %s", short(t.at(.5)), short(t.at(.95)))
}

// questions are the queries to measure on a community.
type questions struct {
	c storagetest.Community
	s storage.Store
	r *rand.Rand
}

// question reports its own duration.
type question struct {
	name string
	ask  func(context.Context) (time.Duration, error)
}

// read is a question that is timed as a whole.
func read(name string, ask func(context.Context) error) question {
	return question{name, func(ctx context.Context) (time.Duration, error) {
		began := time.Now()
		err := ask(ctx)
		return time.Since(began), err
	}}
}

// anybody draws a player and returns the ID.
func (q *questions) anybody() string { return q.c.Player(q.r.IntN(q.c.Players)).ID }

func (q *questions) all() []question {
	top, largest := q.c.Player(0).ID, q.c.Server(0) // the most active player, the largest server
	board := func(of, server string, offsets int) question {
		return read("leaderboard"+of+", any page", func(ctx context.Context) error {
			_, _, err := q.s.Leaderboard(ctx, match.LeaderboardQuery{Ladder: longOverall, Server: server, Limit: 10, Offset: q.r.IntN(offsets)})
			return err
		})
	}
	profile := func(of string, id func() string) question {
		return read("profile"+of, func(ctx context.Context) error {
			player := id()
			_, err := q.s.Ratings(ctx, player)
			_, err2 := q.s.Record(ctx, player)
			_, err3 := q.s.RankOf(ctx, longOverall, "", player)
			_, err4 := q.s.BestWins(ctx, player, 3)
			_, err5 := q.s.PuzzleStreak(ctx, player, "2025-03-14")
			return errors.Join(err, err2, err3, err4, err5)
		})
	}
	history := func(of string, id func() string) question {
		return read("history"+of+", any page", func(ctx context.Context) error {
			_, _, err := q.s.History(ctx, id(), 10, 1+q.r.Int64N(int64(q.c.Matches)))
			return err
		})
	}
	table := func(of, server string) question {
		return read("the standings of a month"+of, func(ctx context.Context) error {
			_, err := q.s.SeasonTable(ctx, season.Of(storagetest.FirstBegan), server, 10)
			return err
		})
	}
	busiest := func() string { return top }
	return []question{
		board("", "", q.c.Players), board(" of the largest server", largest, q.c.Players/10),
		read("own rank", func(ctx context.Context) error { _, err := q.s.RankOf(ctx, longOverall, "", q.anybody()); return err }),
		read("own rank in the largest server", func(ctx context.Context) error { _, err := q.s.RankOf(ctx, longOverall, largest, top); return err }),
		profile("", q.anybody), profile(" of the busiest player", busiest),
		history("", q.anybody), history(" of the busiest player", busiest),
		read("boards that lag", func(ctx context.Context) error { _, err := q.s.LaggingBoards(ctx, match.DiscordFront, 100); return err }),
		read("wall of honour", func(ctx context.Context) error { _, err := q.s.Honour(ctx, 10); return err }),
		read("all that is stored of a player", func(ctx context.Context) error { _, err := q.s.Export(ctx, q.anybody()); return err }),
		table("", ""), table(" of the largest server", largest),
		read("what marks follow from", func(ctx context.Context) error { _, err := q.s.Achievements(ctx, q.anybody()); return err }),
		read("the same, of the busiest player", func(ctx context.Context) error { _, err := q.s.Achievements(ctx, top); return err }),
		{"a turn", q.turn}, {"the end of a rated match, with four changes of rating", q.finish},
		read("a sweep for what is due", q.sweep),
		read("forgetting a player", func(ctx context.Context) error {
			err := q.s.Forget(ctx, q.anybody(), time.Now())
			if errors.Is(err, match.ErrPlaying) { // the person plays in a match from above
				err = nil
			}
			return err
		}),
	}
}

// begin creates a match between two people, without moves.
func (q *questions) begin(ctx context.Context) (match.Match, error) {
	left, now := q.r.IntN(q.c.Players), time.Now()
	return q.s.CreateMatch(ctx, match.Match{
		Channel: fmt.Sprint("figures ", q.r.Uint64()), Server: q.c.Server(0), Variant: "end-nim", Family: "end-nim",
		Start: "3 5 2", First: games.Left, Sides: match.Between(q.c.Player(left), q.c.Player((left+1)%q.c.Players)),
		Rated: true, TurnTime: time.Hour, Created: now,
		Deadline: now.Add(time.Hour), Remind: now.Add(time.Minute), AbandonAt: now.Add(24 * time.Hour),
	})
}

func (q *questions) turn(ctx context.Context) (time.Duration, error) {
	m, err := q.begin(ctx)
	if err != nil {
		return 0, err
	}
	now := time.Now()
	_, err = q.s.Append(ctx, m.ID, 1, match.Change{
		Moves:    []match.Move{{Actor: games.Left, Text: "L-1", At: now}, {Actor: games.Right, Text: "R-1", At: now}},
		Deadline: now.Add(time.Hour), Remind: now.Add(time.Minute), AbandonAt: now.Add(24 * time.Hour), Now: now,
	})
	return time.Since(now), err
}

// finish measures the last move of a match. It changes two ratings of each player.
func (q *questions) finish(ctx context.Context) (time.Duration, error) {
	m, err := q.begin(ctx)
	if err != nil {
		return 0, err
	}
	players := m.Sides
	ratings, err := q.s.Ratings(ctx, players[games.Left].ID, players[games.Right].ID)
	if err != nil {
		return 0, err
	}
	var changes []match.RatingChange
	now := time.Now()
	for _, side := range []games.Side{games.Left, games.Right} {
		for _, family := range []string{match.Overall, m.Family} {
			in := match.Ladder{Family: family, Pace: m.Pace}
			old, strength := ratings[players[side].ID][in], rating.New()
			if old.Games > 0 {
				strength = old.Rating
			}
			strength.Value++
			c := old.Change(players[side].ID, in, strength, float64(1-side), now)
			c.MatchID = m.ID
			changes = append(changes, c)
		}
	}
	now = time.Now()
	_, err = q.s.Append(ctx, m.ID, 1, match.Change{
		Moves: []match.Move{{Actor: games.Left, Text: "L-1", At: now}},
		End:   &match.Result{Winner: match.LeftSeat, Termination: match.Played}, Ratings: changes, Now: now,
	})
	return time.Since(now), err
}

// sweep measures the regular sweep when hardly anything is due.
func (q *questions) sweep(ctx context.Context) error {
	const most = 100
	now := time.Now()
	_, err := q.s.ExpireChallenges(ctx, now, most)
	_, err2 := q.s.Remind(ctx, now, most)
	_, err3 := q.s.Overdue(ctx, now, most)
	_, err4 := q.s.Abandon(ctx, now, most)
	_, err5 := q.s.TakeNotices(ctx, match.DiscordFront, now, now.Add(time.Minute), most)
	return errors.Join(err, err2, err3, err4, err5)
}
