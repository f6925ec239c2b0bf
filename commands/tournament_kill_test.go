package commands_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/pairing"
	"nimatron/solver"
	"nimatron/storage/postgres"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// A process runs tournaments until it is killed.
type process struct {
	store   match.Store
	referee *referee.Referee
	service *commands.Service
}

// A league is people who play a tournament, with a clock of its own, while processes that share a
// database are killed: each of their steps can end anywhere.
type league struct {
	*testing.T
	draw      *rand.Rand
	clock     atomic.Int64 // in ms
	processes []process
	kills     int
	claims    int // that were made

	mu      sync.Mutex
	threads map[string]bool           // those open
	made    int                       // threads so far
	broken  bool                      // none can be made
	tries   int                       // how often that was found
	told    map[string]map[int64]bool // the notices of each thing there is to say
	summons map[int64][]string        // who was told of a match
	called  map[string][]string       // who was told of claims, and of what came of them
}

func newLeague(t *testing.T, seed uint64, stores ...match.Store) *league {
	l := &league{T: t, draw: rand.New(rand.NewPCG(seed, 21)), threads: map[string]bool{}, told: map[string]map[int64]bool{}, summons: map[int64][]string{}, called: map[string][]string{}}
	l.clock.Store(time.Date(2026, 1, 2, 18, 0, 0, 0, time.UTC).UnixMilli())
	for i, s := range stores {
		l.processes = append(l.processes, process{store: s})
		l.start(i)
	}
	return l
}

func (l *league) now() time.Time { return time.UnixMilli(l.clock.Load()).UTC() }

// start starts a process anew: all that it knows is in its database.
func (l *league) start(i int) {
	p := &l.processes[i]
	var seeds atomic.Uint64
	seeds.Store(l.draw.Uint64())
	p.referee = referee.New(p.store, &solver.Solver{}, referee.Options{Now: l.now, Seed: func() uint64 { return seeds.Add(1) }})
	p.service = commands.New(p.referee, p.store, quiet)
}

func (l *league) must(err error) {
	l.Helper()
	if err != nil {
		l.Fatal(err)
	}
}

// Open implements commands.Threads.
func (l *league) Open(ctx context.Context, _ string) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.broken {
		l.tries++
		return "", errors.New("forbidden")
	}
	l.made++
	channel := fmt.Sprint("thread ", l.made)
	l.threads[channel] = true
	return channel, ctx.Err()
}

func (*league) Direct(context.Context, string, string) (string, error) {
	return "", errors.ErrUnsupported
}

// Drop implements commands.Threads.
func (l *league) Drop(ctx context.Context, channel string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ctx.Err() == nil { // who is dead drops nothing
		delete(l.threads, channel)
	}
}

// open opens a tournament of n people and starts it.
func (l *league) open(t match.Tournament, n int) int64 {
	l.Helper()
	r := l.processes[0].referee
	t.Server, t.Channel, t.Name, t.Leader, t.Size, t.Rated = "server", "hall", "Friday", match.Player{ID: "p00", Name: "p00"}, "small", true
	t, err := r.NewTournament(l.Context(), t)
	l.must(err)
	for i := range n {
		id := fmt.Sprintf("p%02d", i)
		_, err := r.Join(l.Context(), t.ID, match.Player{ID: id, Name: id})
		l.must(err)
	}
	_, err = r.StartTournament(l.Context(), t.ID)
	l.must(err)
	return t.ID
}

// work has each process do what is due, all at once. One of them is killed on the way if kill is
// true: what it is at then ends anywhere.
func (l *league) work(kill bool) {
	victim, after := -1, time.Duration(0)
	if kill {
		victim, after = l.draw.IntN(len(l.processes)), time.Duration(l.draw.IntN(4000))*time.Microsecond
	}
	var all sync.WaitGroup
	for i, p := range l.processes {
		ctx, cancel := l.Context(), context.CancelFunc(func() {})
		if i == victim {
			ctx, cancel = context.WithTimeout(ctx, after)
		}
		all.Go(func() {
			defer cancel()
			err := p.service.AdvanceTournaments(ctx)
			p.service.BeginMeetings(ctx, match.DiscordFront, func(string) commands.Threads { return l })
			if err = errors.Join(err, l.tell(ctx, p)); err != nil && i != victim {
				l.Error(err)
			}
		})
	}
	all.Wait()
	if victim >= 0 {
		l.kills++
		l.start(victim)
	}
}

