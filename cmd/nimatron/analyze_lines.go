package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/lines"
	"nimatron/internal/words"
	"nimatron/report"
	"nimatron/solver"
)

const (
	// maxInputLine bounds one line in bytes. The longest position there is, a
	// thousand piles of 10^18, takes twenty thousand.
	maxInputLine = 1 << 20
	// outputSize is how much is written at a time, in bytes.
	outputSize = 256 << 10
)

var (
	errNoTab   = errors.New("a line is VARIANT<TAB>POSITION, such as end-nim, a tab and 3 5 2")
	errTooLong = fmt.Errorf("this line is too long: at most %d bytes", maxInputLine)
)

// analyzeLines answers lines "VARIANT<TAB>POSITION" of in with an object a line on
// out, in order. A bad line is answered with {"error":"…"}; the error that is
// returned counts those.
func analyzeLines(ctx context.Context, in io.Reader, out io.Writer) error {
	a := &lineAnalyzer{
		solver: solver.Solver{Cells: lineCells},
		out:    bufio.NewWriterSize(out, outputSize),
	}
	err := a.lines(ctx, in)
	// What is answered so far is worth having, whatever went wrong after it.
	if flushErr := a.out.Flush(); err == nil {
		err = flushErr
	}
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("interrupted after %s", words.Count(a.answered, "line"))
	case err != nil:
		return err
	case a.bad > 0:
		return fmt.Errorf("%d of %s could not be analyzed", a.bad, words.Count(a.answered, "line"))
	}
	return nil
}

// lineCells bounds the table that is filled for the Grundy value of one line. It
// takes about 2 µs, where a single position may take 0.1 s: the lines are counted
// by the hundred thousand.
const lineCells = 512

// lineAnalyzer answers lines. Hundreds of thousands may come a second, so it keeps
// what it allocates.
type lineAnalyzer struct {
	solver   solver.Solver
	out      *bufio.Writer
	variant  *games.Variant // that of the line before
	object   []byte         // where answers are made
	answered int            // lines, the bad ones among them
	bad      int
}

// lines answers all lines of in.
func (a *lineAnalyzer) lines(ctx context.Context, in io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// While there is nothing to read, what is answered is sent: somebody may wait
	// for that before they write more.
	r := lines.NewReader(lines.ReadAhead(ctx, in, a.out.Flush), maxInputLine)
	for r.Next() {
		if err := a.line(ctx, r.Text(), r.TooLong()); err != nil {
			return err
		}
	}
	return r.Err()
}

// line answers one line. The error is for what ends the whole list.
func (a *lineAnalyzer) line(ctx context.Context, line []byte, tooLong bool) error {
	analysis, err := a.analyze(ctx, line, tooLong)
	a.object = a.object[:0]
	switch {
	case err == nil:
		a.object = report.AppendJSON(a.object, analysis)
	case ctx.Err() != nil:
		return ctx.Err()
	default:
		a.object = appendError(a.object, err)
		a.bad++
	}
	a.answered++
	a.object = append(a.object, '\n')
	_, err = a.out.Write(a.object)
	return err
}

// analyze reads a line and analyzes the position in it.
func (a *lineAnalyzer) analyze(ctx context.Context, line []byte, tooLong bool) (*solver.Analysis, error) {
	if tooLong {
		return nil, errTooLong
	}
	id, position, found := bytes.Cut(line, []byte{'\t'})
	if !found {
		return nil, errNoTab
	}
	// Lists tend to stay with one variant.
	if a.variant == nil || string(id) != a.variant.ID {
		v, err := catalog.Standard.Find(string(id))
		if err != nil {
			return nil, err
		}
		a.variant = v
	}
	p, err := a.variant.Parse(string(position), games.Left)
	if err != nil {
		return nil, err
	}
	return a.solver.Analyze(ctx, a.variant, p)
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
