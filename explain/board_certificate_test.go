package explain_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/internal/certcheck"
	"nimatron/internal/testlong"
	"nimatron/solver"
)

// TestBoardCertificates has the certificates of random boards checked, by the checker and by
// brute force.
func TestBoardCertificates(t *testing.T) {
	for _, v := range boards {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			drawn := testlong.Times(15, 60, 2000)
			s, judged, claims := boardSolver(), 0, map[string]int{}
			for seed := range uint64(drawn) {
				size := games.Small
				if seed%8 == 0 {
					size = games.Medium
				}
				p := randomBoard(t, v, rand.New(rand.NewPCG(seed, 20)), size)
				bytes, err := explain.AppendCertificate(t.Context(), nil, s, v, p)
				line := string(bytes)
				if err != nil {
					t.Fatalf("%s %s: %v", v.ID, p, err)
				}
				if err := certcheck.Check(bytes); err != nil {
					t.Fatalf("%.1000s: %v", line, err)
				}
				j := judgeBoard(v, p.String())
				if j == nil {
					continue
				}
				judged++
				claims[j.outcome()]++
				if !j.holds(t, line) {
					t.Fatalf("%.1000s does not hold", line)
				}
			}
			t.Logf("%d judged by brute force: %v", judged, claims)
			if judged < drawn/2 || claims["N"] == 0 || claims["P"] == 0 && !testlong.Short() {
				t.Errorf("too few: %d, %v", judged, claims)
			}
		})
	}
}

// spoilt changes something in a certificate of a board, in most cases into something that
// does not hold.
func spoilt(t *testing.T, line string, r *rand.Rand) string {
	t.Helper()
	var c boardCertificate
	if err := json.Unmarshal([]byte(line), &c); err != nil {
		t.Fatal(err)
	}
	number := func(text string) string {
		at := wholeNumber.FindAllStringIndex(text, -1)
		if len(at) == 0 {
			return text
		}
		i := at[r.IntN(len(at))]
		n, _ := strconv.Atoi(strings.TrimPrefix(text[i[0]:i[1]], "-"))
		return text[:i[0]] + strconv.Itoa(max(0, n+[]int{-1, 1, 2, -2}[r.IntN(4)])) + text[i[1]:]
	}
	letter := func(text string) string {
		at := regexp.MustCompile(`[a-z*LR]`).FindAllStringIndex(text, -1)
		if len(at) == 0 {
			return text
		}
		i := at[r.IntN(len(at))]
		return text[:i[0]] + string("abcdefgh*LR"[r.IntN(11)]) + text[i[1]:]
	}
	word := func(text string) string {
		words := strings.Split(text, " ")
		i, k := r.IntN(len(words)), r.IntN(len(words))
		switch r.IntN(3) {
		case 0:
			words = slices.Delete(words, i, i+1)
		case 1:
			words = slices.Insert(words, i, words[k])
		default:
			words[i], words[k] = words[k], words[i]
		}
		return strings.Join(words, " ")
	}
	list := func() {
		if len(c.Lost) == 0 {
			return
		}
		i := r.IntN(len(c.Lost))
		switch r.IntN(9) {
		case 0:
			c.Lost = slices.Delete(c.Lost, i, i+1)
		case 1:
			c.Lost = append(c.Lost, c.Lost[i])
		case 2, 3, 4:
			c.Lost[i] = number(c.Lost[i])
		case 5, 6:
			c.Lost[i] = letter(c.Lost[i])
		case 7:
			c.Lost[i] = word(c.Lost[i])
		default: // another position with the same answers
			at, answers, _ := strings.Cut(c.Lost[i], " ")
			c.Lost[i] = number(at) + " " + answers
		}
	}
	switch r.IntN(12) {
	case 0:
		c.Claim = []string{"N", "P", "L", "R", "n", ""}[r.IntN(6)]
		c.Move = ""
	case 1:
		c.Claim, c.Move, c.Left, c.Right = "P", "", "", ""
	case 2:
		c.Move, c.Left, c.Right = number(c.Move), number(c.Left), number(c.Right)
	case 3:
		c.Position = number(c.Position)
	case 4:
		c.Position = word(c.Position)
	case 5:
		c.Variant = boards[r.IntN(len(boards))].ID
	case 6:
		c.Left, c.Right = c.Right, c.Left
		if c.Star = strings.HasPrefix(c.Variant, depotnim.Tree.ID) && !c.Star; c.Star {
			c.Lost = nil
		}
	default:
		list()
		for r.IntN(3) == 0 {
			list()
		}
	}
	return c.write(t)
}