// tell says what there is to say.
func (l *league) tell(ctx context.Context, p process) error {
	notices, err := p.store.TakeNotices(ctx, match.DiscordFront, l.now(), l.now().Add(time.Minute), 50)
	for _, n := range notices {
		reply, ok, noticeErr := p.service.Notice(ctx, n)
		if err = errors.Join(err, noticeErr); noticeErr != nil {
			continue
		}
		l.mu.Lock()
		if ok && (n.Tournament != 0 || n.Kind == match.MeetingNotice || n.Kind == match.ClaimNotice || n.Kind == match.RevealNotice) {
			what := fmt.Sprint(n.Kind, n.Tournament, n.Match)
			if n.Kind == match.ClaimNotice || n.Kind == match.RevealNotice {
				what = fmt.Sprint(n.Kind, n.Channel)
				l.called[what] = reply.Notify
			}
			if l.told[what] == nil {
				l.told[what] = map[int64]bool{}
			}
			l.told[what][n.ID] = true
			l.summons[n.Match] = reply.Notify
		}
		l.mu.Unlock()
		err = errors.Join(err, p.store.EndNotice(ctx, n.ID))
	}
	return err
}

// turn has somebody take a step in each meeting that goes on: everybody comes, and soon somebody
// gives up.
func (l *league) turn(t *match.Tournament) {
	r := l.processes[0].referee
	for _, m := range t.Meetings {
		if m.ByClaims() && !m.Over && l.told[fmt.Sprint(match.ClaimNotice, m.Channel)] != nil {
			l.claim(m)
			continue
		}
		if m.Over || l.told[fmt.Sprint(match.MeetingNotice, 0, m.Match)] == nil || l.draw.IntN(3) == 0 { // who is not told does not come
			continue
		}
		g, err := r.Current(l.Context(), m.Channel)
		if err != nil {
			continue
		}
		if len(g.Moves) >= 2 {
			_, err = r.Resign(l.Context(), m.Channel, []string{m.First, m.Second}[l.draw.IntN(2)])
			l.must(err)
			continue
		}
		var moves []games.Move
		for step := range g.Play.Position().Options() {
			moves = append(moves, step.Move)
		}
		_, err = r.Move(l.Context(), referee.Moment{}, m.Channel, g.Actor().ID, moves[l.draw.IntN(len(moves))].String())
		l.must(err)
	}
}

// claim has the players of a meeting say who wins, which mostly comes twice. Some say nothing.
func (l *league) claim(m match.Meeting) {
	for seat, id := range []string{m.First, m.Second} {
		if l.draw.IntN(3) == 0 || m.Board%3 == 2 && seat == 1 {
			continue
		}
		winner := []string{"first", "second"}[l.draw.IntN(2)]
		l.claims++
		for range 1 + l.draw.IntN(2) {
			p := l.processes[l.draw.IntN(len(l.processes))]
			reply := p.service.Do(l.Context(), commands.Request{
				ID: fmt.Sprint("claim ", l.claims), Command: "tournament", Options: map[string]string{"winner": winner},
				By: commands.User{ID: id, Name: id}, Channel: m.Channel, Server: "server",
			})
			if said := reply.Message(); !strings.Contains(said, "You claim") && !strings.Contains(said, "too late") && !strings.Contains(said, "done already") && !strings.Contains(said, "answered that before") {
				l.Errorf("%s claims and is told %q", id, said)
			}
		}
	}
}

// play plays a tournament to its end. A process is killed in every round.
func (l *league) play(id int64) match.Tournament {
	l.Helper()
	round := 0
	for range 1000 {
		t, err := l.processes[0].store.Tournament(l.Context(), id)
		l.must(err)
		if t.Closed() {
			// What a process had taken that was killed is due again after a minute.
			l.clock.Add((2 * time.Minute).Milliseconds())
			l.work(false)
			return t
		}
		l.turn(&t)
		l.clock.Add((30 * time.Second).Milliseconds())
		l.work(t.Round > round || l.draw.IntN(5) == 0)
		round = t.Round
	}
	l.Fatalf("tournament %d does not end", id)
	return match.Tournament{}
}

