package theory

import (
	"strings"

	"nimatron/games"
)

// A Voice writes moves where a text of a reason mentions them. It is chosen before the text is made, so that the
// text fits its room and nobody has to find moves in it.
type Voice func(m games.Move, as Mention) string

// Mention is the part of a sentence that a move is.
type Mention uint8

// The mentions of a move.
const (
	Subject Mention = iota // "`L-2`" or "taking 2 from the left end", as in "… leaves two equal piles"
	Start                  // Subject at the beginning of a sentence
	Aside                  // in parentheses behind words that tell the move too; "" for none
	Order                  // "play `L-2`" or "take 2 from the left end"
	Means                  // "with `L-2`" or "by taking 2 from the left end", after "wins"
)

// Notation is the voice of a reason without another one: moves in backquotes.
func Notation(m games.Move, as Mention) string { return mention(m.Code(), as) }

// Plain is Notation without backquotes.
func Plain(m games.Move, as Mention) string { return mention(m.String(), as) }

func mention(move string, as Mention) string {
	switch as {
	case Order:
		return "play " + move
	case Means:
		return "with " + move
	default:
		return move
	}
}

// Say writes a move in the voice of the reason.
func (r *Reason) Say(m games.Move, as Mention) string {
	if r.Voice == nil {
		return Notation(m, as)
	}
	return r.Voice(m, as)
}

func (r *Reason) tell(as Mention) string {
	if r.Move == (games.Move{}) {
		return "" // a loser's reason has no move to mention
	}
	return r.Say(r.Move, as)
}

// Subject is the move at the beginning of a clause.
func (r *Reason) Subject() string { return r.tell(Subject) }

// First is the move at the beginning of a sentence.
func (r *Reason) First() string { return r.tell(Start) }

// Sentence makes a text that may begin with the move begin a sentence. Notation stays as it is.
func (r *Reason) Sentence(text string) string {
	if move := r.Subject(); move != "" && strings.HasPrefix(text, move) && r.First() == move {
		return text
	}
	return Sentence(text)
}

// Order is the move as advice.
func (r *Reason) Order() string { return r.tell(Order) }

// Ordered is advice that begins with the move, if its voice has not told the move before.
func (r *Reason) Ordered(text string) string {
	if order := r.Order(); order != "" {
		return order + ". " + text
	}
	return text
}

// Means is the move after "wins".
func (r *Reason) Means() string { return r.tell(Means) }

// Aside is the move in parentheses after a space, or "".
func (r *Reason) Aside() string { return aside(r.tell(Aside)) }

// AsideOr is Aside for the moves of two reasons.
func (r *Reason) AsideOr(other *Reason) string {
	one, two := r.tell(Aside), other.tell(Aside)
	if one == "" || two == "" {
		return ""
	}
	return aside(one + " or " + two)
}

func aside(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}
