package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

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

// answer appends the answer to a line to dst. An error concerns that line only, unless ctx is done.
type answer func(ctx context.Context, dst []byte, line string) ([]byte, error)

// answering configures answerLines.
type answering struct {
	header []byte // the first line
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
	_, _ = w.out.Write(how.header) // w.out keeps an error
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
	free    sync.Pool     // batches to use again
	waiting chan *batch   // to answer
	order   chan *batch   // to write, in the order of the input
	ahead   chan struct{} // one element for each bigText of waiting lines
}

func newLineQueue() *lineQueue {
	n := batchesEach * runtime.GOMAXPROCS(0)
	fresh := func() any { return &batch{done: make(chan struct{}, 1)} }
	return &lineQueue{free: sync.Pool{New: fresh}, waiting: make(chan *batch, n), order: make(chan *batch, n), ahead: make(chan struct{}, maxAhead)}
}

func (q *lineQueue) read(ctx context.Context, in io.Reader, longest int) error {
	var b *batch
	send := func() error {
		if b != nil {
			for range len(b.text) / bigText {
				q.ahead <- struct{}{}
			}
			q.order <- b
			q.waiting <- b
			b = nil
		}
		return nil
	}
	// When the input pauses, send answers what there is: the other side may wait for it.
	r := lines.NewReader(lines.ReadAhead(ctx, in, send), longest)
	for r.Next() {
		if b == nil {
			b = q.free.Get().(*batch)
			b.text, b.ends, b.long = b.text[:0], b.ends[:0], b.long[:0]
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
		q.free.Put(b)
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
