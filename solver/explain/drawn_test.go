package explain_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/games/gamestest"
	"nimatron/games/gamestest/walk"
	"nimatron/games/splitnim"
	"nimatron/internal/certcheck"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/referee/start"
	"nimatron/solver"
	"nimatron/solver/explain"
	"nimatron/solver/search"
	"nimatron/solver/theory"
)

// variants are the variants with a theorem whose reasons are tested: the catalog's, and more of
// Split-q-Nim.
var variants = func() (all []*games.Variant) {
	all = slices.Clone(catalog.Standard.All())
	for _, q := range []int64{3, 12, -2} {
		all = append(all, splitnim.Of(q))
	}
	all = append(all, splitnim.Misere(4), splitnim.Misere(-2))
	return slices.DeleteFunc(all, func(v *games.Variant) bool { return solver.FamilyOf(v).Theorem == nil })
}()

// boards are the games on trees, graphs and grids.
var boards = []*games.Variant{
	depotnim.Tree, depotnim.TreeMisere, depotnim.Depot, depotnim.DepotMisere,
	depotnim.Forklift, depotnim.ForkliftMisere, depotnim.Coloured,
}

// drawBoard draws a board, mostly of small piles, and often of equal or neighbouring ones.
func drawBoard(r *rand.Rand, v *games.Variant) string {
	most := []uint64{3, 6, 12, 60, 1000, games.MaxPile / 8}[r.IntN(6)]
	board, sum := make([]uint64, 1+r.IntN(7)), uint64(0)
	for i := range board {
		board[i] = 1 + r.Uint64N(most)
		if i > 0 && r.IntN(3) == 0 {
			board[i] = max(1, board[r.IntN(i)]+uint64(r.IntN(3))-1)
		}
		sum ^= board[i]
	}
	nominated := -1
	if v.Reverse && !strings.HasPrefix(v.ID, "total") && r.IntN(2) == 0 {
		nominated = r.IntN(len(board))
	}
	// Lost positions are rare among large piles, so the last pile often makes one.
	if sum > 0 && r.IntN(2) == 0 && (v.Family.ID == "nim" || v.Family.ID == "split-nim") {
		board = append(board, sum)
	}
	return string(games.AppendPiles(nil, board, nominated))
}

// randomBoard returns a board after some moves, as in play: a generated one, or one with random
// roads.
func randomBoard(t testing.TB, v *games.Variant, r *rand.Rand, size games.Size) games.Position {
	t.Helper()
	text := v.Generate(r, size)
	if r.IntN(3) == 0 && v.Family != depotnim.TreeFamily && v.Family != depotnim.ForkliftFamily {
		text = anyGraph(r, v.Partizan)
	}
	if v == depotnim.Tree && r.IntN(4) == 0 {
		text = anyStar(r)
	}
	p, err := v.Parse(text, games.Left)
	if err != nil {
		return randomBoard(t, v, r, size) // a stack that neither side reaches
	}
	for n := r.IntN(4); n > 0 && !games.Over(p); n-- {
		places := p.Places()
		place := places[r.IntN(len(places))]
		p = play(t, p, moveOn(t, p, fmt.Sprintf("%s-%d", place.Name, 1+r.Uint64N(place.Most))))
	}
	return p.WithTurn(games.Left)
}

// anyStar writes a star: with a hub of 2^k - 1 counters, with high spokes, or with low ones.
func anyStar(r *rand.Rand) string {
	hub, spokes := 2+r.IntN(6), make([]string, 2+r.IntN(3))
	most := hub - 1
	if r.IntN(2) == 0 {
		hub, most = []int{1, 3, 7}[r.IntN(3)], 7
	}
	for i := range spokes {
		spokes[i] = strconv.Itoa(1 + r.IntN(most))
	}
	return fmt.Sprintf("%d(%s)", hub, strings.Join(spokes, " "))
}

// anyGraph writes a graph with random roads and names.
func anyGraph(r *rand.Rand, coloured bool) string {
	names, stacks, roads := []string{"*"}, []string{}, []string{}
	for v := range 2 + r.IntN(4) {
		names = append(names, fmt.Sprintf("%c%d", 'p'+v, r.IntN(100)))
		stacks = append(stacks, fmt.Sprintf("%s=%d", names[v+1], r.IntN(4)))
	}
	for u := range names {
		for v := range u {
			if r.IntN(2) == 0 {
				sign := "-"
				if coloured {
					sign = "-<>"[r.IntN(3):][:1]
				}
				roads = append(roads, names[v]+sign+names[u])
			}
		}
	}
	return strings.Join(stacks, " ") + "; " + strings.Join(roads, " ")
}

