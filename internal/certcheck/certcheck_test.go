package certcheck_test

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"

	"nimatron/internal/certcheck"
	"nimatron/internal/testlong"
)

// TestRefusals goes through what can be wrong with a certificate. That the sound ones are
// accepted, and the others told from them, is for package certificate to test.
func TestRefusals(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{``, "it is not one JSON object of at most 4194304 bytes"},
		{`[]`, "it is not one JSON object"},
		{`{} {}`, "it is not one JSON object"},
		{`{}`, `"variant" is missing`},
		{`{"variant":"go","position":"1","claim":"N"}`, `"variant" is missing, or is not what it can be: "`},
		{`{"variant":"split-nim/1000000000000000001","position":"1","claim":"N","move":"1-1"}`, `"variant" is missing, or is not what it can be: "`},
		{`{"variant":"nim","position":"1 0","claim":"N","move":"1-1"}`, `"0" is no pile here`},
		{`{"variant":"nim","position":"1000000000000000001","claim":"N","move":"1-1"}`, `"1000000000000000001" is no pile here`},
		{`{"variant":"nim","position":"` + strings.Repeat("1 ", 1000) + `1","claim":"N","move":"1-1"}`, "or one too many"},
		{`{"variant":"nim","position":"1 [1]","claim":"P"}`, `"[1]" is no pile here`},
		{`{"variant":"nim","position":5,"claim":"N","move":"1-5"}`, `"position" is missing, or is not what it can be: 5`},
		{`{"variant":"nim","position":"5","claim":"P"}`, `"move" is missing`},
		{`{"variant":"nim","position":"5","claim":"P","move":"1-5"}`, `it should be {"claim":"N","move":"1-5",`},
		{`{"variant":"nim","position":"5","claim":"N","move":"1-6"}`, `the rules forbid "1-6"`},
		{`{"variant":"nim","position":"5","claim":"N","move":"2-1"}`, `there is no "2"`},
		{`{"variant":"nim","position":"5","claim":"N","move":"L-5"}`, `there is no "L"`},
		{`{"variant":"nim","position":"5","claim":"N","move":"1-4"}`, "the move does not leave a lost position"},
		{`{"variant":"nim","position":"5","claim":"N","move":"1-5","why":1}`, "it should be "},
		{`{"variant":"nim","position":"5","claim":"N","claim":"P","move":"1-5"}`, "it should be "},
		{`{"variant":"nim","position":"5","claim":"P","claim":"N","move":"1-5"}`, "it should be "},
		{`{"variant":"nim","position":"5","Claim":"N","move":"1-5"}`, "it should be "},
		{`{"variant":"split-nim/0","position":"4","claim":"N","move":"1=1+2"}`, `the rules forbid "1=1+2"`},
		{`{"variant":"end-nim","position":"5","claim":"N","move":"R-5"}`, `there is no "R"`},
		{`{"variant":"end-nim","position":"2 2","claim":"P","replies":{"L":[],"R":[]}}`, "to leave 0 at L has no answer"},
		{`{"variant":"end-nim","position":"2 2","claim":"P","replies":{"L":[[0,1,"R","shift",0]],"R":[[0,0,"L","shift",0]]}}`, "to leave 1 at R has no answer"},
		{`{"variant":"end-nim","position":"2 2","claim":"P","replies":{"L":[[0,1,"R","leave",0]],"R":[[0,1,"L","shift",0]]}}`, `[0,1,"R","leave",0] does not answer to leave 1`},
		{`{"variant":"end-nim","position":"2 2","claim":"P","replies":{"L":[[0,0,"R","shift",0],[1,1,"L","leave",2]],"R":[[0,1,"L","shift",0]]}}`, `[1,1,"L","leave",2] does not answer to leave 1`},
		{`{"variant":"end-nim","position":"2 2","claim":"P","replies":{"L":[[0,1,"R","shift",0]],"R":[[0,1,"L","shift",0]],"L":[[0,1,"R","shift",0]]}}`, "these are no replies"},
		{`{"variant":"end-nim/loop","position":"0","claim":"P","replies":{"L":[],"R":[]}}`, `"0" is no pile here`},
		{`{"variant":"move-reverse-nim","position":"1 2","claim":"N","ones":1,"larger":1,"nominate":2}`, "to nominate that pile does not win"},
		{`{"variant":"move-reverse-nim","position":"[5]","claim":"N","ones":0,"larger":1,"dictate":5}`, "the number does not win"},
		{`{"variant":"total-reverse-nim","position":"2 2","claim":"N","hand":"owner"}`, "it should be "},
		{`{"variant":"partizan-end-nim","position":"1 1","claim":"P","needs":{"L":1,"R":1},"spare":[0,1]}`, "it should be "},
		// Boards. What follows on the first line is sound.
		{`{"variant":"tree-nim","position":"3(2 5(1 1))","claim":"P","lost":[]}`, "the list does not show that the player to move loses"},
		{`{"variant":"tree-nim","position":"3(2 5(1 1))","claim":"P","move":"b-1","lost":["a3b2c5d1e1 b0a0 b1d0 d0b1 e0b1","a3b1c5e1 b0a1 e0c1","a1c5e1 a0c1 e0c1","c5d1e1 d0c1 e0c1","a3b1c1 b0a1 c0a1"]}`, `"move" does not belong here`},
		{`{"variant":"tree-nim","position":"3(2 5(1 1))","claim":"P","lost":["a3b2c5d1e1 b0a0 b1d0 d0b1 e0b1","a3b1c5e1 b0a1 e0c1","c5d1e1 d0c1 e0c1","a3b1c1 b0a1 c0a1"]}`, `"b0a1" is no answer to leave 0 on b`},
		// No pile of Nim is a, which stands in the way to b.
		{`{"variant":"coloured-depot-nim","position":"a=2 b=1 c=3; *-a a-b *-c","claim":"P","lost":["Lb1*1 b0*0 *0b0","Rb1*1 b0*0 *0b0"]}`, "the list does not show"},
		{`{"variant":"tree-nim","position":"3(2 1 3)","claim":"P","star":true,"lost":[]}`, `"lost" does not belong here`},
		{`{"variant":"tree-nim","position":"3(2 1 3)","claim":"P","star":1}`, `"star" is missing, or is not what it can be: 1`},
		{`{"variant":"tree-nim","position":"5(2 1 6 5)","claim":"P","star":true}`, "the list does not show"},
		{`{"variant":"depot-nim","position":"a=3 b=3; *-a a-b","claim":"P","star":true}`, "a list of lost positions is missing"},
		{`{"variant":"tree-nim/misere","position":"0","claim":"N","lost":[],"lost":[]}`, "a field is there twice"},
		{`{"variant":"tree-nim/misere","position":"0","claim":"N"}`, "a list of lost positions is missing"},
		{`{"variant":"tree-nim/misere","position":"0","claim":"N","lost":null}`, "a list of lost positions is missing"},
		{`{"variant":"tree-nim/misere","position":"0","claim":"P","lost":[]}`, "the list does not show"},
		{`{"variant":"tree-nim","position":"0","claim":"L","lost":[]}`, "nobody can claim L here"},
		{`{"variant":"tree-nim","position":"0","claim":"Q","lost":[]}`, `"claim" is missing`},
		{`{"variant":"tree-nim","position":"1 1","claim":"P","lost":[]}`, "a blank stands between no two stacks"},
		{`{"variant":"tree-nim","position":"1(1)(1)","claim":"P","lost":[]}`, "no stack comes before a parenthesis"},
		{`{"variant":"tree-nim","position":"1(1","claim":"P","lost":[]}`, "this is no tree"},
		{`{"variant":"tree-nim","position":"1(1a=1)","claim":"P","lost":[]}`, "some stacks have names"},
		{`{"variant":"tree-nim","position":"1(x)","claim":"P","lost":[]}`, "a parenthesis closes nothing"},
		{`{"variant":"tree-nim","position":"a=1(A=1)","claim":"P","lost":[]}`, "there are two places A"},
		{`{"variant":"tree-nim","position":"1(1000000000000000001)","claim":"P","lost":[]}`, "too many counters"},
		{`{"variant":"tree-nim","position":"2(1)","claim":"N","move":"a-2","lost":[]}`, `"a-2" does not leave a position`},
		{`{"variant":"tree-nim","position":"2(1)","claim":"N","move":"a-3","lost":[]}`, `the rules forbid "a-3"`},
		{`{"variant":"tree-nim","position":"2(1)","claim":"N","lost":[]}`, `"move" is missing`},
		{`{"variant":"tree-nim","position":"2(1)","claim":"N","move":"a-1","lost":["b1*1 b0*0 *0b0","b1*1 b0*0 *0b0"]}`, "is there twice"},
		{`{"variant":"tree-nim","position":"2(1)","claim":"N","move":"a-1","lost":["b1*1 b0*0"]}`, "to leave 0 on * has no answer"},
		{`{"variant":"tree-nim","position":"2(1)","claim":"N","move":"a-1","lost":["b1*1 b0*0 *0b0 *1b0"]}`, "has an answer to what is no move"},
		{`{"variant":"tree-nim","position":"2(1)","claim":"N","move":"a-1","lost":["b2 b0"]}`, "has other stacks than the board"},
		{`{"variant":"tree-nim","position":"2(1)","claim":"N","move":"a-1","lost":["b1a1 b0"]}`, "has other stacks than the board"},
		{`{"variant":"tree-nim/misere","position":"2(1)","claim":"N","move":"a-2","lost":["b1*1 b0"]}`, "should answer"},
		{`{"variant":"tree-nim/misere","position":"1(1)","claim":"P","lost":[]}`, "the list does not show"},
		{`{"variant":"tree-nim/misere","position":"2(1)","claim":"N","move":"a-1","lost":[]}`, "does not leave"},
		{`{"variant":"tree-nim/misere","position":"2(1)","claim":"N","move":"a-2","lost":["Lb1 b0"]}`, "is no position"},
		{`{"variant":"tree-nim","position":"2(2)","claim":"P","lost":["a2b2 a0-1b+0 b0-2a+0"]}`, "answers to what is no move"},
		{`{"variant":"tree-nim","position":"2(2)","claim":"P","lost":["a2b2 a0-1b+0 b0-0a0"]}`, "should answer to leave 0 on b"},
		{`{"variant":"depot-nim","position":"a=1 b=1; *-a","claim":"P","lost":[]}`, "a stack can't be reached"},
		{`{"variant":"depot-nim","position":"a=1 b=1; *<a a-b","claim":"P","lost":["a1b1 a0b0"]}`, `"*<a" is no road`},
		{`{"variant":"depot-nim","position":"a=1 b=1; *-a a-c","claim":"P","lost":[]}`, "there is no place c"},
		{`{"variant":"depot-nim","position":"a=1 b=1; *-a a-b b-a","claim":"P","lost":[]}`, "a road is there twice"},
		{`{"variant":"depot-nim","position":"a=1 b=1; *-a a-b","claim":"P","lost":["a1b1 a0b0 b0a0"]}`, "has an answer to what is no move"},
		{`{"variant":"depot-nim","position":"a=1 b=1 c=2; *-a a-b *-c","claim":"P","lost":["a1b1*2 a0*1 *0-1*2"]}`, `"*0-1*2" is no answer to leave 0 on *`},
		{`{"variant":"depot-nim","position":"a=1 b=1 c=2; *-a a-b *-c","claim":"P","lost":["a1b1*2 a0*1 *0a0 *1a0"]}`, `"*0a0" is no answer to leave 0 on *`},
		// b is closed until a is empty.
		{`{"variant":"depot-nim","position":"a=3 b=1 c=2; *-a a-b *-c","claim":"P","lost":["a3b1*2 a0*1 a1*0 a2b0 *0a1 *1a0","a1b1 a0b0"]}`, `"a2b0" is no answer to leave 2 on a`},
		{`{"variant":"depot-nim","position":"a=3 b=1 c=2; *-a a-b *-c","claim":"P","lost":["a3b1*2 a0*1 a1*0 a2a3 *0a1 *1a0","a1b1 a0b0"]}`, `"a2a3" is no answer to leave 2 on a`},
		{`{"variant":"depot-nim","position":"a=2 b=2; *-a a-b","claim":"P","lost":["a2b2 a0-1b+0"]}`, `"a0-1b+0" is no answer to leave 1 on a`},
		{`{"variant":"forklift-nim","position":"1 1 / 1","claim":"P","lost":[]}`, "the rows are not of one length"},
		{`{"variant":"forklift-nim","position":"1 0","claim":"P","lost":[]}`, `"0" is no cell`},
		{`{"variant":"coloured-depot-nim/misere","position":"0","claim":"P","lost":[]}`, `"variant" is missing`},
		{`{"variant":"coloured-depot-nim","position":"a=1; *<a","claim":"N","left":"a-1","right":"a-1","lost":[]}`, `the rules forbid "a-1"`},
		{`{"variant":"coloured-depot-nim","position":"a=1; *<a","claim":"P","lost":[]}`, "the list does not show"},
		// Periods. What follows on the first line is sound.
		{`{"variant":"end-nim/misere","pattern":"2 _","period":3,"from":1,"before":2,"again":5,"holes":[[1],[1,2]],"claim":"P"}`, "it should be "},
		{`{"variant":"end-nim/misere","pattern":"2 _","period":3,"from":1,"before":2,"again":5,"again":5,"holes":[[1],[1,2]]}`, "it should be "},
		{`{"variant":"end-nim/misere","pattern":"2 _","period":3,"from":1,"before":2,"again":5,"holes":[[1],[1,3]]}`, "it should be "},
		{`{"variant":"end-nim/misere","pattern":"2 _","period":3,"from":2,"before":2,"again":5,"holes":[[1],[1,2]]}`, "it should be "},
		{`{"variant":"end-nim/misere","pattern":"2 _","period":2,"from":1,"before":2,"again":5,"holes":[[1],[1,2]]}`, "it is no period"},
		{`{"variant":"end-nim/misere","pattern":"2 _","period":6,"from":1,"before":2,"again":8,"holes":[[1],[1,2]]}`, "it is not the least period"},
		{`{"variant":"end-nim/misere","pattern":"2 _","period":9,"from":1,"before":2,"again":5,"holes":[[1],[1,2]]}`, "no period follows from these columns"},
		{`{"variant":"end-nim/misere","pattern":"2 _","period":2,"from":1,"before":2,"again":4,"holes":[[1],[1,2]]}`, "the lines are in another state"},
		{`{"variant":"end-nim/misere","pattern":"2 _","period":3,"from":1,"before":1,"again":4,"holes":[[1],[1,2]]}`, "no period follows from these columns"},
		{`{"variant":"end-nim/misere","pattern":"2 _","period":3,"from":1,"before":5,"again":5,"holes":[[1],[1,2]]}`, "no period follows from these columns"},
		{`{"variant":"end-nim/misere","pattern":"2 _","period":3,"from":1,"before":0,"again":3,"holes":[[1],[1,2]]}`, `"before" is missing`},
		{`{"variant":"end-nim/misere","pattern":"_ 2","period":3,"from":1,"before":2,"again":5,"holes":[[1],[1,2]]}`, `"pattern" is missing`},
		{`{"variant":"end-nim/misere","pattern":"2 1 1 1 1 1 1 1 1 _","period":3,"from":1,"before":2,"again":5,"holes":[]}`, `"pattern" is missing`},
		{`{"variant":"partizan-end-nim","pattern":"2 _","period":3,"from":1,"before":2,"again":5,"holes":[[1],[1,2]]}`, "there are periods in End-Nim only"},
		{`{"variant":"end-nim","pattern":"60 61 _","period":1,"from":1,"before":61,"again":62,"holes":[]}`, "too much to work out"},
		{`{"variant":"end-nim","pattern":"1 _","period":1,"from":1,"before":1,"again":67108865,"holes":[]}`, "too much to work out"},
		{`{"variant":"end-nim","pattern":"11 _","period":1,"from":1,"before":1,"again":67108864,"holes":[]}`, "too much to work out"},
		{wrapping(), "does not leave a position that the list shows to be lost"},
	} {
		if err := certcheck.Check([]byte(test.line)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.100s: got %v, want %s", test.line, err, test.want)
		}
	}
}

