package games

import (
	"iter"
	"math/rand/v2"
	"strings"
)

// Side is a seat of a match, named as in partizan games. Left moves first unless the players agree
// otherwise.
type Side uint8

const (
	Left Side = iota
	Right
)

// Other returns the opponent of s.
func (s Side) Other() Side { return 1 - s }

// String returns "left" or "right".
func (s Side) String() string {
	if s == Left {
		return "left"
	}
	return "right"
}

// Name returns "Left" or "Right".
func (s Side) Name() string {
	if s == Left {
		return "Left"
	}
	return "Right"
}

// Turn says whose turn it is and who makes the due decision.
type Turn struct {
	// Owner is the player whose turn it is. The owner of the last turn wins or loses, no matter
	// who took the last counter.
	Owner Side
	// Actor decides now. It differs from Owner only in the reverse games, in which the opponent
	// takes a decision of the turn.
	Actor    Side
	Decision Decision
}

// Decision is the part of a turn to decide next.
type Decision uint8

const (
	WholeMove Decision = iota
	// PlaceOnly nominates a place; the other player then gives the number.
	PlaceOnly
	// NumberOnly gives the number for the nominated place.
	NumberOnly
)

// A Position is an immutable state of a match between two decisions.
//
// The game is over if Options yields nothing.
type Position interface {
	// String returns the canonical notation; Variant.Parse reads it back.
	String() string
	// Turn says whose turn it is and who decides.
	Turn() Turn
	// WithTurn returns the same board in owner's turn.
	WithTurn(owner Side) Position
	// Read parses a move in any accepted form. It alone reads the text of moves. The error is an
	// *IllegalMove. Play checks whether the result is legal.
	Read(text string) (Move, error)
	// Play checks a move and applies it. Exactly the moves that Options yields are legal. The error
	// is an *IllegalMove that says what would be legal.
	Play(m Move) (Position, error)
	// Options yields the legal moves, fewest counters first. There can be 10^18.
	Options() iter.Seq[Step]
	// Places returns where the due decision can be taken, in reading order. It describes the same
	// moves as Options. It is empty for moves of the kind Other and in a finished game.
	Places() []Place
	// Shape returns the position for a drawing.
	Shape() Shape
}

// A Step is a legal decision and the position after it.
type Step struct {
	Move     Move
	Position Position
}

// Over reports whether nobody can move.
func Over(p Position) bool {
	for range p.Options() {
		return false
	}
	return true
}

// HasMoreOptions reports whether p has more than n legal decisions.
func HasMoreOptions(p Position, n int) bool {
	for range p.Options() {
		if n--; n < 0 {
			return true
		}
	}
	return false
}

// Ending says who wins when the player to move has no move.
type Ending uint8

const (
	// Normal play: the owner of the last turn wins.
	Normal Ending = iota
	// Misere play: the owner of the last turn loses.
	Misere
)

// A Family is the variants that share a theory and a rating.
type Family struct {
	// ID is stable, since ratings are kept by it, such as "end-nim".
	ID string
	// Name is what players see, such as "End-Nim".
	Name string
}

// Parametric is a family with a variant for every integer of a range.
type Parametric struct {
	Family *Family
	// Symbol names the number, such as "Q".
	Symbol string
	// Suffix follows the number in an id, such as "/misere"; it may be empty.
	Suffix      string
	Least, Most int64
	// Of returns the variant for a number from Least to Most. Its ID is the family's, a slash, the
	// number and Suffix.
	Of func(parameter int64) *Variant
}

// ID returns the id with this number, or with Symbol in its place.
func (p *Parametric) ID(number string) string { return p.Family.ID + "/" + number + p.Suffix }

// Number cuts the number out of an id.
func (p *Parametric) Number(id string) (number string, ok bool) {
	number, ok = strings.CutPrefix(id, p.Family.ID+"/")
	if !ok {
		return "", false
	}
	return strings.CutSuffix(number, p.Suffix)
}

// A Variant is everything the program knows about one game. Variants are never changed;
// games/catalog lists them.
type Variant struct {
	// ID is the stable identifier, such as "end-nim/misere".
	ID string
	// Name is what players see, such as "Misère End-Nim".
	Name string
	// Gist describes the game in a menu in about six words, without a full stop.
	Gist   string
	Family *Family
	// Parameter is the number of a variant of a Parametric family, else 0.
	Parameter int64
	// Ending says who wins when nobody can move.
	Ending Ending
	// Normal is the same game under normal play, nil if this game is under normal play or has none.
	Normal *Variant
	// Partizan means that the two sides have different moves.
	Partizan bool
	// Reverse means that the opponent of a turn's owner takes decisions of it.
	Reverse bool
	Rules   Rules
	// Parse reads a position with first to move. The error is a *BadPosition.
	Parse func(text string, first Side) (Position, error)
	// Generate returns a random unfinished start that is fun to play by hand. Package start repeats
	// it until the start is fair.
	Generate func(r *rand.Rand, size Size) string
	// Longest is nil if every decision takes at least one counter: then the counters are the bound.
	Longest func(p Position) uint64
	// Say describes a move made in p, such as "took 2 from the right end".
	Say func(p Position, m Move) Said
	// Words names the places of the board and the units taken.
	Words Words
}

// UnderMisere returns the misère game of v, with the texts that differ.
func (v *Variant) UnderMisere(gist, summary, end string) *Variant {
	m := *v
	m.Normal = v
	m.ID, m.Name, m.Gist, m.Ending = v.ID+MisereSuffix, "Misère "+v.Name, gist, Misere
	m.Rules.Summary, m.Rules.End = summary, end
	return &m
}

// MisereSuffix ends the ids of misère games.
const MisereSuffix = "/misere"

// Rules explains a game to a player.
type Rules struct {
	// Summary says what a turn is and who wins, in at most 100 characters. It is enough for a first
	// match.
	Summary string
	Turn    string
	End     string
	// Moves says how a move is written, with examples.
	Moves string
	// Example is a good first position in notation.
	Example string
	// Sides says in the imperative what each side of a partizan game may do: "take from the left
	// end". It is empty in other games.
	Sides [2]string
}

// Winner returns the winner of a finished game; ok is false while it is running. Only this function
// decides who won.
func (v *Variant) Winner(p Position) (winner Side, ok bool) {
	if !Over(p) {
		return 0, false
	}
	// The turn before this one was the last.
	last := p.Turn().Owner.Other()
	if v.Ending == Misere {
		return last.Other(), true
	}
	return last, true
}