// startsOf draws starts of matches as the bot does.
func startsOf(t *testing.T, v *games.Variant, size games.Size, n int) (starts []games.Position) {
	t.Helper()
	random := rand.New(rand.NewPCG(20, uint64(size)))
	for range n {
		text, first, err := start.ToWin(t.Context(), random, v, size, games.Side(random.IntN(2)), games.Left, games.Right)
		must.OK(t, err)
		starts = append(starts, gamestest.Parse(t, v, text, first))
	}
	return starts
}

// longest bounds the characters of a whole reason, so that it is shown uncut. longestBroken bounds
// the reason why a decision loses.
const longest, longestBroken = 2600, 600

// largeNumber matches a number of more than six digits.
var largeNumber = regexp.MustCompile(`[0-9]{7}`)

// longestShort bounds a short form, which may name up to six numbers.
func longestShort(p games.Position) int {
	if largeNumber.MatchString(p.String()) {
		return explain.MaxShort + 80
	}
	return explain.MaxShort
}

// letters matches letters for numbers and for classes of positions, which readers don't know.
var letters = regexp.MustCompile(`\b(?:[NPLR]: |u = |g = |l = |r = |l \+ r|L\*|R\*|[uglr]\b[^'’.)-])|⊕|⌊|4k`)

// checkLengths checks the lengths and the first words of the short and the whole reason.
func checkLengths(t *testing.T, v *games.Variant, p games.Position, r theory.Reason) {
	t.Helper()
	short, full := explain.Short(v, p, r), explain.Full(v, p, r)
	whole := strings.Join(full, "\n")
	if utf8.RuneCountInString(short) > longestShort(p) || !strings.HasSuffix(short, ".") || utf8.RuneCountInString(whole) > longest {
		t.Errorf("%s %.60s: %d and %d characters: %s\n%s", v.ID, p, utf8.RuneCountInString(short), utf8.RuneCountInString(whole), short, whole)
	}
	plain := r
	plain.Voice = theory.Plain
	if r.Justification != nil && full[0] != explain.Short(v, p, plain) {
		t.Errorf("%s %.60s: the whole reason begins with %s", v.ID, p, full[0])
	}
	loses := "Every move loses: "
	if p.Turn().Decision != games.WholeMove {
		loses = "You can't win: "
	}
	if !strings.HasPrefix(short, map[theory.Claim]string{theory.CanWin: "You can win: ", theory.AllLose: loses}[r.Claim]) {
		t.Errorf("%s %.60s: it is %s: %s", v.ID, p, r.Claim, short)
	}
	if r.Claim == theory.CanWin {
		if look := explain.Look(v, r); !strings.HasSuffix(look, ".") && !strings.HasSuffix(look, "?") {
			t.Errorf("%s %s: where to look for %s: %q", v.ID, p, r.Move, look)
		}
	}
	for _, text := range []string{short, whole} {
		if letter := letters.FindString(text); letter != "" && solver.FamilyOf(v).Theorem != nil {
			t.Errorf("%s %s: %q is not said what it is:\n%s", v.ID, p, letter, text)
		}
		for _, words := range []string{"owner", "the opponent", "such a row", "mostly", "as the whole reason says", "says why", "says which"} {
			if strings.Contains(text, words) {
				t.Errorf("%s %s: %q:\n%s", v.ID, p, words, text)
			}
		}
	}
}

