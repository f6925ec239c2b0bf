package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

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
// errLeftOut is none: the line has no answer.
type answer func(ctx context.Context, dst []byte, line string) ([]byte, error)

var errLeftOut = errors.New("left out")

// interruptedError counts the lines that were answered.
type interruptedError struct{ answered int }

func (e *interruptedError) Error() string {
	return "interrupted after " + words.Count(e.answered, "line")
}

type answering struct {
	header []byte
	// start returns an answer for one core, which reuses its memory: hundreds of thousands of lines
	// may come a second.
	start  func() answer
	refuse func(dst []byte, err error) []byte
	// longest limits a line, in bytes; 0 for maxInputLine.
	longest int
	failed  string
}

// answerLines answers each line of in with a line on out, in order, on all cores. The error counts
// the bad lines.
func answerLines(ctx context.Context, in io.Reader, out io.Writer, how answering) error {
	how.longest = cmp.Or(how.longest, maxInputLine)
	n := batchesEach * runtime.GOMAXPROCS(0)
	q := &lineQueue{waiting: make(chan *batch, n), order: make(chan *batch, n), ahead: semaphore.NewWeighted(maxAhead)}
	w := &lineWriter{out: bufio.NewWriterSize(out, outputSize), ahead: q.ahead}
	_, _ = w.out.Write(how.header) // w.out keeps an error
	work, whole := errgroup.WithContext(ctx)
	var unread error // the earlier lines are answered
	work.Go(func() error {
		unread = q.read(whole, in, how.longest)
		return nil
	})
	for range runtime.GOMAXPROCS(0) {
		work.Go(func() error {
			answer := how.start()
			for b := range q.waiting {
				b.work(whole, answer, how)
				close(b.done)
			}
			return nil
		})
	}
	work.Go(func() error { return w.write(q.order) })
	err := cmp.Or(work.Wait(), unread)
	switch {
	case errors.Is(err, context.Canceled):
		return &interruptedError{w.answered}
	case err != nil:
		return err
	case w.bad > 0:
		return fmt.Errorf("%d of %s %s", w.bad, words.Count(w.answered, "line"), how.failed)
	}
	return nil
}

type batch struct {
	text []byte
	ends []int
	long []bool
	// The answers are complete when done is closed.
	answers       []byte
	answered, bad int
	err           error
	done          chan struct{}
}

const (
	// A full batch is large enough to be worth handing to another core.
	batchSize  = 16 << 10
	batchLines = 512
	// batchesEach is the number of batches per core. It bounds what is read ahead of a slow line.
	batchesEach = 8
	maxAhead    = 8 << 20
)

type lineQueue struct {
	waiting chan *batch
	order   chan *batch
	ahead   *semaphore.Weighted
}

func (b *batch) weight() int64 { return min(int64(len(b.text)), maxAhead) }

func (q *lineQueue) read(ctx context.Context, in io.Reader, longest int) error {
	defer close(q.waiting)
	defer close(q.order)
	b := &batch{done: make(chan struct{})}
	send := func() error {
		if len(b.ends) == 0 {
			return nil
		}
		if err := q.ahead.Acquire(ctx, b.weight()); err != nil {
			return err
		}
		select {
		case q.order <- b:
		case <-ctx.Done():
			return ctx.Err()
		}
		q.waiting <- b
		b = &batch{done: make(chan struct{})}
		return nil
	}
	// When the input pauses, the available answers are sent, because the other side may wait for
	// them.
	r := lines.NewReader(lines.ReadAhead(ctx, in, send), longest)
	for r.Next() {
		b.text = append(b.text, r.Text()...)
		b.ends, b.long = append(b.ends, len(b.text)), append(b.long, r.TooLong())
		if len(b.text) >= batchSize || len(b.ends) == batchLines {
			if err := send(); err != nil {
				return err
			}
		}
	}
	return cmp.Or(send(), r.Err())
}

func (b *batch) work(ctx context.Context, answer answer, how answering) {
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
		case errors.Is(err, errLeftOut):
			b.answered++
			continue
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
	ahead    *semaphore.Weighted
	answered int
	bad      int
}

func (w *lineWriter) write(order <-chan *batch) error {
	for b := range order {
		<-b.done
		w.answered += b.answered
		w.bad += b.bad
		if _, err := w.out.Write(b.answers); err != nil {
			return err
		}
		if b.err != nil {
			return errors.Join(w.out.Flush(), b.err)
		}
		w.ahead.Release(b.weight())
		if len(order) == 0 {
			if err := w.out.Flush(); err != nil {
				return err
			}
		}
	}
	return w.out.Flush()
}