// wrapping is a board on which Right has more counters than Left, and both have so many that they are not
// told apart; 64 bits take Right's for less.
func wrapping() string {
	const large = "1000000000000000000"
	var stacks, roads string
	for i := range 19 {
		stacks += fmt.Sprintf(" r%d=%s", i, large)
		roads += fmt.Sprintf(" *>r%d", i)
		if i < 6 {
			stacks += fmt.Sprintf(" l%d=%s", i, large)
			roads += fmt.Sprintf(" *<l%d", i)
		}
	}
	return `{"variant":"coloured-depot-nim","position":"` + stacks + "; " + roads + `","claim":"L","left":"l0-1","lost":[]}`
}

// TestSpaces accepts what says the same in another order, or with spaces.
func TestSpaces(t *testing.T) {
	for _, line := range []string{
		` { "claim" : "N" , "move":"1-5","position":"5","variant":"nim"}` + "\n",
		`{"variant":"nim","position":"5,5","claim":"P"}`,
		`{"claim":"P","variant":"end-nim","position":"2 2","replies":{ "L":[ [0, 1,"R", "shift",0]], "R": [[0,0,"L","leave",0],[1,1,"L","leave",1]]}}`,
		`{"variant":"partizan-end-nim","position":"1 1","claim":"P","spare":[0, 0],"needs":{"L": 1,"R":1}}`,
		`{"variant":"tree-nim","position":"3(2 5(1 1))","claim":"P","lost": ["a3b2c5d1e1 b0a0 b1d0 d0b1 e0b1", "a3b1c5e1 b0a1 e0c1","a1c5e1 a0c1 e0c1","c5d1e1 d0c1 e0c1","a3b1c1 b0a1 c0a1"]}`,
		`{"lost":[],"variant":"tree-nim/misere","position":"0","claim":"N"}`,
		`{"holes":[[1], [1,2]],"again":5,"before":2,"from":1, "period":3,"pattern":"2 _","variant":"end-nim/misere"}`,
		`{"lost":[],"variant":"coloured-depot-nim","position":"a=1; *<a","claim":"L","left":"a-1"}`,
	} {
		if err := certcheck.Check([]byte(line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestHostileCertificates gives it the worst that a megabyte can hold. What takes long is refused for
// that, after so many steps.
func TestHostileCertificates(t *testing.T) {
	row := strings.Repeat("2 ", 999) + "2"
	var replies strings.Builder
	for i := range testlong.Times(1_000, 4_000, 33_000) {
		fmt.Fprintf(&replies, `,[%d,%d,"R","shift",0]`, i, i)
	}
	var listed, wide strings.Builder
	for i := range 350_000 {
		fmt.Fprintf(&listed, `,"a%d"`, i+1)
	}
	for i := range testlong.Times(100_000, 1_000_000, 100_000_000) {
		if i%100_000 == 99_999 { // each is right
			fmt.Fprintf(&wide, `,"a%db%d a0-%db+0 b0-%da+0"`, i+1, i+1, i, i)
		}
	}
	places := strings.Repeat("1 / ", 398) + "1"
	var stacks, roads, trucks strings.Builder
	for i := range 390 {
		fmt.Fprintf(&stacks, " x%d=0", i)
		fmt.Fprintf(&roads, " *-x%d", i)
	}
	for i := range testlong.Times(2_000, 2_000, 70_000) {
		fmt.Fprintf(&trucks, `,"La%db%d a0-%db+0 b0-%da+0"`, i+1, i+1, i, i)
	}
	end := fmt.Sprintf(`100000%s 100000`, strings.Repeat(" 2", 998))
	for _, test := range []struct{ name, want, line string }{
		{"too long", "it is not one JSON object", strings.Repeat(" ", certcheck.MaxBytes+1)},
		{"deep", "it is not one JSON object", strings.Repeat(`{"variant":`, 90_000)},
		{"deep list", "it is not one JSON object", strings.Repeat(`[`, certcheck.MaxBytes)},
		{"deep value", "\"variant\" is missing", `{"replies":` + strings.Repeat(`[`, 5000) + strings.Repeat(`]`, 5000) + `}`},
		{"many names", "\"variant\" is missing", `{"a":1` + strings.Repeat(`,"a":1`, 170_000) + `}`},
		{"many piles", "or one too many", `{"variant":"nim","claim":"P","position":"` + strings.Repeat("1 ", 500_000) + `1"}`},
		{"a large number", "or one too many", `{"variant":"nim","claim":"P","position":"` + strings.Repeat("9", 1_000_000) + `"}`},
		{"a large move", "the rules forbid", `{"variant":"nim","claim":"N","position":"1","move":"1-` + strings.Repeat("9", 1_000_000) + `"}`},
		{"many branches", "the list does not show", `{"variant":"tree-nim","claim":"P","position":"1` + strings.Repeat("(1", 399) + strings.Repeat(")", 399) + `","lost":[]}`},
		{"a large pile", "\"*0-99", `{"variant":"tree-nim","claim":"P","position":"2","lost":["a1*999999999999999999 a0*0 *0-999999999999999998a0"]}`},
		{"commas", "these are no replies", `{"variant":"end-nim","claim":"P","position":"2 2","replies":{"L":[` + strings.Repeat(`[],`, 300_000) + `[]],"R":[]}}`},
		{"many replies", "has no answer", `{"variant":"end-nim","claim":"P","position":"` + end + `","replies":{"L":[` + replies.String()[1:] + `],"R":[]}}`},
		{"many lost", "it takes too long to check", `{"variant":"forklift-nim","claim":"P","position":"1000000 / ` + places + `","lost":[` + listed.String()[1:] + `]}`},
		{"wide ranges", "it takes too long to check", `{"variant":"tree-nim","claim":"P","position":"1000000000(1000000001)","lost":[` + wide.String()[1:] + `]}`},
		{"many columns", "the lines are in another state", fmt.Sprintf(`{"variant":"end-nim","pattern":"119 _","period":1,"from":1,"before":119,"again":%d,"holes":[]}`, testlong.Times(20_000, 100_000, 2_000_000))},
		{"many needs", "it should be", `{"variant":"partizan-end-nim","claim":"N","position":"` + row + `","needs":{"L":1,"R":1},"spare":[0,0]}`},
		{"trucks", "it takes too long to check", `{"variant":"coloured-depot-nim","claim":"P","position":"a=9999999 b=9999999` + stacks.String() + `; *-a *-b` + roads.String() + `","lost":["La9999999b9999999 a0-9999998b+0 b0-9999998a+0"` + trucks.String() + `]}`},
	}[:testlong.Times(11, 16, 17)] {
		if err := certcheck.Check([]byte(test.line)); err == nil || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 1000 {
			t.Errorf("%s: got %.1000v, want %s", test.name, err, test.want)
		}
	}
}

// TestLines holds it to what it says of itself.
func TestLines(t *testing.T) {
	for name, most := range map[string]int{"certcheck.go": 220, "sums.go": 290, "boards.go": 468, "periods.go": 150} {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		code := 0
		for s := bufio.NewScanner(file); s.Scan(); {
			if line := strings.TrimSpace(s.Text()); line != "" && !strings.HasPrefix(line, "//") {
				code++
			}
		}
		if code > most || code < 50 {
			t.Errorf("%s has %d lines of code, and should have at most %d", name, code, most)
		}
	}
}

// FuzzCheck gives it anything at all: it has to come to an end, and to refuse what is no
// object.
func FuzzCheck(f *testing.F) {
	for _, line := range []string{
		`{"variant":"nim","position":"3 5 2","claim":"N","move":"2-4"}`,
		`{"variant":"split-nim/2","position":"3","claim":"N","move":"1=1+2"}`,
		`{"variant":"end-nim","position":"3 5 3","claim":"P","replies":{"L":[[0,0,"L","leave",3],[1,2,"R","shift",0]],"R":[[0,0,"R","leave",3],[1,2,"L","shift",-9]]}}`,
		`{"variant":"end-nim/misere","position":"1","claim":"P","replies":{"L":[[0,0,"","over",0]],"R":[]}}`,
		`{"variant":"pile-reverse-nim","position":"3 1 5","claim":"P","ones":1,"larger":2,"nominate":1}`,
		`{"variant":"move-reverse-nim","position":"3 [5]","claim":"N","ones":0,"larger":2,"dictate":4}`,
		`{"variant":"total-reverse-nim","position":"0","claim":"P","hand":"opponent"}`,
		`{"variant":"partizan-end-nim","position":"2 2 4 1 3","claim":"N","needs":{"L":6,"R":7},"spare":[-4,-4]}`,
		`{"variant":"tree-nim","position":"3(2 5(1 1))","claim":"P","lost":["a3b2c5d1e1 b0a0 b1d0 d0b1 e0b1","a3b1c5e1 b0a1 e0c1","a1c5e1 a0c1 e0c1","c5d1e1 d0c1 e0c1","a3b1c1 b0a1 c0a1"]}`,
		`{"variant":"forklift-nim","position":"1 2 2 / 1 1 1 / 1 1 .","claim":"P","lost":["b2e1d1f1h1*2 b0-1*+0","b1e1"]}`,
		`{"variant":"coloured-depot-nim","position":"a=2 b=1; *<a a-b *>b","claim":"L","left":"a-2","lost":["Ra2b1 b0a1"]}`,
		`{"variant":"depot-nim/misere","position":"a=1 b=0; *-a a-b","claim":"P","lost":[]}`,
		`{"variant":"end-nim/loop","pattern":"3 2 _","period":2,"from":4,"before":3,"again":5,"holes":[[1],[0,2],[1],[1,2],[0,2,3]]}`,
		"null", `{"variant":null}`, "\xff", `{"position":"[","variant":"nim","claim":"P"}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		err := certcheck.Check(line)
		if err == nil && !strings.Contains(string(line), "claim") && !strings.Contains(string(line), "period") {
			t.Errorf("%q is accepted", line)
		}
		if err != nil && strings.Contains(err.Error(), "runtime error") {
			t.Errorf("%q: %v", line, err)
		}
	})
}
