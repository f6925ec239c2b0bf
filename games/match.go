package games

import (
	"errors"
	"fmt"
	"iter"
	"slices"
)

// ErrFinished is the error for a move in a finished match.
var ErrFinished = errors.New("this match is over")

// NotYourTurn is the error for a move by the player who does not decide now.
type NotYourTurn struct {
	Turn Turn
}

// Error names the side that decides.
func (e *NotYourTurn) Error() string {
	return fmt.Sprintf("it's %s's move, not yours", e.Turn.Actor)
}

// A Match is the referee of one game. It is immutable: Play returns the match after the move.
type Match struct {
	variant  *Variant
	start    Position
	moves    []Move
	position Position
}

// NewMatch starts a match of v from the position start, with first to move. A position that is
// already over is a *BadPosition.
func NewMatch(v *Variant, start string, first Side) (*Match, error) {
	p, err := v.Parse(start, first)
	if err != nil {
		return nil, err
	}
	if Over(p) {
		return nil, NoPosition(v.Rules.Example, "nobody can move from %s: a match of %s needs a position with a move", Quote(start), v.Name)
	}
	return &Match{variant: v, start: p, position: p}, nil
}

// Replay rebuilds a stored match from its moves and checks each.
func Replay(v *Variant, start string, first Side, moves []string) (*Match, error) {
	m, err := NewMatch(v, start, first)
	if err != nil {
		return nil, err
	}
	m.moves = make([]Move, len(moves))
	for i, text := range moves {
		if m.moves[i], err = m.position.Read(text); err == nil {
			m.position, err = m.position.Play(m.moves[i])
		}
		if err != nil {
			return nil, fmt.Errorf("move %d, %q: %w", i+1, text, err)
		}
	}
	return m, nil
}

// Play lets player by take the due decision. The error is ErrFinished, a *NotYourTurn or an
// *IllegalMove.
func (m *Match) Play(by Side, move Move) (*Match, error) {
	if _, over := m.Winner(); over {
		return nil, ErrFinished
	}
	if turn := m.position.Turn(); turn.Actor != by {
		return nil, &NotYourTurn{Turn: turn}
	}
	p, err := m.position.Play(move)
	if err != nil {
		return nil, err
	}
	next := *m
	// The full slice expression makes append copy, so that two continuations of a match share no
	// tail.
	next.moves = append(m.moves[:len(m.moves):len(m.moves)], move)
	next.position = p
	return &next, nil
}

// TakeBack returns the match without its last n moves, 0 to all of them.
func (m *Match) TakeBack(n int) *Match {
	kept := len(m.moves) - n
	back := &Match{variant: m.variant, start: m.start, moves: slices.Clone(m.moves[:kept]), position: m.start}
	for turn, p := range m.Positions() {
		if turn == kept {
			back.position = p
			break
		}
	}
	return back
}

// Positions yields the positions from the start to the current one, each with the number of moves
// before it.
func (m *Match) Positions() iter.Seq2[int, Position] {
	return func(yield func(int, Position) bool) {
		p := m.start
		for i, move := range m.moves {
			if !yield(i, p) {
				return
			}
			next, err := p.Play(move)
			if err != nil {
				panic(fmt.Sprintf("games: %s was legal in %s and is not now: %v", move, p, err))
			}
			p = next
		}
		yield(len(m.moves), p)
	}
}

// Variant returns the game that is played.
func (m *Match) Variant() *Variant { return m.variant }

// Start returns the first position.
func (m *Match) Start() Position { return m.start }

// First returns the owner of the first turn.
func (m *Match) First() Side { return m.start.Turn().Owner }

// Moves returns the moves so far. They must not be changed.
func (m *Match) Moves() []Move { return m.moves }

// Position returns the current position.
func (m *Match) Position() Position { return m.position }

// Winner returns the winner of a finished match; ok is false while it is running.
func (m *Match) Winner() (winner Side, ok bool) { return m.variant.Winner(m.position) }
