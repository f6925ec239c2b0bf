package report

import (
	"strconv"

	"nimatron/games"
	"nimatron/solver/depots"
	"nimatron/solver/partizan"
	"nimatron/solver/piles"
	"nimatron/solver/rows"
	"nimatron/solver/search"
	"nimatron/solver/splits"
	"nimatron/solver/theory"
)

// appendReason appends a reason as a JSON object: claim, move (absent if there is none),
// rule (absent if nothing was worked out), and the numbers and answers of that rule.
func appendReason(dst []byte, r *theory.Reason) []byte {
	dst = appendString(append(dst, `{"claim":`...), string(r.Claim))
	if r.Move != (games.Move{}) {
		dst = appendString(append(dst, `,"move":`...), r.Move.String())
	}
	if r.Ground == nil {
		return append(dst, '}')
	}
	dst = appendString(append(dst, `,"rule":`...), string(r.Ground.Rule()))
	win := r.Claim == theory.CanWin
	switch g := r.Ground.(type) {
	case *piles.NimGround:
		dst = appendNim(dst, g, win)
	case *piles.HandGround:
		dst = appendString(append(dst, `,"hand_rule":`...), string(g.Kind))
		dst = appendNim(dst, &g.NimGround, win)
	case *piles.ReverseGround:
		dst = appendReverse(dst, g, win)
	case *rows.Ground:
		dst = appendEndNim(dst, g, win)
	case *partizan.Ground:
		dst = appendPartizan(dst, g, win)
	case *splits.Ground:
		dst = appendSplit(dst, g, win)
	case *depots.Ground:
		dst = appendBoard(dst, g, win)
	case *search.Ground:
		dst = appendTried(dst, &g.Tried)
	}
	return append(dst, '}')
}

// appendNumber appends a member that is a number.
func appendNumber(dst []byte, name string, n uint64) []byte {
	dst = append(append(append(dst, ',', '"'), name...), '"', ':')
	return strconv.AppendUint(dst, n, 10)
}

// appendFlag appends a member that is true or false.
func appendFlag(dst []byte, name string, on bool) []byte {
	dst = append(append(append(dst, ',', '"'), name...), '"', ':')
	return strconv.AppendBool(dst, on)
}

func appendNim(dst []byte, g *piles.NimGround, win bool) []byte {
	dst = appendNumber(dst, "nim_sum", g.NimSum)
	dst = appendNumber(dst, "ones", uint64(g.Single))
	dst = appendNumber(dst, "larger", uint64(g.Larger))
	if win {
		dst = appendNumber(dst, "from", g.From)
		dst = appendNumber(dst, "to", g.To)
		dst = appendNumber(dst, "ones_left", uint64(g.SingleAfter))
	}
	return dst
}

func appendReverse(dst []byte, g *piles.ReverseGround, win bool) []byte {
	dst = appendNumber(dst, "ones", uint64(g.Single))
	dst = appendNumber(dst, "larger", uint64(g.Larger))
	if !g.Naming || win {
		dst = appendNumber(dst, "named", g.Named)
	}
	if !g.Naming {
		dst = appendNumber(dst, "leaves", g.Leaves)
		dst = appendNumber(dst, "ones_left", uint64(g.SingleAfter))
		dst = appendNumber(dst, "larger_left", uint64(g.LargerAfter))
	}
	// What the winner does.
	last := uint64(1)
	if g.TakeLast {
		last = 0
	}
	dst = appendNumber(dst, "name", 1)
	dst = appendNumber(dst, "leave", 1)
	return appendNumber(dst, "leave_of_last_larger", last)
}

func appendEndNim(dst []byte, g *rows.Ground, win bool) []byte {
	if g.Kind == rows.Ends {
		dst = appendNumber(dst, "left_end", g.Left.Height)
		dst = appendNumber(dst, "left_count", uint64(g.Left.Count()))
		dst = appendNumber(dst, "right_end", g.Right.Height)
		dst = appendNumber(dst, "right_count", uint64(g.Right.Count()))
	}
	if win { // the answers are those of the row that the move leaves
		return dst
	}
	left, right := g.Replies()
	dst = appendReplies(append(dst, `,"replies":{"L":`...), left)
	dst = appendReplies(append(dst, `,"R":`...), right)
	return append(dst, '}')
}

