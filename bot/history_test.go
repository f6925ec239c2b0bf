package bot

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// askedMove is a move that somebody has asked for. Each has a text of its own.
type askedMove struct {
	from time.Time
	to   time.Time // when it was acknowledged; zero: nobody knows
	left string    // what it leaves in the pile, as the answer says; empty: it doesn't

	refused bool // whoever asked was told that it was not made
}

// madeMove is a move as the database has it.
type madeMove struct{ text, left string }

// historyFaults returns why moves can't be what people have seen, nil if they can: whether
// there is a moment for each between asking and answer such that these moments are in the
// order of the moves, every answer says what a move leaves there, and each move that was
// acknowledged is made once, and none that was refused. The order of the moves is known, so that nothing has to be
// searched: each move is put at the earliest moment that it and those before it allow.
func historyFaults(made []madeMove, asked map[string]askedMove) (faults []string) {
	times := map[string]int{}
	var moment time.Time
	for _, m := range made {
		times[m.text]++
		a, ok := asked[m.text]
		if !ok {
			faults = append(faults, m.text+" was made and nobody asked for it")
			continue
		}
		if a.from.After(moment) {
			moment = a.from
		}
		if !a.to.IsZero() && a.to.Before(moment) {
			faults = append(faults, m.text+" was answered before one that stands before it was asked for")
		}
		if a.refused {
			faults = append(faults, m.text+" was refused and made all the same")
		}
		if a.left != "" && a.left != m.left {
			faults = append(faults, fmt.Sprintf("%s leaves %s, and the answer says %s", m.text, m.left, a.left))
		}
	}
	for text, n := range times {
		if n > 1 {
			faults = append(faults, fmt.Sprintf("%s was made %d times", text, n))
		}
	}
	for text, a := range asked {
		if !a.to.IsZero() && times[text] == 0 {
			faults = append(faults, text+" was acknowledged and not made")
		}
	}
	slices.Sort(faults)
	return faults
}

// What checks histories finds each fault, and none where there is none.
func TestHistoryFaults(t *testing.T) {
	at := func(second int) time.Time { return time.Unix(int64(second), 0) }
	answered := func(from, to int, left string) askedMove { return askedMove{from: at(from), to: at(to), left: left} }
	for _, test := range []struct {
		name  string
		made  []madeMove
		asked map[string]askedMove
		want  []string
	}{
		{"in turn", []madeMove{{"L-1", "9"}, {"L-2", "7"}},
			map[string]askedMove{"L-1": answered(1, 2, "9"), "L-2": answered(3, 4, "7")}, nil},
		{"at the same time, the other way round", []madeMove{{"L-2", "8"}, {"L-1", "7"}},
			map[string]askedMove{"L-1": answered(1, 5, "7"), "L-2": answered(2, 4, "8")}, nil},
		{"some that nobody has answered", []madeMove{{"L-2", "8"}, {"L-1", "7"}},
			map[string]askedMove{"L-1": {from: at(1)}, "L-2": answered(2, 4, ""), "L-3": {from: at(6)}}, nil},
		{"against the time", []madeMove{{"L-2", "8"}, {"L-1", "7"}},
			map[string]askedMove{"L-1": answered(1, 2, ""), "L-2": answered(3, 4, "")},
			[]string{"L-1 was answered before one that stands before it was asked for"}},
		{"against the time of one that nobody has answered", []madeMove{{"L-2", "8"}, {"L-1", "7"}},
			map[string]askedMove{"L-1": answered(1, 2, ""), "L-2": {from: at(3)}},
			[]string{"L-1 was answered before one that stands before it was asked for"}},
		{"in pairs each, but not all three", []madeMove{{"L-3", "7"}, {"L-2", "5"}, {"L-1", "4"}},
			map[string]askedMove{"L-1": answered(1, 4, ""), "L-2": answered(2, 9, ""), "L-3": answered(5, 9, "")},
			[]string{"L-1 was answered before one that stands before it was asked for"}},
		{"an old answer", []madeMove{{"L-1", "9"}, {"L-2", "7"}},
			map[string]askedMove{"L-1": answered(1, 2, "9"), "L-2": answered(3, 4, "8")},
			[]string{"L-2 leaves 7, and the answer says 8"}},
		{"twice", []madeMove{{"L-1", "9"}, {"L-1", "8"}}, map[string]askedMove{"L-1": answered(1, 2, "")},
			[]string{"L-1 was made 2 times"}},
		{"refused, as it should be", []madeMove{{"L-1", "9"}}, map[string]askedMove{"L-1": answered(1, 2, ""), "L-2": {from: at(1), refused: true}}, nil},
		{"refused and made", []madeMove{{"L-1", "9"}}, map[string]askedMove{"L-1": {from: at(1), refused: true}},
			[]string{"L-1 was refused and made all the same"}},
		{"lost", nil, map[string]askedMove{"L-1": answered(1, 2, "")}, []string{"L-1 was acknowledged and not made"}},
		{"out of nowhere", []madeMove{{"L-1", "9"}}, nil, []string{"L-1 was made and nobody asked for it"}},
	} {
		if got := historyFaults(test.made, test.asked); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
