package explain_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/nim"
)

// The rule for the last larger pile stands in the short form, however long a number is.
func TestLongNumbersKeepTheRule(t *testing.T) {
	const always, rule = "leave exactly 1", "(nothing of the last pile above 1)"
	seen := 0
	for _, v := range []*games.Variant{nim.PileReverse, nim.MoveReverseMisere} {
		for digits := range 19 {
			n := uint64(math.Pow10(digits))
			for _, board := range []string{"[%d] %[1]d", "[%d] %[1]d 1", "[%d] %[1]d 1 1", "%d %[1]d 1", "[1] %d %[1]d"} {
				board = fmt.Sprintf(board, n)
				for _, board := range []string{board, board + strings.Repeat(" 1", 900), board + strings.Repeat(" 1", 901)} {
					p := read(t, v, board, games.Left)
					short := explain.Short(v, p, reasonOf(t, v, p))
					if _, after, found := strings.Cut(short, always); found {
						seen++
						if !strings.Contains(after, rule) {
							t.Errorf("%s %.60s lacks the rule: %s", v.ID, board, short)
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
