package pairing

import (
	"cmp"
	"math"
	"slices"

	"github.com/gnutterts/chesspairing"
	"github.com/gnutterts/chesspairing/pairing/doubleswiss"
	"github.com/gnutterts/chesspairing/pairing/lexswiss"
)

// MaxPlayers is the most players of a tournament.
const MaxPlayers = 128

// mostExcluded is how many opponents somebody may be kept from, by what was played or what is
// forbidden, where the library is asked: it tries pairings one by one, without a bound.
const mostExcluded = 12

// Swiss pairs the round after those that were played, of so many in all. Nobody meets anybody
// twice, nobody has two byes, and no forbidden pair meets, as far as that can be had: rather
// than that somebody has no opponent, first a pair meets again, and never a forbidden one. An odd
// player has a bye, the last of the list.
func Swiss(players []Player, rounds [][]Meeting, total int, forbidden Forbidden) []Meeting {
	round := len(rounds) + 1
	field := active(players, round)
	if len(field) < 2 {
		return byes(field)
	}
	if excluded(field, rounds, forbidden) <= mostExcluded {
		if made := byLibrary(field, players, rounds, total, forbidden); complete(field, made) {
			return made
		}
	}
	return bySwissMatching(field, players, rounds, forbidden)
}

// byes gives everybody a bye.
func byes(field []Player) []Meeting {
	var made []Meeting
	for _, p := range field {
		made = append(made, Meeting{First: p.ID})
	}
	return made
}

// excluded returns from how many others the one who may meet fewest is kept.
func excluded(field []Player, rounds [][]Meeting, forbidden Forbidden) int {
	kept := map[string]int{}
	count := func(pair [2]string) {
		kept[pair[0]]++
		kept[pair[1]]++
	}
	for pair := range met(rounds) {
		count(pair)
	}
	for pair := range forbidden {
		count(pair)
	}
	most := 0
	for _, p := range field {
		most = max(most, kept[p.ID])
	}
	return most
}

// complete reports whether each of the field is in just one meeting, and nobody else is.
func complete(field []Player, made []Meeting) bool {
	left := map[string]bool{}
	for _, p := range field {
		left[p.ID] = true
	}
	for _, m := range made {
		if !left[m.First] || !m.Bye() && !left[m.Second] || m.First == m.Second {
			return false
		}
		delete(left, m.First)
		delete(left, m.Second)
	}
	return len(left) == 0
}

// byLibrary pairs a round by C.04.5 with the parts of the library. The library's own round counts a
// bye like two wins and no points for rounds missed, and lets the last player float up through
// several scoregroups. So the scoregroups are made here, the best first: an odd one gets its
// floater from the next. It may leave players out, where those of a scoregroup have all met.
func byLibrary(field, players []Player, rounds [][]Meeting, total int, forbidden Forbidden) (made []Meeting) {
	left := participants(field, players, rounds)
	var bye []Meeting
	if len(left)%2 == 1 {
		p := lexswiss.AssignPAB(left)
		if p == nil {
			return nil
		}
		left, bye = without(left, p), []Meeting{{First: p.ID}}
	}
	mayMeet := inTurn
	if len(rounds)+1 >= total {
		mayMeet = nil // in the last round somebody may have the first turn a third time
	}
	for len(left) > 0 {
		bracket, rest := scoregroup(left)
		left = rest
		for len(bracket)%2 == 1 && len(rest) > 0 {
			next, after := scoregroup(rest)
			if floater := lexswiss.SelectUpfloater(next, bracket, forbidden); floater != nil {
				bracket, left = append(bracket, floater), without(left, floater)
			}
			rest = after
		}
		for _, pair := range lexswiss.PairBracket(bracket, forbidden, mayMeet) {
			first, second := doubleswiss.AllocateColor(pair[0], pair[1], len(rounds)+1, len(made)+1, nil)
			made = append(made, Meeting{First: first, Second: second})
		}
	}
	return append(made, bye...)
}

// participants are the players of a field as the library knows them, the best first.
func participants(field, players []Player, rounds [][]Meeting) []*lexswiss.ParticipantState {
	points := map[string]float64{}
	for _, s := range Standings(players, rounds) {
		points[s.ID] = s.Points
	}
	field = slices.Clone(field)
	slices.SortStableFunc(field, func(a, b Player) int { return cmp.Compare(points[b.ID], points[a.ID]) })
	at := map[string]*lexswiss.ParticipantState{}
	list := make([]*lexswiss.ParticipantState, len(field))
	for i, p := range field {
		list[i] = &lexswiss.ParticipantState{ID: p.ID, TPN: i + 1, Score: points[p.ID]}
		at[p.ID] = list[i]
	}
	played := func(id, opponent string, turn lexswiss.Color) {
		if p := at[id]; p != nil {
			p.Opponents, p.ColorHistory = append(p.Opponents, opponent), append(p.ColorHistory, turn)
		}
	}
	for _, round := range rounds {
		for _, m := range round {
			switch {
			case m.Bye() && at[m.First] != nil:
				at[m.First].ByeReceived = true
			case !m.Bye() && !m.Forfeit:
				played(m.First, m.Second, lexswiss.ColorWhite)
				played(m.Second, m.First, lexswiss.ColorBlack)
			}
		}
	}
	return list
}

