package explain_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver"
)

// A cover is the next number that a move may leave at the left and at the right end, of
// those that no answer so far is about. Answers come in order, the lowest first.
type cover [2]uint64

// add notes an answer to moves that leave low to high, false where others are next.
func (c *cover) add(right bool, low, high uint64) bool {
	next := &c[0]
	if right {
		next = &c[1]
	}
	fits := low == *next && high >= low
	*next = high + 1
	return fits
}

// complete reports whether there is an answer to every move on a row.
func (c *cover) complete(row []uint64) bool {
	return *c == cover{row[0], row[len(row)-1]}
}

// checkAnswers checks that the short form, if it lists answers, and the whole reason have
// one for every move on the row: a range that is one too small at either end is as wrong
// as one that is too large.
func checkAnswers(t *testing.T, v *games.Variant, p games.Position, r solver.Reason, full []string) {
	t.Helper()
	row := rowToAnswer(t, v, p, r)
	over := len(row) == 0 || v == endnim.Loop && len(row) == 1
	for i, text := range []string{full[0], strings.Join(full[1:], "\n")} {
		answers := answerForm.FindAllStringSubmatch(text, -1)
		if over && len(answers) > 0 {
			t.Errorf("%s %s: nothing is to be answered, in:\n%s", v.ID, p, text)
		}
		if over || i == 0 && (len(answers) == 0 || strings.Contains(text, "Every other move")) { // the short form has no room for all
			continue
		}
		var c cover
		for _, f := range answers {
			low, high, ends := answered(f)
			for _, right := range ends {
				if !c.add(right, low, high) {
					t.Errorf("%s %s: %q is not about the next moves, in:\n%s", v.ID, p, f[0], text)
				}
			}
		}
		if !c.complete(row) {
			t.Errorf("%s %s: some moves on %v have no answer, in:\n%s", v.ID, p, row, text)
		}
	}
}

var (
	repliesForm = regexp.MustCompile(`"replies":\{"L":\[(.*)\],"R":\[(.*)\]\}`)
	replyForm   = regexp.MustCompile(`\[(\d+),(\d+),"([LR]?)","(leave|shift|over)",(-?\d+)\]`)
	endForm     = regexp.MustCompile(`"left_end":(\d+),"left_count":(\d+),"right_end":(\d+),"right_count":(\d+)`)
)

// checkReplies checks the numbers that the reason has as JSON.
func checkReplies(t *testing.T, v *games.Variant, p games.Position) {
	t.Helper()
	a, err := new(solver.Solver).Analyze(t.Context(), v, p)
	if err != nil {
		t.Fatal(err)
	}
	line := string(explain.AppendJSON(nil, a))
	row := rowToAnswer(t, v, p, a.Reason)
	if f := endForm.FindStringSubmatch(line); f != nil && (num(f[1]) != row[0] || num(f[2]) != ownCount(row, false) ||
		num(f[3]) != row[len(row)-1] || num(f[4]) != ownCount(row, true)) {
		t.Errorf("the ends of %v are others, in:\n%s", row, line)
	}
	both := repliesForm.FindStringSubmatch(line)
	if over := len(row) == 0 || v == endnim.Loop && len(row) == 1; (both == nil) != over {
		t.Fatalf("replies are for rows to answer moves on:\n%s", line)
	}
	if both == nil {
		return
	}
	var c cover
	for i, list := range both[1:] {
		replies := replyForm.FindAllStringSubmatch(list, -1)
		if strings.Count(list, "[") != len(replies) {
			t.Errorf("not every reply is one:\n%s", line)
		}
		for _, f := range replies {
			low, high, right := num(f[1]), num(f[2]), i == 1
			if !c.add(right, low, high) {
				t.Errorf("%s is not about the next moves, in:\n%s", f[0], line)
			}
			for _, x := range []uint64{low, (low + high) / 2, high} {
				if moved, ok := lower(row, right, x); !ok || !replyHolds(v, moved, x, f) {
					t.Errorf("%s is no answer to a move that leaves %d, in:\n%s", f[0], x, line)
				}
			}
		}
	}
	if !c.complete(row) {
		t.Errorf("some moves on %v have no reply, in:\n%s", row, line)
	}
}

// replyHolds applies a reply to what a move has made of a row by leaving x at its end.
func replyHolds(v *games.Variant, moved []uint64, x uint64, f []string) bool {
	k, _ := strconv.ParseInt(f[5], 10, 64)
	switch f[4] {
	case "over":
		return f[3] == "" && k == 0 && v.Ending == games.Misere && len(moved) == 0
	case "shift":
		k += int64(x)
	}
	if k < 0 || f[3] == "" {
		return false
	}
	left, ok := lower(moved, f[3] == "R", uint64(k))
	return ok && rowLost(v, left)
}

// ownCount is the count of the theorem at an end of a row of piles that are not all equal.
func ownCount(row []uint64, right bool) uint64 {
	at := func(i int) uint64 {
		if right {
			i = len(row) - 1 - i
		}
		return row[i]
	}
	run := 1
	for at(run) == at(0) {
		run++
	}
	if at(run) > at(0) {
		run++
	}
	return uint64(run)
}
