package solver

import (
	"context"
	"strconv"
	"unicode/utf8"

	"nimatron/games"
)

// Outcome says who wins under perfect play.
type Outcome string

// The outcomes. Only N and P occur in impartial games. Where a pile is nominated
// "next" is the player who takes the decision that is due, else the owner of the
// turn, whoever decides first in it.
const (
	// NextWins is N: the next player wins.
	NextWins Outcome = "N"
	// PreviousWins is P: the previous player wins.
	PreviousWins Outcome = "P"
	// LeftWins is L: Left wins, whoever starts.
	LeftWins Outcome = "L"
	// RightWins is R: Right wins, whoever starts.
	RightWins Outcome = "R"
)

// The methods by which a verdict was reached.
const (
	MethodTheorem = "theorem"
	MethodTable   = "table"
	MethodSearch  = "search"
)

// Analysis is all that is known of a position, as `nimatron analyze` prints it.
type Analysis struct {
	// Variant is the identifier of the game.
	Variant string
	// Position is the canonical notation.
	Position string
	// Outcome is empty if Exact is false.
	Outcome Outcome
	// Exact is false where the search ran out of its budget, so that who wins is
	// not proved.
	Exact bool
	// Grundy is the Grundy value where GrundyKnown is true.
	Grundy uint64
	// GrundyKnown says whether Grundy holds a value; it is never a guess.
	GrundyKnown bool
	// Winning lists the winning decisions of whoever decides now in an impartial
	// game, at most MaxWinning, in the order of Solver.Winning.
	Winning []string
	// Partizan is true where Left and Right hold the moves in place of Winning.
	Partizan bool
	// Left and Right list the winning moves of either side when it moves first,
	// each at most MaxWinning.
	Left, Right []string
	// WinningComplete says whether these are all winning decisions.
	WinningComplete bool
	// Decides says in the reverse games whose decision is due: "owner" or
	// "opponent", of the turn. It is empty in all other games.
	Decides string
	// Method is MethodTheorem, MethodTable or MethodSearch.
	Method string
	// Why is the reason in one sentence.
	Why string

	nominated bool // a pile is: "next" is then whoever decides next
}

// Verdict says in words who wins.
func (a *Analysis) Verdict() string {
	next := "the next player"
	switch {
	case a.nominated:
		next = "the player who decides next"
	case a.Decides == "opponent":
		next = "the player whose turn it is"
	}
	switch a.Outcome {
	case NextWins:
		return "N: " + next + " wins"
	case PreviousWins:
		return "P: " + next + " loses against perfect play"
	case LeftWins:
		return "L: Left wins, whoever moves first"
	case RightWins:
		return "R: Right wins, whoever moves first"
	}
	return "not known: the search ran out of its budget, and nothing is guessed"
}

// MaxWinning is the most winning decisions that an Analysis lists.
const MaxWinning = 1000

