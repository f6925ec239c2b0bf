package explain

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"

	"nimatron/solver"
)

// CSVHeader names the columns of AppendCSV, without a line end. A bad input line fills only the
// column error. The column why is present with reasons.
func CSVHeader(reasons bool) string {
	const verdict = "variant,position,outcome,grundy,winning,left,right,winning_complete,exact,decides,method"
	if reasons {
		return verdict + ",why,error"
	}
	return verdict + ",error"
}

// AppendCSV appends an analysis as comma-separated values. Moves are separated by spaces, under
// left and right in a partizan game, else under winning. A field is empty if AppendJSON omits it.
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
	return AppendRecord(dst, append(record, ""))
}

func moveTexts(moves solver.Moves) string {
	var texts []string
	for _, m := range moves.List {
		texts = append(texts, m.String())
	}
	return strings.Join(texts, " ")
}

// AppendCSVError appends a record that holds only an error.
func AppendCSVError(dst []byte, header, reason string) []byte {
	record := make([]string, strings.Count(header, ",")+1)
	record[len(record)-1] = reason
	return AppendRecord(dst, record)
}

// AppendRecord appends a record of comma-separated values, without a line end.
func AppendRecord(dst []byte, record []string) []byte {
	out := bytes.NewBuffer(dst)
	w := csv.NewWriter(out)
	_ = w.Write(record) // a bytes.Buffer returns no errors
	w.Flush()
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}
