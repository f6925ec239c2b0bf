package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/solver"
)

// TestAnalysisForms compares, of every game, what the forms for programs say with the JSON.
func TestAnalysisForms(t *testing.T) {
	var in strings.Builder
	for _, v := range catalog.Standard.All() {
		fmt.Fprintf(&in, "%s\t%s\n", v.ID, v.Rules.Example)
		for _, small := range []string{"0", "1", "2 2", "1 2 3 4", "[2] 1", "1000000000000000000 3"} {
			if _, err := v.Parse(small, games.Left); err == nil {
				fmt.Fprintf(&in, "%s\t%s\n", v.ID, small)
			}
		}
	}
	// The last ones can't be read, and not be proved.
	in.WriteString("nim\t\"x,y\"\nforklift-nim\t" + strings.Repeat("9 9 9 9 9 9 9 / ", 6) + "9 9 9 9 9 9 9\n")
	answers := func(c analyzeCommand) string {
		t.Helper()
		var out bytes.Buffer
		s := &solver.Solver{BoardNodes: 4096, Bare: c.NoReason}
		if err := analyzeLines(t.Context(), strings.NewReader(in.String()), &out, s, 0, c.form()); err == nil {
			t.Error("a bad line is no failure")
		}
		return out.String()
	}
	whole := jsonLines(t, answers(analyzeCommand{formFlags: formFlags{JSON: true}}))
	bare := jsonLines(t, answers(analyzeCommand{formFlags: formFlags{JSON: true}, NoReason: true}))
	if len(whole) != strings.Count(in.String(), "\n") || len(bare) != len(whole) {
		t.Fatalf("%d and %d answers", len(whole), len(bare))
	}
	for i, line := range whole {
		rest := maps.Clone(line)
		delete(rest, "why")
		delete(rest, "reason")
		if !maps.EqualFunc(rest, bare[i], func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
			t.Errorf("without reasons %s, with them %s", bare[i], line)
		}
	}
	for _, noReason := range []bool{false, true} {
		records, err := csv.NewReader(strings.NewReader(answers(analyzeCommand{formFlags: formFlags{CSV: true}, NoReason: noReason}))).ReadAll()
		if err != nil || len(records) != len(whole)+1 {
			t.Fatalf("%d records, %v", len(records), err)
		}
		names := records[0]
		if slices.Contains(names, "why") == noReason {
			t.Errorf("the columns are %q", names)
		}
		for i, record := range records[1:] {
			for k, name := range names {
				if want := csvField(t, whole[i], name); record[k] != want {
					t.Errorf("%s: %s is %q, in the JSON %q", record[:2], name, record[k], want)
				}
			}
		}
	}
}

// jsonLines reads a JSON object from each line.
func jsonLines(t *testing.T, text string) (objects []map[string]json.RawMessage) {
	t.Helper()
	for line := range strings.Lines(text) {
		var object map[string]json.RawMessage
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		objects = append(objects, object)
	}
	return objects
}

