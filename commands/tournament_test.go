package commands_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee/tournament"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// If no threads can be created, the bot says so, retries less and less often, and finally gives up.
func TestTournamentWithoutPlaces(t *testing.T) {
	if testlong.Short() {
		t.Skip("it plays for long")
	}
	l := newLeague(t, 6, storagetest.Open(t))
	l.broken = true
	id := l.open(tournament.Tournament{Format: tournament.Knockout, Variant: "nim"}, 4)
	card := func() string {
		t.Helper()
		reply := must.Get(l.service.Board(t.Context(), match.Board{Subject: match.Subject{Kind: match.TournamentSubject, ID: id}}))(l)
		return reply.Card.Body
	}
	began, gaveUp := l.now(), time.Duration(0)
	for range 2000 {
		l.work()
		n := must.Get(tournament.ByID(t.Context(), l.store, id))(l)
		if n.Round == 2 && gaveUp == 0 {
			gaveUp = l.now().Sub(began)
		}
		if n.Closed() {
			if gaveUp < 30*time.Minute || gaveUp > 31*time.Minute || l.tries < 300 || l.tries > 400 { // a board comes within a minute of the permission
				t.Errorf("the first round was given up after %v, all after %d tries", gaveUp, l.tries)
			}
			for _, m := range n.Pairings {
				if !m.Over || !m.Forfeit || m.Won[0]+m.Won[1] != 1 {
					t.Errorf("%+v", m)
				}
			}
			return
		}
		if l.tries > 0 && n.Round == 1 && !strings.Contains(card(), "I can't create threads here") {
			t.Fatalf("the message says %q", card())
		}
		l.clock.Add((5 * time.Second).Milliseconds())
	}
	t.Error("it is never given up")
}

// An entrant who deletes their data before the threads are created does not stop the others. The
// opponent wins.
func TestADeletedEntrantStopsNobody(t *testing.T) {
	for _, format := range []tournament.Format{tournament.Swiss, tournament.Knockout} {
		l := newLeague(t, 11, storagetest.Open(t))
		p := l
		id := l.open(tournament.Tournament{Format: format, Rounds: 2, Variant: "nim"}, 8)
		must.OK(l, p.store.Forget(t.Context(), "p03", l.now()))
		p.service.BeginPairings(t.Context(), match.DiscordFront, func(string) commands.Threads { return l })
		n := l.tournament(id)
		if !n.Stuck.IsZero() {
			t.Errorf("%s: it is said that no thread can be made", format)
		}
		for _, m := range n.Pairings {
			deleted := [2]bool{n.Find(m.First).Deleted(), n.Find(m.Second).Deleted()}
			switch {
			case deleted == [2]bool{}:
				if m.Match == 0 {
					t.Errorf("%s: board %d has not begun", format, m.Board)
				}
			case !m.Over || !m.Forfeit || (m.Won[0] > 0) != deleted[1] || (m.Won[1] > 0) != deleted[0]:
				t.Errorf("%s: the meeting of the deleted player is %+v", format, m)
			}
		}
	}
}

// unacknowledged is a store whose BeginPairing reports an error although the pairing has started.
type unacknowledged struct{ storage.Store }

func (u unacknowledged) BeginPairing(ctx context.Context, m match.Match, begin func(match.Match) func(*match.Kept) ([]match.Notice, error)) (match.Match, error) {
	m, err := u.Store.BeginPairing(ctx, m, begin)
	if err == nil {
		err = match.ErrUnavailable
	}
	return m, err
}

// A pairing keeps its thread if the answer to its start is lost.
func TestThreadOfAPairingStays(t *testing.T) {
	l := newLeague(t, 13, unacknowledged{storagetest.Open(t)})
	id := l.open(tournament.Tournament{Format: tournament.Swiss, Rounds: 1, Variant: "nim"}, 4)
	l.service.BeginPairings(t.Context(), match.DiscordFront, func(string) commands.Threads { return l })
	for _, m := range l.tournament(id).Pairings {
		if _, ok := l.threads[m.Channel]; m.Match == 0 || !ok {
			t.Errorf("the thread of %+v is gone", m)
		}
	}
}

