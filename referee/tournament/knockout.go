package tournament

import (
	"math/bits"
)

// Knockout pairs the next round of a bracket, nil after the final. In the first round the best rated
// player meets the worst, the second best the second worst, and so on; the best two can only meet in the
// final. If the players are not a power of 2, the best have byes.
func PairKnockout(t *Tournament) (made []Pairing) {
	if t.Round > 0 {
		return laterRound(t)
	}
	field := seeded(t)
	size := 1 << bits.Len(uint(len(field)-1))
	for i := range size / 2 {
		high := seed(i, size/2)
		m := Pairing{First: field[high]}
		if low := size - 1 - high; low < len(field) {
			m.Second = field[low]
		}
		made = append(made, m)
	}
	return made
}

// seed returns which of the n best plays on board i of the first round: each half of the bracket has
// one of the best two, each quarter one of the best four, and so on.
func seed(i, n int) int {
	if n == 1 {
		return 0
	}
	s := seed(i/2, n/2)
	if i%2 == 1 {
		return n - 1 - s
	}
	return s
}

// laterRound pairs the winners of the last round, board by board. If both players of a board have left,
// the others move up, and an odd one has a bye.
func laterRound(t *Tournament) (made []Pairing) {
	left := remaining(t)
	if len(left) < 2 {
		return nil
	}
	firsts := firstTurns(t)
	for len(left) > 1 {
		made, left = append(made, firsts.pairing(left[0], left[1])), left[2:]
	}
	for _, id := range left {
		made = append(made, Pairing{First: id})
	}
	return made
}

// remaining returns who goes on from the last round, by board. If the winner has left, the opponent goes
// on.
func remaining(t *Tournament) (ids []string) {
	last := map[int]*Pairing{} // the last games of each board
	for i := range t.Pairings {
		if m := &t.Pairings[i]; m.Round == t.Round && (last[m.Board] == nil || m.Game > last[m.Board].Game) {
			last[m.Board] = m
		}
	}
	for board := 1; board <= len(last); board++ {
		m := last[board]
		players := []string{m.First, m.Second}
		if t.Winner(m) == 1 {
			players = []string{m.Second, m.First}
		}
		for _, id := range players {
			if e := t.Find(id); e != nil && !e.Gone() {
				ids = append(ids, id)
				break
			}
		}
	}
	return ids
}
