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

// TestAnalysisForms compares CSV and short JSON with the full JSON, for every game.
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
	// The last lines can't be parsed, or not proved.
	in.WriteString("nim\t\"x,y\"\nforklift-nim\t" + strings.Repeat("9 9 9 9 9 9 9 / ", 6) + "9 9 9 9 9 9 9\n")
	answers := func(c analyzeCommand) string {
		t.Helper()
		var out bytes.Buffer
		c.Variant = "-"
		if err := c.answer(t.Context(), &program{stdin: strings.NewReader(in.String()), stdout: &out}, &solver.Solver{BoardNodes: 4096}); err == nil {
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

// jsonLines parses a JSON object from each line.
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

// csvField returns a field of an analysis as CSV has it.
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
		_ = json.Unmarshal(winning, &moves) // an error has no moves
		return strings.Join(moves, " ")
	}
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}
