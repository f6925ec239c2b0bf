package explain

import (
	"strconv"

	"nimatron/games"
	"nimatron/internal/jsonline"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// AppendJSON appends an analysis to dst as one JSON object on one line, without
// HTML escapes. The fields come in this order: variant, position, outcome (absent
// if not exact), grundy (absent if unknown), weights and weight (of the parts of a partizan sum and
// of all, absent if unknown), winning (a list, or an object with
// left and right), winning_complete, exact, decides (absent if empty), method, why (the
// short form), reason (the same as data; in a partizan game an object with left and
// right).
func AppendJSON(dst []byte, a *solver.Analysis) []byte {
	dst = appendVerdict(dst, a)
	dst = jsonline.Text(dst, "why", Analysis(a))
	if a.Variant.Partizan && a.Exact {
		dst = appendReason(append(dst, `,"reason":{"left":`...), &a.LeftReason)
		dst = append(appendReason(append(dst, `,"right":`...), &a.RightReason), '}')
	} else {
		dst = appendReason(append(dst, `,"reason":`...), &a.Reason)
	}
	return append(dst, '}')
}

// AppendBareJSON is AppendJSON without why and reason.
func AppendBareJSON(dst []byte, a *solver.Analysis) []byte { return append(appendVerdict(dst, a), '}') }

// piled is what positions of piles and rows are: their notation has digits, spaces and brackets,
// which need no escapes.
type piled interface{ AppendTo(dst []byte) []byte }

// appendVerdict appends the fields before why.
func appendVerdict(dst []byte, a *solver.Analysis) []byte {
	dst = jsonline.Text(append(dst, '{'), "variant", a.Variant.ID)
	if p, ok := a.Position.(piled); ok {
		dst = append(p.AppendTo(append(dst, `,"position":"`...)), '"')
	} else {
		dst = jsonline.Text(dst, "position", a.Position.String())
	}
	if a.Exact {
		dst = jsonline.Text(dst, "outcome", string(a.Outcome))
	}
	if a.GrundyKnown {
		dst = jsonline.Number(dst, "grundy", a.Grundy)
	}
	if a.Weights != nil {
		dst = jsonline.List(dst, "weights", a.Weights, func(dst []byte, w *int) []byte { return strconv.AppendInt(dst, int64(*w), 10) })
		dst = jsonline.Number(dst, "weight", Lead(a.Weights))
	}
	complete := a.Winning.Complete
	if a.Variant.Partizan {
		complete = a.Left.Complete && a.Right.Complete
		dst = jsonline.List(append(dst, `,"winning":{`...), "left", a.Left.List, appendMove)
		dst = append(jsonline.List(dst, "right", a.Right.List, appendMove), '}')
	} else {
		dst = jsonline.List(dst, "winning", a.Winning.List, appendMove)
	}
	dst = jsonline.Flag(dst, "winning_complete", complete)
	dst = jsonline.Flag(dst, "exact", a.Exact)
	if a.Decides != "" {
		dst = jsonline.Text(dst, "decides", string(a.Decides))
	}
	return jsonline.Text(dst, "method", string(a.Method))
}

// appendReason appends a reason as a JSON object: claim, move (absent if there is none),
// rule (absent if nothing was worked out), and the numbers and answers of that rule.
func appendReason(dst []byte, r *theory.Reason) []byte {
	dst = jsonline.Text(append(dst, '{'), "claim", string(r.Claim))
	if r.Move != (games.Move{}) {
		dst = jsonline.Text(dst, "move", r.Move.String())
	}
	if r.Ground != nil {
		dst = r.Ground.AppendJSON(jsonline.Text(dst, "rule", string(r.Ground.Rule())), r)
	}
	return append(dst, '}')
}

// appendMove appends a move as a string.
func appendMove(dst []byte, m *games.Move) []byte {
	// Names of vertices and cells, and what only its own game understands, might
	// need escapes.
	if m.Kind == games.Other || !jsonline.Plain(m.Where) {
		return jsonline.String(dst, m.String())
	}
	return append(m.AppendTo(append(dst, '"')), '"')
}
