package commands_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/tournament"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// A league is people playing a tournament on a simulated clock while its process is killed. Each
// step of the process can be cut off at any point.
type league struct {
	*testing.T
	store   storage.Store
	referee *referee.Referee
	service *commands.Service
	draw    *rand.Rand
	clock   atomic.Int64 // in ms
	kills   int

	threads map[string]bool           // the open ones
	made    int                       // threads created so far
	broken  bool                      // no threads can be created
	tries   int                       // failed attempts to create one
	told    map[string]map[int64]bool // matches or tournaments announced, by kind and id of notice
	summons map[int64][]string        // players pinged for a match
}

func newLeague(t *testing.T, seed uint64, store storage.Store) *league {
	l := &league{T: t, store: store, draw: rand.New(rand.NewPCG(seed, 21)), threads: map[string]bool{}, told: map[string]map[int64]bool{}, summons: map[int64][]string{}}
	l.clock.Store(time.Date(2026, 1, 2, 18, 0, 0, 0, time.UTC).UnixMilli())
	l.start()
	return l
}

func (l *league) now() time.Time { return time.UnixMilli(l.clock.Load()).UTC() }

// start restarts the process, which keeps only its database.
func (l *league) start() {
	seed := l.draw.Uint64()
	l.referee = referee.New(l.store, &solver.Solver{}, referee.Options{Now: l.now, Seed: func() uint64 { seed++; return seed }})
	l.service = commands.New(l.referee, l.store, quiet)
}

func (l *league) Open(ctx context.Context, _ string) (string, error) {
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

func (l *league) Drop(ctx context.Context, channel string) {
	if ctx.Err() == nil { // a killed process drops nothing
		delete(l.threads, channel)
	}
}

// open opens a tournament of n people and starts it.
func (l *league) open(t tournament.Tournament, n int) int64 {
	l.Helper()
	r := l.service.Env().Tournaments
	t.Server, t.Channel, t.Name, t.Leader, t.Size, t.Rated = "server", "hall", "Friday", match.Player{ID: "p00", Name: "p00"}, "small", true
	t = must.Get(r.NewTournament(l.Context(), t))(l)
	for i := range n {
		id := fmt.Sprintf("p%02d", i)
		must.Get(r.Join(l.Context(), t.ID, match.Player{ID: id, Name: id}))(l)
	}
	must.Get(r.StartTournament(l.Context(), t.ID))(l)
	return t.ID
}

// work runs the due steps. If kill is set, the process is killed in the middle.
func (l *league) work(kill bool) {
	ctx := l.Context()
	if kill {
		ctx = newMortal(ctx, 1+l.draw.IntN(400))
	}
	err := l.service.AdvanceTournaments(ctx)
	l.service.BeginPairings(ctx, match.DiscordFront, func(string) commands.Threads { return l })
	if err = errors.Join(err, l.tell(ctx)); err != nil && !kill {
		l.Error(err)
	}
	if kill {
		l.kills++
		l.start()
	}
}

// mortal is a context that ends after this many calls of Done, so that the running call fails
// there.
type mortal struct {
	context.Context
	left atomic.Int64
	kill context.CancelFunc
}

func newMortal(ctx context.Context, looks int) *mortal {
	m := &mortal{}
	m.Context, m.kill = context.WithCancel(ctx)
	m.left.Store(int64(looks))
	return m
}

func (m *mortal) Done() <-chan struct{} {
	if m.left.Add(-1) == 0 {
		m.kill()
	}
	return m.Context.Done()
}

// tell delivers the due notices.
func (l *league) tell(ctx context.Context) error {
	notices, err := l.store.TakeNotices(ctx, match.DiscordFront, l.now(), l.now().Add(time.Minute), 50)
	for _, n := range notices {
		reply, ok, noticeErr := l.service.Notice(ctx, n)
		if err = errors.Join(err, noticeErr); noticeErr != nil {
			continue
		}
		if ok && (n.About.Kind == match.TournamentSubject || n.Kind == match.PairingNotice) {
			what := fmt.Sprint(n.Kind, n.About.ID)
			if l.told[what] == nil {
				l.told[what] = map[int64]bool{}
			}
			l.told[what][n.ID] = true
			if n.About.Kind == match.MatchSubject {
				l.summons[n.About.ID] = reply.Notify
			}
		}
		err = errors.Join(err, l.store.EndNotice(ctx, n.ID, time.Time{}))
	}
	return err
}

// turn makes one step in each running pairing. Everybody shows up, and soon somebody resigns.
func (l *league) turn(t *tournament.Tournament) {
	r := l.referee
	for _, m := range t.Pairings {
		if m.Over || l.told[fmt.Sprint(match.PairingNotice, m.Match)] == nil || l.draw.IntN(3) == 0 { // players who were not pinged don't come
			continue
		}
		g, err := r.Current(l.Context(), m.Channel)
		if err != nil {
			continue
		}
		if len(g.Moves) >= 2 {
			must.Get(r.Resign(l.Context(), m.Channel, []string{m.First, m.Second}[l.draw.IntN(2)]))(l)
			continue
		}
		var moves []games.Move
		for step := range g.Play.Position().Options() {
			moves = append(moves, step.Move)
		}
		must.Get(r.Move(l.Context(), referee.MatchVersion{}, m.Channel, g.Actor().ID, moves[l.draw.IntN(len(moves))].String()))(l)
	}
}

// play plays a tournament to its end. A process is killed in every round.
func (l *league) play(id int64) tournament.Tournament {
	l.Helper()
	round := 0
	for range 1000 {
		t := must.Get(tournament.ByID(l.Context(), l.store, id))(l)
		if t.Closed() {
			// The work claimed by a killed process is due again after a minute.
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
	return tournament.Tournament{}
}

// A tournament is played to its end although its process is killed at any time. Each pairing is
// played once, in its own thread. Both players are pinged once, and the end is announced once. The
// simulation covers crashes at every transaction.
func TestTournamentKilled(t *testing.T) {
	l := newLeague(t, 3, storagetest.Open(t))
	n := l.play(l.open(tournament.Tournament{Format: tournament.Knockout, TurnTime: time.Hour}, 5))
	channels, games := map[string]bool{}, 0
	for _, m := range n.Pairings {
		if m.Bye() {
			continue
		}
		called, told := l.summons[m.Match], l.told[fmt.Sprint(match.PairingNotice, m.Match)]
		if games += 2; m.Won[0]+m.Won[1] != 2 {
			t.Errorf("%+v had no two games", m)
		}
		if !m.Over || m.Forfeit || channels[m.Channel] || !l.threads[m.Channel] || len(called) != 2 {
			t.Errorf("%+v, to which %v were called", m, called)
		}
		if len(told) != 1 {
			t.Errorf("%+v was told %d times", m, len(told))
		}
		channels[m.Channel] = true
	}
	played := 0
	must.OK(l, l.store.ForEachMatch(t.Context(), match.Finished, func(match.Match) error { played++; return nil }))
	if empty := len(l.threads) - len(channels); empty > l.kills || l.kills == 0 {
		t.Errorf("%d threads are empty after %d kills", empty, l.kills)
	}
	if played != games || len(l.told[fmt.Sprint(match.OverNotice, n.ID)]) != 1 || len(l.told[fmt.Sprint(match.StartNotice, n.ID)]) != 1 {
		t.Errorf("%d games of %d meetings, told: %v", played, len(channels), l.told)
	}
}