// scoregroup cuts off those at the head of a list who have the same points.
func scoregroup(list []*lexswiss.ParticipantState) (group, rest []*lexswiss.ParticipantState) {
	n := 1
	for n < len(list) && list[n].Score == list[0].Score {
		n++
	}
	return slices.Clone(list[:n]), list[n:]
}

// without returns a list without one of its players.
func without(list []*lexswiss.ParticipantState, p *lexswiss.ParticipantState) []*lexswiss.ParticipantState {
	return slices.DeleteFunc(slices.Clone(list), func(other *lexswiss.ParticipantState) bool { return other == p })
}

// inTurn reports whether one of two can have the first turn, and nobody the same three times.
func inTurn(a, b *lexswiss.ParticipantState) bool {
	twice := func(p *lexswiss.ParticipantState) lexswiss.Color {
		if n := len(p.ColorHistory); n >= 2 && p.ColorHistory[n-1] == p.ColorHistory[n-2] {
			return p.ColorHistory[n-1]
		}
		return lexswiss.ColorNone
	}
	return twice(a) == lexswiss.ColorNone || twice(a) != twice(b)
}

// state is a tournament as the library knows it.
func state(players []Player, rounds [][]Meeting) *chesspairing.TournamentState {
	s := &chesspairing.TournamentState{CurrentRound: len(rounds) + 1}
	for _, p := range players {
		entry := chesspairing.PlayerEntry{ID: p.ID, DisplayName: p.ID, Rating: int(math.Round(p.Rating)), JoinedRound: p.Joined}
		if left := p.Left; left > 0 {
			entry.WithdrawnAfterRound = &left
		}
		s.Players = append(s.Players, entry)
	}
	for i, round := range rounds {
		data := chesspairing.RoundData{Number: i + 1}
		for _, m := range round {
			if m.Bye() {
				data.Byes = append(data.Byes, chesspairing.ByeEntry{PlayerID: m.First, Type: chesspairing.ByePAB})
				continue
			}
			data.Games = append(data.Games, chesspairing.GameData{WhiteID: m.First, BlackID: m.Second, Result: result(m), IsForfeit: m.Forfeit})
		}
		s.Rounds = append(s.Rounds, data)
	}
	return s
}

// result is that of a match of two games.
func result(m Meeting) chesspairing.GameResult {
	switch a, b := m.Won[0], m.Won[1]; {
	case m.Forfeit && a > b:
		return chesspairing.ResultForfeitWhiteWins
	case m.Forfeit && b > a:
		return chesspairing.ResultForfeitBlackWins
	case m.Forfeit:
		return chesspairing.ResultDoubleForfeit
	case a > b:
		return chesspairing.ResultWhiteWins
	case b > a:
		return chesspairing.ResultBlackWins
	default:
		return chesspairing.ResultDraw
	}
}

// bySwissMatching pairs a round as the matching in which as few as can be meet again, and then
// those meet who are near each other in the standings. The bye goes to the last in the
// standings who has had none.
func bySwissMatching(field, players []Player, rounds [][]Meeting, forbidden Forbidden) []Meeting {
	place := map[string]int{}
	for i, s := range Standings(players, rounds) {
		place[s.ID] = i
	}
	had := map[string]bool{}
	for _, round := range rounds {
		for _, m := range round {
			if m.Bye() {
				had[m.First] = true
			}
		}
	}
	const again = 1 << 30 // more than all distances together
	times := met(rounds)
	distance := func(a, b Player) (int64, bool) {
		if a.ID == "" || b.ID == "" { // the bye
			p := max(a.ID, b.ID)
			d := int64(2 * (len(players) - place[p]))
			if had[p] {
				d += again
			}
			return d, true
		}
		gap := int64(place[a.ID] - place[b.ID])
		pair := ordered(a.ID, b.ID)
		return gap*gap + again*int64(times[pair]), !forbidden[pair]
	}
	if len(field)%2 == 1 {
		field = append(field, Player{})
	}
	var made []Meeting
	firsts := firstTurns(rounds)
	for _, pair := range nearest(field, distance) {
		made = append(made, firsts.meeting(pair[0].ID, pair[1].ID))
	}
	return made
}
