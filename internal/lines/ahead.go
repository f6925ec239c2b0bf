package lines

import (
	"context"
	"io"
)

// ReadAhead returns a reader of r that reads on while its user works. Before it waits for input it
// calls idle, unless that is nil. Its errors are r's, idle's and ctx's.
//
// A Read of r can't be interrupted and may outlive ctx. A user who stops before the end must cancel
// ctx, or a goroutine leaks.
func ReadAhead(ctx context.Context, r io.Reader, idle func() error) io.Reader {
	const buffers = 2 // one is filled while the other is in use
	a := &ahead{ctx: ctx, idle: idle, full: make(chan block, buffers), free: make(chan []byte, buffers)}
	for range buffers {
		a.free <- make([]byte, bufferSize)
	}
	go a.fill(r)
	return a
}

type ahead struct {
	ctx  context.Context
	idle func() error
	full chan block
	free chan []byte
	// The block being read, and the part of it still unread.
	block block
	rest  []byte
}

// block is a piece of the input. err ends the input after it.
type block struct {
	data []byte
	err  error
}

func (a *ahead) fill(r io.Reader) {
	for {
		select {
		case buffer := <-a.free:
			n, err := r.Read(buffer)
			a.full <- block{buffer[:n], err} // never blocks: it has room for all buffers
			if err != nil {
				return
			}
		case <-a.ctx.Done():
			return
		}
	}
}

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
