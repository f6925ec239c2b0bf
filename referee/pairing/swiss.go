package pairing

import (
	"context"
	"math"

	"github.com/gnutterts/chesspairing"
	"github.com/gnutterts/chesspairing/pairing/doubleswiss"
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
		if made, ok := byLibrary(players, rounds, total, forbidden); ok && complete(field, made) {
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

// byLibrary asks the library, which may leave players out.
func byLibrary(players []Player, rounds [][]Meeting, total int, forbidden Forbidden) ([]Meeting, bool) {
	options := doubleswiss.Options{TotalRounds: &total}
	for pair := range forbidden {
		options.ForbiddenPairs = append(options.ForbiddenPairs, pair[:])
	}
	result, err := doubleswiss.New(options).Pair(context.Background(), state(players, rounds))
	if err != nil {
		return nil, false
	}
	var made []Meeting
	for _, g := range result.Pairings {
		made = append(made, Meeting{First: g.WhiteID, Second: g.BlackID})
	}
	for _, bye := range result.Byes {
		made = append(made, Meeting{First: bye.PlayerID})
	}
	return made, true
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