// check checks what holds of every tournament: each meeting was played once, in a thread of its
// own, to which both were called once, and the end was told once.
func (l *league) check(t match.Tournament) {
	l.Helper()
	ctx, store := l.Context(), l.processes[0].store
	channels, byClaims, ways := map[string]bool{}, 0, map[string]int{}
	for _, m := range t.Meetings {
		if m.Bye() {
			continue
		}
		if m.ByClaims() {
			asked, told := fmt.Sprint(match.ClaimNotice, m.Channel), fmt.Sprint(match.RevealNotice, m.Channel)
			if !m.Over || channels[m.Channel] || !l.threads[m.Channel] || m.Won[0]+m.Won[1] != 1 ||
				len(l.told[asked]) != 1 || len(l.told[told]) != 1 || len(l.called[asked]) != 2 || len(l.called[told]) != 2 {
				l.Errorf("%+v was told %d and %d times", m, len(l.told[asked]), len(l.told[told]))
			}
			second, why := l.secondWinsClaims(t, m)
			if second != (m.Won[1] > m.Won[0]) {
				l.Errorf("%+v is decided otherwise by what its players %s", m, why)
			}
			ways[why]++
			channels[m.Channel] = true
			byClaims++
			continue
		}
		if !m.Over || m.Match == 0 || channels[m.Channel] || !l.threads[m.Channel] || m.Forfeit {
			l.Errorf("%+v", m)
		}
		channels[m.Channel] = true
		if n := len(l.told[fmt.Sprint(match.MeetingNotice, 0, m.Match)]); n != 1 || len(l.summons[m.Match]) != 2 {
			l.Errorf("%+v was told %d times, to %v", m, n, l.summons[m.Match])
		}
		if m.Won[0]+m.Won[1] != 2 {
			l.Errorf("%+v had no two games", m)
		}
	}
	played := 0
	count := func(m match.Match) error {
		if m.Tournament == t.ID {
			played++
		}
		return nil
	}
	l.must(errors.Join(store.ForEachFinished(ctx, count), store.ForEachPlaying(ctx, count)))
	if empty := len(l.threads) - len(channels); empty > l.kills {
		l.Errorf("%d threads are empty after %d kills", empty, l.kills)
	}
	if played != 2*(len(channels)-byClaims) || len(l.told[fmt.Sprint(match.OverNotice, t.ID, 0)]) != 1 || len(l.told[fmt.Sprint(match.StartNotice, t.ID, 0)]) != 1 {
		l.Errorf("%d games of %d meetings, told: %v", played, len(channels), l.told)
	}
	l.Logf("%d meetings in %d rounds, %d of them by claims %v, %d kills, %d threads without a meeting", len(channels), t.Round, byClaims, ways, l.kills, len(l.threads)-len(channels))
}

// secondWinsClaims works out by itself who goes on after claims, and for what.
func (l *league) secondWinsClaims(t match.Tournament, m match.Meeting) (second bool, why string) {
	l.Helper()
	store, found := l.processes[0].store, map[string]int{}
	variant := ""
	for _, pair := range t.Meetings {
		if pair.Round != m.Round || pair.Board != m.Board || pair.ByClaims() {
			continue
		}
		first, err := store.MatchByID(l.Context(), pair.Match)
		l.must(err)
		other, err := store.SecondLeg(l.Context(), pair.Match)
		l.must(err)
		variant = first.Variant
		for _, g := range []match.Match{first, other} {
			for side, p := range g.Sides {
				found[p.ID] += g.Findings[side].Kept
			}
		}
	}
	v, err := catalog.Standard.Find(variant)
	l.must(err)
	p, err := v.Parse(m.Position, games.Left)
	l.must(err)
	wins, err := (&solver.Solver{}).Wins(l.Context(), v, p)
	l.must(err)
	right := match.RightClaim
	if wins == (p.Turn().Actor == games.Left) {
		right = match.LeftClaim
	}
	knew := [2]bool{m.Claims[0] == right, m.Claims[1] == right}
	switch {
	case knew[0] != knew[1]:
		return knew[1], "knew"
	case found[m.First] != found[m.Second]:
		return found[m.Second] > found[m.First], "found"
	}
	return t.Find(m.Second).Rating > t.Find(m.First).Rating, "have as ratings"
}