// Analyze says all that is known of the position of v written in position. The
// error is a *games.BadPosition, or ctx.Err() if it ended before anything was
// proved. A search that runs out of its budget is no error: Exact is false then.
func (s *Solver) Analyze(ctx context.Context, v *games.Variant, position string) (*Analysis, error) {
	p, err := v.Parse(position, games.Left)
	if err != nil {
		return nil, err
	}
	a := &Analysis{Variant: v.ID, Position: p.String(), Method: MethodSearch, Partizan: v.Partizan}
	q := s.ask(v)
	if q.theory != nil {
		a.Method = MethodTheorem
		a.Grundy, a.GrundyKnown = q.grundy(p)
	}
	if v.Partizan {
		err = a.fillPartizan(ctx, q, p, position)
	} else {
		err = a.fillImpartial(ctx, q, p)
	}
	if err == ErrBudget {
		a.Why = ErrBudget.Error()
		return a, nil
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// whyRoom is the space set aside for a reason, so that it grows at most once.
const whyRoom = 256

// fillImpartial settles p for whoever decides now.
func (a *Analysis) fillImpartial(ctx context.Context, q inquiry, p games.Position) error {
	won, moves, complete, err := q.verdict(ctx, p, MaxWinning)
	if err != nil {
		return err
	}
	if q.variant.Reverse {
		a.Decides, a.nominated = decider(p.Turn()), nominated(p)
	}
	a.Exact, a.Outcome = true, outcomeOf(p, won)
	a.Winning, a.WinningComplete = moves, complete
	why := make([]byte, 0, whyRoom)
	why = append(append(why, a.Outcome...), ": "...)
	a.Why = string(q.appendWhy(why, p, moves))
	return nil
}

// decider names who takes the decision that is due.
func decider(turn games.Turn) string {
	if turn.Actor == turn.Owner {
		return "owner"
	}
	return "opponent"
}

// fillPartizan settles position once with each side to move; left is the
// position with Left to move.
func (a *Analysis) fillPartizan(ctx context.Context, q inquiry, left games.Position, position string) error {
	right, err := q.variant.Parse(position, games.Right)
	if err != nil {
		return err
	}
	leftWon, leftMoves, leftComplete, err := q.verdict(ctx, left, MaxWinning)
	if err != nil {
		return err
	}
	rightWon, rightMoves, rightComplete, err := q.verdict(ctx, right, MaxWinning)
	if err != nil {
		return err
	}
	a.Exact, a.Outcome = true, partizanOutcome(leftWon, rightWon)
	a.Left, a.Right = leftMoves, rightMoves
	a.WinningComplete = leftComplete && rightComplete
	why := make([]byte, 0, whyRoom)
	why = append(append(why, a.Outcome...), ": "...)
	why = q.appendWhy(appendFirst(why, left, leftWon), left, leftMoves)
	why = append(why, "; "...)
	a.Why = string(q.appendWhy(appendFirst(why, right, rightWon), right, rightMoves))
	return nil
}

// appendWhy appends the reason for the verdict on p, of which moves are winning
// decisions.
func (q inquiry) appendWhy(dst []byte, p games.Position, moves []string) []byte {
	if q.theory != nil {
		return q.theory.appendWhy(dst, q.variant, p)
	}
	return q.search.appendWhy(dst, p, moves)
}

// outcomeOf names the outcome of an impartial position in which whoever decides
// now wins or not.
func outcomeOf(p games.Position, won bool) Outcome {
	// Before a pile is nominated the turn is its owner's, even where the opponent
	// takes the first decision of it.
	if turn := p.Turn(); turn.Actor != turn.Owner && !nominated(p) {
		won = !won
	}
	if won {
		return NextWins
	}
	return PreviousWins
}

// nominated reports whether p is between the two half-moves of a turn.
func nominated(p games.Position) bool {
	row, ok := p.Picture().(games.Row)
	return ok && row.Nominated >= 0
}

// partizanOutcome names the outcome from whether each side wins moving first.
func partizanOutcome(leftWins, rightWins bool) Outcome {
	switch {
	case leftWins && rightWins:
		return NextWins
	case leftWins:
		return LeftWins
	case rightWins:
		return RightWins
	default:
		return PreviousWins
	}
}

// MarshalJSON returns AppendJSON's object.
func (a *Analysis) MarshalJSON() ([]byte, error) { return a.AppendJSON(nil), nil }

// AppendJSON appends the analysis to dst as one JSON object on one line, without
// HTML escapes. The fields come in this order: variant, position, outcome (absent
// if not exact), grundy (absent if unknown), winning (a list, or an object with
// left and right), winning_complete, exact, decides (absent if empty), method, why.
func (a *Analysis) AppendJSON(dst []byte) []byte {
	dst = appendString(append(dst, `{"variant":`...), a.Variant)
	dst = appendString(append(dst, `,"position":`...), a.Position)
	if a.Exact {
		dst = appendString(append(dst, `,"outcome":`...), string(a.Outcome))
	}
	if a.GrundyKnown {
		dst = strconv.AppendUint(append(dst, `,"grundy":`...), a.Grundy, 10)
	}
	dst = append(dst, `,"winning":`...)
	if a.Partizan {
		dst = appendStrings(append(dst, `{"left":`...), a.Left)
		dst = appendStrings(append(dst, `,"right":`...), a.Right)
		dst = append(dst, '}')
	} else {
		dst = appendStrings(dst, a.Winning)
	}
	dst = strconv.AppendBool(append(dst, `,"winning_complete":`...), a.WinningComplete)
	dst = strconv.AppendBool(append(dst, `,"exact":`...), a.Exact)
	if a.Decides != "" {
		dst = appendString(append(dst, `,"decides":`...), a.Decides)
	}
	dst = appendString(append(dst, `,"method":`...), a.Method)
	dst = appendString(append(dst, `,"why":`...), a.Why)
	return append(dst, '}')
}

// appendStrings appends a JSON list of strings.
func appendStrings(dst []byte, list []string) []byte {
	dst = append(dst, '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(dst, s)
	}
	return append(dst, ']')
}

// appendString appends s as a JSON string.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	plain := 0 // where the part begins that needs no escape
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r != utf8.RuneError || size > 1 {
				i += size
				continue
			}
		}
		dst = append(dst, s[plain:i]...)
		dst = appendEscape(dst, c)
		i++
		plain = i
	}
	return append(append(dst, s[plain:]...), '"')
}

// appendEscape appends the escape of a byte that can't stand in a JSON string; one
// that is no valid UTF-8 becomes the replacement character.
func appendEscape(dst []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch {
	case c == '"' || c == '\\':
		return append(dst, '\\', c)
	case c >= utf8.RuneSelf:
		return append(dst, `\ufffd`...)
	default:
		return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
	}
}
