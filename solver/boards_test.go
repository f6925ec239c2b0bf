package solver

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/games/endnim"
	"nimatron/internal/testlong"
	"nimatron/solver/depots"
	"nimatron/solver/rows"
	"nimatron/solver/theory"
)

var boardVariants = []*games.Variant{
	depotnim.Tree, depotnim.TreeMisere, depotnim.Depot, depotnim.DepotMisere,
	depotnim.Forklift, depotnim.ForkliftMisere, depotnim.Coloured,
}

// smallBoard is a generated board after some moves, as they come up in matches.
func smallBoard(t *testing.T, v *games.Variant, r *rand.Rand) games.Position {
	p := parse(t, v, v.Generate(r, games.Small))
	for range r.IntN(4) {
		if games.Over(p) {
			return p
		}
		p = randomMove(p, r)
	}
	return p.WithTurn(games.Left)
}

// TestBoardsAgainstBruteForce compares what Analyze says with a search by the rules that
// knows nothing of the rest: the outcome and all winning moves, on boards as they come up
// in play.
func TestBoardsAgainstBruteForce(t *testing.T) {
	boards := testlong.Times(20, 60, 300)
	for _, v := range boardVariants {
		compared := 0
		for seed := range uint64(boards) {
			p := smallBoard(t, v, rand.New(rand.NewPCG(seed, 5)))
			game := bruteforce.Read(v.ID, p.String())
			game.Limit = 20_000
			left, err1 := game.Wins(bruteforce.Left)
			right, err2 := game.Wins(bruteforce.Right)
			lefts, err3 := game.Winning(bruteforce.Left)
			rights, err4 := game.Winning(bruteforce.Right)
			if errors.Join(err1, err2, err3, err4) != nil {
				continue // too large for it
			}
			compared++
			a, err := new(Solver).Analyze(context.Background(), v, p)
			if err != nil || !a.Exact {
				t.Fatalf("%s %s: %+v, %v", v.ID, p, a, err)
			}
			want, moves := theory.PartizanOutcome(left, right), a.Left
			if !v.Partizan {
				want, moves = theory.ImpartialOutcome(p.Turn(), left), a.Winning
			} else if got := sortedTexts(a.Right.List); !slices.Equal(got, rights) {
				t.Errorf("%s %s: Right wins by %q, want %q", v.ID, p, got, rights)
			}
			if got := sortedTexts(moves.List); a.Outcome != want || !moves.Complete || !slices.Equal(got, lefts) {
				t.Errorf("%s %s: %s by %q, want %s by %q", v.ID, p, a.Outcome, got, want, lefts)
			}
			if v.Ending == games.Normal && !v.Partizan {
				value, err := game.Value()
				if err != nil || !a.GrundyKnown || a.Grundy != uint64(value) {
					t.Errorf("%s %s: the value is %d, known %v, of %+v, not %d", v.ID, p, a.Grundy, a.GrundyKnown, a.Components, value)
				}
			} else if a.GrundyKnown && a.Grundy != 0 {
				t.Errorf("%s %s: the value is %d", v.ID, p, a.Grundy)
			}
		}
		if compared < boards/2 {
			t.Errorf("%s: only %d of %d boards were compared", v.ID, compared, boards)
		}
	}
}

func sortedTexts(moves []games.Move) []string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, m.String())
	}
	slices.Sort(texts)
	return texts
}

// TestBoardsReasons checks the boards that need no search.
func TestBoardsReasons(t *testing.T) {
	for _, c := range []struct {
		v        *games.Variant
		position string
		rule     theory.Rule
		method   Method
	}{
		{depotnim.Forklift, "3 5 2", depots.OpenStacks, MethodTheorem},
		{depotnim.Forklift, "1 1 1 / 1 1 1 / 1 1 1", depots.OneByOne, MethodTheorem},
		{depotnim.ForkliftMisere, "3 5 2", depots.OpenStacks, MethodTheorem},
		{depotnim.Forklift, "9 8 7 / 1 2 3 / 3 2 1 / 7 8 9", depots.Mirror, MethodTheorem},
		{depotnim.Tree, "3(2(5))", depots.Row, MethodTheorem},
		{depotnim.TreeMisere, "2(3(3) 5)", depots.Row, MethodTheorem},
		{depotnim.Depot, "a=3 b=2 c=4 d=1; *-a a-b b-c c-d *-d", depots.Row, MethodTheorem},
		{depotnim.Depot, "a=3 b=2 c=4; *-a a-b b-c", depots.Searched, MethodSearch},
		{depotnim.Tree, "5(3 4(2) 5(2 3))", depots.Searched, MethodSearch},
		{depotnim.Coloured, "a=9 b=8; *<a a-b *>b", depots.Mirror, MethodSearch}, // after a move
		{depotnim.Coloured, "a=3 b=1 c=2 d=3; *<a a-b b-c c-d *>d b-d", depots.Searched, MethodSearch},
		{depotnim.Tree, "0", "", MethodSearch},
	} {
		a, err := new(Solver).Analyze(t.Context(), c.v, parse(t, c.v, c.position))
		reason := a.Reason
		if c.v.Partizan {
			reason = a.LeftReason
		}
		rule := theory.Rule("")
		if reason.Ground != nil {
			rule = reason.Ground.Rule()
		}
		if rule == depots.Sum { // what the search has found besides
			rule = depots.Searched
		}
		if err != nil || a.Method != c.method || rule != c.rule {
			t.Errorf("%s %s: %s, %q, %v", c.v.ID, c.position, a.Method, rule, err)
		}
	}
}

