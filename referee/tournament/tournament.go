// Package tournament has the rules of tournaments: pairings, results and standings. Its functions
// change a Tournament in memory; [Rules] saves it.
//
// A round of a Swiss or an arena is a matching of least cost. The blossom algorithm finds it in
// polynomial time.
package tournament

import (
	"slices"
	"time"

	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/season"
)

const (
	MinArena      = 20 * time.Minute
	MaxArena      = 2 * time.Hour
	MaxRounds     = 11                  // of a Swiss
	ThreadTimeout = 30 * time.Minute    // a pairing without a thread counts as not played after this time
	MaxLeadTime   = 30 * 24 * time.Hour // bound on the time until the start
	// startGrace is the longest delay of a scheduled start. After it the tournament is cancelled.
	startGrace  = time.Hour
	MaxMissed   = 2                 // missing this many pairings in a row ends a player's tournament
	MaxMeetings = referee.PairsADay // bound on how often two people meet in an arena if others play too
)

// Enough reports whether there are enough players to begin.
func Enough(t *Tournament) bool {
	if t.Format.Kind().LeaderPlays {
		return t.Playing() >= 1 && !t.Leader.Deleted()
	}
	return t.Playing() >= 2
}

// Start starts a tournament and pairs its first round.
func Start(t *Tournament, now time.Time) {
	t.State, t.Started = Running, now
	if t.Format.Kind().LeaderPlays {
		t.Entrants = append(t.Entrants, Entrant{Player: t.Leader, Joined: 1, At: now})
	}
	pair(t, now)
}

// Joinable reports whether new players can join a tournament.
func Joinable(t *Tournament, now time.Time) bool {
	if t.State != Running {
		return t.State == Open
	}
	return t.Round <= t.Format.Kind().LateUntil && !timeUp(t, now)
}

func timeUp(t *Tournament, now time.Time) bool {
	return t.Length > 0 && !now.Before(t.Started.Add(t.Length))
}

// Advance does what is due in a tournament: it reminds the players, starts it, counts results,
// pairs the next round, or ends it. Counting a result twice changes nothing.
func Advance(t *Tournament, results []Result, now time.Time) (changed bool) {
	switch {
	case t.State == Running:
		for _, r := range results {
			changed = record(t, r, now) || changed
		}
		changed = concede(t, now) || changed
		if !t.Stuck.IsZero() && !now.Before(t.Stuck.Add(ThreadTimeout)) {
			giveUp(t, now)
			changed = true
		}
		return pair(t, now) || changed
	case t.Closed() || t.Starts.IsZero() || now.Before(t.Starts.Add(-StartReminder)):
		return false
	case now.Before(t.Starts):
		t.Reminded, changed = true, !t.Reminded
		return changed
	case Enough(t) && now.Before(t.Starts.Add(startGrace)):
		Start(t, now)
	default:
		Close(t, now)
	}
	return true
}

// Leave withdraws an entrant from the next round on.
func Leave(t *Tournament, e *Entrant) {
	if e.Left = t.Round; e.Left == 0 {
		e.Left = -1
	}
}

// Close ends a tournament early. Its open pairings don't count.
func Close(t *Tournament, now time.Time) {
	if t.State == Open {
		t.State = Cancelled
	} else {
		t.State = Over
	}
	t.Ended = now
	for i := range t.Pairings {
		if m := &t.Pairings[i]; !m.Over {
			forfeit(m, [2]int{}, now)
		}
	}
}

func forfeit(m *Pairing, won [2]int, now time.Time) {
	m.Over, m.Forfeit, m.Won, m.Ended = true, true, won, now
}

// Unbegun returns the pairings that need a channel.
func Unbegun(t *Tournament) (waiting []*Pairing) {
	for i := range t.Pairings {
		if m := &t.Pairings[i]; !m.Over && m.Channel == "" {
			waiting = append(waiting, m)
		}
	}
	return waiting
}

// A Result is the outcome of the games of a pairing, by the IDs of its players.
type Result struct {
	Pairing Pairing
	Won     map[string]int
	Came    map[string]bool
	Found   map[string]match.Found
}