// csvField returns what a column says of an analysis.
func csvField(t *testing.T, line map[string]json.RawMessage, name string) string {
	t.Helper()
	value, moves := line[name], []string{}
	sides := map[string][]string{}
	switch winning := line["winning"]; name {
	case "left", "right":
		if json.Unmarshal(winning, &sides) == nil {
			moves = sides[name]
		}
		return strings.Join(moves, " ")
	case "winning":
		if json.Unmarshal(winning, &sides) == nil {
			return ""
		}
		_ = json.Unmarshal(winning, &moves) // an error has none
		return strings.Join(moves, " ")
	}
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// TestForms runs the commands that have forms for programs.
func TestForms(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"analyze --csv nim 1 2", "variant,position,outcome,grundy,winning,left,right,winning_complete,exact,decides,method,why,error\nnim,1 2,N,3,2-1,,,true,true,,theorem,\"You can win: `2-1` leaves two equal piles. Whatever your opponent takes from one, take from the other; so you take the last counter.\",\n"},
		{"analyze --json --no-reason split-nim/0/misere 1 2", `{"variant":"split-nim/0/misere","position":"1 2","outcome":"N","winning":["2-2","2=1+1"],"winning_complete":true,"exact":true,"method":"theorem"}` + "\n"},
		{"table nim _ 4 -n 3 --json", `{"variant":"nim","pattern":"_ 4","size":3,"values":[5,6,7]}` + "\n"},
		{"table end-nim _ _ -n 2 --json", `{"variant":"end-nim","pattern":"_ _","size":2,"values":[[0,3],[3,0]]}` + "\n"},
		{"table partizan-end-nim _ 1 _ -n 2 --json", `{"variant":"partizan-end-nim","pattern":"_ 1 _","size":2,"outcomes":[["N","R"],["L","P"]]}` + "\n"},
		{"phase 1 -n 2 --json", `{"variant":"partizan-end-nim","pattern":"_ 1 _","size":2,"outcomes":[["N","R"],["L","P"]],"triple_point":[2,2]}` + "\n"},
		{"phase 0 -n 1 --json", `{"variant":"partizan-end-nim","pattern":"_ _","size":1,"outcomes":[["P"]],"triple_point":[1,1]}` + "\n"},
		{"phase 1 -n 2 --csv", "pile,1,2\n1,N,R\n2,L,P\n"},
		{"thresholds 3 5 5 5 1 --json", `{"variant":"partizan-end-nim","row":"3 5 5 5 1","outcome":"N","L":14,"R":18,"L_star":14,"R_star":18}` + "\n"},
		{"thresholds 3 5 5 5 1 --csv", "variant,row,outcome,L,R,L_star,R_star\npartizan-end-nim,3 5 5 5 1,N,14,18,14,18\n"},
		{"count end-nim 4 10", "End-Nim: of the 10^4 rows of piles of 1 to 10, 910 are P, by the theorem.\n"},
		{"count end-nim/misere 5 7 --csv", "variant,piles,largest,count,method\nend-nim/misere,5,7,2101,theorem\n"},
		{"count end-nim/loop 2 1000000000000000000000 --json", `{"variant":"end-nim/loop","piles":2,"largest":1000000000000000000000,"count":0,"method":"theorem"}` + "\n"},
		{"count end-nim 3 4 --bfile", "1 0\n2 2\n3 6\n4 12\n"},
		{"count nim 3 7 --json", `{"variant":"nim","piles":3,"largest":7,"count":42,"method":"table"}` + "\n"},
		{"count nim 2 3 --bfile", "1 1\n2 2\n3 3\n"},
		{"period end-nim 5 4 _", "5 4 _: period 12 from b = 8 on, proved: the state after b = 7 comes again after b = 31.\n"},
		{"period end-nim _,4,5", "5 4 _: period 12 from b = 8 on, proved: the state after b = 7 comes again after b = 31.\n"},
		{"period end-nim/misere 8 _ -n 10000", "8 _: not known, as no state comes again in the first 10000 columns.\n"},
		{"period --csv end-nim/misere 2..4 _ -n 99", "variant,pattern,period,from,before,again,columns\nend-nim/misere,2 _,3,1,2,5,\nend-nim/misere,3 _,9,5,4,13,\nend-nim/misere,4 _,,,,,99\n"},
		{"period --json end-nim/loop _ 2 3..4 -n 10", `{"variant":"end-nim/loop","pattern":"3 2 _","period":2,"from":4,"before":3,"again":5}` + "\n" + `{"variant":"end-nim/loop","pattern":"4 2 _","columns":10}` + "\n"},
		{"period --prove end-nim/misere 1..2 _", `{"variant":"end-nim/misere","pattern":"1 _","period":1,"from":1,"before":1,"again":2,"holes":[[1]]}` + "\n" + `{"variant":"end-nim/misere","pattern":"2 _","period":3,"from":1,"before":2,"again":5,"holes":[[1],[1,2]]}` + "\n"},
	} {
		if got := start(t.Context(), t, nil, strings.NewReader(""), strings.Fields(c.command)...); got.code != 0 || got.stdout != c.want || got.stderr != "" {
			t.Errorf("%s: %+v; want %s", c.command, got, c.want)
		}
	}
	for command, want := range map[string]struct {
		code   int
		stderr string
	}{
		"table nim _ --json --csv":          {2, "can't be used together"},
		"table nim _ _ --json -o x.png":     {2, "--json prints values and -o draws"},
		"phase 1 --csv -o x.png":            {2, "--csv prints values and -o draws"},
		"analyze --no-reason nim 1":         {2, "goes with --json or --csv"},
		"analyze -":                         {2, "only read with --json or --csv"},
		"count end-nim 0 3":                 {2, "whole numbers from 1 on"},
		"count end-nim 3 -- -3":             {2, "whole numbers from 1 on"},
		"count end-nim 3 x":                 {2, "whole numbers from 1 on"},
		"count end-nim 3 5 --csv --bfile":   {2, "can't be used together"},
		"count end-nim 9999999999 5":        {1, "too much to print"},
		"count end-nim 3 99999999 --bfile":  {1, "too much to print"},
		"count end-nim 99999 9999 --bfile":  {1, "too much to print"},
		"count tree-nim 3 3":                {1, "on piles and rows, such as end-nim"},
		"count nim 30 3":                    {1, "more than 4194304 rows"},
		"count nim 2 99999999999999999999":  {1, "have a formula"},
		"count split-nim/2/misere 2000 1":   {1, "at most 1000 piles"},
		"count go 3 3":                      {1, "no variant"},
		"period end-nim 3":                  {2, "a blank _ at one end"},
		"period end-nim _":                  {2, "a blank _ at one end"},
		"period end-nim 3 _ 4":              {2, "a blank _ at one end"},
		"period end-nim _ 4 _":              {2, "a blank _ at one end"},
		"period nim 3 _":                    {2, "of a row of End-Nim"},
		"period end-nim 0 _":                {2, "a pile is 1 at least"},
		"period end-nim 3..2 _":             {2, "3..2 is no range"},
		"period end-nim 3..x _":             {2, "3..x is no range"},
		"period end-nim x _":                {1, "x"},
		"period end-nim 100 21 _":           {1, "120 counters at most"},
		"period end-nim 9 _ --json --prove": {2, "can't be used together"},
		"period end-nim 9 _ --prove -n 8":   {1, "no state comes again in the first 8 columns"},
		"thresholds 3 5 --json --csv":       {2, "can't be used together"},
		"analyze --json --csv end-nim 3 5 ": {2, "can't be used together"},
	} {
		if got := start(t.Context(), t, nil, strings.NewReader(""), strings.Fields(command)...); got.code != want.code || got.stdout != "" || !strings.Contains(got.stderr, want.stderr) {
			t.Errorf("%s: %+v; want %s", command, got, want.stderr)
		}
	}
}
