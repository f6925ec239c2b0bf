package games

import (
	"iter"
	"math/rand/v2"
	"strings"
)

// Side is one of the two seats of a match. The names are those of partizan
// games; in an impartial game they are only two names. Left moves first unless
// the players agree otherwise.
type Side uint8

// The two sides.
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

// Name returns "Left" or "Right", as people call the players of a partizan game.
func (s Side) Name() string {
	if s == Left {
		return "Left"
	}
	return "Right"
}

// Turn says whose turn it is and who takes the decision that is due.
type Turn struct {
	// Owner is the player whose turn it is. The ending of the game counts the
	// owner of the last turn, whoever's hand took the last counter.
	Owner Side
	// Actor is the player who decides now. It differs from Owner only in the
	// reverse games, where the opponent takes a decision of the turn.
	Actor Side
	// Decision is what Actor decides.
	Decision Decision
}

// Decision says what part of a turn is decided next.
type Decision uint8

const (
	// WholeMove decides all of the turn.
	WholeMove Decision = iota
	// PlaceOnly nominates the place that the other player's number is for.
	PlaceOnly
	// NumberOnly says how many counters leave the nominated place.
	NumberOnly
)

// A Position is an immutable state of a match between two decisions.
//
// The game is over when Options yields nothing.
type Position interface {
	// String returns the canonical notation; Variant.Parse reads it back.
	String() string
	// Turn says whose turn it is and who decides now.
	Turn() Turn
	// WithTurn returns the same board with owner's turn in place of the other's.
	WithTurn(owner Side) Position
	// Read says which move a person or a record means by text, in any accepted
	// form; this is the only reader of a move's text. The error is an *IllegalMove.
	// What is read may still be illegal: that is for Play to say.
	Read(text string) (Move, error)
	// Play checks a move and applies it. Just the values that Options yields are
	// legal. The error is an *IllegalMove that says what would have been legal.
	Play(m Move) (Position, error)
	// Options yields the legal moves, lazily since there can be 10^18 of them,
	// those that take fewest counters first.
	Options() iter.Seq[Step]
	// Places returns where the decision that is due can be taken, in the order in which
	// people read the board: just the moves that Options yields come of them, by the kind
	// of decision. It returns none where moves are of the kind Other, and in a finished game.
	Places() []Place
	// Shape returns what a drawing of the position needs.
	Shape() Shape
}

// A Step is one legal decision and what it leads to.
type Step struct {
	// Move is the decision.
	Move Move
	// Position is the state after it.
	Position Position
}

// Over reports whether the player who would move next has no move.
func Over(p Position) bool {
	for range p.Options() {
		return false
	}
	return true
}

// HasMoreOptions reports whether there are more than n legal decisions in p.
func HasMoreOptions(p Position, n int) bool {
	for range p.Options() {
		if n--; n < 0 {
			return true
		}
	}
	return false
}

// Ending says who wins when the player to move has no move left.
type Ending uint8

const (
	// Normal play: whoever owned the last turn wins.
	Normal Ending = iota
	// Misere play: whoever owned the last turn loses.
	Misere
)

// A Family is the variants that share a theory and a ladder.
type Family struct {
	// ID is the stable identifier under which ratings are kept, such as "end-nim".
	ID string
	// Name is the name that people read, such as "End-Nim".
	Name string
}

// Parametric is a family that has a variant for every whole number of a range.
type Parametric struct {
	Family *Family
	// Symbol is what people call the number, such as "Q".
	Symbol string
	// Suffix is what stands behind the number in an id, such as "/misere"; it may be empty.
	Suffix string
	// Least and Most bound it.
	Least, Most int64
	// Of returns the variant for a number from Least to Most. Its ID is the
	// family's, a slash, the number and Suffix.
	Of func(parameter int64) *Variant
}

// ID is how ids are spelt in which number, or Symbol, stands for the number.
func (p *Parametric) ID(number string) string { return p.Family.ID + "/" + number + p.Suffix }

// Number returns what stands for the number in an id of this spelling.
func (p *Parametric) Number(id string) (number string, ok bool) {
	number, ok = strings.CutPrefix(id, p.Family.ID+"/")
	if !ok {
		return "", false
	}
	return strings.CutSuffix(number, p.Suffix)
}

// A Variant is one game: everything that the rest of the program needs to know
// about it. Variants are values of the packages below this one, listed in
// games/catalog, and are never changed.
type Variant struct {
	// ID is the stable identifier, such as "end-nim/misere".
	ID string
	// Name is the name that people read, such as "Misère End-Nim".
	Name string
	// Gist says what one does in it in a menu of games: about six words, without a full stop.
	Gist string
	// Family is the one that the variant belongs to.
	Family *Family
	// Parameter is the number of a variant of a Parametric family, else 0.
	Parameter int64
	// Ending says who wins when nobody can move.
	Ending Ending
	// Normal is the same game under normal play; nil in a game that is under normal play, or of
	// which nobody asks.
	Normal *Variant
	// Partizan is true where the two sides have different moves.
	Partizan bool
	// Reverse is true where the opponent of a turn's owner takes decisions of it.
	Reverse bool
	// Rules explains the game to a person.
	Rules Rules
	// Parse reads a position with first to move. The error is a *BadPosition
	// that says what would have been right.
	Parse func(text string, first Side) (Position, error)
	// Generate returns the notation of a random start of a size that is fun to
	// play by hand. It is never a finished game. Whether it is a fair one is for
	// package start to say, which draws until it is.
	Generate func(r *rand.Rand, size Size) string
	// Longest is what LongestPlay says of the variant; nil where every decision takes
	// at least one counter, so that it can be read off the board.
	Longest func(p Position) uint64
	// Say says in words what a move did in a match that came by p, as the rest of a
	// sentence about whoever made it: "took 2 from the right end".
	Say func(p Position, m Move) string
	// Words is how people call the places of the board and what they take there.
	Words Words
}

// UnderMisere returns the game with the boards and the moves of v in which the last turn loses,
// and what its gist, the summary of its rules and their end say then.
func (v *Variant) UnderMisere(gist, summary, end string) *Variant {
	m := *v
	m.Normal = v
	m.ID, m.Name, m.Gist, m.Ending = v.ID+MisereSuffix, "Misère "+v.Name, gist, Misere
	m.Rules.Summary, m.Rules.End = summary, end
	return &m
}

// MisereSuffix ends the ids of what UnderMisere returns.
const MisereSuffix = "/misere"

// Rules is what a person needs to know to play a variant.
type Rules struct {
	// Summary says what a turn is and who wins, in at most 100 characters: what somebody
	// who has never heard of the game needs for a first match.
	Summary string
	// Turn says what a player does on a turn.
	Turn string
	// End says how the game ends and who wins.
	End string
	// Moves says how a move is written, with examples.
	Moves string
	// Example is the notation of a good first position to try.
	Example string
	// Sides says in a partizan game what each side may do, as an order: "take from the
	// left end". It is empty in the others.
	Sides [2]string
}

// Winner names the winner of a finished game; ok is false while the game goes on.
// This is the one place that decides who won.
func (v *Variant) Winner(p Position) (winner Side, ok bool) {
	if !Over(p) {
		return 0, false
	}
	// Nobody can move: the turn before this one was the last.
	last := p.Turn().Owner.Other()
	if v.Ending == Misere {
		return last.Other(), true
	}
	return last, true
}
