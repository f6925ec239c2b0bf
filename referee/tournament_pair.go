package referee

import (
	"cmp"
	"slices"

	"nimatron/match"
	"nimatron/referee/pairing"
)

// A TournamentStanding is a player's row in the table of a tournament.
type TournamentStanding struct {
	match.Entrant
	Place  int // counted from 1
	Points float64
	// Buchholz is that of a Swiss, 0 in others.
	Buchholz float64
	// Won and Lost are the games played.
	Won, Lost int
	// InARow is how many pairs an arena's player has won in a row up to now.
	InARow int
}

// Points of an arena beside those for each game won.
const (
	// StreakPairs is the pair won in a row from which on each brings StreakBonus more.
	StreakPairs = 3
	StreakBonus = 1
)

// Table returns the players of a tournament in order. The leader of a match.Simul is not among
// them.
func Table(t *match.Tournament) []TournamentStanding {
	rows := make([]TournamentStanding, len(t.Entrants))
	at := map[string]int{}
	for i, e := range t.Entrants {
		rows[i].Entrant, at[e.ID] = e, i
	}
	reached := make([]int, len(rows)) // the last round in which somebody was, in a knockout
	for _, m := range t.Pairings {
		first := &rows[at[m.First]]
		reached[at[m.First]] = m.Round
		if m.Bye() {
			continue
		}
		second := &rows[at[m.Second]]
		reached[at[m.Second]] = m.Round
		if !m.Over {
			continue
		}
		first.add(m.Won[0], m.Won[1])
		second.add(m.Won[1], m.Won[0])
	}
	switch t.Format {
	case match.Swiss:
		players, rounds := swissState(t)
		for i, s := range pairing.Standings(players, rounds) {
			row := &rows[at[s.ID]]
			row.Points, row.Buchholz, row.Place = s.Points, s.Buchholz, i+1
		}
	case match.Knockout:
		out := outOf(t)
		for i := range rows {
			rows[i].Points = float64(reached[i])
			if out[rows[i].ID] {
				rows[i].Points -= 0.5
			}
		}
	}
	rows = slices.DeleteFunc(rows, func(s TournamentStanding) bool { return t.Leads(s.ID) })
	slices.SortStableFunc(rows, func(a, b TournamentStanding) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(b.Points, a.Points),
			cmp.Compare(b.Won-b.Lost, a.Won-a.Lost), cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.ID, b.ID))
	})
	for i := range rows {
		rows[i].Place = i + 1
	}
	return rows
}

// add counts a pair, by the rules of an arena.
func (s *TournamentStanding) add(won, lost int) {
	s.Won, s.Lost = s.Won+won, s.Lost+lost
	s.Points += float64(won)
	if won <= lost {
		s.InARow = 0
		return
	}
	if s.InARow++; s.InARow >= StreakPairs {
		s.Points += StreakBonus
	}
}

// swissState is a tournament as package pairing knows it.
func swissState(t *match.Tournament) (players []pairing.Player, rounds [][]pairing.Pairing) {
	for _, e := range t.Entrants {
		players = append(players, pairing.Player{ID: e.ID, Rating: e.Rating, Joined: e.Joined, Left: e.Left})
	}
	rounds = make([][]pairing.Pairing, t.Round)
	for _, m := range t.Pairings {
		meeting := pairing.Pairing{First: m.First, Second: m.Second, Won: m.Won, Forfeit: m.Forfeit}
		rounds[m.Round-1] = append(rounds[m.Round-1], meeting)
	}
	return players, rounds
}

// pair pairs who is to play next, as far as it is time for that, and ends a tournament in which
// nobody is. It reports whether it has changed anything.
func (r *Referee) pair(t *match.Tournament) bool {
	if t.Format == match.Arena {
		return r.pairArena(t)
	}
	if slices.ContainsFunc(t.Pairings, func(m match.Pairing) bool { return !m.Over }) {
		return false
	}
	players, rounds := swissState(t)
	var made []pairing.Pairing
	switch {
	case t.Format == match.Swiss && t.Round < t.Rounds && t.Playing() > 1:
		made = pairing.Swiss(players, rounds, forbidden(t))
	case t.Format == match.Simul && t.Round == 0:
		made = simul(t)
	case t.Format == match.Knockout && t.Round == 0:
		made = pairing.Knockout(players)
	case t.Format == match.Knockout:
		made = pairing.NextKnockout(lastRounds(t), func(m pairing.Pairing) string { return r.winner(t, m) })
	}
	if len(made) == 0 {
		return r.finish(t)
	}
	r.addRound(t, made)
	return true
}

// simul pairs all who take part with the leader, who has the second turn.
func simul(t *match.Tournament) (made []pairing.Pairing) {
	for _, e := range t.Entrants {
		if !e.Gone() && !t.Leads(e.ID) {
			made = append(made, pairing.Pairing{First: e.ID, Second: t.Leader.ID})
		}
	}
	return made
}

