package tournament_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"nimatron/internal/testlong"
	"nimatron/referee/tournament"
)

// An oracle scores a Swiss by the definitions and pairs it by trying everything. It shares no code
// with package tournament.
type oracle struct {
	points, buchholz map[string]float64
	times            map[[2]string]int // meetings of two players; with "" the byes
	place            map[string]int
}

// newOracle adds up the results. A game won is a point, a bye one and a half, a round before
// joining a half. For Buchholz a round without an opponent counts like one against a player with
// equal points.
func newOracle(t *tournament.Tournament) *oracle {
	players := t.Entrants
	o := &oracle{map[string]float64{}, map[string]float64{}, map[[2]string]int{}, map[string]int{"": len(players)}}
	opponents, direct, wins := map[string][]string{}, map[string]int{}, map[string]int{}
	for _, p := range players {
		for number := range t.Round {
			if number+1 < p.Joined {
				o.points[p.ID] += 0.5
			}
		}
	}
	for _, m := range t.Pairings {
		o.points[m.First] += float64(m.Won[0])
		o.points[m.Second] += float64(m.Won[1])
		switch {
		case m.Second == "":
			o.points[m.First] += 1.5
		case m.Forfeit:
			continue
		default:
			opponents[m.First] = append(opponents[m.First], m.Second)
			opponents[m.Second] = append(opponents[m.Second], m.First)
			wins[m.First] += m.Won[0]
			wins[m.Second] += m.Won[1]
		}
		o.times[[2]string{min(m.First, m.Second), max(m.First, m.Second)}]++
	}
	for _, m := range t.Pairings {
		if m.Second != "" && !m.Forfeit && o.points[m.First] == o.points[m.Second] {
			direct[m.First] += m.Won[0]
			direct[m.Second] += m.Won[1]
		}
	}
	for _, p := range players {
		o.buchholz[p.ID] = float64(t.Round-len(opponents[p.ID])) * o.points[p.ID]
		for _, other := range opponents[p.ID] {
			o.buchholz[p.ID] += o.points[other]
		}
	}
	ranked := slices.Clone(players)
	slices.SortFunc(ranked, func(a, b tournament.Entrant) int {
		return cmp.Or(cmp.Compare(o.points[b.ID], o.points[a.ID]), cmp.Compare(o.buchholz[b.ID], o.buchholz[a.ID]),
			cmp.Compare(direct[b.ID], direct[a.ID]), cmp.Compare(wins[b.ID], wins[a.ID]),
			cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.ID, b.ID))
	})
	for i, p := range ranked {
		o.place[p.ID] = i
	}
	return o
}

// A cost ranks the faults of a round: repeated meetings, then differences in points, then in ranks.
type cost [3]int

func (c cost) plus(d cost) cost { return cost{c[0] + d[0], c[1] + d[1], c[2] + d[2]} }

// of returns the cost of a pair, in which "" stands for a bye.
func (o *oracle) of(a, b string) cost {
	halves, places := int(2*(o.points[a]-o.points[b])), o.place[a]-o.place[b]
	return cost{o.times[[2]string{min(a, b), max(a, b)}], halves * halves, places * places}
}

// best returns the least cost of a round, by trying all; false if there is none.
func (o *oracle) best(ids []string, forbidden map[[2]string]bool) (least cost, ok bool) {
	if len(ids) == 0 {
		return cost{}, true
	}
	for i := 1; i < len(ids); i++ {
		if forbidden[[2]string{min(ids[0], ids[i]), max(ids[0], ids[i])}] {
			continue
		}
		rest, can := o.best(slices.Concat(ids[1:i], ids[i+1:]), forbidden)
		if total := rest.plus(o.of(ids[0], ids[i])); can && (!ok || slices.Compare(total[:], least[:]) < 0) {
			least, ok = total, true
		}
	}
	return least, ok
}

// TestSwissIsTheOracles plays small tournaments with late joiners, withdrawals, forfeits and
// forbidden pairs. Each round costs no more than the oracle's best, and the standings equal the
// oracle's.
func TestSwissIsTheOracles(t *testing.T) {
	compared := 0
	for seed := range uint64(testlong.Times(100, 500, 20000)) {
		r := rand.New(rand.NewPCG(seed, 45))
		n := field(r, 3+r.IntN(6))
		forbidden := forbid(r, n, n.Entrants, r.IntN(4))
		for number := 1; number <= 6; number++ {
			if number == 2 && seed%3 == 0 {
				n.Entrants = append(n.Entrants, late)
			}
			if i := r.IntN(len(n.Entrants)); number > 2 && seed%4 == 0 && !n.Entrants[i].Gone() {
				n.Entrants[i].Left = number - 1
			}
			o := newOracle(n)
			for _, s := range tournament.Table(n) {
				if s.Points != o.points[s.ID] || s.Buchholz != o.buchholz[s.ID] {
					t.Fatalf("seed %d: %+v, want %v points, Buchholz %v", seed, s, o.points[s.ID], o.buchholz[s.ID])
				}
			}
			var ids []string
			for _, p := range n.Entrants {
				if p.Left == 0 {
					ids = append(ids, p.ID)
				}
			}
			if len(ids)%2 == 1 {
				ids = append(ids, "")
			}
			made := tournament.PairSwiss(n)
			var got cost
			for _, m := range made {
				got = got.plus(o.of(m.First, m.Second))
			}
			if want, ok := o.best(ids, forbidden); ok && got != want {
				t.Fatalf("seed %d, round %d: %v costs %v, the best %v", seed, number, made, got, want)
			} else if ok {
				compared++
			}
			play(r, made)
			add(n, made)
		}
	}
	if compared == 0 {
		t.Error("no round is compared")
	}
}

// Fields of equal players are paired quickly. A backtracking search took minutes for these.
func TestSwissOfEquals(t *testing.T) {
	for seed := range uint64(testlong.Times(2, 10, 200)) {
		r := rand.New(rand.NewPCG(seed, 8))
		n := field(r, 100+r.IntN(tournament.MaxEntrants-99))
		for i := range n.Entrants {
			n.Entrants[i].Rating = 1500
		}
		forbidden := forbid(r, n, n.Entrants[:8], 12)
		for number := 1; number <= 7; number++ {
			made := tournament.PairSwiss(n)
			if list := faults(n, number, made, forbidden); len(list) > 0 {
				t.Fatalf("seed %d, round %d: %q", seed, number, list)
			}
			for i := range made {
				if !made[i].Bye() {
					made[i].Won = [2]int{2, 0}
				}
			}
			add(n, made)
		}
		if meetings, byes := again(n); meetings+byes > 0 {
			t.Errorf("seed %d: %d meet again, %d have a second bye", seed, meetings, byes)
		}
	}
}
