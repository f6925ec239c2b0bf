package explain_test

import (
	"encoding/json"
	"testing"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver"
	"nimatron/solver/depots"
)

// A board that was searched says how many stacks it has, how many positions were looked at,
// and in a lost position how its moves are answered.
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
		{depotnim.TreeMisere, "1(2 2 1)", 4},
		{depotnim.ForkliftMisere, "2 2 2 / 2 2 2 / 2 2 2 / 2 2 2", 12},
		{depotnim.Coloured, "a=9 b=8; *<a a-b *>b", 2},
	} {
		s := solver.WithTable(depots.NewTable(1 << 20)) // that knows nothing yet
		a := analyze(t, s, c.v, c.position)
		type reason struct {
			Claim, Rule       string
			Stacks, Positions int
			Answers           [][2]string
			All               *bool
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
			if r.Rule != "search" || r.Stacks != c.stacks || r.Positions == 0 {
				t.Errorf("%s %s: %+v", c.v.ID, c.position, r)
			}
			if lost := r.Claim == "lose"; lost != (r.All != nil) || lost != (len(r.Answers) > 0) {
				t.Errorf("%s %s: answers to a claim %q: %v, all %v", c.v.ID, c.position, r.Claim, r.Answers, r.All)
			}
			p := a.Position.WithTurn(games.Side(i))
			for _, answer := range r.Answers {
				for _, text := range answer {
					move, err := p.Read(text)
					if err == nil {
						p, err = p.Play(move)
					}
					if err != nil {
						t.Fatalf("%s %s: %v: %v", c.v.ID, c.position, answer, err)
					}
				}
				if won, err := s.Wins(t.Context(), c.v, p); won || err != nil {
					t.Errorf("%s %s: the answer in %v does not win, %v", c.v.ID, c.position, answer, err)
				}
				p = a.Position.WithTurn(games.Side(i))
			}
		}
	}
}
