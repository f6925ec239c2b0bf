package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/lines"
	"nimatron/internal/words"
)

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
