package commands_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/tournament"
	"nimatron/storage/storagetest"
)

// tournament returns the current state of a tournament.
func (l *league) tournament(id int64) *tournament.Tournament {
	l.Helper()
	t := must.Get(tournament.ByID(l.Context(), l.store, id))(l)
	return &t
}

// loses resigns a player's running game of a pairing, and reports whether there was one.
func (l *league) loses(m tournament.Pairing, who string) bool {
	l.Helper()
	r := l.referee
	if _, err := r.Current(l.Context(), m.Channel); err != nil {
		return false
	}
	must.Get(r.Resign(l.Context(), m.Channel, who))(l)
	return true
}

// Two accounts try to play only each other in an arena: each pauses while the other plays, and
// resigns at once against anybody else. They never meet twice in a row and five times at most,
// which wins nothing.
func TestArenaOfTwoAccounts(t *testing.T) {
	if testlong.Short() {
		t.Skip("it plays for long")
	}
	l := newLeague(t, 7, storagetest.Open(t))
	r := l.service.Env().Tournaments
	id := l.open(tournament.Tournament{Format: tournament.Arena, Variant: "nim", Length: time.Duration(testlong.Times(20, 20, 30)) * time.Minute, TurnTime: time.Hour}, 8)
	const mule, main = "p00", "p01"
	var refusal *referee.Refusal
	try := func(do func(context.Context, int64, string) (tournament.Tournament, error), who string) {
		if _, err := do(t.Context(), id, who); err != nil && !errors.As(err, &refusal) {
			t.Fatal(err)
		}
	}
	join := func(ctx context.Context, id int64, who string) (tournament.Tournament, error) {
		return r.Join(ctx, id, match.Player{ID: who, Name: who})
	}
	for n := l.tournament(id); !n.Closed(); n = l.tournament(id) {
		busy := map[string]bool{}
		for _, m := range n.Pairings {
			if m.Over {
				continue
			}
			busy[m.First], busy[m.Second] = true, true
			switch players := []string{m.First, m.Second}; {
			case m.Channel == "":
			case slices.Contains(players, mule):
				l.loses(m, mule)
			case slices.Contains(players, main):
				l.loses(m, main)
			case l.draw.IntN(6) == 0:
				l.loses(m, players[l.draw.IntN(2)])
			}
		}
		if !busy[mule] && !busy[main] {
			try(join, mule)
			try(join, main)
		} else {
			try(r.Pause, mule)
			try(r.Pause, main)
		}
		l.clock.Add((10 * time.Second).Milliseconds())
		l.work()
	}
	n := l.tournament(id)
	together, apart, last := 0, 0, map[string]bool{}
	for _, m := range n.Pairings {
		both := (m.First == mule || m.First == main) && (m.Second == mule || m.Second == main)
		for _, who := range []string{m.First, m.Second} {
			if both && last[who] {
				t.Errorf("they meet twice in a row in round %d, for %s", m.Round, who)
			}
			if last[who] = both; !both && (who == mule || who == main) {
				apart++
			}
		}
		if both {
			together++
		}
	}
	counted := 0
	must.OK(l, l.store.ForEachMatch(t.Context(), match.Finished, func(m match.Match) error {
		if a, b := m.Sides[games.Left].ID, m.Sides[games.Right].ID; m.Leg == match.SecondLeg && max(a, b) == main && min(a, b) == mule && !m.Uncounted {
			counted++
		}
		return nil
	}))
	if together > referee.PairsADay || together < 2 || counted != together {
		t.Errorf("they met %d times, of which %d count", together, counted)
	}
	table := tournament.Table(n)
	place := slices.IndexFunc(table, func(s tournament.Standing) bool { return s.ID == main })
	if place == 0 {
		t.Errorf("%s wins the arena with %v points", main, table[0].Points)
	}
	t.Logf("they met %d times, and others %d times; %d of their pairs count; %s has %v points and place %d, the first %v", together, apart, counted, main, table[place].Points, place+1, table[0].Points)
}

// A leader can only choose when a tournament starts and ends. Pairings follow from the players, and
// starts from a random seed that nobody chooses or sees.
func TestLeaderPairsNobody(t *testing.T) {
	for _, format := range []tournament.Format{tournament.Swiss, tournament.Knockout, tournament.Arena} {
		var rounds [2][]string
		for i, leader := range []string{"p00", "p05"} {
			l := newLeague(t, uint64(8+i), storagetest.Open(t))
			do := func(by, action string, options map[string]string) string {
				reply := l.service.Do(t.Context(), commands.Request{Command: "tournament " + action, Options: options, By: commands.User{ID: by, Name: by}, Channel: "hall", Server: "server", Manager: by == leader})
				return reply.Message()
			}
			do(leader, "create", map[string]string{"format": string(format), "name": "Cup", "game": "nim"})
			for k := range 9 {
				do(fmt.Sprintf("p%02d", k), "join", map[string]string{"name": "Cup"})
			}
			if said := do("p08", "start", map[string]string{"name": "Cup"}); !strings.Contains(said, "Only <@"+leader) && !strings.Contains(said, "Only "+view.PlayerName(leader)) {
				t.Errorf("somebody else starts it: %q", said)
			}
			for _, option := range []string{"pair", "seed", "position", "opponent", "player"} {
				if said := do(leader, "start", map[string]string{"name": "Cup", option: "p01"}); !strings.Contains(said, "has no option") {
					t.Errorf("%s: %q", option, said)
				}
			}
			if said := do(leader, "start", map[string]string{"name": "Cup"}); !strings.Contains(said, "The tournament has started") {
				t.Fatal(said)
			}
			for _, m := range l.tournament(1).Pairings {
				rounds[i] = append(rounds[i], m.First+"–"+m.Second)
			}
		}
		if len(rounds[0]) < 4 || !slices.Equal(rounds[0], rounds[1]) {
			t.Errorf("%s: %v with one leader, %v with the other", format, rounds[0], rounds[1])
		}
	}
}

