package explain

import (
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/solver"
)

// CSVHeader names the columns of AppendCSV, without the end of the line. Those of a bad line
// end in error; why is left out where reasons are.
func CSVHeader(reasons bool) string {
	const verdict = "variant,position,outcome,grundy,winning,left,right,winning_complete,exact,decides,method"
	if reasons {
		return verdict + ",why,error"
	}
	return verdict + ",error"
}

// AppendCSV appends an analysis to dst as comma-separated values. Moves stand between spaces:
// those of a partizan game under left and right, others under winning. A field is empty where
// AppendJSON has none.
func AppendCSV(dst []byte, a *solver.Analysis, reasons bool) []byte {
	dst = append(appendField(dst, a.Variant.ID), ',')
	dst = append(appendField(dst, a.Position.String()), ',')
	dst = append(append(dst, a.Outcome...), ',')
	if a.GrundyKnown {
		dst = strconv.AppendUint(dst, a.Grundy, 10)
	}
	complete := a.Winning.Complete
	if a.Variant.Partizan {
		complete = a.Left.Complete && a.Right.Complete
	}
	for _, moves := range [][]games.Move{a.Winning.List, a.Left.List, a.Right.List} {
		texts := make([]string, len(moves))
		for i, m := range moves {
			texts[i] = m.String()
		}
		dst = appendField(append(dst, ','), strings.Join(texts, " "))
	}
	dst = strconv.AppendBool(append(dst, ','), complete)
	dst = strconv.AppendBool(append(dst, ','), a.Exact)
	dst = append(append(append(dst, ','), a.Decides...), ',')
	dst = append(append(dst, a.Method...), ',')
	if reasons {
		dst = append(appendField(dst, Analysis(a)), ',')
	}
	return dst
}

// AppendCSVError appends the line of AppendCSV for a position that can't be analyzed.
func AppendCSVError(dst []byte, reason string, reasons bool) []byte {
	dst = append(dst, strings.Repeat(",", strings.Count(CSVHeader(reasons), ","))...)
	return appendField(dst, reason)
}

// appendField appends a field, in quotes where it needs them.
func appendField(dst []byte, s string) []byte {
	if !strings.ContainsAny(s, ",\"\r\n") {
		return append(dst, s...)
	}
	return append(append(append(dst, '"'), strings.ReplaceAll(s, `"`, `""`)...), '"')
}
