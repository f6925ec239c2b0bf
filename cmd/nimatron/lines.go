package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"nimatron/internal/lines"
	"nimatron/internal/words"
)

const (
	// maxInputLine bounds one line in bytes. The longest position there is, a
	// thousand piles of 10^18, takes twenty thousand.
	maxInputLine = 1 << 20
	// outputSize is how much is written at a time, in bytes.
	outputSize = 256 << 10
)

var errTooLong = fmt.Errorf("this line is too long: at most %d bytes", maxInputLine)

// answerLines answers every line of in with a line on out, in order. What answer or, if it
// fails, refuse appends to the slice that it is given is the line's answer. The error counts
// the lines that were refused, and says that they failed in these words.
func answerLines(ctx context.Context, in io.Reader, out io.Writer, failed string,
	answer func(ctx context.Context, dst, line []byte) ([]byte, error), refuse func(dst []byte, err error) []byte) error {
	a := &lineAnswerer{out: bufio.NewWriterSize(out, outputSize), answer: answer, refuse: refuse}
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
		return fmt.Errorf("%d of %s %s", a.bad, words.Count(a.answered, "line"), failed)
	}
	return nil
}

// lineAnswerer answers lines. Hundreds of thousands may come a second, so it keeps
// what it allocates.
type lineAnswerer struct {
	out      *bufio.Writer
	answer   func(ctx context.Context, dst, line []byte) ([]byte, error)
	refuse   func(dst []byte, err error) []byte
	text     []byte // where answers are made
	answered int    // lines, the bad ones among them
	bad      int
}

// lines answers all lines of in.
func (a *lineAnswerer) lines(ctx context.Context, in io.Reader) error {
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
func (a *lineAnswerer) line(ctx context.Context, line []byte, tooLong bool) error {
	text, err := a.text[:0], errTooLong
	if !tooLong {
		text, err = a.answer(ctx, text, line)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		text = a.refuse(text[:0], err)
		a.bad++
	}
	a.answered++
	a.text = append(text, '\n')
	_, err = a.out.Write(a.text)
	return err
}
