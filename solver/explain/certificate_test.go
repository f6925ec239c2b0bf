package explain_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/games/gamestest"
	"nimatron/games/splitnim"
	"nimatron/internal/certcheck"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// certified returns the variants whose certificates are tested: the catalog's, and the day's of more of
// Split-q-Nim.
func certified(t testing.TB) []*games.Variant {
	all := slices.Clone(catalog.Standard.All())
	for _, q := range testlong.Sample(t, []int64{-3, -2, 1, 3, 4, 12}, 2) {
		all = append(all, splitnim.Of(q), splitnim.Misere(q))
	}
	return slices.DeleteFunc(all, func(v *games.Variant) bool { return !explain.Certified(v) })
}

// sums has lost and won sums of every game that can be a part.
var sums = map[string][]string{
	"sum": {"0", "nim 3 + nim 0", "end-nim 1 3 2 + tree-nim 2(1 2) + nim 2", "end-nim/loop 3 2 1 + split-nim/2 4 2 + split-nim/-1 2",
		"nim/max/2 7 4 + nim 3", "fibonacci-nim 7 + nim 2 + nim/max/3 5", "fibonacci-nim 5 | 2 + fibonacci-nim 4 | 2", "fibonacci-nim 1 + nim 1",
		"forklift-nim 1 2 / 2 1 + depot-nim a=1 b=2 c=1; *-a a-b b-c + nim 2", "tree-nim a=2(c=2(d=1)) + nim 2"},
	"sum/misere": {"nim/max/2/misere 7 4 + nim/misere 1", "nim/max/3/misere 5 8 + end-nim/misere 2 1", "nim/max/1/misere 3 + nim/misere 2",
		"nim/misere 0 + end-nim/misere 0", "end-nim/misere 1 1 + forklift-nim/misere 1 1 / 1 2 + nim/misere 1",
		"end-nim/misere 2 2 + nim/misere 3 1 + tree-nim/misere 1(1 2)", "depot-nim/misere a=1 b=1; *-a a-b + nim/misere 1",
		"split-nim/0/misere 4 1 + end-nim/misere 2 1", "split-nim/2/misere 1 1 + split-nim/-1/misere 3 + nim/misere 1"},
	"partizan-sum": {"partizan-end-nim 2 1 + partizan-end-nim 3 2", "partizan-end-nim 1 2 + partizan-end-nim 2 1", "partizan-end-nim 3 1 + partizan-end-nim 2 1",
		"partizan-end-nim 1 + coloured-depot-nim a=2 b=1 c=2; *<a a-b *>b b-c", "coloured-depot-nim a=1 b=2; *<a a-b + coloured-depot-nim a=1; *>a"},
}

// small returns small positions of a variant: for piles all that play reaches from small boards,
// for sums the listed ones, and for other boards random ones.
func small(t *testing.T, v *games.Variant) (positions []string) {
	r := rand.New(rand.NewPCG(5, 6))
	if slices.Contains(boards, v) {
		for len(positions) < testlong.Times(8, 12, 2000) {
			p := randomBoard(t, v, r, games.Small)
			if judgeBoard(v, p.String()) != nil {
				positions = append(positions, p.String())
			}
		}
		return positions
	}
	if sums[v.ID] != nil {
		return sums[v.ID]
	}
	oracle := gamestest.OracleOf(v)
	piles, size := min(testlong.Times(3, 3, 4), oracle.Model().Piles), testlong.Times(3, 4, 4)
	if v.Family == splitnim.Family {
		piles, size = 2, testlong.Times(7, 7, 8) // some of them can be split, whatever q is
	}
	for _, s := range oracle.Reachable(oracle.SmallStarts(v, piles, size)) {
		if _, err := v.Parse(s.Position, games.Left); err == nil {
			positions = append(positions, s.Position)
		}
	}
	slices.Sort(positions)
	return slices.Compact(positions)
}

