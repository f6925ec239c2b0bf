package rows

import (
	"fmt"
	"math"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/must"
	"nimatron/solver/search"
	"nimatron/solver/theory"
)

// TestCorollary11aReplies plays every move of every small lost row and the reply, and checks by the
// rules that the opponent then loses.
func TestCorollary11aReplies(t *testing.T) {
	piles, size := 5, uint64(5)
	if testing.Short() {
		piles, size = 4, 4
	}
	for _, v := range rowVariants {
		rules := search.New(v, math.MaxInt)
		lost, most, mirrored, all := 0, 0, 0, 0
		eachRow(piles, size, func(position string) {
			row := parse(t, v, position)
			won := must.Get(rules.Wins(t.Context(), v, row))(t)
			if won || games.Over(row) {
				return
			}
			left, right := gameOf(v).replies(row.Piles())
			lost++
			most = max(most, len(left), len(right))
			for i, list := range [][]Reply{left, right} {
				next := uint64(0)
				for _, r := range list {
					if r.Low != next || r.High < r.Low {
						t.Fatalf("%s %s: %+v", v.ID, row, list)
					}
					next = r.High + 1
				}
				if piles := row.Piles(); next != piles[i*(len(piles)-1)] {
					t.Fatalf("%s %s: %+v ends at %d", v.ID, row, list, next)
				}
			}
			for _, r := range append(left, right...) {
				if all++; r.Kind == theory.Shift {
					mirrored++
				}
			}
			for step := range row.Options() {
				if next := answered(t, v, row, step, left, right); next != nil {
					if won, err := rules.Wins(t.Context(), v, next); err != nil || won {
						t.Fatalf("%s %s: after %s the reply leaves %s, which is not lost", v.ID, row, step.Move, next)
					}
				}
			}
		})
		t.Logf("%s: %d lost rows, at most %d replies to an end, %d of %d of them shifts", v.ID, lost, most, mirrored, all)
		if lost < 50 || most > 5 {
			t.Errorf("%s: %d lost rows, with up to %d replies to an end", v.ID, lost, most)
		}
	}
}

// answered plays the answer to a move on a row. It returns nil if the move has ended the game
// correctly.
func answered(t *testing.T, v *games.Variant, row *endnim.Row, step games.Step, left, right []Reply) games.Position {
	t.Helper()
	piles, replies := row.Piles(), left
	from := piles[0] - step.Move.Count
	if step.Move.Where == "R" {
		replies, from = right, piles[len(piles)-1]-step.Move.Count
	}
	for _, r := range replies {
		if from < r.Low || from > r.High {
			continue
		}
		if r.Kind == theory.Over {
			if winner, over := v.Winner(step.Position); !over || winner != games.Right {
				t.Fatalf("%s %s: %s has not lost the game", v.ID, row, step.Move)
			}
			return nil
		}
		to := r.K
		if r.Kind == theory.Shift {
			to += int64(from)
		}
		after := step.Position.(*endnim.Row).Piles()
		pile, end := after[0], "L"
		if r.Side == games.Right {
			pile, end = after[len(after)-1], "R"
		}
		move, err := step.Position.Read(fmt.Sprintf("%s-%d", end, int64(pile)-to))
		if err != nil {
			t.Fatalf("%s %s: after %s: %v", v.ID, row, step.Move, err)
		}
		next, err := step.Position.Play(move)
		if err != nil {
			t.Fatalf("%s %s: after %s: %v", v.ID, row, step.Move, err)
		}
		return next
	}
	t.Fatalf("%s %s: no reply to %s", v.ID, row, step.Move)
	return nil
}
