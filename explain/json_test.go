package explain_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/solver"
)

// unknown returns v as if nobody had written a theorem for it.
func unknown(v *games.Variant) *games.Variant {
	w := *v
	w.Family = &games.Family{ID: "nobody's", Name: "Nobody's"}
	return &w
}

func analyze(t testing.TB, s *solver.Solver, v *games.Variant, position string) *solver.Analysis {
	t.Helper()
	p, err := v.Parse(position, games.Left)
	if err != nil {
		t.Fatal(err)
	}
	a, err := s.Analyze(t.Context(), v, p)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// sumOf finds a variant of sums.
func sumOf(id string) *games.Variant {
	v, err := catalog.Standard.Find(id)
	if err != nil {
		panic(err)
	}
	return v
}

func TestJSONGoldens(t *testing.T) {
	for _, c := range []struct {
		v              *games.Variant
		position, want string
	}{
		{endnim.Loop, "3,5", `{"variant":"end-nim/loop","position":"3 5","outcome":"N","grundy":7,"winning":["L-3","R-5"],` +
			`"winning_complete":true,"exact":true,"method":"theorem","why":"You can win: ` + "`L-3`" + ` takes the left pile whole, which leaves a single one.",` +
			`"reason":{"claim":"win","move":"L-3","rule":"whole pile"}}`},
		{nim.Normal, "0", `{"variant":"nim","position":"0","outcome":"P","grundy":0,"winning":[],` +
			`"winning_complete":true,"exact":true,"method":"theorem","why":"The game is over. Whoever takes the last counter of the board wins.","reason":{"claim":"lost"}}`},
		{nim.Normal, "3 5 7", `{"variant":"nim","position":"3 5 7","outcome":"N","grundy":1,"winning":["1-1","2-1","3-1"],` +
			`"winning_complete":true,"exact":true,"method":"theorem","why":"You can win: ` + "`1-1`" + ` cuts the 3 to 2, and then the counts of 4s, 2s and 1s in the piles are all even (7 is 4 + 2 + 1). ` +
			`Each reply makes one odd; make all even again, and you take the last counter.",` +
			`"reason":{"claim":"win","move":"1-1","rule":"columns","nim_sum":1,"ones":0,"larger":3,"from":3,"to":2,"ones_left":0}}`},
		{endnim.Normal, "3 5 3", `{"variant":"end-nim","position":"3 5 3","outcome":"P","grundy":0,"winning":[],` +
			`"winning_complete":true,"exact":true,"method":"theorem","why":"Every move loses: clear an end, and your opponent cuts the 5 to 3; leave 1 or 2 at an end, and they leave the same at the other end.",` +
			`"reason":{"claim":"lose","rule":"ends","left_end":3,"left_count":2,"right_end":3,"right_count":2,` +
			`"replies":{"L":[[0,0,"L","leave",3],[1,2,"R","shift",0]],"R":[[0,0,"R","leave",3],[1,2,"L","shift",0]]}}}`},
		{sumOf("partizan-sum"), "partizan-end-nim 2 1 + partizan-end-nim 2 1 + partizan-end-nim 1 + partizan-end-nim 1 2 + partizan-end-nim 2 1", `{"variant":"partizan-sum","position":"partizan-end-nim 2 1 + partizan-end-nim 2 1 + partizan-end-nim 1 + partizan-end-nim 1 2 + partizan-end-nim 2 1","outcome":"L","weights":[1,1,0,-1,1],"weight":2,"winning":{"left":["1:L-1","2:L-1","3:L-1","4:L-1","5:L-1","1:L-2","2:L-2","5:L-2"],"right":[]},` +
			`"winning_complete":true,"exact":true,"method":"theorem",` +
			`"why":"Left starts and wins: ` + "`" + `4:L-1` + "`" + ` leaves you 3 ahead (part 1 +1, part 2 +1, part 3 0, part 4 0 and part 5 +1), and two ahead wins, whoever moves. Right starts and loses: 2 behind in all.",` +
			`"reason":{"left":{"claim":"win","move":"4:L-1","rule":"weights","parts":[["partizan-end-nim 2 1",1],["partizan-end-nim 2 1",1],["partizan-end-nim 1",0],["partizan-end-nim 1 2",-1],["partizan-end-nim 2 1",1]],"leaves":{"rule":"weights","parts":[["partizan-end-nim 2 1",1],["partizan-end-nim 2 1",1],["partizan-end-nim 1",0],["partizan-end-nim 2",0],["partizan-end-nim 2 1",1]]}},` +
			`"right":{"claim":"lose","rule":"weights","parts":[["partizan-end-nim 2 1",1],["partizan-end-nim 2 1",1],["partizan-end-nim 1",0],["partizan-end-nim 1 2",-1],["partizan-end-nim 2 1",1]]}}}`},
		{endnim.Partizan, "3 5", `{"variant":"partizan-end-nim","position":"3 5","outcome":"R","winning":{"left":[],"right":["R-1","R-2"]},` +
			`"winning_complete":true,"exact":true,"method":"theorem","why":"Right wins, whoever starts: beyond what they need Right's end pile has 4 to spare, Left's only 2. Right takes 1 each time (` + "`R-1`" + `).",` +
			`"reason":{"left":{"claim":"lose","rule":"spare","own":3,"own_need":1,"other":5,"other_need":1,"answer_to_whole":5},` +
			`"right":{"claim":"win","move":"R-1","rule":"spare","own":5,"own_need":1,"other":3,"other_need":1}}}`},
		{splitnim.Of(0), "3 2 1", `{"variant":"split-nim/0","position":"3 2 1","outcome":"N","grundy":7,"winning":["1=1+2"],` +
			`"winning_complete":true,"exact":true,"method":"theorem","why":"You can win: ` + "`1=1+2`" + ` leaves the piles in equal pairs. Whatever your opponent does to a pile, do to its twin, and the last move is yours.",` +
			`"reason":{"claim":"win","move":"1=1+2","rule":"pairs","nim_sum":7,"from":3,"parts":[1,2],"worth":3}}`},
		{nim.PileReverse, "1 [3]", `{"variant":"pile-reverse-nim","position":"1 [3]","outcome":"N","winning":["-1","-2"],` +
			`"winning_complete":true,"exact":true,"decides":"owner","method":"theorem","why":"You can win: say 2 (` + "`-2`" + `). Then only 1s are left, 2 of them, and nobody has a choice: the last one goes in your turn, which wins for you.",` +
			`"reason":{"claim":"win","move":"-2","rule":"count the ones","ones":1,"larger":1,"named":3,"leaves":1,"ones_left":2,"larger_left":0,"name":1,"leave":1,"leave_of_last_larger":0}}`},
		{unknown(endnim.Partizan), "2", `{"variant":"partizan-end-nim","position":"2","outcome":"N","winning":{"left":["L-2"],"right":["R-2"]},` +
			`"winning_complete":true,"exact":true,"method":"search","why":"Left, moving first, wins with ` + "`L-2`; Right, moving first, wins with `R-2`" + `.",` +
			`"reason":{"left":{"claim":"win","move":"L-2","rule":"search","positions":4},"right":{"claim":"win","move":"R-2","rule":"search","positions":4}}}`},
		{unknown(nim.Normal), "2 2", `{"variant":"nim","position":"2 2","outcome":"P","winning":[],` +
			`"winning_complete":true,"exact":true,"method":"search","why":"Every move loses: every line of play was tried (6 positions), and whatever you do has an answer that wins.",` +
			`"reason":{"claim":"lose","rule":"search","positions":6,"answers":[["1-1","2-1"],["2-1","1-1"],["1-2","1-2"],["2-2","1-2"]],"all":true}}`},
	} {
		if got := string(explain.AppendJSON(nil, analyze(t, new(solver.Solver), c.v, c.position))); got != c.want {
			t.Errorf("%s %s:\n got %s\nwant %s", c.v.ID, c.position, got, c.want)
		}
	}
}

func TestJSONOutOfBudget(t *testing.T) {
	a := analyze(t, &solver.Solver{Nodes: 3}, unknown(nim.Normal), "9 9")
	want := `{"variant":"nim","position":"9 9","winning":[],"winning_complete":false,"exact":false,"method":"search","why":"Who wins is not proved: the search ran out of its budget, and nothing is guessed.","reason":{"claim":"unproved"}}`
	if got := string(explain.AppendJSON(nil, a)); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// Every line is what encoding/json reads, and every reason is short.
func TestAnalysesAreJSON(t *testing.T) {
	const huge = "1000000000000000000"
	positions := []string{"0", "1", huge, huge + " 999999999999999999", "3 5 2", "3 [5] 2",
		strings.Repeat(huge+" ", 1000), strings.Repeat(huge+" ", 999) + "999999999999999999",
		strings.Repeat("999999999999999999 ", 333) + "7 " + strings.Repeat(huge+" ", 332)}
	for a := range 5 {
		for b := range 5 {
			for c := range 5 {
				positions = append(positions, strings.ReplaceAll(fmt.Sprintf("%d %d %d", a, b, c), "0", ""))
			}
		}
	}
	for _, v := range catalog.Standard.All() {
		for _, position := range positions {
			if _, err := v.Parse(position, games.Left); err != nil {
				continue // no position of this variant
			}
			a := analyze(t, new(solver.Solver), v, position)
			line := explain.AppendJSON(nil, a)
			var read struct{ Variant, Position, Outcome, Method, Why string }
			if err := json.Unmarshal(line, &read); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if read.Variant != v.ID || read.Position != a.Position.String() || utf8.RuneCountInString(read.Why) > explain.MaxShort {
				t.Errorf("%s: the reason has %d bytes", line, len(read.Why))
			}
			if strings.ContainsRune(string(line), '\n') {
				t.Errorf("%s: more than one line", line)
			}
		}
	}
}