// TestSmallCertificates compares the certificates of small positions, and the checker, with brute
// force. Then it spoils certificates in many ways. The checker must not accept a false one and must
// accept a true one, except on boards, whose answers brute force does not judge.
func TestSmallCertificates(t *testing.T) {
	all := certified(t)
	for _, v := range testlong.Sample(t, all, len(all)/2) {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			r, positions := rand.New(rand.NewPCG(1, 2)), small(t, v)
			r.Shuffle(len(positions), func(i, k int) { positions[i], positions[k] = positions[k], positions[i] })
			larger := slices.Clone(positions[:min(len(positions), testlong.Times(6, 6, 1<<20))])
			if m, ok := gamestest.Lookup(v.ID); ok { // too large to spoil
				for range testlong.Times(0, 1, 40) {
					larger = append(larger, m.Random(r))
				}
			}
			for _, position := range larger {
				line := certificateOf(t, v, gamestest.Parse(t, v, position, games.Left))
				if err := certcheck.Check([]byte(line)); err != nil || !holds(t, line) {
					t.Fatalf("%.1000s: %v", line, err)
				}
			}
			board, refused, still := slices.Contains(boards, v), 0, 0
			most, each := testlong.Times(2, 2, 25), testlong.Times(35, 35, 1<<20)
			if board {
				most, each = testlong.Times(3, 3, 400), 30
			}
			for _, position := range positions[:min(len(positions), most)] {
				line := certificateOf(t, v, gamestest.Parse(t, v, position, games.Left))
				lines := spoiled(line, r)
				r.Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
				for _, bad := range lines[:min(len(lines), each)] {
					err := certcheck.Check([]byte(bad.line))
					if err != nil && board {
						refused++
						continue
					}
					if right := holds(t, bad.line); (err == nil) != right {
						t.Fatalf("%.1000s\nof %.1000s: the checker says %v, brute force %v", bad.line, line, err, right)
					}
					if err == nil {
						still++
					} else {
						refused++
					}
				}
			}
			t.Logf("%d refused, %d still hold", refused, still)
			if refused < 40 {
				t.Errorf("only %d were refused", refused)
			}
		})
	}
}

// spoilt is a certificate with one changed field.
type spoilt struct{ field, line string }

var (
	wholeNumber = regexp.MustCompile(`-?\d+`)
	// exchanged are groups of words that replace each other.
	exchanged = [][]string{{`"L"`, `"R"`, `"N"`, `"P"`, `"l"`}, {`"shift"`, `"leave"`, `"over"`}, {"L", "R", "*"}, {"a", "b", "c"}}
	constants = []string{"", "null", `""`, "0", "1", "1.5", "1e18", "[]", "{}", `"L"`, `"opponent"`, "true", "99999999999999999999", `{"L":[],"R":[]}`}
)

