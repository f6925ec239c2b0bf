package pairing

import "math/bits"

// Knockout returns the first round of a bracket by rating: the best meets the worst, the second
// the second worst, such that the best two can only meet in the final. Where the players are not
// a power of 2, the best have byes.
func Knockout(players []Player) []Pairing {
	field := active(players, 1)
	if len(field) < 2 {
		return byes(field)
	}
	size := 1 << bits.Len(uint(len(field)-1))
	var made []Pairing
	for i := range size / 2 {
		high := seat(i, size/2)
		m := Pairing{First: field[high].ID}
		if low := size - 1 - high; low < len(field) {
			m.Second = field[low].ID
		}
		made = append(made, m)
	}
	return made
}

// seat returns which of the n best plays on board i of the first round: each half of the
// bracket has the best of one pair, each quarter that of one of the pair's, and so on.
func seat(i, n int) int {
	if n == 1 {
		return 0
	}
	s := seat(i/2, n/2)
	if i%2 == 1 {
		return n - 1 - s
	}
	return s
}

// NextKnockout pairs the winners of a round that is over, board by board; nil after the final.
// winner says who goes on from a pairing, "" where nobody does: then the others move up, and an
// odd one has a bye. The first turn goes to who had it less often.
func NextKnockout(rounds [][]Pairing, winner func(Pairing) string) []Pairing {
	var left []string
	for _, m := range rounds[len(rounds)-1] {
		if id := winner(m); id != "" {
			left = append(left, id)
		}
	}
	if len(left) < 2 {
		return nil
	}
	firsts := firstTurns(rounds)
	var made []Pairing
	for len(left) > 1 {
		made, left = append(made, firsts.meeting(left[0], left[1])), left[2:]
	}
	for _, id := range left {
		made = append(made, Pairing{First: id})
	}
	return made
}
