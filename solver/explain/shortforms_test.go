package explain_test

import (
	"fmt"
	"math/big"
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
	"nimatron/games/gamestest"
	gamesum "nimatron/games/sum"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/internal/words"
	"nimatron/solver/depots"
	"nimatron/solver/explain"
	"nimatron/solver/theory"
)

var jointForm = regexp.MustCompile(`((?:[a-z]+, )*[a-z]+ and [a-z]+) count (\d+) together`)

// TestShortFormsOfHighBoards follows the short form by what it says alone: the stacks count as it says, and their
// counts of 1s, 2s, 4s and so on are even where it says so.
func TestShortFormsOfHighBoards(t *testing.T) {
	r, followed, joint := rand.New(rand.NewPCG(11, 0)), 0, 0
	for range testlong.Times(60, 250, 2000) {
		few := func() int { return 1 + r.IntN(4) }
		high := func() int { return 12 + r.IntN(30) }
		text := fmt.Sprintf("%d(%d(%d) %d(%d %d) %d)", few(), high(), few(), high(), few(), few(), few())
		if r.IntN(2) == 0 {
			text = fmt.Sprintf("1(%d(%d %d) %d(%d) %d(%d))", high(), few(), few(), high(), few(), high(), few())
		}
		for _, v := range []*games.Variant{depotnim.Tree, depotnim.TreeMisere} {
			p := gamestest.Parse(t, v, text, games.Left).(*depotnim.Position)
			reason := reasonOf(t, v, p)
			if g, ok := reason.Justification.(*depots.Justification); !ok || g.Kind != depots.High {
				continue
			}
			short := explain.Short(v, p, reason)
			if strings.Contains(short, "every move opens a high stack") {
				continue
			}
			if utf8.RuneCountInString(short) > explain.MaxShort {
				t.Errorf("%s %s: %q is long", v.ID, text, short)
			}
			if followed++; !strings.Contains(short, "one counts one less") && !strings.Contains(short, "stack counts one less") {
				t.Errorf("%s %s: %q does not say what a stack counts", v.ID, text, short)
			}
			after := p
			if reason.Claim == theory.CanWin {
				next := must.Get(p.Play(reason.Move))(t)
				after = next.(*depotnim.Position)
			}
			joint += strings.Count(short, "together")
			if sum := countedBy(short, after); sum != 0 && (v == depotnim.Tree || !strings.Contains(short, "only 1s")) {
				t.Errorf("%s %s: the counts of %q make %d", v.ID, text, short, sum)
			}
		}
	}
	if followed < 60 || joint < 30 {
		t.Errorf("%d were followed, %d of them with stacks that count together", followed, joint)
	}
}

// countedBy returns the nim-sum of the open stacks as a short form counts them.
func countedBy(short string, p *depotnim.Position) (sum uint64) {
	together := map[string]bool{}
	for _, m := range jointForm.FindAllStringSubmatch(short, -1) {
		n, _ := strconv.ParseUint(m[2], 10, 64)
		sum ^= n
		for _, name := range strings.FieldsFunc(strings.ReplaceAll(m[1], " and ", ", "), func(r rune) bool { return r == ',' || r == ' ' }) {
			together[name] = true
		}
	}
	open := p.Open(games.Left)
	for at, n := range p.Counters() {
		if !open[at] || together[p.Name(at)] {
			continue
		}
		emptied, err := p.Play(p.Take(at, n))
		if err != nil {
			panic(err)
		}
		for other, isOpen := range emptied.(*depotnim.Position).Open(games.Left) {
			if isOpen && !open[other] {
				n--
				break
			}
		}
		sum ^= n
	}
	return sum
}

// afterAdvice returns the position that a reason is about: after its move, or as it is if every move loses.
func afterAdvice(t *testing.T, p games.Position, reason theory.Reason) games.Position {
	t.Helper()
	if reason.Claim != theory.CanWin {
		return p
	}
	next, err := p.Play(reason.Move)
	if err != nil {
		t.Fatalf("%s: the advice is %s: %v", p, reason.Move, err)
	}
	return next
}

var pairForm = regexp.MustCompile(`([A-Z]\d) with ([A-Z]\d)`)

