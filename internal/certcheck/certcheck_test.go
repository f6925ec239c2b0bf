package certcheck_test

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"

	"nimatron/internal/certcheck"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// TestCases reads the files in testdata. sound.txt has certificates that hold. Lines of the others
// have the checker's error, a tab, and a certificate. Each one in lies.txt is false but would pass
// without one of the checks; those in refused.txt have a wrong form.
func TestCases(t *testing.T) {
	for _, name := range []string{"lies", "refused", "sound"} {
		file := must.Get(os.Open("testdata/" + name + ".txt"))(t)
		defer file.Close()
		condition := ""
		for s := bufio.NewScanner(file); s.Scan(); {
			if text, ok := strings.CutPrefix(s.Text(), "# "); ok {
				condition = text
				continue
			}
			want, line, told := strings.Cut(s.Text(), "\t")
			if !told {
				want, line = "<nil>", s.Text()
			}
			err := certcheck.Check([]byte(line))
			if said := fmt.Sprint(err); told != (err != nil) || !strings.Contains(said, want) || len(said) > 1000 {
				t.Errorf("%s: got %v, want %s of %s", condition, err, want, line)
			}
		}
	}
}

// TestHostileCertificates checks the worst certificates of a megabyte. Slow ones are refused after
// a bounded number of steps.
func TestHostileCertificates(t *testing.T) {
	row := strings.Repeat("2 ", 999) + "2"
	var replies strings.Builder
	for i := range testlong.Times(1_000, 2_000, 33_000) {
		fmt.Fprintf(&replies, `,[%d,%d,"R","shift",0]`, i, i)
	}
	var listed, wide strings.Builder
	for i := range 350_000 {
		fmt.Fprintf(&listed, `,"a%d"`, i+1)
	}
	for i := range testlong.Times(100_000, 1_000_000, 100_000_000) {
		if i%100_000 == 99_999 { // each is valid
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
	type hostile struct{ name, want, line string }
	for _, test := range testlong.Sample(t, []hostile{
		{"too long", "it is not one JSON object", strings.Repeat(" ", certcheck.MaxBytes+1)},
		{"deep", "it is not one JSON object", strings.Repeat(`{"variant":`, 90_000)},
		{"deep list", "it is not one JSON object", strings.Repeat(`[`, certcheck.MaxBytes)},
		{"deep value", "\"variant\" is missing", `{"replies":` + strings.Repeat(`[`, 5000) + strings.Repeat(`]`, 5000) + `}`},
		{"many names", "a field is there twice", `{"a":1` + strings.Repeat(`,"a":1`, 170_000) + `}`},
		{"many piles", "or one too many", `{"variant":"nim","claim":"P","position":"` + strings.Repeat("1 ", 500_000) + `1"}`},
		{"a large number", "or one too many", `{"variant":"nim","claim":"P","position":"` + strings.Repeat("9", 1_000_000) + `"}`},
		{"a large move", "the rules forbid", `{"variant":"nim","claim":"N","position":"1","move":"1-` + strings.Repeat("9", 1_000_000) + `"}`},
		{"many branches", "the list does not show", `{"variant":"tree-nim","claim":"P","position":"1` + strings.Repeat("(1", 399) + strings.Repeat(")", 399) + `","lost":[]}`},
		{"a large pile", "\"*0-99", `{"variant":"tree-nim","claim":"P","position":"2","lost":["a1*999999999999999999 a0*0 *0-999999999999999998a0"]}`},
		{"commas", "these are no replies", `{"variant":"end-nim","claim":"P","position":"2 2","replies":{"L":[` + strings.Repeat(`[],`, 300_000) + `[]],"R":[]}}`},
		{"many replies", "has no answer", `{"variant":"end-nim","claim":"P","position":"` + end + `","replies":{"L":[` + replies.String()[1:] + `],"R":[]}}`},
		{"many lost", "it takes too much time", `{"variant":"forklift-nim","claim":"P","position":"1000000 / ` + places + `","lost":[` + listed.String()[1:] + `]}`},
		{"wide ranges", "it takes too much time", `{"variant":"tree-nim","claim":"P","position":"1000000000(1000000001)","lost":[` + wide.String()[1:] + `]}`},
		{"many columns", "the lines are in another state", fmt.Sprintf(`{"variant":"end-nim","pattern":"119 _","period":1,"from":1,"before":119,"again":%d,"holes":[]}`, testlong.Times(20_000, 20_000, 2_000_000))},
		{"many needs", "it should be", `{"variant":"partizan-end-nim","claim":"N","position":"` + row + `","needs":{"L":1,"R":1},"spare":[0,0]}`},
		{"many boards", "it takes too much", `{"variant":"partizan-sum","position":"partizan-end-nim 1000 1000","claim":"P"}`},
		{"trucks", "it takes too much time", `{"variant":"coloured-depot-nim","claim":"P","position":"a=9999999 b=9999999` + stacks.String() + `; *-a *-b` + roads.String() + `","lost":["La9999999b9999999 a0-9999998b+0 b0-9999998a+0"` + trucks.String() + `]}`},
		{"many moves", "it takes too much", `{"variant":"sum","position":"end-nim 9000","claim":"N","worths":[9000],"move":"1:L-9000"}`},
		{"many sums", "it takes too much", `{"variant":"partizan-sum","position":"partizan-end-nim 5 6 7 + partizan-end-nim 5 7 5 + partizan-end-nim 5 7 6 + partizan-end-nim 5 7 8 + partizan-end-nim 5 9 8","claim":"P"}`},
	}[:testlong.Times(11, 17, 20)], 4) {
		if err := certcheck.Check([]byte(test.line)); err == nil || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 1000 {
			t.Errorf("%s: got %.1000v, want %s", test.name, err, test.want)
		}
	}
}

// TestLines checks the line counts in the package's doc comment.
func TestLines(t *testing.T) {
	for name, most := range map[string]int{"certcheck.go": 275, "sums.go": 270, "takeaway.go": 80, "boards.go": 467, "periods.go": 150, "high.go": 80} {
		file := must.Get(os.Open(name))(t)
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

// FuzzCheck checks arbitrary bytes: Check must return, and must refuse anything but an object.
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

// Integers beyond 2^53 may be numbers or strings; smaller ones are numbers.
func TestLargeNumbers(t *testing.T) {
	const certificate = `{"variant":"partizan-end-nim","position":"1000000000000000000 1 5","claim":"L","needs":{"L":2,"R":2},"spare":[%s,3]}`
	for number, holds := range map[string]bool{
		"999999999999999998": true, `"999999999999999998"`: true, `"999999999999999997"`: false, `"0999999999999999998"`: false,
	} {
		if err := certcheck.Check(fmt.Appendf(nil, certificate, number)); (err == nil) != holds {
			t.Errorf("%s: %v", number, err)
		}
	}
}