// finish ends a tournament that has come to its end, with the places of those who have played, if
// they are enough. In a match.Simul nobody has one.
func (r *Referee) finish(t *match.Tournament) bool {
	played := map[string]bool{}
	for _, m := range t.Pairings {
		if !m.Bye() && !m.Forfeit {
			played[m.First], played[m.Second] = true, true
		}
	}
	for _, row := range Table(t) {
		if e := t.Find(row.ID); t.Format != match.Simul && len(played) >= match.TournamentLeast && played[e.ID] && !e.Deleted() {
			e.Place = row.Place
		}
	}
	t.State, t.Ended, t.Apart = match.TournamentOver, r.now(), nil
	return true
}

// addRound adds a round. A bye is over at once.
func (r *Referee) addRound(t *match.Tournament, made []pairing.Pairing) {
	t.Round++
	for i, p := range made {
		m := match.Pairing{Round: t.Round, Board: i + 1, Game: 1, First: p.First, Second: p.Second}
		if m.Bye() {
			m.Over, m.Ended = true, r.now()
		}
		t.Pairings = append(t.Pairings, m)
	}
}

// lastRounds are the rounds of a knockout without the games that decided a pairing.
func lastRounds(t *match.Tournament) [][]pairing.Pairing {
	rounds := make([][]pairing.Pairing, t.Round)
	for _, m := range t.Pairings {
		if m.Game == 1 {
			rounds[m.Round-1] = append(rounds[m.Round-1], pairing.Pairing{First: m.First, Second: m.Second})
		}
	}
	return rounds
}

// winner returns who goes on from a pairing of the last round of a knockout: not somebody who has
// left, "" where both have.
func (r *Referee) winner(t *match.Tournament, p pairing.Pairing) string {
	goesOn, other := p.First, p.Second
	for i := range t.Pairings {
		m := &t.Pairings[i]
		if m.Round == t.Round && !m.Bye() && (m.First == p.First || m.Second == p.First) && t.Winner(m) >= 0 {
			goesOn, other = m.First, m.Second
			if t.Winner(m) == 1 {
				goesOn, other = other, goesOn
			}
		}
	}
	switch {
	case !t.Find(goesOn).Gone():
		return goesOn
	case other != "" && !t.Find(other).Gone():
		return other
	}
	return ""
}

// outOf returns who has lost in a knockout.
func outOf(t *match.Tournament) map[string]bool {
	out := map[string]bool{}
	for i := range t.Pairings {
		switch m := &t.Pairings[i]; {
		case m.Bye():
		case t.Winner(m) == 0:
			out[m.Second] = true
		case t.Winner(m) == 1:
			out[m.First] = true
		}
	}
	return out
}

// pairArena pairs who is free in an arena, until its time is over. Where others play, two meet as
// often as their pairs count in a day, so that two who agree on results don't win it with them.
func (r *Referee) pairArena(t *match.Tournament) bool {
	busy, last, waits := map[string]bool{}, map[string][]string{}, map[string]int{}
	met, often := map[[2]string]int{}, forbidden(t)
	for _, m := range t.Pairings {
		pair := [2]string{min(m.First, m.Second), max(m.First, m.Second)}
		if met[pair]++; met[pair] >= PairsADay && t.Playing() > 2 {
			often.Forbid(m.First, m.Second)
		}
		for _, pair := range [][2]string{{m.First, m.Second}, {m.Second, m.First}} {
			busy[pair[0]] = busy[pair[0]] || !m.Over
			last[pair[0]] = slices.Insert(last[pair[0]], 0, pair[1])
			waits[pair[0]] = m.Round
		}
	}
	if !r.now().Before(t.Started.Add(t.Length)) {
		for _, b := range busy {
			if b {
				return false
			}
		}
		return r.finish(t)
	}
	var free []pairing.Waiting
	for _, s := range Table(t) {
		if !busy[s.ID] && !s.Gone() && !s.Paused {
			free = append(free, pairing.Waiting{ID: s.ID, Score: s.Points, Last: last[s.ID], Rounds: t.Round - waits[s.ID]})
		}
	}
	// Two who have just met wait for somebody else, if others play.
	justMet := func(a, b pairing.Waiting) bool { return len(a.Last) > 0 && a.Last[0] == b.ID }
	if len(free) == 2 && t.Playing() > 2 && (justMet(free[0], free[1]) || justMet(free[1], free[0])) {
		return false
	}
	made := pairing.Arena(free, often)
	if len(made) == 0 {
		return false
	}
	firsts := map[string]int{}
	for _, m := range t.Pairings {
		firsts[m.First]++
	}
	for i := range made {
		if m := &made[i]; firsts[m.First] > firsts[m.Second] {
			m.First, m.Second = m.Second, m.First
		}
	}
	r.addRound(t, made)
	return true
}
