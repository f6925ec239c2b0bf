package report

import (
	"strconv"
	"unicode/utf8"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/solver"
)

// AppendJSON appends an analysis to dst as one JSON object on one line, without
// HTML escapes. The fields come in this order: variant, position, outcome (absent
// if not exact), grundy (absent if unknown), winning (a list, or an object with
// left and right), winning_complete, exact, decides (absent if empty), method, why (the
// short form), reason (the same as data; in a partizan game an object with left and
// right).
func AppendJSON(dst []byte, a *solver.Analysis) []byte {
	dst = appendString(append(dst, `{"variant":`...), a.Variant.ID)
	dst = appendString(append(dst, `,"position":`...), a.Position.String())
	if a.Exact {
		dst = appendString(append(dst, `,"outcome":`...), string(a.Outcome))
	}
	if a.GrundyKnown {
		dst = strconv.AppendUint(append(dst, `,"grundy":`...), a.Grundy, 10)
	}
	dst = append(dst, `,"winning":`...)
	complete := a.Winning.Complete
	if a.Variant.Partizan {
		complete = a.Left.Complete && a.Right.Complete
		dst = appendMoves(append(dst, `{"left":`...), a.Left.List)
		dst = appendMoves(append(dst, `,"right":`...), a.Right.List)
		dst = append(dst, '}')
	} else {
		dst = appendMoves(dst, a.Winning.List)
	}
	dst = strconv.AppendBool(append(dst, `,"winning_complete":`...), complete)
	dst = strconv.AppendBool(append(dst, `,"exact":`...), a.Exact)
	if a.Decides != "" {
		dst = appendString(append(dst, `,"decides":`...), string(a.Decides))
	}
	dst = appendString(append(dst, `,"method":`...), string(a.Method))
	dst = appendString(append(dst, `,"why":`...), explain.Analysis(a))
	dst = append(dst, `,"reason":`...)
	if a.Variant.Partizan && a.Exact {
		dst = appendReason(append(dst, `{"left":`...), &a.LeftReason)
		dst = appendReason(append(dst, `,"right":`...), &a.RightReason)
		dst = append(dst, '}')
	} else {
		dst = appendReason(dst, &a.Reason)
	}
	return append(dst, '}')
}

// appendMoves appends a JSON list of moves.
func appendMoves(dst []byte, moves []games.Move) []byte {
	dst = append(dst, '[')
	for i := range moves {
		if i > 0 {
			dst = append(dst, ',')
		}
		m := &moves[i]
		// Names of vertices and cells, and what only its own game understands, might
		// need escapes.
		if m.Kind == games.Other || !plain(m.Where) {
			dst = appendString(dst, m.String())
			continue
		}
		dst = append(m.AppendTo(append(dst, '"')), '"')
	}
	return append(dst, ']')
}

// plain reports whether s is free of all that has to be escaped or looked at.
func plain(s string) bool {
	for i := range len(s) {
		if !asIs[s[i]] {
			return false
		}
	}
	return true
}

// asIs says which bytes stand in a JSON string as they are, whatever is around them.
// A lookup is quicker than to compare: most bytes of an analysis are digits.
var asIs = func() (asIs [256]bool) {
	for c := byte(' '); c < utf8.RuneSelf; c++ {
		asIs[c] = c != '"' && c != '\\'
	}
	return asIs
}()

// appendString appends s as a JSON string.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	plain := 0 // where the part begins that needs no escape
	for i := 0; i < len(s); {
		c := s[i]
		if asIs[c] {
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
