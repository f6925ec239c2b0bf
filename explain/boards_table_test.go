package explain_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/internal/testlong"
	"nimatron/solver"
	"nimatron/solver/depots"
	"nimatron/solver/theory"
)

// TestPrintedTablesWin lets a player who knows nothing but the words of whole reasons win
// every generated start, of the winner's side, whose reasons are complete: each move on the
// board of which a table is printed has to have an answer in it, which has to win.
func TestPrintedTablesWin(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 20))
	for _, v := range boardVariants() {
		for _, size := range []games.Size{games.Small, games.Medium} {
			s := solver.WithTable(depots.NewTable(1 << 26))
			n, complete, tables := testlong.Times(3, 15, 60), 0, 0
			for _, p := range startsOf(t, v, size, n) {
				f := &reader{T: t, solver: s, variant: v, random: random}
				if f.wins(p) {
					complete++
				}
				tables += f.tables
			}
			t.Logf("%s %s: %d of %d starts won from words alone, %d tables", v.ID, size, complete, n, tables)
			if complete < n/2 || tables < n/2 {
				t.Errorf("%s %s: only %d of %d starts are won from words alone, by %d tables", v.ID, size, complete, n, tables)
			}
		}
	}
}

// reader plays by what it reads.
type reader struct {
	*testing.T
	solver  *solver.Solver
	variant *games.Variant
	random  *rand.Rand
	tables  int
}

// wins plays a game to its end as the winner; false where some reason is not complete.
func (f *reader) wins(p games.Position) bool {
	r := f.reason(p)
	me := p.Turn().Actor
	if r.Claim == theory.CanWin {
		lost := played(f.T, p, r.Move.String())
		if !f.answersAll(lost, r, explain.Full(f.variant, p, r)) {
			return false
		}
		p = lost
	} else {
		me = me.Other()
	}
	for !games.Over(p) {
		r := f.reason(p)
		words := explain.Full(f.variant, p, r)
		if !f.answersAll(p, r, words) {
			return false
		}
		// The other player moves at random, and the words answer.
		lost := p
		var steps []games.Step
		for step := range p.Options() {
			steps = append(steps, step)
		}
		step := steps[f.random.IntN(len(steps))]
		if p = step.Position; games.Over(p) {
			break
		}
		answer, ok := f.answer(lost, r, words, step)
		if !ok {
			return false
		}
		p = played(f.T, step.Position, answer)
	}
	if winner, _ := f.variant.Winner(p); winner != me {
		f.Errorf("%s: the words have lost, %s", f.variant.ID, p)
	}
	return true
}

func (f *reader) reason(p games.Position) theory.Reason {
	r, err := f.solver.Explain(f.Context(), f.variant, p)
	if err != nil {
		f.Fatal(err)
	}
	checkBoardWords(f.T, f.variant, p, r)
	return r
}

// answersAll checks the answer to each move on a lost board of which a table is printed;
// false where the table is not complete.
func (f *reader) answersAll(lost games.Position, r theory.Reason, words []string) bool {
	if g := r.Ground.(*depots.Ground); g.Kind != depots.Sum && g.Kind != depots.Searched {
		return true
	}
	rules := readRules(f.T, words)
	if strings.Contains(strings.Join(words, "\n"), "other moves") {
		return false
	}
	f.tables++
	for step := range lost.Options() {
		answer, ok := rules.answer(lost, step)
		if !ok {
			f.Errorf("%s %s: the words have no answer to %s:\n%s", f.variant.ID, lost, step.Move, strings.Join(words, "\n"))
			return false
		}
		if won, err := f.solver.Wins(f.Context(), f.variant, played(f.T, step.Position, answer)); won || err != nil {
			f.Errorf("%s %s: the answer to %s, %s, does not win: %v\n%s", f.variant.ID, lost, step.Move, answer, err, strings.Join(words, "\n"))
		}
	}
	return true
}

// answer is what the words answer to a move.
func (f *reader) answer(p games.Position, r theory.Reason, words []string, step games.Step) (string, bool) {
	if short := explain.Short(f.variant, p, r); strings.Contains(short, "leave nothing but 1s, ") && strings.Contains(short, " an odd number.") {
		for next := range step.Position.Options() {
			if ones, most := stacks(next.Position); most == 1 && ones%2 == 1 {
				return next.Move.String(), true
			}
		}
	}
	switch g := r.Ground.(*depots.Ground); g.Kind {
	case depots.OneByOne:
		for next := range step.Position.Options() {
			return next.Move.String(), true
		}
	case depots.Mirror:
		for _, found := range regexp.MustCompile(`(\S+) with (\S+?)[,.]? `).FindAllStringSubmatch(strings.ReplaceAll(words[1], ".", " "), -1) {
			for i := range 2 {
				if found[1+i] == step.Move.Where {
					return fmt.Sprintf("%s-%d", found[2-i], step.Move.Count), true
				}
			}
		}
	case depots.Sum, depots.Searched:
		return readRules(f.T, words).answer(p, step)
	}
	// What everybody knows of Nim, and of End-Nim, other tests check.
	moves, _, err := f.solver.Winning(f.Context(), f.variant, step.Position, 1)
	if err != nil || len(moves) == 0 {
		f.Fatalf("%s: %v", step.Position, err)
	}
	return moves[0].String(), true
}

