package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nimatron/internal/testlong"
	"nimatron/referee/pairing"
)

// field makes n players of random ratings.
func field(r *rand.Rand, n int) []pairing.Player {
	var players []pairing.Player
	for i := range n {
		players = append(players, pairing.Player{ID: fmt.Sprintf("p%03d", i), Rating: float64(1000 + r.IntN(900))})
	}
	return players
}

// play gives each pairing a result: mostly the better one wins.
func play(r *rand.Rand, round []pairing.Pairing) {
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

// forbid keeps some random pairs apart.
func forbid(r *rand.Rand, players []pairing.Player, n int) pairing.Forbidden {
	f := pairing.Forbidden{}
	for range n {
		a, b := players[r.IntN(len(players))].ID, players[r.IntN(len(players))].ID
		if a != b {
			f.Forbid(a, b)
		}
	}
	return f
}

// faults says what is wrong with a round: somebody who plays twice or not at all, or a
// forbidden pair.
func faults(players []pairing.Player, number int, round []pairing.Pairing, forbidden pairing.Forbidden) (list []string) {
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
	for _, p := range players {
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

// again counts who meets again, and who has a second bye.
func again(rounds [][]pairing.Pairing) (meetings, byes int) {
	met := map[[2]string]bool{}
	for _, round := range rounds {
		for _, m := range round {
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
	}
	return meetings, byes
}

// TestSwiss plays tournaments of 2 to 128 players with late joiners, withdrawals and forbidden
// pairs.
func TestSwiss(t *testing.T) {
	for seed := range uint64(testlong.Times(30, 100, 3000)) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 2 + r.IntN(127)
		if seed%2 == 0 {
			n = 2 + r.IntN(14)
		}
		players := field(r, n)
		forbidden := pairing.Forbidden{}
		if n > 30 {
			forbidden = forbid(r, players, r.IntN(n))
		}
		total := 3 + r.IntN(5)
		var rounds [][]pairing.Pairing
		for number := 1; number <= total; number++ {
			if number == 2 && len(players) < pairing.MaxPlayers {
				players = append(players, pairing.Player{ID: "late", Rating: 1400, Joined: 2})
			}
			if i := r.IntN(len(players)); number > 1 && players[i].Left == 0 && players[i].Joined < number {
				players[i].Left = number - 1
			}
			round := pairing.Swiss(players, rounds, forbidden)
			if list := faults(players, number, round, forbidden); len(list) > 0 {
				t.Fatalf("seed %d, round %d of %d players: %q", seed, number, n, list)
			}
			play(r, round)
			rounds = append(rounds, round)
		}
		if meetings, byes := again(rounds); n > 2*total+2 && meetings+byes > 0 {
			t.Errorf("seed %d: %d players, %d rounds: %d meet again, %d second byes", seed, n, total, meetings, byes)
		}
	}
}

// TestArena pairs who is free, again and again, for an hour.
func TestArena(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, n := range []int{2, 3, 7, 30, 128} {
		free := make([]pairing.Waiting, n)
		for i := range free {
			free[i].ID = fmt.Sprintf("p%03d", i)
		}
		longest := 0
		for range 40 {
			r.Shuffle(n, func(i, j int) { free[i], free[j] = free[j], free[i] })
			in := free[:n-r.IntN(min(n-1, 5))]
			made := pairing.Arena(in, nil)
			seen := map[string]string{}
			for _, m := range made {
				seen[m.First], seen[m.Second] = m.Second, m.First
			}
			if len(in) > 4 && len(seen) < len(in)-len(in)%2 {
				t.Errorf("%d of %d are paired", len(seen), len(in))
			}
			for i := range in {
				w := &in[i]
				if other := seen[w.ID]; other == "" {
					w.Rounds++
				} else {
					if len(in) > 2 && len(w.Last) > 0 && w.Last[0] == other {
						t.Errorf("%d players: %s meets %s again at once", n, w.ID, other)
					}
					w.Last = slices.Insert(w.Last, 0, other)
					w.Rounds = 0
					w.Score += float64(r.IntN(3))
				}
				longest = max(longest, w.Rounds)
			}
		}
		if n > 3 && longest > 2 {
			t.Errorf("%d players: somebody waited %d rounds", n, longest)
		}
	}
}

// TestKnockout plays brackets of all sizes in which the better one wins.
func TestKnockout(t *testing.T) {
	for n := 2; n <= 128; n++ {
		players := field(rand.New(rand.NewPCG(uint64(n), 3)), n)
		rating := map[string]float64{}
		for i := range players {
			players[i].Rating = float64(2000 - i)
			rating[players[i].ID] = players[i].Rating
		}
		better := func(m pairing.Pairing) string {
			if m.Bye() || rating[m.First] > rating[m.Second] {
				return m.First
			}
			return m.Second
		}
		rounds := [][]pairing.Pairing{pairing.Knockout(players)}
		games := 0
		for {
			last := rounds[len(rounds)-1]
			for _, m := range last {
				if !m.Bye() {
					games++
				}
				if len(rounds) > 1 && m.Bye() {
					t.Errorf("%d players: a bye in round %d", n, len(rounds))
				}
			}
			if len(last) == 1 {
				if f := last[0]; min(f.First, f.Second) != "p000" || max(f.First, f.Second) != "p001" {
					t.Errorf("%d players: the final is %v", n, f)
				}
				break
			}
			rounds = append(rounds, pairing.NextKnockout(rounds, better))
		}
		if games != n-1 {
			t.Errorf("%d players: %d matches", n, games)
		}
	}
}
