package explain

import (
	"strconv"

	"nimatron/games"
	"nimatron/internal/jsonline"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// AppendJSON appends an analysis as one JSON object on one line, without HTML escapes. The fields
// are, in order: variant, position, outcome (if exact), grundy (if known), weights and weight (of
// the parts of a partizan sum and their total, if known), winning (a list, or an object with left
// and right), winning_complete, exact, decides (if not empty), method, why (the short form), reason
// (an object with left and right in a partizan game).
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

type piled interface{ AppendTo(dst []byte) []byte }

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

// appendReason appends a reason as a JSON object: claim, move (if any), rule (if something was
// worked out), and that rule's numbers and answers.
func appendReason(dst []byte, r *theory.Reason) []byte {
	dst = jsonline.Text(append(dst, '{'), "claim", string(r.Claim))
	if r.Move != (games.Move{}) {
		dst = jsonline.Text(dst, "move", r.Move.String())
	}
	if r.Justification != nil {
		dst = r.Justification.AppendJSON(jsonline.Text(dst, "rule", string(r.Justification.Rule())), r)
	}
	return append(dst, '}')
}

func appendMove(dst []byte, m *games.Move) []byte {
	// Vertex names and moves of kind Other may need escapes.
	if m.Kind == games.Other || !jsonline.Plain(m.Where) {
		return jsonline.String(dst, m.String())
	}
	return append(m.AppendTo(append(dst, '"')), '"')
}
