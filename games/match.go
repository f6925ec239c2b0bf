package games

import (
	"errors"
	"fmt"
)

// ErrFinished is returned for a move in a match that is over.
var ErrFinished = errors.New("this match is over")

// NotYourTurn is the error for a move by the player who does not decide now.
type NotYourTurn struct {
	// Turn is the turn of the match as it stands.
	Turn Turn
}

// Error names the side that decides.
func (e *NotYourTurn) Error() string {
	return fmt.Sprintf("it is %s's decision, not yours", e.Turn.Actor)
}

// A Match is the referee of one game: the start, the moves so far and the
// position they lead to. It is immutable: Play returns the match after the move.
type Match struct {
	variant  *Variant
	start    string
	first    Side
	moves    []string
	position Position
}

// NewMatch sets up a match of v from the position written in start, with first
// to take the first turn. A position that is already over is refused with a
// *BadPosition.
func NewMatch(v *Variant, start string, first Side) (*Match, error) {
	p, err := v.Parse(start, first)
	if err != nil {
		return nil, err
	}
	if Over(p) {
		return nil, &BadPosition{Reason: fmt.Sprintf("from %s nobody can move: a match of %s needs a position with a move in it, such as `%s`", Quote(start), v.Name, v.Rules.Example)}
	}
	return &Match{variant: v, start: p.String(), first: first, position: p}, nil
}

// Replay rebuilds a match from its moves, each checked anew as if it were
// played now. It is how a stored match comes back.
func Replay(v *Variant, start string, first Side, moves []string) (*Match, error) {
	m, err := NewMatch(v, start, first)
	if err != nil {
		return nil, err
	}
	for i, move := range moves {
		step, err := m.position.Play(move)
		if err != nil {
			return nil, fmt.Errorf("move %d, %q: %w", i+1, move, err)
		}
		m.position = step.Position
		m.moves = append(m.moves, step.Move)
	}
	return m, nil
}

// Play lets by take the decision that is due. The error is ErrFinished, a
// *NotYourTurn or an *IllegalMove; the match m itself never changes.
func (m *Match) Play(by Side, move string) (*Match, Step, error) {
	if _, over := m.Winner(); over {
		return nil, Step{}, ErrFinished
	}
	if turn := m.position.Turn(); turn.Actor != by {
		return nil, Step{}, &NotYourTurn{Turn: turn}
	}
	step, err := m.position.Play(move)
	if err != nil {
		return nil, Step{}, err
	}
	next := *m
	// The full slice expression makes append copy, so that two matches that
	// continue the same one never share a tail.
	next.moves = append(m.moves[:len(m.moves):len(m.moves)], step.Move)
	next.position = step.Position
	return &next, step, nil
}

// Variant returns the game that is played.
func (m *Match) Variant() *Variant { return m.variant }

// Start returns the canonical notation of the first position.
func (m *Match) Start() string { return m.start }

// First returns the owner of the first turn.
func (m *Match) First() Side { return m.first }

// Moves returns the moves so far in canonical form. They must not be changed.
func (m *Match) Moves() []string { return m.moves }

// Position returns the position as it stands.
func (m *Match) Position() Position { return m.position }

// Winner names the winner of a finished match; ok is false while it goes on.
func (m *Match) Winner() (winner Side, ok bool) { return m.variant.Winner(m.position) }
