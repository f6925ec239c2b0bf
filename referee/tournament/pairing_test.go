package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee/tournament"
)

// field returns a Swiss of n players with random ratings.
func field(r *rand.Rand, n int) *tournament.Tournament {
	t := &tournament.Tournament{Format: tournament.Swiss}
	for i := range n {
		t.Entrants = append(t.Entrants, tournament.Entrant{Player: match.Player{ID: fmt.Sprintf("p%03d", i)}, Rating: float64(1000 + r.IntN(900)), Joined: 1})
	}
	return t
}

// late is a player who joins in the second round.
var late = tournament.Entrant{Player: match.Player{ID: "late"}, Rating: 1400, Joined: 2}

// add adds a round.
func add(t *tournament.Tournament, made []tournament.Pairing) {
	t.Round++
	for i, m := range made {
		m.Round, m.Board, m.Game = t.Round, i+1, 1
		t.Pairings = append(t.Pairings, m)
	}
}

// play gives each pairing a result. Mostly the better player wins.
func play(r *rand.Rand, round []tournament.Pairing) {
	for i := range round {
		m := &round[i]
		switch n := r.IntN(12); {
		case m.Bye():
		case n == 0:
			m.Forfeit, m.Won = true, [2]int{2 * r.IntN(2), 0}
			m.Won[1] = 2 - m.Won[0]
		case n < 5:
			m.Won = [2]int{1, 1}
		case (m.First < m.Second) == (n < 10):
			m.Won = [2]int{2, 0}
		default:
			m.Won = [2]int{0, 2}
		}
	}
}

// forbid keeps some random pairs apart by blocks.
func forbid(r *rand.Rand, t *tournament.Tournament, players []tournament.Entrant, n int) map[[2]string]bool {
	f, blocks := map[[2]string]bool{}, map[string]int{}
	for range n {
		a, b := players[r.IntN(len(players))].Player, players[r.IntN(len(players))].Player
		if blocks[a.ID]++; a != b && blocks[a.ID] <= tournament.MaxApartOf {
			t.Blocked = append(t.Blocked, [2]string{a.ID, b.ID})
			f[[2]string{min(a.ID, b.ID), max(a.ID, b.ID)}] = true
		}
	}
	return f
}

// faults lists the faults of a round: a player who plays twice or not at all, or a forbidden pair.
func faults(t *tournament.Tournament, number int, round []tournament.Pairing, forbidden map[[2]string]bool) (list []string) {
	seen := map[string]bool{}
	byes := 0
	for _, m := range round {
		for _, id := range []string{m.First, m.Second} {
			if id != "" && seen[id] {
				list = append(list, id+" plays twice")
			}
			seen[id] = true
		}
		if m.Bye() {
			byes++
		}
		if forbidden[[2]string{min(m.First, m.Second), max(m.First, m.Second)}] {
			list = append(list, m.First+" may not meet "+m.Second)
		}
	}
	active := 0
	for _, p := range t.Entrants {
		plays := p.Joined <= number && (p.Left == 0 || number <= p.Left)
		if plays {
			active++
		}
		if plays != seen[p.ID] {
			list = append(list, fmt.Sprintf("%s: plays %v, is paired %v", p.ID, plays, seen[p.ID]))
		}
	}
	if byes != active%2 {
		list = append(list, fmt.Sprintf("%d byes of %d", byes, active))
	}
	return list
}

// again counts repeated meetings and second byes.
func again(t *tournament.Tournament) (meetings, byes int) {
	met := map[[2]string]bool{}
	for _, m := range t.Pairings {
		pair := [2]string{min(m.First, m.Second), max(m.First, m.Second)}
		switch {
		case !met[pair]:
		case m.Bye():
			byes++
		default:
			meetings++
		}
		met[pair] = met[pair] || !m.Forfeit
	}
	return meetings, byes
}