// appendReplies appends answers as lists [low, high, end, kind, k].
func appendReplies(dst []byte, replies []rows.Reply) []byte {
	dst = append(dst, '[')
	for i, r := range replies {
		if i > 0 {
			dst = append(dst, ',')
		}
		end := "L"
		switch {
		case r.Kind == rows.Over:
			end = ""
		case r.Right:
			end = "R"
		}
		dst = strconv.AppendUint(append(dst, '['), r.Low, 10)
		dst = strconv.AppendUint(append(dst, ','), r.High, 10)
		dst = appendString(append(dst, ','), end)
		dst = appendString(append(dst, ','), string(r.Kind))
		dst = append(strconv.AppendInt(append(dst, ','), r.K, 10), ']')
	}
	return append(dst, ']')
}

func appendPartizan(dst []byte, g *partizan.Ground, win bool) []byte {
	if g.Kind == theory.RuleWhole {
		return dst
	}
	dst = appendNumber(dst, "own", g.Own)
	dst = append(append(dst, `,"own_need":`...), g.OwnNeed.String()...)
	dst = appendNumber(dst, "other", g.Far)
	dst = append(append(dst, `,"other_need":`...), g.FarNeed.String()...)
	if !win {
		dst = appendNumber(dst, "answer_to_whole", g.WholeAnswer)
	}
	return dst
}

func appendSplit(dst []byte, g *splits.Ground, win bool) []byte {
	dst = appendNumber(dst, "nim_sum", g.NimSum)
	if !win {
		return dst
	}
	dst = appendNumber(dst, "from", g.From)
	if g.Splits() {
		dst = append(dst, `,"parts":[`...)
		dst = strconv.AppendUint(dst, g.Parts[0], 10)
		dst = strconv.AppendUint(append(dst, ','), g.Parts[1], 10)
		dst = append(dst, ']')
	} else {
		dst = appendNumber(dst, "to", g.To)
	}
	return appendNumber(dst, "worth", g.Want)
}

func appendBoard(dst []byte, g *depots.Ground, win bool) []byte {
	dst = appendNumber(dst, "stacks", uint64(g.Stacks))
	if g.Kind == depots.OpenStacks || g.Kind == depots.Sum {
		dst = appendNumber(dst, "nim_sum", g.NimSum)
	}
	if len(g.Pairs) > 0 {
		dst = append(dst, `,"pairs":[`...)
		for i, pair := range g.Pairs {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendString(append(dst, '['), pair[0])
			dst = append(appendString(append(dst, ','), pair[1]), ']')
		}
		dst = append(dst, ']')
	}
	if g.Kind == depots.Row {
		dst = append(dst, `,"row":[`...)
		for i, place := range g.Places {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendString(dst, place)
		}
		return appendEndNim(append(dst, ']'), g.EndNim.(*rows.Ground), win)
	}
	if g.Kind == depots.Searched {
		return appendTried(dst, &g.Tried)
	}
	if len(g.Components) == 0 {
		return dst
	}
	dst = append(dst, `,"components":[`...)
	for i, c := range g.Components {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(append(dst, '['), c.Where)
		dst = append(strconv.AppendUint(append(dst, ','), c.Value, 10), ']')
	}
	return append(dst, ']')
}

func appendTried(dst []byte, g *theory.Tried) []byte {
	dst = appendNumber(dst, "positions", uint64(g.Positions))
	if len(g.Answers) == 0 {
		return dst
	}
	dst = append(dst, `,"answers":[`...)
	for i, a := range g.Answers {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(append(dst, '['), a.Move.String())
		dst = append(appendString(append(dst, ','), a.Answer.String()), ']')
	}
	return appendFlag(append(dst, ']'), "all", g.All)
}
