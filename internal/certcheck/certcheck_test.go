package certcheck_test

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

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
		{`{"variant":"end-nim","position":"2 2","claim":"P","replies":{"L":[[0,1,"R","shift",0]],"R":[[0,1,"L","shift",0]],"L":[[0,1,"R","shift",0]]}}`, "these are no replies"},
		{`{"variant":"end-nim/loop","position":"0","claim":"P","replies":{"L":[],"R":[]}}`, "has no answer"},
		{`{"variant":"move-reverse-nim","position":"1 2","claim":"N","ones":1,"larger":1,"nominate":2}`, "to nominate that pile does not win"},
		{`{"variant":"move-reverse-nim","position":"[5]","claim":"N","ones":0,"larger":1,"dictate":5}`, "the number does not win"},
		{`{"variant":"total-reverse-nim","position":"2 2","claim":"N","hand":"owner"}`, "it should be "},
		{`{"variant":"partizan-end-nim","position":"1 1","claim":"P","needs":{"L":1,"R":1},"spare":[0,1]}`, "it should be "},
	} {
		if err := certcheck.Check([]byte(test.line)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.100s: got %v, want %s", test.line, err, test.want)
		}
	}
}

// TestSpaces accepts what says the same in another order, or with spaces.
func TestSpaces(t *testing.T) {
	for _, line := range []string{
		` { "claim" : "N" , "move":"1-5","position":"5","variant":"nim"}` + "\n",
		`{"variant":"nim","position":"5,5","claim":"P"}`,
		`{"claim":"P","variant":"end-nim","position":"2 2","replies":{ "L":[ [0, 1,"R", "shift",0]], "R": [[0,0,"L","leave",0],[1,1,"L","leave",1]]}}`,
		`{"variant":"partizan-end-nim","position":"1 1","claim":"P","spare":[0, 0],"needs":{"L": 1,"R":1}}`,
	} {
		if err := certcheck.Check([]byte(line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestHostileCertificates gives it the worst that a megabyte can hold.
func TestHostileCertificates(t *testing.T) {
	row := strings.Repeat("2 ", 999) + "2"
	var replies strings.Builder
	for i := range testlong.Times(4_000, 10_000, 33_000) {
		fmt.Fprintf(&replies, `,[%d,%d,"R","shift",0]`, i, i)
	}
	end := fmt.Sprintf(`100000%s 100000`, strings.Repeat(" 2", 998))
	for name, line := range map[string]string{
		"too long":       strings.Repeat(" ", certcheck.MaxBytes+1),
		"deep":           strings.Repeat(`{"variant":`, 90_000),
		"deep list":      strings.Repeat(`[`, certcheck.MaxBytes),
		"deep value":     `{"replies":` + strings.Repeat(`[`, 5000) + strings.Repeat(`]`, 5000) + `}`,
		"many names":     `{"a":1` + strings.Repeat(`,"a":1`, 170_000) + `}`,
		"many piles":     `{"variant":"nim","claim":"P","position":"` + strings.Repeat("1 ", 500_000) + `1"}`,
		"a large number": `{"variant":"nim","claim":"P","position":"` + strings.Repeat("9", 1_000_000) + `"}`,
		"a large move":   `{"variant":"nim","claim":"N","position":"1","move":"1-` + strings.Repeat("9", 1_000_000) + `"}`,
		"many replies":   `{"variant":"end-nim","claim":"P","position":"` + end + `","replies":{"L":[` + replies.String()[1:] + `],"R":[]}}`,
		"commas":         `{"variant":"end-nim","claim":"P","position":"2 2","replies":{"L":[` + strings.Repeat(`[],`, 300_000) + `[]],"R":[]}}`,
		"many needs":     `{"variant":"partizan-end-nim","claim":"N","position":"` + row + `","needs":{"L":1,"R":1},"spare":[0,0]}`,
	} {
		began := time.Now()
		err := certcheck.Check([]byte(line))
		took := time.Since(began)
		if err == nil {
			t.Errorf("%s: accepted", name)
		} else if len(err.Error()) > 1000 {
			t.Errorf("%s: the refusal has %d bytes", name, len(err.Error()))
		}
		t.Logf("%s: %v, %.60s", name, took, err)
		if took > 20*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
	}
}

// TestLines holds it to what it says of itself.
func TestLines(t *testing.T) {
	for name, most := range map[string]int{"certcheck.go": 210, "boards.go": 400} {
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
		"null", `{"variant":null}`, "\xff", `{"position":"[","variant":"nim","claim":"P"}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		err := certcheck.Check(line)
		if err == nil && !strings.Contains(string(line), "claim") {
			t.Errorf("%q is accepted", line)
		}
		if err != nil && strings.Contains(err.Error(), "runtime error") {
			t.Errorf("%q: %v", line, err)
		}
	})
}
