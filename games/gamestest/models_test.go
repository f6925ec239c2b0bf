package gamestest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
)

// The oracle knows no theorem, but must reproduce the papers' printed results.

func TestOptionsByHand(t *testing.T) {
	for _, test := range []struct {
		id, position string
		owner        games.Side
		want         string // MOVE(ALSO)>POSITION, next owner by case: l or r
	}{
		{"nim", "2 1", games.Left, "1-1>1 1 r, 1-2>0 1 r, 2-1>2 0 r"},
		{"nim", "0 2", games.Left, "2-1>0 1 r, 2-2>0 r"},
		{"nim", "0", games.Left, ""},
		{"total-reverse-nim", "1 1", games.Right, "1-1>0 1 l, 2-1>1 0 l"},
		{"move-reverse-nim", "2 1", games.Left, "1>[2] 1 l, 2>2 [1] l"},
		{"move-reverse-nim", "[2] 1", games.Left, "-1(1)>1 1 r, -2(2)>0 1 r"},
		{"move-reverse-nim", "0 1", games.Left, "2>0 [1] l"},
		{"end-nim", "1 3 2", games.Left, "L-1>3 2 r, R-1>1 3 1 r, R-2>1 3 r"},
		{"end-nim", "2", games.Right, "L-1(R-1)>1 l, L-2(R-2)>0 l"},
		{"end-nim/loop", "2", games.Left, ""},
		{"end-nim/loop", "1 2", games.Left, "L-1>2 r, R-1>1 1 r, R-2>1 r"},
		{"partizan-end-nim", "1 2", games.Left, "L-1(1 -1)>2 r"},
		{"partizan-end-nim", "1 2", games.Right, "R-1(1 -1)>1 1 l, R-2(2 -2)>1 l"},
		{"partizan-end-nim", "1", games.Right, "R-1(L-1 1 -1)>0 l"},
		{"split-nim/0", "1 3", games.Left, "1-1>0 3 r, 2-1>1 2 r, 2-2>1 1 r, 2-3>1 0 r, 2=1+2(2=2+1)>1 1 2 r"},
		{"split-nim/0", "3 0", games.Left, "1-1>2 0 r, 1-2>1 0 r, 1-3>0 r, 1=1+2(1=2+1)>1 0 2 r"},
		{"split-nim/2", "4", games.Left, "1-1>3 r, 1-2>2 r, 1-3>1 r, 1-4>0 r, 1=3+3>3 3 r"},
		{"split-nim/-2", "4", games.Left, "1-1>3 r, 1-2(1=0+2 1=2+0)>2 r, 1-3>1 r, 1-4>0 r, 1=1+1>1 1 r"},
		{"nim/max/2", "1 3", games.Left, "1-1>0 3 r, 2-1>1 2 r, 2-2>1 1 r"},
		{"nim/max/2/misere", "0 3", games.Right, "2-1(1 -1)>0 2 l, 2-2(2 -2)>0 1 l"},
		{"fibonacci-nim", "4", games.Left, "1-1(1 -1)>3 | 2 r, 1-2(2 -2)>2 | 2 r, 1-3(3 -3)>1 | 1 r"},
		{"fibonacci-nim", "4 | 2", games.Left, "1-1(1 -1)>3 | 2 r, 1-2(2 -2)>2 | 2 r"},
		{"fibonacci-nim", "2 | 2", games.Left, "1-1(1 -1)>1 | 1 r, 1-2(2 -2)>0 r"},
		{"fibonacci-nim", "1", games.Left, ""},
	} {
		t.Run(test.id+" "+test.position, func(t *testing.T) {
			m, ok := Lookup(test.id)
			if !ok {
				t.Fatal("no model")
			}
			var got []string
			for _, o := range m.Options(State{test.position, test.owner}) {
				also := ""
				if len(o.Also) > 0 {
					also = "(" + strings.Join(o.Also, " ") + ")"
				}
				got = append(got, fmt.Sprintf("%s%s>%s %c", o.Move, also, o.State.Position, o.State.Owner.String()[0]))
			}
			if strings.Join(got, ", ") != test.want {
				t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), test.want)
			}
		})
	}
}

