package gamestest

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/internal/golden"
	"nimatron/internal/must"
)

// The oracle knows no theorem, but must reproduce the papers' printed results.

// TestModels asks for the options, outcomes and values of models.txt.
func TestModels(t *testing.T) {
	golden.Lines(t, "models.txt", func(line string) string {
		kind, rest, _ := strings.Cut(line, " ")
		asked := strings.Split(rest, " | ")
		m, ok := Lookup(asked[0])
		if !ok {
			t.Fatal("no model", line)
		}
		var said []string
		switch oracle := NewOracle(m); kind {
		case "options":
			position, owner := strings.Join(asked[1:len(asked)-1], " | "), games.Left
			if asked[len(asked)-1] == "right" {
				owner = games.Right
			}
			for _, o := range m.Options(State{position, owner}) {
				also := ""
				if len(o.Also) > 0 {
					also = "(" + strings.Join(o.Also, " ") + ")"
				}
				said = append(said, fmt.Sprintf("%s%s to %s, %s", o.Move, also, o.State.Position, o.State.Owner))
			}
			return cmp.Or(strings.Join(said, "; "), "none")
		case "outcome":
			return oracle.Outcome(strings.Join(asked[1:], " | "))
		default:
			for n := range must.Get(strconv.Atoi(asked[2]))(t) {
				position := fmt.Sprintf(asked[1], n+1)
				value := oracle.Value(State{position, games.Left})
				said = append(said, strconv.Itoa(value))
				if outcome := oracle.Outcome(position); !m.Misere && (outcome == "P") != (value == 0) {
					t.Errorf("%s has value %d and outcome %s", position, value, outcome)
				}
			}
			return strings.Join(said, " ")
		}
	})
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
