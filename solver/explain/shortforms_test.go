package explain_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/internal/testlong"
	"nimatron/solver/depots"
	"nimatron/solver/explain"
	"nimatron/solver/theory"
)

var jointForm = regexp.MustCompile(`((?:[a-z]+, )*[a-z]+ and [a-z]+) count as (\d+) together`)

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
			p := read(t, v, text, games.Left).(*depotnim.Position)
			reason := reasonOf(t, v, p)
			if g, ok := reason.Justification.(*depots.Justification); !ok || g.Kind != depots.High {
				continue
			}
			short := explain.Short(v, p, reason)
			if strings.Contains(short, "every move opens a high stack") {
				continue
			}
			if followed++; !strings.Contains(short, "one counts one less") && !strings.Contains(short, "stack counts one less") {
				t.Errorf("%s %s: %q does not say what a stack counts", v.ID, text, short)
			}
			after := p
			if reason.Claim == theory.CanWin {
				next, err := p.Play(reason.Move)
				if err != nil {
					t.Fatal(err)
				}
				after = next.(*depotnim.Position)
			}
			joint += strings.Count(short, "together")
			if sum := countedBy(short, after); sum != 0 && (v == depotnim.Tree || !strings.Contains(short, "nothing but 1s")) {
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