// seenMirrors are the symmetries of a yard as a reader understands them, by their names.
var seenMirrors = map[string]func(row, column, rows, columns int) (int, int){
	"mirrored from left to right":      func(row, column, _, columns int) (int, int) { return row, columns - 1 - column },
	"mirrored from top to bottom":      func(row, column, rows, _ int) (int, int) { return rows - 1 - row, column },
	"turned upside down":               func(row, column, rows, columns int) (int, int) { return rows - 1 - row, columns - 1 - column },
	"mirrored at the diagonal from A1": func(row, column, _, _ int) (int, int) { return column, row },
	"mirrored at the other diagonal":   func(row, column, rows, columns int) (int, int) { return columns - 1 - column, rows - 1 - row },
}

// TestShortFormsOfYards follows short forms on yards by what they say alone: each move is copied on the partner that
// they name, to the end; counts are even by the rules. What names no partner says to ask again.
func TestShortFormsOfYards(t *testing.T) {
	r, followed := rand.New(rand.NewPCG(12, 0)), map[string]int{}
	for range testlong.Times(15, 20, 500) {
		for _, v := range []*games.Variant{depotnim.Forklift, depotnim.ForkliftMisere} {
			p := gamestest.Parse(t, v, v.Generate(r, games.Small), games.Left)
			reason := reasonOf(t, v, p)
			short, after := explain.Short(v, p, reason), afterAdvice(t, p, reason)
			switch {
			case strings.Contains(short, "such as"):
				if reason.Claim == theory.CanWin && !strings.Contains(short, "Ask again") {
					t.Errorf("%s: %q does not name all partners", p, short)
				}
			case strings.Contains(short, "the partner"), strings.Contains(short, "its partner"):
				followed["pairs"]++
				copyToTheEnd(t, r, v, after, short)
			case strings.Contains(short, "the parts"):
				followed["parts"]++
				if n := valueOf(depotnim.Forklift, after.String()); n != 0 {
					t.Errorf("%s: %q, but its value is %d", p, short, n)
				}
				if strings.Contains(short, leastForm) {
					followed["least"]++
					countToTheEnd(t, r, v, after, short)
				} else if reason.Claim == theory.CanWin && !strings.Contains(short, "Ask again") {
					t.Errorf("%s: %q does not say how to go on", p, short)
				}
			}
		}
	}
	if followed["pairs"] < 12 || followed["parts"] < 4 || followed["least"] < 4 {
		t.Errorf("only %v were followed", followed)
	}
}

// copyToTheEnd plays random moves from a yard, and copies each on its partner.
func copyToTheEnd(t *testing.T, r *rand.Rand, v *games.Variant, p games.Position, short string) {
	t.Helper()
	partner := partnersIn(p.Shape().(games.Grid), short)
	for !games.Over(p) {
		var steps []games.Step
		for step := range p.Options() {
			steps = append(steps, step)
		}
		step := steps[r.IntN(len(steps))]
		answer, ones := step.Move, onesOf(step.Position)
		answer.Where = partner[step.Move.Where]
		if m, err := step.Position.Read(fmt.Sprintf("%s-%d", answer.Where, answer.Count)); err == nil {
			answer = m
		}
		if v.Ending == games.Misere && ones != (games.Move{}) {
			answer = ones
		}
		next, err := step.Position.Play(answer)
		if err != nil {
			t.Errorf("%s: after %s the partner's move is %s: %v; %q", p, step.Move, answer, err, short)
			return
		}
		if p = next; v.Ending == games.Misere && ones != (games.Move{}) {
			return // an odd number of 1s is left: each move takes one
		}
	}
	if v.Ending == games.Misere {
		t.Errorf("%q leads to the last counter, which loses", short)
	}
}

const leastForm = "Keep it so: each counts the least number no move on it leaves."

// countToTheEnd plays random moves from a yard, and makes the counts even after each: the value by definition is 0.
func countToTheEnd(t *testing.T, r *rand.Rand, v *games.Variant, p games.Position, short string) {
	t.Helper()
	for !games.Over(p) {
		steps := slices.Collect(p.Options())
		p = steps[r.IntN(len(steps))].Position
		move := games.Move{}
		if v.Ending == games.Misere && strings.Contains(short, "Of 1s alone leave an odd number") {
			move = onesOf(p)
		}
		for step := range p.Options() {
			if move == (games.Move{}) && valueOf(depotnim.Forklift, step.Position.String()) == 0 {
				move = step.Move
			}
		}
		if games.Over(p) && v.Ending == games.Misere {
			return
		}
		p = play(t, p, move)
	}
	if v.Ending == games.Misere {
		t.Errorf("%q leads to the last counter, which loses", short)
	}
}