// checkAnalysis checks the short reason and the data of an analysis.
func checkAnalysis(t *testing.T, v *games.Variant, p games.Position) *solver.Analysis {
	t.Helper()
	a := must.Get((&solver.Solver{BoardNodes: 10_000}).Analyze(t.Context(), v, p))(t)
	var line struct {
		Variant, Position, Why string
		Reason                 map[string]json.RawMessage
	}
	text := explain.AppendJSON(nil, a)
	if err := json.Unmarshal(text, &line); err != nil || strings.ContainsRune(string(text), '\n') || line.Variant != v.ID || line.Position != p.String() || line.Why != explain.Analysis(a) {
		t.Fatalf("%s, %v", text, err)
	}
	if utf8.RuneCountInString(line.Why) > longestShort(p) || !strings.HasSuffix(line.Why, ".") {
		t.Errorf("%s %.60s: %s", v.ID, p, line.Why)
	}
	reasons, data := []theory.Reason{a.Reason}, []map[string]json.RawMessage{line.Reason}
	if v.Partizan && a.Exact {
		reasons, data = []theory.Reason{a.LeftReason, a.RightReason}, make([]map[string]json.RawMessage, 2)
		for i, side := range []string{"left", "right"} {
			must.OK(t, json.Unmarshal(line.Reason[side], &data[i]))
		}
	}
	for i, r := range reasons {
		p := p
		if v.Partizan {
			p = p.WithTurn(games.Side(i))
		}
		checkLengths(t, v, p, r)
		// Besides claim and rule there is the move, or the data of the rule.
		if over := games.Over(p) || !a.Exact; over != (r.Justification == nil) || !over && (len(data[i]) < 3 || (data[i]["move"] != nil) != (r.Claim == theory.CanWin)) {
			t.Errorf("%s %s: the data says only %s", v.ID, p, data[i])
		}
	}
	return a
}

// TestDrawn asks about random positions, small, huge and long, of all variants with a theorem, and
// about a winning move and a losing one.
func TestDrawn(t *testing.T) {
	random, ruled := rand.New(rand.NewPCG(12, 4)), map[string]int{}
	for n := range testlong.Times(200, 400, 20_000) {
		v := variants[n%len(variants)]
		text := drawBoard(random, v)
		if n < len(variants)*testlong.Times(1, 2, 12) {
			text = hugeBoard(random)
		}
		p, err := v.Parse(text, games.Side(random.IntN(2)))
		if err != nil || games.Over(p) {
			continue
		}
		r := reasonOf(t, v, p)
		checkLengths(t, v, p, r)
		s := sumOf(t, v)
		if alone, err := s.Parse(v.ID+" "+text, p.Turn().Owner); err == nil {
			checkLengths(t, s, alone, reasonOf(t, s, alone))
		}
		if n%7 == 0 {
			checkAnalysis(t, v, p)
		}
		moves, _, err := shared.Winning(t.Context(), v, p, 12)
		if err != nil || (len(moves) > 0) != (r.Claim == theory.CanWin) {
			t.Fatalf("%s %s: %s, but %v, %v", v.ID, p, r.Claim, moves, err)
		}
		if len(moves) == 0 {
			continue
		}
		move := moves[random.IntN(len(moves))]
		if r, err = shared.ExplainMove(t.Context(), v, p, move); err != nil || r.Move != move {
			t.Fatalf("%s %s: %s is explained by %s, %v", v.ID, p, move, r.Move, err)
		}
		checkLengths(t, v, p, r)
		seen := 0
		for step := range p.Options() {
			if seen++; seen > 60 || len(moves) == 12 {
				break
			}
			if random.IntN(4) > 0 || slices.Contains(moves, step.Move) {
				continue
			}
			r := must.Get(shared.Refute(t.Context(), v, step.Move, step.Position, games.Move{}))(t)
			broken := explain.Broken(v, r)
			if n := utf8.RuneCountInString(broken); n == 0 && !games.Over(step.Position) || n > longestBroken {
				t.Errorf("%s %s %s: %d characters: %s", v.ID, p, step.Move, n, broken)
			}
			if _, err := shared.ExplainMove(t.Context(), v, p, step.Move); err == nil {
				t.Fatalf("%s %s: %s, which loses, is explained", v.ID, p, step.Move)
			}
			if rule, _, found := strings.Cut(broken, "The answer is "); found && rule != "" {
				ruled[v.Family.ID]++
			}
			break
		}
		if t.Failed() {
			return
		}
	}
	for _, family := range []string{"nim", "end-nim", "partizan-end-nim", "split-nim"} {
		if ruled[family] < testlong.Times(1, 1, 3) {
			t.Errorf("only %d rules of %s were broken", ruled[family], family)
		}
	}
}

// sumOf returns the sums in which boards of v would be parts.
func sumOf(t *testing.T, v *games.Variant) *games.Variant {
	switch {
	case v.Partizan:
		return find(t, "partizan-sum")
	case v.Ending == games.Misere:
		return find(t, "sum/misere")
	}
	return find(t, "sum")
}

