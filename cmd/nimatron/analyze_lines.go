package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/report"
	"nimatron/solver"
)

// errNoTab is the error for a line that names no variant and position.
var errNoTab = errors.New("a line is VARIANT<TAB>POSITION, such as end-nim, a tab and 3 5 2")

// analyzeLines answers lines "VARIANT<TAB>POSITION" of in with an object a line on
// out, in order. A bad line is answered with {"error":"…"}; the error that is
// returned counts those.
func analyzeLines(ctx context.Context, in io.Reader, out io.Writer) error {
	s := solver.Solver{Cells: lineCells}
	var positions lineReader
	return answerLines(ctx, in, out, "could not be analyzed", func(ctx context.Context, dst, line []byte) ([]byte, error) {
		v, p, err := positions.read(line)
		if err != nil {
			return dst, err
		}
		a, err := s.Analyze(ctx, v, p)
		if err != nil {
			return dst, err
		}
		return report.AppendJSON(dst, a), nil
	}, appendError)
}

// lineCells bounds the table that is filled for the Grundy value of one line. It
// takes about 2 µs, where a single position may take 0.1 s: the lines are counted
// by the hundred thousand.
const lineCells = 512

// lineReader reads lines "VARIANT<TAB>POSITION".
type lineReader struct {
	variant *games.Variant // that of the line before: lists tend to stay with one
}

// read returns what a line names.
func (r *lineReader) read(line []byte) (*games.Variant, games.Position, error) {
	id, position, found := bytes.Cut(line, []byte{'\t'})
	if !found {
		return nil, nil, errNoTab
	}
	if r.variant == nil || string(id) != r.variant.ID {
		v, err := catalog.Standard.Find(string(id))
		if err != nil {
			return nil, nil, err
		}
		r.variant = v
	}
	p, err := r.variant.Parse(string(position), games.Left)
	return r.variant, p, err
}

// appendError appends {"error":"…"} to dst.
func appendError(dst []byte, err error) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	// A string can always be encoded, so there is no error to see here.
	_ = e.Encode(struct {
		Error string `json:"error"`
	}{oneLine(err)})
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte{'\n'})...)
}