// stacks returns how many stacks a board has, and the most counters on one.
func stacks(p games.Position) (number int, most uint64) {
	for _, n := range countersOf(p) {
		if most = max(most, n); n > 0 {
			number++
		}
	}
	return number, most
}

// wordRule is a rule as it is read: of low to high counters from a stack, to all of them
// where high is 0, and what the answer is.
type wordRule struct {
	stack     string
	low, high uint64
	all       bool
	answer    string
	// take is how many the answer takes; as many as the move and more, where relative; all
	// where whole; down to so many where cut.
	take                 int64
	relative, whole, cut bool
	back                 bool // the other way round
}

// wordRules are those of a text.
type wordRules []wordRule

var (
	ruleForm  = regexp.MustCompile(`(?i)(?:^|; |- |: |\. )(?:if )?(?:they )?(?:take )?((?:all of|anything from|[\d a-z]+ from) \S+), (?:and (?:your opponent|they) )?([^;.,]+)(, and (?:the other way round|vice versa))?`)
	movesForm = regexp.MustCompile(`^(?:(all) of|(anything) from|(\d+)(?: (to|or) (\d+|more))? from) (\S+)$`)
	tableForm = regexp.MustCompile(`^(?:takes? )?(?:(all|the rest) of (\S+)|cuts? (\S+) to (\d+)|as many from (\S+)|(\d+) (more|less) than that from (\S+)|(\d+)(?: more)? from (\S+))$`)
)

// readRules reads the rules of a text.
func readRules(t *testing.T, lines []string) (rules wordRules) {
	t.Helper()
	for _, line := range lines {
		if !strings.HasPrefix(line, "- ") {
			continue
		}
		found := ruleForm.FindAllStringSubmatch(line, -1)
		if len(found) == 0 {
			t.Errorf("not understood: %s", line)
		}
		for _, f := range found {
			rules = append(rules, readRule(t, f[1], f[2], f[3] != ""))
		}
	}
	return rules
}

func readRule(t *testing.T, when, then string, back bool) (r wordRule) {
	t.Helper()
	w, a := movesForm.FindStringSubmatch(when), tableForm.FindStringSubmatch(then)
	if w == nil || a == nil {
		t.Fatalf("not understood: take %s, %s", when, then)
	}
	r.stack, r.back = w[6], back
	r.low = num(w[3])
	switch {
	case w[1] != "":
		r.all = true
	case w[2] != "", w[5] == "more":
		r.low, r.high = max(r.low, 1), 1<<63
	case w[4] == "":
		r.high = r.low
	default:
		r.high = num(w[5])
	}
	switch {
	case a[1] != "":
		r.answer, r.whole = a[2], true
	case a[3] != "":
		r.answer, r.cut, r.take = a[3], true, int64(num(a[4]))
	case a[5] != "":
		r.answer, r.relative = a[5], true
	case a[6] != "":
		r.answer, r.relative, r.take = a[8], true, int64(num(a[6]))
		if a[7] == "less" {
			r.take = -r.take
		}
	default:
		r.answer, r.take = a[10], int64(num(a[9]))
	}
	return r
}

// answer finds the answer to a move.
func (rules wordRules) answer(board games.Position, step games.Step) (string, bool) {
	had, left, taken := countersOf(board), countersOf(step.Position), step.Move.Count
	for _, r := range rules {
		if r.stack == step.Move.Where && (r.all && taken == had[r.stack] || !r.all && taken >= r.low && taken <= r.high) {
			take := r.take
			switch {
			case r.whole:
				take = int64(left[r.answer])
			case r.cut:
				take = int64(left[r.answer]) - r.take
			case r.relative:
				take += int64(taken)
			}
			return fmt.Sprintf("%s-%d", r.answer, take), take > 0
		}
		if r.back && r.answer == step.Move.Where {
			if n, ok := r.returned(had, taken); ok {
				return fmt.Sprintf("%s-%d", r.stack, n), true
			}
		}
	}
	return "", false
}