// TestBoardSabotage spoils certificates of boards. What the checker still accepts has to hold
// by brute force.
func TestBoardSabotage(t *testing.T) {
	for _, v := range boards {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			s, r := boardSolver(), rand.New(rand.NewPCG(21, 22))
			refused, still := 0, 0
			for refused < testlong.Times(100, 400, 5000) {
				p := randomBoard(t, v, r, games.Small)
				line, err := explain.AppendCertificate(t.Context(), nil, s, v, p)
				if err != nil {
					t.Fatal(err)
				}
				if judgeBoard(v, p.String()) == nil {
					continue
				}
				for range 25 {
					bad := spoilt(t, string(line), r)
					if certcheck.Check([]byte(bad)) != nil {
						refused++
						continue
					}
					still++
					if !trueOf(t, bad) {
						t.Fatalf("%s\nis accepted, spoilt from\n%s", bad, line)
					}
				}
			}
			t.Logf("%d refused, %d still hold", refused, still)
		})
	}
}

// trueOf reports whether all that an accepted certificate claims is so.
func trueOf(t *testing.T, line string) bool {
	t.Helper()
	var c boardCertificate
	if err := json.Unmarshal([]byte(line), &c); err != nil {
		t.Fatal(err)
	}
	v, err := catalog.Standard.Find(c.Variant)
	if err != nil || v.ID != c.Variant {
		return false
	}
	p, err := v.Parse(c.Position, games.Left)
	if err != nil {
		return false
	}
	j := judgeBoard(v, p.String())
	return j != nil && j.holds(t, line)
}

// FuzzBoards gives the checker any fields, and holds what it accepts of small boards to brute
// force.
func FuzzBoards(f *testing.F) {
	s, r := boardSolver(), rand.New(rand.NewPCG(23, 24))
	for i, v := range boards {
		for range 4 {
			line, err := explain.AppendCertificate(f.Context(), nil, s, v, randomBoard(f, v, r, games.Small))
			var c boardCertificate
			if err = errors.Join(err, json.Unmarshal(line, &c)); err != nil {
				f.Fatal(err)
			}
			f.Add(i, c.Position, c.Claim, c.Move, c.Left, c.Right, strings.Join(c.Lost, "\n"))
		}
	}
	f.Add(0, "3(2 1 3)", "P", "", "", "", "star")
	f.Add(0, "5(4 1 2)", "N", "a-1", "", "", "star")
	f.Fuzz(func(t *testing.T, variant int, position, claim, move, left, right, lost string) {
		c := boardCertificate{Variant: boards[uint(variant)%uint(len(boards))].ID, Position: position, Claim: claim, Move: move, Left: left, Right: right}
		switch c.Star = lost == "star"; {
		case lost == "":
			c.Lost = []string{}
		case !c.Star:
			c.Lost = strings.Split(lost, "\n")
		}
		line := []byte(c.write(t))
		if regexp.MustCompile(`\d{4}`).Match(line) {
			t.Skip("it may take some seconds to check")
		}
		err := certcheck.Check(line)
		if err != nil && strings.Contains(err.Error(), "runtime error") {
			t.Fatalf("%s: %v", line, err)
		}
		counters := 0
		for _, n := range wholeNumber.FindAllString(position, -1) {
			n, _ := strconv.Atoi(strings.TrimPrefix(n, "-"))
			counters += min(n, 100)
		}
		if err == nil && counters < 20 && len(position) < 80 && !trueOf(t, string(line)) {
			t.Errorf("%s is accepted and does not hold", line)
		}
	})
}