// hugeBoard draws one of the largest boards.
func hugeBoard(random *rand.Rand) string {
	piles := make([]uint64, []int{2, 3, 5, 16, 998, 1000}[random.IntN(6)])
	alike := random.IntN(2) == 0
	for i := range piles {
		if piles[i] = games.MaxPile; !alike {
			piles[i] -= random.Uint64N(1 << uint(random.IntN(59)+1))
		}
	}
	piles[0], piles[len(piles)-1] = games.MaxPile, games.MaxPile-random.Uint64N(2)
	return string(games.AppendPiles(nil, piles, -1))
}

// TestHugeParameters checks Split-q-Nim with q near 10^18.
func TestHugeParameters(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 12))
	for _, q := range []int64{999999999999999998, 576460752303423486, -999999999999999999} {
		for _, v := range []*games.Variant{splitnim.Of(q), splitnim.Misere(q)} {
			for range testlong.Times(2, 6, 40) {
				p := gamestest.Parse(t, v, hugeBoard(random), games.Left)
				checkLengths(t, v, p, reasonOf(t, v, p))
			}
		}
	}
}

// TestEveryFamilySaysAll asks for all texts about positions of each variant of the catalog: the
// short and the whole reason, the data, where to look, and a certificate or that there is none.
func TestEveryFamilySaysAll(t *testing.T) {
	for _, v := range append([]*games.Variant{walk.Variant, unknown(catalog.Standard.All()[0])}, catalog.Standard.All()...) {
		f := solver.FamilyOf(v)
		certified := f != search.Family // certificates of the others have no form
		statement, source := f.Statement(v), f.Source(v)
		if source == "" || len(statement)+len(source) > 1020 || statement == "" && f.Theorem != nil || statement != "" && !strings.HasSuffix(statement, ".") {
			t.Errorf("%s: %q, from %q", v.ID, statement, source)
		}
		random := rand.New(rand.NewPCG(18, 1))
		positions := []string{v.Rules.Example, v.Generate(random, games.Small), v.Generate(random, games.Small), v.Generate(random, games.Small)}
		for _, small := range []string{"0", "1", "2 2", "1 2", "1 2 3", "2 1 1 2", "[2] 1", "y", "z"} {
			if _, err := v.Parse(small, games.Left); err == nil {
				positions = append(positions, small)
			}
		}
		for _, text := range positions {
			p := gamestest.Parse(t, v, text, games.Left)
			checkAnalysis(t, v, p)
			line, err := explain.AppendCertificate(t.Context(), nil, new(solver.Solver), v, p)
			if known := explain.Certified(v); known != (err == nil) || known != (len(line) > 0) || known != certified {
				t.Errorf("%s %s: certified %v, but %s, %v", v.ID, text, known, line, err)
			} else if known {
				if err := certcheck.Check(line); err != nil {
					t.Errorf("%s: %v", line, err)
				}
			}
		}
	}
}

// TestBoardsThatAreRows checks that End-Nim's reason fits between the names of stacks, however
// large they are.
func TestBoardsThatAreRows(t *testing.T) {
	for _, position := range testlong.Sample(t, []string{
		"1000000000000000000(7(999999999999999998 7))",
		"999999999999999998(1000000000000000000(1000000000000000000(999999999999999998(7)) 8))",
		"1000000000000000000(999999999999999999(1000000000000000000(4(999999999999999999(4(2 1))))))",
		"5(1000000000000000000(999999999999999998) 1000000000000000000(999999999999999997(999999999)))",
	}, 1) {
		checkAnalysis(t, depotnim.Tree, gamestest.Parse(t, depotnim.Tree, position, games.Left))
	}
}

// TestAnalysesOfColouredBoards checks that most generated boards have room for the continuations
// with Left and with Right starting.
func TestAnalysesOfColouredBoards(t *testing.T) {
	both, drawn := 0, testlong.Times(10, 30, 100)
	for seed := range uint64(drawn) {
		text := depotnim.Coloured.Generate(rand.New(rand.NewPCG(seed, 20)), games.Small)
		said := explain.Analysis(checkAnalysis(t, depotnim.Coloured, gamestest.Parse(t, depotnim.Coloured, text, games.Left)))
		if strings.Contains(said, "Left starts") && strings.Contains(said, "Right starts") {
			both++
		}
	}
	if 100*both < 85*drawn {
		t.Errorf("%d of %d say how both sides go on", both, drawn)
	}
}