// returned is how many a move takes that a rule answers by taking so many.
func (r wordRule) returned(had map[string]uint64, taken uint64) (n uint64, ok bool) {
	low, high := r.low, min(r.high, had[r.stack])
	if r.all {
		low, high = had[r.stack], had[r.stack]
	}
	for n := low; n <= high; n++ {
		answer := uint64(r.take)
		switch {
		case r.whole:
			answer = had[r.answer]
		case r.cut:
			answer = had[r.answer] - answer
		case r.relative:
			answer += n
		}
		if answer == taken {
			return n, true
		}
	}
	return 0, false
}

// checkBoardWords checks lengths, that each number of the words about a sum is what plain
// search makes of the parts, and that the short form says no more than the whole one.
func checkBoardWords(t *testing.T, v *games.Variant, p games.Position, r theory.Reason) {
	t.Helper()
	short, full := explain.Short(v, p, r), strings.Join(explain.Full(v, p, r), "\n")
	if n := utf8.RuneCountInString(short); n > explain.MaxShort || !strings.HasSuffix(short, ".") {
		t.Errorf("%s: %d characters: %s", p, n, short)
	}
	if n := utf8.RuneCountInString(full); n > longest {
		t.Errorf("%s: %d characters: %s", p, n, full)
	}
	g := r.Ground.(*depots.Ground)
	if g.Kind == depots.Searched {
		rules := readRules(t, strings.Split(full, "\n"))
		for _, f := range ruleForm.FindAllStringSubmatch(short, -1) {
			if !slices.Contains(rules, readRule(t, f[1], f[2], f[3] != "")) {
				t.Errorf("%s: %q is not among all answers:\n%s", p, f[0], full)
			}
		}
	}
	if g.Kind != depots.Sum {
		return
	}
	values := map[string]uint64{}
	sum := uint64(0)
	for _, c := range g.Components {
		value := valueOf(t, v, p, c.Places)
		name := strings.Join(c.Places, "+")
		if len(c.Places) > 3 {
			name = c.Places[0] + "+…+" + c.Places[len(c.Places)-1]
		}
		values[name] = value
		sum ^= value
	}
	names := `([A-Za-z0-9+…]+)`
	_, list, _ := strings.Cut(short, "piles of Nim: ")
	list, _, _ = strings.Cut(list, ".")
	told := 0
	for _, f := range regexp.MustCompile(names+` (\d+)(?:,| and|$)`).FindAllStringSubmatch(list, -1) {
		if value, ok := values[f[1]]; !ok || value != num(f[2]) {
			t.Errorf("%s: %q does not hold: %v, in %s", p, f[0], values, short)
		}
		told++
	}
	if list != "" && told != len(g.Components) {
		t.Errorf("%s: %d of %d parts are read: %s", p, told, len(g.Components), short)
	}
	if f := regexp.MustCompile(`falls into (\d+) parts`).FindStringSubmatch(short); f != nil && f[1] != strconv.Itoa(len(g.Components)) {
		t.Errorf("%s: %s", p, short)
	}
	for _, text := range []string{short, full} {
		for _, f := range regexp.MustCompile(`(?:makes|Play in) `+names+`(?:: \S+ makes it)? worth (\d+)(?: instead of (\d+))?`).FindAllStringSubmatch(text, -1) {
			if values[f[1]]^sum != num(f[2]) || f[3] != "" && values[f[1]] != num(f[3]) {
				t.Errorf("%s: %q does not hold: %v", p, f[0], values)
			}
		}
	}
	if (sum == 0) != (r.Claim == theory.AllLose) || !strings.Contains(full, fmt.Sprintf("make %d (the nim-sum)", sum)) {
		t.Errorf("%s: the nim-sum is %d:\n%s", p, sum, full)
	}
}

// valueOf is the value of a part, by plain search: with all other stacks empty.
func valueOf(t *testing.T, v *games.Variant, p games.Position, places []string) uint64 {
	t.Helper()
	text := p.String()
	switch shape := p.Shape().(type) {
	case games.Grid:
		cells := make([]string, len(shape.Cells))
		for i, c := range shape.Cells {
			cells[i] = "."
			if slices.Contains(places, c.Name) {
				cells[i] = fmt.Sprint(c.Counters)
			}
		}
		var rows []string
		for i := 0; i < len(cells); i += shape.Columns {
			rows = append(rows, strings.Join(cells[i:i+shape.Columns], " "))
		}
		text = strings.Join(rows, " / ")
	case games.Graph:
		for _, c := range shape.Vertices {
			if !slices.Contains(places, c.Name) && !c.Depot && v.Family.ID != "tree-nim" {
				text = regexp.MustCompile(`\b`+c.Name+`=\d+`).ReplaceAllString(text, c.Name+"=0")
			}
		}
		if v.Family.ID == "tree-nim" { // two stacks that are both open
			return countersOf(p)[places[0]]
		}
	}
	value, err := bruteforce.Read(v.ID, text).Value()
	if err != nil {
		t.Fatal(err)
	}
	return uint64(value)
}
