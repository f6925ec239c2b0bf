// Package search proves who wins from the rules of a game alone: it plays out every
// line, remembers the positions it has settled, and gives up when its budget is
// spent. Proposition 29 of docs/theory.md says why that is a proof. The solver asks it where no theorem is known, and the tests of the theorems
// compare them with it.
package search

import (
	"context"
	"errors"
	"fmt"

	"nimatron/games"
	"nimatron/solver/theory"
)

// Family is the record of all families about which nothing is known but the rules.
var Family = &theory.Family{
	Search: func(v *games.Variant, limits theory.Limits) theory.Prover {
		nodes := limits.Nodes
		if nodes <= 0 {
			nodes = DefaultNodes
		}
		return prover{New(v, nodes)}
	},
	Statement: func(*games.Variant) string { return "" },
	Source:    func(*games.Variant) string { return "exhaustive search of the rules" },
	Look: func(m games.Move) string {
		if m.Where != "" {
			return fmt.Sprintf("Look at `%s`.", m.Where)
		}
		return "Look at what each move leaves to your opponent."
	},
}

// ErrBudget is returned when a search visited as many positions as it may: nothing
// is proved then.
var ErrBudget = theory.ErrBudget

// DefaultNodes is how many positions a search may visit where nobody says
// otherwise: less than a second of work on rows and piles, and at most some hundred
// megabytes. A position counts once more for every 64 bytes of its notation.
const DefaultNodes = 1 << 20

const (
	// levelBytes is what a decision in a line of play takes, with the room that the stack grows by,
	// and knownBytes what is noted of a position beside its notation.
	levelBytes, knownBytes = 2 << 10, 64
	// contextEvery is how many visits pass between two looks at the context.
	contextEvery = 256
	// visitBytes is the length of notation that counts as a visit more, since it is
	// remembered: so the budget bounds the memory of long positions, too.
	visitBytes = 64
	// owedBytes is what may be taken before it is counted.
	owedBytes = 64 << 10
)

// Search is the search of one variant. What it has settled it remembers. It is not
// safe for concurrent use.
type Search struct {
	variant *games.Variant
	nodes   int // positions that may be visited
	spent   bool
	visited int // positions visited so far
	look    int // at so many the context is looked at again
	owed    int // bytes that were taken and are not counted yet
	deepest int // level of a line of play
	// known says whether the player who decides wins, by the notation of the position;
	// the owner of the turn, which it leaves out, is the index in partizan games.
	known [2]map[string]bool
}

// New returns a search of v that may visit so many positions, at least 1, counting
// returns to positions that it knows.
func New(v *games.Variant, nodes int) *Search {
	return &Search{variant: v, nodes: nodes}
}

// Spent reports whether a search has run out of its budget.
func (s *Search) Spent() bool { return s.spent }

// Wins reports whether the player who decides in p wins. The error is ErrBudget or
// ctx.Err().
func (s *Search) Wins(ctx context.Context, p games.Position) (bool, error) {
	return s.settle(ctx, p, 0)
}

// Winning returns at most limit winning decisions in the order of Options and
// whether these are all. When the budget or the context ends it, what it has found
// is still proved; the error, as in Wins, is for having proved no move.
func (s *Search) Winning(ctx context.Context, p games.Position, limit int) (moves []games.Move, complete bool, err error) {
	actor := p.Turn().Actor
	for step := range p.Options() {
		won, err := s.keeps(ctx, actor, step.Position, 0)
		switch {
		case err != nil && len(moves) > 0:
			return moves, false, nil
		case err != nil:
			return nil, false, err
		case won && len(moves) >= limit:
			return moves, false, nil
		case won:
			moves = append(moves, step.Move)
		}
	}
	return moves, true, nil
}

// prover is a Search as the solver asks it.
type prover struct{ *Search }

func (s prover) Wins(ctx context.Context, _ *games.Variant, p games.Position) (bool, error) {
	return s.Search.Wins(ctx, p)
}

func (s prover) Winning(ctx context.Context, _ *games.Variant, p games.Position, limit int) ([]games.Move, bool, error) {
	return s.Search.Winning(ctx, p, limit)
}

func (s prover) Some(ctx context.Context, _ *games.Variant, p games.Position, limit int) ([]games.Move, bool, error) {
	return s.Search.Winning(ctx, p, limit)
}

func (prover) Value(context.Context, *games.Variant, games.Position, int) (theory.Value, error) {
	return theory.Value{}, nil
}

func (prover) Method(*games.Variant, games.Position) theory.Method { return theory.BySearch }

// settled returns how many positions the search has proved won or lost.
func (s *Search) settled() int {
	n := 0
	for _, known := range s.known {
		n += len(known)
	}
	return n
}

// Ground is what a reason rests on that was found by search. Its positions are those that
// were proved won or lost.
type Ground struct{ theory.Tried }

