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
	// maxInputLine is the default limit of a line, in bytes. The longest position, a thousand piles
	// of 10^18, takes twenty thousand.
	maxInputLine = 1 << 20
	// outputSize is the buffer for output, in bytes.
	outputSize = 256 << 10
)

var errNoTab = errors.New("a line is VARIANT<TAB>POSITION, such as end-nim, a tab and 3 5 2")

// answer appends the answer to a line to dst. An error concerns that line only, unless ctx is done.
type answer func(ctx context.Context, dst []byte, line string) ([]byte, error)

// answering configures answerLines.
type answering struct {
	// start returns an answer for one core, which reuses its memory: hundreds of thousands of lines
	// may come a second.
	start func() answer
	// refuse appends the answer to a bad line.
	refuse func(dst []byte, err error) []byte
	// longest limits a line, in bytes; 0 for maxInputLine.
	longest int
	// failed is what happened to bad lines, such as "refused".
	failed string
}

// answerLines answers each line of in with a line on out, in order, on all cores. The error counts
// the bad lines.
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

// A batch is a group of lines that one core answers.
type batch struct {
	text []byte // all lines
	ends []int  // the end of each line in text
	long []bool // the line exceeds the limit
	// The answers, complete when done receives.
	answers       []byte
	answered, bad int
	err           error // ends the whole list
	done          chan struct{}
}

const (
	// A full batch is large enough to be worth handing to another core.
	batchSize  = 16 << 10
	batchLines = 512
	// batchesEach is the number of batches per core. It bounds what is read ahead of a slow line.
	batchesEach = 8
	// maxAhead bounds the long lines that are read ahead on all cores, in units of bigText bytes.
	maxAhead, bigText = 8, 1 << 20
)

// lineQueue passes batches from the reader to the workers and the writer.
type lineQueue struct {
	free    chan *batch
	waiting chan *batch   // to answer
	order   chan *batch   // to write, in the order of the input
	ahead   chan struct{} // one element for each bigText of waiting lines
}

func newLineQueue() *lineQueue {
	n := batchesEach * runtime.GOMAXPROCS(0)
	q := &lineQueue{free: make(chan *batch, n), waiting: make(chan *batch, n), order: make(chan *batch, n), ahead: make(chan struct{}, maxAhead)}
	for range n {
		q.free <- &batch{done: make(chan struct{}, 1)}
	}
	return q
}

func (q *lineQueue) read(ctx context.Context, in io.Reader, longest int) error {
	var b *batch
	send := func() error {
		if b != nil {
			for range len(b.text) / bigText {
				q.ahead <- struct{}{}
			}
			q.waiting <- b // has room for all batches
			q.order <- b
			b = nil
		}
		return nil
	}
	// When the input pauses, send answers what there is: the other side may wait for it.
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

func (q *lineQueue) work(ctx context.Context, how answering) {
	answer := how.start()
	for b := range q.waiting {
		b.work(ctx, answer, how)
		b.done <- struct{}{}
	}
}

func (b *batch) work(ctx context.Context, answer answer, how answering) {
	b.answers, b.answered, b.bad, b.err = b.answers[:0], 0, 0, nil
	begin, text := 0, string(b.text) // one string for all: positions are parsed from strings
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

type lineWriter struct {
	out      *bufio.Writer
	answered int // lines, with bad ones
	bad      int
}

// write writes the answers in order, and flushes when no others are due. After an error it only
// drains the queue.
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

// checkPosition checks that a command names a position, or - to read positions.
func checkPosition(variant string, position []string, example string) error {
	switch {
	case variant == "-" && len(position) > 0:
		return &usageError{"no position can follow -: the positions are read from standard input"}
	case variant != "-" && len(position) == 0:
		return &usageError{"a position is missing, such as in: nimatron " + example}
	}
	return nil
}

// readPosition parses a position of the command line, with first to move.
func readPosition(id string, words []string, first games.Side) (*games.Variant, games.Position, error) {
	v, err := catalog.Standard.Find(id)
	if err != nil {
		return nil, nil, err
	}
	p, err := v.Parse(strings.Join(words, " "), first)
	return v, p, err
}

// positionAnswer answers a line "VARIANT<TAB>POSITION".
type positionAnswer func(ctx context.Context, dst []byte, v *games.Variant, p games.Position) ([]byte, error)

// eachPosition makes answers to lines "VARIANT<TAB>POSITION", each within limit; 0 for no limit.
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

type lineReader struct {
	variant *games.Variant // of the line before: lists tend to stay with one
}

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
	// A string can always be encoded.
	_ = e.Encode(struct {
		Error string `json:"error"`
	}{oneLine(err)})
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte{'\n'})...)
}
