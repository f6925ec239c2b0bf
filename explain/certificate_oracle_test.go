package explain_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
)

// judge says by brute force whether a certificate holds. It knows the rules as gamestest
// has them, and no invariant.
type judge struct {
	oracles map[string]*gamestest.Oracle
	models  map[string]*gamestest.Model
}

func newJudge() *judge {
	return &judge{oracles: map[string]*gamestest.Oracle{}, models: map[string]*gamestest.Model{}}
}

func (j *judge) model(t *testing.T, id string) *gamestest.Model {
	_, m := j.of(t, id)
	return m
}

// of returns the oracle of a variant and the rules that it knows.
func (j *judge) of(t *testing.T, id string) (*gamestest.Oracle, *gamestest.Model) {
	t.Helper()
	if j.oracles[id] == nil {
		v, err := catalog.Standard.Find(id)
		if _, ok := gamestest.Lookup(id); !ok || err != nil {
			t.Fatalf("there is no model of %s: %v", id, err)
		}
		o := gamestest.OracleOf(v)
		j.models[id], j.oracles[id] = o.Model(), o
	}
	return j.oracles[id], j.models[id]
}

// holds reports whether a line is a certificate by docs/certificates.md whose claim is right
// and whose other fields show it.
func (j *judge) holds(t *testing.T, line string) bool {
	t.Helper()
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(line), &fields) != nil {
		return false
	}
	var id, text, claim string
	for name, into := range map[string]*string{"variant": &id, "position": &text, "claim": &claim} {
		if json.Unmarshal(fields[name], into) != nil {
			return false
		}
	}
	v, err := catalog.Standard.Find(id)
	if err != nil || v.ID != id || !explain.Certified(v) {
		return false
	}
	p, err := v.Parse(text, games.Left)
	if err != nil {
		return false
	}
	oracle, model := j.of(t, id)
	state := gamestest.State{Position: p.String(), Owner: games.Left}
	if claim != oracle.Outcome(state.Position) {
		return false
	}
	wanted := map[string]string{} // the other fields, as compact JSON
	over := len(model.Options(state)) == 0
	wins := oracle.Wins(state) && !over
	piles := boardPiles(state.Position)
	var move string
	switch family := v.Family.ID; {
	case strings.HasPrefix(id, "partizan-end-nim"):
		if len(piles) > 1 {
			wanted["needs"], wanted["spare"] = j.needs(t, piles)
		}
	case strings.HasPrefix(id, "move-reverse-nim"), strings.HasPrefix(id, "pile-reverse-nim"):
		ones := 0
		for _, n := range piles {
			if n == 1 {
				ones++
			}
		}
		wanted["ones"], wanted["larger"] = strconv.Itoa(ones), strconv.Itoa(len(piles)-ones)
		field := "nominate"
		if strings.Contains(state.Position, "[") {
			field = "dictate"
		}
		if wins {
			wanted[field] = string(fields[field])
			for _, winning := range oracle.Winning(state) {
				if n, err := strconv.Atoi(winning); err == nil && field == "nominate" {
					winning = "-" + fmt.Sprint(piles[n-1])
				}
				if winning == "-"+wanted[field] {
					move = winning
				}
			}
			if move == "" {
				return false
			}
		}
	case family == "end-nim" && !oracle.Wins(state):
		wanted["replies"] = string(fields["replies"])
		if !j.answersAll(t, id, state, wanted["replies"]) {
			return false
		}
	default:
		if strings.HasPrefix(id, "total-reverse-nim") {
			wanted["hand"] = `"opponent"`
		}
		if wins {
			wanted["move"] = string(fields["move"])
			if json.Unmarshal(fields["move"], &move) != nil || !slices.Contains(oracle.Winning(state), move) {
				return false
			}
		}
	}
	if len(fields) != 3+len(wanted) {
		return false
	}
	for name, value := range wanted {
		if fields[name] == nil || string(fields[name]) != value {
			return false
		}
	}
	return true
}

func boardPiles(position string) []uint64 {
	if position == "0" {
		return nil
	}
	var piles []uint64
	for _, word := range strings.Fields(position) {
		n, _ := strconv.ParseUint(strings.Trim(word, "[]"), 10, 64)
		piles = append(piles, n)
	}
	return piles
}

// needs tries out which piles at an end of the row between the ends are enough.
func (j *judge) needs(t *testing.T, piles []uint64) (needs, spare string) {
	oracle, _ := j.of(t, "partizan-end-nim")
	w := piles[1 : len(piles)-1]
	var least [2]int64
	for side := range least {
		for least[side] = 1; ; least[side]++ {
			row := append(slices.Clone(w), uint64(least[side]))
			if side == 0 {
				row = append([]uint64{uint64(least[side])}, w...)
			}
			state := gamestest.State{Position: string(games.AppendPiles(nil, row, -1)), Owner: games.Side(side)}
			if oracle.Wins(state) {
				break
			}
		}
	}
	return fmt.Sprintf(`{"L":%d,"R":%d}`, least[0], least[1]),
		fmt.Sprintf(`[%d,%d]`, int64(piles[0])-least[0], int64(piles[len(piles)-1])-least[1])
}

// answersAll plays every move on a row and the answer that the replies have to it.
func (j *judge) answersAll(t *testing.T, id string, state gamestest.State, replies string) bool {
	oracle, model := j.of(t, id)
	var lists map[string][][]json.RawMessage
	if json.Unmarshal([]byte(replies), &lists) != nil || len(lists) != 2 || lists["L"] == nil || lists["R"] == nil {
		return false
	}
	moves := map[string]map[int64]gamestest.State{"L": {}, "R": {}} // by end and by what is left
	piles := boardPiles(state.Position)
	for _, option := range model.Options(state) {
		end, count, _ := strings.Cut(option.Move, "-")
		n, _ := strconv.ParseInt(count, 10, 64)
		pile := piles[0]
		if end == "R" {
			pile = piles[len(piles)-1]
		}
		moves[end][int64(pile)-n] = option.State
	}
	for end, list := range lists {
		next := int64(0)
		for _, entry := range list {
			if len(entry) != 5 {
				return false
			}
			var least, most, k int64
			var cut, kind string
			for i, into := range []any{&least, &most, &cut, &kind, &k} {
				if string(entry[i]) == "null" || json.Unmarshal(entry[i], into) != nil {
					return false
				}
			}
			if least != next || most < least || most >= int64(len(moves[end])) {
				return false
			}
			for left := least; left <= most; left++ {
				if !j.answers(t, id, oracle, model, moves[end][left], left, cut, kind, k) {
					return false
				}
			}
			next = most + 1
		}
		if next != int64(len(moves[end])) {
			return false
		}
	}
	return true
}

// answers plays one answer and asks who wins then.
func (j *judge) answers(t *testing.T, id string, oracle *gamestest.Oracle, model *gamestest.Model, row gamestest.State, left int64, end, kind string, k int64) bool {
	options := model.Options(row)
	if kind == "over" {
		return len(options) == 0 && oracle.Wins(row) && end == "" && k == 0
	}
	piles := boardPiles(row.Position)
	if len(piles) == 0 || end != "L" && end != "R" || kind != "leave" && kind != "shift" {
		return false
	}
	pile, to := int64(piles[0]), k
	if end == "R" {
		pile = int64(piles[len(piles)-1])
	}
	if kind == "shift" {
		to = left + k
	}
	for _, option := range options {
		if answer := fmt.Sprintf("%s-%d", end, pile-to); option.Move == answer || slices.Contains(option.Also, answer) {
			return !oracle.Wins(option.State)
		}
	}
	return false
}