func record(t *Tournament, r Result, now time.Time) (changed bool) {
	i := slices.IndexFunc(t.Pairings, func(m Pairing) bool {
		return m.Round == r.Pairing.Round && m.Board == r.Pairing.Board && m.Game == r.Pairing.Game
	})
	if i < 0 || t.Pairings[i].Over {
		return false
	}
	k, m := t.Format.Kind(), &t.Pairings[i]
	m.Over, m.Ended = true, now
	m.Forfeit = !r.Came[m.First] || !r.Came[m.Second]
	nobody := !r.Came[m.First] && !r.Came[m.Second]
	if !nobody { // otherwise the clock alone would make it 1–1
		m.Won = [2]int{r.Won[m.First], r.Won[m.Second]}
	}
	for _, id := range []string{m.First, m.Second} {
		e := t.Find(id)
		if e.PutOut() {
			continue
		}
		if r.Came[id] {
			e.Missed = 0
			continue
		}
		e.Missed++
		out := e.Missed >= MaxMissed && !k.LeaderPlays || // a simultaneous exhibition has one round
			nobody && k.Eliminates // neither has earned the next round
		if out && !e.Gone() {
			Leave(t, e)
		}
	}
	m.Found = [2]match.Found{m.Found[0].Plus(r.Found[m.First]), m.Found[1].Plus(r.Found[m.Second])}
	if k.Eliminates && m.Won[0] == m.Won[1] && !nobody && m.Game < LastGame {
		t.Pairings = append(t.Pairings, Pairing{
			Round: m.Round, Board: m.Board, Game: m.Game + 1, First: m.Second, Second: m.First, Found: [2]match.Found{m.Found[1], m.Found[0]},
		})
	}
	return true
}

func concede(t *Tournament, now time.Time) (changed bool) {
	games := t.Format.Kind().games()
	for _, m := range Unbegun(t) {
		switch first, second := t.Find(m.First).PutOut(), t.Find(m.Second).PutOut(); {
		case first && second:
			forfeit(m, [2]int{}, now)
		case first:
			forfeit(m, [2]int{0, games}, now)
		case second:
			forfeit(m, [2]int{games, 0}, now)
		default:
			continue
		}
		changed = true
	}
	return changed
}

// giveUp ends pairings without a channel as not played. In a knockout the better rated player advances.
func giveUp(t *Tournament, now time.Time) {
	t.Stuck = time.Time{}
	for _, m := range Unbegun(t) {
		switch {
		case !t.Format.Kind().Eliminates:
			forfeit(m, [2]int{}, now)
		case t.rating(m.First) < t.rating(m.Second):
			forfeit(m, [2]int{0, 1}, now)
		default:
			forfeit(m, [2]int{1, 0}, now)
		}
	}
}

func pair(t *Tournament, now time.Time) (changed bool) {
	k := t.Format.Kind()
	atOnce := k.Length > 0 && !timeUp(t, now)
	if k.pair == nil || !atOnce && t.Open() > 0 {
		return false
	}
	var made []Pairing
	if atOnce || k.Length == 0 {
		made = k.pair(t)
	}
	if atOnce && len(made) == 0 {
		return false
	}
	if len(made) == 0 {
		finish(t, now)
		return true
	}
	t.Round++
	for i, m := range made {
		m.Round, m.Board, m.Game = t.Round, i+1, 1
		if m.Bye() {
			m.Over, m.Ended = true, now
		}
		t.Pairings = append(t.Pairings, m)
	}
	return true
}

// finish ends a tournament after its last round. With at least season.TournamentLeast players they get
// places, except in a Simul.
func finish(t *Tournament, now time.Time) {
	played := map[string]bool{}
	for _, m := range t.Pairings {
		if !m.Bye() && !m.Forfeit {
			played[m.First], played[m.Second] = true, true
		}
	}
	if !t.Format.Kind().LeaderPlays && len(played) >= season.TournamentLeast {
		for _, row := range Table(t) {
			if e := t.Find(row.ID); played[e.ID] && !e.Deleted() {
				e.Place = row.Place
			}
		}
	}
	t.State, t.Ended = Over, now
}