// TestSwiss plays tournaments of 2 to 128 players with late joiners, withdrawals and forbidden
// pairs.
func TestSwiss(t *testing.T) {
	for seed := range uint64(testlong.Times(30, 50, 3000)) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 2 + r.IntN(127)
		if seed%2 == 0 {
			n = 2 + r.IntN(14)
		}
		swiss := field(r, n)
		var forbidden map[[2]string]bool
		if n > 30 {
			forbidden = forbid(r, swiss, swiss.Entrants, r.IntN(n))
		}
		total := 3 + r.IntN(5)
		for number := 1; number <= total; number++ {
			if number == 2 && n < tournament.MaxEntrants {
				swiss.Entrants = append(swiss.Entrants, late)
			}
			if e := &swiss.Entrants[r.IntN(len(swiss.Entrants))]; number > 1 && !e.Gone() && e.Joined < number {
				e.Left = number - 1
			}
			round := tournament.PairSwiss(swiss)
			if list := faults(swiss, number, round, forbidden); len(list) > 0 {
				t.Fatalf("seed %d, round %d of %d players: %q", seed, number, n, list)
			}
			play(r, round)
			add(swiss, round)
		}
		if meetings, byes := again(swiss); n > 2*total+2 && meetings+byes > 0 {
			t.Errorf("seed %d: %d players, %d rounds: %d meet again, %d second byes", seed, n, total, meetings, byes)
		}
	}
}

// TestArena pairs free players many times.
func TestArena(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, n := range []int{2, 3, 7, 9, 15, testlong.Times(30, 30, 128)} {
		arena := field(r, n)
		arena.Format = tournament.Arena
		waited, last, met, longest := map[string]int{}, map[string]string{}, map[string]int{}, 0
		rounds := 40
		if n > 3 {
			rounds = min(40, 2*n) // below the bound on meetings
		}
		for range rounds {
			r.Shuffle(n, func(i, j int) { arena.Entrants[i], arena.Entrants[j] = arena.Entrants[j], arena.Entrants[i] })
			in := n - r.IntN(min(n-1, 5))
			for i := range arena.Entrants {
				arena.Entrants[i].Paused = i >= in
			}
			made := tournament.PairArena(arena)
			if in > 4 && len(made) < in/2 {
				t.Errorf("%d of %d are paired", 2*len(made), in)
			}
			seen := map[string]bool{}
			for i := range made {
				m := &made[i]
				if n > 2 && (last[m.First] == m.Second || last[m.Second] == m.First) {
					t.Errorf("%d players: %s meets %s again at once", n, m.First, m.Second)
				}
				if pair := min(m.First, m.Second) + max(m.First, m.Second); n > 2 {
					if met[pair]++; met[pair] > tournament.MaxMeetings {
						t.Errorf("%d players: %s and %s meet %d times", n, m.First, m.Second, met[pair])
					}
				}
				seen[m.First], seen[m.Second], last[m.First], last[m.Second] = true, true, m.Second, m.First
				m.Over, m.Won = true, [2]int{r.IntN(3), r.IntN(3)}
			}
			add(arena, made)
			for _, e := range arena.Entrants[:in] {
				if waited[e.ID]++; seen[e.ID] {
					waited[e.ID] = 0
				}
				longest = max(longest, waited[e.ID])
			}
		}
		if n > 3 && longest > 2 {
			t.Errorf("%d players: somebody waited %d rounds", n, longest)
		}
	}
}

// TestKnockout plays brackets of all sizes. The better player always wins.
func TestKnockout(t *testing.T) {
	for n := 2; n <= 128; n++ {
		knockout := field(rand.New(rand.NewPCG(uint64(n), 3)), n)
		knockout.Format = tournament.Knockout
		for i := range knockout.Entrants {
			knockout.Entrants[i].Rating = float64(2000 - i)
		}
		games := 0
		for {
			made := tournament.PairKnockout(knockout)
			for i := range made {
				m := &made[i]
				if m.Bye() && knockout.Round > 0 {
					t.Errorf("%d players: a bye after round %d", n, knockout.Round)
				}
				if !m.Bye() {
					games++
					m.Over, m.Won = true, [2]int{2, 0}
					if m.First > m.Second { // the better player has the lower number
						m.Won = [2]int{0, 2}
					}
				}
			}
			if add(knockout, made); len(made) == 1 {
				if f := made[0]; min(f.First, f.Second) != "p000" || max(f.First, f.Second) != "p001" {
					t.Errorf("%d players: the final is %v", n, f)
				}
				break
			}
		}
		if next := tournament.PairKnockout(knockout); games != n-1 || next != nil {
			t.Errorf("%d players: %d matches, then %v", n, games, next)
		}
	}
}

