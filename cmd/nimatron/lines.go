package main

import (
	"bytes"
	"context"
	"errors"
	"io"
)

const (
	// maxInputLine bounds one line in bytes. The longest position there is, a
	// thousand piles of 10^18, takes twenty thousand.
	maxInputLine = 1 << 20
	// blockSize is how much is read at a time.
	blockSize = 256 << 10
)

// eachLine calls line for every line of in, without its end; long is true for one
// over maxInputLine, whose text is dropped. The text must not be kept. It calls
// idle before it waits for more input. The error is the first of line, idle and
// in, or ctx's.
func eachLine(ctx context.Context, in io.Reader, idle func() error, line func(text []byte, long bool) error) error {
	const buffers = 2 // one is filled while the other is worked on
	full, free := make(chan block, buffers), make(chan []byte, buffers)
	for range buffers {
		free <- make([]byte, blockSize)
	}
	defer close(free)
	// A Read can't be interrupted, so it happens beside the work; when ctx ends,
	// the last Read is left behind.
	go func() {
		for buffer := range free {
			n, err := in.Read(buffer)
			full <- block{buffer[:n], err} // has room for all buffers there are
			if err != nil {
				return
			}
		}
	}()
	c := cutter{line: line}
	for {
		b, err := nextBlock(ctx, full, idle)
		if err != nil {
			return err
		}
		if err := c.feed(b.data); err != nil {
			return err
		}
		switch {
		case errors.Is(b.err, io.EOF):
			return c.end()
		case b.err != nil:
			return b.err
		}
		free <- b.data[:blockSize]
	}
}

// block is a piece of the input, and why there is no more after it.
type block struct {
	data []byte
	err  error
}

func nextBlock(ctx context.Context, full <-chan block, idle func() error) (block, error) {
	select {
	case b := <-full:
		return b, ctx.Err()
	default:
	}
	if err := idle(); err != nil {
		return block{}, err
	}
	select {
	case b := <-full:
		return b, nil
	case <-ctx.Done():
		return block{}, ctx.Err()
	}
}

// cutter cuts blocks into lines.
type cutter struct {
	line func(text []byte, long bool) error
	// partial is the beginning of a line whose end has not come yet.
	partial []byte
	// long is true while the rest of a line that is too long passes.
	long bool
}

// feed passes on the lines that end in data and keeps the rest.
func (c *cutter) feed(data []byte) error {
	for {
		i := bytes.IndexByte(data, '\n')
		if i < 0 {
			c.keep(data)
			return nil
		}
		text := data[:i]
		if c.begun() {
			c.keep(text)
			text = c.partial
		}
		if err := c.pass(text); err != nil {
			return err
		}
		data = data[i+1:]
	}
}

// end passes on the last line where no newline follows it.
func (c *cutter) end() error {
	if !c.begun() {
		return nil
	}
	return c.pass(c.partial)
}

// begun reports whether there is a line whose end has not come yet.
func (c *cutter) begun() bool { return c.long || len(c.partial) > 0 }

// keep adds to the line that has begun, unless it becomes too long.
func (c *cutter) keep(data []byte) {
	if c.long || len(c.partial)+len(data) > maxInputLine {
		c.long, c.partial = true, c.partial[:0]
		return
	}
	c.partial = append(c.partial, data...)
}

// pass hands on one line and makes ready for the next.
func (c *cutter) pass(text []byte) error {
	err := c.line(bytes.TrimSuffix(text, []byte{'\r'}), c.long)
	c.partial, c.long = c.partial[:0], false
	return err
}