// swiss compares a Swiss with sums made here from the games in the store, and its rounds with what
// package pairing makes of those before, which is held to account there.
func (l *league) swiss(t match.Tournament) {
	l.Helper()
	var players []pairing.Player
	for _, e := range t.Entrants {
		players = append(players, pairing.Player{ID: e.ID, Rating: e.Rating, Joined: e.Joined, Left: e.Left})
	}
	rounds := make([][]pairing.Meeting, t.Rounds)
	for _, m := range t.Meetings {
		rounds[m.Round-1] = append(rounds[m.Round-1], pairing.Meeting{First: m.First, Second: m.Second, Won: m.Won, Forfeit: m.Forfeit})
	}
	for i, round := range rounds {
		want := pairing.Swiss(players, rounds[:i], nil)
		for k := range want {
			want[k].Won = round[k].Won
		}
		if !slices.Equal(round, want) {
			l.Errorf("round %d is %v, want %v", i+1, round, want)
		}
	}
	won, met := map[string]int{}, map[string][]string{}
	l.must(l.processes[0].store.ForEachFinished(l.Context(), func(m match.Match) error {
		a, b := m.Sides[games.Left].ID, m.Sides[games.Right].ID
		victor, _ := m.Victor()
		won[victor.ID]++
		if m.Leg == match.FirstLeg {
			met[a], met[b] = append(met[a], b), append(met[b], a)
		}
		return nil
	}))
	for id, others := range met {
		slices.Sort(others)
		if len(others) != t.Rounds || len(slices.Compact(others)) != t.Rounds || slices.Contains(others, id) {
			l.Errorf("%s met %v", id, others)
		}
	}
	before := referee.TournamentStanding{Points: 99}
	for _, s := range referee.Table(&t) {
		buchholz := 0
		for _, other := range met[s.ID] {
			buchholz += won[other]
		}
		if s.Points != float64(won[s.ID]) || s.Buchholz != float64(buchholz) {
			l.Errorf("%s has %v (Buchholz %v), want %d (%d)", s.ID, s.Points, s.Buchholz, won[s.ID], buchholz)
		}
		if s.Points > before.Points || s.Points == before.Points && s.Buchholz > before.Buchholz {
			l.Errorf("%s stands below %s", s.ID, before.ID)
		}
		before = s
	}
}

// Whatever is killed when, a tournament is played to its end, and nothing is told twice.
func TestTournamentsKilled(t *testing.T) {
	stores := map[string]func(t *testing.T) []match.Store{
		"SQLite": func(t *testing.T) []match.Store {
			s := storagetest.OpenFile(t, filepath.Join(t.TempDir(), "nimatron.db"))
			t.Cleanup(func() { s.Close() })
			return []match.Store{s}
		},
		"two processes on PostgreSQL": func(t *testing.T) (both []match.Store) {
			address := postgrestest.Address(t)
			for range 2 {
				s, err := postgres.Open(t.Context(), address)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { s.Close() })
				both = append(both, s)
			}
			return both
		},
	}
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			t.Run("Swiss", func(t *testing.T) {
				t.Parallel()
				l := newLeague(t, 1, open(t)...)
				n := l.play(l.open(match.Tournament{Format: match.Swiss, Rounds: testlong.Times(3, 5, 5), TurnTime: time.Hour}, testlong.Times(8, 32, 32)))
				l.check(n)
				l.swiss(n)
			})
			t.Run("arena", func(t *testing.T) {
				t.Parallel()
				l := newLeague(t, 2, open(t)...)
				minutes := time.Duration(testlong.Times(20, 60, 60)) * time.Minute
				n := l.play(l.open(match.Tournament{Format: match.Arena, Variant: "nim", Length: minutes, TurnTime: time.Hour}, testlong.Times(8, 30, 30)))
				l.check(n)
				last := map[string]string{}
				for _, m := range n.Meetings {
					if last[m.First] == m.Second && last[m.Second] == m.First {
						t.Errorf("%s and %s meet twice in a row", m.First, m.Second)
					}
					last[m.First], last[m.Second] = m.Second, m.First
				}
			})
			t.Run("knockout", func(t *testing.T) {
				t.Parallel()
				l := newLeague(t, 3, open(t)...)
				n := l.play(l.open(match.Tournament{Format: match.Knockout, TurnTime: time.Hour}, 13))
				l.check(n)
				first := 0
				for _, m := range n.Meetings {
					if m.Game == 1 && !m.Bye() {
						first++
					}
				}
				if first != 12 {
					t.Errorf("%d meetings, want one less than players", first)
				}
			})
		})
	}
}
