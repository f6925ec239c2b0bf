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
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/tournament"
	"nimatron/solver"
	"nimatron/storage"
)

// A league is people playing a tournament on a simulated clock. The simulation kills its process.
type league struct {
	*testing.T
	store   storage.Store
	referee *referee.Referee
	service *commands.Service
	draw    *rand.Rand
	clock   atomic.Int64 // in ms

	threads map[string]bool // the open ones
	made    int             // threads created so far
	broken  bool            // no threads can be created
	tries   int             // failed attempts to create one
}

func newLeague(t *testing.T, seed uint64, store storage.Store) *league {
	l := &league{T: t, store: store, draw: rand.New(rand.NewPCG(seed, 21)), threads: map[string]bool{}}
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

func (l *league) Drop(_ context.Context, channel string) { delete(l.threads, channel) }

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

// work runs the due steps.
func (l *league) work() {
	l.Helper()
	err := l.service.AdvanceTournaments(l.Context())
	l.service.BeginPairings(l.Context(), match.DiscordFront, func(string) commands.Threads { return l })
	notices, taken := l.store.TakeNotices(l.Context(), match.DiscordFront, l.now(), l.now().Add(time.Minute), 50)
	for err = errors.Join(err, taken); len(notices) > 0; notices = notices[1:] {
		_, _, bad := l.service.Notice(l.Context(), notices[0])
		err = errors.Join(err, bad, l.store.EndNotice(l.Context(), notices[0].ID, time.Time{}))
	}
	must.OK(l, err)
}