func TestOutcomes(t *testing.T) {
	for _, test := range []struct{ id, position, want string }{
		{"end-nim", "3 3 3 2 3 4 3 3", "P"},
		{"end-nim", "3 5 2", "N"},
		{"end-nim", "2 2", "P"},
		{"end-nim/misere", "1 1 1", "P"},
		{"end-nim/loop", "2 2", "N"},
		{"end-nim/loop", "2", "P"},
		{"nim/max/3", "21", "N"},
		{"nim/max/3", "20", "P"},
		{"nim/max/3/misere", "21", "P"},
		{"nim/max/3/misere", "20", "N"},
		{"fibonacci-nim", "20", "N"},
		{"fibonacci-nim", "13", "P"},
		{"fibonacci-nim", "21", "P"},
		{"fibonacci-nim", "13 | 12", "P"},
		{"fibonacci-nim", "20 | 1", "P"},
		{"move-reverse-nim", "3 [5] 2", "N"},
		{"move-reverse-nim", "[1] 2", "P"}, // the player who must name 1 faces the lone 2
		{"partizan-end-nim", "1", "N"},
		{"partizan-end-nim", "1 1", "P"},
		{"partizan-end-nim", "1 2", "R"},
		{"partizan-end-nim", "2 1", "L"},
		{"partizan-end-nim", "3 5 5 5 1", "N"},
		{"partizan-end-nim", "3 5 4 5 1", "L"},
		{"partizan-end-nim", "1 5 3 3 2", "L"},
		{"partizan-end-nim", "1 5 2 3 2", "L"},
	} {
		t.Run(test.id+" "+test.position, func(t *testing.T) {
			m, _ := Lookup(test.id)
			if got := NewOracle(m).Outcome(test.position); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// TestPartizanThresholds compares the thresholds with the published values. A threshold is the
// least pile at a player's end with which that player wins the row.
func TestPartizanThresholds(t *testing.T) {
	for _, test := range []struct {
		row         string
		left, right int // 0: not in print
	}{
		{"2 4 1", 6, 7},
		{"3 5 5 5 1", 14, 18},
		{"3 5 4 5 1", 1, 3},
		{"1 5 3 3 2", 0, 11},
		{"1 5 2 3 2", 0, 2},
	} {
		m, _ := Lookup("partizan-end-nim")
		oracle := NewOracle(m)
		if got := least(oracle, "%d "+test.row, "L"); test.left > 0 && got != test.left {
			t.Errorf("L(%s) = %d, want %d", test.row, got, test.left)
		}
		if got := least(oracle, test.row+" %d", "R"); got != test.right {
			t.Errorf("R(%s) = %d, want %d", test.row, got, test.right)
		}
	}
}

// least returns the least pile up to 30 that gives the row this outcome, or 0.
func least(oracle *Oracle, row, outcome string) int {
	for n := 1; n <= 30; n++ {
		if oracle.Outcome(fmt.Sprintf(row, n)) == outcome {
			return n
		}
	}
	return 0
}

func TestValues(t *testing.T) {
	for _, test := range []struct {
		id        string
		positions string // with %d for 1, 2, 3 …
		want      []int
	}{
		{"nim", "%d", []int{1, 2, 3, 4}},
		{"nim", "%d 2 1", []int{2, 1, 0, 7}},
		{"end-nim", "%d 3", []int{2, 1, 0, 7, 6}},
		{"end-nim", "%d 4 1", []int{0, 1, 2, 3, 4, 6, 7}},
		{"end-nim", "%d 4 2", []int{1, 0, 3, 2, 5, 4, 8}},
		{"end-nim/loop", "%d", []int{0, 0, 0}},
		{"end-nim/loop", "%d 3", []int{3, 4, 1, 2, 7}},
		{"end-nim/misere", "%d", []int{0, 1, 2, 3}},
		{"end-nim/misere", "%d 1", []int{1}},
		{"end-nim/misere", "%d 4", []int{4, 5, 1}},
		{"split-nim/0", "%d", []int{1, 2, 4, 3, 5, 6, 8}},
		{"split-nim/1", "%d", []int{1, 2, 3, 4, 5, 6}},
		{"split-nim/-2", "%d", []int{1, 2, 3, 4, 5, 6}},
		{"split-nim/2", "%d", []int{1, 2, 3, 4, 5, 7, 6}},
	} {
		t.Run(test.id+" "+test.positions, func(t *testing.T) {
			m, _ := Lookup(test.id)
			oracle := NewOracle(m)
			var got []int
			for n := range test.want {
				position := fmt.Sprintf(test.positions, n+1)
				value := oracle.Value(State{position, games.Left})
				got = append(got, value)
				if outcome := oracle.Outcome(position); !m.Misere && (outcome == "P") != (value == 0) {
					t.Errorf("%s has value %d and outcome %s", position, value, outcome)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestStarts(t *testing.T) {
	row, multiset := &Model{Ordered: true}, &Model{}
	if got := strings.Join(row.Starts(2, 2), ", "); got != "1, 1 1, 1 2, 2, 2 1, 2 2" {
		t.Errorf("rows: %s", got)
	}
	if got := strings.Join(multiset.Starts(2, 2), ", "); got != "1, 1 1, 1 2, 2, 2 2" {
		t.Errorf("multisets: %s", got)
	}
}

func TestLookup(t *testing.T) {
	for id, want := range map[string]bool{
		"nim": true, "end-nim/loop": true, "split-nim/-6": true, "split-nim/7": true, "split-nim/-6/misere": true,
		"split-nim/x": false, "split-nim/2/misere/misere": false, "nim/loop": false, "": false,
	} {
		m, ok := Lookup(id)
		if ok != want || ok && m.ID != id {
			t.Errorf("Lookup(%q) found it: %v, want %v", id, ok, want)
		}
	}
	for _, m := range Models() {
		if found, ok := Lookup(m.ID); !ok || found.ID != m.ID {
			t.Errorf("Lookup(%q) does not find a model of Models", m.ID)
		}
	}
}