// lastless is a store that can't be asked for the last match of a channel.
type lastless struct{ storage.Store }

func (lastless) LastMatch(context.Context, string) (match.Table, error) {
	return match.Table{}, match.ErrUnavailable
}

// If it is not known whether the thread of an ended match is closed, its notice and its board wait.
func TestThreadOfAnEndedMatch(t *testing.T) {
	l := newLeague(t, 13, lastless{storagetest.Open(t)})
	id := l.open(tournament.Tournament{Format: tournament.Swiss, Rounds: 1, Variant: "nim"}, 2)
	l.service.BeginPairings(t.Context(), match.DiscordFront, func(string) commands.Threads { return l })
	m := l.tournament(id).Pairings[0]
	g := must.Get(l.service.Env().Referee.Game(t.Context(), m.Match))(t)
	must.Get(l.service.Env().Referee.End(t.Context(), g.ID, "mod", match.RoomOf(g.Channel, g.Server)))(t)
	about := match.Subject{Kind: match.MatchSubject, ID: g.ID}
	if _, _, err := l.service.Notice(t.Context(), match.Notice{Kind: match.EndedNotice, Channel: g.Channel, About: about}); !errors.Is(err, match.ErrUnavailable) {
		t.Errorf("the notice: %v", err)
	}
	if _, err := l.service.Board(t.Context(), match.Board{Subject: about, Channel: g.Channel}); !errors.Is(err, match.ErrUnavailable) {
		t.Errorf("the board: %v", err)
	}
}

// A simul without its leader is cancelled at its start.
func TestSimulWithoutLeader(t *testing.T) {
	l := newLeague(t, 12, storagetest.Open(t))
	p := l
	n := must.Get(p.service.Env().Tournaments.NewTournament(t.Context(), tournament.Tournament{Format: tournament.Simul, Server: "server", Channel: "discord", Name: "Monday",
		Leader: match.Player{ID: "p09", Name: "p09"}, Variant: "nim", Size: "small", Starts: l.now().Add(time.Hour)}))(l)
	must.Get(p.service.Env().Tournaments.Join(t.Context(), n.ID, match.Player{ID: "p01", Name: "p01"}))(l)
	must.OK(l, p.store.Forget(t.Context(), "p09", l.now()))
	l.clock.Add(time.Hour.Milliseconds())
	must.OK(l, p.service.AdvanceTournaments(t.Context()))
	if n := l.tournament(n.ID); n.State != tournament.Cancelled {
		t.Errorf("it is %s", n.State)
	}
}

// If the ping for a pairing is late and its first game is over, both players are pinged for the
// second. After that they are not pinged.
func TestLateCallToAPairing(t *testing.T) {
	l := newLeague(t, 10, storagetest.Open(t))
	p := l
	id := l.open(tournament.Tournament{Format: tournament.Swiss, Rounds: 1, Variant: "nim", TurnTime: time.Hour}, 2)
	p.service.BeginPairings(t.Context(), match.DiscordFront, func(string) commands.Threads { return l })
	m := l.tournament(id).Pairings[0]
	call := match.Notice{Kind: match.PairingNotice, Channel: m.Channel, About: match.Subject{Kind: match.MatchSubject, ID: m.Match}}
	for game := range 3 {
		reply, ok, err := p.service.Notice(t.Context(), call)
		must.OK(l, err)
		if want := game < 2; ok != want || want && (len(reply.Notify) != 2 || strings.Contains(reply.Card.Body, "you play two games here") != (game == 0)) {
			t.Errorf("after %d games the call is %v: %+v", game, ok, reply)
		}
		l.loses(m, m.First)
	}
}