// spoiled changes a certificate in many ways, some of which may leave it valid. Every field is left
// out or replaced, every number is off by one, and lists and words change.
func spoiled(line string, r *rand.Rand) (lines []spoilt) {
	fields, _ := fieldsOf(line)
	with := func(name, value string) {
		other := maps.Clone(fields)
		if other[name] = json.RawMessage(value); value == "" {
			delete(other, name)
		}
		if string(other[name]) != string(fields[name]) {
			lines = append(lines, spoilt{name, writeFields(other)})
		}
	}
	for _, name := range append(slices.Sorted(maps.Keys(fields)), "move", "nominate", "ones", "lost", "why") {
		value := string(fields[name])
		for _, other := range constants {
			with(name, other)
		}
		if value == "" {
			continue
		}
		lines = append(lines, spoilt{name, strings.Replace(line, `{`, fmt.Sprintf(`{"%s":%s,`, name, value), 1)})
		with(name, "["+value+"]")
		with(name, strconv.Quote(strings.Trim(value, `"`)))
		for _, at := range wholeNumber.FindAllStringIndex(value, -1) {
			if n, err := strconv.ParseInt(value[at[0]:at[1]], 10, 64); err == nil {
				for _, d := range []int64{-1, 1} {
					with(name, value[:at[0]]+strconv.FormatInt(n+d, 10)+value[at[1]:])
				}
			}
		}
		for _, words := range exchanged {
			for _, word := range words {
				if at := strings.Index(value, word); at >= 0 && name != "variant" {
					with(name, value[:at]+words[r.IntN(len(words))]+value[at+len(word):])
				}
			}
		}
		for _, separator := range []string{" ", `","`, "],["} {
			parts := strings.Split(strings.Trim(value, `"[]`), separator)
			for n := 0; n < 3 && len(parts) > 1; n++ {
				changed, i := slices.Clone(parts), r.IntN(len(parts))
				switch n {
				case 0:
					changed = slices.Delete(changed, i, i+1)
				case 1:
					changed = slices.Insert(changed, r.IntN(len(parts)), parts[i])
				default:
					changed[i], changed[0] = changed[0], changed[i]
				}
				with(name, value[:1]+strings.Join(changed, separator)+value[len(value)-1:])
			}
		}
	}
	with("claim", `"`+"NPLRn"[r.IntN(5):][:1]+`"`)
	for _, claim := range "NPLR" {
		with("claim", strconv.Quote(string(claim)))
	}
	for _, v := range catalog.Standard.All() {
		with("variant", strconv.Quote(v.ID))
	}
	for _, id := range []string{"split-nim/1", "split-nim/01", "split-nim/-3/misere", "nim/loop", "NIM", "go"} {
		with("variant", strconv.Quote(id))
	}
	position := strings.Trim(string(fields["position"]), `"`)
	for _, other := range []string{"0 " + position, position + " 1", "1 " + position, "[" + position + "]", position + " [1]", "-" + position,
		strings.ReplaceAll(position, " ", ","), "x", " ", position + " + nim 1", position + strings.Repeat(" + nim 1", 6)} {
		with("position", strconv.Quote(other))
	}
	for _, name := range []string{"move", "left", "right"} {
		for _, move := range moves {
			if fields[name] != nil {
				with(name, strconv.Quote(move))
			}
		}
	}
	return lines
}

// moves are moves of many games, and near misses.
var moves = func() (list []string) {
	for _, place := range []string{"1", "2", "3", "L", "R", "a", "b", "A1", "B2", "1:1", "2:1", "1:L", "1:R", "2:L", "2:R", "1:a", "9:1"} {
		for _, count := range []string{"0", "1", "2", "3", "99"} {
			list = append(list, place+"-"+count)
		}
	}
	return append(list, "1=1+1", "1=1+2", "2=2+1", "2=1+1", "1=3+3", "L-01", "l-1", "1", "-1", "1-1 ", "L-18446744073709551617", "01-1")
}()

// writeFields writes a certificate on one line.
func writeFields(fields map[string]json.RawMessage) string {
	var line bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		fmt.Fprintf(&line, `,"%s":%s`, name, fields[name])
	}
	return "{" + strings.TrimPrefix(line.String(), ",") + "}"
}