// onward matches how to go on: a plan that a test of short forms follows to the end, or that one has to ask again.
var onward = regexp.MustCompile(`(Ask|look) again|even again|odd again|restore|[Kk]eep (it so|them (even|the same)|both ends|even counts)|twin|partner|` +
	`[Cc]opy each|[Ww]hatever (they|your)|Then|always do so|smallest part again|take the rest of|on the part on which|` +
	`take the whole pile|last pile whole|leaves a single|no move\.|ends the game|in turn|Each move takes one|leaves nothing but|` +
	`can only take|in (the stacks|the spokes|open stacks)|who leaves|last counter`)

// TestWinnersLearnHowToGoOn checks generated starts of all variants. A short form that says only what its move leaves
// tells nobody how to win.
func TestWinnersLearnHowToGoOn(t *testing.T) {
	for _, v := range catalog.Standard.All() {
		random := rand.New(rand.NewPCG(2, 180))
		for n := range testlong.Times(12, 12, 180) {
			p := gamestest.Parse(t, v, v.Generate(random, games.Sizes[n%3]), games.Left)
			r, err := shared.QuickBudget().Explain(t.Context(), v, p)
			if err != nil || r.Claim != theory.CanWin {
				continue
			}
			if short := explain.Short(v, p, r); !onward.MatchString(short) {
				t.Errorf("%s %s: how to go on is not in: %s", v.ID, p, short)
			}
		}
	}
}

// TestLongNumbersKeepTheRule checks that the short reason has the rule for the last larger pile,
// however long a number is.
func TestLongNumbersKeepTheRule(t *testing.T) {
	seen := 0
	for _, id := range []string{"pile-reverse-nim", "move-reverse-nim/misere"} {
		for n := uint64(1); n <= games.MaxPile; n *= 10 {
			for _, board := range []string{"[%d] %[1]d", "[%d] %[1]d 1", "[%d] %[1]d 1 1", "%d %[1]d 1", "[1] %d %[1]d"} {
				for _, ones := range []int{0, 900, 901} {
					v := find(t, id)
					p := gamestest.Parse(t, v, fmt.Sprintf(board, n)+strings.Repeat(" 1", ones), games.Left)
					if _, after, found := strings.Cut(explain.Short(v, p, reasonOf(t, v, p)), "leave exactly 1"); found {
						if seen++; !strings.Contains(after, "(or nothing of the last above 1)") {
							t.Errorf("%s %.60s lacks the rule: %s", v.ID, p, after)
						}
					}
				}
			}
		}
	}
	if seen < 200 {
		t.Errorf("only %d reasons have the rule", seen)
	}
}

// TestOver checks the texts about finished positions.
func TestOver(t *testing.T) {
	for _, v := range variants {
		text := "0"
		if v == endnim.Loop {
			text = "7"
		}
		p := gamestest.Parse(t, v, text, games.Left)
		r := reasonOf(t, v, p)
		winner, _ := v.Winner(p)
		if short := explain.Short(v, p, r); (r.Claim == theory.HasWon) != (winner == p.Turn().Actor) || r.Justification != nil || short != "The game is over. "+v.Rules.End {
			t.Errorf("%s: %+v, %s", v.ID, r, short)
		}
	}
}

// Special characters in the names of places are escaped. Only a list that was cut off says that
// there is more.
func TestOddLists(t *testing.T) {
	p := gamestest.Parse(t, endnim.Partizan, "3 5", games.Left)
	a := &solver.Analysis{Variant: endnim.Normal, Position: p, Winning: solver.Moves{List: []games.Move{
		{Kind: games.Take, Where: "a\"b", Count: 2}, {Kind: games.Other, Text: "x\\y"},
		{Kind: games.Nominate, Where: "ü"}, {Kind: games.Split, Where: "2", Parts: [2]uint64{3, 4}},
	}}}
	const want = `"winning":["a\"b-2","x\\y","ü","2=3+4"]`
	if line := string(explain.AppendJSON(nil, a)); !strings.Contains(line, want) {
		t.Errorf("%s does not contain %s", line, want)
	}
	one := []games.Move{{Kind: games.Take, Where: "L", Count: 1}}
	a = &solver.Analysis{Variant: endnim.Partizan, Position: p, Exact: true, Outcome: theory.NextWins,
		Left: solver.Moves{List: one, Complete: true}, Right: solver.Moves{List: one}}
	text, line := explain.Text(a, ""), string(explain.AppendJSON(nil, a))
	if !strings.Contains(text, "Left wins by:   L-1\n") || !strings.Contains(text, "Right wins by:  L-1 and more\n") || !strings.Contains(line, `"winning_complete":false`) {
		t.Error(text, line)
	}
}