// TestStarCertificates has all that can be claimed of small stars, and of other trees, checked:
// what brute force confirms is accepted where a theorem says so, and nothing else is.
func TestStarCertificates(t *testing.T) {
	accepted := 0
	checkIn := func(v *games.Variant, text string, isStar bool) {
		c := boardCertificate{Variant: v.ID, Position: text, Claim: "P", Star: true}
		j := judgeBoard(v, text)
		certificates := []boardCertificate{c}
		c.Claim = "N"
		for _, c.Move = range append([]string{"", "b-99"}, j.game.Moves(bruteforce.Left)...) {
			certificates = append(certificates, c)
		}
		shown := false
		for _, c := range certificates {
			line := c.write(t)
			holds := c.Claim == j.outcome() && (c.Claim == "P" || slices.Contains(j.winning[bruteforce.Left], c.Move))
			switch err := certcheck.Check([]byte(line)); {
			case err == nil && !holds:
				t.Errorf("%s is accepted", line)
			case err == nil:
				shown = true
				accepted++
			case holds && isStar:
				t.Errorf("%s: %v", line, err)
			}
		}
		if isStar && !shown {
			t.Errorf("%s %s: nothing is shown", v.ID, text)
		}
	}
	check := func(text string, isStar bool) {
		checkIn(depotnim.Tree, text, isStar)
		checkIn(depotnim.TreeMisere, text, isStar)
	}
	for hub := range testlong.Times(5, 8, 8) {
		for n := range 7 * 7 * 7 * 7 {
			a, b, c, d := 1+n%7, 1+n/7%7, 1+n/49%7, n/343
			if a > b || b > c || d > 0 && d < c {
				continue
			}
			spokes := []string{strconv.Itoa(a), strconv.Itoa(b), strconv.Itoa(c), strconv.Itoa(d)}[:3+min(d, 1)]
			check(fmt.Sprintf("%d(%s)", hub+1, strings.Join(spokes, " ")), max(c, d) <= hub || (hub+1)&(hub+2) == 0)
		}
	}
	for _, text := range []string{"3", "3(3)", "3(2)", "2(2)", "3(3(3) 3)", "3(1(2) 3)", "3(1(1) 1)", "1(1(1) 1(1) 1)", "5(3(1) 2(1))"} {
		check(text, false)
	}
	if accepted < 100 {
		t.Errorf("%d are accepted", accepted)
	}
}

// TestLargeStarCertificates checks those of stars that nobody can search, and sabotages them.
func TestLargeStarCertificates(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1023(600 500 124 976)", `"claim":"P","star":true`},
		{"1023(600 500 124 88)", `"claim":"N","move":"b-136","star":true`},
		{"1048575(700000 500000 300000)", `"claim":"N","move":"b-490400","star":true`},
		{"1000000000000000000(999999999999999999 999999999999999998 1)", `"claim":"P","star":true`},
		{"576460752303423487(576460752303423487 576460752303423487 576460752303423487)", `"claim":"P","star":true`},
	} {
		p, err := depotnim.Tree.Parse(c.text, games.Left)
		if err != nil {
			t.Fatal(err)
		}
		bytes, err := explain.AppendCertificate(t.Context(), nil, new(solver.Solver), depotnim.Tree, p)
		line := string(bytes)
		if want := fmt.Sprintf(`{"variant":"tree-nim","position":"%s",%s}`, c.text, c.want); err != nil || line != want {
			t.Fatalf("%s, %v, want %s", line, err, want)
		}
		if err := certcheck.Check(bytes); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		misere := strings.Replace(line, "tree-nim", "tree-nim/misere", 1)
		p, err = depotnim.TreeMisere.Parse(c.text, games.Left)
		if err != nil {
			t.Fatal(err)
		}
		if bytes, err = explain.AppendCertificate(t.Context(), nil, new(solver.Solver), depotnim.TreeMisere, p); string(bytes) != misere || err != nil {
			t.Errorf("%s, %v, want %s", bytes, err, misere)
		}
		if err := certcheck.Check([]byte(misere)); err != nil {
			t.Errorf("%s: %v", misere, err)
		}
		bad := []string{
			strings.Replace(line, `"star":true`, `"star":false`, 1),
			strings.Replace(line, `"star":true`, `"star":"true"`, 1),
			strings.Replace(line, `"star":true`, `"star":null`, 1),
			strings.Replace(line, `"star":true`, `"star":true,"lost":[]`, 1),
			strings.Replace(line, `"star":true`, `"star":true,"star":true`, 1),
			strings.Replace(line, `"star":true`, `"lost":[]`, 1),
			strings.Replace(line, `"P"`, `"N"`, 1),
			strings.Replace(line, `"N"`, `"P"`, 1),
			strings.Replace(line, `"move"`, `"left"`, 1),
		}
		for _, bad := range bad {
			if bad != line && certcheck.Check([]byte(bad)) == nil {
				t.Errorf("%s is accepted", bad)
			}
		}
		hub, rest, _ := strings.Cut(line, "(") // a hub that is higher than all spokes may be any
		for _, at := range wholeNumber.FindAllStringIndex(rest, -1) {
			n, _ := strconv.ParseInt(rest[at[0]:at[1]], 10, 64)
			bad := fmt.Sprintf("%s(%s%d%s", hub, rest[:at[0]], n+1, rest[at[1]:])
			if certcheck.Check([]byte(bad)) == nil {
				t.Errorf("%s is accepted", bad)
			}
		}
	}
}