// Nobody can join a knockout or a simultaneous exhibition that has started, a Swiss after its
// second round, or an arena whose time is over.
func TestJoinable(t *testing.T) {
	began := time.Date(2026, 1, 2, 18, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		format tournament.Format
		state  tournament.State
		round  int
		after  time.Duration
		want   bool
	}{
		{tournament.Knockout, tournament.Open, 0, 0, true}, {tournament.Knockout, tournament.Running, 1, 0, false},
		{tournament.Simul, tournament.Running, 1, 0, false}, {tournament.Swiss, tournament.Cancelled, 0, 0, false},
		{tournament.Swiss, tournament.Running, 2, 0, true}, {tournament.Swiss, tournament.Running, 3, 0, false},
		{tournament.Arena, tournament.Running, 9, 59 * time.Minute, true}, {tournament.Arena, tournament.Running, 9, time.Hour, false},
		{tournament.Arena, tournament.Over, 9, 0, false},
	} {
		n := &tournament.Tournament{Format: c.format, State: c.state, Round: c.round, Started: began, Length: time.Hour}
		if got := tournament.Joinable(n, began.Add(c.after)); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// A player who has deleted their data loses a pairing that has not started. If both have, nobody
// wins it.
func TestConcede(t *testing.T) {
	for _, c := range []struct {
		first, second string
		won           [2]int
	}{{"deleted:1", "b", [2]int{0, 2}}, {"a", "deleted:2", [2]int{2, 0}}, {"deleted:1", "deleted:2", [2]int{}}} {
		n := &tournament.Tournament{Format: tournament.Swiss, State: tournament.Running, Round: 1, Rounds: 1}
		for _, id := range []string{c.first, c.second} {
			n.Entrants = append(n.Entrants, tournament.Entrant{Player: match.Player{ID: id}, Joined: 1})
		}
		n.Pairings = []tournament.Pairing{{Round: 1, Board: 1, Game: 1, First: c.first, Second: c.second}}
		if !tournament.Advance(n, nil, time.Unix(0, 0)) || !n.Pairings[0].Over || !n.Pairings[0].Forfeit || n.Pairings[0].Won != c.won {
			t.Errorf("%s – %s ends as %+v", c.first, c.second, n.Pairings[0])
		}
	}
}

// In an arena the first turn goes to the player who had it less often.
func TestFirstTurnInArena(t *testing.T) {
	for _, often := range []string{"p000", "p001"} {
		n := field(rand.New(rand.NewPCG(1, 1)), 3)
		n.Format, n.Length = tournament.Arena, time.Hour
		add(n, []tournament.Pairing{{First: often, Second: "p002", Over: true}})
		n.Entrants[2].Paused = true
		if made := tournament.PairArena(n); len(made) != 1 || made[0].Second != often {
			t.Errorf("after %s had the first turn the pairs are %+v", often, made)
		}
	}
}

// A player who left with a bye and never played stands behind all who played.
func TestAbsentStandLast(t *testing.T) {
	table := tournament.Table(&tournament.Tournament{Format: tournament.Swiss, Round: 2, Rounds: 2, Entrants: []tournament.Entrant{
		{Player: match.Player{ID: "gone"}, Joined: 1, Rating: 2000, Left: 1}, {Player: match.Player{ID: "ann"}, Joined: 1}, {Player: match.Player{ID: "bob"}, Joined: 1},
	}, Pairings: []tournament.Pairing{
		{Round: 1, First: "gone", Over: true}, {Round: 1, First: "ann", Second: "bob", Won: [2]int{1, 1}, Over: true},
		{Round: 2, First: "bob", Second: "ann", Won: [2]int{0, 0}, Over: true},
	}})
	for i, want := range []string{"ann", "bob", "gone"} {
		if s := table[i]; s.ID != want || s.Place != i+1 || s.Absent != (want == "gone") {
			t.Errorf("%d. is %s, absent %v", s.Place, s.ID, s.Absent)
		}
	}
}
