package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/lines"
	"nimatron/internal/words"
)

const (
	// maxInputLine bounds one line in bytes, where nothing else is said. The longest position there is, a
	// thousand piles of 10^18, takes twenty thousand.
	maxInputLine = 1 << 20
	// outputSize is how much is written at a time, in bytes.
	outputSize = 256 << 10
)

var errNoTab = errors.New("a line is VARIANT<TAB>POSITION, such as end-nim, a tab and 3 5 2")

// answer appends the answer to a line to dst. The error is for that line alone, unless ctx
// is done.
type answer func(ctx context.Context, dst []byte, line string) ([]byte, error)

// answering is a way to answer lines.
type answering struct {
	// start returns an answer for one core, which keeps what it allocates: hundreds of
	// thousands of lines may come a second.
	start func() answer
	// refuse appends the answer to a line for which there was an error.
	refuse func(dst []byte, err error) []byte
	// longest bounds one line in bytes, 0 for maxInputLine.
	longest int
	// failed says, behind a number of lines, what became of those: "refused".
	failed string
}

// answerLines answers every line of in with one on out, in order, on all cores. The error
// counts the lines that failed.
func answerLines(ctx context.Context, in io.Reader, out io.Writer, how answering) error {
	whole, cancel := context.WithCancel(ctx)
	defer cancel()
	how.longest = cmp.Or(how.longest, maxInputLine)
	q := newLineQueue()
	written := make(chan error, 1)
	w := &lineWriter{out: bufio.NewWriterSize(out, outputSize)}
	var working sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		working.Go(func() { q.work(whole, how) })
	}
	go func() { written <- w.write(q, cancel) }()
	err := q.read(whole, in, how.longest)
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
		return fmt.Errorf("%d of %s %s", w.bad, words.Count(w.answered, "line"), how.failed)
	}
	return nil
}

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
	// maxAhead is how many times bigText of long lines may be read ahead, on all cores together.
	maxAhead, bigText = 8, 1 << 20
)

// lineQueue hands batches from who reads to those who answer and to who writes.
type lineQueue struct {
	free    chan *batch
	waiting chan *batch   // to be answered
	order   chan *batch   // to be written, in the order of the input
	ahead   chan struct{} // one for each bigText of what waits
}

func newLineQueue() *lineQueue {
	n := batchesEach * runtime.GOMAXPROCS(0)
	q := &lineQueue{free: make(chan *batch, n), waiting: make(chan *batch, n), order: make(chan *batch, n), ahead: make(chan struct{}, maxAhead)}
	for range n {
		q.free <- &batch{done: make(chan struct{}, 1)}
	}
	return q
}

// read reads all lines of in.
func (q *lineQueue) read(ctx context.Context, in io.Reader, longest int) error {
	var b *batch
	send := func() error {
		if b != nil {
			for range len(b.text) / bigText {
				q.ahead <- struct{}{}
			}
			q.waiting <- b // which has room for all batches there are
			q.order <- b
			b = nil
		}
		return nil
	}
	// While there is nothing to read, what there is gets its answer: somebody may wait
	// for that before they write more.
	r := lines.NewReader(lines.ReadAhead(ctx, in, send), longest)
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
func (q *lineQueue) work(ctx context.Context, how answering) {
	answer := how.start()
	for b := range q.waiting {
		b.work(ctx, answer, how)
		b.done <- struct{}{}
	}
}

// work answers the lines of b.
func (b *batch) work(ctx context.Context, answer answer, how answering) {
	b.answers, b.answered, b.bad, b.err = b.answers[:0], 0, 0, nil
	begin, text := 0, string(b.text) // one for all lines: positions are read from strings
	for i, end := range b.ends {
		line, answers, err := text[begin:end], b.answers, error(nil)
		begin = end
		if b.long[i] {
			err = fmt.Errorf("this line is too long: at most %d bytes", how.longest)
		} else {
			answers, err = answer(ctx, b.answers, line)
		}
		switch {
		case err != nil && ctx.Err() != nil:
			b.err = ctx.Err()
			return
		case err != nil:
			answers = how.refuse(b.answers, err)
			b.bad++
		}
		b.answered++
		b.answers = append(answers, '\n')
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
		for range len(b.text) / bigText {
			<-q.ahead
		}
		if len(b.text) > bigText {
			b.text = nil
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

// readPosition reads a position as a command line has it, with first to move.
func readPosition(id string, words []string, first games.Side) (*games.Variant, games.Position, error) {
	v, err := catalog.Standard.Find(id)
	if err != nil {
		return nil, nil, err
	}
	p, err := v.Parse(strings.Join(words, " "), first)
	return v, p, err
}

// positionAnswer is an answer to a line "VARIANT<TAB>POSITION".
type positionAnswer func(ctx context.Context, dst []byte, v *games.Variant, p games.Position) ([]byte, error)

// eachPosition starts answers to lines "VARIANT<TAB>POSITION", each within a time, 0 for any.
func eachPosition(limit time.Duration, start func() positionAnswer) func() answer {
	return func() answer {
		var positions lineReader
		answer := start()
		return func(ctx context.Context, dst []byte, line string) ([]byte, error) {
			v, p, err := positions.read(line)
			if err != nil {
				return dst, err
			}
			if limit > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, limit)
				defer cancel()
			}
			return answer(ctx, dst, v, p)
		}
	}
}

// lineReader reads lines "VARIANT<TAB>POSITION".
type lineReader struct {
	variant *games.Variant // that of the line before: lists tend to stay with one
}

// read returns what a line names.
func (r *lineReader) read(line string) (*games.Variant, games.Position, error) {
	id, position, found := strings.Cut(line, "\t")
	if !found {
		return nil, nil, errNoTab
	}
	if r.variant == nil || id != r.variant.ID {
		v, err := catalog.Standard.Find(id)
		if err != nil {
			return nil, nil, err
		}
		r.variant = v
	}
	p, err := r.variant.Parse(position, games.Left)
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
