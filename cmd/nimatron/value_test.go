package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestValue(t *testing.T) {
	const up3 = `{"variant":"coloured-depot-nim","position":"a=2 b=1; *<a a-b *>b","outcome":"L","value":"^*3","canonical":"{0|*2}",` +
		`"atomic_weight":"1","mean":"0","temperature":"0","stops":["0","0"],"birthday":3,"exact":true}` + "\n"
	const header = "variant,position,outcome,value,canonical,atomic_weight,mean,temperature,left_stop,right_stop,birthday,genus,misere_grundy,tame,kind,exact,error\n"
	for _, tt := range []struct {
		args   string
		code   int
		stdout string
		stderr string // part of it; empty for none at all
	}{
		{"value coloured-depot-nim a=2 b=1; *<a a-b *>b --json", 0, up3, ""},
		{"value --json partizan-end-nim 2 3 1000000000000000000", 0,
			`{"variant":"partizan-end-nim","position":"2 3 1000000000000000000","outcome":"R","atomic_weight":"-2","mean":"0","temperature":"0","stops":["0","0"],"exact":false}` + "\n", ""},
		{"value --csv partizan-end-nim 2 1 3", 0, header + `partizan-end-nim,2 1 3,R,"{v*2,v2*3|0}","{v*2,v2*3|0}",-2,0,0,0,0,6,,,,,true,` + "\n", ""},
		{"value --csv coloured-depot-nim a=2000; *<a", 0, header + "coloured-depot-nim,a=2000; *<a,L,,,,,,,,,,,,,false,\n", ""},
		{"value --json --csv nim 1", 2, "", "--json and --csv"},
		{"value --json end-nim/misere 3 5", 0, `{"variant":"end-nim/misere","position":"3 5","outcome":"N","genus":"6^{64}","misere_grundy":6,"tame":true,"kind":"firm","exact":true}` + "\n", ""},
		{"value --csv end-nim/misere 1 1 1", 0, header + "end-nim/misere,1 1 1,P,,,,,,,,,1^{031},0,true,fickle,true,\n", ""},
		{"value --csv nim/misere 12", 0, header + `nim/misere,12,N,,,,,,,,,"12^{12,14}",12,true,firm,true,` + "\n", ""},
		{"value --json nim/misere 0", 0, `{"variant":"nim/misere","position":"0","outcome":"N","genus":"0^{120}","misere_grundy":1,"tame":true,"kind":"fickle","exact":true}` + "\n", ""},
		{"value --json total-reverse-nim/misere 3 5", 1, "", "no sum of its piles"},
		{"value nim/5 3", 1, "", "no variant"},
		{"value nim x", 1, "", "not a position"},
		{"value nim", 2, "", "a position is missing"},
		{"value -", 2, "", "--json or --csv"},
		{"value --json - 3", 2, "", "no position can follow"},
	} {
		got := start(t.Context(), t, nil, strings.NewReader(""), strings.Fields(tt.args)...)
		if got.code != tt.code || tt.code == 0 && got.stdout != tt.stdout || !strings.Contains(got.stderr, tt.stderr) || tt.stderr == "" && got.stderr != "" {
			t.Errorf("%s: %+v", tt.args, got)
		}
	}
}

func TestValueForPeople(t *testing.T) {
	got := start(t.Context(), t, nil, nil, "value", "partizan-end-nim", "1", "1", "2")
	for _, part := range []string{
		"Partizan End-Nim: 1 1 2\n", "\nOutcome:        Right wins, whoever moves first\n", "\nValue:          v2*2\n", "\nCanonical form: {v*3|0}\n",
		"\nAtomic weight:  -2\n", "\nTemperature:    0\n", "\nStops:          0 if Left starts, 0 if Right does\n", "\nBirthday:       4\n",
	} {
		if !strings.Contains(got.stdout, part) {
			t.Errorf("%q is missing in\n%s", part, got.stdout)
		}
	}
	got = start(t.Context(), t, nil, nil, "value", "end-nim/misere", "3", "5", "2")
	for _, part := range []string{"\nOutcome:        the next player wins\n", "\nGenus:          3^{31}\n", "\nGrundy value:   3 under normal play\n", "\nMisère value:   3\n", "\nKind:           tame and firm: in misère sums it counts"} {
		if !strings.Contains(got.stdout, part) || strings.Contains(got.stdout, "Canonical") {
			t.Errorf("%q is missing in\n%s", part, got.stdout)
		}
	}
	got = start(t.Context(), t, nil, nil, "value", "partizan-end-nim", "1000", "1", "2000")
	if !strings.Contains(got.stdout, "Value:          not worked out: ") || !strings.Contains(got.stdout, "Atomic weight:  -2\n") || strings.Contains(got.stdout, "Birthday") {
		t.Errorf("got\n%s", got.stdout)
	}
}

func TestValueLines(t *testing.T) {
	const in = "partizan-end-nim\t1 2\npile-reverse-nim\t3\nnonsense\npartizan-end-nim\t\"\nend-nim\t3 5 2\n"
	got := start(t.Context(), t, nil, strings.NewReader(in), "value", "--csv", "-")
	records, err := csv.NewReader(strings.NewReader(got.stdout)).ReadAll()
	if err != nil || len(records) != 6 || got.code != 1 || !strings.Contains(got.stderr, "3 of 5 lines could not be worked out") {
		t.Fatalf("%v: %+v", err, got)
	}
	for i, part := range []string{"error", "v*3", "no values", "VARIANT<TAB>POSITION", "not a position", "*3"} {
		if !strings.Contains(strings.Join(records[i], ","), part) {
			t.Errorf("line %d is %q: %q is missing", i, records[i], part)
		}
	}
	got = start(t.Context(), t, nil, strings.NewReader(in), "value", "--json", "-")
	var exact []string
	for line := range strings.Lines(got.stdout) {
		var value struct {
			Value, Error string
			Stops        []string
		}
		if err := json.Unmarshal([]byte(line), &value); err != nil || (value.Error == "") != (len(value.Stops) == 2) {
			t.Errorf("%v: %s", err, line)
		}
		exact = append(exact, value.Value)
	}
	if fmt.Sprint(exact) != "[v*3    *3]" || got.code != 1 {
		t.Errorf("got %q", exact)
	}
}
