package lines

import (
	"context"
	"io"
)

// ReadAhead returns a reader of what is in r. It reads on while its user works,
// and calls idle before it waits for more; nil for nothing to do then. Its errors
// are those of r and of idle, and ctx's once that is done.
//
// A Read of r can't be interrupted: the last one may be left behind. Whoever stops
// before the end must cancel ctx, or a goroutine stays.
func ReadAhead(ctx context.Context, r io.Reader, idle func() error) io.Reader {
	const buffers = 2 // one is filled while the other is worked on
	a := &ahead{ctx: ctx, idle: idle, full: make(chan block, buffers), free: make(chan []byte, buffers)}
	for range buffers {
		a.free <- make([]byte, bufferSize)
	}
	go a.fill(r)
	return a
}

// ahead is the reader that ReadAhead returns.
type ahead struct {
	ctx  context.Context
	idle func() error
	full chan block
	free chan []byte
	// block is what is being read, and rest what is left of it.
	block block
	rest  []byte
}

// block is a piece of the input, and why there is no more after it.
type block struct {
	data []byte
	err  error
}

// fill reads r until its end, or ctx's.
func (a *ahead) fill(r io.Reader) {
	for {
		select {
		case buffer := <-a.free:
			n, err := r.Read(buffer)
			a.full <- block{buffer[:n], err} // has room for all buffers there are
			if err != nil {
				return
			}
		case <-a.ctx.Done():
			return
		}
	}
}

// Read implements io.Reader.
func (a *ahead) Read(p []byte) (int, error) {
	for len(a.rest) == 0 {
		if a.block.err != nil {
			return 0, a.block.err
		}
		if a.block.data != nil {
			a.free <- a.block.data[:bufferSize]
			a.block.data = nil
		}
		b, err := a.next()
		if err != nil {
			return 0, err
		}
		a.block, a.rest = b, b.data
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

// next returns the next block of the input.
func (a *ahead) next() (block, error) {
	select {
	case b := <-a.full:
		return b, a.ctx.Err()
	default:
	}
	if a.idle != nil {
		if err := a.idle(); err != nil {
			return block{}, err
		}
	}
	select {
	case b := <-a.full:
		return b, a.ctx.Err()
	case <-a.ctx.Done():
		return block{}, a.ctx.Err()
	}
}
