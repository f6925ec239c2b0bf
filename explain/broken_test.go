package explain_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/internal/testlong"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// longestBroken is how long the reason why a decision loses may be, in characters.
const longestBroken = 600

// TestBrokenHolds draws decisions that lose and recomputes every number of the words that say
// why: of the rule that was broken, of the answer, and of what that leaves.
func TestBrokenHolds(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 20))
	s := new(solver.Solver)
	ruled := map[string]int{}
	drawn := testlong.Times(300, 1500, 10_000)
	for n, checked := 0, 0; checked < drawn; n++ {
		v := variants[n%len(variants)]
		p, err := v.Parse(drawBoard(random, v), games.Side(random.IntN(2)))
		if err != nil || games.Over(p) || !ownVerdict(t, v, p) {
			continue
		}
		step, ok := wrongStep(t, v, p, random)
		if !ok {
			continue
		}
		checked++
		r, err := s.Refute(t.Context(), v, step.Move, step.Position, games.Move{})
		if err != nil {
			t.Fatal(err)
		}
		text := explain.Broken(v, r)
		if n := utf8.RuneCountInString(text); n == 0 && !games.Over(step.Position) || n > longestBroken {
			t.Errorf("%s %s %s: %d characters: %s", v.ID, p, step.Move, n, text)
		}
		rule, answer, _ := strings.Cut(text, "The answer is ")
		if rule != "" && answer != "" {
			ruled[v.Family.ID]++
			checkRule(t, v, p, step, rule)
		}
		if r.Left != nil && !games.Over(r.Left) && r.LeftReason.Claim == theory.AllLose {
			if ownVerdict(t, v, r.Left) || !strings.HasPrefix(answer, "`"+r.Reason.Move.String()+"`") {
				t.Errorf("%s %s %s: the answer does not win: %s", v.ID, p, step.Move, text)
			}
			_, words, _ := strings.Cut(answer, ": ")
			checkWords(t, v, r.Left, r.LeftReason, words)
		}
		if t.Failed() {
			return
		}
	}
	for _, family := range []string{"nim", "end-nim", "partizan-end-nim", "split-nim"} {
		if ruled[family] < drawn/100 {
			t.Errorf("only %d rules of %s were broken", ruled[family], family)
		}
	}
}

// wrongStep draws a decision that loses.
func wrongStep(t *testing.T, v *games.Variant, p games.Position, random *rand.Rand) (wrong games.Step, ok bool) {
	seen := 0
	for step := range p.Options() {
		if seen++; seen > 60 {
			break
		}
		if games.Over(step.Position) || ownVerdict(t, v, step.Position) == (step.Position.Turn().Actor == p.Turn().Actor) {
			continue
		}
		if wrong, ok = step, true; random.IntN(4) == 0 {
			break
		}
	}
	return wrong, ok
}

// checkRule checks what is said of a broken rule, and that no number is left unread.
func checkRule(t *testing.T, v *games.Variant, p games.Position, step games.Step, text string) {
	t.Helper()
	after, _ := pilesOf(t, step.Position)
	ones, larger := countOnes(after)
	values := after
	if v.Family.ID == "split-nim" {
		values = worths(v.Parameter, after)
	}
	first, last := after[0], after[len(after)-1]
	phrases := []phrase{
		is("; `"+regexp.QuoteMeta(step.Move.String())+"` leaves an odd number of (\\d+)s\\.", func(f []string) bool {
			return num(f[1]) == 1<<(bits.Len64(xorOf(values))-1)
		}),
		is(`the counts of `+theory.AllParts+` in`, func([]string) bool { return true }),
		is("Of 1s alone a winning move leaves an odd number; `[^`]+` leaves (\\d+)\\.", func(f []string) bool {
			return larger == 0 && int(num(f[1])) == ones && ones%2 == 0
		}),
		is("never leaves just one pile above 1; `[^`]+` does", func([]string) bool { return larger == 1 }),
		is("Of equal piles a winning move leaves an (even|odd) number; `[^`]+` leaves (\\d+)\\.", func(f []string) bool {
			return int(num(f[2])) == len(after) && (len(after)%2 == 1) == (f[1] == "even")
		}),
		is("equal or one apart; `[^`]+` leaves (\\d+) and (\\d+)\\.", func(f []string) bool {
			return num(f[1]) == first && num(f[2]) == last && (first > last+1 || last > first+1)
		}),
		is("Equal ends win if their counts add up to an even number; `[^`]+` leaves the counts (\\d+) and (\\d+)\\.", func(f []string) bool {
			l, r := ownCount(after, false), ownCount(after, true)
			return first == last && num(f[1]) == l && num(f[2]) == r && (l+r)%2 == 1
		}),
		is("Ends one apart win if the count of the lower one is odd and that of the higher one even; `[^`]+` leaves the counts (\\d+) and (\\d+)\\.", func(f []string) bool {
			low, high := ownCount(after, false), ownCount(after, true)
			if first > last {
				low, high = high, low
			}
			return first != last && num(f[1]) == low && num(f[2]) == high && (low%2 == 0 || high%2 == 1)
		}),
		is(`plus 1 if a higher one follows`, func([]string) bool { return true }),
	}
	if v.Partizan && len(after) > 1 {
		end := len(after) - 1
		own, far, side := after[0], after[end], p.Turn().Actor
		if side == games.Right {
			own, far = far, own
		}
		mine, theirs := need(after[1:end], side), need(after[1:end], side.Other())
		phrases = append(phrases,
			is("what it needs; after `[^`]+` your (\\d+) needs (\\d+)\\.", func(f []string) bool {
				return num(f[1]) == own && num(f[2]) == mine && own < mine
			}),
			is("as much to spare as your opponent has; `[^`]+` leaves you (\\d+|nothing), and them (\\d+)\\.", func(f []string) bool {
				return own >= mine && far >= theirs && (f[1] == fmt.Sprint(own-mine) || f[1] == "nothing" && own == mine) && num(f[2]) == far-theirs && far-theirs > own-mine
			}))
	}
	rest := text
	for _, ph := range phrases {
		for _, found := range ph.form.FindAllStringSubmatch(rest, -1) {
			if !ph.holds(found) {
				t.Errorf("%s %s %s: %q does not hold: %s", v.ID, p, step.Move, found[0], text)
			}
		}
		rest = ph.form.ReplaceAllString(rest, "…")
	}
	rest = regexp.MustCompile("`[^`]+`").ReplaceAllString(rest, "…")
	if at := strings.IndexAny(rest, "0123456789"); at >= 0 {
		t.Errorf("%s %s: the test knows no phrase for %q", v.ID, p, rest)
	}
}