// TestLargeCertificates checks certificates of positions too large to search, and spoils them.
// Every field that is not a choice has only one right value.
func TestLargeCertificates(t *testing.T) {
	check := func(v *games.Variant, position string, few bool) (lost bool) {
		line := certificateOf(t, v, gamestest.Parse(t, v, position, games.Left))
		if err := certcheck.Check([]byte(line)); err != nil {
			t.Fatalf("%.200s: %v", line, err)
		}
		if few {
			return false
		}
		fields, _ := fieldsOf(line)
		for _, bad := range spoiled(line, rand.New(rand.NewPCG(7, 8))) {
			// Replies may be grouped differently, but not with other numbers.
			numbers := !slices.Equal(wholeNumber.FindAllString(bad.line, -1), wholeNumber.FindAllString(writeFields(fields), -1))
			only := bad.field == "replies" && numbers || !slices.Contains(append(chosen, "variant", "position"), bad.field)
			if only && certcheck.Check([]byte(bad.line)) == nil {
				t.Fatalf("%.300s\nis accepted, spoilt from\n%.300s", bad.line, line)
			}
		}
		return strings.Contains(line, `"claim":"P"`)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for _, v := range testlong.Sample(t, certified(t), 8) {
		lost, drawn := 0, testlong.Times(6, 9, 60)
		if slices.Contains(boards, v) || sums[v.ID] != nil {
			continue
		}
		for i := range drawn {
			piles := largePiles(r, v, []int{3, 6, 20}[i%3])
			if i == 0 {
				piles = largePiles(r, v, games.MaxPiles)
			}
			if v.Family.ID == "end-nim" && i%2 == 0 {
				piles = lostRow(t, v, piles)
			}
			if check(v, string(games.AppendPiles(nil, piles, -1)), i == 0) { // these take long
				lost++
			}
		}
		if v.Family.ID == "end-nim" && lost < drawn/4 {
			t.Errorf("%s: only %d were lost", v.ID, lost)
		}
	}
	check(find(t, "sum"), "nim 1000000000000000000 + split-nim/4 999999999999999999 + end-nim 2", false)
	for _, star := range testlong.Sample(t, []string{"1023(600 500 124 976)", "1023(600 500 124 88)", "1048575(700000 500000 300000)", "4095(3048)", "4095(4095)",
		"1000000000000000000(999999999999999999 999999999999999998 1)", "576460752303423487(576460752303423487 576460752303423487 576460752303423487)"}, 3) {
		check(depotnim.Tree, star, false)
		check(depotnim.TreeMisere, star, false)
	}
}

// largePiles returns up to most piles: some near 10^18, some small and some equal.
func largePiles(r *rand.Rand, v *games.Variant, most int) []uint64 {
	piles := make([]uint64, 1+r.IntN(most))
	if most == games.MaxPiles {
		piles = make([]uint64, most)
	}
	if m, ok := gamestest.Lookup(v.ID); ok && m.Piles == 1 {
		piles = piles[:1]
	}
	if v.Family.ID == "end-nim" && len(piles) == 1 {
		piles = append(piles, 1)
	}
	base := games.MaxPile - r.Uint64N(5) - 3
	for i := range piles {
		switch r.IntN(4) {
		case 0:
			piles[i] = 1 + r.Uint64N(4)
		case 1:
			piles[i] = 1 + r.Uint64N(games.MaxPile)
		default:
			piles[i] = base + r.Uint64N(3)
		}
	}
	return piles
}

// lostRow changes the right end pile so that the row is lost, if possible.
func lostRow(t testing.TB, v *games.Variant, piles []uint64) []uint64 {
	for d := range uint64(3) {
		row := append(slices.Clone(piles[:len(piles)-1]), max(1, min(games.MaxPile, piles[0]+d-1)))
		p := gamestest.Parse(t, v, string(games.AppendPiles(nil, row, -1)), games.Left)
		if won, err := new(solver.Solver).Wins(t.Context(), v, p); len(row) > 1 && err == nil && !won {
			return row
		}
	}
	return piles
}

// FuzzReader gives the checker tampered certificates, and checks accepted ones of small boards by
// brute force.
func FuzzReader(f *testing.F) {
	for _, v := range certified(f) {
		for _, position := range []string{"1", "2 2", "3 1 2", "2 1 2 1"} {
			if _, err := v.Parse(position, games.Left); err == nil {
				f.Add(certificateOf(f, v, gamestest.Parse(f, v, position, games.Left)))
			}
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		if regexp.MustCompile(`\d{4}`).MatchString(line) && boardLike.MatchString(line) {
			t.Skip("it may take some seconds to check")
		}
		if err := certcheck.Check([]byte(line)); err != nil {
			if strings.Contains(err.Error(), "runtime error") {
				t.Fatalf("%q: %v", line, err)
			}
			return
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(line)); err != nil {
			t.Fatalf("%q is accepted, and is not JSON: %v", line, err)
		}
		fields, _ := fieldsOf(compact.String())
		counters, position := 0, textOf(fields, "position")
		for _, n := range wholeNumber.FindAllString(position, -1) {
			n, _ := strconv.Atoi(strings.TrimPrefix(n, "-"))
			counters += min(n, 100)
		}
		v, err := catalog.Standard.Find(textOf(fields, "variant"))
		if most := 9; err == nil && slices.Contains(boards, v) {
			counters -= 10
		} else if _, known := gamestest.Lookup(textOf(fields, "variant")); !known || counters > most {
			return
		}
		if counters <= 9 && len(position) < 80 && !holds(t, compact.String()) {
			t.Errorf("%q is accepted and does not hold", line)
		}
	})
}

var boardLike = regexp.MustCompile(`(tree|depot|forklift)-nim|sum`)

// FuzzBoards feeds the checker arbitrary fields of a board.
func FuzzBoards(f *testing.F) {
	r := rand.New(rand.NewPCG(23, 24))
	for i, v := range boards {
		for range 2 {
			fields, _ := fieldsOf(certificateOf(f, v, randomBoard(f, v, r, games.Small)))
			var lost []string
			if err := json.Unmarshal(fields["lost"], &lost); err != nil && fields["star"] == nil && fields["high"] == nil && fields["ways"] == nil {
				f.Fatal(err)
			}
			f.Add(i, textOf(fields, "position"), textOf(fields, "claim"), textOf(fields, "move"), textOf(fields, "left"), textOf(fields, "right"), strings.Join(lost, "\n"))
		}
	}
	f.Add(0, "3(2 1 3)", "P", "", "", "", "star")
	f.Add(0, "5(4 1 2)", "N", "a-1", "", "", "star")
	f.Add(0, "5(4(1) 4(1))", "P", "", "", "", "high")
	f.Fuzz(func(t *testing.T, variant int, position, claim, move, left, right, lost string) {
		fields := map[string]any{"variant": boards[uint(variant)%uint(len(boards))].ID, "position": position, "claim": claim, "lost": strings.Split(lost, "\n")}
		for name, text := range map[string]string{"move": move, "left": left, "right": right} {
			if text != "" {
				fields[name] = text
			}
		}
		switch lost {
		case "":
			fields["lost"] = []string{}
		case "star":
			delete(fields, "lost")
			fields["star"] = true
		}
		var line bytes.Buffer
		encoder := json.NewEncoder(&line)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(fields); err != nil || regexp.MustCompile(`\d{4}`).Match(line.Bytes()) {
			t.Skip("it may take some seconds to check")
		}
		err := certcheck.Check(line.Bytes())
		if err != nil && strings.Contains(err.Error(), "runtime error") {
			t.Fatalf("%s: %v", line.String(), err)
		}
		counters := 0
		for _, n := range wholeNumber.FindAllString(position, -1) {
			n, _ := strconv.Atoi(strings.TrimPrefix(n, "-"))
			counters += min(n, 100)
		}
		if err == nil && counters < 20 && len(position) < 80 && !holds(t, strings.TrimSpace(line.String())) {
			t.Errorf("%s is accepted and does not hold", line.String())
		}
	})
}

// everyClaim tries every possible claim about a board of a variant, with this member of a theorem.
// No false one is accepted and, if all is set, every true one is. It returns the number accepted.
func everyClaim(t *testing.T, v *games.Variant, text, theorem string, all bool) (accepted int) {
	t.Helper()
	j := judgeBoard(v, text)
	winning := must.Get(j.game.Winning(bruteforce.Left))(t)
	try := func(claim, move string, right bool) {
		line := fmt.Sprintf(`{"variant":"%s","position":"%s","claim":"%s","%s":true%s}`, v.ID, text, claim, theorem, move)
		switch err := certcheck.Check([]byte(line)); {
		case err == nil && !right, err != nil && right && all:
			t.Errorf("%s: %v", line, err)
		case err == nil:
			accepted++
		}
	}
	try("P", "", j.claim == "P")
	try("N", "", false)
	for _, move := range append(j.game.Moves(bruteforce.Left), "b-99") {
		try("N", fmt.Sprintf(`,"move":"%s"`, move), slices.Contains(winning, move))
	}
	return accepted
}

// TestStarCertificates checks every possible claim about small stars and other trees. No false
// claim is accepted, and every true one about a star is.
func TestStarCertificates(t *testing.T) {
	accepted := 0
	check := func(text string, isStar bool) {
		for _, v := range []*games.Variant{depotnim.Tree, depotnim.TreeMisere} {
			accepted += everyClaim(t, v, text, "star", isStar)
		}
	}
	most := testlong.Times(3, 4, 7)
	for hub := range testlong.Times(3, 5, 8) {
		for n := range most * most * most * most {
			a, b, c, d := 1+n%most, 1+n/most%most, 1+n/(most*most)%most, n/(most*most*most)
			if a > b || b > c || d > 0 && d < c {
				continue
			}
			spokes := []string{strconv.Itoa(a), strconv.Itoa(b), strconv.Itoa(c), strconv.Itoa(d)}[:3+min(d, 1)]
			check(fmt.Sprintf("%d(%s)", hub+1, strings.Join(spokes, " ")), max(c, d) <= hub+1 || (hub+1)&(hub+2) == 0)
		}
	}
	for _, text := range []string{"3", "3(3)", "3(2)", "2(2)", "3(3(3) 3)", "3(1(2) 3)", "3(1(1) 1)", "1(1(1) 1(1) 1)", "5(3(1) 2(1))"} {
		check(text, false)
	}
	if accepted < 50 {
		t.Errorf("%d are accepted", accepted)
	}
}

// TestHighCertificates checks every possible claim about boards that are high or nearly so. No false
// claim is accepted, and every one that the solver proves by the theorem is.
func TestHighCertificates(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	accepted := 0
	for range testlong.Times(20, 25, 600) {
		a, b, c, k := 1+r.IntN(3), 1+r.IntN(3), 1+r.IntN(2), 2+r.IntN(5)
		for v, text := range map[*games.Variant]string{
			depotnim.Tree:     fmt.Sprintf("%d(%d(%d %d) %d(%d))", k, k+1, a, b, k, c),
			depotnim.Depot:    fmt.Sprintf("a=%d b=%d c=%d d=%d; *-a *-b b-c a-d c-d", a, b, k, k+1),
			depotnim.Forklift: fmt.Sprintf("%d %d 1 / 1 %d %d / 1 1 1", a, b, k+3, c),
		} {
			for _, v := range []*games.Variant{v, find(t, v.ID+"/misere")} {
				line := must.Get(explain.AppendCertificate(t.Context(), nil, new(solver.Solver), v, gamestest.Parse(t, v, text, games.Left)))(t)
				accepted += everyClaim(t, v, text, "high", strings.Contains(string(line), `"high"`))
			}
		}
	}
	if accepted < 50 {
		t.Errorf("%d are accepted", accepted)
	}
}

// TestNoCertificate checks that games without a theorem have no certificate, nor do proofs that
// take too long to check. A handwritten one is refused in time.
func TestNoCertificate(t *testing.T) {
	v := unknown(splitnim.Of(0))
	line, err := explain.AppendCertificate(t.Context(), nil, new(solver.Solver), v, gamestest.Parse(t, v, "1 2", games.Left))
	if err == nil || len(line) > 0 || explain.Certified(v) || !strings.HasPrefix(err.Error(), v.Name+" has no certificates") {
		t.Errorf("got %s, %v", line, err)
	}
	for _, s := range []struct{ id, position, fields string }{
		{"sum", "forklift-nim 4 4 4 / 4 4 4 / 4 4 4 + nim 3", `"worths":[0,3],"move":"2:1-3"`},
		{"sum", "end-nim 1000000000000000000 1 + nim 3", `"worths":[1000000000000000001,3],"move":"2:1-3"`},
		{"partizan-sum", strings.Repeat("partizan-end-nim 9 9 9 9 + ", 3) + "partizan-end-nim 9 9 9", `"left":"4:L-1","right":"4:R-1"`},
	}[:testlong.Times(0, 0, 3)] {
		v := find(t, s.id)
		p := gamestest.Parse(t, v, s.position, games.Left)
		if line, err := explain.AppendCertificate(t.Context(), nil, &solver.Solver{Nodes: 1 << 12, BoardNodes: 1 << 12}, v, p); err == nil {
			t.Errorf("%s", line)
		}
		if line := fmt.Sprintf(`{"variant":"%s","position":"%s","claim":"N",%s}`, s.id, s.position, s.fields); certcheck.Check([]byte(line)) == nil {
			t.Errorf("%s is accepted", line)
		}
	}
}