// TestBoardsThatAreRows asks about rows of End-Nim as boards, and as rows: the same moves win,
// and the reason is the same.
func TestBoardsThatAreRows(t *testing.T) {
	r, rowReasons := seeded(), 0
	drawn := testlong.Times(100, 400, 2000)
	for range drawn {
		piles := make([]uint64, 2+r.IntN(6))
		for i := range piles {
			piles[i] = 1 + r.Uint64N(5)
		}
		last := len(piles) - 1
		tree := fmt.Sprint(piles[last])
		graph := []string{"*-a"}
		stacks := []string{fmt.Sprintf("a=%d", piles[0])}
		for i := range last {
			tree = fmt.Sprintf("%d(%s)", piles[last-1-i], tree)
			stacks = append(stacks, fmt.Sprintf("%c=%d", 'b'+i, piles[i+1]))
			graph = append(graph, fmt.Sprintf("%c-%c", 'a'+i, 'b'+i))
		}
		graph = append(graph, fmt.Sprintf("*-%c", 'a'+last))
		row := strings.Trim(fmt.Sprint(piles), "[]")
		for v, c := range map[*games.Variant]struct {
			as    *games.Variant
			board string
		}{
			depotnim.Tree:        {endnim.Normal, tree},
			depotnim.TreeMisere:  {endnim.Misere, tree},
			depotnim.Depot:       {endnim.Normal, strings.Join(stacks, " ") + "; " + strings.Join(graph, " ")},
			depotnim.DepotMisere: {endnim.Misere, strings.Join(stacks, " ") + "; " + strings.Join(graph, " ")},
		} {
			board, err := new(Solver).Analyze(t.Context(), v, parse(t, v, c.board))
			if err != nil {
				t.Fatal(err)
			}
			want, err := new(Solver).Analyze(t.Context(), c.as, parse(t, c.as, row))
			if err != nil {
				t.Fatal(err)
			}
			ends := strings.NewReplacer("L", "a", "R", string(rune('a'+last)))
			var moves []games.Move
			for _, m := range want.Winning.List {
				m.Where = ends.Replace(m.Where)
				moves = append(moves, m)
			}
			if board.Outcome != want.Outcome || !slices.Equal(sortedTexts(board.Winning.List), sortedTexts(moves)) {
				t.Fatalf("%s %s: %s, %v; as a row %s, %v", v.ID, c.board, board.Outcome, board.Winning.List, want.Outcome, moves)
			}
			g := board.Reason.Ground.(*depots.Ground)
			if g.Kind != depots.Row {
				continue // ones, or a mirror
			}
			rowReasons++
			got := g.EndNim
			move := board.Reason.Move
			switch move.Where {
			case "a":
				move = games.TakeEnd(games.Left, move.Count)
			case ends.Replace("R"):
				move = games.TakeEnd(games.Right, move.Count)
			}
			if board.Reason.Claim == theory.CanWin {
				if want.Reason, err = new(Solver).ExplainMove(t.Context(), c.as, want.Position, move); err != nil {
					t.Fatal(err)
				}
			}
			ground := want.Reason.Ground.(*rows.Ground)
			same := got.Kind == ground.Kind && slices.Equal(got.Row, ground.Row) && got.Left == ground.Left && got.Right == ground.Right
			if !same || !slices.Equal(sortedTexts(got.Winning), sortedTexts(moves)) {
				t.Fatalf("%s %s: the reason is\n%+v\nas a row\n%+v", v.ID, c.board, got, ground)
			}
		}
	}
	if rowReasons < 2*drawn {
		t.Errorf("only %d of %d boards are explained as rows", rowReasons, 4*drawn)
	}
}

const hardBoard = "9 8 7 6 5 4 / 9 8 7 6 5 4 / 9 8 7 6 9 4 / 9 8 7 6 5 4 / 9 8 7 1 5 4 / 9 8 7 6 5 4"

// TestBoardsNotProved asks what can't be answered in time: the deadline is a budget, an
// end of the context is none, and the bot says that it guesses.
func TestBoardsNotProved(t *testing.T) {
	p := parse(t, depotnim.Forklift, hardBoard)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	a, err := new(Solver).Analyze(ctx, depotnim.Forklift, p)
	if err != nil || a.Exact || a.Outcome != "" || a.GrundyKnown || len(a.Components) < 2 || a.Reason.Claim != theory.Unproved {
		t.Errorf("%+v, %v", a, err)
	}
	few := &Solver{BoardNodes: 100}
	if _, err := few.Wins(t.Context(), depotnim.Forklift, p); !errors.Is(err, ErrBudget) {
		t.Errorf("few nodes: %v", err)
	}
	choice, err := few.Choose(t.Context(), depotnim.Forklift, p, 0, seeded())
	if err != nil || !choice.Guessed || choice.Move != FamilyOf(depotnim.Forklift).Guess(p) {
		t.Errorf("the bot plays %+v, %v", choice, err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := new(Solver).Wins(stopped, depotnim.Forklift, p); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestReproducible asks the same in the same order, with other things in between.
func TestReproducible(t *testing.T) {
	var visited [2]string
	for i := range visited {
		s := Reproducible(100)
		for seed := range uint64(40) {
			p := parse(t, depotnim.ForkliftMisere, depotnim.ForkliftMisere.Generate(rand.New(rand.NewPCG(seed, 1)), games.Large))
			won, err := s.Wins(t.Context(), depotnim.ForkliftMisere, p)
			visited[i] += string("NP?"[map[bool]int{true: 0, false: 1}[won]]) + map[bool]string{true: "!", false: ""}[err != nil]
		}
	}
	if visited[0] != visited[1] || !strings.Contains(visited[0], "!") {
		t.Errorf("%s, then %s", visited[0], visited[1])
	}
}
