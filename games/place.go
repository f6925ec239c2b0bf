package games

// A Place is one of those that the decision which is due may be about, with the numbers
// that fit there: enough to offer its moves without listing them, as a pile can hold
// 10^18 counters.
type Place struct {
	// Name is the place as Move.Where has it. It is empty where the place is settled, as
	// that of a number for the nominated pile.
	Name string
	// Most is how many counters may leave: each number from 1 to Most is legal, once it
	// is asked for.
	Most uint64
	// Sum is what the two parts of a split make together: each split whose smaller part is
	// from Least to Sum/2 is legal. It is 0 where there is none.
	Sum, Least uint64
	// Part is the number from 1 of the board that it is on, where the position is a sum of
	// several, else 0.
	Part int
}

// Splits returns how many splits there are.
func (p Place) Splits() uint64 {
	if p.Sum == 0 {
		return 0
	}
	return p.Sum/2 - p.Least + 1
}
