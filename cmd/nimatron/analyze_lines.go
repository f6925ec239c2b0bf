package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

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
// out, in order, by s on all cores. Each line that has to be searched gets so long, or as
// many positions as s allows where that is 0. A bad line is answered with {"error":"…"};
// the error that is returned counts those.
func analyzeLines(ctx context.Context, in io.Reader, out io.Writer, s *solver.Solver, limit time.Duration) error {
	whole, cancel := context.WithCancel(ctx)
	defer cancel()
	q := newLineQueue(s, limit)
	written := make(chan error, 1)
	w := &lineWriter{out: bufio.NewWriterSize(out, outputSize)}
	var working sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		working.Go(func() { q.work(whole) })
	}
	go func() { written <- w.write(q, cancel) }()
	err := q.read(whole, in)
	close(q.waiting)
	close(q.order)
	working.Wait()
	if writeErr := <-written; writeErr != nil {
		err = writeErr
	}
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("interrupted after %s", words.Count(w.answered, "line"))
	case err != nil:
		return err
	case w.bad > 0:
		return fmt.Errorf("%d of %s could not be analyzed", w.bad, words.Count(w.answered, "line"))
	}
	return nil
}

// lineCells bounds the table that is filled for the Grundy value of one line. It
// takes about 2 µs, where a single position may take 0.1 s: the lines are counted
// by the hundred thousand.
const lineCells = 512

// A batch is lines that are answered by one core, one after another.
type batch struct {
	text []byte // of all lines
	ends []int  // where each ends in text
	long []bool // whether it was too long
	// These are the answers, what is there of them when done is told so.
	answers       []byte
	answered, bad int
	err           error // what has ended the whole list
	done          chan struct{}
}

const (
	// batchSize and batchLines are when a batch is full: as much as makes it worth
	// handing it to another core.
	batchSize  = 16 << 10
	batchLines = 512
	// batchesEach is how many batches there are for each core. What is read ahead of a
	// slow line, and what is answered after it, can't be more than that.
	batchesEach = 8
)

// lineQueue hands batches from who reads to those who answer and to who writes.
type lineQueue struct {
	solver  solver.Solver
	limit   time.Duration
	free    chan *batch
	waiting chan *batch // to be answered
	order   chan *batch // to be written, in the order of the input
}

func newLineQueue(s *solver.Solver, limit time.Duration) *lineQueue {
	n := batchesEach * runtime.GOMAXPROCS(0)
	q := &lineQueue{solver: *s, limit: limit, free: make(chan *batch, n), waiting: make(chan *batch, n), order: make(chan *batch, n)}
	q.solver.Cells = lineCells
	for range n {
		q.free <- &batch{done: make(chan struct{}, 1)}
	}
	return q
}

// read reads all lines of in.
func (q *lineQueue) read(ctx context.Context, in io.Reader) error {
	var b *batch
	send := func() error {
		if b != nil {
			q.waiting <- b // which has room for all batches there are
			q.order <- b
			b = nil
		}
		return nil
	}
	// While there is nothing to read, what there is gets its answer: somebody may wait
	// for that before they write more.
	r := lines.NewReader(lines.ReadAhead(ctx, in, send), maxInputLine)
	for r.Next() {
		if b == nil {
			select {
			case b = <-q.free:
				b.text, b.ends, b.long = b.text[:0], b.ends[:0], b.long[:0]
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		b.text = append(b.text, r.Text()...)
		b.ends, b.long = append(b.ends, len(b.text)), append(b.long, r.TooLong())
		if len(b.text) >= batchSize || len(b.ends) == batchLines {
			_ = send()
		}
	}
	_ = send()
	return r.Err()
}

// work answers batches until there are no more.
func (q *lineQueue) work(ctx context.Context) {
	a := lineAnalyzer{solver: &q.solver, limit: q.limit}
	for b := range q.waiting {
		a.batch(ctx, b)
		b.done <- struct{}{}
	}
}

// lineWriter writes answers.
type lineWriter struct {
	out      *bufio.Writer
	answered int // lines, the bad ones among them
	bad      int
}

// write writes all answers of q in order, at once where no others are due. After an error
// it only takes what comes, so that nobody waits for it.
func (w *lineWriter) write(q *lineQueue, fail func()) (err error) {
	for b := range q.order {
		<-b.done
		if err == nil {
			err = w.batch(b, len(q.order) == 0)
		}
		if err != nil {
			fail()
		}
		q.free <- b
	}
	if flushErr := w.out.Flush(); err == nil {
		err = flushErr
	}
	return err
}

// batch writes the answers of b.
func (w *lineWriter) batch(b *batch, last bool) error {
	w.answered += b.answered
	w.bad += b.bad
	if _, err := w.out.Write(b.answers); err != nil {
		return err
	}
	if b.err != nil || !last {
		return b.err
	}
	return w.out.Flush()
}

// lineAnalyzer answers lines on one core. Hundreds of thousands may come a second, so it
// keeps what it allocates.
type lineAnalyzer struct {
	solver  *solver.Solver
	limit   time.Duration
	variant *games.Variant // that of the line before
}

// batch answers the lines of b.
func (a *lineAnalyzer) batch(ctx context.Context, b *batch) {
	b.answers, b.answered, b.bad, b.err = b.answers[:0], 0, 0, nil
	begin := 0
	for i, end := range b.ends {
		line := b.text[begin:end]
		begin = end
		analysis, err := a.analyze(ctx, line, b.long[i])
		switch {
		case err == nil:
			b.answers = report.AppendJSON(b.answers, analysis)
		case ctx.Err() != nil:
			b.err = ctx.Err()
			return
		default:
			b.answers = appendError(b.answers, err)
			b.bad++
		}
		b.answered++
		b.answers = append(b.answers, '\n')
	}
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
	if a.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, a.limit)
		defer cancel()
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