// People of whom one has blocked the other never meet in a Swiss or an arena. Blocks beyond the oldest
// don't count, so nobody chooses their opponents. A leader who plays everybody meets nobody blocked.
func TestBlockedPeopleInTournaments(t *testing.T) {
	player := func(i int) match.Player {
		id := fmt.Sprintf("p%02d", i)
		return match.Player{ID: id, Name: id}
	}
	for _, format := range []tournament.Format{tournament.Swiss, tournament.Arena} {
		l := newLeague(t, 11, storagetest.Open(t))
		id := l.open(tournament.Tournament{Format: format, Variant: "nim"}, 8)
		for i := range 7 { // p07 wants to meet p06 alone
			must.OK(t, l.store.Block(t.Context(), player(7), player(i), time.Unix(int64(i), 0)))
		}
		must.OK(t, l.store.Block(t.Context(), player(1), player(5), time.Unix(9, 0)))
		n := l.tournament(id)
		pair := map[tournament.Format]func(*tournament.Tournament) []tournament.Pairing{tournament.Swiss: tournament.PairSwiss, tournament.Arena: tournament.PairArena}[format]
		met := map[string]bool{}
		for n.Pairings, n.Round = nil, 0; n.Round < 3; n.Round++ {
			for i, m := range pair(n) {
				m.Round, m.Board, m.Over = n.Round+1, i+1, true
				n.Pairings = append(n.Pairings, m)
			}
		}
		for _, m := range n.Pairings {
			met[m.First+m.Second], met[m.Second+m.First] = true, true
		}
		for _, apart := range []string{"p07p00", "p07p01", "p07p02", "p01p05"} {
			if met[apart] {
				t.Errorf("%s: %s meet", format, apart)
			}
		}
	}
	l := newLeague(t, 11, storagetest.Open(t))
	r := l.service.Env().Tournaments
	n := must.Get(r.NewTournament(t.Context(), tournament.Tournament{Server: "server", Channel: "hall", Name: "Simul", Leader: player(0), Format: tournament.Simul, Variant: "nim"}))(l)
	must.OK(t, l.store.Block(t.Context(), player(0), player(1), time.Unix(1, 0)))
	if _, err := r.Join(t.Context(), n.ID, player(1)); !errors.Is(err, &referee.Refusal{Words: referee.TakesNone}) {
		t.Error(err)
	}
	must.Get(r.Join(t.Context(), n.ID, player(2)))(l)
}

// Losing on purpose to meet weaker opponents does not win a Swiss. A player who leaves keeps their
// points, gets no more, and can't come back.
func TestLosingOnPurposeAndLeaving(t *testing.T) {
	l := newLeague(t, 9, storagetest.Open(t))
	id := l.open(tournament.Tournament{Format: tournament.Swiss, Variant: "nim", Rounds: 5, TurnTime: time.Hour}, 16)
	const loser, leaver = "p15", "p14" // the second and third strongest; p13 is honest
	strength := func(who string) int {
		if who == "p13" {
			return 16
		}
		n, _ := strconv.Atoi(who[1:])
		return n
	}
	for n := l.tournament(id); !n.Closed(); n = l.tournament(id) {
		for _, m := range n.Pairings {
			if m.Over || m.Channel == "" {
				continue
			}
			weaker := m.First
			if strength(m.Second) < strength(m.First) {
				weaker = m.Second
			}
			if n.Round <= 2 && (m.First == loser || m.Second == loser) {
				weaker = loser
			}
			l.loses(m, weaker)
		}
		if n.Round == 4 && !n.Find(leaver).Gone() {
			must.Get(l.service.Env().Tournaments.Leave(t.Context(), id, leaver))(l)
		}
		l.clock.Add((10 * time.Second).Milliseconds())
		l.work()
		if n = l.tournament(id); n.Round == 5 && !n.Closed() {
			_, err := l.service.Env().Tournaments.Join(t.Context(), id, match.Player{ID: leaver, Name: leaver})
			if !errors.Is(err, &referee.Refusal{Words: tournament.NotNow}) {
				t.Errorf("who has left comes back: %v", err)
			}
		}
	}
	n := l.tournament(id)
	table := tournament.Table(n)
	if table[0].ID != "p13" || table[0].Points != 10 {
		t.Errorf("the first is %+v", table[0])
	}
	for _, s := range table {
		switch {
		case s.ID == loser && (s.Points > 6 || s.Place < 4):
			t.Errorf("who loses on purpose has %v points and place %d", s.Points, s.Place)
		case s.ID == leaver && (s.Points != float64(s.Won) || s.Won+s.Lost != 8):
			t.Errorf("who has left has %v points, with %d games won and %d lost", s.Points, s.Won, s.Lost)
		}
	}
	for _, m := range n.Pairings {
		if m.Round == 5 && (m.First == leaver || m.Second == leaver) {
			t.Errorf("who has left is paired: %+v", m)
		}
	}
}
