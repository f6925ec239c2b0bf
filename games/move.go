package games

import (
	"strconv"
	"strings"
)

// MoveKind is the kind of decision of a move, which determines its notation.
type MoveKind uint8

const (
	// Take removes Count counters from Where: "WHERE-COUNT".
	Take MoveKind = iota
	// Nominate names the place Where from which counters will leave: "WHERE".
	Nominate
	// Dictate removes Count counters from the nominated place: "-COUNT".
	Dictate
	// Split leaves the smaller of the two Parts at Where and puts the larger last: "WHERE=A+B".
	Split
	// Other is a move that only its own game understands. It is written as Text.
	Other
)

// A Move is one decision. Fields that its kind does not use are zero, so two moves of one position
// are equal (==) exactly if they are the same decision.
type Move struct {
	Kind MoveKind
	// Index is the index of the pile, vertex or cell, from 0; for an end of a row 0 is the left
	// one. It is 0 if Where is empty.
	Index int32
	// Where is the place in canonical form: "L" or "R" for an end, a pile's number from 1, the name
	// of a vertex or cell. It is empty in Dictate.
	Where string
	// Count is the number of counters taken in Take and Dictate, at least 1.
	Count uint64
	// Parts are the two piles that a Split leaves, the smaller first.
	Parts [2]uint64
	// Text is the canonical form of a move of the kind Other.
	Text string
}

// String returns the canonical form, which Position.Read reads back; the zero Move gives "".
func (m Move) String() string {
	if m == (Move{}) {
		return ""
	}
	if m.Kind == Other {
		return m.Text
	}
	if m.Kind == Nominate {
		return m.Where
	}
	return string(m.AppendTo(make([]byte, 0, 48)))
}

// AppendTo appends the canonical form to dst.
func (m Move) AppendTo(dst []byte) []byte {
	switch m.Kind {
	case Other:
		return append(dst, m.Text...)
	case Nominate:
		return append(dst, m.Where...)
	case Split:
		dst = append(append(dst, m.Where...), '=')
		dst = strconv.AppendUint(dst, m.Parts[0], 10)
		return strconv.AppendUint(append(dst, '+'), m.Parts[1], 10)
	default:
		dst = append(append(dst, m.Where...), '-')
		return strconv.AppendUint(dst, m.Count, 10)
	}
}

// PileName returns the name of pile i in moves: its number from 1.
func PileName(i int) string {
	if i < len(pileNames) {
		return pileNames[i]
	}
	return strconv.Itoa(i + 1)
}

// pileNames saves allocations when moves are listed.
var pileNames = func() (names [MaxPiles]string) {
	for i := range names {
		names[i] = strconv.Itoa(i + 1)
	}
	return names
}()

// TakePile takes count counters from pile i.
func TakePile(i int, count uint64) Move {
	return Move{Kind: Take, Index: int32(i), Where: PileName(i), Count: count}
}

// NominatePile nominates pile i.
func NominatePile(i int) Move { return Move{Kind: Nominate, Index: int32(i), Where: PileName(i)} }

// SplitPile splits pile i: small stays there, large becomes the last pile.
func SplitPile(i int, small, large uint64) Move {
	return Move{Kind: Split, Index: int32(i), Where: PileName(i), Parts: [2]uint64{small, large}}
}

// TakeEnd takes count counters from an end of a row.
func TakeEnd(s Side, count uint64) Move {
	return Move{Kind: Take, Index: int32(s), Where: [...]string{Left: "L", Right: "R"}[s], Count: count}
}

// OfPart turns a move on a board into a move of a sum in which the board is this part, from 1:
// "1:L-2".
func (m Move) OfPart(part int) Move {
	if prefix := strconv.Itoa(part) + ":"; m.Kind == Other {
		m.Text = prefix + m.Text
	} else {
		m.Where = prefix + m.Where
	}
	return m
}

// InPart undoes OfPart: it returns the number of the part, from 1, and the move there. The number
// is 0 if m is not a move of a sum.
func (m Move) InPart() (part int, inside Move) {
	if m.Kind == Other {
		part, m.Text = CutPart(m.Text)
	} else {
		part, m.Where = CutPart(m.Where)
	}
	return part, m
}

// CutPart cuts "1:L" into the number of a part, from 1, and the place there. Without a part the
// number is 0 and inside is where.
func CutPart(where string) (part int, inside string) {
	number, inside, ok := strings.Cut(where, ":")
	if !ok || len(number) != 1 || number < "1" || number > "9" {
		return 0, where
	}
	return int(number[0] - '0'), inside
}

// Code returns the notation between backticks.
func (m Move) Code() string { return "`" + m.String() + "`" }

// Said is a move in words.
type Said struct {
	Verb   Verb
	Object string // "2 from pile 1"
}

// Verb is what a player does in a move.
type Verb struct{ past, doing, do string }

// The verbs of moves.
var (
	Took   = Verb{"took", "taking", "take"}
	Lifted = Verb{"lifted", "lifting", "lift"}
	Cut    = Verb{"split", "splitting", "split"}
	Named  = Verb{"named", "naming", "name"}
	Moved  = Verb{"moved", "moving", "move"}
)

// String says that somebody made the move: "took 2 from pile 1".
func (s Said) String() string { return s.Verb.past + " " + s.Object }

// Doing says the move as a subject: "taking 2 from pile 1".
func (s Said) Doing() string { return s.Verb.doing + " " + s.Object }

// Do says the move in the imperative: "take 2 from pile 1".
func (s Said) Do() string { return s.Verb.do + " " + s.Object }

// SayPiles is the Say of games on numbered piles.
func SayPiles(_ Position, m Move) Said {
	switch m.Kind {
	case Nominate:
		return Said{Named, "pile " + m.Where}
	case Dictate:
		return Said{Took, Counters(m.Count) + " from the pile"}
	case Split:
		return Said{Cut, "pile " + m.Where + " into " + strconv.FormatUint(m.Parts[0], 10) + " and " + strconv.FormatUint(m.Parts[1], 10)}
	default:
		return Said{Took, strconv.FormatUint(m.Count, 10) + " from pile " + m.Where}
	}
}
