package explain

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"

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
	grundy, complete := "", a.Winning.Complete
	if a.GrundyKnown {
		grundy = strconv.FormatUint(a.Grundy, 10)
	}
	if a.Variant.Partizan {
		complete = a.Left.Complete && a.Right.Complete
	}
	record := []string{a.Variant.ID, a.Position.String(), string(a.Outcome), grundy,
		moveTexts(a.Winning), moveTexts(a.Left), moveTexts(a.Right),
		strconv.FormatBool(complete), strconv.FormatBool(a.Exact), string(a.Decides), string(a.Method)}
	if reasons {
		record = append(record, Analysis(a))
	}
	return appendRecord(dst, append(record, ""))
}

// moveTexts lists moves with spaces between.
func moveTexts(moves solver.Moves) string {
	var texts []string
	for _, m := range moves.List {
		texts = append(texts, m.String())
	}
	return strings.Join(texts, " ")
}

// AppendCSVError appends the line of a position that there is nothing to say of but an error, under
// this header.
func AppendCSVError(dst []byte, header, reason string) []byte {
	record := make([]string, strings.Count(header, ",")+1)
	record[len(record)-1] = reason
	return appendRecord(dst, record)
}

// appendRecord appends fields, without the end of the line.
func appendRecord(dst []byte, record []string) []byte {
	out := bytes.NewBuffer(dst)
	w := csv.NewWriter(out)
	_ = w.Write(record) // memory has no errors
	w.Flush()
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}
