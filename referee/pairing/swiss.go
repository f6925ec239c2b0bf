package pairing

// MaxPlayers is the most players of a tournament.
const MaxPlayers = 128

// What a pair of a Swiss costs. Each cost outweighs all that come after it in a round: to meet
// again, then the squared difference in half points, then the squared distance in the standings.
const (
	costOfPoints   = 1 << 21
	costOfPairings = 1 << 45
)

// Swiss pairs the round after those that were played, in such a way that everybody has an
// opponent and that the costs are least: nobody meets anybody twice or has two byes as far as
// that can be had, then those meet who have like points, and then those who stand side by side.
// A forbidden pair never meets. The bye of an odd field goes to the last player as if to somebody
// who stands behind all others.
//
// It takes polynomial time: a round of [MaxPlayers] takes some hundredths of a second.
func Swiss(players []Player, rounds [][]Pairing, forbidden Forbidden) []Pairing {
	field := active(players, len(rounds)+1)
	place, halves := map[string]int{"": len(players)}, map[string]int{}
	for i, s := range Standings(players, rounds) {
		place[s.ID], halves[s.ID] = i, int(2*s.Points)
	}
	times := met(rounds)
	distance := func(a, b Player) (int64, bool) {
		pair := ordered(a.ID, b.ID)
		points, places := int64(halves[a.ID]-halves[b.ID]), int64(place[a.ID]-place[b.ID])
		return points*points*costOfPoints + places*places + int64(times[pair])*costOfPairings, !forbidden[pair]
	}
	if len(field)%2 == 1 {
		field = append(field, Player{}) // a bye, with 0 points
	}
	var made []Pairing
	firsts := firstTurns(rounds)
	for _, pair := range nearest(field, distance) {
		made = append(made, firsts.meeting(pair[0].ID, pair[1].ID))
	}
	return made
}

// byes gives everybody a bye.
func byes(field []Player) []Pairing {
	var made []Pairing
	for _, p := range field {
		made = append(made, Pairing{First: p.ID})
	}
	return made
}