// Rule names the rule that was used.
func (*Ground) Rule() theory.Rule { return theory.RuleSearch }

// Short is the short form of what was searched.
func (g *Ground) Short(r *theory.Reason, _ int) string {
	if r.Claim == theory.CanWin {
		return fmt.Sprintf("%s wins against every reply: every line of play was tried (%d positions).", theory.Code(r.Move), g.Positions)
	}
	return fmt.Sprintf("every line of play was tried (%d positions), and whatever you do has an answer that wins.", g.Positions)
}

// Full lists the answers.
func (g *Ground) Full(r *theory.Reason) []string {
	if r.Claim == theory.CanWin {
		return []string{"After each reply, look again: what to play next depends on it."}
	}
	lines := []string{"The answers:"}
	for _, a := range g.Answers {
		if a.Answer == (games.Move{}) {
			lines = append(lines, fmt.Sprintf("%s loses without an answer.", a.Move))
		} else {
			lines = append(lines, fmt.Sprintf("%s is answered by %s.", a.Move, a.Answer))
		}
	}
	if !g.All {
		lines = append(lines, "The other moves have answers too.")
	}
	return lines
}

// AppendJSON appends the positions and the answers.
func (g *Ground) AppendJSON(dst []byte, _ *theory.Reason) []byte { return g.AppendTo(dst) }

// Reason returns the reason for the verdict on p, which the search has settled. Of a won
// one it is about move, which wins. Where the budget or ctx ends, fewer answers are listed.
func (s prover) Reason(ctx context.Context, _ *games.Variant, p games.Position, wins bool, move games.Move) theory.Reason {
	if wins && move == (games.Move{}) {
		move = s.first(p)
	}
	reason := theory.Reason{Claim: theory.ClaimOf(p, wins), Move: move}
	if games.Over(p) {
		return reason
	}
	g := new(Ground)
	if !wins {
		g.Answer(p, func(after games.Position) (games.Move, error) {
			moves, _, err := s.Search.Winning(ctx, after, 1)
			if err != nil || len(moves) == 0 {
				return games.Move{}, err
			}
			return moves[0], nil
		})
	}
	g.Positions = s.settled()
	reason.Ground = g
	return reason
}

// first returns the first winning decision in p, which Winning has found before.
func (s *Search) first(p games.Position) games.Move {
	for step := range p.Options() {
		turn := step.Position.Turn()
		if won, ok := s.knownFor(turn.Owner)[step.Position.String()]; ok && won == (turn.Actor == p.Turn().Actor) {
			return step.Move
		}
	}
	return games.Move{}
}

// settle reports whether the player who decides in p wins.
func (s *Search) settle(ctx context.Context, p games.Position, depth int) (bool, error) {
	if err := s.visit(ctx, depth); err != nil {
		return false, err
	}
	turn := p.Turn()
	known, notation := s.knownFor(turn.Owner), p.String()
	s.visited += len(notation) / visitBytes
	if won, ok := known[notation]; ok {
		return won, nil
	}
	won, over := false, true
	for step := range p.Options() {
		over = false
		var err error
		if won, err = s.keeps(ctx, turn.Actor, step.Position, depth+1); err != nil {
			return false, err
		}
		if won {
			break
		}
	}
	if over {
		winner, _ := s.variant.Winner(p)
		won = winner == turn.Actor
	}
	known[notation] = won
	s.owed += knownBytes + len(notation)
	return won, nil
}

// keeps reports whether player wins from next, where either may decide.
func (s *Search) keeps(ctx context.Context, player games.Side, next games.Position, depth int) (bool, error) {
	won, err := s.settle(ctx, next, depth)
	return won == (next.Turn().Actor == player), err
}

// visit counts one visit against the budget.
func (s *Search) visit(ctx context.Context, depth int) error {
	if depth > s.deepest {
		s.deepest = depth
		s.owed += levelBytes
	}
	err := error(nil)
	switch {
	case s.visited >= s.nodes:
		err = ErrBudget
	case s.visited >= s.look || s.owed > owedBytes:
		s.look = s.visited + contextEvery
		theory.Visited(ctx, contextEvery)
		if err = ctx.Err(); err == nil {
			err = theory.Take(ctx, s.owed)
			s.owed = 0
		}
	}
	s.spent = s.spent || errors.Is(err, ErrBudget)
	s.visited++
	return err
}

// knownFor returns what is known of positions in owner's turn. Where the sides have
// the same moves it makes no difference whose turn it is.
func (s *Search) knownFor(owner games.Side) map[string]bool {
	i := games.Left
	if s.variant.Partizan {
		i = owner
	}
	if s.known[i] == nil {
		s.known[i] = make(map[string]bool)
	}
	return s.known[i]
}
