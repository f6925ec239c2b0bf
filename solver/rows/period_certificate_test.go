package rows

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/certcheck"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// periodOracle judges certificates by the rules alone.
type periodOracle map[string]*ruleValues

// holds reports whether a certificate is true and has this program's form.
func (o periodOracle) holds(tb testing.TB, line string) bool {
	var p Period
	if json.Unmarshal([]byte(line), &p) != nil {
		return false
	}
	text, _ := json.Marshal(&p)
	rules, known := o[p.Variant]
	piles := periodPiles(p.Pattern)
	if string(text) != line || !known || piles == nil || p.Least == 0 || p.Before < slices.Max(piles) || p.Again <= p.Before || (p.Again-p.Before)%p.Least > 0 {
		return false
	}
	if p.Again > 150 || slices.Max(piles) > 12 || len(piles) > 3 {
		tb.Fatalf("this is too much for the oracle: %s", line)
	}
	value := func(w []uint64, b uint64) uint64 { return rules.of(tb, append(slices.Clone(w), b)) }
	holes := func(b uint64) (lines [][]int) {
		for i := range slices.Backward(piles) {
			w := slices.Clone(piles[i:])
			for x := uint64(1); x <= piles[i]; x++ {
				w[0] = x
				had := map[uint64]bool{rules.of(tb, w): true}
				for before := range b {
					had[value(w, before+1)] = true
				}
				line := []int{}
				for n := range x + b + 1 {
					if !had[n] {
						line = append(line, int(n)-int(b))
					}
				}
				lines = append(lines, line)
			}
		}
		return lines
	}
	if state := holes(p.Before); !slices.EqualFunc(state, holes(p.Again), slices.Equal) || !slices.EqualFunc(state, p.Holes, slices.Equal) {
		return false
	}
	values := []uint64{}
	for b := range 2*p.Again + p.Least {
		values = append(values, value(piles, b+1))
	}
	least, from := repetition(values)
	return p.Least == least && p.From == from
}

// periodPiles parses the piles of a pattern. It returns nil if the pattern is invalid.
func periodPiles(pattern string) (piles []uint64) {
	words := strings.Split(pattern, " ")
	for _, word := range words[:len(words)-1] {
		n, err := strconv.ParseUint(word, 10, 64)
		if err != nil || n == 0 {
			return nil
		}
		piles = append(piles, n)
	}
	if pattern != PeriodPattern(piles) {
		return nil
	}
	return piles
}

// spoilt returns variations of a certificate with a mistake in each.
func spoilt(t *testing.T, line string) (lines []string) {
	t.Helper()
	var p Period
	must.OK(t, json.Unmarshal([]byte(line), &p))
	for _, at := range regexp.MustCompile(`-?\d+`).FindAllStringIndex(line, -1) {
		n, _ := strconv.Atoi(line[at[0]:at[1]])
		for _, other := range []int{n - 1, n + 1, n + 2, 2 * n, -n, 0} {
			if other < 60 {
				lines = append(lines, line[:at[0]]+strconv.Itoa(other)+line[at[1]:])
			}
		}
	}
	for _, name := range []string{"variant", "pattern", "period", "from", "before", "again", "holes", "why", "position", "claim"} {
		field := regexp.MustCompile(`"` + name + `":("[^"]*"|[\d]+|\[.*\])`)
		for _, value := range []string{"null", `""`, "0", "1", "-1", "1.0", "1e1", `"1"`, "01", "[]", "[[]]", "{}", "99999999999999999999", `"end-nim"`, `"end-nim/misere"`, `"end-nim/loop"`, `"nim"`, `"partizan-end-nim"`,
			`"_"`, `"1 _"`, `"2 1 _"`, `"_ 1"`, `"1 _ 1"`, `"0 _"`, `"1  _"`, `"1 2 3"`, `"01 _"`} {
			changed := fmt.Sprintf(`"%s":%s`, name, value)
			lines = append(lines, field.ReplaceAllLiteralString(line, changed), strings.TrimSuffix(line, "}")+","+changed+"}")
		}
		lines = append(lines, strings.ReplaceAll(field.ReplaceAllLiteralString(line, ""), ",,", ","), strings.TrimSuffix(line, "}")+","+field.FindString(line)+"}", strings.Replace(line, name, strings.ToUpper(name), 1))
	}
	with := func(change func(*Period)) {
		q := p
		q.Holes = slices.Clone(p.Holes)
		change(&q)
		text, _ := json.Marshal(&q)
		lines = append(lines, string(text))
	}
	cycle := p.Again - p.Before
	for _, d := range []uint64{1, 2, cycle, 2 * cycle} {
		with(func(q *Period) { q.Again += d })
		with(func(q *Period) { q.Before, q.Again = q.Before+d, q.Again+d })
	}
	for i := range p.Holes {
		with(func(q *Period) { q.Holes = slices.Delete(q.Holes, i, i+1) })
		with(func(q *Period) { q.Holes = append(q.Holes, q.Holes[i]) })
		with(func(q *Period) { q.Holes[i] = nil })
		with(func(q *Period) { q.Holes[i] = q.Holes[i][1:] })
		with(func(q *Period) { q.Holes[i] = append([]int{q.Holes[i][0] - 1}, q.Holes[i]...) })
		with(func(q *Period) { q.Holes[i], q.Holes[0] = q.Holes[0], q.Holes[i] })
	}
	return lines
}

// TestPeriodCertificatesSpoilt checks that the checker refuses exactly the certificates that the
// rules refute.
func TestPeriodCertificatesSpoilt(t *testing.T) {
	oracle := periodOracle{}
	for _, v := range rowVariants {
		oracle[v.ID] = newRuleValues(v)
	}
	rows := map[*games.Variant][][]uint64{
		endnim.Normal: {{1}, {3}, {2, 1}, {5, 4}, {2, 3, 1}},
		endnim.Misere: {{1}, {2}, {3}, {4}, {2, 1}, {3, 2}, {1, 2, 2}},
		endnim.Loop:   {{1}, {3}, {2, 1}, {4, 2}, {2, 3, 1}},
	}
	accepted, refused := 0, 0
	for v, all := range rows {
		for _, piles := range testlong.Sample(t, all, 3) {
			p := mustPeriod(t, v, piles)
			line := must.Get(json.Marshal(p))(t)
			lines := map[string]bool{string(line): true}
			for _, changed := range spoilt(t, string(line)) {
				lines[changed] = true
			}
			for changed := range maps.Keys(lines) {
				err := certcheck.Check([]byte(changed))
				if holds := oracle.holds(t, changed); (err == nil) != holds {
					t.Errorf("%s: the checker says %v; whether it holds is %v", changed, err, holds)
				}
				if err == nil {
					accepted++
				} else {
					refused++
				}
			}
			if !oracle.holds(t, string(line)) {
				t.Errorf("%s does not hold", line)
			}
		}
	}
	t.Logf("%d accepted, %d refused", accepted, refused)
	if accepted < testlong.Times(6, 6, 17) || refused < testlong.Times(1_000, 1_000, 5_000) {
		t.Errorf("%d accepted, %d refused", accepted, refused)
	}
}
