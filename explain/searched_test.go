package explain_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver"
	"nimatron/solver/depots"
)

// A board that was searched says how many stacks it has, how many positions were looked at,
// and how every move is answered there or, if it is won, where the move leads to.
func TestSearchedBoards(t *testing.T) {
	for _, c := range []struct {
		v        *games.Variant
		position string
		stacks   int
	}{
		{depotnim.Depot, "a=3 b=2 c=4 d=1 e=2; *-a *-e a-b b-c c-d d-e b-e", 5},
		{depotnim.Tree, "5(3 4(2) 5(2 3))", 7},
		{depotnim.Tree, "2(2 3 1)", 4},
		{depotnim.TreeMisere, "2(3 2 2)", 4},
		{depotnim.TreeMisere, "5(3 4(2) 5(2 3))", 7},
		{depotnim.DepotMisere, "a=3 b=2 c=4 d=1 e=2; *-a *-e a-b b-c c-d d-e b-e", 5},
		{depotnim.Coloured, "a=3 b=1 c=2 d=3; *<a a-b b-c c-d *>d b-d", 4},
	} {
		s := solver.WithTable(depots.NewTable(1 << 20)) // that knows nothing yet
		a := analyze(t, s, c.v, c.position)
		type reason struct {
			Claim, Rule, Move string
			Stacks, Positions int
			Replies           []reply
			All               bool
		}
		var line struct {
			Reason struct {
				reason
				Left, Right *reason
			}
		}
		if err := json.Unmarshal(explain.AppendJSON(nil, a), &line); err != nil {
			t.Fatal(err)
		}
		sides := []*reason{&line.Reason.reason}
		if c.v.Partizan {
			sides = []*reason{line.Reason.Left, line.Reason.Right}
		}
		for i, r := range sides {
			if r.Rule != "search" || r.Stacks != c.stacks || r.Positions == 0 || !r.All {
				t.Errorf("%s %s: %+v", c.v.ID, c.position, r)
			}
			lost := a.Position.WithTurn(games.Side(i))
			if r.Claim == "win" {
				lost = played(t, lost, r.Move)
			}
			for step := range lost.Options() {
				answer, ok := answerIn(r.Replies, step.Move, lost, step.Position)
				if !ok {
					t.Errorf("%s %s: no answer to %s: %v", c.v.ID, c.position, step.Move, r.Replies)
					continue
				}
				if won, err := s.Wins(t.Context(), c.v, played(t, step.Position, answer)); won || err != nil {
					t.Errorf("%s %s: %s is answered by %s, which does not win, %v", c.v.ID, c.position, step.Move, answer, err)
				}
			}
		}
	}
}

// A reply is one of the data: [stack, low, high, stack of the answer, kind, k].
type reply struct {
	Stack     string
	Low, High uint64
	Answer    string
	Kind      string
	K         int64
}

// UnmarshalJSON reads the list.
func (r *reply) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&r.Stack, &r.Low, &r.High, &r.Answer, &r.Kind, &r.K})
}

// answerIn looks the answer to a move up, which is made on a board and leads to after.
func answerIn(replies []reply, move games.Move, board, after games.Position) (text string, ok bool) {
	left := countersOf(board)[move.Where] - move.Count
	for _, r := range replies {
		if r.Stack != move.Where || left < r.Low || left > r.High {
			continue
		}
		to := uint64(r.K)
		if r.Kind == "shift" {
			to += left
		}
		return fmt.Sprintf("%s-%d", r.Answer, countersOf(after)[r.Answer]-to), true
	}
	return "", false
}

// countersOf returns what is on the stacks of a board, by their names.
func countersOf(p games.Position) map[string]uint64 {
	counters := map[string]uint64{}
	var list []games.Vertex
	switch s := p.Shape().(type) {
	case games.Graph:
		list = s.Vertices
	case games.Grid:
		list = s.Cells
	}
	for _, v := range list {
		counters[v.Name] = v.Counters
	}
	return counters
}

// played makes a move that is written down.
func played(t *testing.T, p games.Position, text string) games.Position {
	t.Helper()
	move, err := p.Read(text)
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	next, err := p.Play(move)
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	return next
}