// onesOf returns a move that leaves nothing but 1s, an odd number of them; none if there is none.
func onesOf(p games.Position) games.Move {
	for step := range p.Options() {
		ones := 0
		for _, n := range step.Position.(*depotnim.Position).Counters() {
			switch {
			case n == 1:
				ones++
			case n > 1:
				ones = -1 << 20
			}
		}
		if ones > 0 && ones%2 == 1 {
			return step.Move
		}
	}
	return games.Move{}
}

func valueOf(v *games.Variant, position string) int {
	return gamestest.OracleOf(v).Value(gamestest.State{Position: position, Owner: games.Left})
}

// partnersIn returns the partners that a short form names, by name.
func partnersIn(yard games.Grid, short string) map[string]string {
	partners, columns := map[string]string{}, yard.Columns
	for _, pair := range pairForm.FindAllStringSubmatch(short, -1) {
		partners[pair[1]], partners[pair[2]] = pair[2], pair[1]
	}
	for name, to := range seenMirrors {
		for at := 0; strings.Contains(short, name) && at < len(yard.Cells); at++ {
			row, column := to(at/columns, at%columns, len(yard.Cells)/columns, columns)
			partners[yard.Cells[at].Name] = yard.Cells[row*columns+column].Name
		}
	}
	return partners
}

var (
	pilesForm = regexp.MustCompile(`parts count ([0-9, and]+), with`)
	leadForm  = regexp.MustCompile(`(\d+|one) (behind|ahead)(?: by the means)? \(([^)]*)\)`)
	weighForm = regexp.MustCompile(`part \d ([-+]?[0-9/]+)`)
)

// TestShortFormsOfSums follows short forms on sums by what they say alone: parts count as they say and the counts are
// even, what one is ahead on each part adds up, and nobody can start on a part of which it is said.
func TestShortFormsOfSums(t *testing.T) {
	r, followed := rand.New(rand.NewPCG(13, 0)), map[string]int{}
	for range testlong.Times(15, 20, 500) {
		for _, id := range []string{"sum", "sum/misere", "partizan-sum"} {
			v := must.Get(catalog.Standard.Find(id))(t)
			p := gamestest.Parse(t, v, v.Generate(r, games.Small), games.Left)
			reason := reasonOf(t, v, p)
			short, after := explain.Short(v, p, reason), afterAdvice(t, p, reason).(*gamesum.Position)
			if said := pilesForm.FindStringSubmatch(short); said != nil {
				followed["piles"]++
				if now := worthsOf(after); said[1] != words.And(now) {
					t.Errorf("%s: the parts count %v; %q", p, now, short)
				}
			}
			if said := leadForm.FindStringSubmatch(short); said != nil {
				followed["lead"]++
				if sum := leadOf(said[3]); sum != said[2]+" "+strings.Replace(said[1], "one", "1", 1) {
					t.Errorf("%s: what %q lists makes %s", p, short, sum)
				}
			}
			starts := strings.Contains(short, "no part that your opponent wins by starting there") || strings.Contains(short, "you win no part by starting there")
			for _, part := range after.Parts() {
				if outcome := gamestest.OracleOf(part.Variant).Outcome(part.Position.String()); starts && (outcome == "N" || outcome == starter(after)) {
					t.Errorf("%s: %s is %s; %q", p, part, outcome, short)
				}
			}
			if starts {
				followed["starts"]++
			}
		}
	}
	if followed["piles"] < 10 || followed["lead"] < 2 || followed["starts"] < 4 {
		t.Errorf("only %v were followed", followed)
	}
}

// worthsOf returns the values of the parts that are not over under normal play, by definition.
func worthsOf(p *gamesum.Position) (worths []string) {
	for _, part := range p.Parts() {
		of := part.Variant
		if of.Ending == games.Misere {
			of = of.Normal
		}
		worths = append(worths, strconv.Itoa(valueOf(of, part.Position.String())))
	}
	return worths
}

// leadOf adds up what a short form lists: "ahead 1".
func leadOf(list string) string {
	sum := new(big.Rat)
	for _, weight := range weighForm.FindAllStringSubmatch(list, -1) {
		n, _ := new(big.Rat).SetString(weight[1])
		sum.Add(sum, n)
	}
	if sum.Sign() < 0 {
		return "behind " + sum.Neg(sum).RatString()
	}
	return "ahead " + sum.RatString()
}

// starter is the outcome of a part that the player to move wins, whoever starts there.
func starter(p *gamesum.Position) string {
	if p.Turn().Owner == games.Left {
		return "L"
	}
	return "R"
}
