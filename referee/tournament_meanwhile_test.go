package referee_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee/tournament"
	"nimatron/storage"
)

// Pairings are taken by one process for a time. Each begins once, and only with the players that it has.
func TestPairingsBeginOnce(t *testing.T) {
	h := newArena(t)
	ctx := t.Context()
	id := h.open(tournament.Tournament{Format: tournament.Swiss, Variant: "nim", Rounds: 1}, 4)
	take := func(after time.Duration, want ...int64) {
		t.Helper()
		h.now = h.now.Add(after)
		if got := must.Get(h.tournaments.Due(ctx, match.DiscordFront, time.Minute, 10))(h); !slices.Equal(got, want) {
			t.Errorf("taken are %v, want %v", got, want)
		}
	}
	take(0)
	n := must.Get(h.tournaments.StartTournament(ctx, id))(h)
	take(0, id)
	take(59 * time.Second)
	take(time.Second, id)
	n.Obstacle = "No threads here."
	for range 2 {
		must.OK(h, h.tournaments.Release(ctx, &n, true))
	}
	if at, now := n, h.tournament(id); now.Version != at.Version+1 || !now.Stuck.Equal(h.now) || now.Obstacle != n.Obstacle {
		t.Errorf("it is stuck: %+v", now) // the second time changes nothing that its message shows
	}
	take(4 * time.Second)
	take(time.Second, id)
	must.OK(h, h.tournaments.Release(ctx, &n, false))
	take(3*time.Hour, id)
	take(-3*time.Hour, id) // the clock was wrong

	n = h.tournament(id)
	must.Get(h.tournaments.BeginPairing(ctx, &n, &n.Pairings[0], "thread"))(h)
	must.OK(h, h.store.Forget(ctx, n.Pairings[1].Second, h.now))
	for i := range n.Pairings {
		channel := fmt.Sprint("other thread ", i)
		if _, err := h.tournaments.BeginPairing(ctx, &n, &n.Pairings[i], channel); err == nil {
			t.Errorf("board %d begins", i+1)
		}
		if _, err := h.store.LastMatch(ctx, channel); !errors.Is(err, match.ErrNotFound) {
			t.Errorf("board %d has a match: %v", i+1, err)
		}
	}
}

// busy is a store in which something happens after the results of a tournament were read.
type busy struct {
	storage.Store
	then func()
}

func (b *busy) PairingsOver(ctx context.Context, firsts []int64) ([]int64, error) {
	over, err := b.Store.PairingsOver(ctx, firsts)
	b.then()
	b.then = func() {}
	return over, err
}

// A result is not lost if it comes while the tournament goes on without it, in the same millisecond too.
func TestResultsComeMeanwhile(t *testing.T) {
	h := newArena(t)
	ctx := t.Context()
	id := h.open(tournament.Tournament{Format: tournament.Swiss, Variant: "nim", Rounds: 1}, 6)
	n := must.Get(h.tournaments.StartTournament(ctx, id))(h)
	ends := make([]func(), 3)
	for i := range n.Pairings {
		channel := fmt.Sprint("thread ", i)
		p := must.Get(h.tournaments.BeginPairing(ctx, &n, &n.Pairings[i], channel))(h)
		ends[i] = func() {
			if i == 0 { // without a winner there is no second game
				must.Get(h.referee.End(ctx, p.Game.ID, "mod", n.Server))(h)
				return
			}
			for range 2 {
				must.Get(h.referee.Resign(ctx, channel, p.Game.Sides[0].ID))(h)
			}
		}
	}
	nothingIsDue := func() {
		t.Helper()
		due := must.Get(h.store.ListKept(ctx, match.KeptFilter{Kind: match.TournamentSubject, Due: h.now.AddDate(1, 0, 0)}))(h)
		for _, k := range due {
			t.Errorf("tournament %d is due at %v", k.ID, k.Due)
		}
	}
	nothingIsDue()
	must.Get(h.store.ChangeKept(ctx, match.Subject{Kind: match.TournamentSubject, ID: id}, func(k *match.Kept) ([]match.Notice, error) {
		k.Due = h.now
		return nil, nil
	}))(h)
	must.OK(h, h.tournaments.AdvanceTournaments(ctx)) // for nothing, but it does not look again
	nothingIsDue()
	for _, then := range []func(){ends[1], func() {
		must.OK(h, h.store.RecordShown(ctx, match.Board{Subject: match.Subject{Kind: match.TournamentSubject, ID: id, Version: 1}, Channel: n.Channel, Message: "message"}))
	}} {
		ends[0]()
		ends[0] = ends[2]
		late := tournament.New(h.referee, &busy{h.store, then})
		for range 2 {
			must.OK(h, late.AdvanceTournaments(ctx))
		}
	}
	if n := h.tournament(id); !n.Closed() || n.Message != "message" {
		t.Errorf("its message is %q, and it waits for %+v", n.Message, n.Pairings)
	}
	nothingIsDue()
}
